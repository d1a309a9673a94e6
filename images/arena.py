"""An arena as large as the picture: its frame, the head of the panel beside it, and the inset that
shows the whole of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Box
from images.canvas import Canvas
from images.cars import Portrait
from images.labels import Rect
from images.news import LOW
from images.panels import Leaning, Page
from images.parts import Header, Part, Picture, Text, column, middle, plates, row, space
from images.pen import Point
from images.plane import Map, clip
from images.theme import (
    ALARM,
    ASPHALT,
    DEEP,
    EDGE,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PAPER,
    SEAT_PAINT,
    SOFT,
    STEEL,
    Colour,
)

SIDE: Final = 824
"""Of the arena, px."""
WIDE: Final = PAGE - SIDE - 3 * GAP
"""Of the panel, px."""
HEAD: Final = 104
"""Height of its head, px."""
_PLATES: Final = (46, 38, 38, 36, 38, 32)
"""Height of the plates in it, px, by their number."""
MORE: Final = 164
"""Height of what stands below the cells where there is room, px."""
INSET: Final = (76, 172)
"""Height of the inset, px; with less room there is none."""
_GROWN: Final = 1.5
"""So much more is shown at most, so that nobody is cut through,"""
_AIR: Final = 0.12
"""with so much ground around everybody, in units."""


Spans = Sequence[tuple[float, float]]
"""From where to where something lies, across and up."""


def arena_map(
    live: Sequence[Box],
    wrecks: Sequence[Box],
    focus: Sequence[Point],
    zooms: Sequence[float],
    whole: float,
    center: Point,
    cropped: float,
    around: float,
) -> Map:
    """How a square arena lies in the picture. As little of `zooms` is shown as holds all who drive;
    else what is in focus, at least `cropped`; else the whole arena, which lies about its center.
    What is shown moves aside, or grows a little, where its edges would cut through somebody."""
    everyone = [(box.x, box.y) for box in live] or [center]
    for points in (everyone, focus or everyone):
        spans = _spans(points)
        need = max(high - low for low, high in spans) + 2 * around
        seen = next((zoom for zoom in zooms if need <= zoom), whole)
        if seen < whole:
            break
    if points is not everyone and seen < cropped:
        seen = cropped
    # What stands at the wall needs no more ground than there is.
    walls = [(mid - whole / 2, mid + whole / 2) for mid in center]
    lying = [
        [(max(low - _AIR, start), min(high + _AIR, end))
         for (low, high), (start, end) in zip(_spans(box.corners), walls, strict=True)]
        for box in (*live, *wrecks)
    ]  # fmt: skip
    at = _middle(spans, seen, whole, center)
    for zoom in sorted({seen, *zooms, min(_GROWN * seen, whole)}):
        if seen <= zoom <= _GROWN * seen and (clear := _clear(spans, zoom, whole, center, lying)):
            seen, at = zoom, clear
            break
    to = Map.about(SIDE / seen, at, (GAP + SIDE / 2, GAP + SIDE / 2), True)
    # Its floor is drawn once for all places where it may lie.
    return replace(to, x=round(to.x), y=round(to.y))


def _spans(points: Iterable[Point]) -> Spans:
    return [(min(ways), max(ways)) for ways in zip(*points, strict=True)]


def _middle(spans: Spans, seen: float, whole: float, center: Point) -> Point:
    """The middle of what is shown around something, so that all of it is arena."""
    most = (whole - seen) / 2
    x, y = (
        max(min((low + high) / 2, at + most), at - most)
        for (low, high), at in zip(spans, center, strict=True)
    )
    return x, y


def _clear(
    spans: Spans, seen: float, whole: float, center: Point, lying: Sequence[Spans]
) -> Point | None:
    """The same, as near as possible to there, with all of it shown and nothing of what lies around
    cut through; None where there is no such place."""
    usual, half, most = _middle(spans, seen, whole, center), seen / 2, (whole - seen) / 2

    def is_clear(spot: Point) -> bool:
        return all(_shown(each, spot, half) != (True, False) for each in lying)

    if is_clear(usual):
        return usual
    # An edge of what is shown may run along a side of anything.
    xs, ys = (
        [at, *(spot for each in lying for end in each[axis] for spot in (end - half, end + half)
               if max(mid - most, high - half) <= spot <= min(mid + most, low + half))]
        for axis, (at, mid, (low, high)) in enumerate(zip(usual, center, spans, strict=True))
    )  # fmt: skip
    spots = sorted(product(xs, ys), key=lambda each: math.dist(each, usual))
    return next(filter(is_clear, spots), None)


def _shown(spans: Spans, middle: Point, half: float) -> tuple[bool, bool]:
    """Whether some of a thing is in the square about a point, and whether all of it is."""
    ends = [(low - at, high - at) for (low, high), at in zip(spans, middle, strict=True)]
    some = all(low < half and high > -half for low, high in ends)
    return some, all(low >= -half and high <= half for low, high in ends)


class Round(Part):
    """A small car, nose up, with a number at each side."""

    seat: int
    numbers: Mapping[int, tuple[str, int, Colour]]
    """By side: its words, their size and their ink; in alarm they stand on a plate."""
    kind: str = "car"
    low: int = 0
    """px that those beside it stand lower."""

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        middle, down, above = x + w // 2, y + h // 2, h // 2 - 22
        car = Portrait(self.seat, min(48, (above - 16) * 3 // 2), False, ground, "", self.kind)
        canvas.put(car, middle - car.width // 2, down - car.height // 2)
        spots = {FRONT: (0, -above), RIGHT: (40, self.low), BACK: (0, above), LEFT: (-40, self.low)}
        for side, (words, size, ink) in self.numbers.items():
            at = middle + spots[side][0], down + spots[side][1]
            if ink == ALARM:
                canvas.put(Leaning(38, 30, ALARM, 0.2, ground=ground), at[0] - 19, at[1] - 15)
                ink = INK  # noqa: PLW2901
            fill = ALARM if ink == INK else ground
            canvas.write(*at, words, size, fill, ink, "middle")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaPicture(Picture):
    """The arena as large as the picture; beside it the moment and who acts, a cell for each vehicle
    and, where there is room, another part and the inset."""

    cells: Sequence[Part]
    """All as high."""
    inset: Inset
    """Shown where not all of the arena is seen."""
    last: Part | None = None

    def page(self) -> Page:
        return Page(SIDE + 2 * GAP + LOW)

    def compose(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, PAGE, HEADER + 2, INK)
        self.body.draw(canvas, GAP, GAP, SIDE, SIDE, INK)
        if self.inset.whole:
            frame(canvas, (GAP - 6, GAP - 6, GAP + SIDE + 6, GAP + SIDE + 6), 6, SOFT)
        tall = self.cells[0].height + 8
        room, below = SIDE - HEAD - 8 - tall * len(self.cells), list[Part]()
        side = min(room, INSET[1])
        if not self.inset.whole and side >= INSET[0]:
            self.inset.height = side
            below.append(self.inset)
        if self.last is not None and room >= MORE + 8 + (side + 8) * len(below):
            below.insert(0, self.last)
        cells = column(*self.cells, *below[:-1], space(), *below[-1:], gap=8, grow=1)
        beside = column(_head(self.header), cells, gap=8)
        beside.draw(canvas, SIDE + 2 * GAP, GAP, WIDE, SIDE, INK)
        if self.foot is not None:
            canvas.part = "foot"
            self.foot.draw(canvas, 0, SIDE + 2 * GAP, PAGE, LOW, INK)


def frame(canvas: Canvas, box: Rect, weight: int, colour: Colour) -> None:
    """The edges of a rectangle, inside it."""
    left, top, right, foot = box
    for y in (top, foot - weight):
        canvas.fill(left, y, right - left, weight, colour)
    for x in (left, right - weight):
        canvas.fill(x, top, weight, foot - top, colour)


def put_edges(canvas: Canvas, to: Map, field: Rect) -> None:
    """What is seen ends here: a line with a tick at every unit."""
    left, top, right, foot = field
    frame(canvas, field, 2, EDGE)
    ends = left - to.x, right - to.x, to.y - foot, to.y - top
    low, high = min(ends) / to.scale, max(ends) / to.scale
    for at in range(math.floor(low), math.ceil(high) + 1):
        x, y = to.px(at, at)
        if left < x < right - 2:
            canvas.fill(x, foot - 10, 2, 8, EDGE)
        if top < y < foot - 2:
            canvas.fill(left + 2, y, 8, 2, EDGE)


def _head(header: Header) -> Part:
    """The moment, and who does what: those are told by their labels or else their letters."""
    several = len(header.seats) > 1
    who = plates(header.seats, header.labels, _PLATES, 0)
    told = Text(header.phrase, 34 if several else 40, height=34 if several else 50, grow=1)
    does = [who, told] if several else [row(who, told, gap=10)]
    blade = column(panel=PAPER, corner=0, width=10, height=HEAD)
    title = Text(header.title.upper(), 28 if several else 34, MUTE, width=1, grow=1)
    inside = middle(row(title, height=28), *does, gap=2 - several, grow=1)
    return row(blade, inside, space(1), panel=DEEP, gap=12, height=HEAD, name="header")


class Inset(Part):
    """The whole arena in a square: what part of it is seen, its walls, and cars as dots; beside
    it what it is."""

    to: Map
    """Where the part that is seen lies in the picture."""
    size: float
    center: Point
    walls: Iterable[Box]
    cars: Iterable[tuple[float, float, int]]
    """Where they are, and whose."""
    name: str
    across: str

    @property
    def whole(self) -> bool:
        """Whether all of the arena is seen."""
        return self.to.scale <= SIDE / self.size + 1e-6

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        small = Map.about(h / self.size, self.center, (x + h / 2, y + h / 2), True)
        half, middle = SIDE / self.to.scale, GAP + SIDE / 2
        seen = (middle - self.to.x) / self.to.scale, (self.to.y - middle) / self.to.scale
        canvas.part = "inset"
        canvas.fill(x, y, h, h, EDGE)
        canvas.fill(x + 3, y + 3, h - 6, h - 6, ASPHALT)
        for left, top, right, foot in map(small.around, self.walls):
            if left > x + 3 and right < x + h - 3:
                canvas.fill(left, top, right - left, foot - top, STEEL)
        box = small.around(Box(*seen, 0.0, half, half))
        frame(canvas, clip(box, (x, y, x + h, y + h)), 3, PAPER)
        for *at, seat in self.cars:
            left, top = small.px(*at)
            canvas.fill(left - 7, top - 7, 14, 14, INK)
            canvas.fill(left - 5, top - 5, 10, 10, SEAT_PAINT[seat])
        if h >= INSET[1] // 2:
            name = Text(self.name.upper(), 34, MUTE, height=34)
            beside = column(name, Text(self.across, 34, height=40), space(), gap=2)
            beside.draw(canvas, x + h + GAP, y, w - h - GAP, h, INK)
