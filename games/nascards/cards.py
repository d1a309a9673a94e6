"""The Maneuver cards and driver advantages, read from `data/`, with what they do in words.

Speed cards are their values 1 to 10 and need no table; Maneuver cards are numbered from 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from games.engine.rows import as_structs, read_file
from games.engine.texts import read_texts

FIRST: Final = 11
"""Number of the first Maneuver card."""
AIMED: Final = frozenset(("to", "cars", "adj"))
"""Whom an effect is for where the player of the card chooses."""
NEAR: Final = frozenset(("tr", "tb"))
"""The car right ahead and the one right behind."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One part of what a card does, in the order in which they are printed."""

    do: str
    """A word of `effects.EACH` or `effects.AT_ONCE`."""
    who: tuple[Literal["self", "to", "tr", "tb", "adj", "cars", "all", "all_behind"], ...]
    """Whom it is for; `data/cards.toml` says what each means."""
    n: int = 0
    """Miles, points or cards."""
    if_last: bool = False
    """Only if the player was last when the card was shown."""
    low: int = 0
    high: int = 0
    """Lowest and highest Speed card with which it counts."""


class Maneuver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Maneuver card."""

    number: int
    id: str
    name: str
    restriction: Literal["", "NL", "LPD", "LEADER_ONLY", "SECOND_ONLY", "NL_AND_PASSES_LEADER"] = ""
    """When it cannot be played; `data/cards.toml` says what each means."""
    does: str = ""
    """What it does, in a sentence or two of our own."""
    short: str = ""
    """The same in at most 34 characters: "you +3, car ahead −1"."""
    reading: str = ""
    """How it is read where the rulebook leaves it open."""
    source: Mapping[str, str]
    """Where name, restriction, numbers and reading are from: `seed`, `inferred` or `house`."""
    effects: tuple[Effect, ...]
    does_what: frozenset[str]
    """The words of its effects."""
    slots: frozenset[str]
    """All that its effects are for."""
    aimed: bool
    """Whether its player chooses cars it works on."""
    near: frozenset[str]
    """Those of its slots that are the car right ahead and the one right behind."""
    cars: int = 1
    """How many cars are chosen where the player chooses."""
    leader_immune: bool = False
    """The Leader cannot be chosen."""
    needs_target: bool = False
    """Not playable without a car to choose, though it has a part for its player."""
    hurts: bool = True
    """Being chosen is bad."""


class Advantage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row of the table of driver advantages."""

    id: str
    name: str
    low: int
    high: int
    does: str = ""
    changes: Literal["", "maneuvers", "severity", "speed", "draft", "pit"] = ""
    """What it changes by `n`."""
    n: int = 0
    source: Mapping[str, str] = {}


TEXTS: Final = read_texts(__package__)
"""What the game says."""


def _maneuver(number: int, row: dict[str, Any]) -> dict[str, Any]:
    """A row of the file with its number, its texts, and what its effects come to."""
    card, parts = row.get("id", ""), row.get("effects", ())
    told = {**TEXTS["card"].get(card, {}), "reading": TEXTS["reading"].get(card, "")}
    what = {part.get("do", "") for part in parts}
    slots = {who for part in parts for who in part.get("who", ())}
    found = {**row, **told, "number": number, "does_what": what, "slots": slots}
    return {**found, "aimed": bool(slots & AIMED), "near": slots & NEAR}


_DECK: Final = enumerate(read_file(__package__, "data/cards.toml")["card"], FIRST)
MANEUVERS: Final[Mapping[int, Maneuver]] = {
    card.number: card
    for card in as_structs(
        "data/cards.toml: card", [_maneuver(number, row) for number, row in _DECK], Maneuver
    )
}
NUMBERS: Final[Mapping[str, int]] = {card.id: card.number for card in MANEUVERS.values()}
ADVANTAGES: Final = as_structs(
    "data/advantages.toml: advantage",
    [
        {**row, **TEXTS["advantage"].get(row.get("id"), {})}
        for row in read_file(__package__, "data/advantages.toml")["advantage"]
    ],
    Advantage,
)
