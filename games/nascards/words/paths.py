"""An answer as a path of short keys."""

from __future__ import annotations

import re
from typing import Any, Final

from games.engine import defaults
from games.nascards.kinds import DRIVE_FAST
from games.nascards.moves import Aim, Drive, Drop, Keep

ALONE: Final = "alone"
"""Drive Fast without a card set aside."""
TWO: Final = "two"
"""Name of the combination of two Speed cards."""
CARS: Final = "cars"
"""Name of the combination of target cars."""


def path(option: Any) -> tuple[str, ...]:
    """The keys of an answer.

    Drive Fast always has two keys: what follows it, or that nothing does. Cars aimed at are a key
    each, lowest seat first. Two Speed cards are a combination, whose name their path begins with.

    >>> path(Keep(25))
    ('m25',)
    >>> path(Aim((0, 2)))
    ('a0', 'a2')
    >>> path(Drive((7,))), path(Drive((3, 7)))
    (('s7',), ('two', 'c3c7'))
    """
    match option:
        case Keep(card, follow) if follow >= 0:
            return f"m{card}", f"f{follow}"
        case Keep(card):
            return (f"m{card}", ALONE) if card == DRIVE_FAST else (f"m{card}",)
        case Aim(cars):
            return tuple(f"a{seat}" for seat in cars) or ("nobody",)
        case Drop(card) | Drive((card,)):
            return (f"s{card}",)
        case Drive(cards):
            return TWO, "".join(f"c{card}" for card in sorted(cards)) or "none"
    return (defaults.tag(option),)


def numbers(key: str) -> tuple[int, ...]:
    """The cards or seats in a key, such as `m25` or `c3c7`."""
    return tuple(map(int, re.findall(r"\d+", key)))
