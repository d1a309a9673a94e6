"""What was drawn last is kept, up to so many bytes in all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, TypeVarTuple

from PIL import Image

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

MOST: Final = 64_000_000
"""Bytes of all that is kept: tiles of 1 KB and pages of 1 MB count as what they take."""
_BYTES: Final = {"1": 1, "L": 1, "RGB": 4, "RGBA": 4, "RGBa": 4}
"""Bytes of a px in Pillow's memory."""
_BESIDE: Final = 1_000
"""Bytes of a picture beside its px, and of its key: about."""


def weight(value: object) -> int:
    """About how many bytes a picture takes, or bytes, or a tuple of such."""
    if isinstance(value, Image.Image):
        return value.width * value.height * _BYTES[value.mode] + _BESIDE
    if isinstance(value, tuple):
        return sum(map(weight, value))
    return len(value) if isinstance(value, bytes) else 0


class Shelf:
    """Values by key, at most `most` bytes of them (or the newest one, if it alone is larger).

    There are two generations. What is used goes to the young one; when that holds half of the bytes
    it becomes the old one, and what was in the old one and has not been used since is dropped. So a
    value that is used is found by one look-up, and nothing has to be put in order.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._young: dict[object, Any] = {}
        self._old: dict[object, Any] = {}
        self._bytes = 0
        """Of the young generation."""
        self._lock = threading.Lock()

    def find(self, key: object) -> Any:
        """The value of that key, or None."""
        value = self._young.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: object, value: object) -> None:
        with self._lock:
            self._bytes += weight(value)
            if self._bytes > self._half:
                self._old, self._young = self._young, {}
                self._bytes = weight(value)
            self._young[key] = value

    @property
    def bytes(self) -> int:
        """What both generations hold. What is in both counts twice."""
        return sum(map(weight, (*self._young.values(), *self._old.values())))

    def clear(self) -> None:
        with self._lock:
            self._young, self._old, self._bytes = {}, {}, 0


SHELF: Final = Shelf(MOST)


def kept(make: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
    """A function whose pictures are kept on the one shelf. They are shared: never draw on one."""

    @wraps(make)
    def keeping(*args: *Ts) -> T:
        key = (make, args)
        found: T | None = SHELF.find(key)
        if found is None:
            found = make(*args)
            SHELF.put(key, found)
        return found

    return keeping
