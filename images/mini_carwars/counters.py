"""What lies on the plane: vehicles at their headings, smoke, debris and walls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PIL import Image

from images import fonts
from images.cars import car_image
from images.mini_carwars.plane import ASPHALT, Square
from images.pen import SCALE, Pen, turned
from images.theme import (
    EDGE,
    INK,
    MUTE,
    PALETTE,
    PAPER,
    SEAT_PAINT,
    SEAT_PATTERN,
    SLATE,
    SOFT,
    STEEL,
    TYRE,
    Colour,
    Rgb,
)

_CAR: Final = 0.86
"""Length of a car's drawing in lengths of its counter: the body then just stays on it."""
_WHEELBASE: Final = 1.16
"""From end to end of a cycle's drawing, in its lengths."""
ROUND: Final = 25
"""Headings of tiles are rounded to so many tenths of a degree."""


def tenths(angle: float) -> int:
    """An angle in the picture as tiles have it, in tenths of a degree."""
    return round(angle * 10 / ROUND) * ROUND % 3600


def fitting(words: str, radius: float) -> int:
    """The type size in which a label fills its number board."""
    size = round(radius * (1.55 if len(words) == 1 else 1.3))
    while size > 8 and fonts.width(words, size) > 1.72 * radius:
        size -= 1
    return size


def paint_disc(
    pen: Pen, words: str, x: float, y: float, radius: float, grey: bool, ring: Colour | None = None
) -> None:
    """A number board with a vehicle's label, upright whatever its heading; a `ring` shows the
    paint where the board covers most of the vehicle."""
    pen.disc(x, y, radius, TYRE)
    inner = radius * 0.90
    if ring is not None:
        pen.disc(x, y, radius * 0.94, ring)
        inner = radius * 0.76
    pen.disc(x, y, inner, MUTE if grey else PAPER)
    pen.text(x, y, words, fitting(words, inner if ring is not None else radius), INK, "middle")


def livery(seat: int, grey: bool) -> tuple[Rgb, Rgb]:
    """Paint and pattern of a seat, or of what is out of action."""
    if grey:
        return PALETTE[STEEL], PALETTE[SLATE]
    return PALETTE[SEAT_PAINT[seat]], PALETTE[SEAT_PATTERN[seat]]


def vehicle_image(seat: int, length: int, cycle: bool, grey: bool) -> Image.Image:
    """A vehicle with its nose to the right as RGBA at three times its size, filling a counter of
    `length` px."""
    if cycle:
        image = car_image(seat, round(length / _WHEELBASE), 0, grey, 0.045, "cycle")
        return image.resize((image.width, round(image.height * 1.6)))
    image = car_image(seat, round(length * _CAR), 0, grey, 0.045, "car")
    return image.resize((image.width, round(image.height * 1.13)))


@dataclass(frozen=True, slots=True)
class Counter(Square):
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

    @property
    def width(self) -> int:
        across = self.length if self.cycle else self.length / 2
        return 2 * (math.ceil(math.hypot(self.length, across) / 2) + 10)

    def paint(self, pen: Pen) -> None:
        image = vehicle_image(self.seat, self.length, self.cycle, self.grey)
        if self.angle:
            image = image.rotate(-self.angle / 10, Image.Resampling.BICUBIC, expand=True)
        size = self.width * SCALE
        whole = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        whole.paste(image, ((size - image.width) // 2, (size - image.height) // 2))
        pen.masked(whole.convert("RGB"), whole.getchannel("A"), 0, 0)
        middle = self.width / 2
        if self.acts:
            weight = 4 if self.label else 2
            self._base(pen, PAPER, weight, weight)
        elif self.cycle and not self.grey:
            # It is narrower than its counter, which is what touches.
            self._base(pen, EDGE, 1.4, -1)
        if self.wreck:
            arm = self.length * (0.26 if self.cycle else 0.16)
            for sign in (-1, 1):
                ends = [(middle - arm, middle - sign * arm), (middle + arm, middle + sign * arm)]
                pen.line(ends, INK, max(7, self.length * 0.11))
                pen.line(ends, SOFT, max(4, self.length * 0.065))
            return
        if not self.label:
            return
        radius = self.length * 0.215
        if self.cycle:
            # A small one needs its letters more than its livery.
            radius = self.length * (0.36 if self.length < 60 else 0.25)
        back = self.length * (0.08 if self.cycle else 0.04)
        ((x, y),) = turned([(-back, 0.0)], math.radians(self.angle / 10), middle, middle)
        ring = STEEL if self.grey else SEAT_PAINT[self.seat]
        paint_disc(pen, self.label, x, y, radius, self.grey, ring if self.cycle else None)

    def _base(self, pen: Pen, colour: Colour, weight: float, out: float) -> None:
        """The true outline of the counter, `out` px around it."""
        half = self.length / 2 + out
        side = half if self.cycle else self.length / 4 + out
        corners = [(-half, -side), (half, -side), (half, side), (-half, side)]
        middle = self.width / 2
        points = turned(corners, math.radians(self.angle / 10), middle, middle)
        pen.outline(points, colour, weight)


@dataclass(frozen=True, slots=True)
class Cloud(Square):
    """A smoke cloud with what it costs a shot through it."""

    inch: int
    """px."""
    angle: int
    words: str
    least: int = 26
    """Size of its letters at least, px."""
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(self.inch * 0.62) + 2)

    def paint(self, pen: Pen) -> None:
        middle, k = self.width / 2, self.inch / 80
        puffs = ((-24, 3, 17), (0, -5, 19), (24, 4, 17), (-3, 6, 18), (12, 3, 17))
        angle = math.radians(self.angle / 10)
        at = turned([(x * k, y * k) for x, y, _ in puffs], angle, middle, middle)
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, r * k, EDGE)
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, (r - 5) * k, MUTE)
        pen.text(
            middle, middle, self.words, max(self.least, round(30 * min(k, 1.4))), INK, "middle"
        )


@dataclass(frozen=True, slots=True)
class Shard(Square):
    """A piece of debris, half an inch across the road and a quarter along it."""

    inch: int
    kind: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (self.inch // 3 + 2)

    def paint(self, pen: Pen) -> None:
        shape = [(-18.0, -9.0), (18.0, -5.0), (12.0, 10.0), (-14.0, 8.0)]
        k, middle = self.inch / 80, self.width / 2
        angle = math.radians((62, 98, 118, 80)[self.kind % 4])
        points = turned([(x * k, y * k) for x, y in shape], angle, middle, middle)
        pen.polygon(points, MUTE)
        pen.outline(points, INK, 2)


@dataclass(frozen=True, slots=True)
class Block:
    """A fixed object: hatched, with a paper edge."""

    width: int
    height: int
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        shape = [(1, 1), (w - 1, 1), (w - 1, h - 1), (1, h - 1)]
        pen.hatch(shape, SOFT, MUTE, 14, 4)
        pen.outline(shape, PAPER, 2)
