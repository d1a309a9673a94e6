"""An answer as a path of short keys, and a question's answers under the beginning of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.engine.ask import Ask
from games.engine.defaults import tag
from games.world_auto_racing.moves import Bring, Discard, Fetch, Lose, Play, Take, Use

CARD: Final = "c"
USE: Final = "u"
ON: Final = "o"
PICK: Final = "k"
REPLACE: Final = "r"
TAKE: Final = "t"
DISCARD: Final = "d"
LOSE: Final = "l"
FETCH: Final = "f"
"""First letters of keys that carry a number: a card or a seat."""

_LETTERS: Final[dict[type[Any], tuple[str, ...]]] = {
    Play: (CARD, ON, PICK, REPLACE),
    Use: (USE, ON, PICK),
    Take: (TAKE,),
    Discard: (DISCARD,),
    Lose: (LOSE,),
    Fetch: (FETCH,),
}
"""Those of the answers that are made of numbers; the others are a word each."""


def path(option: Any) -> tuple[str, ...]:
    """The keys of an answer.

    A card played is always four keys: itself, whom it is aimed at, the card it works on and the mod
    given up for it; a part there is not is the letter alone. An ability is three. So no path is the
    beginning of another, whatever a card asks for.

    >>> path(Play(24, on=1, pick=7))
    ('c24', 'o1', 'k7', 'r')
    >>> path(Use(3))
    ('u3', 'o', 'k')
    """
    letters = _LETTERS.get(type(option))
    if letters is None:
        return ("own" if isinstance(option, Bring) else tag(option),)
    numbers = msgspec.structs.astuple(option)
    return tuple(f"{a}{n}" if n >= 0 else a for a, n in zip(letters, numbers, strict=True))


def number(key: str) -> int:
    """The card or seat in a key, or -1 where there is none."""
    return int(key[1:]) if key[1:].isdigit() else -1


def under(ask: Ask[Any], keys: Sequence[str]) -> list[Any]:
    """The options whose path begins with these keys."""
    start = tuple(keys)
    return [option for option in ask.options if path(option)[: len(start)] == start]
