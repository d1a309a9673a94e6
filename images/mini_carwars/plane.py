"""The ground seen from above: where inches lie in a picture, and tiles laid on it.

On the road +y of the rules runs to the right and +x down, so that a driver's right hand is at the
right; the arena has +y upward. Unlike other pictures a plane has no plain ground under its pieces:
each is laid through a stencil of what it covers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from games.engine.plane import Box
from images.canvas import Canvas, TileCanvas
from images.encode import numbered
from images.kept import kept
from images.panels import Page
from images.pen import SCALE, Figure, Pen, Point
from images.theme import (
    DEEP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PALETTE,
    PAPER,
    SOFT,
    Colour,
)

ASPHALT: Final = 21
GRID: Final = 22
GRASS: Final = 25
TUFT: Final = 62
EDGE_OF_ROAD: Final = 2.0
"""The road reaches so far to either side of its middle, inches."""
STRIP: Final = 140
"""Height of the strip below the road, px."""


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

    def at(self, x: float, y: float) -> Point:
        """Where a point of the plane lies, px."""
        if self.upward:
            return self.x + x * self.scale, self.y - y * self.scale
        return self.x + y * self.scale, self.y + x * self.scale

    def angle(self, heading: float) -> float:
        """A heading in the picture: degrees clockwise from the right."""
        return (heading - 90.0) % 360.0 if self.upward else heading % 360.0

    def corners(self, box: Box) -> list[Point]:
        """The corners of a counter, px."""
        return [self.at(*corner) for corner in box.corners]

    def around(self, box: Box, air: float = 0.0) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what a counter covers, px."""
        points = self.corners(box)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (
            math.floor(min(xs) - air),
            math.floor(min(ys) - air),
            math.ceil(max(xs) + air),
            math.ceil(max(ys) + air),
        )


class Square:
    """A figure as high as it is wide."""

    __slots__ = ()

    @property
    def width(self) -> int:
        raise NotImplementedError

    @property
    def height(self) -> int:
        return self.width


# -- laying tiles on ground that is not plain


def _drawn(figure: Figure, ground: Colour) -> Image.Image:
    pen = Pen(figure.width, figure.height, ground)
    figure.paint(pen)
    return pen.finish()


def _changed(image: Image.Image, ground: Colour) -> Image.Image:
    """Where an image differs from plain ground, at all."""
    red, green, blue = ImageChops.difference(
        image, Image.new("RGB", image.size, PALETTE[ground])
    ).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


@kept
def _stencil(figure: Figure) -> tuple[Image.Image, Image.Image]:
    """A figure as palette numbers, and what of its box it covers.

    It is drawn on two grounds: what shows both of them is bare.
    """
    image = _drawn(figure, figure.ground)
    other = PAPER if figure.ground != PAPER else INK
    covered = ImageChops.lighter(
        _changed(image, figure.ground), _changed(_drawn(figure, other), other)
    )
    mask = covered.point([0, 0, *[255] * 254]).convert("1")
    return numbered(image), mask


def lay(canvas: Canvas, figure: Figure, x: int, y: int) -> None:
    """Lay a figure with its top left corner at (x, y) over whatever is there.

    Its edges are smoothed towards its own ground.
    """
    if isinstance(canvas, TileCanvas):
        image, mask = _stencil(figure)
        canvas.lay(image, x, y, mask)
    else:
        canvas.put(figure, x, y)


