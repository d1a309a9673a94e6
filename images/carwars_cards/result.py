"""The poster of how the players stand, and at the end of a duel or a match: places and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.carwars_cards.match import KILL, TIE, WIN
from games.carwars_cards.state import State
from games.carwars_cards.words.speakers import earned
from games.engine.players import Player
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait, SeatPlate
from images.carwars_cards.reading import GAME, STAMPS, CarReading, read_car
from images.panels import (
    Page,
    Panel,
    put_stamp,
    text_width,
    write_name,
    write_title,
)
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
)

_LEFT_WIDE: Final = 372
_TALL: Final = 536
_SPACE: Final = 8


class Standing(NamedTuple):
    """One player's line: best first, equal points share a place."""

    place: int
    car: CarReading
    gained: int | None
    """Points from this duel; None where they are all the points there are."""
    state: str
    """Whether the car is still in, and what this duel's points are for."""


class ResultReading(NamedTuple):
    """A result as shown."""

    game: str
    title: str
    posed: tuple[int, ...]
    """Seats on the poster: who has won the match, else the last car in, else all who tie."""
    stamp: str
    standings: tuple[Standing, ...]


def read_result(view: State, players: Sequence[Player]) -> ResultReading:
    """Everything the poster shows. A single duel has a winner; the Ace is for a series."""
    cars = [read_car(car, players) for car in view.players]
    if view.phase not in ("scored", "over"):
        return _so_far(view, cars)
    posed = tuple(car.seat for car in cars if car.running)
    last = len(posed) == 1
    stamp = "LAST CAR" if last else "TIE"
    title = f"Duel {view.duel} is over"
    if view.winner >= 0:
        posed, stamp = (view.winner,), "WINNER" if view.options.single_duel else "ACE"
        who = f"{cars[view.winner].letter} {cars[view.winner].name}"
        title = f"{who} won the duel" if view.options.single_duel else f"{who} is the Ace"
    standings = []
    for car in sorted(cars, key=lambda car: (-car.points, car.seat)):
        place = 1 + sum(other.points > car.points for other in cars)
        state = "still in" if car.running else STAMPS.get(car.status, STAMPS["out"])[0].lower()
        kills = view.players[car.seat].kills
        gained = kills * KILL + (car.running and (WIN if last else TIE))
        how = earned(kills, car.running, not last)
        standings.append(
            Standing(
                place,
                car,
                gained if gained and gained != car.points else None,
                f"{state}: {how}" if how else state,
            )
        )
    return ResultReading(_game(view), title, posed, stamp, tuple(standings))


def _game(view: State) -> str:
    return GAME if view.options.single_duel else f"{GAME} · to {view.options.points_to_win}"


def _so_far(view: State, cars: Sequence[CarReading]) -> ResultReading:
    """How the players stand in the middle of a duel: points of the duels that are over."""
    best = max(car.points for car in cars)
    posed = tuple(car.seat for car in cars if car.points == best)
    standings = tuple(
        Standing(
            1 + sum(other.points > car.points for other in cars),
            car,
            None,
            "in the duel" if car.running else STAMPS.get(car.status, STAMPS["out"])[0].lower(),
        )
        for car in sorted(cars, key=lambda car: (-car.points, car.seat))
    )
    title = f"Standings in duel {view.duel}"
    return ResultReading(
        _game(view), title, posed, "LEADS" if len(posed) == 1 else "LEVEL", standings
    )


def page() -> Page:
    return Page(HEADER + 2 * GAP + _TALL)


def compose(canvas: Canvas, reading: ResultReading) -> None:
    """Draw the whole poster."""
    canvas.part = "header"
    write_title(canvas, reading.game, reading.title, 1080)
    x, y = GAP, HEADER + GAP
    canvas.put(Panel(_LEFT_WIDE, _TALL), x, y)
    _put_cars(canvas, reading.posed, x, y)
    put_stamp(canvas, x + 34, y + 412, _LEFT_WIDE - 68, 92, reading.stamp, 76, PAPER, PANEL)
    count = len(reading.standings)
    row = min(128, (_TALL - (count - 1) * _SPACE) // count)
    left = GAP + _LEFT_WIDE + GAP
    for i, standing in enumerate(reading.standings):
        canvas.part = standing.car.letter
        _put_standing(canvas, standing, left, y + i * (row + _SPACE), row)


def _put_cars(canvas: Canvas, seats: Sequence[int], x: int, y: int) -> None:
    """The car on the poster, or up to six smaller ones, three in a row."""
    length = 300 if len(seats) == 1 else 150
    for i, seat in enumerate(seats):
        portrait = Portrait(seat, length)
        row = seats[i // 3 * 3 : i // 3 * 3 + 3]
        middle = x + _LEFT_WIDE // 2 + (2 * (i % 3) - len(row) + 1) * 56
        top = y + 16 + i // 3 * 192 + (96 if 1 < len(seats) <= 3 else 0)
        canvas.put(portrait, middle - portrait.width // 2, top)


def _put_standing(canvas: Canvas, standing: Standing, x: int, y: int, h: int) -> None:
    car, w, middle = standing.car, PAGE - GAP - x, y + h // 2
    best = standing.place == 1
    ground = PANEL if best else DEEP
    ink = PAPER if best else SOFT
    canvas.put(Panel(w, h, ground, corner=20), x, y)
    canvas.write(x + 44, middle, str(standing.place), 64, ground, ink, "middle")
    canvas.put(SeatPlate(car.seat, 52, ground=ground), x + 84, middle - 26)
    points = str(car.points)
    canvas.write(x + w - 28, middle, points, 64, ground, ink, "right")
    right = x + w - 28 - text_width(points, 64) - 30
    if standing.gained is not None:
        gained = f"+{standing.gained}"
        canvas.write(right, middle + 2, gained, 38, ground, SOFT, "right")
        right -= text_width(gained, 38) + 34
    room = right - (x + 212)
    state, size = fonts.fit(standing.state, 28, room, "t")
    canvas.write(x + 212, middle + 24, state, size, ground, SOFT if best else MUTE, face="t")
    write_name(canvas, car.name, False, x + 212, middle - 16, 40, room, ground, ink)


def result(view: State, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide, for the end of a duel or of the match."""
    canvas = TileCanvas(page())
    compose(canvas, read_result(view, players))
    return canvas.png()
