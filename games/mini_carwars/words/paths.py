"""What the keys of answers say (`moves`), and the answers under the beginning of a path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask

ENOUGH: Final = "enough"
HOLD: Final = "hold"
OUT: Final = "out"
"""Before the keys of a shot at what is out of action: such shots stand apart."""
EXTRAS: Final = "extras"
"""Before the keys of vehicles that are bought with accessories, or several at once."""
BRING: Final = "bring"
"""A vehicle built at home: it is brought along, never listed."""


_TURN: Final = re.compile(r"([lr])(\d+)(left|right)?")
_SHOT: Final = re.compile(r"w(\d+)(?:t(\d+)s(\d+))?")


def turn(key: str) -> tuple[int, str]:
    """The amount and the corner in the second key of a move.

    >>> turn("l30"), turn("l30right"), turn("r2")
    ((-30, 'left'), (-30, 'right'), (2, 'right'))
    """
    found = _TURN.fullmatch(key)
    assert found is not None
    side, size, corner = found.groups()
    way = "left" if side == "l" else "right"
    return (-int(size) if side == "l" else int(size)), corner or way


def shot(key: str) -> tuple[tuple[int, ...], int, int]:
    """Weapons, target and side in the key of a shot; no target is -1.

    >>> shot("w01t1s3"), shot("w2")
    (((0, 1), 1, 3), ((2,), -1, -1))
    """
    found = _SHOT.fullmatch(key)
    assert found is not None
    weapons, target, side = found.groups("-1")
    return tuple(map(int, weapons)), int(target), int(side)


def under(ask: Ask[Any], keys: Sequence[str]) -> list[Any]:
    """The answers whose path begins with these keys."""
    start = tuple(keys)
    return [option for option in ask.options if option.path[: len(start)] == start]
