"""The helmets of the drivers of computer seats: each driver is known by what is painted there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.rows import read_file
from images.icons import paint_icon, paint_stroke
from images.pen import Pen, Square
from images.theme import ASPHALT, SEAT_PAINT, SEAT_PATTERN, Colour

HELMETS: Final[dict[str, Sequence[Sequence[Any]]]] = read_file("images", "data/helmets.toml")
"""What is painted on them, by the driver's name."""


class Helmet(Square, frozen=True):
    """A driver's helmet in the colour of his seat."""

    name: str
    seat: int
    width: int
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        middle, unit = self.width / 2, self.width / 24
        paint_icon(pen, "driver", middle, middle, self.width, SEAT_PAINT[self.seat], self.ground)
        for kind, *told in HELMETS.get(self.name, ()):
            paint_stroke(pen, kind, told, SEAT_PATTERN[self.seat], (0, 0, unit))
