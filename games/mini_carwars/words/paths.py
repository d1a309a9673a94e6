"""What the keys of answers say (`moves`), and the answers under the beginning of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask

ENOUGH: Final = "enough"
HOLD: Final = "hold"
OUT: Final = "out"
"""Before the keys of a shot at what is out of action: such shots stand apart."""
BRING: Final = "bring"
"""A vehicle built at home: it is brought along, never listed."""


def number(key: str) -> int:
    """The number in a key: of a model, a target, a side, an amount."""
    return int(key[1:])


def signed_amount(key: str) -> int:
    """An amount with its side: `l30` is −30."""
    return -number(key) if key.startswith("l") else number(key)


def places(key: str) -> tuple[int, ...]:
    """The weapons in the first key of a shot: `w01`."""
    return tuple(int(digit) for digit in key[1:])


def under(ask: Ask[Any], keys: Sequence[str]) -> list[Any]:
    """The answers whose path begins with these keys."""
    start = tuple(keys)
    return [option for option in ask.options if option.path[: len(start)] == start]
