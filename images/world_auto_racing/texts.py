"""What the pictures of World Auto Racing say: the section `picture` of its texts, filled in."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.messages import spelled
from games.world_auto_racing.texts import say as filled

say: Final = partial(filled, "picture")
"""A text of that name, filled in."""


class Count(int):
    """A number that a text puts with its noun: "{cards:# card|# cards}"."""

    def __format__(self, spec: str) -> str:
        return spelled(int(self), spec)


def lower(words: str) -> str:
    """The words within a sentence: with a small letter at their head."""
    return words[:1].lower() + words[1:]
