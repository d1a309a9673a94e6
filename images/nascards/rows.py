"""One car's row on the board: its place, its stretch of road, what it did, its miles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from images import fonts
from images.canvas import Canvas
from images.cars import Running, SeatPlate
from images.nascards.pieces import Tag, put_speed, put_tag, tag_width
from images.nascards.reading import CarReading
from images.nascards.said import Mark
from images.nascards.window import Window
from images.panels import put_icon, put_stamp
from images.pen import Pen
from images.theme import (
    DEEP,
    INK,
    LINE,
    MUTE,
    PAGE,
    PAPER,
    SOFT,
    WELL,
    Colour,
)

ASPHALT: Final = 21
_GRID: Final = 22
ROAD_LEFT: Final = 436
ROAD_RIGHT: Final = 1000
_NAME_X: Final = 204
_AHEAD: Final = 30
"""Road beyond the last mile shown, and behind a car at the first, px."""
_SPEED_X: Final = 448

_RIGHT: Final = PAGE - 24


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes of a row `height` px high: a road, and under it a line of text."""

    height: int

    @property
    def road(self) -> int:
        return self.height * 56 // 100 - 6

    @property
    def length(self) -> int:
        """Length of a car."""
        return self.road * 172 // 100

    @property
    def middle(self) -> int:
        """From the row's top to the middle of the road."""
        return 6 + self.road // 2

    @property
    def line(self) -> int:
        """Height of the line under the road."""
        return self.height - self.road - 14

    @property
    def line_middle(self) -> int:
        return self.height - 6 - self.line // 2

    @property
    def text(self) -> int:
        """Type size in that line."""
        return min(34, 26 + (self.line - 30) * 8 // 11)


def mile_at(window: Window, miles: int, measures: Measures) -> int:
    """Where the nose of a car with these miles stands, px; outside the window at its ends."""
    left = ROAD_LEFT + Running(0, measures.length).width + _AHEAD
    share = min(max(window.share(miles), 0.0), 1.0)
    return left + round((ROAD_RIGHT - _AHEAD - left) * share)


@dataclass(frozen=True, slots=True)
class _Finish:
    """The finish across a road: two columns of checks."""

    height: int
    width: int = 20
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        side = self.width // 2
        for top in range(0, self.height, side):
            for column in (0, 1):
                colour = PAPER if (top // side + column) % 2 else INK
                tall = min(side, self.height - top)
                pen.rect(column * side, top, side, tall, colour)


@dataclass(frozen=True, slots=True)
class _Beyond:
    """A triangle at an end of the road: the car is farther away than the road shows."""

    left: bool
    width: int = 16
    height: int = 28
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        base, point = (self.width, 0) if self.left else (0, self.width)
        pen.polygon([(base, 0), (point, self.height / 2), (base, self.height)], SOFT)


def put_row(
    canvas: Canvas, car: CarReading, y: int, m: Measures, window: Window, goal: int, acts: bool
) -> None:
    """Draw a whole row, its top at y."""
    if acts:
        for box in (
            *((12, y + 1, PAGE - 24, 4), (12, y + m.height - 5, PAGE - 24, 4)),
            *((12, y + 1, 4, m.height - 2), (PAGE - 16, y + 1, 4, m.height - 2)),
        ):
            canvas.fill(*box, PAPER)
    ink = PAPER if car.running else MUTE
    place = str(car.place) if car.place else "–"
    middle = y + m.height // 2
    canvas.write(52, middle, place, 64, INK, ink if car.place else MUTE, "middle")
    plate = SeatPlate(car.seat, 52, not car.running, INK)
    canvas.put(plate, 88, middle - 26)
    _write_name(canvas, car, y + m.middle, m, ink)
    _put_road(canvas, car, y + 6, m, window, goal)
    _put_line(canvas, car, y + m.line_middle, m)
    _put_figures(canvas, car, y, m, ink)


def _write_name(canvas: Canvas, car: CarReading, y: int, m: Measures, ink: Colour) -> None:
    room = ROAD_LEFT - _NAME_X - 14
    mark, size = ("computer", 26) if car.computer else ("", 26)
    used = round(fonts.width(mark, size, "t")) + 12 if mark else 0
    name, size = fonts.fit(car.name, min(44, m.road * 2 // 3 + 8), room - used)
    canvas.write(_NAME_X, y, name, size, INK, ink)
    if mark:
        x = _NAME_X + round(fonts.width(name, size)) + 12
        canvas.write(x, y + 2, mark, 26, INK, SOFT if car.running else MUTE, face="t")


def _put_road(
    canvas: Canvas, car: CarReading, y: int, m: Measures, window: Window, goal: int
) -> None:
    ground = ASPHALT if car.running else DEEP
    middle, wide = y + m.road // 2, ROAD_RIGHT - ROAD_LEFT
    canvas.fill(ROAD_LEFT, y, wide, m.road, ground)
    inside = window.first <= car.miles <= window.last
    tile = Running(car.seat, m.length, not car.running, ground)
    nose = mile_at(window, car.miles, m)
    tail = nose - tile.width
    if not car.running:
        stamp = m.road * 4
        left = ROAD_LEFT + 20
        if inside:
            canvas.put(tile, tail, middle - tile.height // 2)
            left = nose + 16 if nose + 16 + stamp <= ROAD_RIGHT else tail - 16 - stamp
        put_stamp(canvas, left, y + 4, stamp, m.road - 8, "TOTALED", m.road - 8, MUTE, ground)
        return
    for miles in window.lines():
        colour = LINE if miles % (2 * window.step) == 0 else _GRID
        canvas.fill(mile_at(window, miles, m) - 1, y, 3, m.road, colour)
    if window.first < goal <= window.last:
        canvas.put(_Finish(m.road), mile_at(window, goal, m), y)
    if inside and car.start < car.miles:
        begin = ROAD_LEFT + 8
        if car.start >= window.first:
            begin = mile_at(window, car.start, m) - tile.width + 8
        for offset, colour in ((-m.road // 4, WELL), (0, LINE), (m.road // 4, WELL)):
            if tail - 6 > begin:
                canvas.fill(begin, middle + offset - 1, tail - 6 - begin, 3, colour)
    # The lines across the road make room for the car's box.
    canvas.fill(tail, middle - tile.height // 2, tile.width, tile.height, ASPHALT)
    canvas.put(tile, tail, middle - tile.height // 2)
    if not inside:
        left = car.miles < window.first
        canvas.put(_Beyond(left), ROAD_LEFT + 8 if left else ROAD_RIGHT - 22, middle - 14)
    if car.struck is not None:
        _put_struck(canvas, car.struck, tail, nose, middle, m)


def _put_struck(canvas: Canvas, mark: Mark, tail: int, nose: int, middle: int, m: Measures) -> None:
    """What befell a car, beside it: before it where there is room, else behind it."""
    height = min(m.road - 6, 46)
    size = min(34, height - 8)
    ahead, behind = ROAD_RIGHT - 8 - (nose + 14), tail - 14 - (ROAD_LEFT + 8)
    wide = tag_width(mark.short, height, size)
    before = wide <= ahead or ahead >= behind
    wide = min(wide, ahead if before else behind)
    x, y = nose + 14 if before else tail - 14 - wide, middle - height // 2
    canvas.fill(x, y, wide, height, ASPHALT)
    put_tag(canvas, Tag(wide, height, mark.icon, mark.bad, ASPHALT), x, y, mark.short, size)


def _put_line(canvas: Canvas, car: CarReading, y: int, m: Measures) -> None:
    """Under the road: Maneuver card, Speed cards, miles drafted, and what else holds."""
    if not car.running:
        turn = f"totaled on turn {car.totaled_turn}" if car.totaled_turn else "out of the race"
        words, size = fonts.fit(turn, m.text, 600, "t")
        canvas.write(_NAME_X, y, words, size, INK, MUTE, face="t")
        return
    if car.maneuver:
        _write_maneuver(canvas, car, y, m)
    x = _SPEED_X
    for speed in car.speed:
        x += put_speed(canvas, speed, x, y - m.line // 2, m.line, m.text + 2, INK) + 2
    if car.draft >= 0:
        x = max(x, _SPEED_X + 2) + 12
        words, size = f"+{car.draft} draft" if car.draft else "no draft", min(m.text, 30)
        canvas.write(x, y, words, size, INK, PAPER if car.draft else MUTE, face="t")
        x += round(fonts.width(words, size, "t"))
    _put_marks(canvas, car, ROAD_RIGHT - x - 16, y, m)


class _Fitted(NamedTuple):
    """Tags that have room: their words, height and type size."""

    texts: tuple[str, ...]
    height: int
    size: int

    def width(self) -> int:
        return sum(tag_width(text, self.height, self.size) + 4 for text in self.texts)


def _fitted(marks: Sequence[Mark], room: int, m: Measures) -> _Fitted:
    """Tags made smaller, then from the last on cut to their figures, until they have room.

    What has no room at all is told by the sheet and the words beside the picture.
    """
    words = tuple(mark.short for mark in marks)
    height, size = min(m.line, 34), min(m.text, 28)
    tries = [_Fitted(words, m.line, m.text), _Fitted(words, height, size)]
    for i in reversed(range(len(marks))):
        texts = (*words[:i], *(mark.brief for mark in marks[i:]))
        tries.append(_Fitted(texts, height, size))
    tries += [_Fitted(tries[-1].texts[:i], height, size) for i in reversed(range(len(marks)))]
    return next(fitted for fitted in tries if not fitted.texts or fitted.width() <= room)


def _put_marks(canvas: Canvas, car: CarReading, room: int, y: int, m: Measures) -> None:
    """Tags at the right end of the line."""
    texts, height, size = _fitted(car.marks, room, m)
    right = ROAD_RIGHT
    for mark, text in reversed(list(zip(car.marks, texts, strict=False))):
        wide = tag_width(text, height, size)
        right -= wide
        tag = Tag(wide, height, mark.icon, mark.bad)
        put_tag(canvas, tag, right, y - height // 2, text, size)
        right -= 4


def _write_maneuver(canvas: Canvas, car: CarReading, y: int, m: Measures) -> None:
    x = _NAME_X
    if car.unplayed:
        put_icon(canvas, "out", x + 12, y, 22, MUTE, INK)
        x += 34
    words, size = fonts.fit(car.maneuver, m.text, _SPEED_X - 12 - x, "t")
    canvas.write(x, y, words, size, INK, MUTE if car.unplayed else SOFT, face="t")


def _put_figures(canvas: Canvas, car: CarReading, y: int, m: Measures, ink: Colour) -> None:
    """Miles, hand, and under them what they are behind and the cup so far."""
    size = min(62, m.road + 10)
    canvas.write(_RIGHT, y + m.middle, str(car.miles), size, INK, ink, "right")
    if car.running:
        put_icon(canvas, "cards", ROAD_RIGHT + 30, y + m.middle, 36, SOFT, INK)
        canvas.write(ROAD_RIGHT + 54, y + m.middle, str(car.cards), 38, INK, SOFT)
    foot, size = y + m.line_middle, min(m.text, 30)
    room = _RIGHT - ROAD_RIGHT - 12
    if car.back is not None:
        words = f"{car.back} back" if car.back else "level"
        canvas.write(_RIGHT, foot, words, size, INK, SOFT, "right", "t")
        room -= round(fonts.width(words, size, "t")) + 10
    if car.cup is not None:
        words, size = fonts.fit(f"cup {car.cup}", size, room, "t")
        if words.endswith(fonts.ELLIPSIS):
            words = str(car.cup)
        canvas.write(ROAD_RIGHT + 12, foot, words, size, INK, SOFT, face="t")
