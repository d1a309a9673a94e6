"""The grid of 24 that icons are drawn on, and the shapes they share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from images.pen import Pen, Point
from images.theme import Colour

MIDDLE: Final = 12.0


class Grid:
    """A pen that draws in the 24 units of an icon, (12, 12) its middle."""

    def __init__(
        self, pen: Pen, x: float, y: float, size: float, ink: Colour, hole: Colour
    ) -> None:
        self.pen, self.x, self.y = pen, x, y
        self.unit = size / 24
        self.ink, self.hole = ink, hole

    def at(self, points: Sequence[Point]) -> list[Point]:
        u = self.unit
        return [(self.x + (x - MIDDLE) * u, self.y + (y - MIDDLE) * u) for x, y in points]

    def shape(self, *points: Point) -> None:
        self.pen.polygon(self.at(points), self.ink)

    def gap(self, *points: Point) -> None:
        self.pen.polygon(self.at(points), self.hole)

    def stroke(self, weight: float, *points: Point) -> None:
        self.pen.line(self.at(points), self.ink, weight * self.unit)

    def cut(self, weight: float, *points: Point) -> None:
        self.pen.line(self.at(points), self.hole, weight * self.unit)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        (place,) = self.at([(x, y)])
        self.pen.disc(*place, radius * self.unit, colour)

    def ring(self, radius: float, weight: float) -> None:
        self.pen.ring(self.x, self.y, radius * self.unit, self.ink, weight * self.unit)

    def arc(
        self, x: float, y: float, radius: float, start: int, end: int, weight: float, ink: Colour
    ) -> None:
        (place,) = self.at([(x, y)])
        u = self.unit
        self.pen.arc(*place, radius * u, start, end, ink, weight * u)

    def block(self, x: float, y: float, w: float, h: float, radius: float = 0) -> None:
        ((left, top),) = self.at([(x, y)])
        u = self.unit
        self.pen.rect(left, top, w * u, h * u, self.ink, radius * u)


def polar(radius: float, degrees: float, x: float = MIDDLE, y: float = MIDDLE) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def star(
    rays: int, outer: float, inner: float, x: float = MIDDLE, y: float = MIDDLE
) -> list[Point]:
    return [polar(inner if i % 2 else outer, -90 + i * 180 / rays, x, y) for i in range(2 * rays)]
