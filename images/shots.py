"""Shots on a map: their lines, the signs of what was fired and struck, and the figures beside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from games.engine.plane import Box
from games.engine.shapes import Pose
from games.engine.voice import minus
from images import fonts
from images.canvas import Canvas
from images.counters import Gun, Impact, tenths
from images.field import Sheet
from images.icons import paint_icon
from images.labels import Line
from images.pen import Figure, Pen, Point, Square, slanted
from images.strokes import Layer, beam
from images.theme import ALARM, ASPHALT, INK, LINE, PAPER, SEAT_PAINT, Colour

HIT: Final = (13.0, 7.0, 2.0)
"""px of a shot's casing, colour and core."""
_DISCS: Final = (0.36, 0.2, 0.72)
"""Where on its way a shot has its disc: the first, the second and the third of a vehicle. Those of
two who fire at each other do not meet."""
_LEAST: Final = 90.0
"""px of a line that has room for one."""
MISSED: Final = (18, 16)
"""px drawn and left out of a shot that missed, which has no core."""
_RUBBER: Final[tuple[Layer, ...]] = ((LINE, 8.0), (INK, 5.0))
_FEW: Final = 3
"""Labels keep clear of so many lines."""
_LARGE: Final = 60
"""px a length from which stars and figures are large."""


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
    """A shot on the plane."""

    line: Line
    seat: int
    """Whose shot it is."""
    by: int
    """Who of his fired it: lines of one have their discs at different parts of the way."""
    icon: str
    hit: bool


class Latest(msgspec.Struct, frozen=True):
    """What of the last public events a board shows."""

    shots: tuple[Any, ...] = ()
    """Whose shooter and target have not moved since."""
    blows: tuple[tuple[int, ...], ...] = ()
    """Vehicle, side, points that it has lost since it moved, and what is left, where all know it by
    these events."""
    meets: tuple[Point, ...] = ()
    """Where vehicles have run into something."""
    tracks: tuple[tuple[Pose, ...], ...] = ()
    """The ways of those whose wheels leave marks."""
    burning: tuple[int, ...] = ()
    """Vehicles."""
    last: dict[int, tuple[int, int]] = {}
    """By vehicle the side that was hit last, and the points."""
    told: tuple[Any, ...] = ()
    """The same as facts, in the order in which they happened."""
    news: tuple[Any, ...] = ()
    """The newest events, or what of them a board tells; the last one stands at its foot."""


NOTHING: Final = Latest()


class Happened(NamedTuple):
    """What has just happened on a plane."""

    shots: Sequence[Fired]
    signs: Sequence[tuple[Figure, Point]]
    """What shots have not done, and what burns."""
    hits: Sequence[Point]
    meets: Sequence[Point]
    """Where vehicles have run into something."""
    tracks: Sequence[Line]
    """Marks of wheels."""
    losses: Sequence[tuple[Point, str, int, str]]
    """What was taken: the place, the part, the points, and what is left where all may know it."""

    def put_below(self, sheet: Sheet) -> None:
        """Shots and the marks of wheels, below what they belong to."""
        for track in self.tracks:
            if (line := sheet.seen(track)) is not None:
                beam(sheet.canvas, *line, _RUBBER)
        # What is fired at once goes along one line.
        shots = {(shot.line, shot.hit): shot for shot in self.shots}
        for shot in shots.values():
            if (line := sheet.seen(shot.line)) is not None:
                put_shot(sheet.canvas, line, shot.seat, shot.hit)
                # Among many no place is free of all of them.
                sheet.lines += [line] * (len(shots) <= _FEW)

    def put_above(self, sheet: Sheet) -> None:
        """What was fired, what it and collisions have struck, and what was taken; that is wanted
        before all other labels."""
        size, tall = (46, 48) if sheet.to.scale >= _LARGE else (36, 40)
        count = dict[int, int]()
        for shot in self.shots:
            number = count[shot.by] = count.get(shot.by, -1) + 1
            line = sheet.seen(shot.line)
            if line is None or math.dist(*line) < _LEAST:
                continue
            ((x, y), (to_x, to_y)), share = line, _DISCS[number % 3]
            angle = math.degrees(math.atan2(to_y - y, to_x - x))
            disc = Gun(shot.icon, shot.seat, tenths(angle % 360))
            sheet.taken.append(sheet.put(disc, x + (to_x - x) * share, y + (to_y - y) * share))
        signs: dict[Point, Figure] = {at: Star(size) for at in self.hits}
        signs |= {at: Impact(size // 2) for at in self.meets}
        for at, sign in [*((at, sign) for sign, at in self.signs), *signs.items()]:
            if sheet.shows(*at):
                sheet.stand(sign, at)
        wants, sheet.wants = sheet.wants, []
        for at, part, points, left in self.losses:
            if sheet.shows(*at):
                near = sheet.to.around(Box(*at, 0.0, 0.0, 0.0), 22)
                sheet.want(Taken(minus(-points), left, tall), near, part)
        sheet.wants += wants
