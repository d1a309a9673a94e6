"""The words of a race: its cards by number, who may play them, what the Crash Table does."""

from __future__ import annotations

from typing import Final

from games.nascards.cards import MANEUVERS

GAME: Final = "Stock car race"
ENGINE_ROWS: Final = (5, 6)
PIT_ROWS: Final = (7, 8, 9)
TOTALED_ROW: Final = 10


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
