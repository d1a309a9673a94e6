"""What Car Wars: The Card Game says, for the seat that reads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from games.carwars_cards.events import DuelEnded
from games.carwars_cards.words import hand, help, labels, paths, place
from games.engine.help import topics_of
from games.engine.players import Player
from games.engine.words import Words

MOST: Final = 300
"""Most characters of an event's sentence."""


class CardWords(Words):
    """See `Words`."""

    title = staticmethod(place.title)
    verb = staticmethod(place.verb)
    headline = staticmethod(place.headline)
    prompt = staticmethod(place.prompt)
    watching = staticmethod(place.watching)
    task = staticmethod(place.task)
    why = staticmethod(place.why)
    path = staticmethod(paths.path)
    part = staticmethod(labels.part)
    order = staticmethod(labels.order)
    idle = staticmethod(hand.idle)
    foot = staticmethod(hand.foot)
    chart = staticmethod(place.chart)
    topics = staticmethod(partial(topics_of, "games.carwars_cards"))
    cards = staticmethod(help.kinds)
    options = staticmethod(place.options)

    def event(self, event: Any, players: Sequence[Player], seat: int | None) -> str:
        """See `Words`. A duel's end is told without what the points are for where that is long."""
        said = super().event(event, players, seat)
        if len(said) > MOST and isinstance(event, DuelEnded):
            said = super().event(replace(event, kills=()), players, seat)
        return said if len(said) <= MOST else f"{said[: MOST - 1]}…"
