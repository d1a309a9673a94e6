"""The ground seen from above: where inches lie in a picture, and tiles laid on it.

On the road +y of the rules runs to the right and +x down, so that a driver's right hand is at the
right; the arena has +y upward. Unlike other pictures a plane has no plain ground under its pieces:
each is laid through a stencil of what it covers.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.plane import Box
from games.mini_carwars.ground import ARENA
from games.mini_carwars.road import EDGE
from images.labels import Rect
from images.panels import Page
from images.pen import Fill, Point, Square, turned
from images.theme import GRAVEL, HEADER, MUTE, RAISED, SOFT, Colour

ASPHALT: Final = 21
GRID: Final = 22
GRASS: Final = 25
TUFT: Final = 62
WORN: Final = RAISED
"""Where wheels have run."""
SHOULDER: Final = 0.17
"""Width of the gravel beside the road, in inches."""
DIRT: Final = 23
_STONES, _SPECKS = 4, 8
"""In the gravel of an inch, and in all of it."""
_TRACKS: Final = (-1.5, -0.8, 0.5, 1.2)
"""Where wheels run, in inches across the road."""
_CHANCE: Final = random.Random(1)
_TUFTS: Final = [(_CHANCE.random(), _CHANCE.random()) for _ in range(61)]
"""Where tufts lie on squares of rough ground: always the same ones, one to two inches across."""


@dataclass(frozen=True, slots=True)
class Map:
    """How a part of the plane lies in a picture."""

    scale: float
    """px an inch."""
    x: float
    """Where the point (0, 0) of the plane would lie, px from the left and from the top."""
    y: float
    upward: bool = False
    """+y is up, as in the arena; else it is to the right, as on the road."""

    @classmethod
    def about(cls, scale: float, at: Point, middle: Point, upward: bool) -> Map:
        """With one point of the plane in the middle of a part of the picture, px."""
        (x, y), (across, down) = at, middle
        if upward:
            return cls(scale, across - x * scale, down + y * scale, upward=True)
        return cls(scale, across - y * scale, down - x * scale)

    @classmethod
    def fit(
        cls,
        boxes: Sequence[Box],
        field: Rect,
        upward: bool,
        room: tuple[float, float],
        most: float,
        air: float = 0.0,
    ) -> Map:
        """Counters in the middle of a field of the picture, as large as fits into so many px along
        and across it, with so many inches of `air`; at most `most` px an inch."""
        xs, ys = zip(*(corner for box in boxes for corner in box.corners), strict=True)
        sizes = max(ys) - min(ys) + air, max(xs) - min(xs) + air
        wide, high = reversed(sizes) if upward else sizes
        middle = (field[0] + field[2]) / 2, (field[1] + field[3]) / 2
        at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return cls.about(min(most, room[0] / wide, room[1] / high), at, middle, upward)

    def at(self, x: float, y: float) -> Point:
        """Where a point of the plane lies, px."""
        if self.upward:
            return self.x + x * self.scale, self.y - y * self.scale
        return self.x + y * self.scale, self.y + x * self.scale

    def angle(self, heading: float) -> float:
        """A heading in the picture: degrees clockwise from the right."""
        return (heading - 90.0) % 360.0 if self.upward else heading % 360.0

    def ground(self, x: float) -> Colour:
        """The ground of a place so far across the road, or of the arena."""
        return ASPHALT if self.upward or abs(x) <= EDGE else GRASS

    def around(self, box: Box, air: float = 0.0) -> Rect:
        """What a counter covers."""
        sin, cos = abs(box.fx), abs(box.fy)
        sizes = sin * box.half + cos * box.side, cos * box.half + sin * box.side
        wide, high = sizes if self.upward else reversed(sizes)
        wide, high = wide * self.scale + air, high * self.scale + air
        x, y = self.at(box.x, box.y)
        return math.floor(x - wide), math.floor(y - high), math.ceil(x + wide), math.ceil(y + high)


class Turned(Square, frozen=True):
    """A square whose parts are turned about its middle."""

    @property
    def angle(self) -> int:
        """Clockwise from the right, in tenths of a degree."""
        raise NotImplementedError

    def turn(self, points: Sequence[Point]) -> list[Point]:
        """Points seen from the middle of what lies unturned, px."""
        middle = self.width / 2
        return turned(points, math.radians(self.angle / 10), middle, middle)


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


def clip(box: Rect, field: Rect) -> Rect:
    """What of a rectangle lies in a field; its right or foot comes first where nothing does."""
    return (
        *(max(box[0], field[0]), max(box[1], field[1])),
        *(min(box[2], field[2]), min(box[3], field[3])),
    )


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
        along, across = _TUFTS[(7 * inch + 29 * patch) % len(_TUFTS)]
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
        along, across = _TUFTS[(13 * inch + 5 * at) % len(_TUFTS)]
        stone = at < _STONES
        side = 1 if at % 2 else -1
        aside = (
            side * (EDGE + SHOULDER * (0.2 + 0.6 * across)) if stone else 2 * EDGE * across - EDGE
        )
        x, y = (round(each) for each in to.at(aside, inch + along))
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
