"""Pictures of games, each a pure function of what one seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Final, Protocol

from games.engine.found import find
from games.engine.players import Player
from images.choices import Choices, Playable
from images.plain import Plain

GROUP: Final = "motordrome.artists"

__all__ = ["Artist", "Choices", "Playable", "artist", "follows"]


class Artist(Protocol):
    """Draws one game. A module `images.<game>` has these functions; bytes are palette PNGs."""

    def board(self, view: Any, players: Sequence[Player], verb: str) -> bytes:
        """The table for everyone."""

    def hand(self, view: Any, players: Sequence[Player], choices: Choices) -> bytes:
        """A seat's own hand, with what can be played now and why the rest cannot."""

    def sheet(self, view: Any, players: Sequence[Player], seat: int) -> bytes:
        """One car with everything that lies on it."""

    def card(self, number: int) -> bytes:
        """One kind of card."""

    def card_alt(self, number: int) -> str:
        """One kind of card in words."""

    def result(self, view: Any, players: Sequence[Player]) -> bytes:
        """How the game ended; before that, how the players stand."""

    def result_alt(self, view: Any, players: Sequence[Player]) -> str:
        """The same in words."""

    def alt_text(self, view: Any, players: Sequence[Player], verb: str) -> str:
        """The board's words for who cannot see it, at most 1024 characters."""

    def long_description(self, view: Any, players: Sequence[Player], verb: str) -> str:
        """The whole board in words."""

    def hand_alt(self, view: Any, players: Sequence[Player], choices: Choices) -> str:
        """The hand in words, at most 1024 characters."""

    def sheet_alt(self, view: Any, players: Sequence[Player], seat: int) -> str:
        """One car in words, at most 1024 characters."""


@cache
def artist(game: str) -> Artist:
    """Who draws the game of that name: the module `images.<game>` of a game of ours, or its
    `ARTIST`; what an installed package announces in the entry point group `motordrome.artists`; or
    `Plain`."""
    for point in entry_points(group=GROUP, name=game):
        announced: Artist = point.load()
        return announced
    module = f"{__name__}.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return Plain(find(game))
    ours: Any = import_module(module)
    drawn: Artist = getattr(ours, "ARTIST", ours)
    return drawn


def follows(game: str) -> bool:
    """Whether the hand of that game shows how far its player has come in choosing: it is drawn anew
    at each press then. Its module says so by `follows = True`."""
    return bool(getattr(artist(game), "follows", False))
