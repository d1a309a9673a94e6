"""The Maneuver cards and driver advantages, read from `data/`, with what they do in words.

Speed cards are their values 1 to 10 and need no table; Maneuver cards are numbered from 11.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import msgspec

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
    who: tuple[str, ...]
    """Whom it is for: `self`, `to`, `tr`, `tb`, `adj`, `cars`, `all`, `all_behind`."""
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
    restriction: str = ""
    """Empty, `NL`, `LPD`, `LEADER_ONLY`, `SECOND_ONLY` or `NL_AND_PASSES_LEADER`."""
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


class Advantage(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table of driver advantages."""

    id: str
    name: str
    low: int
    high: int
    does: str = ""
    changes: str = ""
    """`maneuvers`, `severity`, `speed`, `draft` or `pit`: what it changes by `n`."""
    n: int = 0
    source: Mapping[str, str] = {}


TEXTS: Final = read_texts(__package__)
"""What the game says."""


def rows(name: str) -> dict[str, Any]:
    """A file of `data/` as plain values."""
    return tomllib.loads(files(__package__).joinpath(f"data/{name}").read_text(encoding="utf-8"))


def _maneuver(number: int, row: dict[str, Any]) -> Maneuver:
    told = {**TEXTS["card"].get(row["id"], {}), "reading": TEXTS["reading"].get(row["id"], "")}
    what = {each["do"] for each in row["effects"]}
    slots = {who for each in row["effects"] for who in each["who"]}
    found = {**row, **told, "number": number, "does_what": what, "slots": slots}
    found |= {"aimed": bool(slots & AIMED), "near": slots & NEAR}
    return msgspec.convert(found, Maneuver)


MANEUVERS: Final[Mapping[int, Maneuver]] = {
    number: _maneuver(number, row) for number, row in enumerate(rows("cards.toml")["card"], FIRST)
}
NUMBERS: Final[Mapping[str, int]] = {card.id: card.number for card in MANEUVERS.values()}
ADVANTAGES: Final[tuple[Advantage, ...]] = tuple(
    Advantage(**row, **TEXTS["advantage"].get(row["id"], {}))
    for row in rows("advantages.toml")["advantage"]
)
