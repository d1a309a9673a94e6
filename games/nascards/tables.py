"""The rulebook's figures and tables, read from `data/tables.toml`, by what is looked up in them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, Final

import msgspec

from games.engine.rows import read_file
from games.engine.sums import Part, Sum
from games.nascards.cards import ADVANTAGES

_TABLES: Final = read_file(__package__, "data/tables.toml")

DIE: Final = 10
"""Faces of the one die; a 0 is read as 10 (Rules: Dice; Ruling 23)."""
HAND: Final[int] = _TABLES["hand"]["start"]
"""Speed cards dealt before a race (Rules: Setup)."""
PIT_HAND: Final[int] = _TABLES["hand"]["pit"]
"""Speed cards drawn at a Pit Stop (Rules: Pit Stop Phase)."""
DEALT: Final[int] = _TABLES["maneuvers"]["dealt"]
"""Maneuver cards dealt to each car in a turn (Rules: Maneuver Phase)."""
HIT: Final[int] = _TABLES["mishap"]["hit_from"]
"""Mishap Rolls from here on are hits (Rules: Crash Phase)."""
HIT_AHEAD: Final[int] = _TABLES["mishap"]["hit_car_ahead"]
"""What each car ahead that was hit adds to a Mishap Roll (Rules: Crash Phase)."""
LEADER_POINTS: Final[int] = _TABLES["cup"]["leader"]
"""Championship points of a turn's Leader (Rules: Optional Championship Cup Series Rules)."""
MILES_A_POINT: Final[int] = _TABLES["cup"]["miles_a_point"]
"""Miles still to go that bring the last car left another such point (Ruling 49)."""


def speed_deck(players: int) -> list[int]:
    """The Speed deck for so many players, in order. Rules: The Speed Deck; Ruling 22"""
    deck = _TABLES["speed_deck"]
    copies = next(row["copies"] for row in deck["copies"] if players <= row["players"])
    return [value for value in range(deck["low"], deck["high"] + 1) for _ in range(copies)]


@cache
def miles_drafted(roll: int) -> int:
    """Miles that a Drafting Roll gives. Rules: The Drafting Table"""
    reached = [row["miles"] for row in _TABLES["drafting"]["rows"] if row["from"] <= roll]
    return max(reached, default=0)


class Row(msgspec.Struct, frozen=True):
    """A row of the Crash Table: `do` is `miles`, `discard`, `engine`, `pits` or `totaled`."""

    do: str
    n: int = 0


CRASH: Final = tuple(Row(**row) for row in _TABLES["crash"]["rows"])
"""The Crash Table, row 0 to row 10."""


def crash_row(roll: int) -> int:
    """The row that a Severity Roll means. Rules: The Crash Table"""
    return min(max(roll, 0), len(CRASH) - 1)


def hit_ahead(cars: int) -> Part:
    """What so many cars ahead that were hit add to a Mishap Roll. Rules: Crash Phase"""
    return Part(cars * HIT_AHEAD, _TABLES["mishap"]["reason"])


def _severity(row: dict[str, Any]) -> tuple[frozenset[int], Part]:
    values = frozenset(range(row["low"], row["high"] + 1))
    return values, Part(row["points"], row["reason"])


SEVERITY: Final = tuple(_severity(row) for row in _TABLES["severity"]["rows"])
"""Speed cards, and what one of them played this turn adds to a Severity Roll."""


def severity_parts(cards: Collection[int]) -> list[Part]:
    """What Speed cards add to a Severity Roll in their turn, each row once.

    Rules: Crash Phase; Ruling 10
    """
    return [part for values, part in SEVERITY if not values.isdisjoint(cards)]


def severity(cards: Collection[int]) -> int:
    """The same as a number.

    >>> severity((7,)), severity((2, 9))
    (0, -1)
    """
    return sum(part.points for part in severity_parts(cards))


@cache
def alone(points: int, reason: str, floor: int | None = None) -> Sum:
    """A sum of one part, made once: a card's miles, a face of the die."""
    return Sum((Part(points, reason),), floor)


def changed_by(advantages: list[int], what: str) -> int:
    """What a driver's advantages change `what` by; repeats add up. Rules: Driver Advantage Table"""
    total = 0
    for row in advantages:
        if ADVANTAGES[row].changes == what:
            total += ADVANTAGES[row].n
    return total


def bonus(advantages: list[int], what: str) -> list[Part]:
    """The same as part of a sum, if it is anything."""
    if advantages and (points := changed_by(advantages, what)):
        return [Part(points, row.name) for row in ADVANTAGES if row.changes == what]
    return []
