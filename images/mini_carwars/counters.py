"""What lies on the plane: vehicles at their headings, smoke and debris."""

from __future__ import annotations

import math

from msgspec.structs import replace

from images.cars import car_image
from images.counters import fitting
from images.mini_carwars.plane import Standing
from images.pen import Pen, Point, Text, leaning, placed
from images.plane import Level, Lying, Turned, paint_cross
from images.theme import ASPHALT, EDGE, INK, MUTE, PAPER, SEAT_PAINT, STEEL, TYRE, Colour


class Counter(Standing, Level, frozen=True):
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

    @property
    def room(self) -> Point:
        side = self.length if self.cycle else round(self.length * 0.5)
        return self.length / 2 + 8, side / 2 + 8

    @property
    def unturned(self) -> Counter:
        return replace(self, label=self.label and "A", angle=self.angle * self.wreck, ground=INK)

    @property
    def board(self) -> tuple[float, float, float]:
        """Its number board: the radius, how far it lies back, and the radius inside, px."""
        if not self.cycle:
            radius = self.length * 0.215
            return radius, self.length * 0.04, radius
        # A small one needs its letters more than its livery.
        radius = self.length * (0.36 if self.length < 60 else 0.25)
        return radius, self.length * 0.08, radius * 0.76

    def paint_level(self, pen: Pen, at: Lying) -> None:
        long, wide, side = (0.862, 1.6, 1.0) if self.cycle else (0.86, 1.13, 0.5)
        image, sheet = (
            car_image(self.seat, round(self.length * long), 0, self.grey, 0.045, self.body),
            pen.sheet,
        )
        # So the body just stays on its counter, and fills it.
        image = image.resize((image.width, round(image.height * wide)))
        sheet.paste(image, ((sheet.width - image.width) // 2, (sheet.height - image.height) // 2))

        def outline(colour: Colour, weight: float, out: float) -> None:
            """Of the counter, `out` px around it."""
            w, h = self.length + 2 * out, self.length * side + 2 * out
            pen.outline(at(leaning(-w / 2, -h / 2, w, h, 0.0)), colour, weight)

        if self.acts:
            weight = 4 if self.label else 2
            outline(PAPER, weight, weight)
        elif self.cycle and not self.grey:
            # It is narrower than its counter, which is what touches.
            outline(EDGE, 1.4, -1)
        if self.wreck:
            arm = self.length * (0.26 if self.cycle else 0.16)
            weights = max(7, self.length * 0.11), max(4, self.length * 0.065)
            paint_cross(pen, at, arm, self.angle, weights)
        elif self.label:
            radius, back, inner = self.board
            ((x, y),) = at([(-back, 0.0)])
            pen.disc(x, y, radius, TYRE)
            if self.cycle:
                # The board covers most of it: a ring shows its paint.
                pen.disc(x, y, radius * 0.94, STEEL if self.grey else SEAT_PAINT[self.seat])
            pen.disc(x, y, inner * (1.0 if self.cycle else 0.9), MUTE if self.grey else PAPER)

    def letter(self) -> Text | None:
        if self.wreck or not self.label:
            return None
        _, back, room = self.board
        ((x, y),) = self.turn([(-back, 0.0)])
        return placed(x, y, self.label, fitting(self.label, room), INK, "middle", "b")


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
