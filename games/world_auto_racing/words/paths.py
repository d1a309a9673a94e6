"""An answer as a path of short keys, and a question's answers under the beginning of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.world_auto_racing.moves import (
    Accept,
    Bring,
    Decline,
    Discard,
    Fetch,
    Keep,
    Lose,
    Pass,
    Play,
    Redraw,
    Take,
    Use,
)

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

_PLAIN: Final[dict[type[Any], str]] = {
    Bring: "own",
    Keep: "keep",
    Redraw: "redraw",
    Pass: "pass",
    Accept: "accept",
    Decline: "decline",
}


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
    if isinstance(option, Play):
        return (
            f"{CARD}{option.card}",
            _key(ON, option.on),
            _key(PICK, option.pick),
            _key(REPLACE, option.replace),
        )
    if isinstance(option, Use):
        return (f"{USE}{option.card}", _key(ON, option.on), _key(PICK, option.pick))
    if isinstance(option, Take):
        return (f"{TAKE}{option.car}",)
    if isinstance(option, Discard):
        return (f"{DISCARD}{option.card}",)
    if isinstance(option, Lose):
        return (f"{LOSE}{option.card}",)
    if isinstance(option, Fetch):
        return (f"{FETCH}{option.card}",)
    return (_PLAIN[type(option)],)


def _key(letter: str, number: int) -> str:
    return f"{letter}{number}" if number >= 0 else letter


def number(key: str) -> int:
    """The card or seat in a key, or -1 where there is none."""
    return int(key[1:]) if key[1:].isdigit() else -1


def under(ask: Ask[Any], keys: Sequence[str]) -> list[Any]:
    """The options whose path begins with these keys."""
    start = tuple(keys)
    return [option for option in ask.options if path(option)[: len(start)] == start]
