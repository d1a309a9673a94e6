"""What World Auto Racing says, for the seat that reads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from games.engine.help import topics_of
from games.engine.players import Player
from games.engine.words import Words
from games.world_auto_racing.words import hand, help, labels, paths, place
from games.world_auto_racing.words.events import MOST
from games.world_auto_racing.words.phrases import cut


class WarWords(Words):
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
    idle = staticmethod(hand.idle)
    foot = staticmethod(hand.foot)
    chart = staticmethod(place.chart)
    score = staticmethod(place.score)
    kit = staticmethod(place.kit)
    topics = staticmethod(partial(topics_of, "games.world_auto_racing"))
    cards = staticmethod(help.kinds)
    options = staticmethod(place.options)

    def event(self, event: Any, players: Sequence[Player], seat: int | None) -> str:
        return cut(super().event(event, players, seat), MOST)
