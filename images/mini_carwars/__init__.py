"""Pictures of Mini Car Wars, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from typing import Final

from images.mini_carwars import board, card, film, fitting, hand, result, sheet, shots
from images.plain import Pictures

ARTIST: Final = Pictures(
    shots.NEWS, board.shown, hand.picture, sheet.picture, card.picture, result.picture, film.FILM,
    fitting.garage, follows=True,
)  # fmt: skip
