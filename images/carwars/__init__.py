"""Pictures of Car Wars, Sixth Edition, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from __future__ import annotations

from typing import Any, Final

from games.carwars.designs import BuiltCar
from images.carwars import board, build, card, film, hand, happened, result, sheet
from images.parts import Picture
from images.plain import Pictures


class Fights(Pictures):
    """Draws fights."""

    follows = True
    """The hand shows how far its player has come in choosing."""

    def design(self, design: Any, part: str = "") -> Picture | None:
        return build.design(design, part) if isinstance(design, BuiltCar) else None


ARTIST: Final = Fights(
    happened.NEWS, board.Told, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
