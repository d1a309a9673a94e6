"""Pictures for posts: drawn in worker threads, and not drawn again while nothing has changed."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

import images.chart
import images.lobby
from bot.match.recent import Recent
from bot.posts.posts import Draw, Picture, Post
from bot.words import say
from games.engine.ask import Ask, Asks
from games.engine.game import Game
from games.engine.players import Player
from games.engine.words import Chart
from images.plain import Shown

_KEPT: Final = 128
"""Pictures kept: 128 of at most 70 KB are under 9 MB."""


HAND: Final = "hand.png"
"""File name of a hand: an edit that keeps the picture refers to it."""


class Pictures:
    """Draws what a seat may see. Every method takes a view, and knows nothing beside it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="pictures")
        self._kept: Recent[str, tuple[bytes, str]] = Recent(_KEPT)
        self.drawn = 0

    def close(self) -> None:
        """End the worker threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _draw(self, name: str, what: object, draw: Draw) -> Picture:
        return Picture(name, *await self._keep(_key(what), draw))

    async def paint(self, post: Post, failed: Callable[[Exception], str]) -> Post:
        """The post with its picture drawn, if it is not yet; `failed` as in `drawn`."""
        shown = post.picture
        if shown is None or shown.draw is None:
            return post
        picture, trouble = await drawn(self._painted(shown, shown.draw), failed)
        return msgspec.structs.replace(
            post,
            picture=picture,
            body=(*post.body, *trouble),
            undrawn=post.key() if trouble else "",
        )

    async def _painted(self, shown: Picture, draw: Draw) -> Picture:
        return Picture(shown.name, *await self._keep(shown.of, draw), shown.of)

    async def _keep(self, key: str, draw: Draw) -> tuple[bytes, str]:
        data = self._kept.get(key)
        if data is None:
            data = await asyncio.get_running_loop().run_in_executor(self._threads, draw)
            self.drawn += 1
        self._kept[key] = data
        return data

    def lobby(self, lobby: images.lobby.Lobby) -> Picture:
        """A table before its start, not drawn yet."""
        shown = "lobby", lobby.page(), lobby.room, lobby.minutes, lobby.places, lobby.joins
        key = _key((*shown, lobby.game.title, lobby.players, lobby.kept))
        return Picture("lobby.png", of=key, draw=lambda: (lobby.png(), lobby.alt_text()))

    def board(
        self,
        game: Game[Any],
        view: Any,
        asked: Asks,
        players: Sequence[Player],
        events: Sequence[Any] = (),
    ) -> Picture:
        """The table for everyone, not drawn yet. `view` is a spectator's, `events` are the last
        public ones."""
        artist = images.artist(game.name)
        now = images.moment(game, view, asked, events)
        return Picture(
            "board.png",
            of=_key(("board", game.name, view, now, players)),
            draw=lambda: _both(artist.board(view, players, now)),
        )

    def result(self, game: Game[Any], view: Any, players: Sequence[Player]) -> Picture:
        """How the game ended, not drawn yet."""
        artist = images.artist(game.name)
        return Picture(
            "result.png",
            of=_key(("result", game.name, view, players)),
            draw=lambda: _both(artist.result(view, players)),
        )

    async def chart(self, chart: Chart, players: Sequence[Player]) -> Picture:
        """A game so far as lines."""
        return await self._draw(
            "chart.png",
            ("chart", chart, players),
            lambda: (images.chart.chart(chart, players), images.chart.chart_alt(chart, players)),
        )

    async def hand(
        self,
        game: Game[Any],
        view: Any,
        ask: Ask[Any] | None,
        players: Sequence[Player],
        path: tuple[str, ...] = (),
    ) -> Picture:
        """One seat's own hand, with what can be played now; `path` is what has been pressed of the
        answer so far, or all of it where nothing is asked any more."""
        artist = images.artist(game.name)
        choices = _choices(game, view, ask, players, path)
        return await self._draw(
            HAND,
            ("hand", game.name, view, choices, players),
            lambda: _both(artist.hand(view, players, choices)),
        )

    async def sheet(
        self, game: Game[Any], view: Any, players: Sequence[Player], seat: int
    ) -> Picture:
        """One car with everything that lies on it."""
        artist = images.artist(game.name)
        return await self._draw(
            "car.png",
            ("sheet", game.name, view, players, seat),
            lambda: _both(artist.sheet(view, players, seat)),
        )

    async def card(self, game: Game[Any], number: int) -> Picture:
        """One kind of card."""
        artist = images.artist(game.name)
        what = ("card", game.name, number)
        return await self._draw("card.png", what, lambda: _both(artist.card(number)))

    def words(
        self,
        game: Game[Any],
        view: Any,
        asked: Asks,
        players: Sequence[Player],
        events: Sequence[Any] = (),
    ) -> str:
        """The board in words, good enough to play by ear."""
        now = images.moment(game, view, asked, events)
        return images.artist(game.name).board(view, players, now).long_description()


def design(game: Game[Any], design: Any, part: str = "", name: str = "") -> Picture | None:
    """What a player builds at home, by its name if it has one, and the part that is being changed,
    not drawn yet; None where the game has no picture of it."""
    shown = images.artist(game.name).design(design, part, name)
    if shown is None:
        return None
    key = _key(("design", game.name, design, part, name))
    return Picture("design.png", of=key, draw=lambda: _both(shown))


def _both(shown: Shown) -> tuple[bytes, str]:
    return shown.png(), shown.alt_text()


def _key(what: object) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(what)).hexdigest()[:16]


async def drawn(
    drawing: Awaitable[Picture], failed: Callable[[Exception], str]
) -> tuple[Picture | None, list[str]]:
    """A picture; where it cannot be drawn none, and a line that says so. `failed` notes the fault
    and returns its id."""
    try:
        return await drawing, []
    except Exception as error:
        fault = failed(error)
        return None, [say("pictures.the_picture_cannot", fault=fault)]


def button_numbers(
    game: Game[Any], view: Any, ask: Ask[Any], players: Sequence[Player]
) -> dict[str, str]:
    """The number on a card's button and in its picture, by the first key of its path, in the order
    of the hand; empty for a card that names itself."""
    held = {place: key for place, key, _ in game.words.held(view, ask, players) if key}
    keys = dict.fromkeys(held[place] for place in sorted(held))
    named = game.words.named
    return {key: "" if key in named else str(number) for number, key in enumerate(keys, 1)}


def _choices(
    game: Game[Any],
    view: Any,
    ask: Ask[Any] | None,
    players: Sequence[Player],
    path: tuple[str, ...],
) -> images.Choices:
    """What the hand's picture shows of the open question."""
    words = game.words
    if ask is None:
        return images.Choices(
            say("pictures.nothing_to_decide_just"),
            asked=False,
            unplayable=words.unplayable(view, None),
            path=path if images.artist(game.name).follows else (),
        )
    numbers = button_numbers(game, view, ask, players)
    playable = {
        place: images.Playable(numbers[key], caption)
        for place, (key, caption) in words.captions(view, ask, players).items()
    }
    choices = images.Choices(
        words.hand_title(view, ask, players), playable, words.unplayable(view, ask)
    )
    follows = images.artist(game.name).follows
    if not (path or follows):
        return choices
    if ask.walked is not None and path[:1] == (ask.walked.name,):
        still = tuple((*path, key) for key in ask.walked.keys(path[1:]))
    else:
        left = [each for each in ask.options if words.path(each)[: len(path)] == path]
        spare = ask.spare(left) if path and len(left) > 1 else ()
        still = tuple(words.path(option) for option in left if option not in spare)
    step = words.step([each[len(path)] for each in still if path and len(each) > len(path)])
    choices = msgspec.structs.replace(choices, title=step or choices.title)
    if follows:
        return msgspec.structs.replace(choices, path=path, paths=still)
    if not step:
        return choices
    # The buttons name sides and targets now: no card has a number, and only the chosen one is lit.
    chosen = {
        place: images.Playable("", caption)
        for place, (key, caption) in words.captions(view, ask, players).items()
        if key == path[0]
    }
    return msgspec.structs.replace(choices, playable=chosen)
