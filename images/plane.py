"""A plane seen from above: where its points lie in a picture, and figures that are turned on it.

Unlike other pictures a plane has no plain ground under its pieces: each is laid through a stencil
of what it covers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from msgspec.structs import replace
from PIL import Image, ImageFilter

from games.engine import polygons
from games.engine.plane import Box
from games.engine.sweep import Leg, Shift, Swing
from images.kept import kept
from images.labels import Line, Rect, within
from images.pen import SCALE, Pen, Point, Sprite, Square, Text, turned
from images.theme import INK, SOFT

_CHANCE: Final = random.Random(1)
_SPOTS: Final = [(_CHANCE.random(), _CHANCE.random()) for _ in range(61)]

_STRAIGHT: Final = 0.5
"""Degrees below which a leg is a straight line."""


def scattered(number: int) -> Point:
    """Where in a square a speck or a tuft lies: always the same places."""
    return _SPOTS[number % len(_SPOTS)]


@dataclass(frozen=True, slots=True)
class Map:
    """How a part of the plane lies in a picture."""

    scale: float
    """px a unit of length: an inch, or a car's length."""
    x: float
    """Where the point (0, 0) of the plane would lie, px from the left and from the top."""
    y: float
    upward: bool = False
    """+y is up, as in the arena; else it is to the right, as on the road."""

    @classmethod
    def about(cls, scale: float, at: Point, middle: Point, upward: bool) -> Self:
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
    ) -> Self:
        """Counters in the middle of a field of the picture, as large as fits into so many px along
        and across it, with so many units of `air`; at most `most` px a unit."""
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

    def px(self, x: float, y: float) -> tuple[int, int]:
        """The same, whole px."""
        across, down = self.at(x, y)
        return round(across), round(down)

    def angle(self, heading: float) -> float:
        """A heading in the picture: degrees clockwise from the right."""
        return (heading - 90.0) % 360.0 if self.upward else heading % 360.0

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


def leg(start: Sequence[float], end: Sequence[float], turn: float, hand: float = 1.0) -> Leg:
    """The leg between two poses, `turn` degrees apart: one that turns is a turn about one point.
    Two poses tell which, so that a leg that was stopped halfway keeps to the arc of the whole one.
    `hand` is -1 where headings are clockwise."""
    x, y, to_x, to_y = *start[:2], *end[:2]
    if abs(turn) < _STRAIGHT:
        return Shift(to_x - x, to_y - y)
    # The point turned about sees both ends under the angle of the turn.
    reach = hand * 0.5 / math.tan(math.radians(turn) / 2)
    return Swing(((x + to_x) / 2 - (to_y - y) * reach, (y + to_y) / 2 + (to_x - x) * reach), turn)


Lying = Callable[[Sequence[Point]], list[Point]]
"""Moves points."""


class Level(Turned, Sprite, frozen=True):
    """A figure that is drawn once, its nose to the right, and turned out of that at its own size;
    what is written on it stands upright."""

    @property
    def length(self) -> int:
        """How long it is, px."""
        raise NotImplementedError

    @property
    def room(self) -> Point:
        """For half of it unturned: along and across, px."""
        raise NotImplementedError

    @property
    def unturned(self) -> Self:
        """The same for every angle; it may be a little longer."""
        return replace(self, angle=0, ground=INK)

    def paint_level(self, pen: Pen, at: Lying) -> None:
        """Draw it; `at` gives points of the pen for points seen from its middle, px."""
        raise NotImplementedError

    def letter(self) -> Text | None:
        """What is written on it."""
        return None

    def picture(self) -> Image.Image:
        whole, half, angle = self.unturned, self.width / 2, math.radians(self.angle / 10)
        sheet, long = _level(whole), SCALE * whole.length / self.length
        cos, sin = long * math.cos(angle), long * math.sin(angle)
        left, top = sheet.width / 2 - half * (cos + sin), sheet.height / 2 - half * (cos - sin)
        matrix = cos, sin, left, -sin, cos, top
        size = self.width, self.width
        image = sheet.transform(
            size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR
        ).convert("RGBA")
        if (letter := self.letter()) is not None:
            letter.write(image)
        return image


@kept
def _level(it: Level) -> Image.Image:
    """A figure at three times its size without letters, its nose to the right: each px is the mean
    of those around it, so that any third px of a line stands for three."""
    x, y = (math.ceil(each) for each in it.room)
    pen = Pen(2 * x, 2 * y, None)
    it.paint_level(pen, lambda points: [(x + along, y + across) for along, across in points])
    return pen.sheet.convert("RGBa").filter(ImageFilter.BoxBlur(1))


def paint_cross(pen: Pen, at: Lying, arm: float, angle: int, weights: Point) -> None:
    """The cross of a wreck: upright when all of it is turned by that angle."""
    for tall in (arm, -arm):
        ends = at(turned([(-arm, tall), (arm, -tall)], -math.radians(angle / 10)))
        for ink, weight in zip((INK, SOFT), weights, strict=True):
            pen.line(ends, ink, weight)


def clip(box: Rect, field: Rect) -> Rect:
    """What of a rectangle lies in a field; its right or foot comes first where nothing does."""
    return (
        *(max(box[0], field[0]), max(box[1], field[1])),
        *(min(box[2], field[2]), min(box[3], field[3])),
    )


def clip_shape(points: Sequence[Point], field: Rect) -> list[Point]:
    """What of the inside of some points lies in a field of the picture."""
    left, top, right, foot = field
    for side in ((1, 0, left), (-1, 0, -right), (0, 1, top), (0, -1, -foot)):
        points = polygons.clipped(points, *side)
    return list(points)


def clipped(line: Line, field: Rect) -> Line | None:
    """What of a line lies in a field of the picture."""
    part = within(line, field)
    if part is None:
        return None
    (low, high), ((x, y), (to_x, to_y)) = part, line
    across, down = to_x - x, to_y - y
    first = (x + across * low, y + down * low) if low else line[0]
    return first, ((x + across * high, y + down * high) if high < 1.0 else line[1])
