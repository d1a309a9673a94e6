"""The pen: shapes drawn at three times their size and reduced, text written at its own size."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageDraw

from images import fonts
from images.theme import PALETTE, PAPER, Colour, Face, Rgb

SCALE: Final = 3
Point: TypeAlias = tuple[float, float]
Anchor = Literal["left", "middle", "right"]
BEFORE: Final[dict[Anchor, float]] = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""How much of what is anchored so lies before its place."""


Fill = Callable[[int, int, int, int, Colour], None]
"""Fills a plain rectangle, as a canvas and a pen do: left, top, width and height in px."""


class Text(NamedTuple):
    """Text with its baseline starting at whole px (x, y)."""

    x: int
    y: int
    words: str
    size: int
    face: Face
    ink: Colour

    def write(self, image: Image.Image) -> None:
        """Write it on a picture at its own size."""
        left, top, cover = fonts.coverage(self.words, self.size, self.face)
        image.paste(PALETTE[self.ink], (self.x + left, self.y + top), cover)


def placed(
    x: float, y: float, words: str, size: int, ink: Colour, anchor: Anchor, face: Face
) -> Text:
    """Text beside or around x, its capitals centred on y."""
    left = math.floor(x - fonts.width(words, size, face) * BEFORE[anchor] + 0.5)
    foot = math.floor(y + fonts.cap_height(size, face) / 2 + 0.5)
    return Text(left, foot, words, size, face, ink)


class Figure(msgspec.Struct, frozen=True):
    """Something drawn the same way every time: equal figures are one tile.

    It fills a box of `width` by `height` whole px, whose ground is the palette colour `ground`,
    and must stay inside that box.
    """

    @property
    def width(self) -> int:
        raise NotImplementedError

    @property
    def height(self) -> int:
        raise NotImplementedError

    @property
    def ground(self) -> Colour:
        raise NotImplementedError

    def paint(self, pen: Pen) -> None:
        """Draw with the box's top left corner as (0, 0)."""
        raise NotImplementedError

    @property
    def head(self) -> Figure:
        """What of a page is more than plain rectangles: its upper part, as a figure."""
        return self

    def floor(self, fill: Fill) -> None:
        """Fill the rectangles of a page."""


class Square(Figure, frozen=True):
    """A figure as high as it is wide."""

    @property
    def height(self) -> int:
        return self.width


class Sprite(Square, frozen=True):
    """A figure that is a picture already, at its own size."""

    def picture(self) -> Image.Image:
        """In RGBA."""
        raise NotImplementedError

    def paint(self, pen: Pen) -> None:
        size = self.width * SCALE, self.height * SCALE
        image = self.picture().resize(size, Image.Resampling.NEAREST)
        pen.masked(image.convert("RGB"), image.getchannel("A"), 0, 0)


