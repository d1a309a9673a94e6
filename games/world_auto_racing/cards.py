"""The cards of World Auto Racing: the house set, and sets a server adds.

A card is a number: the house set has 0 to 999 in the order of its file, another set its own number
times 1000 and on. Numbers stay the same for ever, because saved tables hold them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.world_auto_racing.printed import TARGETS, TYPES, Effect, Id, Make, Tag, one_of
from games.world_auto_racing.texts import say


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of card, cars included. Which fields belong to which type: `printed.CARDS`."""

    number: int
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=32)]
    type: Annotated[str, one_of(TYPES, "type")]
    subtype: str = ""
    """Of mods, conditions and courses; else empty."""
    power: float = 0
    handling: float = 0
    """Printed numbers: multipliers on a course, else points."""
    power_star: bool = msgspec.field(default=False, name="power_asterisk")
    handling_star: bool = msgspec.field(default=False, name="handling_asterisk")
    """An asterisk is printed beside the number: the text may change it."""
    mod_cap: Annotated[int, Meta(ge=0, le=10)] = 0
    """Of cars; else 0."""
    make: Make = ""
    """Of cars and mods; else empty."""
    line: Annotated[str, Meta(min_length=1, max_length=24)] = ""
    """Family of a staged mod, or empty."""
    stage: Annotated[int, Meta(ge=1, le=3)] = 0
    """1 to 3, or 0 for an unstaged card."""
    tags: tuple[Tag, ...] = ()
    """Of conditions: `wet`, `loose`, `ice`."""
    target: Annotated[str, one_of(TARGETS, "target")] = ""
    """Whom it aims at: `opponent`, `opponent_ahead`, `opponent_behind`; empty: nobody."""
    text: Annotated[str, Meta(max_length=160)] = ""
    """What it does, as printed; empty for plain numbers."""
    effects: tuple[Effect, ...] = ()
    """The same as `text`, for the rules."""
    plan: Annotated[str, Meta(max_length=120)] = ""
    """Of cars: how to win with it, in one line."""
    set_name: str
    source: str
    """`house` for the house set."""


# -- what makes a garage legal (Rules: Terms to Know)


LEAST: Final = 44
MOST: Final = 59
"""Cards of a garage, its car not counted."""
MOST_COPIES: Final = 4
"""Copies of any one card."""


def lower_stages(held: Iterable[Card]) -> Iterator[str]:
    """In words each staged mod whose lower stage is not there, so that it can never be played.

    Rules: Mods; Ruling B26
    """
    staged = [card for card in held if card.stage]
    there = {(card.line, card.stage) for card in staged}
    for card in staged:
        if card.stage > 1 and (card.line, card.stage - 1) not in there:
            yield say("garage", "stage", card=card, below=card.stage - 1)
