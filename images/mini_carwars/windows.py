"""Which stretches of the road a picture shows, and how large."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.mini_carwars.road import EDGE
from images.theme import PAGE

SCALES: Final = (96, 80, 60, 48)
"""px an inch, the largest that fits; below the last the road is cut."""
SMALL: Final = (40, 30, 24)
"""Where even cut it does not fit."""
MOST: Final = 4
"""Windows side by side."""
CROWD: Final = 4
"""More vehicles than these are shown as large as two windows allow: each has to be told from the
next."""
AIR: Final = 1.5
"""Road shown before the first and behind the last vehicle of a window, in inches."""
VERGE: Final = 92
"""Rough ground shown on either side of the road at least, px."""
BESIDE: Final = 0.8
"""Ground shown above the outermost vehicle, from its middle, in inches."""
BELOW: Final = 1.3
"""The same below it, where the figures of the inches stand."""
HIGHEST: Final = 608
"""px across the road that the picture may show: who is far off the road is shown smaller."""
WITHIN: Final = 0.5
"""What lies nearer to the upper or lower edge than this is left out, in inches."""
Point = tuple[float, float]
"""Across the road (to its right) and along it, in inches."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the road."""

    first: int
    """Inch at its left edge."""
    count: int
    """Inches."""
    left: int
    """px."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the road lies in the picture."""

    scale: int
    low: float
    """Across the road: what lies at the upper edge, in inches to the right of its middle."""
    high: float
    """The same for the lower edge."""
    windows: tuple[Window, ...]

    @property
    def middle(self) -> int:
        """The middle of the road, px below the upper edge; it may lie outside."""
        return round(-self.low * self.scale)

    @property
    def height(self) -> int:
        """px across the road."""
        return round((self.high - self.low) * self.scale)

    def window(self, place: Point) -> Window | None:
        """The window in which a place lies, if any."""
        x, y = place
        if not self.low + WITHIN <= x <= self.high - WITHIN:
            return None
        for window in self.windows:
            if window.first <= y <= window.first + window.count:
                return window
        return None


def _groups(places: Sequence[float], count: int) -> list[tuple[float, float]]:
    """Rising places cut at their widest gaps into so many stretches."""
    gaps = sorted(range(1, len(places)), key=lambda i: places[i - 1] - places[i])[: count - 1]
    starts = [0, *sorted(gaps), len(places)]
    return [(places[a], places[b - 1]) for a, b in itertools.pairwise(starts)]


def _windows(stretches: Sequence[tuple[float, float]], scale: int) -> tuple[Window, ...] | None:
    """The stretches side by side, what room is left shared out; None where they do not fit."""
    whole = PAGE // scale
    needs = [int(-(-(high - low + 2 * AIR) // 1)) for low, high in stretches]
    spare = whole - sum(needs)
    if spare < 0:
        return None
    out: list[Window] = []
    at = 0
    for i, ((low, high), need) in enumerate(zip(stretches, needs, strict=True)):
        count = need + spare // len(needs) + (i < spare % len(needs))
        first = int((low + high - count) / 2 // 1)
        # Whole inches: neither end may lose its air.
        first += high + AIR - 0.5 > first + count
        if out and first < out[-1].first + out[-1].count:
            return None
        out.append(Window(first, count, at * scale))
        at += count
    return tuple(out)


def _across(xs: Sequence[float], scale: int, road: bool) -> tuple[float, float] | None:
    """From where to where across the road all of these are shown, with the road or by themselves,
    in inches; None where that does not fit."""
    low, high = min(xs) - BESIDE, max(xs) + BELOW
    if road:
        verge = EDGE + VERGE / scale
        low, high = min(low, -verge), max(high, verge)
    return (low, high) if (high - low) * scale <= HIGHEST else None


def layout_of(places: Sequence[Point], focus: Point) -> Layout:
    """The largest layout that shows vehicles at these places.

    `focus` is what must be seen whatever happens.
    """
    shown = list(places) or [focus]
    along = sorted(y for _, y in shown)
    xs = [x for x, _ in shown]
    most = min(MOST, len(along))
    tries = [(count, scale) for count in range(1, most + 1) for scale in SCALES]
    if len(along) > CROWD:
        tries.sort(key=lambda each: (each[0] > 2, -each[1]))
    tries += [(count, scale) for scale in SMALL for count in range(1, most + 1)]
    for road in (True, False):
        for count, scale in tries:
            across = _across(xs, scale, road)
            windows = _windows(_groups(along, count), scale) if across else None
            if across and windows:
                return Layout(scale, *across, windows)
    scale = SMALL[-1]
    half = HIGHEST / scale / 2
    count = PAGE // scale
    window = Window(int((focus[1] - count / 2) // 1), count, 0)
    across = _across(xs, scale, road=True) or (focus[0] - half, focus[0] + half)
    return Layout(scale, *across, (window,))
