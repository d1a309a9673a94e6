"""One card large, with its text and where its figures are from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.carwars_cards import GAME
from games.carwars_cards.cards import CARDS, SIDE_NAMES, Card
from images.carwars_cards.hand import figures_of
from images.parts import Header, Line, Part, Picture, Rule, Sign, Text, column, fact, row, space
from images.theme import EDGE, PANEL, RAISED, SOFT

_TALL = 520
_TEXTS: Final[Mapping[str, str]] = GAME.texts["face"]


def picture(number: int) -> Picture:
    """A card's face, its text, and each of its figures with where that is from."""
    card = CARDS[number]
    text = f"{card.text} {_TEXTS['fewer']}" if card.one_less_with_2_or_3 else card.text
    body = column(
        Text(text, 38, SOFT, "t", lines=4, top=True, grow=1), *_facts(card),
        panel=PANEL, pad=28, gap=10, grow=1, height=_TALL,
    )  # fmt: skip
    side, kind = SIDE_NAMES[card.side] if card.sided else "", _TEXTS[card.kind]
    told = _TEXTS["sided" if side else "named"].format(name=card.name, side=side, kind=kind)
    return Picture(Header(GAME.title, card.title, say=told), row(_face(card), body))


def _face(card: Card) -> Part:
    figures = figures_of(card)
    items: list[Part] = [
        row(Text(_TEXTS[card.kind].upper(), 34, SOFT, "t"), space(), Sign(card.icon, 92)),
        Text(card.name, 54, lines=2, height=130),
    ]
    if figures is None:
        items.append(Text(card.brief, 40, SOFT, "t", lines=5, top=True, grow=1))
    else:
        items += [
            row(Text(str(figures.number), 176), space(), figures.sign(140), grow=1),
            Text(f"{figures.first}, {figures.second}", 40, SOFT, "t"),
        ]
    return Line(items, True, 12, 28, RAISED, EDGE, width=408, height=_TALL, say="")


def _facts(card: Card) -> list[Part]:
    """How many there are, what it does in points, and its effect, each with its source."""
    facts: list[Part] = []
    for name, figure, of in (
        ("count", card.count, "count"),
        ("damage", card.damage, "value"),
        ("stops", card.stop, "value"),
        ("tire_damage", card.tire_damage, "value"),
        ("effect", 0, "effect"),
    ):
        if not figure and name != "effect":
            continue
        source = card.source.get(of, "seed")
        house = source == "house"
        label, words = _TEXTS[name], _TEXTS["ruling" if house and of == "effect" else source]
        said = f"{label.lower()} {figure or ''} ({words})".replace("  ", " ")
        facts += [Rule(), fact(label, str(figure or ""), words, house, said)]
    if "house" in card.source.values():
        facts.append(Text("", 2, say=_TEXTS["house_note"], height=1))
    return facts
