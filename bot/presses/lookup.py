"""Looking up rules and cards: what completion offers, and what a name means.

Several games share `/rules` and `/card`. The game of the channel's table comes first, and a choice
of the list says which game it means: its value is `game:key`. What was typed is looked for word by
word, in titles and then in texts: the words of a game's buttons stand there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

import msgspec
from discord import app_commands

from bot.posts.posts import Picture, Post
from bot.words import say
from games.engine.errors import Refusal
from games.engine.found import all_games
from games.engine.game import Game
from games.engine.words import Topic

Kind = Literal["rules", "cards"]
MOST_CHOICES: Final = 25
MOST_NAME: Final = 100
MOST_TYPED: Final = 200
"""Characters that are looked for: no title has so many."""
LEAST_INSIDE: Final = 3
"""Fewer letters are not looked for inside a word: "RL" is no part of a world."""
BEFORE_GAME: Final = " · "
"""Between a title and its game."""


class Found(msgspec.Struct, frozen=True):
    """A topic and the game it belongs to."""

    game: str
    title: str
    """The game's title."""
    topic: Topic

    @property
    def key(self) -> str:
        """What a completed option holds."""
        return f"{self.game}:{self.topic.key}"

    def post(self, picture: Picture | None = None) -> Post:
        """The topic as it is shown."""
        topic = self.topic
        foot = " · ".join(filter(None, (self.title, topic.cite)))
        return Post(head=topic.title, body=(topic.text,), picture=picture, foot=foot)


def topics(kind: Kind, first: str = "") -> list[Found]:
    """Every topic, those of the game `first` before the others."""
    games = sorted(all_games(), key=lambda game: game.name != first)
    return [Found(game.name, game.title, topic) for game in games for topic in _of(game, kind)]


def _of(game: Game[Any], kind: Kind) -> Sequence[Topic]:
    return game.words.topics() if kind == "rules" else game.words.cards()


def choices(kind: Kind, typed: str, first: str = "") -> list[app_commands.Choice[str]]:
    """What completion offers; everything as long as nothing is typed."""
    found = ranked(kind, typed, first) if typed.strip() else topics(kind, first)
    return [
        app_commands.Choice(name=_name(one), value=one.key[:MOST_NAME])
        for one in found[:MOST_CHOICES]
    ]


def _name(one: Found) -> str:
    name = f"{one.topic.title}{BEFORE_GAME}{one.title}"
    return name if len(name) <= MOST_NAME else one.topic.title[:MOST_NAME]


def ranked(kind: Kind, typed: str, first: str = "") -> list[Found]:
    """Topics that what was typed may mean: those of the game `first`, and the best, first."""
    # Whoever comes back to an option that was filled from the list has its game there too.
    words = _words(typed[:MOST_TYPED].partition(BEFORE_GAME)[0])
    if not words:
        return []
    ranks = [(one, _rank(one.topic, words)) for one in topics(kind, first)]
    fitting = [(one.game != first, rank, one) for one, rank in ranks if rank is not None]
    return [one for *_, one in sorted(fitting, key=lambda fit: fit[:2])]


def _rank(topic: Topic, words: str) -> tuple[int, int] | None:
    """How well a topic fits, the lower the better; None for not at all."""
    key, title, text = _spelled(topic)
    tight = words.replace(" ", "")
    if words == title or tight == key:
        return 0, 0
    if title.startswith(words):
        return 1, 0
    if words in title or key.startswith(tight):
        return 2, 0
    if times := text.count(words):
        return 3, -times
    inside = words[1:]
    return (4, 0) if len(inside) >= LEAST_INSIDE and inside in title else None


@cache
def _spelled(topic: Topic) -> tuple[str, str, str]:
    """Key, title and text of a topic as they are searched."""
    return _words(topic.key).replace(" ", ""), _words(topic.title), _words(topic.text)


def _words(text: str) -> str:
    """Words alone, a space before each, so that the beginning of one can be looked for.

    >>> _words("Hi-Res (+2), the driver's")
    ' hi res 2 the drivers'
    """
    return "".join(f" {word}" for word in re.findall(r"[^\W_]+", text.lower().replace("'", "")))


def find(kind: Kind, wanted: str, first: str = "") -> Found:
    """The topic that was chosen, or of that title or rule's address; else the best that fits.

    In doubt it is of the game `first`.

    Raises `Refusal` when there is none.
    """
    text = wanted.strip().lower()
    bare = text.removeprefix("rules: ")
    every = topics(kind, first)
    for one in every:
        if text == one.key.lower():
            return one
    for one in every:
        topic = one.topic
        cites = [cite.removeprefix("rules: ") for cite in topic.cite.lower().split("; ")]
        if bare in (topic.title.lower(), *cites):
            return one
    if best := ranked(kind, text, first):
        return best[0]
    raise Refusal(say("lookup.there_is_nothing"))
