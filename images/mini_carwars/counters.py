"""What lies on the plane: vehicles at their headings, smoke and debris."""

from __future__ import annotations

import math

from msgspec.structs import replace
from PIL import Image, ImageFilter

from images.cars import car_image
from images.counters import fitting
from images.kept import kept
from images.mini_carwars.plane import Standing
from images.pen import SCALE, Pen, Sprite, leaning, placed, turned
from images.plane import Turned
from images.theme import ASPHALT, EDGE, INK, MUTE, PAPER, SEAT_PAINT, SOFT, STEEL, TYRE, Colour


class Counter(Standing, Sprite, frozen=True):
    """A vehicle at its heading with its number board; a wreck has a cross instead."""

    seat: int
    label: str
    length: int
    """Of the counter, px."""
    cycle: bool
    angle: int
    """Clockwise from the right, in tenths of a degree."""
    grey: bool = False
    wreck: bool = False
    acts: bool = False
    """Its base is framed."""
    ground: Colour = ASPHALT
    body: str = "car"

    def picture(self) -> Image.Image:
        plain = replace(self, label=self.label and "A", angle=self.angle * self.wreck, ground=INK)
        sheet, half = _level(plain), self.width / 2
        cos, sin = (SCALE * way(math.radians(self.angle / 10)) for way in (math.cos, math.sin))
        left, top = sheet.width / 2 - half * (cos + sin), sheet.height / 2 - half * (cos - sin)
        matrix = cos, sin, left, -sin, cos, top
        size = self.width, self.width
        image = sheet.transform(
            size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR
        ).convert("RGBA")
        if self.label and not self.wreck:
            _, back, room = self.board
            ((x, y),) = self.turn([(-back, 0.0)])
            placed(x, y, self.label, fitting(self.label, room), INK, "middle", "b").write(image)
        return image

    @property
    def board(self) -> tuple[float, float, float]:
        """Its number board: the radius, how far it lies back, and the radius inside, px."""
        if not self.cycle:
            radius = self.length * 0.215
            return radius, self.length * 0.04, radius
        # A small one needs its letters more than its livery.
        radius = self.length * (0.36 if self.length < 60 else 0.25)
        return radius, self.length * 0.08, radius * 0.76


@kept
def _level(it: Counter) -> Image.Image:
    """A vehicle at three times its size without letters, its nose to the right: each px is the mean
    of those around it, so that any third px of a line stands for three."""
    long, wide, side = (0.862, 1.6, 1.0) if it.cycle else (0.86, 1.13, 0.5)
    across, down = it.length + 16, round(it.length * side) + 16
    pen, x, y = Pen(across, down, None), across / 2, down / 2
    image = car_image(it.seat, round(it.length * long), 0, it.grey, 0.045, it.body)
    # So the body just stays on its counter, and fills it.
    image = image.resize((image.width, round(image.height * wide)))
    at = (pen.sheet.width - image.width) // 2, (pen.sheet.height - image.height) // 2
    pen.sheet.paste(image, at)

    def outline(colour: Colour, weight: float, out: float) -> None:
        """Of the counter, `out` px around it."""
        w, h = it.length + 2 * out, it.length * side + 2 * out
        pen.outline(leaning(x - w / 2, y - h / 2, w, h, 0.0), colour, weight)

    if it.acts:
        weight = 4 if it.label else 2
        outline(PAPER, weight, weight)
    elif it.cycle and not it.grey:
        # It is narrower than its counter, which is what touches.
        outline(EDGE, 1.4, -1)
    radius, back, inner = it.board
    if it.wreck:
        arm = it.length * (0.26 if it.cycle else 0.16)
        for sign in (-1, 1):
            # Upright when all of it is turned.
            ends = turned(
                [(-arm, sign * arm), (arm, -sign * arm)], -math.radians(it.angle / 10), x, y
            )
            pen.line(ends, INK, max(7, it.length * 0.11))
            pen.line(ends, SOFT, max(4, it.length * 0.065))
    elif it.label:
        pen.disc(x - back, y, radius, TYRE)
        if it.cycle:
            # The board covers most of it: a ring shows its paint.
            pen.disc(x - back, y, radius * 0.94, STEEL if it.grey else SEAT_PAINT[it.seat])
        pen.disc(x - back, y, inner * (1.0 if it.cycle else 0.9), MUTE if it.grey else PAPER)
    return pen.sheet.convert("RGBa").filter(ImageFilter.BoxBlur(1))


class Cloud(Turned, frozen=True):
    """A smoke cloud."""

    inch: int
    """px."""
    angle: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(self.inch * 0.62) + 2)

    def paint(self, pen: Pen) -> None:
        k = self.inch / 80
        puffs = ((-24, 3, 17), (0, -5, 19), (24, 4, 17), (-3, 6, 18), (12, 3, 17))
        at = self.turn([(x * k, y * k) for x, y, _ in puffs])
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, r * k, EDGE)
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, (r - 5) * k, MUTE)


class Shard(Turned, frozen=True):
    """A piece of debris, half an inch across the road and a quarter along it."""

    inch: int
    angle: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (self.inch // 3 + 2)

    def paint(self, pen: Pen) -> None:
        shape = [(-18.0, -9.0), (18.0, -5.0), (12.0, 10.0), (-14.0, 8.0)]
        points = self.turn([(x * self.inch / 80, y * self.inch / 80) for x, y in shape])
        pen.polygon(points, MUTE)
        pen.outline(points, INK, 2)
