"""Small pieces of language shared by pictures and the words beside them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled
from games.engine.voice import count as counted
from games.engine.voice import cut, listed

__all__ = ["counted", "lettered", "listed", "name_of", "places_of", "plain", "shorten", "who_is"]

MOST_ALT: Final = 1024
"""Characters of an alt text, at Discord's."""
_NAME: Final = 32
"""Longest name in words, as Discord's own limit."""


@lru_cache(maxsize=1024)
def plain(text: str, most: int = _NAME) -> str:
    """A player's own text on one line: control and direction marks gone, cut to `most`.

    >>> plain("two\\nlines")
    'two lines'
    """
    kept = (
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp", "Zs") else char
        for char in text[: 20 * most]
        if unicodedata.category(char) not in ("Cf", "Cs", "Co")
    )
    line = " ".join("".join(kept).split())
    return cut(line, most)


def lettered(players: Sequence[Player]) -> list[Player]:
    """The players as texts of pictures name them: by letter and name."""
    return [Player(who_is(players, at)) for at in range(len(players))]


def who_is(players: Sequence[Player], seat: int) -> str:
    """ "A Rook"."""
    return f"{SEAT_LETTERS[seat]} {name_of(players, seat)}"


def name_of(players: Sequence[Player], seat: int) -> str:
    """A player's name, never empty."""
    name = plain(players[seat].name) if seat < len(players) else ""
    return name or filled("images", "name", "seat", letter=SEAT_LETTERS[seat])


def places_of(groups: Iterable[Sequence[int]]) -> dict[int, int]:
    """The place of each seat, best first, in groups that share one."""
    places = dict[int, int]()
    for group in groups:
        places.update(dict.fromkeys(group, len(places) + 1))
    return places


def shorten(sentences: Sequence[str], most: int) -> str:
    """As many whole sentences as fit in `most` characters; a first one too long is cut."""
    out = ""
    for sentence in sentences:
        longer = f"{out} {sentence}" if out else sentence
        if len(longer) > most:
            break
        out = longer
    return out or cut(sentences[0], most)
