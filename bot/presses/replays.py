"""/replay: a whole match as a film, drawn from what everyone was told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec

import images
from bot.match.recent import Recent
from bot.posts.naming import names_for_buttons
from bot.posts.posts import Picture, Post
from bot.store import MoveRow
from bot.tables import rows
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal
from games.engine.game import Game
from games.engine.players import Player

DRAWING: Final = Post(
    head=say("replays.drawing_the_replay"), body=(say("replays.this_takes_a_few"),)
)
MOST_MOVES: Final = 6_000
"""Moves that told something, of a match that is filmed: more would be drawn for a minute and be too
large all the same."""
NOTHING: Final = rows.told_bytes([])
"""What a move has told that told nothing."""
_KEPT: Final = 4
"""Films kept: of at most 4 MB each."""


class Film(msgspec.Struct, frozen=True):
    """A match whose film can be drawn."""

    match_id: str
    game: Game[Any]
    players: tuple[Player, ...]
    moves: tuple[MoveRow, ...]
    options: Any


class Replays:
    """Draws films in a worker thread, one at a time."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._one = asyncio.Lock()
        self._kept: Recent[tuple[str, int, tuple[Player, ...]], Picture] = Recent(_KEPT)

    async def film(self, match_id: str) -> Film:
        """The match as it stands. Raises a `Refusal` where there is nothing to draw."""
        match = await self._matches.look(match_id)
        game = match.game
        if images.artist(game.name).film is None:
            raise Refusal(say("replays.has_no_replay", title=game.title))
        if match.status == "live":
            raise Refusal(say("replays.still_going_on"))
        moves = await self._matches.store.moves(match_id)
        stand = tuple(move for move in moves if not move.undone)
        if sum(move.events != NOTHING for move in stand) > MOST_MOVES:
            raise Refusal(say("replays.this_match_is_too"))
        if not stand:
            raise Refusal(say("replays.this_match_has_not"))
        return Film(match_id, game, tuple(names_for_buttons(match)), stand, match.options)

    async def post(self, film: Film) -> Post:
        """The film. Raises a `Refusal` where there is nothing in it yet, or too much."""
        key = film.match_id, film.moves[-1].n, film.players
        async with self._one:
            picture = self._kept.get(key)
            if picture is None:
                picture = await asyncio.to_thread(draw, film)
                self._kept[key] = picture
        return Post(
            head=say("replays.replay_of_table", match_id=film.match_id),
            picture=picture,
            foot=film.game.title,
        )


def told(game: Game[Any], moves: Sequence[MoveRow]) -> list[Any]:
    """Everything that everyone was told, in order: never what was told to some seats only."""
    return [
        each.event
        for move in moves
        for each in rows.told_of(game, move.events)
        if each.reaches(None)
    ]


def draw(film: Film) -> Picture:
    """The film with its words. Runs in a worker thread."""
    filmed = images.artist(film.game.name).film
    assert filmed is not None
    told_of = told(film.game, film.moves), film.players, film.options
    return Picture("replay.gif", filmed.replay(*told_of), filmed.words(*told_of))
