"""Answers that are begun, where their path is too long for a custom id.

A press carries the path of the answer so far, so nothing is stored while a player chooses. A path
that would not fit is stored with its seat, and the press carries a mark of it. A press whose mark
is of another path, or of another question, is out of date: it changes nothing.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from bot.words import say
from games.engine.errors import Stale

LONGEST: Final = 40
"""Characters of a path that custom ids carry themselves; the next key has 19 at most."""
MARK: Final = "~"
"""What a mark begins with, and no key does."""


class Draft(msgspec.Struct, frozen=True):
    """The path so far of an answer to a question."""

    number: int
    path: tuple[str, ...]


def is_long(path: tuple[str, ...]) -> bool:
    """Whether a path has to be stored for presses to go on from it."""
    return len(".".join(path)) > LONGEST


def mark_of(path: tuple[str, ...]) -> str:
    """The mark of a path."""
    return MARK + hashlib.blake2s(".".join(path).encode(), digest_size=5).hexdigest()


def carried(path: tuple[str, ...]) -> tuple[str, ...]:
    """A path as custom ids carry it: itself, or its mark."""
    return (mark_of(path),) if is_long(path) else path


def whole(draft: Draft | None, number: int, path: tuple[str, ...]) -> tuple[str, ...]:
    """The path that a press on that question means. Raises `Stale` for an old mark."""
    if not path or not path[0].startswith(MARK):
        return path
    if draft is None or draft.number != number or mark_of(draft.path) != path[0]:
        raise Stale(say("drafts.that_button_is_out"))
    return (*draft.path, *path[1:])
