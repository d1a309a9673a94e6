"""The board: the whole race on a ruler, and a row for every car in the order of the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from games.nascards.state import State
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.gauges import Leaning
from images.nascards.reading import BoardReading, CarReading, read
from images.nascards.rows import Measures, mile_at, put_row
from images.nascards.window import Window, window_of
from images.panels import Page, put_icon, text_width, write_title
from images.pen import Pen
from images.theme import (
    DEEP,
    EDGE,
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

_RULER: Final = 88
"""Height of the band with the whole race, px."""
_BAR: Final = (60, 1120)
"""Where the race begins and where its goal is, px from the left."""
_SCALE: Final = 28
"""Height of the line of miles above the roads, px."""
_TOP: Final = HEADER + _RULER + _SCALE
_FOOT: Final = 8
_ROWS: Final = {8: 86, 7: 98, 6: 114}
_MOST: Final = 124
"""Height of a row, px, by the number of cars, and with up to five."""
_FLAG: Final = 40
"""The yellow of a yellow flag is the colour of the thing itself."""
_FLAG_WIDE: Final = 230
_DOT: Final = 12


def row_height(cars: int) -> int:
    """Height of a row, px."""
    return _ROWS.get(cars, _MOST)


def page(cars: int) -> Page:
    """The empty picture for so many cars."""
    return Page(_TOP + cars * row_height(cars) + _FOOT)


@dataclass(frozen=True, slots=True)
class _Dots:
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


def _ruler_x(miles: int, goal: int) -> int:
    left, right = _BAR
    return min(left + round((right - left) * miles / goal), right + 6)


def _put_ruler(canvas: Canvas, reading: BoardReading, window: Window) -> None:
    goal, y = reading.goal, HEADER + 52
    left, right = _BAR
    canvas.fill(0, HEADER + 1, PAGE, _RULER - 1, PANEL)
    running = [car for car in reading.cars if car.running] or list(reading.cars)
    lead = min(_ruler_x(max(car.miles for car in running), goal), right)
    # A bracket over the stretch that the roads show.
    start, end = _ruler_x(window.first, goal), _ruler_x(window.last, goal)
    canvas.fill(start, HEADER + 9, end - start, 3, EDGE)
    for x in (start, end - 3):
        canvas.fill(x, HEADER + 9, 3, 9, EDGE)
    canvas.fill(left, y, right - left, 9, EDGE)
    if lead > left:
        canvas.fill(left, y, lead - left, 9, PAPER)
    step = {100: 25, 200: 50}.get(goal, 100)
    for miles in range(0, goal + 1, step):
        x = _ruler_x(miles, goal)
        canvas.fill(x - 1, y - 4, 3, 17, SOFT)
        canvas.write(x, HEADER + 77, str(miles), 26, PANEL, SOFT, "middle")
    put_icon(canvas, "flag", right + 42, HEADER + 38, 44, PAPER, PANEL)
    _put_dots(canvas, running, goal)


def _put_dots(canvas: Canvas, cars: Sequence[CarReading], goal: int) -> None:
    """The cars above the ruler's bar, the best-placed on top where they touch."""
    places = sorted((_ruler_x(car.miles, goal), -i, car.seat) for i, car in enumerate(cars))
    group: list[tuple[int, int]] = []
    for x, _, seat in [*places, (10 * PAGE, 0, 0)]:
        if group and x - group[-1][0] > 2 * _DOT + 3:
            start = group[0][0] - _DOT - 2
            dots = _Dots(tuple((at - start, who) for at, who in group))
            canvas.put(dots, start, HEADER + 32 - dots.height // 2)
            group = []
        group.append((x, seat))


def _put_header(canvas: Canvas, reading: BoardReading) -> None:
    room = 420 if reading.yellow_flag else 520
    write_title(canvas, reading.game, reading.moment, room)
    wide, right = 112 * len(reading.actors), PAGE - 24
    left = 48 + max(text_width(reading.game.upper(), 28), text_width(reading.moment, 42))
    left = min(left, 48 + room) + 24
    free = 400 if wide < 200 else 200
    if reading.yellow_flag:
        free = min(free, right - left - _FLAG_WIDE - wide - 44)
    verb, size = fonts.fit(reading.verb, 42, free)
    canvas.write(right, HEADER // 2, verb, size, DEEP, anchor="right")
    x = right - round(fonts.width(verb, size)) - 14 - wide
    for i, seat in enumerate(reading.actors):
        canvas.put(SeatPlate(seat, 56, ground=DEEP), x + 112 * i, HEADER // 2 - 28)
    if reading.yellow_flag:
        _put_flag(canvas, left)


def _put_flag(canvas: Canvas, left: int) -> None:
    """The yellow flag between the title and whose moment it is."""
    canvas.put(Leaning(_FLAG_WIDE, 48, _FLAG, ground=DEEP), left, 20)
    words, size = fonts.fit("YELLOW FLAG", 36, _FLAG_WIDE - 40)
    canvas.write(left + _FLAG_WIDE // 2, 44, words, size, _FLAG, INK, "middle")


def compose(canvas: Canvas, reading: BoardReading) -> None:
    """Draw the whole board."""
    canvas.part = "header"
    _put_header(canvas, reading)
    running = [car.miles for car in reading.cars if car.running]
    window = window_of(running or [car.miles for car in reading.cars], reading.goal)
    canvas.part = "ruler"
    _put_ruler(canvas, reading, window)
    height = row_height(len(reading.cars))
    measures = Measures(height)
    for miles in window.lines():
        x = mile_at(window, miles, measures)
        canvas.write(x, HEADER + _RULER + 15, str(miles), 26, INK, MUTE, "middle")
    for i, car in enumerate(reading.cars):
        canvas.part = car.letter
        y = _TOP + i * height
        acts = car.seat == reading.framed
        if not acts and (i + 1 == len(reading.cars) or reading.cars[i + 1].seat != reading.framed):
            canvas.fill(16, y + height - 2, PAGE - 32, 2, LINE)
        put_row(canvas, car, y, measures, window, reading.goal, acts)


def board(view: State, players: Sequence[Player], verb: str = "") -> bytes:
    """A palette PNG, 1200 px wide, of 2 to 8 cars.

    `verb` says what the acting car does, such as "plays speed".
    """
    canvas = TileCanvas(page(len(view.drivers)))
    compose(canvas, read(view, players, verb))
    return canvas.png()
