"""Pictures of Car Wars: The Card Game, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.carwars_cards.alt import alt, card_alt, hand_alt, result_alt, sheet_alt
from images.carwars_cards.board import board
from images.carwars_cards.card import card
from images.carwars_cards.hand import hand
from images.carwars_cards.result import result
from images.carwars_cards.sheet import sheet
from images.carwars_cards.twin import twin

__all__ = [
    "alt",
    "board",
    "card",
    "card_alt",
    "hand",
    "hand_alt",
    "result",
    "result_alt",
    "sheet",
    "sheet_alt",
    "twin",
]
