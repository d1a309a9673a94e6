"""What has just happened in a fight, drawn on the plane and told: shots, what they took, collisions
and skids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from games.engine.plane import FL, FR, Box, Point
from games.engine.voice import minus
from games.mini_carwars import GAME
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP
from games.mini_carwars.state import Vehicle
from images.counters import Gun, Impact, Plate, Sign, tenths
from images.labels import Rect
from images.mini_carwars.field import Sheet
from images.mini_carwars.happened import latest
from images.mini_carwars.model import ICONS, SAID, Board
from images.news import PLATE, News
from images.panels import Pointer
from images.pen import Figure
from images.shots import Star, Taken, clipped, put_shot
from images.strokes import Layer, beam
from images.theme import ALARM, DEEP, INK, LINE, PAPER, SOFT

_PAST: Final = (0.7, 0.45)
"""How far behind what it missed a shot ends, and how far beside it, in inches."""
_DISCS: Final = (0.36, 0.2, 0.72)
"""Where on its way a shot has its disc: the first, the second and the third of a vehicle. Those of
two who fire at each other do not meet."""
_OFF: Final = 0.16
"""How far from the side that was hit its star stands, in inches."""
_RUBBER: Final[tuple[Layer, ...]] = ((LINE, 9.0), (INK, 6.0))
_LARGE: Final = 60
"""px an inch from which stars and figures are large."""
_FEW: Final = 3
"""Labels keep clear of so many lines."""
_LEAST: Final = 90.0
"""px of a line that has room for one."""


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
    count = dict[int, int]()
    for shot in latest.shots:
        end, number = _end(shot), count.get(shot.vehicle, 0)
        count[shot.vehicle] = number + 1
        line = clipped((to.at(*shot.start), to.at(*end)), field)
        if line is None:
            continue
        (x, y), (to_x, to_y) = line
        if not shot.hit and sheet.shows(*end):
            sheet.lay(Sign("out", 22, SOFT), end)
        if math.dist(*line) >= _LEAST:
            share = _DISCS[number % 3]
            angle = math.degrees(math.atan2(to_y - y, to_x - x))
            disc = Gun(ICONS[shot.kind], cars[shot.vehicle].owner, tenths(angle % 360))
            sheet.taken.append(sheet.put(disc, x + (to_x - x) * share, y + (to_y - y) * share))
    for number in latest.burning:
        if sheet.shows(cars[number].x, cars[number].y):
            sheet.lay(Sign("fire", 40, ALARM), (cars[number].x, cars[number].y))
    hits = [_beside(cars[shot.target], shot.end) for shot in latest.shots if shot.hit]
    signs: dict[Point, Figure] = {at: Star(size) for at in hits}
    signs |= {at: Impact(size // 2) for at in latest.meets}
    for at, sign in signs.items():
        if sheet.shows(*at):
            sheet.taken.append(sheet.lay(sign, at))
    wants, sheet.wants = sheet.wants, []
    for number, side, points in latest.blows:
        car = cars[number]
        left = str(car.armor[side]) if board.view.bare else ""
        middle = Box(*_struck(car, side), 0.0, 0.0, 0.0)
        if car.here and sheet.shows(middle.x, middle.y):
            taken = Taken(minus(-points), left, tall)
            sheet.want(taken, to.around(middle, 24), f"{car.label} {side}")
    sheet.wants += wants


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
