"""Pictures of Car Wars: The Card Game, and the words that say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.players import Player
from images.carwars_cards import board, card, hand, result, sheet
from images.plain import Pictures


class _Duels(Pictures):
    def alt_text(self, view: Any, players: Sequence[Player], verb: str = "") -> str:
        """See `Pictures`. The acting car comes first, where there is no room for all."""
        return board.picture(view, players, verb, acting_first=True).alt_text()


ARTIST: Final = _Duels(board.picture, hand.picture, sheet.picture, card.picture, result.picture)
