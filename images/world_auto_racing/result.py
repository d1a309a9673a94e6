"""The poster of a race: final places with progress, and before the end how the drivers stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images.canvas import Canvas
from images.cars import Portrait
from images.parts import Drawn, Header, Part, Picture, Stamp, column, row, space, standing
from images.theme import PANEL, PAPER, SOFT, WELL, Colour
from images.words import counted
from images.world_auto_racing.drivers import GAME, Driver, shown_order, title_of

_TALL: Final = 536
_WAY: Final = 6
"""Height of the bar that shows how much of the way is done, px."""


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
    if view.phase == "over":
        return list(enumerate(shown_order(view), 1))
    # Who still races is ahead of whoever a tie-break has left behind.
    ranks = [(not view.races(seat), -one.progress) for seat, one in enumerate(view.drivers)]
    seats = sorted(shown_order(view), key=ranks.__getitem__)
    return [(1 + sum(other < ranks[seat] for other in ranks), seat) for seat in seats]


def _state(view: Race, driver: Driver) -> str:
    left = max(0, view.options.length - driver.racer.progress)
    if driver.state == "left":
        return "left the race"
    if driver.state == "waits":
        return "out of the tie-break"
    there, away = ("finished", "short") if view.phase == "over" else ("at the finish", "to go")
    return f"{left} {away}" if left else there


def _standing(view: Race, players: Sequence[Player], place: int, seat: int, tall: int) -> Part:
    driver, last = Driver(view, players, seat), view.last(seat)
    gained = f"+{last.total}" if last is not None else ""
    progress = driver.racer.progress
    told = f"{progress}, {gained} in the last round" if gained else str(progress)
    parts = (driver.car.name if driver.car else "", _state(view, driver))
    state = " · ".join(filter(None, parts))
    line = standing(players, seat, place, progress, told, state, tall - _WAY, gained)
    way = Way(progress / view.options.length, PAPER if place == 1 else SOFT, height=_WAY)
    return column(line, way, gap=0)


def picture(view: Race, players: Sequence[Player]) -> Picture:
    """The end of a race, or the standings so far."""
    ranked = places(view)
    first = [seat for place, seat in ranked if place == 1]
    if view.phase == "over":
        title, stamp = title_of(view, players), "WINNER"
    else:
        moment = f"after {counted(view.round, 'round')}"
        if view.phase != "scrap":
            moment = f"in round {view.round}" if view.round else "before the race"
        title = f"Standings so far, {moment}"
        stamp = "LEADS" if len(first) == 1 else "LEVEL"
    tall = min(136, (_TALL - (len(ranked) - 1) * 8) // len(ranked))
    rows = [_standing(view, players, place, seat, tall) for place, seat in ranked]
    length = 300 if len(first) == 1 else 150
    cars = [Drawn(Portrait(seat, length), say="", grow=1) for seat in first]
    pose = [row(*cars[at : at + 3], grow=1) for at in range(0, len(cars), 3)]
    plate = row(space(), Stamp(stamp, 76, PAPER, width=304, height=92, say=""), space())
    poster = column(*pose, plate, panel=PANEL, pad=30, width=372, height=_TALL)
    body = row(poster, column(*rows, gap=8, grow=1))
    return Picture(Header(f"{GAME} · to {view.options.length}", title), body)
