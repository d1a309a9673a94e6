"""Pictures of Mini Car Wars, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.mini_carwars.board import board
from images.mini_carwars.card import card, card_alt
from images.mini_carwars.descriptions import alt_text, long_description
from images.mini_carwars.film import replay, replay_alt
from images.mini_carwars.hand import hand, hand_alt
from images.mini_carwars.result import result, result_alt
from images.mini_carwars.sheet import sheet, sheet_alt

follows = True
"""The hand shows how far its player has come in choosing."""

__all__ = [
    "alt_text",
    "board",
    "card",
    "card_alt",
    "follows",
    "hand",
    "hand_alt",
    "long_description",
    "replay",
    "replay_alt",
    "result",
    "result_alt",
    "sheet",
    "sheet_alt",
]
