"""What makes a garage legal (Rules: Terms to Know)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from games.world_auto_racing.cards import Card

LEAST: Final = 44
MOST: Final = 59
"""Cards of a garage, its car not counted."""
MOST_COPIES: Final = 4
"""Copies of any one card."""


def lower_stages(held: Iterable[Card]) -> Iterator[str]:
    """In words each staged mod whose lower stage is not there, so that it can never be played.

    Rules: Mods; Ruling B26
    """
    staged = [card for card in held if card.stage]
    there = {(card.line, card.stage) for card in staged}
    for card in staged:
        if card.stage > 1 and (card.line, card.stage - 1) not in there:
            yield f"{card.name} without Stage {card.stage - 1}"
