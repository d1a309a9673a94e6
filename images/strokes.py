"""What lies on ground that is not plain, such as a map: tiles laid through a stencil of what they
cover, and lines of one layer or several."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec
from PIL import Image, ImageChops, ImageDraw

from images.canvas import Canvas, TileCanvas, drawn
from images.encode import numbered, ramp
from images.kept import kept
from images.pen import SCALE, Figure, Pen, Point, Sprite, dashed
from images.theme import ASPHALT, INK, PALETTE, PAPER, Colour


@cache
def _but(ground: Colour) -> Sequence[int]:
    """What of the palette is not some ground."""
    return [255 * (number != ground) for number in range(256)]


@kept
def _stencil(figure: Figure) -> tuple[Image.Image, Image.Image]:
    """A figure as palette numbers, and what of its box it covers.

    Of a picture its own clearness says that. Other figures are seen on two grounds: what shows both
    of them is bare.
    """
    if isinstance(figure, Sprite):
        picture = figure.picture()
        sheet = Image.new("RGB", picture.size, PALETTE[figure.ground])
        sheet.paste(picture, (0, 0), picture)
        return numbered(sheet), picture.getchannel("A").point(_SEEN, "1")
    grounds = PAPER if figure.ground != PAPER else INK, figure.ground
    images = [drawn(figure, ground) for ground in grounds]
    covered = [image.point(_but(ground)) for image, ground in zip(images, grounds, strict=True)]
    return images[1], ImageChops.lighter(*covered).convert("1", dither=Image.Dither.NONE)


_SEEN: Final = [255 * (alpha > 12) for alpha in range(256)]
"""What of a picture's alpha covers a px: less would show its ground alone."""


def lay(canvas: Canvas, figure: Figure, x: int, y: int) -> None:
    """Lay a figure with its top left corner at (x, y) over whatever is there.

    Its edges are smoothed towards its own ground.
    """
    canvas.cover(figure, x, y, _stencil)


Layer = tuple[Colour, float]
"""A colour and how many px wide it lies."""


class Strokes(Figure, frozen=True):
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


@kept
def _shade(strokes: Strokes) -> tuple[Image.Image, Image.Image]:
    """Lines as palette numbers, and what of their box they cover."""
    count = len(strokes.layers)
    sheet = Image.new("L", (strokes.width * SCALE, strokes.height * SCALE))
    draw = ImageDraw.Draw(sheet)
    lines = [[(x * SCALE, y * SCALE) for x, y in line] for line in strokes.lines]
    for number, (_, weight) in enumerate(strokes.layers, 1):
        for line in lines:
            draw.line(line, 255 * number // count, max(1, round(weight * SCALE)), "curve")
    return _covered(sheet, strokes.ground, strokes.layers)


def _covered(
    sheet: Image.Image, ground: Colour, layers: tuple[Layer, ...]
) -> tuple[Image.Image, Image.Image]:
    """Palette numbers and a mask, of a sheet at three times its size that says which layer covers
    what."""
    # How much of each px is covered, and by which layers: 0 to 255.
    covered = sheet.reduce(SCALE)
    size, shares = covered.size, covered.tobytes()
    shades, inked = shares.translate(_ramps(ground, layers)), shares.translate(_ANY)
    return Image.frombytes("L", size, shades), Image.frombytes("L", size, inked)


def stroke(
    canvas: Canvas,
    lines: Sequence[Sequence[Point]],
    colour: Colour,
    weight: float,
    ground: Colour = ASPHALT,
    cased: float = 0.0,
) -> None:
    """Lines through points of the picture, over whatever is there; `cased` in so many px of ink."""
    if not lines:
        return
    layers = ((INK, weight + cased), (colour, weight)) if cased else ((colour, weight),)
    canvas.cover(*_strokes(lines, layers, ground), _shade)


def stroke_over(
    canvas: Canvas, lines: Sequence[Sequence[Point]], layers: tuple[Layer, ...], ground: Colour
) -> None:
    """The same lines stroked once for each layer, over whatever is there; laid down as one."""
    canvas.cover(*_strokes(lines, layers, ground), _one_over_the_other)


@kept
def _one_over_the_other(strokes: Strokes) -> tuple[Image.Image, Image.Image]:
    """Each layer's lines on the one below it, and what of their box the lowest covers."""
    first, *others = (
        _shade(msgspec.structs.replace(strokes, layers=(layer,))) for layer in strokes.layers
    )
    image, mask = first[0].copy(), first[1]
    for each, covers in others:
        image.paste(each, mask=covers)
    return image, mask


class Area(Figure, frozen=True):
    """What some shapes enclose, in a box just around them."""

    shapes: tuple[tuple[Point, ...], ...]
    ink: Colour
    width: int
    height: int
    ground: Colour

    def paint(self, pen: Pen) -> None:
        for points in self.shapes:
            pen.polygon(points, self.ink)


def fill_area(
    canvas: Canvas,
    shapes: Sequence[Sequence[Point]],
    colour: Colour,
    ground: Colour = ASPHALT,
    *,
    rough: bool = False,
) -> None:
    """What some shapes of the picture enclose, over whatever is there, in one shade; the edges of
    what is `rough` lie below lines."""
    shapes = [points for points in shapes if len(points) > 2]
    if not shapes:
        return
    if rough and isinstance(canvas, TileCanvas):
        for points in shapes:
            canvas.polygon(points, colour)
        return
    own, width, height, left, top = _boxed(shapes, 0.0)
    canvas.cover(Area(own, colour, width, height, ground), left, top, _shaded)


def _shaded(area: Area) -> tuple[Image.Image, Image.Image]:
    """An area as palette numbers, and what of its box it covers."""
    sheet = Image.new("L", (area.width * SCALE, area.height * SCALE))
    for points in area.shapes:
        ImageDraw.Draw(sheet).polygon([(x * SCALE, y * SCALE) for x, y in points], 255)
    return _covered(sheet, area.ground, ((area.ink, 0.0),))


def _boxed(
    lines: Sequence[Sequence[Point]], weight: float
) -> tuple[tuple[tuple[Point, ...], ...], int, int, int, int]:
    """Lines in their box, its width and height, and where that lies."""
    xs, ys = zip(*itertools.chain(*lines), strict=True)
    left, top = (math.floor(min(each) - weight) - 1 for each in (xs, ys))
    width = math.ceil(max(xs) + weight) + 1 - left
    height = math.ceil(max(ys) + weight) + 1 - top
    own = tuple([tuple([(x - left, y - top) for x, y in line]) for line in lines])
    return own, width, height, left, top


def _strokes(
    lines: Sequence[Sequence[Point]], layers: tuple[Layer, ...], ground: Colour
) -> tuple[Strokes, int, int]:
    """Lines in their box, and where that lies."""
    own, width, height, left, top = _boxed(lines, layers[0][1])
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
