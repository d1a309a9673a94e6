"""Who sits at a seat, as far as words and pictures need to know."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

SEAT_LETTERS: Final = "ABCDEFGH"

SEAT: Final = msgspec.Meta(extra={"holds": "seat"})
Seat: TypeAlias = Annotated[int, SEAT]
"""The number of a seat, from 0. Of a field so typed, sentences tell the player's name."""


class Player(msgspec.Struct, frozen=True):
    """How a seat is shown: the player's name, and the computer's level when it plays the seat."""

    name: str
    computer: str = ""
    """Empty for a person, else `easy` or `normal`."""
