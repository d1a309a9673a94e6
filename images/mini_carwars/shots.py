"""What has just happened in a fight, drawn on the plane and told: shots, what they took, collisions
and skids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from games.engine.plane import FL, FR, Box, Point
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP
from games.mini_carwars.state import Vehicle
from images.counters import Plate, Sign
from images.labels import Rect
from images.mini_carwars.field import Sheet
from images.mini_carwars.happened import latest
from images.mini_carwars.model import ICONS, SAID, Board
from images.news import PLATE, News
from images.panels import Pointer
from images.pen import Figure
from images.shots import Fired, clipped, put_discs, put_shot, put_struck, want_taken
from images.strokes import Layer, beam
from images.theme import ALARM, DEEP, INK, LINE, PAPER, SOFT

_PAST: Final = (0.7, 0.45)
"""How far behind what it missed a shot ends, and how far beside it, in inches."""
_OFF: Final = 0.16
"""How far from the side that was hit its star stands, in inches."""
_RUBBER: Final[tuple[Layer, ...]] = ((LINE, 9.0), (INK, 6.0))
_LARGE: Final = 60
"""px an inch from which stars and figures are large."""
_FEW: Final = 3
"""Labels keep clear of so many lines."""


class FightNews(News):
    """What vehicles did last, each with its own plate; who has hit one stands before it."""

    recent = staticmethod(latest)

    def doer(self, x: Any) -> tuple[Sequence[Figure], str]:
        if not hasattr(x, "vehicle"):
            return (), ""
        who = [x.tag(n) for n in (getattr(x, "by", -1), x.vehicle) if n >= 0]
        plates: list[Figure] = [
            Plate(each.owner, each.label, "", PLATE, ground=DEEP) for each in who
        ]
        if len(plates) > 1:
            plates.insert(1, Pointer(18, 24, PAPER, DEEP))
        return plates, f"{who[-1].label}: "


NEWS: Final = FightNews(GAME, SAID)


# -- in words


def sentences(board: Board) -> list[str]:
    """What has just happened, a vehicle's label before each fact."""
    told, news = board.latest.told, board.latest.news
    facts = [*told, *(x for x in news if x not in told)]
    return [f"{line.who}{line.words}" for line in NEWS.lines(facts, board.players)]


# -- in the picture


def put_shots(sheet: Sheet, board: Board, field: Rect) -> None:
    """Shots and the marks of skids, below what they belong to."""
    to, cars = sheet.to, board.view.cars
    for path in board.latest.skids:
        start, end = path[0], path[-1]
        wheels = [Box(*pose[:2], start[2], 0.0, 0.36) for pose in (start, end)]
        for corner in (FL, FR):
            line = clipped(
                (to.at(*wheels[0].corner(corner)), to.at(*wheels[1].corner(corner))), field
            )
            if line is not None:
                beam(sheet.canvas, *line, _RUBBER)
    # Linked weapons fire along one line.
    shots = {(x.start, x.end, x.hit): x for x in board.latest.shots}
    for shot in shots.values():
        line = clipped((to.at(*shot.start), to.at(*_end(shot))), field)
        if line is not None:
            put_shot(sheet.canvas, line, cars[shot.vehicle].owner, shot.hit)
            # Among many no place is free of all of them.
            sheet.lines += [line] * (len(shots) <= _FEW)


def put_latest(sheet: Sheet, board: Board, field: Rect) -> None:
    """What shots and collisions have struck, and with what; what was taken is wanted before all
    other labels."""
    latest, cars, to = board.latest, board.view.cars, sheet.to
    size, tall = (50, 48) if to.scale >= _LARGE else (38, 40)
    fired = list[Fired]()
    for shot in latest.shots:
        end, seat = _end(shot), cars[shot.vehicle].owner
        line = clipped((to.at(*shot.start), to.at(*end)), field)
        fired.append(Fired(line, seat, shot.vehicle, ICONS[shot.kind]))
        if line is not None and not shot.hit and sheet.shows(*end):
            sheet.lay(Sign("out", 22, SOFT), end)
    put_discs(sheet, fired, 20)
    for number in latest.burning:
        if sheet.shows(cars[number].x, cars[number].y):
            sheet.lay(Sign("fire", 40, ALARM), (cars[number].x, cars[number].y))
    hits = [_beside(cars[shot.target], shot.end) for shot in latest.shots if shot.hit]
    put_struck(sheet, hits, latest.meets, size)
    losses = [
        (_struck(cars[n], side), f"{cars[n].label} {side}", points,
         str(cars[n].armor[side]) if board.view.bare else "")
        for n, side, points in latest.blows if cars[n].here
    ]  # fmt: skip
    want_taken(sheet, losses, tall, 24)


def _end(shot: e.Fired) -> Point:
    """Where a shot ends in the picture."""
    return shot.end if shot.hit else _missed(shot)


def _beside(car: Vehicle, at: Point) -> Point:
    """Where the star of a hit stands: a little off the side, so that it hides no label."""
    far = math.dist((car.x, car.y), at)
    share = _OFF / far if far else 0.0
    return at[0] + (at[0] - car.x) * share, at[1] + (at[1] - car.y) * share


def _struck(car: Vehicle, side: int) -> Point:
    """Where a side of a vehicle is struck."""
    return (car.x, car.y) if side == TOP else car.box.middle(side)


def _missed(shot: e.Fired) -> Point:
    """Where a shot that missed ends: behind what it was fired at, and beside it."""
    (x, y), (to_x, to_y) = shot.start, shot.end
    far = math.dist(shot.start, shot.end) or 1.0
    ahead, aside = (to_x - x) / far, (to_y - y) / far
    past, beside = _PAST
    return to_x + ahead * past - aside * beside, to_y + aside * past + ahead * beside
