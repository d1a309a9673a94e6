"""Pictures of Car Wars, Sixth Edition, and the words that say the same.

Every function takes what a seat may see, the board's the last public events besides, and gives a
picture with its words; nothing else goes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.players import Player
from images.carwars import board, card, film, hand, happened, result, sheet
from images.plain import Pictures


class Fights(Pictures):
    """Draws fights."""

    follows = True
    """The hand shows how far its player has come in choosing."""
    recent = staticmethod(happened.latest)

    def _shown(self, view: Any, players: Sequence[Player], verb: str, recent: Any) -> board.Told:
        return board.Told(view, players, verb, recent or happened.NOTHING)


ARTIST: Final = Fights(
    board.Told, hand.picture, sheet.picture, card.picture, result.picture, film.FILM
)
