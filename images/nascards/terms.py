"""The words of a race: its cards by number, who may play them, what the Crash Table does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.nascards.cards import MANEUVERS

GAME: Final = "Stock car race"
FULL_NAME: Final = "NASCARDS"

RESTRICTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "NL": ("NOT THE LEADER", "Not playable by the Leader."),
    "LPD": ("LAST CAR ONLY", "Playable by the last car only."),
    "LEADER_ONLY": ("LEADER ONLY", "Playable by the Leader only."),
    "SECOND_ONLY": ("SECOND ONLY", "Playable by the car in second place only."),
    "NL_AND_PASSES_LEADER": (
        "FOR THE LEAD",
        "Not playable by the Leader, and only if it takes you past the Leader.",
    ),
}
"""For each restriction of a card, its tag and its sentence."""

STRUCK: Final = (
    *("−1 mile", "−3 miles", "−5 miles", "−1 card", "−2 cards", "−1 engine", "−2 engine"),
    *("pit 1 turn", "pit 2 turns", "pit 3 turns", "totaled"),
)
"""Rows of the Crash Table, on a tag. Rules: The Crash Table."""
ENGINE_ROWS: Final = (5, 6)
PIT_ROWS: Final = (7, 8, 9)
TOTALED_ROW: Final = 10


class Mark(NamedTuple):
    """Something that is true of a car now."""

    short: str
    """On a tag."""
    brief: str
    """On a tag beside many others: the figure alone."""
    words: str
    """In a sentence, with the same figures."""
    icon: str
    bad: bool


def name_of_card(number: int) -> str:
    """A card's name: `Speed 7` or that of a Maneuver card."""
    maneuver = MANEUVERS.get(number)
    if maneuver is not None:
        return maneuver.name
    return f"Speed {number}" if 1 <= number <= 10 else f"Card {number}"


def text_of(number: int) -> str:
    """What a Maneuver card does, in a sentence."""
    maneuver = MANEUVERS.get(number)
    return maneuver.does if maneuver is not None else ""
