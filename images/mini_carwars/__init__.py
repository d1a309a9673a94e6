"""Pictures of Mini Car Wars, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from typing import Final

from images.mini_carwars import board, card, film, hand, result, sheet, shots
from images.plain import Pictures


class Fights(Pictures):
    """Draws fights."""

    follows = True
    """The hand shows how far its player has come in choosing."""


ARTIST: Final = Fights(
    shots.NEWS, board.Told, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
