"""A build card large: what it costs, where it goes, what it rolls, and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.carwars.catalog import CARDS, SETS, Card
from images.carwars.dice import Dice, letters, named
from images.carwars.model import SIDES, icon_of, say, texts
from images.gauges import Tokens
from images.parts import (
    Drawn,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Stamp,
    Text,
    column,
    row,
    space,
)
from images.theme import DEEP, EDGE, MUTE, PANEL, PAPER, RAISED, SOFT

_TALL: Final = 560
_SETS: Final = {each.id: each.name for each in SETS}


def picture(number: int) -> Picture:
    """A card of the catalog. Raises KeyError for a number that is no card."""
    card = CARDS[number]
    kind = f"{texts('types')[card.type]}{f' · {card.subtype}' if card.subtype else ''}"
    told = card.rules or say("card", "plain")
    rules = Text(told, 38, SOFT, "t", lines=5, floor=30, grow=1, height=250)
    house = [Text(say("card", "house", house=card.house), 28, MUTE, "t", lines=2)]
    facts = column(
        *_facts(card), Rule(), rules, *house[: bool(card.house)], space(), panel=PANEL, pad=28,
        gap=14, grow=1, height=_TALL,
    )  # fmt: skip
    points = say("card", "cp" if card.in_crew else "bp")
    face = column(
        space(), row(space(), Sign(icon_of(card), 200), space()), space(),
        row(Text(str(card.cost), 92, say=f"{card.cost} {points}"),
            Text(points, 36, SOFT, "t", say=""), space(), *_durability(card), height=90),
        panel=RAISED, frame=EDGE, pad=24, width=360, height=_TALL,
    )  # fmt: skip
    return Picture(Header(f"{kind} · {_SETS.get(card.set, card.set)}", card.name), row(face, facts))


def _durability(card: Card) -> list[Part]:
    if not card.durability:
        return []
    said = say("card", "durability", durability=card.durability)
    return [Drawn(Tokens(card.durability, card.durability, 13, ground=RAISED), say=said)]


def _facts(card: Card) -> Iterator[Part]:
    """What it rolls and where it may be."""
    if any(card.dice) or card.basic:
        dice: list[Part] = []
        if any(card.dice):
            dice = [Drawn(Dice(letters(card.dice), 64, 6, 12), say=named(card.dice))]
        flat = [Text(f"+{card.basic}", 56)] if card.basic else []
        wrench = Text(say("wrench", card.wrench), 36, SOFT, "t")
        yield row(*dice, *flat, space(), wrench, gap=14, height=72)
    told = [words for name, words in texts("tags").items() if getattr(card, name)]
    if card.range:
        told.append(say("card", "range", range=card.range))
    if card.placement or not card.in_crew:
        places = [SIDES[side] for side in card.places if side >= 0]
        every = say("card", "any" if places else "whole")
        told.append(", ".join(places) if 0 < len(places) < len(SIDES) else every)
    if told:
        stamps = (Stamp(each, 30, DEEP, EDGE, PAPER, height=46) for each in told)
        yield row(*stamps, space(), gap=10, height=50)
