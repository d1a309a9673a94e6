"""The race on a ruler, and each car on its road: all that lies where miles put it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.nascards.state import Driver
from games.nascards.words.speakers import Shown
from images.canvas import Canvas
from images.cars import Running
from images.nascards.marks import say
from images.panels import Pointer, put_icon
from images.parts import Part
from images.pen import Figure, Pen
from images.theme import (
    DEEP,
    EDGE,
    INK,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SOFT,
    WELL,
    Colour,
)
from images.window import Window

_ASPHALT: Final = 21
_GRID: Final = 22
_AHEAD: Final = 30
"""Road beyond the last mile shown, and behind a car at the first, px."""
_BAR: Final = (60, 1120)
"""Where the ruler begins and where the goal is, px."""
_DOT: Final = 12
_CHECK: Final = 10


class _Dots(Figure, frozen=True):
    """Cars that lie so close on the ruler that their dots touch, the last one first.

    Each is (px from the left edge to the dot's middle, seat).
    """

    dots: tuple[tuple[int, int], ...]
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.dots[-1][0] + _DOT + 2

    @property
    def height(self) -> int:
        return 2 * _DOT + 4

    def paint(self, pen: Pen) -> None:
        for x, seat in self.dots:
            pen.disc(x, self.height / 2, _DOT + 1, INK)
            pen.disc(x, self.height / 2, _DOT, PAPER)
            pen.disc(x, self.height / 2, _DOT - 2.4, SEAT_PAINT[seat])


class Ruler(Part):
    """The whole race: how far the leader is, and a bracket over what the roads show."""

    cars: Sequence[Driver]
    """The best-placed first."""
    window: Window
    goal: int

    def _at(self, miles: float) -> int:
        left, right = _BAR
        return min(left + round((right - left) * miles / self.goal), right + 6)

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        left, right = _BAR
        canvas.fill(x, y + 1, w, h - 1, PANEL)
        lead = min(self._at(max(car.miles for car in self.cars)), right)
        start, end = self._at(self.window.first), self._at(self.window.last)
        canvas.fill(start, y + 9, end - start, 3, EDGE)
        for side in (start, end - 3):
            canvas.fill(side, y + 9, 3, 9, EDGE)
        canvas.fill(left, y + 52, right - left, 9, EDGE)
        if lead > left:
            canvas.fill(left, y + 52, lead - left, 9, PAPER)
        for miles in range(0, self.goal + 1, {100: 25, 200: 50}.get(self.goal, 100)):
            at = self._at(miles)
            canvas.fill(at - 1, y + 48, 3, 17, SOFT)
        put_icon(canvas, "flag", right + 42, y + 38, 44)
        self._put_dots(canvas, y + 32)

    def _put_dots(self, canvas: Canvas, y: int) -> None:
        """The cars above the bar, the best-placed on top where they touch."""
        places = sorted((self._at(car.miles), -i, car.seat) for i, car in enumerate(self.cars))
        group: list[tuple[int, int]] = []
        for x, _, seat in [*places, (10 * PAGE, 0, 0)]:
            if group and x - group[-1][0] > 2 * _DOT + 3:
                start = group[0][0] - _DOT - 2
                dots = _Dots(tuple((at - start, who) for at, who in group))
                canvas.put(dots, start, y - dots.height // 2)
                group = []
            group.append((x, seat))


@cache
def _long(length: int) -> int:
    """Width of the box of a car of that length, px."""
    return Running(0, length).width


class Stretch(Part):
    """The miles that all roads show, with a number at each line across them."""

    window: Window
    length: int
    """Of a car, px."""

    def nose(self, miles: int, x: int, w: int) -> int:
        """Where the nose of a car with these miles stands; outside the window at its ends."""
        left = x + _long(self.length) + _AHEAD
        share = min(max(self.window.share(miles), 0.0), 1.0)
        return left + round((x + w - _AHEAD - left) * share)

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        for miles in self.window.lines():
            at = self.nose(miles, x, w)
            canvas.write(at, y + h // 2, str(miles), 32, ground, MUTE, "middle")


class Road(Part):
    """A car on its road, and beside it what befell it."""

    of: Shown
    stretch: Stretch
    beside: Sequence[Part]
    """What befell it."""

    def written(self) -> str:
        befell = [line for part in self.beside for line in part.words()]
        return ", ".join([say(self.of, "miles"), *befell])

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        car, window, middle = self.of.car, self.stretch.window, y + h // 2
        out = not car.running
        ground = DEEP if out else _ASPHALT
        canvas.fill(x, y, w, h, ground)
        inside = window.first <= car.miles <= window.last
        figure = Running(car.seat, self.stretch.length, out, ground)
        nose = self.stretch.nose(car.miles, x, w)
        tail = nose - figure.width
        if not out:
            self._put_lines(canvas, x, y, w, h)
            if inside:
                self._put_wake(canvas, x, w, tail, middle, h)
            # The lines across the road make room for the car's box.
            canvas.fill(tail, middle - figure.height // 2, figure.width, figure.height, ground)
        if inside or not out:
            canvas.put(figure, tail, middle - figure.height // 2)
        if not inside and not out:
            # The car is farther away than the road shows.
            before = car.miles < window.first
            pointer = Pointer(16, 28, SOFT, ground, before)
            canvas.put(pointer, x + 8 if before else x + w - 22, middle - 14)
        for part in self.beside:
            wide, tall = part.least()
            left, wide = _beside(wide, tail, nose, x, w)
            canvas.fill(left, middle - tall // 2, wide, tall, ground)
            part.draw(canvas, left, middle - tall // 2, wide, tall, ground)

    def _put_lines(self, canvas: Canvas, x: int, y: int, w: int, h: int) -> None:
        """Lines across the road, and the finish: two columns of checks."""
        window, goal = self.stretch.window, self.of.view.options.goal
        for miles in window.lines():
            colour = LINE if miles % (2 * window.step) == 0 else _GRID
            canvas.fill(self.stretch.nose(miles, x, w) - 1, y, 3, h, colour)
        if window.first < goal <= window.last:
            finish = self.stretch.nose(goal, x, w)
            for top in range(0, h, _CHECK):
                for side in (0, 1):
                    colour = PAPER if (top // _CHECK + side) % 2 else INK
                    left, tall = finish + side * _CHECK, min(_CHECK, h - top)
                    canvas.fill(left, y + top, _CHECK, tall, colour)

    def _put_wake(self, canvas: Canvas, x: int, w: int, tail: int, middle: int, h: int) -> None:
        """From where it stood when the turn began."""
        begin, start = x + 8, self.of.start
        if start >= self.stretch.window.first:
            begin = self.stretch.nose(start, x, w) + 8 - _long(self.stretch.length)
        if start < self.of.car.miles and tail - 6 > begin:
            for offset, colour in ((-h // 4, WELL), (0, LINE), (h // 4, WELL)):
                canvas.fill(begin, middle + offset - 1, tail - 6 - begin, 3, colour)


def _beside(wide: int, tail: int, nose: int, x: int, w: int) -> tuple[int, int]:
    """Left edge and width of what stands beside a car on the road from x on: before it where there
    is room, else behind it."""
    ahead, behind = x + w - 8 - (nose + 14), tail - 14 - (x + 8)
    if wide <= ahead or ahead >= behind:
        return nose + 14, min(wide, ahead)
    return tail - 14 - min(wide, behind), min(wide, behind)
