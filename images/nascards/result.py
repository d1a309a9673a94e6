"""The poster of a race: places and miles, and in a series the cup; also while it is still run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import Player
from games.nascards.race import cup_rank
from games.nascards.state import State
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait, SeatPlate
from images.nascards.reading import CarReading, game_of, phase_of, read_car
from images.panels import Page, Panel, put_stamp, text_width, write_title
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
    Colour,
)
from images.words import counted, listed

_LEFT_WIDE: Final = 372
_SPACE: Final = 8
_LABEL: Final = 44
"""Height of the line over a table, px."""


class Line(NamedTuple):
    """One car's line in a table."""

    place: int
    """0: no place now."""
    car: CarReading
    figure: int
    """Miles, or championship points."""
    state: str


class ResultReading(NamedTuple):
    """A result as shown."""

    game: str
    title: str
    stamp: str
    posed: tuple[int, ...]
    """Seats on the poster of a single race."""
    race: tuple[Line, ...]
    cup: tuple[Line, ...]
    """Empty outside a series."""


def _race_lines(view: State, cars: Sequence[CarReading]) -> tuple[Line, ...]:
    """In the order of the standings. Before the end cars are numbered as they would be placed if
    the race ended now, those in the pits too."""
    over = view.phase == "over"
    lines = enumerate((cars[seat] for seat in view.standings), 1)
    return tuple(
        Line(car.place if over else number, car, car.miles, _state(view, car))
        for number, car in lines
    )


def _state(view: State, car: CarReading) -> str:
    if not car.running:
        return f"totaled on turn {car.totaled_turn}" if car.totaled_turn else "out of the race"
    gap = view.drivers[view.standings[0]].miles - car.miles
    if view.phase == "over":
        if car.place > 1:
            return f"{gap} behind" if gap > 0 else "level, but behind"
        return "reached the goal" if car.miles >= view.options.goal else "the last car running"
    behind = f"{gap} behind" if gap else "level with the first"
    if car.seat == view.standings[0]:
        behind = "ahead"
    return f"in the pits, {behind}" if car.status == "pit" else behind


def _cup_lines(view: State, cars: Sequence[CarReading]) -> tuple[Line, ...]:
    """The cup: points, then races won, and last who has left; at the end as the rules have
    placed it."""
    if view.options.races == 1:
        return ()
    if view.phase == "over" and view.places:
        order, places = [seat for group in view.places for seat in group], view.ranks
    else:
        ranks = [cup_rank(view, seat) for seat in range(len(cars))]
        order = sorted(view.standings, key=lambda seat: ranks[seat])
        places = [1 + sum(other < rank for other in ranks) for rank in ranks]

    def line(seat: int) -> Line:
        driver = view.drivers[seat]
        state = "left" if driver.gone else counted(driver.wins, "race") + " won"
        return Line(places[seat], cars[seat], driver.cup_points, state)

    return tuple(map(line, order))


def read_result(view: State, players: Sequence[Player]) -> ResultReading:
    """Everything the poster shows, at the end of a race and before it."""
    cars = [read_car(view, players, seat) for seat in range(len(view.drivers))]
    race, cup = _race_lines(view, cars), _cup_lines(view, cars)
    over = view.phase == "over"
    if over:
        first = view.places[0] if view.places else (race[0].car.seat,)
        who = listed([f"{cars[seat].letter} {cars[seat].name}" for seat in first])
        many = len(first) > 1
        if cup:
            title = f"{who} {'share' if many else 'wins'} the Championship Cup"
        else:
            title = f"{who} {'share the race' if many else 'wins the race'}"
        return ResultReading(
            game_of(view), title, "TIE" if many else "WINNER", tuple(first), race, cup
        )
    title = f"Standings so far · turn {view.turn} · {phase_of(view)}"
    return ResultReading(game_of(view), title, "AHEAD", tuple(view.standings[:1]), race, cup)


def _row_height(count: int) -> int:
    return max(82, min(140, 448 // count - _SPACE))


def _tall(reading: ResultReading) -> int:
    count = len(reading.race)
    return _LABEL + count * (_row_height(count) + _SPACE) - _SPACE


def page(reading: ResultReading) -> Page:
    """The empty picture."""
    return Page(HEADER + 2 * GAP + _tall(reading))


def compose(canvas: Canvas, reading: ResultReading) -> None:
    """Draw the whole poster."""
    canvas.part = "header"
    write_title(canvas, reading.game, reading.title, 1100)
    y = HEADER + GAP
    right = _put_poster(canvas, reading) if not reading.cup else GAP
    wide = PAGE - GAP - right
    if reading.cup:
        wide = (PAGE - 3 * GAP) // 2
        cup = 2 * GAP + wide
        _put_table(canvas, "cup", reading.cup, cup, y, wide)
    _put_table(canvas, "race", reading.race, right, y, wide)


def _put_poster(canvas: Canvas, reading: ResultReading) -> int:
    """Who won or leads a single race, large. Returns where the table begins."""
    y, tall = HEADER + GAP, _tall(reading)
    canvas.put(Panel(_LEFT_WIDE, tall), GAP, y)
    posed = reading.posed[:3]
    length = min(430, (tall - 140) * 100 // 121) if len(posed) == 1 else 150
    for i, seat in enumerate(posed):
        portrait = Portrait(seat, length)
        middle = GAP + _LEFT_WIDE // 2 + (2 * i - len(posed) + 1) * 56
        top = y + (tall - 108 - portrait.height) // 2
        canvas.put(portrait, middle - portrait.width // 2, top)
    stamp = (GAP + 34, y + tall - 100, _LEFT_WIDE - 68, 80)
    put_stamp(canvas, *stamp, reading.stamp, 64, PAPER, PANEL)
    return GAP + _LEFT_WIDE + GAP


def _put_table(canvas: Canvas, part: str, lines: Sequence[Line], x: int, y: int, w: int) -> None:
    label, unit = ("THIS RACE", "MILES") if part == "race" else ("CHAMPIONSHIP CUP", "POINTS")
    canvas.write(x + 6, y + 18, label, 28, INK, MUTE)
    canvas.write(x + w - 26, y + 18, unit, 28, INK, MUTE, "right")
    height = _row_height(len(lines))
    y += _LABEL
    for i, line in enumerate(lines):
        canvas.part = f"{part} {line.car.letter}"
        _put_line(canvas, line, x, y + i * (height + _SPACE), w, height)


def _put_line(canvas: Canvas, line: Line, x: int, y: int, w: int, h: int) -> None:
    car, middle = line.car, y + h // 2
    ground: Colour = PANEL if line.place == 1 else DEEP
    ink = PAPER if line.place == 1 else SOFT
    canvas.put(Panel(w, h, ground, corner=20), x, y)
    place = str(line.place) if line.place else "–"
    canvas.write(x + 42, middle, place, 60, ground, ink if line.place else MUTE, "middle")
    canvas.put(SeatPlate(car.seat, 50, ground=ground), x + 80, middle - 25)
    figure = str(line.figure)
    canvas.write(x + w - 26, middle, figure, 62, ground, ink, "right")
    room = w - 26 - text_width(figure, 62) - 20 - 200
    name, size = fonts.fit(car.name, 40, room)
    canvas.write(x + 200, middle - 16, name, size, ground, ink)
    state, size = fonts.fit(line.state, 28, room, "t")
    canvas.write(
        x + 200, middle + 23, state, size, ground, SOFT if line.place == 1 else MUTE, face="t"
    )


def result(view: State, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide, of how a race or series ended or how it stands."""
    reading = read_result(view, players)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()
