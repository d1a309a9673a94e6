"""An answer as a path of short keys, and a question's answers under the beginning of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.mini_carwars.moves import Bring, Drive, Enough, Fire, Hold, Speed, Take

ENOUGH: Final = "enough"
HOLD: Final = "hold"
STRAIGHT: Final = "straight"
OUT: Final = "out"
"""Before the keys of a shot at what is out of action: such shots stand apart."""
BRING: Final = "bring"
"""A vehicle built at home: it is brought along, never listed."""


def path(option: Any) -> tuple[str, ...]:
    """The keys of an answer.

    >>> path(Take(3)), path(Speed(60)), path(Speed(-10))
    (('m3', 'k0', 'n1'), ('s60',), ('r10',))
    >>> path(Drive()), path(Drive("drift", -2)), path(Drive("swerve", 30, "left"))
    (('straight',), ('drift', 'l2'), ('swerve', 'r30', 'left'))
    >>> path(Fire((0, 1), 1, 3)), path(Fire((2,)))
    (('w01', 't1', 's3'), ('w2',))
    >>> path(Fire((2,), 1, 3, out=True))
    ('out', 'w2', 't1', 's3')
    """
    if isinstance(option, Take):
        kit = f"{'a' if option.body_armor else 'k'}{option.computer}"
        return (f"m{option.model}", kit, f"n{option.count}")
    if isinstance(option, Speed):
        return (f"s{option.mph}" if option.mph >= 0 else f"r{-option.mph}",)
    if isinstance(option, Drive):
        return _drive(option)
    if isinstance(option, Fire):
        weapons = "w" + "".join(str(place) for place in option.weapons)
        if option.target < 0:
            return (weapons,)
        shot = weapons, f"t{option.target}", f"s{option.side}"
        return (OUT, *shot) if option.out else shot
    return (_PLAIN[type(option)],)


def _drive(drive: Drive) -> tuple[str, ...]:
    if drive.how == "straight":
        return (STRAIGHT,)
    amount = f"{'r' if drive.amount > 0 else 'l'}{abs(drive.amount)}"
    return (drive.how, amount) if drive.how == "drift" else (drive.how, amount, drive.hold)


_PLAIN: Final[dict[type[Any], str]] = {Enough: ENOUGH, Hold: HOLD, Bring: BRING}
"""Answers that are one word."""


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
    return [option for option in ask.options if path(option)[: len(start)] == start]
