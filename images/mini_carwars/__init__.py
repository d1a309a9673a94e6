"""Pictures of Mini Car Wars, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from typing import Final

from images.mini_carwars import board, build, film, hand, model, result, sheet
from images.plain import Pictures

ARTIST: Final = Pictures(
    model.NEWS, board.shown, hand.picture, sheet.picture, build.page, result.picture, film.FILM,
    build.design, follows=True,
)  # fmt: skip
