"""Icons on a grid of 24: one colour, with holes in the colour of the ground. They stand in
`data/icons.toml`, which tells their strokes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.rows import read_file
from images.pen import Pen, Point, Square, spline
from images.theme import PANEL, PAPER, Colour

_ICONS: Final[dict[str, Sequence[Sequence[Any]]]] = read_file("images", "data/icons.toml")
NAMES: Final = tuple(_ICONS)
_GAPS: Final = {
    "gap": "shape",
    "round_gap": "round",
    "cut": "stroke",
    "hole": "disc",
    "cut_arc": "arc",
}
"""Strokes in the colour of the ground, and what they are like."""


def _points(numbers: Sequence[float]) -> list[Point]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def paint_icon(
    pen: Pen, name: str, x: float, y: float, size: float, ink: Colour, hole: Colour
) -> None:
    """Draw an icon with its middle at (x, y), `size` px high."""
    unit = size / 24
    for stroke, *told in _ICONS[name]:
        if stroke == "icon":
            paint_icon(pen, told[0], x, y, size, ink, hole)
            continue
        place = x - 12 * unit, y - 12 * unit, unit
        paint_stroke(pen, _GAPS.get(stroke, stroke), told, hole if stroke in _GAPS else ink, place)


def paint_stroke(
    pen: Pen, kind: str, told: Sequence[Any], colour: Colour, place: tuple[float, float, float]
) -> None:
    """Draw one stroke; `place` is x and y of its grid's top left corner, and its unit in px."""
    left, top, unit = place

    def at(points: Sequence[Point]) -> list[Point]:
        return [(left + across * unit, top + down * unit) for across, down in points]

    match kind, told:
        case "shape", _:
            pen.polygon(at(_points(told)), colour)
        case "round", (steps, *numbers):
            pen.polygon(at(spline(_points(numbers), steps)), colour)
        case "trail", (radius, steps, *numbers):
            points = _points(numbers)
            for middle in at(spline(points, steps) if steps else points):
                pen.disc(*middle, radius * unit, colour)
        case "stroke", (weight, *numbers):
            pen.line(at(_points(numbers)), colour, weight * unit)
        case "disc", (*middle, radius):
            pen.disc(*at(_points(middle))[0], radius * unit, colour)
        case "ring", (*middle, radius, weight):
            pen.ring(*at(_points(middle))[0], radius * unit, colour, weight * unit)
        case "arc", (*middle, radius, start, end, weight):
            pen.arc(*at(_points(middle))[0], radius * unit, start, end, colour, weight * unit)
        case "block", (x, y, wide, tall, *corner):
            corner_at = at([(x, y)])[0]
            pen.rect(*corner_at, wide * unit, tall * unit, colour, sum(corner) * unit)
        case _:
            raise ValueError(f"There is no stroke {kind} of {told}.")


class Icon(Square, frozen=True):
    """An icon on a plain ground, in a square box one eighth larger than itself."""

    name: str
    size: int
    ink: Colour = PAPER
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.size + 2 * (self.size // 16 + 1)

    def paint(self, pen: Pen) -> None:
        half = self.width / 2
        paint_icon(pen, self.name, half, half, self.size, self.ink, self.ground)
