"""What the open question lets a seat do with its hand, as a picture of the hand shows it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Playable(msgspec.Struct, frozen=True):
    """A card that may be played now."""

    card: int
    """Index into the view's hand."""
    key: str
    """The number on its button, such as `1`; empty for a card that names itself."""
    foot: str
    """On whom or for what, such as `Play on B or C`."""


class Choices(msgspec.Struct, frozen=True):
    """What the open question lets a seat do with its hand."""

    title: str
    """What is asked, such as `Choose one action`."""
    playable: Mapping[int, Playable] = {}
    """By index into the view's hand."""
    idle: Mapping[int, str] = {}
    """Why a card cannot be played now, by index into the view's hand."""
    asked: bool = True
    """Whether a question is open at all."""
    path: tuple[str, ...] = ()
    """What has been pressed of the answer so far, for artists that follow it."""
    paths: tuple[tuple[str, ...], ...] = ()
    """The full paths of the answers that are still open after that, likewise; of an answer that is
    made part by part, those of its usual next parts."""
