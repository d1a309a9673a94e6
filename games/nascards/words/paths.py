"""An answer as a path of short keys."""

from __future__ import annotations

from typing import Any, Final

from games.nascards.cards import NUMBERS
from games.nascards.moves import Aim, Decline, Drive, Drop, Follow, Keep, Pit, Stay
from games.nascards.state import State

PIT: Final = "pit"
STAY: Final = "stay"
FOLLOW: Final = "follow"
DECLINE: Final = "decline"
ALONE: Final = "alone"
"""Drive Fast without a card set aside."""
TWO: Final = "two"
"""Name of the subset of two Speed cards."""
CARS: Final = "cars"
"""Name of the subset of target cars."""


def path(option: Any) -> tuple[str, ...]:
    """The keys of an answer.

    Drive Fast always has two keys: what follows it, or that nothing does. Cars aimed at are a key
    each, lowest seat first. Two Speed cards are items of a subset, so their path begins with its
    name.

    >>> path(Keep(25))
    ('m25',)
    >>> path(Aim((0, 2)))
    ('a0', 'a2')
    >>> path(Drive((7,))), path(Drive((3, 7)))
    (('s7',), ('two', 'c3c7'))
    """
    if isinstance(option, Keep):
        return _keep(option)
    if isinstance(option, Aim):
        return tuple(f"a{seat}" for seat in option.cars) or ("nobody",)
    if isinstance(option, Drop):
        return (f"s{option.card}",)
    if isinstance(option, Drive):
        if len(option.cards) == 1:
            return (f"s{option.cards[0]}",)
        return (TWO, "".join(f"c{card}" for card in sorted(option.cards)) or "none")
    return (_PLAIN[type(option)],)


def _keep(keep: Keep) -> tuple[str, ...]:
    if keep.follow >= 0:
        return (f"m{keep.card}", f"f{keep.follow}")
    if keep.card == NUMBERS.get("drive_fast"):
        return (f"m{keep.card}", ALONE)
    return (f"m{keep.card}",)


_PLAIN: Final[dict[type[Any], str]] = {Pit: PIT, Stay: STAY, Follow: FOLLOW, Decline: DECLINE}
"""Answers that are one word."""


def number(key: str) -> int:
    """The number of a card or seat in its key."""
    return int(key[1:])


def numbers(key: str) -> tuple[int, ...]:
    """The cards in the second key of a subset: `c3c7`."""
    return tuple(int(part) for part in key.split("c")[1:] if part.isdigit())


def keys(view: State) -> list[str]:
    """The first key of the path of every card of the hand, by place."""
    return [*(f"s{card}" for card in view.hand), *(f"m{card}" for card in view.dealt)]
