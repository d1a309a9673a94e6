"""Which stretches of the road a picture shows, and how large."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from images.theme import PAGE

SCALES: Final = (80, 60, 48)
"""px an inch, the largest that fits; below the last the road is cut."""
SMALL: Final = (40, 30, 24)
"""Where even cut it does not fit."""
MOST: Final = 4
"""Windows side by side."""
AIR: Final = 1.5
"""Road shown before the first and behind the last vehicle of a window, in inches."""
VERGE: Final = 116
"""Rough ground shown on either side where nobody is far out on it, px."""
ROUGH: Final = 3
"""All the rough ground there is on either side, in inches."""


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
    rough: int
    """px on either side."""
    windows: tuple[Window, ...]

    def window(self, y: float) -> Window | None:
        """The window in which a place along the road lies, if any."""
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


def layout_of(places: Sequence[float], focus: float, outward: float) -> Layout:
    """The largest layout that shows vehicles at these places along the road, in inches.

    `focus` is what must be seen whatever happens, `outward` how far from the middle of the road
    the outermost vehicle is.
    """
    along = sorted(places) or [focus]
    wide = outward > 2.9
    for count in range(1, MOST + 1):
        if count > len(along):
            break
        for scale in SCALES[wide:]:
            windows = _windows(_groups(along, count), scale)
            if windows is not None:
                return Layout(scale, ROUGH * scale if wide else VERGE, windows)
    for scale in SMALL:
        for count in range(1, min(MOST, len(along)) + 1):
            windows = _windows(_groups(along, count), scale)
            if windows is not None:
                return Layout(scale, ROUGH * scale if wide else VERGE, windows)
    scale = SMALL[-1]
    count = PAGE // scale
    window = Window(int((focus - count / 2) // 1), count, 0)
    return Layout(scale, ROUGH * scale if wide else VERGE, (window,))
