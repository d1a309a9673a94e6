"""A game so far as lines, one a seat: miles by turn, points by duel."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled
from games.engine.words import Chart
from images.canvas import Canvas, Redraw
from images.cars import SeatPlate
from images.panels import Page, write_title
from images.pen import Figure, Pen, Point, dashed, polar
from images.theme import (
    EDGE,
    GAP,
    HEADER,
    INK,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SOFT,
    Colour,
)
from images.words import MOST_ALT, listed, name_of, plain, shorten

_said: Final = partial(filled, "images", "chart")
_TALL: Final = 800
_LEFT: Final = 112
_RIGHT: Final = 846
_TOP: Final = HEADER + 56
_FOOT: Final = _TALL - 76
"""Edges of the plot, px."""
_LABEL: Final = 54
"""Height of a line's label, px."""
_MARKER: Final = 64
"""Least distance between two markers of a line, px."""
_NEAR: Final = 3
"""The goal is on the chart once a line has come so far: one part in this many."""

Dashes = tuple[int, ...]
_DASHES: Final[Sequence[Dashes]] = (
    *((), (30, 12), (), (12, 10)),
    *((30, 10, 8, 10), (12, 10), (30, 12), (30, 10, 8, 10)),
)
"""By seat: px drawn and px left out in turn; empty is drawn through."""
_MARKERS: Final[Sequence[tuple[int, int, tuple[float, ...]]]] = (
    *((24, 0, (1.0,)), (4, 45, (1.25,)), (3, -90, (1.35,)), (4, 0, (1.35,)), (3, 90, (1.35,))),
    *((8, 0, (1.4, 0.55)), (6, 30, (1.15,)), (10, -90, (1.45, 0.6))),
)
"""By seat: corners of a marker, bearing of the first in degrees, how far out they lie in turn."""


class Label(NamedTuple):
    """What stands at the end of a line."""

    seat: int
    end: float
    """Where its line ends, px from the top."""
    y: float
    """Where the label stands."""
    value: int
    name: str


class ChartModel(NamedTuple):
    """A chart as shown."""

    title: str
    axes: str
    """What is measured by what."""
    across: str
    goal: int
    goal_shown: bool
    points: int
    """Points of the longest line."""
    lines: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    ups: tuple[int, ...]
    """Values of the lines across, from the lowest."""
    acrosses: tuple[int, ...]
    """Points that are numbered."""

    def x(self, point: int) -> float:
        return _LEFT + 14 + (_RIGHT - _LEFT - 28) * point / max(self.points - 1, 1)

    def y(self, value: float) -> float:
        low, high = self.ups[0], self.ups[-1]
        return _FOOT - (_FOOT - _TOP) * (value - low) / (high - low)


