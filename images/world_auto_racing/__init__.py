"""Pictures of World Auto Racing, and the words that say the same.

Every function takes what a seat may see and gives a picture of parts; nothing else goes in.
"""

from typing import Final

from images.plain import Pictures
from images.world_auto_racing import board, card, film, hand, result, sheet

ARTIST: Final = Pictures(
    board.NEWS, board.picture, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
