"""What has been reckoned for a position is remembered: a table that is forked, or loaded, puts its
question again, and what can be answered hangs on the position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec

from games.carwars.state import State

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


_ALL: Final[list[dict[tuple[Any, ...], Any]]] = []


def forget() -> None:
    """All that is remembered, where cards do something else from now on."""
    for kept in _ALL:
        kept.clear()


class Memory(Generic[T]):
    """The last values of a function of a position and a seat; nobody may change them."""

    def __init__(self, reckon: Callable[[State, int], T], most: int = 256) -> None:
        self._reckon, self._most = reckon, most
        self._kept: dict[tuple[Any, ...], T] = {}
        _ALL.append(self._kept)

    def __call__(self, state: State, seat: int) -> T:
        """The value, reckoned if it is not remembered."""
        lies = _encode((state.cars, state.things, state.turn))
        key = seat, state.options, lies
        if (value := self._kept.get(key)) is None:
            value = self._reckon(state, seat)
            # Computer seats decide in threads: any of these may happen meanwhile in another.
            for old in list(self._kept)[: len(self._kept) + 1 - self._most]:
                self._kept.pop(old, None)
            self._kept[key] = value
        return value
