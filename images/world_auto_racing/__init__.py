"""Pictures of World Auto Racing, and the words that say the same.

Every function takes what a seat may see and gives bytes or text; nothing else goes in.
"""

from images.world_auto_racing.board import alt, board, twin
from images.world_auto_racing.card import card, card_alt
from images.world_auto_racing.hand import hand, hand_alt
from images.world_auto_racing.result import result, result_alt
from images.world_auto_racing.sheet import sheet, sheet_alt

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
