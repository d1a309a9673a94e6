"""The poster of a race: final places with progress, and before the end how the drivers stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from games.engine.voice import ordinal
from games.world_auto_racing.race import Race
from images.canvas import Canvas
from images.cars import Portrait
from images.panels import put_stamp
from images.parts import Header, Line, Part, Picture, Text, column, plate, row
from images.theme import DEEP, MUTE, PANEL, PAPER, SOFT, WELL, Colour
from images.words import counted
from images.world_auto_racing.reading import GAME, DriverReading, read_driver, shown_order, title_of

_LEFT_WIDE: Final = 372
_TALL: Final = 536
_SPACE: Final = 8


@dataclass(slots=True)
class Posed(Part):
    """Who has won, or is ahead: a car, or several smaller ones, three in a row; and a stamp."""

    seats: Sequence[int]
    stamp: str

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        count = len(self.seats)
        for i, seat in enumerate(self.seats):
            car = Portrait(seat, 300 if count == 1 else 150)
            row = self.seats[i // 3 * 3 : i // 3 * 3 + 3]
            middle = x + w // 2 + (2 * (i % 3) - len(row) + 1) * 56
            top = y + 16 + i // 3 * 192 + (96 if 1 < count <= 3 else 0)
            canvas.put(car, middle - car.width // 2, top)
        put_stamp(canvas, x + 34, y + h - 124, w - 68, 92, self.stamp, 76, PAPER, PANEL)


@dataclass(slots=True)
class Way(Part):
    """How much of the way is done, as a bar."""

    done: float
    ink: Colour

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, h, WELL)
        if wide := int(w * min(1, self.done)):
            canvas.fill(x, y, wide, h, self.ink)


def places(view: Race) -> list[tuple[int, int]]:
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


def _standing(view: Race, players: Sequence[Player], place: int, seat: int, tall: int) -> Part:
    driver, last = read_driver(view, players, seat), view.last(seat)
    ground, ink, soft = (PANEL, PAPER, SOFT) if place == 1 else (DEEP, SOFT, MUTE)
    state = _state(view, driver)
    gained = f"+{last.total}" if last is not None else ""
    said = f"{ordinal(place)} {driver.letter} {driver.name}: {driver.progress}"
    said += f", {gained} in the last round" if gained else ""
    names = column(
        Text(driver.name, 40, ink, grow=1), Text(state, 28, soft, "t", grow=1), gap=0, grow=1
    )
    shown = row(
        Text(str(place), 64, ink, anchor="middle", width=48),
        plate(seat, 52, ground),
        names,
        Text(gained, 38, SOFT, anchor="right"),
        Text(str(driver.progress), 64, ink, anchor="right"),
        gap=20,
        grow=1,
    )
    way = Way(driver.progress / view.options.length, ink, height=6)
    said += f"; {state.replace(' · ', ', ')}." if state else "."
    return Line((shown, way), True, 0, 12, ground, height=tall, say=said)


def picture(view: Race, players: Sequence[Player]) -> Picture:
    """The end of a race, or the standings so far."""
    ranked = places(view)
    first = [seat for place, seat in ranked if place == 1]
    if view.phase == "over":
        title, stamp = title_of(view, players), "WINNER" if len(first) == 1 else "TIE"
    else:
        moment = f"after {counted(view.round, 'round')}"
        if view.phase != "scrap":
            moment = f"in round {view.round}" if view.round else "before the race"
        title = f"Standings so far, {moment}"
        stamp = "LEADS" if len(first) == 1 else "LEVEL"
    tall = min(128, (_TALL - (len(ranked) - 1) * _SPACE) // len(ranked))
    rows = [_standing(view, players, place, seat, tall) for place, seat in ranked]
    left = column(Posed(first, stamp, grow=1), panel=PANEL, width=_LEFT_WIDE)
    body = row(left, column(*rows, gap=_SPACE, grow=1), height=_TALL)
    return Picture(Header(f"{GAME} · to {view.options.length}", title), body)


def result(view: Race, players: Sequence[Player]) -> bytes:
    """A palette PNG, 1200 px wide."""
    return picture(view, players).png()


def result_alt(view: Race, players: Sequence[Player]) -> str:
    """The same in words."""
    return picture(view, players).alt()
