"""The poster of a race: final places with progress, and before the end how the drivers stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images.canvas import Canvas
from images.cars import Portrait, longest
from images.parts import Header, Part, Picture, column, poster, row, standing
from images.theme import PAPER, SOFT, WELL, Colour
from images.world_auto_racing.drivers import GAME, Driver, shown_order, title_of
from images.world_auto_racing.faces import body_of
from images.world_auto_racing.texts import Count, say

_TALL: Final = 536
_WAY: Final = 6
"""Height of the bar that shows how much of the way is done, px."""


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
        return driver.standing
    if driver.state == "waits":
        return say("out")
    there, away = ("finished", "short") if view.phase == "over" else ("at_finish", "to_go")
    return say(away, left=left) if left else say(there)


def _standing(view: Race, players: Sequence[Player], place: int, seat: int, tall: int) -> Part:
    driver, last = Driver(view, players, seat), view.last(seat)
    gained = f"+{last.total}" if last is not None else ""
    progress = driver.racer.progress
    told = str(progress)
    if last is not None:
        told = say("gained", progress=progress, points=last.total)
    parts = (driver.racer.called or driver.drives, _state(view, driver))
    state = " · ".join(filter(None, parts))
    line = standing(players, seat, place, progress, told, state, tall - _WAY, gained)
    way = Way(progress / view.options.length, PAPER if place == 1 else SOFT, height=_WAY)
    return column(line, way, gap=0)


def picture(view: Race, players: Sequence[Player]) -> Picture:
    """The end of a race, or the standings so far."""
    ranked = places(view)
    first = [seat for place, seat in ranked if place == 1]
    if view.phase == "over":
        title, stamp = title_of(view, players), say("winner")
    else:
        moment = say("after_rounds", rounds=Count(view.round))
        if view.phase != "scrap":
            moment = say("in_round", round=view.round) if view.round else say("before_start")
        title = say("so_far", moment=moment)
        stamp = say("leads" if len(first) == 1 else "level")
    tall = min(136, (_TALL - (len(ranked) - 1) * 8) // len(ranked))
    rows = [_standing(view, players, place, seat, tall) for place, seat in ranked]
    room = (366, 312) if len(first) == 1 else (184, 96)
    cars = []
    for seat in first:
        shape = body_of(Driver(view, players, seat).car)
        cars.append(Portrait(seat, longest(shape, *room), kind=shape))
    posed = poster(cars, stamp)
    posed.height = _TALL
    body = row(posed, column(*rows, gap=8, grow=1))
    return Picture(Header(say("game", game=GAME, length=view.options.length), title), body)
