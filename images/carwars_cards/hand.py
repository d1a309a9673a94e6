"""A seat's own hand: what can be played now with the key of its button, the rest with a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.carwars_cards import GAME
from games.carwars_cards.cards import ANY_SIDE, CARDS, SIDE_NAMES, SIDES, TEXTS
from games.carwars_cards.cards import Card as Printed
from games.carwars_cards.damage import force
from games.carwars_cards.state import State
from games.engine.players import SEAT_LETTERS, Player
from images import fonts
from images.cars import BODY
from images.carwars_cards.pieces import Said
from images.choices import Choices
from images.parts import Card, Cards, Drawn, Header, Part, Picture, Sign, Text, column, row, space
from images.pen import Figure, Pen
from images.theme import DEEP, EDGE, LINE, MUTE, PANEL, PAPER, RAISED, SOFT, WELL, Colour
from images.words import plain

_TEXTS: Final[Mapping[str, str]] = GAME.texts["face"]
_TALL: Final = 364
_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The one number of a card, the two words beside it, and the sides it concerns."""

    number: int
    first: str
    second: str
    sides: frozenset[int]

    def sign(self, length: int, live: bool = True) -> Part:
        """The sides, or a tire for what strikes the tires."""
        if not self.sides:
            return Sign("tire", max(length, 70), PAPER if live else MUTE)
        ground = RAISED if live else DEEP
        return Drawn(SideDiagram(length, self.sides, live, ground))


def figures_of(card: Printed, number: int = 0) -> Figures | None:
    """The number a card shows large, or None for a card that is told in words.

    `number` stands in for the printed one, as when a Ramplate doubles a ram.
    """
    if card.stop:
        return Figures(card.stop, _TEXTS["stopped"], SIDE_NAMES[card.side], frozenset((card.side,)))
    if card.damage:
        one = card.kind == "attack" and card.side != ANY_SIDE
        sides = (card.side,) if one else range(len(SIDES))
        named = SIDE_NAMES[card.side] if one else _TEXTS["any_side"]
        return Figures(number or card.damage, _TEXTS["struck"], named, frozenset(sides))
    if card.id == "debris":
        return Figures(card.tire_damage, _TEXTS["struck"], TEXTS["part"]["tires"], frozenset())
    return None


class SideDiagram(Figure, frozen=True):
    """A small car nose up with a bar on each side, lit where the card strikes or protects.

    A `length` under 80 px leaves no room for the car itself.
    """

    length: int
    sides: frozenset[int]
    live: bool = True
    ground: Colour = RAISED

    @property
    def width(self) -> int:
        return self.length // 2 + 2 * 24

    @property
    def height(self) -> int:
        return round(self.length * 1.1) + 2 * 22

    def paint(self, pen: Pen) -> None:
        x, y, k, thick = self.width / 2, self.height / 2, self.length, 12
        wide, long = k // 2, round(k * 1.1)
        if k >= 80:
            body = [(x + across * k, y - along * k) for along, across in BODY]
            pen.polygon(body, WELL)
            pen.outline(body, EDGE, 3)
            glass = ((-0.15, -0.10), (0.15, -0.10), (0.12, -0.24), (-0.12, -0.24))
            pen.polygon([(x + dx * k, y + dy * k) for dx, dy in glass], EDGE)
        bars = (
            (x - wide / 2 - 8, y - long / 2 - thick - 8, wide + 16, thick),
            (x - wide / 2 - 8, y + long / 2 + 8, wide + 16, thick),
            (x - wide / 2 - thick - 10, y - long / 2, thick, long),
            (x + wide / 2 + 10, y - long / 2, thick, long),
        )
        lit, unlit = (PAPER, LINE) if self.live else (MUTE, RAISED)
        for side, bar in enumerate(bars):
            pen.rect(*bar, lit if side in self.sides else unlit)


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """A hand: three cards in a row while two rows hold them, then four, then five.

    Raises ValueError for a spectator, who has no hand.
    """
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    held = len(view.hand)
    across = 3 if held <= 6 else 4 if held <= 8 else 5
    said, title = Said.of(view, players, view.seat), plain(choices.title, _SENTENCE)
    body: Part = Cards([_card(view, choices, place, across) for place in range(held)], across)
    if not held:
        empty = "no_hand" if said.running else "left"
        body = column(said.text(empty, 48), panel=PANEL, pad=32, height=180)
    name = "acts" if view.active == view.seat else "answers"
    if not choices.asked:
        name = "waits" if said.running else "watches"
    hand, verb = said("hand"), said(f"verb.{name}")
    told = f"{hand}, {SEAT_LETTERS[view.seat]} {verb}: {title}" + "." * (not title.endswith("?"))
    return Picture(Header(hand, title, (view.seat,), verb, say=told), body)


def _card(view: State, choices: Choices, place: int, across: int) -> Card:
    """A card with its number and where it strikes, or told in words."""
    printed, wide, live = CARDS[view.hand[place]], across == 3, place in choices.playable
    ink, soft = (PAPER, SOFT) if live else (MUTE, MUTE)
    room, key = (1168 - (across - 1) * 16) // across - 60, choices.key(place)
    kind = _TEXTS[printed.kind].upper() if across < 5 else ""
    sort = Text(kind, 34 if wide else 26, soft, "t", say="")
    head: list[Part] = [sort, space(), Sign(printed.icon, 56 if wide else 48, ink)]
    if key:
        head.insert(0, space(60))
    whole = fonts.fit(printed.name, 50, room, floor=34)[0] == printed.name
    name = Text(printed.name, 50 if whole else 28, ink, lines=1 if whole else 2)
    name.width, name.height = room, 60 if whole else 70
    figures = figures_of(printed, force(view.me, printed.number))
    items: list[Part] = [row(*head, height=56), row(name)]
    if figures is None:
        brief = Text(printed.brief, 34, soft, "t", lines=3, top=True, floor=26, grow=1, brief="")
        items.append(brief)
    else:
        first, second = figures.first, figures.second
        many: list[Part] = [Text(str(figures.number), 116 if wide else 104, ink)]
        many[0].say = f"{figures.number} {first}"
        if wide:
            words = Text(first, 32, soft, "t", say=""), Text(second, 32, soft, "t")
            many.append(column(space(), *words, space(), gap=0))
        items.append(row(*many, space(), figures.sign(80 if wide else 44, live), grow=1))
        if not wide:
            items.append(Text(f"{first}, {second}", 32, soft, "t", say=second, width=room))
    said = choices.caption(place)
    below = Text(said, 34 if wide else 30, ink, "t")
    if fonts.fit(said, 34, room, "t", 28)[0] != said:
        below = Text(said, 26, ink, "t", lines=2)
    return Card(items, live=live, foot=below, key=key, gap=4, pad=16, strip=72, height=_TALL)
