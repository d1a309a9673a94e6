"""The ground seen from above: where inches lie in a picture, and tiles laid on it.

On the road +y of the rules runs to the right and +x down, so that a driver's right hand is at the
right; the arena has +y upward. Unlike other pictures a plane has no plain ground under its pieces:
each is laid through a stencil of what it covers.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from games.engine.plane import Box
from games.mini_carwars.ground import ARENA
from games.mini_carwars.road import EDGE
from images.canvas import Canvas, TileCanvas
from images.encode import numbered, ramp
from images.kept import kept
from images.mini_carwars.labels import Rect
from images.panels import Page
from images.pen import SCALE, Figure, Pen, Point, Square, dashed, figure, turned
from images.theme import GRAVEL, HEADER, INK, MUTE, PAPER, RAISED, SOFT, Colour

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
Fill = Callable[[int, int, int, int, Colour], None]
"""Fills a plain rectangle, as a canvas and a pen do: left, top, width and height in px."""
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


class Turned(Square):
    """A square whose parts are turned about its middle."""

    __slots__ = ()
    angle: int
    """Clockwise from the right, in tenths of a degree."""

    def turn(self, points: Sequence[Point]) -> list[Point]:
        """Points seen from the middle of what lies unturned, px."""
        middle = self.width / 2
        return turned(points, math.radians(self.angle / 10), middle, middle)


class Standing(Turned):
    """A square that has room for a vehicle at any heading."""

    __slots__ = ()
    length: int
    """Of the counter, px."""
    cycle: bool

    @property
    def width(self) -> int:
        across = self.length if self.cycle else self.length / 2
        return 2 * (math.ceil(math.hypot(self.length, across) / 2) + 10)


# -- laying tiles on ground that is not plain


def _seen(figure: Figure, ground: Colour) -> tuple[Image.Image, Image.Image]:
    """A figure on some ground as palette numbers, and where it is not that ground."""
    pen = Pen(figure.width, figure.height, ground)
    figure.paint(pen)
    image = numbered(pen.finish())
    return image, image.point([255 * (number != ground) for number in range(256)])


@kept
def _stencil(figure: Figure) -> tuple[Image.Image, Image.Image]:
    """A figure as palette numbers, and what of its box it covers.

    It is drawn on two grounds: what shows both of them is bare.
    """
    image, covered = _seen(figure, figure.ground)
    _, other = _seen(figure, PAPER if figure.ground != PAPER else INK)
    return image, ImageChops.lighter(covered, other).convert("1")


def lay(canvas: Canvas, figure: Figure, x: int, y: int) -> None:
    """Lay a figure with its top left corner at (x, y) over whatever is there.

    Its edges are smoothed towards its own ground.
    """
    if isinstance(canvas, TileCanvas):
        image, mask = _stencil(figure)
        canvas.lay(image, x, y, mask)
    else:
        canvas.put(figure, x, y)


Layer = tuple[Colour, float]
"""A colour and how many px wide it lies."""


@figure
class Strokes:
    """Lines through points, in a box just around them; of several layers each is narrower than the
    one below it."""

    lines: tuple[tuple[Point, ...], ...]
    layers: tuple[Layer, ...]
    width: int
    height: int
    ground: Colour

    def paint(self, pen: Pen) -> None:
        for colour, weight in self.layers:
            for line in self.lines:
                pen.line(line, colour, weight)


_ANY: Final = bytes([0] + [255] * 255)


@lru_cache(maxsize=64)
def _ramps(ground: Colour, layers: Sequence[Layer]) -> bytes:
    """The entry for each shade of a px, from the bare ground over one layer after the other."""
    below, count = [ground, *(colour for colour, _ in layers)], len(layers)
    ramps = [ramp(under, over) for under, over in itertools.pairwise(below)]
    shades = [divmod(shade * count, 255) for shade in range(255)]
    return bytes([ramps[layer][part] for layer, part in shades]) + ramps[-1][-1:]


def _shade(strokes: Strokes) -> tuple[Image.Image, Image.Image]:
    """Lines as palette numbers, and what of their box they cover."""
    size, count = (strokes.width, strokes.height), len(strokes.layers)
    sheet = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
    draw = ImageDraw.Draw(sheet)
    lines = [[(x * SCALE, y * SCALE) for x, y in line] for line in strokes.lines]
    for number, (_, weight) in enumerate(strokes.layers, 1):
        for line in lines:
            draw.line(line, 255 * number // count, max(1, round(weight * SCALE)), "curve")
    # How much of each px is covered, and by which layers: 0 to 255.
    covered = sheet.reduce(SCALE).tobytes()
    shades = covered.translate(_ramps(strokes.ground, strokes.layers))
    inked = covered.translate(_ANY)
    return Image.frombytes("L", size, shades), Image.frombytes("L", size, inked)


_kept_shade: Final = kept(_shade)


def stroke(
    canvas: Canvas,
    lines: Sequence[Sequence[Point]],
    colour: Colour,
    weight: float,
    ground: Colour = ASPHALT,
    *,
    again: bool = False,
) -> None:
    """Lines through points of the picture, over whatever is there, in one shade.

    Most hardly come again and are not kept; those that do (`again`) are.
    """
    if not lines:
        return
    strokes, left, top = _strokes(lines, ((colour, weight),), ground)
    if isinstance(canvas, TileCanvas):
        image, mask = _kept_shade(strokes) if again else _shade(strokes)
        canvas.lay(image, left, top, mask)
    else:
        canvas.put(strokes, left, top)


def _strokes(
    lines: Sequence[Sequence[Point]], layers: tuple[Layer, ...], ground: Colour
) -> tuple[Strokes, int, int]:
    """Lines in their box, and where that lies."""
    xs, ys = zip(*itertools.chain(*lines), strict=True)
    weight = layers[0][1]
    left, top = (math.floor(min(each) - weight) - 1 for each in (xs, ys))
    width = math.ceil(max(xs) + weight) + 1 - left
    height = math.ceil(max(ys) + weight) + 1 - top
    own = tuple([tuple([(x - left, y - top) for x, y in line]) for line in lines])
    return Strokes(own, layers, width, height, ground), left, top


def beam(
    canvas: Canvas, start: Point, end: Point, layers: tuple[Layer, ...], dashes: Sequence[int] = ()
) -> None:
    """A straight line of several layers over whatever is there, whole or dashed.

    It is drawn in short stretches: the box around all of a slanting line is mostly bare.
    """
    lines = [*dashed([start, end], dashes)]
    if not lines:
        return
    strokes, left, top = _strokes(lines, layers, ASPHALT)
    if not isinstance(canvas, TileCanvas):
        canvas.put(strokes, left, top)
        return
    (x, y), (to_x, to_y) = (start[0] - left, start[1] - top), (end[0] - left, end[1] - top)
    flat = abs(to_x - x) >= abs(to_y - y)
    long, aslant, least, slope = (
        (strokes.width, strokes.height, y, (to_y - y) / (to_x - x or 1.0))
        if flat
        else (strokes.height, strokes.width, x, (to_x - x) / (to_y - y or 1.0))
    )
    base, air = x if flat else y, layers[0][1] + 2
    step = -(-long // max(1, aslant // _STRETCH))
    for at in range(0, long, step):
        size = min(step, long - at)
        ends = [least + slope * (each - base) for each in (at, at + size)]
        low, high = math.floor(min(ends) - air), math.ceil(max(ends) + air)
        aside, down = (at, low) if flat else (low, at)
        wide, tall = (size, high - low) if flat else (high - low, size)
        moved = tuple(
            tuple([(px - aside, py - down) for px, py in line])
            for line in strokes.lines
            if not dashes or _meets(line, at, at + size, air, flat)
        )
        image, mask = _shade(Strokes(moved, layers, wide, tall, ASPHALT))
        canvas.lay(image, left + aside, top + down, mask)


def _meets(line: Sequence[Point], low: float, high: float, air: float, flat: bool) -> bool:
    """Whether a dash reaches into a stretch."""
    ends = [x if flat else y for x, y in line]
    return min(ends) - air <= high and max(ends) + air >= low


_STRETCH: Final = 64
"""px that a stretch of a line goes aside."""


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


@figure
class RoadPage(Page):
    """An empty road below its header."""

    scale: int = 0
    middle: int = 0
    """The middle of the road, px from the top; it may lie outside."""

    def paint(self, pen: Pen) -> None:
        to = Map(self.scale, 0.0, self.middle)
        put_ground(pen.rect, to, (0, HEADER, self.width, self.height))
        Page.paint(self, pen)
