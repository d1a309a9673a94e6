"""What pictures know beside a view: the moment, for a board; and what the open question lets a seat
do, for its hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from images.words import plain

_SENTENCE = 120
"""Longest caption that is taken over, in characters."""


class Now(msgspec.Struct, frozen=True):
    """The moment that a board shows."""

    asked: tuple[int, ...] = ()
    """The seats that are asked, also who has answered already."""
    action_phrase: str = ""
    """What they do, such as `attacks`."""
    recent: Any = None
    """What of the last public events is shown: what `News.recent` made of them."""


QUIET: Final = Now()
"""Nobody is asked, and nothing has happened."""


class Playable(msgspec.Struct, frozen=True):
    """A card that may be played now."""

    key: str
    """The number on its button, such as `1`; empty for a card that names itself."""
    caption: str
    """On whom or for what, such as `Play on B or C`."""


class Choices(msgspec.Struct, frozen=True):
    """What the open question lets a seat do with its hand."""

    title: str
    """What is asked, such as `Choose one action`."""
    playable: Mapping[int, Playable] = {}
    """By index into the view's hand."""
    unplayable: Mapping[int, str] = {}
    """Why a card cannot be played now, by index into the view's hand."""
    asked: bool = True
    """Whether a question is open at all."""
    path: tuple[str, ...] = ()
    """What has been pressed of the answer so far, for artists that follow it; where nothing is
    asked, all of an answer that has not counted yet."""
    paths: tuple[tuple[str, ...], ...] = ()
    """The full paths of the answers that are still open after that, likewise; of an answer that is
    made part by part, those of its usual next parts."""

    def key(self, place: int) -> str:
        """The number on the button of a card that may be played now."""
        return plain(self.playable[place].key) if place in self.playable else ""

    def caption(self, place: int) -> str:
        """On whom a card may be played, or why it cannot be."""
        playable = self.playable.get(place)
        return plain(playable.caption if playable else self.unplayable.get(place, ""), _SENTENCE)
