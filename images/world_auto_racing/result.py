"""The poster of a race: final places with progress, and before the end how the drivers stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait, SeatPlate
from images.panels import Page, Panel, put_stamp, text_width, write_name, write_title
from images.theme import DEEP, GAP, HEADER, MUTE, PAGE, PANEL, PAPER, SOFT, WELL
from images.words import counted
from images.world_auto_racing.reading import GAME, DriverReading, read_driver, shown_order, title_of

_LEFT_WIDE: Final = 372
_TALL: Final = 536
_SPACE: Final = 8


class Standing(NamedTuple):
    """One driver's line, best first."""

    place: int
    driver: DriverReading
    gained: int | None
    """What the last round gave."""
    state: str


class ResultReading(NamedTuple):
    """A result as shown."""

    game: str
    title: str
    posed: tuple[int, ...]
    """Seats on the poster: who has won, else who is ahead."""
    stamp: str
    length: int
    standings: tuple[Standing, ...]


def _ranked(view: Race) -> list[tuple[int, int]]:
    """(place, seat), best first: final places; before the end by progress, then racing order."""
    if view.phase == "over" and view.places:
        out, place = [], 1
        for group in view.places:
            out += [(place, seat) for seat in group]
            place += len(group)
        return out
    # Who still races is ahead of whoever a tie-break has left behind.
    ranks = [(not view.races(seat), -one.progress) for seat, one in enumerate(view.drivers)]
    seats = sorted(shown_order(view), key=ranks.__getitem__)
    return [(1 + sum(other < ranks[seat] for other in ranks), seat) for seat in seats]


def _state(view: Race, driver: DriverReading) -> str:
    left = max(0, view.options.length - driver.progress)
    parts = [driver.car] if driver.car else []
    if driver.state == "left":
        parts.append("left the race")
    elif view.phase == "over":
        parts.append("finished" if not left else f"{left} short")
    elif driver.state == "waits":
        parts.append("out of the tie-break")
    else:
        parts.append("at the finish" if not left else f"{left} to go")
    return " · ".join(parts)


def read_result(view: Race, players: Sequence[Player]) -> ResultReading:
    """Everything the poster shows."""
    over = view.phase == "over"
    standings = []
    for place, seat in _ranked(view):
        driver = read_driver(view, players, seat)
        last = view.last(seat)
        standings.append(
            Standing(place, driver, last.total if last else None, _state(view, driver))
        )
    posed = tuple(each.driver.seat for each in standings if each.place == 1)
    if over:
        title, stamp = title_of(view, players), "WINNER" if len(posed) == 1 else "TIE"
    else:
        moment = f"after {counted(view.round, 'round')}"
        if view.phase not in ("scrap", "over"):
            moment = f"in round {view.round}" if view.round else "before the race"
        title = f"Standings so far, {moment}"
        stamp = "LEADS" if len(posed) == 1 else "LEVEL"
    game = f"{GAME} · to {view.options.length}"
    return ResultReading(game, title, posed, stamp, view.options.length, tuple(standings))


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
        canvas.part = standing.driver.letter
        _put_standing(canvas, standing, reading.length, left, y + i * (row + _SPACE), row)


def _put_cars(canvas: Canvas, seats: Sequence[int], x: int, y: int) -> None:
    """The car on the poster, or several smaller ones, three in a row."""
    length = 300 if len(seats) == 1 else 150
    for i, seat in enumerate(seats):
        portrait = Portrait(seat, length)
        row = seats[i // 3 * 3 : i // 3 * 3 + 3]
        middle = x + _LEFT_WIDE // 2 + (2 * (i % 3) - len(row) + 1) * 56
        top = y + 16 + i // 3 * 192 + (96 if 1 < len(seats) <= 3 else 0)
        canvas.put(portrait, middle - portrait.width // 2, top)


def _put_standing(canvas: Canvas, standing: Standing, length: int, x: int, y: int, h: int) -> None:
    driver, w, middle = standing.driver, PAGE - GAP - x, y + h // 2 - 6
    best = standing.place == 1
    ground, ink = (PANEL, PAPER) if best else (DEEP, SOFT)
    canvas.put(Panel(w, h, ground, corner=20), x, y)
    canvas.write(x + 44, middle, str(standing.place), 64, ground, ink, "middle")
    canvas.put(SeatPlate(driver.seat, 52, ground=ground), x + 84, middle - 26)
    progress = str(driver.progress)
    canvas.write(x + w - 28, middle, progress, 64, ground, ink, "right")
    right = x + w - 28 - text_width(progress, 64) - 30
    if standing.gained is not None:
        gained = f"+{standing.gained}"
        canvas.write(right, middle + 2, gained, 38, ground, SOFT, "right")
        right -= text_width(gained, 38) + 34
    room = right - (x + 212)
    words, size = fonts.fit(standing.state, 28, room, "t")
    canvas.write(x + 212, middle + 22, words, size, ground, SOFT if best else MUTE, face="t")
    write_name(canvas, driver.name, False, x + 212, middle - 17, 40, room, ground, ink)
    start, wide = x + 20, w - 40
    canvas.fill(start, y + h - 11, wide, 6, WELL)
    done = wide * min(driver.progress, length) // length
    if done > 0:
        canvas.fill(start, y + h - 11, done, 6, ink)


def result(view: Race, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide: the end of a race, or the standings so far."""
    canvas = TileCanvas(page())
    compose(canvas, read_result(view, players))
    return canvas.png()
