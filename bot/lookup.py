"""Looking up rules and cards: what completion offers, and what a name means.

Several games share `/rules` and `/card`. The game of the channel's table comes first, and a choice
of the list says which game it means: its value is `game:key`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from discord import app_commands

from games.engine.errors import Refusal
from games.engine.game import Game, all_games
from games.engine.words import Topic

Kind = Literal["rules", "cards"]
MOST_CHOICES: Final = 25
MOST_NAME: Final = 100


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


def topics(kind: Kind, first: str = "") -> list[Found]:
    """Every topic, those of the game `first` before the others."""
    games = sorted(all_games(), key=lambda game: game.name != first)
    return [Found(game.name, game.title, topic) for game in games for topic in _of(game, kind)]


def _of(game: Game[Any], kind: Kind) -> Sequence[Topic]:
    return game.words.topics() if kind == "rules" else game.words.cards()


def choices(kind: Kind, typed: str, first: str = "") -> list[app_commands.Choice[str]]:
    """What completion offers: titles that begin with what was typed, then those that hold it."""
    text = typed.lower().strip()
    every = topics(kind, first)
    starts = [one for one in every if one.topic.title.lower().startswith(text)]
    holds = [
        one
        for one in every
        if text in f"{one.topic.title} · {one.title}".lower() and one not in starts
    ]
    return [
        app_commands.Choice(name=_name(one), value=one.key[:MOST_NAME])
        for one in (starts + holds)[:MOST_CHOICES]
    ]


def _name(one: Found) -> str:
    name = f"{one.topic.title} · {one.title}"
    return name if len(name) <= MOST_NAME else one.topic.title[:MOST_NAME]


def find(kind: Kind, wanted: str, first: str = "") -> Found:
    """The topic of that key, title or rule's address; in doubt of the game `first`.

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
        if bare in (topic.key.lower(), topic.title.lower(), *cites):
            return one
    for one in every:
        if text and text in one.topic.title.lower():
            return one
    raise Refusal("There is nothing of that name. Start typing and choose from the list.")
