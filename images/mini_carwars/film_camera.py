"""Where the camera of a film stands: as near as what it has to show allows.

Up the road is to the right, as on the board; the arena has north up, and all of it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from games.mini_carwars.ground import ARENA, THICK
from images.mini_carwars.plane import Map
from images.pen import Point

WIDE: Final = 600
HIGH: Final = 420
HEAD: Final = 34
FOOT: Final = 64
MAP: Final = HIGH - HEAD - FOOT
"""Height of the part that shows the ground, px."""
ZOOMS: Final = (46, 38, 32, 27, 23, 20)
"""px an inch, the nearest first; a car is never smaller than the last."""
MARGIN: Final = 1.2
"""Inches that stay free around what is shown."""
AHEAD: Final = 5.0
"""Inches of road in front of it, where there is room."""
FORWARD: Final = 0.4
"""Of the road that is free in the picture, how far its middle is moved ahead."""


class Camera(NamedTuple):
    """What is in the middle, in inches, and how many px an inch has."""

    x: float
    y: float
    scale: float
    upward: bool = False
    """+y is up, as in the arena; else it is to the right, as on the road."""

    @property
    def map(self) -> Map:
        """Where inches lie in the picture."""
        middle = WIDE / 2, HEAD + MAP / 2
        return Map.about(self.scale, (self.x, self.y), middle, self.upward)

    def shows(self, points: Iterable[Point], margin: float = 0.0) -> bool:
        """Whether all of these are in the picture, so many inches inside its edges."""
        wide, high = WIDE / 2 / self.scale - margin, MAP / 2 / self.scale - margin
        return self.upward or all(
            abs(x - self.x) <= high and abs(y - self.y) <= wide for x, y in points
        )


WHOLE: Final = Camera(0.0, 0.0, MAP // (ARENA + 2 * THICK), upward=True)
"""All of the arena with its walls, north up: it never moves."""


def best(points: Sequence[Point], headings: Sequence[float]) -> Camera:
    """The camera that has these points in its picture, as near as it may be; the farthest one,
    over their middle, where not all fit.

    There is room ahead of vehicles with these headings.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, long = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    scale = next(
        (z for z in ZOOMS if z * (long + AHEAD) <= WIDE and z * wide <= MAP),
        next((z for z in ZOOMS if z * long <= WIDE and z * wide <= MAP), ZOOMS[-1]),
    )
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if all(abs(each) + MARGIN / 2 <= MAP / 2 / scale for each in xs):
        x = 0.0
    ways = [math.copysign(1.0, math.cos(math.radians(each))) for each in headings]
    way = sum(ways) / len(ways) if ways else 0.0
    return Camera(x, y + way * max(WIDE / scale - long, 0.0) * FORWARD, scale)


def pan(now: Camera, then: Camera, count: int) -> Iterator[Camera]:
    """`count` cameras on the way from one to the other, slow at both ends."""
    for number in range(1, count + 1):
        part = number / (count + 1)
        part = part * part * (3 - 2 * part)
        yield Camera(
            now.x + (then.x - now.x) * part,
            now.y + (then.y - now.y) * part,
            now.scale + (then.scale - now.scale) * part,
        )
