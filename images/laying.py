"""Tiles and lines laid on ground that is not plain, through a stencil of what they cover."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from images.canvas import Canvas, TileCanvas
from images.encode import numbered, ramp
from images.kept import kept
from images.pen import SCALE, Figure, Pen, Point, figure
from images.theme import ASPHALT, INK, PAPER, Colour


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


@figure
class Strokes:
    """Lines of one colour through points, in a box just around them."""

    lines: tuple[tuple[Point, ...], ...]
    colour: Colour
    weight: float
    width: int
    height: int
    ground: Colour

    def paint(self, pen: Pen) -> None:
        for line in self.lines:
            pen.line(line, self.colour, self.weight)


_ANY: Final = bytes([0] + [255] * 255)


def _shade(strokes: Strokes) -> tuple[Image.Image, Image.Image]:
    """Lines as palette numbers, and what of their box they cover."""
    size = strokes.width, strokes.height
    sheet = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
    draw, thick = ImageDraw.Draw(sheet), max(1, round(strokes.weight * SCALE))
    for line in strokes.lines:
        draw.line([(x * SCALE, y * SCALE) for x, y in line], 255, thick, "curve")
    # How much of each px is covered: one of ten shades, 0 to 255.
    covered = sheet.reduce(SCALE).tobytes()
    shades = covered.translate(ramp(strokes.ground, strokes.colour))
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
    xs, ys = zip(*itertools.chain(*lines), strict=True)
    left, top = (math.floor(min(each) - weight) - 1 for each in (xs, ys))
    width = math.ceil(max(xs) + weight) + 1 - left
    height = math.ceil(max(ys) + weight) + 1 - top
    own = tuple([tuple([(x - left, y - top) for x, y in line]) for line in lines])
    strokes = Strokes(own, colour, weight, width, height, ground)
    if isinstance(canvas, TileCanvas):
        image, mask = _kept_shade(strokes) if again else _shade(strokes)
        canvas.lay(image, left, top, mask)
    else:
        canvas.put(strokes, left, top)
