"""Names and words that people chose, as they can stand in what others read."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from bot.words import say


def cut(text: str, most: int) -> str:
    """At most so many characters, of several lines whole ones if that costs little."""
    if len(text) <= most:
        return text
    short = text[: most - 1]
    whole = short.rfind("\n")
    return (short[:whole] + "\n" if whole > most * 3 // 4 else short.rstrip()) + "…"


@lru_cache(4096)
def short_name(name: str) -> str:
    """A name as it can stand on a button or in a picture: one line of at most 32 characters.

    >>> short_name(" Ann\\nthe \\u202egreat ")
    'Ann the great'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return cut(line or say("names.somebody"), 32)


_MARKDOWN: Final = re.compile(r"^[-+]|[\\*_~|`<>\[\]#]", re.MULTILINE)


def plain_text(text: str) -> str:
    """Words as they can stand in a message and mean no more than they say: no markdown, no pings.

    >>> plain_text("**@everyone**")
    '\\\\*\\\\*@\\u200beveryone\\\\*\\\\*'
    """
    escaped = _MARKDOWN.sub(r"\\\g<0>", text)
    return escaped.replace("@", "@\u200b").replace("://", ":\u200b//")


_MEANS_MORE: Final = frozenset("\\*_~|`<>[]#@:/{}")
"""Characters that mean something in a message, or in a line that is kept with names left open."""


def bare_name(name: str) -> str:
    """A name that a game keeps and puts in sentences and pictures alike: one line of at most 24
    characters, none of which means more than it says. It may be empty.

    >>> bare_name("**@everyone** in {0}")
    'everyone in 0'
    """
    kept = (c for c in name if c.isprintable() and c not in _MEANS_MORE)
    return cut(" ".join("".join(kept).split()), 24)


@lru_cache(4096)
def plain_name(name: str) -> str:
    """A name as it can stand in a message: short, no markdown, no pings."""
    return plain_text(short_name(name))