class Pen:
    """Draws in px of the finished picture; fractions are kept to a third."""

    def __init__(self, width: int, height: int, ground: Colour | None) -> None:
        """Without a ground the sheet is clear."""
        size = width * SCALE, height * SCALE
        self.sheet = (
            Image.new("RGBA", size) if ground is None else Image.new("RGB", size, PALETTE[ground])
        )
        self._draw = ImageDraw.Draw(self.sheet)
        self._texts: list[Text] = []
        self._x = 0
        self._y = 0

    def moved(self, x: int, y: int) -> Pen:
        """A pen on the same sheet whose (0, 0) lies at (x, y) of this one."""
        pen = Pen.__new__(Pen)
        pen.sheet, pen._draw, pen._texts = self.sheet, self._draw, self._texts
        pen._x, pen._y = self._x + x, self._y + y
        return pen

    def finish(self) -> Image.Image:
        """The sheet at its own size, in RGB, with its texts."""
        image = self.sheet.reduce(SCALE)
        for text in self._texts:
            text.write(image)
        return image

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [((x + self._x) * SCALE, (y + self._y) * SCALE) for x, y in points]

    def _box(self, x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        left, top = (x + self._x) * SCALE, (y + self._y) * SCALE
        return left, top, left + w * SCALE - 1, top + h * SCALE - 1

    def _round(self, x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        return self._box(x - radius, y - radius, 2 * radius, 2 * radius)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._draw.polygon(self._at(points), fill=PALETTE[fill])

    def outline(self, points: Sequence[Point], colour: Colour, weight: float) -> None:
        """A closed line through the points, `weight` px wide."""
        self.line([*points, *points[:2]], colour, weight)

    def line(self, points: Sequence[Point], colour: Colour, weight: float) -> None:
        thick = max(1, round(weight * SCALE))
        self._draw.line(self._at(points), fill=PALETTE[colour], width=thick, joint="curve")

    def rect(self, x: float, y: float, w: float, h: float, fill: Colour, radius: float = 0) -> None:
        self._draw.rounded_rectangle(self._box(x, y, w, h), radius * SCALE, fill=PALETTE[fill])

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self._draw.ellipse(self._round(x, y, radius), fill=PALETTE[fill])

    def ring(self, x: float, y: float, radius: float, colour: Colour, weight: float) -> None:
        box, thick = self._round(x, y, radius), max(1, round(weight * SCALE))
        self._draw.ellipse(box, outline=PALETTE[colour], width=thick)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        colour: Colour,
        weight: float,
    ) -> None:
        """Part of a circle, from `start` to `end` degrees clockwise from the right."""
        box, thick = self._round(x, y, radius), round(weight * SCALE)
        self._draw.arc(box, start, end, fill=PALETTE[colour], width=thick)

    def hatch(
        self,
        points: Sequence[Point],
        colour: Colour,
        ground: Colour,
        gap: int = 12,
        weight: int = 5,
    ) -> None:
        """Rising lines at 45 degrees, `gap` px apart, on a ground of their own."""
        at = self._at(points)
        left, top = (int(min(p[i] for p in at)) for i in (0, 1))
        right, bottom = (int(max(p[i] for p in at)) + 1 for i in (0, 1))
        shape = Image.new("1", (right - left, bottom - top))
        ImageDraw.Draw(shape).polygon([(x - left, y - top) for x, y in at], fill=1)
        self._paste(PALETTE[ground], shape, left, top)
        lines = Image.new("1", shape.size)
        draw = ImageDraw.Draw(lines)
        wide, high = shape.size
        for start in range(-high - gap * SCALE, wide + high, gap * SCALE):
            draw.line((start, high, start + high, 0), fill=1, width=weight * SCALE)
        self._paste(PALETTE[colour], ImageChops.logical_and(lines, shape), left, top)

    def _paste(self, paint: Rgb | Image.Image, mask: Image.Image, left: int, top: int) -> None:
        box = (left, top, left + mask.width, top + mask.height)
        self.sheet.paste(paint, box, mask)

    def masked(self, paint: Image.Image, mask: Image.Image, x: int, y: int) -> None:
        """Lay a painted RGB or RGBA image, already at three times its size, through a mask."""
        self._paste(paint, mask, (x + self._x) * SCALE, (y + self._y) * SCALE)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: int,
        ink: Colour = PAPER,
        anchor: Anchor = "left",
        face: Face = "b",
    ) -> None:
        """One line beside or around x, its capitals centred on y."""
        self._texts.append(placed(x + self._x, y + self._y, words, size, ink, anchor, face))


def leaning(x: float, y: float, w: float, h: float, lean: float) -> list[Point]:
    """Corners of a plate as wide as its foot plus its lean: the top runs to x + w + lean."""
    k = h * lean
    return [(x + k, y), (x + w + k, y), (x + w, y + h), (x, y + h)]


def slanted(x: float, y: float, w: float, h: float, lean: float) -> list[Point]:
    """Corners of a plate whose box is `w` px wide, lean included."""
    k = h * lean
    return [(x + k, y), (x + w, y), (x + w - k, y + h), (x, y + h)]


def chamfered(
    x: float, y: float, w: float, h: float, corner: float, inset: float = 0
) -> list[Point]:
    """Corners of a panel that has lost its top right corner."""
    i = inset
    right, foot = x + w - i, y + h - i
    return [
        (x + i, y + i),
        (x + w - corner, y + i),
        (right, y + corner),
        (right, foot),
        (x + i, foot),
    ]


def turned(points: Sequence[Point], angle: float, x: float = 0, y: float = 0) -> list[Point]:
    """The points turned by `angle` radians, clockwise on the screen, then moved to (x, y)."""
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in points]


def polar(radius: float, degrees: float, x: float, y: float) -> Point:
    """The point so far from (x, y), degrees clockwise from the right."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def dashed(points: Sequence[Point], dashes: Sequence[int]) -> Iterator[list[Point]]:
    """The drawn pieces of a line through the points: px drawn and px left out in turn."""
    if not dashes:
        yield list(points)
        return
    turn, left, piece = 0, float(dashes[0]), [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        at = 0.0
        while length - at > left:
            at += left
            point = (x0 + (x1 - x0) * at / length, y0 + (y1 - y0) * at / length)
            if turn % 2 == 0:
                yield [*piece, point]
            turn += 1
            left, piece = float(dashes[turn % len(dashes)]), [point]
        left -= length - at
        piece.append((x1, y1))
    if turn % 2 == 0 and len(piece) > 1:
        yield piece


def spline(points: Sequence[Point], steps: int) -> list[Point]:
    """A closed Catmull-Rom curve through the points, `steps` pieces between neighbours."""
    out: list[Point] = []
    count = len(points)
    for i in range(count):
        near = [points[(i + j - 1) % count] for j in range(4)]
        for k in range(steps):
            t = k / steps
            out.append((_blend([p[0] for p in near], t), _blend([p[1] for p in near], t)))
    return out


def _blend(values: Sequence[float], t: float) -> float:
    a, b, c, d = values
    square = (2 * a - 5 * b + 4 * c - d) * t * t
    return 0.5 * (2 * b + (c - a) * t + square + (3 * b - a - 3 * c + d) * t**3)
