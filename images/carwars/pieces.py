"""What lies in the arena, at its heading: cars with their guns, obstacles, hazards; and the signs
that stand on them. Lengths are px, angles tenths of a degree clockwise from the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.carwars.base import CAR
from games.engine.players import SEAT_LETTERS
from images import fonts
from images.cars import BODIES, car_image
from images.counters import fitting
from images.pen import Pen, Point, Square, Text, placed
from images.plane import Level, Lying, Turned, paint_cross
from images.theme import (
    ASPHALT,
    INK,
    MUTE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SLATE,
    SOFT,
    TYRE,
    Colour,
)

BASE: Final = CAR.ends
"""Corners of a car's base in its own frame (ahead, left), in L."""
_BARRELS: Final = (
    ((0.48, 0.0), (0.665, 0.0)), ((-0.02, 0.19), (-0.02, 0.335)),
    ((-0.48, 0.0), (-0.65, 0.0)), ((-0.02, -0.19), (-0.02, -0.335)),
)  # fmt: skip
"""By side: from where to where a gun reaches, ahead and to the right, in L."""
LETTER: Final = (-0.05, 0.0)
"""Where its number board lies, ahead and to the left, in L."""
_FRAMED: Final = 1.12
"""The frame of the acting car is so much larger than its base where that is small,"""
_SMALL: Final = 100
"""and a length has fewer px than this."""


_LENGTHS: Final = (20, 26, 34, 46, 57, 69, 82, 103, 126, 137)
"""px of an L in which cars are drawn: those of boards, and some between. In others they are made
smaller."""


def _drawn(length: int) -> int:
    return next((each for each in _LENGTHS if each >= length), length)


class CarPiece(Level, frozen=True):
    """A car on its base with its guns and number board; a wreck has a cross instead."""

    seat: int
    length: int
    """px of one L."""
    angle: int
    guns: tuple[int, ...] = ()
    """Sides with weapons."""
    wreck: bool = False
    acts: bool = False
    """Its base is framed."""
    board: bool = True
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(0.72 * self.length) + 8)

    @property
    def room(self) -> Point:
        return self.width / 2, 0.37 * self.length + 8

    @property
    def unturned(self) -> CarPiece:
        return replace(self, length=_drawn(self.length), angle=self.angle * self.wreck, ground=INK)

    @property
    def _radius(self) -> float:
        return max(13.0, self.length * 0.205)

    def paint_level(self, pen: Pen, at: Lying) -> None:
        k, sheet = self.length, pen.sheet
        if self.acts:
            more = _FRAMED if k < _SMALL else 1.0
            pen.outline(at([(x * k * more, -y * k * more) for x, y in BASE]), PAPER, 3 + self.board)
        image = car_image(self.seat, k, 0, self.wreck, 0.04, "car")
        spot = (sheet.width - image.width) // 2, (sheet.height - image.height) // 2
        sheet.alpha_composite(image, spot)
        for weight, ink in ((0.062, PAPER), (0.036, SLATE)):
            for side in self.guns:
                barrel = at([(x * k, y * k) for x, y in _BARRELS[side]])
                pen.line(barrel, ink, max(weight * k, 2.4 if ink == PAPER else 1.2))
        if self.wreck:
            paint_cross(pen, at, 0.16 * k, self.angle, (max(3, 0.11 * k), max(3, 0.065 * k)))
        elif self.board:
            ((x, y),) = at([(LETTER[0] * k, 0.0)])
            pen.disc(x, y, self._radius, TYRE)
            pen.disc(x, y, self._radius * 0.9, PAPER)

    def letter(self) -> Text | None:
        if self.wreck or not self.board:
            return None
        ((x, y),), letter = self.turn([(LETTER[0] * self.length, 0.0)]), SEAT_LETTERS[self.seat]
        return placed(x, y, letter, fitting(letter, self._radius), INK, "middle", "b")


class Ghost(Level, frozen=True):
    """Where a car would be: its outline in its colour; the `last` of a way has its base, and a tip
    that says where it goes."""

    seat: int
    length: int
    angle: int
    last: bool = False
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(0.66 * self.length) + 6)

    @property
    def room(self) -> Point:
        return self.width / 2, 0.3 * self.length + 6

    @property
    def unturned(self) -> Ghost:
        return replace(self, length=_drawn(self.length), angle=0, ground=INK)

    def paint_level(self, pen: Pen, at: Lying) -> None:
        k = self.length
        points = at([(x * k, y * k) for x, y in BODIES["car"].outline])
        pen.polygon(points, INK)
        pen.outline(points, SEAT_PAINT[self.seat], max(2.4, k * 0.04))
        if self.last:
            pen.outline(at([(x * k, -y * k) for x, y in BASE]), PAPER, 4)
            nose = [(0.27 * k, 0.0), (-0.09 * k, -0.155 * k), (-0.09 * k, 0.155 * k)]
            pen.polygon(at(nose), PAPER)


class _Flat(Turned, frozen=True):
    """A rectangle."""

    length: int
    across: int
    angle: int

    @property
    def ground(self) -> Colour:
        return ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(math.hypot(self.length, self.across) / 2) + 3)

    @property
    def corners(self) -> Sequence[Point]:
        x, y = self.length / 2, self.across / 2
        return self.turn([(-x, -y), (x, -y), (x, y), (-x, y)])


class Slab(_Flat, frozen=True):
    """A barrier, or a piece of wall."""

    def paint(self, pen: Pen) -> None:
        corners = self.corners
        small = self.across < 12
        pen.hatch(corners, SOFT, MUTE, 8 if small else 12, 3 if small else 4)
        pen.outline(corners, PAPER, 2 if small else 3)


class Barrel(Square, frozen=True):
    """Something round and light."""

    radius: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        pen.disc(middle, middle, r, MUTE)
        pen.disc(middle, middle, r - max(2.0, r * 0.26), PANEL)
        pen.disc(middle, middle, r * 0.36, MUTE)


class FlatCard(_Flat, frozen=True):
    """A card on the ground: a hazard, with its name upright."""

    words: str
    fill: Colour
    ink: Colour

    def paint(self, pen: Pen) -> None:
        pen.polygon(self.corners, self.fill)
        pen.outline(self.corners, INK, 2)
        size = 28
        while size > 16 and fonts.width(self.words, size) > 0.8 * self.length:
            size -= 2
        middle = self.width / 2
        if self.across >= 24:
            pen.text(middle, middle, self.words, size, self.ink, "middle")
