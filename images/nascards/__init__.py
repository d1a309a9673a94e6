"""Pictures of NASCARDS, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.nascards.alt import alt, card_alt, hand_alt, result_alt, sheet_alt
from images.nascards.board import board
from images.nascards.card import card
from images.nascards.hand import hand
from images.nascards.result import result
from images.nascards.sheet import sheet
from images.nascards.twin import twin

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
