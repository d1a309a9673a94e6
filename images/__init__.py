"""Pictures of games, each a pure function of what one seat may see."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Final

from games.engine.ask import Asks
from games.engine.found import find
from games.engine.game import Game
from images.choices import Choices, Now, Playable
from images.plain import Pictures, Plain

GROUP: Final = "motordrome.artists"

__all__ = ["Choices", "Now", "Pictures", "Playable", "artist", "moment"]


log = logging.getLogger(__name__)


def moment(game: Game[Any], view: Any, asked: Asks, events: Sequence[Any]) -> Now:
    """What a board shows beside a view: who is asked, and what of the last public events."""
    seats, recent = tuple(ask.seat for ask in asked), artist(game.name).news.recent(events)
    return Now(seats, game.words.action_phrase(view, asked), recent)


@cache
def artist(game: str) -> Pictures:
    """Who draws the game of that name: the `ARTIST` of the module `images.<game>` of a game
    of ours; what an installed package announces in the entry point group `motordrome.artists`; or
    `Plain`, also where what is announced cannot be loaded, which is logged."""
    for point in entry_points(group=GROUP, name=game):
        try:
            announced: Pictures = point.load()
        except (Exception, SystemExit) as error:
            log.warning("The pictures of %s (%s) cannot be loaded: %s", game, point.value, error)
            return Plain(find(game))
        return announced
    module = f"{__name__}.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return Plain(find(game))
    drawn: Pictures = import_module(module).ARTIST
    return drawn
