"""Pictures of NASCARDS, and the words that say the same.

Every function takes what a seat may see and gives a picture of parts; nothing else goes in.
"""

from typing import Final

from images.nascards import board, card, film, hand, result, sheet
from images.plain import Pictures

ARTIST: Final = Pictures(
    board.NEWS, board.picture, hand.picture, sheet.picture, card.picture, result.picture, film.FILM,
    follows=True,
)  # fmt: skip