@dataclass(frozen=True, slots=True)
class Strokes:
    """Lines of one colour through points of a picture, in a box just around them."""

    lines: tuple[tuple[Point, ...], ...]
    colour: Colour
    weight: float
    ground: Colour = ASPHALT

    @property
    def left(self) -> int:
        return math.floor(min(x for line in self.lines for x, _ in line) - self.weight) - 1

    @property
    def top(self) -> int:
        return math.floor(min(y for line in self.lines for _, y in line) - self.weight) - 1

    @property
    def width(self) -> int:
        far = max(x for line in self.lines for x, _ in line)
        return math.ceil(far + self.weight) + 1 - self.left

    @property
    def height(self) -> int:
        far = max(y for line in self.lines for _, y in line)
        return math.ceil(far + self.weight) + 1 - self.top

    def paint(self, pen: Pen) -> None:
        left, top = self.left, self.top
        for line in self.lines:
            pen.line([(x - left, y - top) for x, y in line], self.colour, self.weight)

    def covered(self) -> Image.Image:
        """How much of each px of the box is covered: one of ten shades, 0 to 255."""
        sheet = Image.new("L", (self.width * SCALE, self.height * SCALE))
        draw, left, top = ImageDraw.Draw(sheet), self.left, self.top
        for line in self.lines:
            at = [((x - left) * SCALE, (y - top) * SCALE) for x, y in line]
            draw.line(at, 255, max(1, round(self.weight * SCALE)), "curve")
        return sheet.reduce(SCALE)