def round_step(span: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 and so on that makes at most so many steps of a span.

    >>> round_step(200, 8), round_step(7, 8), round_step(0, 8), round_step(79, 8)
    (50, 1, 1, 10)
    """
    step, factor = 1, 0
    while span > step * most:
        step = (1, 2, 5)[(factor := factor + 1) % 3] * int(10 ** (factor // 3))
    return step


def read_chart(chart: Chart, players: Sequence[Player]) -> ChartModel:
    """Everything a chart shows. Lines without a point are left out of it."""
    values = [value for line in chart.lines for value in line] or [0]
    shown = bool(chart.goal) and max(values) * _NEAR >= chart.goal
    high = max([*values, chart.goal] if shown else values)
    low = min(0, *values)
    step = round_step(high - low, 6)
    low = math.floor(low / step) * step
    high = max(math.ceil(high / step) * step, low + step)
    points = max(map(len, chart.lines), default=1)
    stride = round_step(points - 1, 10)
    axes = _said("axes", up=plain(chart.up), across=plain(chart.across))
    return ChartModel(
        title=plain(chart.title, 80),
        axes=axes,
        across=plain(chart.across),
        goal=chart.goal,
        goal_shown=shown,
        points=points,
        lines=chart.lines,
        names=tuple(name_of(players, seat) for seat in range(len(chart.lines))),
        ups=tuple(range(low, high + 1, step)),
        acrosses=tuple(range(0, points, stride)),
    )


def spread(wanted: Sequence[float], space: float, top: float, foot: float) -> list[float]:
    """Places as near to the wanted ones as can be, at least `space` apart, in the same order.

    `wanted` rises. Places that would touch are moved together around their mean, then all of
    them between `top` and `foot`.
    """
    groups: list[tuple[float, int]] = []
    for place in wanted:
        middle, count = place, 1
        while groups:
            before, members = groups[-1]
            if middle - before >= space * (members + count) / 2:
                break
            groups.pop()
            middle = (before * members + middle * count) / (members + count)
            count += members
        groups.append((middle, count))
    out = [middle + space * (i - (count - 1) / 2) for middle, count in groups for i in range(count)]
    for i in range(len(out)):
        out[i] = max(out[i], top + space * i)
    for i in range(len(out)):
        out[-1 - i] = min(out[-1 - i], foot - space * i)
    return out


def labels_of(model: ChartModel) -> list[Label]:
    """Where the labels stand, from the top: level lines in the order of their seats."""
    ends = sorted((model.y(line[-1]), seat) for seat, line in enumerate(model.lines) if line)
    places = spread([end for end, _ in ends], _LABEL, HEADER + GAP + 30, _TALL - 40)
    return [
        Label(seat, end, y, model.lines[seat][-1], model.names[seat])
        for (end, seat), y in zip(ends, places, strict=True)
    ]


def _marker(seat: int, x: float, y: float, size: float) -> list[Point]:
    """The corners of a seat's marker: no two seats have the same shape."""
    corners, start, radii = _MARKERS[seat % 8]
    return [
        polar(size * radii[i % len(radii)], start + 360 * i / corners, x, y) for i in range(corners)
    ]


class _Plot(Figure, frozen=True):
    """The plot with its lines, as large as the page."""

    model: ChartModel
    width: int = PAGE
    height: int = _TALL
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        model = self.model
        pen.rect(_LEFT, _TOP, _RIGHT - _LEFT, _FOOT - _TOP, PANEL)
        for value in model.ups:
            y = model.y(value)
            pen.line([(_LEFT - 8, y), (_RIGHT, y)], EDGE if value == 0 else LINE, 2)
        for point in model.acrosses:
            x = model.x(point)
            pen.line([(x, _FOOT), (x, _FOOT + 10)], EDGE, 2)
        if model.goal_shown:
            self._goal(pen, model.y(model.goal))
        drawn = [seat for seat, line in enumerate(model.lines) if line]
        # Lines drawn through lie below: where two run as one, both are seen.
        for seat in sorted(drawn, key=lambda seat: bool(_DASHES[seat % 8])):
            self._line(pen, seat)
        for seat in drawn:
            self._markers(pen, seat)

    def _goal(self, pen: Pen, y: float) -> None:
        for row in (0, 1):
            for i in range((_RIGHT - _LEFT) // 10):
                colour = PAPER if (i + row) % 2 else INK
                pen.rect(_LEFT + 10 * i, y - 8 + 8 * row, 10, 8, colour)

    def _points(self, seat: int) -> list[Point]:
        line = self.model.lines[seat]
        return [(self.model.x(i), self.model.y(value)) for i, value in enumerate(line)]

    def _line(self, pen: Pen, seat: int) -> None:
        points = self._points(seat)
        if len(points) > 1:
            for colour, weight in (PANEL, 10), (SEAT_PAINT[seat], 5):
                for piece in dashed(points, _DASHES[seat % 8]):
                    pen.line(piece, colour, weight)

    def _markers(self, pen: Pen, seat: int) -> None:
        points = self._points(seat)
        apart = (_RIGHT - _LEFT) / max(self.model.points - 1, 1)
        stride = max(1, math.ceil(_MARKER / apart))
        # Lines begin together: the start has no markers, and each seat's are a little farther on.
        marked = {*range(1 + seat * stride // 8, len(points), stride), len(points) - 1}
        for i in sorted(marked):
            x, y = points[i]
            pen.polygon(_marker(seat, x, y, 12), PANEL)
            pen.polygon(_marker(seat, x, y, 9), SEAT_PAINT[seat])


class _Leader(Figure, frozen=True):
    """From the end of a line to its label."""

    seat: int
    x: float
    y: float
    to: float
    width: int = PAGE
    height: int = _TALL
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        # Dotted inside the plot: a line that ended early does not go on.
        start = [(self.x + 18, self.y), (_RIGHT + 12, self.y)]
        if self.x + 18 < _RIGHT:
            for piece in dashed(start, (4, 10)):
                pen.line(piece, SEAT_PAINT[self.seat], 3)
        bend = [(_RIGHT + 4, self.y), (_RIGHT + 12, self.y), (_RIGHT + 36, self.to)]
        pen.line([*bend, (_RIGHT + 48, self.to)], SEAT_PAINT[self.seat], 3)


def compose(canvas: Canvas, model: ChartModel) -> None:
    """Draw the whole chart."""
    canvas.part = "header"
    said = model.axes.lower() in model.title.lower()
    write_title(canvas, _said("so_far") if said else model.axes, model.title, 1100)
    canvas.part = "axes"
    canvas.put(_Plot(model), 0, 0)
    for value in model.ups:
        words = str(value).replace("-", "−")
        canvas.write(_LEFT - 18, round(model.y(value)), words, 32, INK, SOFT, "right")
    for point in model.acrosses:
        x = round(model.x(point))
        canvas.write(x, _FOOT + 32, str(point), 32, INK, SOFT, "middle")
    across = model.across.upper()
    canvas.write(_LEFT - 18, _FOOT + 32, across, 28, INK, MUTE, "right", room=_LEFT - 30)
    if model.goal:
        words = _said("goal", goal=model.goal)
        y = round(model.y(model.goal)) - 26 if model.goal_shown else _TOP - 24
        canvas.write(_LEFT + 6, max(y, HEADER + 26), words, 28, INK, MUTE)
    for label in labels_of(model):
        canvas.part = SEAT_LETTERS[label.seat]
        last = len(model.lines[label.seat]) - 1
        canvas.put(_Leader(label.seat, model.x(last), label.end, label.y), 0, 0)
        y, x = round(label.y), _RIGHT + 54
        canvas.put(SeatPlate(label.seat, 44, ground=INK), x, y - 22)
        figure = str(label.value).replace("-", "−")
        x += 100 + canvas.write(x + 100, y, figure, 44, INK) + 14
        canvas.write(x, y + 1, label.name, 32, INK, SOFT, room=PAGE - GAP - x)


def chart(chart: Chart, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 by 800 px, of 2 to 8 lines.

    All of it is drawn anew: tiles of a plot would be made for one use.
    """
    redraw = Redraw(Page(_TALL))
    compose(redraw, read_chart(chart, players))
    return redraw.png()


def chart_alt(chart: Chart, players: Sequence[Player]) -> str:
    """The same in words, at most 1024 characters: the last values, then the way to them."""
    model = read_chart(chart, players)
    goal = _said("goal_alt", goal=model.goal) if model.goal else ""
    said = model.axes.lower() in model.title.lower()
    first = f"{model.title}{'' if said else f': {model.axes}'}.{goal}"
    drawn = [seat for seat, line in enumerate(model.lines) if line]
    order = sorted(drawn, key=lambda seat: -model.lines[seat][-1])
    ends = [f"{SEAT_LETTERS[s]} {model.names[s]} {model.lines[s][-1]}" for s in order]
    last = _said("ends", across=model.across, point=model.points - 1, lines=listed(ends))
    sentences = [first, last]
    for point in model.acrosses:
        at = [
            f"{SEAT_LETTERS[s]} {model.lines[s][point]}"
            for s in order
            if point < len(model.lines[s])
        ]
        sentences.append(_said("at", point=point, lines=", ".join(at)))
    return shorten(sentences, MOST_ALT)
