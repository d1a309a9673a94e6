"""Pictures of NASCARDS, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.nascards.alt import alt, hand_alt
from images.nascards.board import board
from images.nascards.card import card, card_alt
from images.nascards.hand import hand
from images.nascards.result import result, result_alt
from images.nascards.sheet import sheet, sheet_alt
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
