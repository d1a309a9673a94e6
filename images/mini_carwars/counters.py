"""What lies on the plane: vehicles at their headings, smoke and debris."""

from __future__ import annotations

import math

from PIL import Image

from images.cars import car_image
from images.counters import fitting
from images.mini_carwars.plane import Standing
from images.pen import SCALE, Pen, figure
from images.plane import Turned
from images.theme import ASPHALT, EDGE, INK, MUTE, PAPER, SEAT_PAINT, SOFT, STEEL, TYRE, Colour


@figure
class Counter(Standing):
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

    def paint(self, pen: Pen) -> None:
        long, wide = (0.862, 1.6) if self.cycle else (0.86, 1.13)
        image = car_image(self.seat, round(self.length * long), 0, self.grey, 0.045, self.body)
        # So the body just stays on its counter, and fills it.
        image = image.resize((image.width, round(image.height * wide)))
        if self.angle:
            image = image.rotate(-self.angle / 10, Image.Resampling.BICUBIC, expand=True)
        size = self.width * SCALE
        whole = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        whole.paste(image, ((size - image.width) // 2, (size - image.height) // 2))
        pen.masked(whole.convert("RGB"), whole.getchannel("A"), 0, 0)
        if self.acts:
            weight = 4 if self.label else 2
            self._base(pen, PAPER, weight, weight)
        elif self.cycle and not self.grey:
            # It is narrower than its counter, which is what touches.
            self._base(pen, EDGE, 1.4, -1)
        if self.wreck:
            arm = self.length * (0.26 if self.cycle else 0.16)
            middle = self.width / 2
            for sign in (-1, 1):
                ends = [(middle - arm, middle - sign * arm), (middle + arm, middle + sign * arm)]
                pen.line(ends, INK, max(7, self.length * 0.11))
                pen.line(ends, SOFT, max(4, self.length * 0.065))
            return
        if not self.label:
            return
        radius, back = self.length * 0.215, self.length * (0.08 if self.cycle else 0.04)
        if self.cycle:
            # A small one needs its letters more than its livery.
            radius = self.length * (0.36 if self.length < 60 else 0.25)
        ((x, y),) = self.turn([(-back, 0.0)])
        pen.disc(x, y, radius, TYRE)
        inner, room = radius * 0.90, radius
        if self.cycle:
            # The board covers most of it: a ring shows its paint.
            pen.disc(x, y, radius * 0.94, STEEL if self.grey else SEAT_PAINT[self.seat])
            inner = room = radius * 0.76
        pen.disc(x, y, inner, MUTE if self.grey else PAPER)
        pen.text(x, y, self.label, fitting(self.label, room), INK, "middle")

    def _base(self, pen: Pen, colour: Colour, weight: float, out: float) -> None:
        """The true outline of the counter, `out` px around it."""
        half = self.length / 2 + out
        side = half if self.cycle else self.length / 4 + out
        corners = [(-half, -side), (half, -side), (half, side), (-half, side)]
        pen.outline(self.turn(corners), colour, weight)


@figure
class Cloud(Turned):
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


@figure
class Shard(Turned):
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
