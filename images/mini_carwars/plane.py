"""The ground seen from above.

On the road +y of the rules runs to the right and +x down, so that a driver's right hand is at the
right; the arena has +y upward.
"""

from __future__ import annotations

import itertools
import math
from typing import Final

from games.engine.plane import Box
from games.mini_carwars.ground import ARENA
from games.mini_carwars.road import EDGE
from images.labels import Rect
from images.panels import Page
from images.pen import Fill
from images.plane import Map, Turned, clip, scattered
from images.theme import (
    ASPHALT,
    DIRT,
    GRASS,
    GRAVEL,
    GRID,
    HEADER,
    MUTE,
    RAISED,
    SOFT,
    TUFT,
    Colour,
)

WORN: Final = RAISED
"""Where wheels have run."""
SHOULDER: Final = 0.17
"""Width of the gravel beside the road, in inches."""
_STONES, _SPECKS = 4, 8
"""In the gravel of an inch, and in all of it."""
_TRACKS: Final = (-1.5, -0.8, 0.5, 1.2)
"""Where wheels run, in inches across the road."""


def ground_at(to: Map, x: float) -> Colour:
    """The ground of a place so far across the road, or of the arena."""
    return ASPHALT if to.upward or abs(x) <= EDGE else GRASS


class Standing(Turned, frozen=True):
    """A square that has room for a vehicle at any heading."""

    @property
    def length(self) -> int:
        """Of the counter, px."""
        raise NotImplementedError

    @property
    def cycle(self) -> bool:
        raise NotImplementedError

    @property
    def width(self) -> int:
        across = self.length if self.cycle else self.length / 2
        return 2 * (math.ceil(math.hypot(self.length, across) / 2) + 10)


# -- the ground


def put_ground(fill: Fill, to: Map, field: Rect) -> None:
    """The ground of a part of the plane at any scale: the road on rough ground, or what of the
    arena lies inside its walls. What lies beside the field may be drawn over."""
    if to.upward:
        field = clip(to.around(Box(0.0, 0.0, 0.0, ARENA, ARENA)), field)
    left, top, right, foot = field
    wide, high, scale = right - left, foot - top, to.scale
    columns = range(math.ceil((left - to.x) / scale), math.floor((right - to.x) / scale) + 1)
    if to.upward:
        fill(left, top, wide, high, ASPHALT)
        for inch in columns:
            fill(round(to.x + inch * scale), top, 1, high, GRID)
        for inch in range(math.ceil((top - to.y) / scale), math.floor((foot - to.y) / scale) + 1):
            fill(left, round(to.y + inch * scale), wide, 1, GRID)
        return
    fill(left, top, wide, high, GRASS)
    first, last = (math.floor((y - to.y) / scale / 2) for y in (top, foot))
    for inch, patch in itertools.product(columns, range(first, last + 1)):
        along, across = scattered(7 * inch + 29 * patch)
        aside = 2 * (patch + across)
        x, y = to.at(aside, inch + along)
        if abs(aside) > EDGE + 0.3 and top <= y < foot:
            fill(round(x), round(y), max(7, round(scale / 5)), max(2, round(scale / 18)), TUFT)
    _put_asphalt(fill, to, field, columns)


def _put_asphalt(fill: Fill, to: Map, field: Rect, columns: range) -> None:
    """The road between its gravel shoulders."""
    (left, top, right, foot), scale = field, to.scale
    wide = right - left
    above, below = (round(to.y + edge * scale) for edge in (-EDGE, EDGE))
    shoulder = round(SHOULDER * scale)
    for y in (above - shoulder, below):
        low, high = max(y, top), min(y + shoulder, foot)
        if low < high:
            fill(left, low, wide, high - low, GRAVEL)
    above, below = max(above, top - 9), min(below, foot + 9)
    if above >= below:
        return
    fill(left, above, wide, below - above, ASPHALT)
    if scale >= 40:
        for lane in _TRACKS:
            low = max(round(to.y + lane * scale), above)
            high = min(round(to.y + (lane + 0.3) * scale), below)
            if low < high:
                fill(left, low, wide, high - low, WORN)
    for inch in range(columns.start - 1, columns.stop + 1):
        x, half = to.x + inch * scale, round(scale / 4)
        if scale >= 40:
            _put_specks(fill, to, inch, (left, above, right, below))
        if scale >= 20:
            fill(round(x), above, 1, below - above, GRID)
        fill(round(x) - half, round(to.y) - 4, 2 * half, 8, MUTE)
    for y in (above, below):
        fill(left, y - 3, wide, 6, SOFT)


def _put_specks(fill: Fill, to: Map, inch: int, field: Rect) -> None:
    """Stones in the gravel and wear on the asphalt of an inch: always the same ones."""
    for at in range(_SPECKS):
        along, across = scattered(13 * inch + 5 * at)
        stone = at < _STONES
        side = 1 if at % 2 else -1
        aside = (
            side * (EDGE + SHOULDER * (0.2 + 0.6 * across)) if stone else 2 * EDGE * across - EDGE
        )
        x, y = to.px(aside, inch + along)
        if field[0] <= x < field[2] - 8 and (stone or field[1] + 6 < y < field[3] - 6):
            fill(x, y, 8 if stone else 5, 3, DIRT if stone else GRID)


class RoadPage(Page, frozen=True):
    """An empty road below its header."""

    scale: int = 0
    middle: int = 0
    """The middle of the road, px from the top; it may lie outside."""

    def floor(self, fill: Fill) -> None:
        to = Map(self.scale, 0.0, self.middle)
        put_ground(fill, to, (0, HEADER, self.width, self.height))