@lru_cache(maxsize=32)
def _shades(colour: Colour, ground: Colour) -> Sequence[Colour]:
    """The palette entry by how much of a px is covered, 0 to 255, as a pen would smooth it."""
    wide = SCALE * (SCALE * SCALE + 1)
    steps = Image.new("L", (wide, SCALE))
    # The first px has nothing covered, the last one all of its small squares.
    for step in range(SCALE * SCALE + 1):
        for i in range(step):
            steps.putpixel((SCALE * step + i % SCALE, i // SCALE), 255)
    ink, bare = (Image.new("RGB", steps.size, PALETTE[each]) for each in (colour, ground))
    smooth = numbered(Image.composite(ink, bare, steps).reduce(SCALE))
    entries = dict(zip(steps.reduce(SCALE).tobytes(), smooth.tobytes(), strict=True))
    return [entries.get(share, ground) for share in range(256)]


_ANY: Final = [0] + [255] * 255


def stroke(
    canvas: Canvas,
    lines: Sequence[Sequence[Point]],
    colour: Colour,
    weight: float,
    ground: Colour = ASPHALT,
) -> None:
    """Lines through points of the picture, over whatever is there.

    They hardly come again and are not kept; so they are drawn in one shade, which is quicker.
    """
    if not lines:
        return
    figure = Strokes(tuple(tuple(line) for line in lines), colour, weight, ground)
    if isinstance(canvas, TileCanvas):
        covered = figure.covered()
        image, mask = covered.point(_shades(colour, ground)), covered.point(_ANY, "1")
        canvas.lay(image, figure.left, figure.top, mask)
    else:
        canvas.put(figure, figure.left, figure.top)


def dashed(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """The drawn pieces of a dashed line, px."""
    out: list[list[Point]] = []
    left, drawing = on, True
    piece: list[Point] = [points[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while length - at > left:
            at += left
            here = (x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length)
            if drawing:
                out.append([*piece, here])
            drawing = not drawing
            left, piece = (on if drawing else off), [here]
        left -= length - at
        piece.append((x1, y1))
    if drawing and len(piece) > 1:
        out.append(piece)
    return out


# -- grounds


def _tufts(pen: Pen, left: int, top: int, right: int, foot: int) -> None:
    """Short strokes strewn over rough ground, always the same ones."""
    at = 7 * top + left
    for _ in range((right - left) * (foot - top) // 4000):
        at = (at * 1_103_515_245 + 12_345) % 2**31
        x = left + (at >> 8) % max(right - left - 20, 1)
        y = top + (at >> 19) % max(foot - top, 1)
        pen.rect(x, y, 14, 4, TUFT)


def paint_road(pen: Pen, scale: float, top: int, middle: int, height: int, width: int) -> None:
    """Rough ground, edges, lanes and the grid of inches, `width` px wide from the left edge and
    `height` high; the middle of the road lies `middle` px below the top, or outside."""
    foot, half = top + height, scale / 2
    near, far = top + middle - round(2 * scale), top + middle + round(2 * scale)
    road, end = max(top, near), min(foot, far)
    pen.rect(0, top, width, height, GRASS)
    if end <= road:
        _tufts(pen, 4, top + 8, width, foot - 10)
        return
    _tufts(pen, 4, top + 8, width, road - 14)
    _tufts(pen, 4, end + 14, width, foot - 10)
    pen.rect(0, road, width, end - road, ASPHALT)
    for i in range(round(width / scale) + 1):
        pen.line([(i * scale, road + 6), (i * scale, end - 6)], GRID, 1.4)
    for edge in (near, far - 6):
        if top <= edge < foot:
            pen.rect(0, edge, width, 6, SOFT)
    if top <= top + middle < foot:
        for i in range(round(width / scale) + 1):
            pen.rect(i * scale - half / 2, top + middle - 4, half, 8, MUTE)


@dataclass(frozen=True, slots=True)
class RoadPage:
    """An empty road with its header and the strip below."""

    scale: int
    middle: int
    """The middle of the road, px below the header; it may lie outside."""
    across: int
    """px of ground from the header to the strip."""
    ground: Colour = INK

    @property
    def width(self) -> int:
        return PAGE

    @property
    def foot(self) -> int:
        """Where the plane ends, px from the top."""
        return HEADER + self.across

    @property
    def height(self) -> int:
        return self.foot + STRIP

    def paint(self, pen: Pen) -> None:
        paint_road(pen, self.scale, HEADER, self.middle, self.across, PAGE)
        Page(self.height).paint(pen)
        pen.rect(0, self.foot, PAGE, STRIP, DEEP)
        pen.line([(0, self.foot), (PAGE, self.foot)], SOFT, 4)


def put_ground(canvas: Canvas, to: Map, field: tuple[int, int, int, int], road: bool) -> None:
    """The ground of a part of the plane at any scale, in a field of the picture."""
    left, top, right, foot = field
    canvas.fill(left, top, right - left, foot - top, ASPHALT)
    if road:
        _put_band(canvas, field, -1e6, to.y - EDGE_OF_ROAD * to.scale, GRASS)
        _put_band(canvas, field, to.y + EDGE_OF_ROAD * to.scale, 1e6, GRASS)
    low, high = (EDGE_OF_ROAD, EDGE_OF_ROAD) if road else (1e6, 1e6)
    above = max(top, round(to.y - low * to.scale)) if road else top
    below = min(foot, round(to.y + high * to.scale)) if road else foot
    first, last = math.ceil((left - to.x) / to.scale), math.floor((right - to.x) / to.scale)
    if (to.scale >= 20 or not road) and below > above:
        for i in range(first, last + 1):
            canvas.fill(round(to.x + i * to.scale), above, 1, below - above, GRID)
    if not road:
        across = range(math.ceil((top - to.y) / to.scale), math.floor((foot - to.y) / to.scale) + 1)
        for i in across:
            canvas.fill(left, round(to.y + i * to.scale), right - left, 1, GRID)
        return
    for edge in (-EDGE_OF_ROAD, EDGE_OF_ROAD):
        y = to.y + edge * to.scale
        _put_band(canvas, field, y - 3, y + 3, SOFT)
    if top < to.y - 4 and to.y + 4 < foot:
        for i in range(first - 1, last + 2):
            start = max(left, round(to.x + (i - 0.25) * to.scale))
            end = min(right, round(to.x + (i + 0.25) * to.scale))
            if end > start:
                canvas.fill(start, round(to.y) - 4, end - start, 8, MUTE)


def _put_band(
    canvas: Canvas, field: tuple[int, int, int, int], top: float, foot: float, colour: Colour
) -> None:
    """A band across a field, as far as it lies in it."""
    above, below = max(field[1], round(top)), min(field[3], round(foot))
    if below > above:
        canvas.fill(field[0], above, field[2] - field[0], below - above, colour)


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar at the head of a page, laid over a plane that runs under it."""

    width: int = PAGE
    height: int = HEADER + 1
    ground: Colour = DEEP

    def paint(self, pen: Pen) -> None:
        Page(self.height).paint(pen)
