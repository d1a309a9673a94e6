"""What Mini Car Wars says, for the seat that reads it."""

from __future__ import annotations

from games.engine.words import Words
from games.mini_carwars.words import hand, help, labels, paths, place


class MiniWords(Words):
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
    named = hand.NAMED
    chart = staticmethod(place.chart)
    score = staticmethod(place.score)
    kit = staticmethod(place.kit)
    cards = staticmethod(help.cards)
    options = staticmethod(place.options)
