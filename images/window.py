"""The stretch of the race that the board's roads show, large enough to see gaps of a mile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LEAST: Final = 20
MOST: Final = 60
"""Miles that the roads show at least and at most."""
NEAR: Final = 12
"""The goal comes into sight so many miles before the first car reaches it."""


class Window(NamedTuple):
    """Miles at the left and right end of the roads, and between two lines across them."""

    first: float
    last: float
    step: int

    def lines(self) -> range:
        """Miles of the lines across the roads."""
        return range(-(-int(self.first) // self.step) * self.step, int(self.last) + 1, self.step)

    def share(self, miles: int) -> float:
        """How far along the roads these miles are: 0 left, 1 right."""
        return (miles - self.first) / (self.last - self.first)


def window_of(miles: Sequence[int], goal: int) -> Window:
    """The stretch for cars with these miles: all of them, or where most of them are.

    Cars outside it are shown at its ends. Raises ValueError without miles.
    """
    first, last = min(miles), max(miles)
    if last - first > MOST:
        # Of the stretches with most cars, the one farthest ahead.
        first = max(miles, key=lambda at: (sum(at <= each <= at + MOST for each in miles), at))
        last = max(each for each in miles if each <= first + MOST)
    if goal - NEAR <= last <= goal and goal - first <= MOST:
        last = goal
    if last - first < LEAST:
        first = max(0, last - LEAST)
        last = max(last, first + LEAST)
    return Window(first, last, 5 if last - first <= 40 else 10)
