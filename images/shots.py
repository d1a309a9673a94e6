"""Shots on a map: their lines, the signs of what was fired and struck, and the figures beside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.engine.plane import Box
from games.engine.voice import minus
from images import fonts
from images.canvas import Canvas
from images.counters import Gun, Impact, tenths
from images.field import Sheet
from images.icons import paint_icon
from images.labels import Line, Rect
from images.pen import Figure, Pen, Point, Square, slanted
from images.strokes import Layer, beam
from images.theme import ALARM, ASPHALT, INK, PAPER, SEAT_PAINT, Colour

HIT: Final = (13.0, 7.0, 2.0)
"""px of a shot's casing, colour and core."""
_DISCS: Final = (0.36, 0.2, 0.72)
"""Where on its way a shot has its disc: the first, the second and the third of a vehicle. Those of
two who fire at each other do not meet."""
_LEAST: Final = 90.0
"""px of a line that has room for one."""
MISSED: Final = (18, 16)
"""px drawn and left out of a shot that missed, which has no core."""


class Points(Figure, frozen=True):
    """A small figure on ink, such as what a side has left; 0 on alarm."""

    words: str
    size: int = 28
    ground: Colour = ASPHALT

    @property
    def height(self) -> int:
        return self.size + 2

    @property
    def width(self) -> int:
        return max(self.size + 4, fonts.width(self.words, self.size) + self.size * 3 // 7)

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, ink = (ALARM, INK) if self.words == "0" else (INK, PAPER)
        pen.polygon(slanted(0, 0, w, h, 0.12), fill)
        pen.text(w / 2, h / 2, self.words, self.size, ink, "middle")


class Taken(Figure, frozen=True):
    """Points that a side has just lost, and on ink what it has left, where all may know."""

    words: str
    left: str = ""
    height: int = 48
    ground: Colour = ASPHALT

    @property
    def _widths(self) -> tuple[int, int]:
        h = self.height
        lost = fonts.width(self.words, round(h * 0.84)) + round(h * 0.8)
        left = fonts.width(self.left, round(h * 0.66)) + round(h * 0.7)
        return lost, left * bool(self.left)

    @property
    def width(self) -> int:
        return sum(self._widths) + 6

    def paint(self, pen: Pen) -> None:
        h, (lost, left) = self.height, self._widths
        pen.polygon(slanted(0, 0, lost + 4, h, 0.2), INK)
        pen.polygon(slanted(3, 3, lost - 2, h - 6, 0.2), ALARM)
        pen.text(lost / 2 + 2, h / 2, self.words, round(h * 0.84), INK, "middle")
        if left:
            low, tall = round(h * 0.12), h - 2 * round(h * 0.12)
            shape = slanted(lost + 3, low, left, tall, 0.2)
            pen.polygon(shape, INK)
            pen.outline(shape, PAPER, 2)
            pen.text(lost + 3 + left / 2, h / 2, self.left, round(h * 0.66), PAPER, "middle")


class Star(Square, frozen=True):
    """Where something was struck."""

    size: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return self.size + 8

    def paint(self, pen: Pen) -> None:
        middle = self.width / 2
        for size, ink in ((self.size + 8, INK), (self.size, PAPER), (self.size * 0.48, ALARM)):
            paint_icon(pen, "hit", middle, middle, size, ink, INK)


def put_shot(canvas: Canvas, line: Line, seat: int, hit: bool, widths: Sequence[float] = HIT,
             dashes: Sequence[int] = MISSED) -> None:  # fmt: skip
    """A shot in its shooter's colour: a hit is whole, a miss is broken."""
    colours = (INK, SEAT_PAINT[seat], PAPER) if hit else (INK, SEAT_PAINT[seat])
    layers: tuple[Layer, ...] = tuple(zip(colours, widths, strict=False))
    beam(canvas, *line, layers, () if hit else dashes)


class Fired(NamedTuple):
    """A shot in the picture."""

    line: Line | None
    """As far as it is seen."""
    seat: int
    """Whose shot it is."""
    by: int
    """Who of his fired it: lines of one have their discs at different parts of the way."""
    icon: str


def put_discs(sheet: Sheet, fired: Iterable[Fired], radius: int) -> None:
    """What was fired, on the way of each shot."""
    count = dict[int, int]()
    for line, seat, by, icon in fired:
        number = count[by] = count.get(by, -1) + 1
        if line is None or math.dist(*line) < _LEAST:
            continue
        ((x, y), (to_x, to_y)), share = line, _DISCS[number % 3]
        angle = math.degrees(math.atan2(to_y - y, to_x - x))
        disc = Gun(icon, seat, tenths(angle % 360), radius)
        sheet.taken.append(sheet.put(disc, x + (to_x - x) * share, y + (to_y - y) * share))


def put_struck(sheet: Sheet, hits: Iterable[Point], meets: Iterable[Point], size: int) -> None:
    """Stars where shots have struck, and other signs where vehicles have met something."""
    signs: dict[Point, Figure] = {at: Star(size) for at in hits}
    signs |= {at: Impact(size // 2) for at in meets}
    for at, sign in signs.items():
        if sheet.shows(*at):
            sheet.taken.append(sheet.lay(sign, at))


def want_taken(
    sheet: Sheet, losses: Iterable[tuple[Point, str, int, str]], tall: int, air: int
) -> None:
    """What was taken, and what is left where all may know that, wanted before all other labels:
    the place, the part, the points and the rest."""
    wants, sheet.wants = sheet.wants, []
    for at, part, points, left in losses:
        if sheet.shows(*at):
            near = sheet.to.around(Box(*at, 0.0, 0.0, 0.0), air)
            sheet.want(Taken(minus(-points), left, tall), near, part)
    sheet.wants += wants


def clipped(line: Line, field: Rect) -> Line | None:
    """What of a line lies in a field of the picture."""
    (x, y), (to_x, to_y) = line
    low, high = 0.0, 1.0
    for start, end, least, most in ((x, to_x, field[0], field[2]), (y, to_y, field[1], field[3])):
        if start == end:
            if not least <= start <= most:
                return None
            continue
        ends = (least - start) / (end - start), (most - start) / (end - start)
        low, high = max(low, min(ends)), min(high, max(ends))
    if low >= high:
        return None
    across, down = to_x - x, to_y - y
    first = (x + across * low, y + down * low) if low else line[0]
    return first, ((x + across * high, y + down * high) if high < 1.0 else line[1])
