"""Who sits at a seat, as far as words and pictures need to know."""

from __future__ import annotations

from typing import Final

import msgspec

SEAT_LETTERS: Final = "ABCDEFGH"


class Player(msgspec.Struct, frozen=True):
    """How a seat is shown: the player's name, and the computer's level when it plays the seat."""

    name: str
    computer: str = ""
    """Empty for a person, else `easy` or `normal`."""
