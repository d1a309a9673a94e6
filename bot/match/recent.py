"""What is remembered for a while: the last of many values."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """The values that were put in last, at most so many. In memory alone: another start of the
    process knows none of them.

    >>> last = Recent[str, int](2)
    >>> last["a"], last["b"], last["a"], last["c"] = 1, 2, 3, 4
    >>> dict(last)
    {'a': 3, 'c': 4}
    """

    def __init__(self, most: int = 256) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
