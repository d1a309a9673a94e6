"""Where the camera of a film stands: as near as what it has to show allows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

WIDE: Final = 600
HIGH: Final = 420
HEAD: Final = 34
FOOT: Final = 64
MAP: Final = HIGH - HEAD - FOOT
"""Height of the part that shows the ground, px."""
ZOOMS: Final = (46, 38, 32, 27, 23, 20)
"""px an inch, the nearest first; a car is never smaller than the last."""
ARENA_ZOOMS: Final = (*ZOOMS[1:], 18, 15)
"""In the arena, so that all of it fits."""
MARGIN: Final = 1.2
"""Inches that stay free around what is shown."""
AHEAD: Final = 5.0
"""Inches of road in front of it, where there is room."""
FORWARD: Final = 0.4
"""Of the road that is free in the picture, how far its middle is moved ahead."""
Point = tuple[float, float]


class Camera(NamedTuple):
    """What is in the middle, in inches, and how many px an inch has."""

    x: float
    y: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        """Where a point of the ground is in the picture: up the road is to the right."""
        return (
            WIDE / 2 + (y - self.y) * self.scale,
            HEAD + MAP / 2 + (x - self.x) * self.scale,
        )

    def shows(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point is in the picture, so many inches inside its edges."""
        across, along = MAP / 2 / self.scale - margin, WIDE / 2 / self.scale - margin
        return abs(x - self.x) <= across and abs(y - self.y) <= along


def best(points: Sequence[Point], headings: Sequence[float], *, arena: bool) -> Camera:
    """The camera that has these points in its picture, as near as it may be; the farthest one,
    over their middle, where not all fit.

    On the road there is room ahead of vehicles with these headings.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, long = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    zooms = ARENA_ZOOMS if arena else ZOOMS
    free = 0.0 if arena else AHEAD
    scale = next(
        (z for z in zooms if z * (long + free) <= WIDE and z * wide <= MAP),
        next((z for z in zooms if z * long <= WIDE and z * wide <= MAP), zooms[-1]),
    )
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if arena:
        return Camera(x, y, scale)
    if all(abs(each) + MARGIN / 2 <= MAP / 2 / scale for each in xs):
        x = 0.0
    ways = [math.copysign(1.0, math.cos(math.radians(each))) for each in headings]
    way = sum(ways) / len(ways) if ways else 0.0
    return Camera(x, y + way * max(WIDE / scale - long, 0.0) * FORWARD, scale)


def shows(camera: Camera, points: Sequence[Point]) -> bool:
    """Whether all of these are well inside the picture."""
    return all(camera.shows(x, y, MARGIN / 2) for x, y in points)


def pan(now: Camera, then: Camera, count: int) -> Iterator[Camera]:
    """`count` cameras on the way from one to the other, slow at both ends."""
    for number in range(1, count + 1):
        part = number / (count + 1)
        part = part * part * (3 - 2 * part)
        yield Camera(*(a + (b - a) * part for a, b in zip(now, then, strict=True)))
