"""What has been reckoned for a position is remembered: a table that is forked, or loaded, puts its
question again, and what can be answered hangs on the position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from games.carwars.state import State

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Memory(Generic[T]):
    """Has a function of a position and a seat remember its last values; nobody may change them."""

    def __init__(self, reckon: Callable[[State, int], T], most: int = 256) -> None:
        self._reckon, self._most = reckon, most
        self.kept: dict[tuple[Any, ...], T] = {}

    def __call__(self, state: State, seat: int) -> T:
        """The value, reckoned if it is not remembered."""
        lies = _encode((state.cars, state.things, state.turn))
        key = seat, state.options, lies
        if (value := self.kept.get(key)) is None:
            value = self._reckon(state, seat)
            # Computer seats decide in threads: any of these may happen meanwhile in another.
            for old in list(self.kept)[: len(self.kept) + 1 - self._most]:
                self.kept.pop(old, None)
            self.kept[key] = value
        return value
