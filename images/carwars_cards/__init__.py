"""Pictures of Car Wars: The Card Game, and the words that say the same."""

from __future__ import annotations

from typing import Final

from images.carwars_cards import board, card, film, hand, result, sheet
from images.plain import Pictures

ARTIST: Final = Pictures(
    board.NEWS, board.picture, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
