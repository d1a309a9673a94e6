"""Pictures of Mini Car Wars, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from typing import Any, Final

from images.mini_carwars import board, card, film, fitting, hand, result, sheet, shots
from images.parts import Picture
from images.plain import Pictures


class Fights(Pictures):
    """Draws fights."""

    follows = True
    """The hand shows how far its player has come in choosing."""

    def design(self, design: Any, part: str = "") -> Picture | None:
        return fitting.garage(design, part)


ARTIST: Final = Fights(
    shots.NEWS, board.Told, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
