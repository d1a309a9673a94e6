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
from images.mini_carwars.happened import latest
from images.mini_carwars.model import ICONS, SAID, Board
from images.news import PLATE, News
from images.panels import Pointer
from images.pen import Figure
from images.shots import Fired, Happened
from images.theme import ALARM, DEEP, PAPER, SOFT

_PAST: Final = (0.7, 0.45)
"""How far behind what it missed a shot ends, and how far beside it, in inches."""
_OFF: Final = 0.16
"""How far from the side that was hit its star stands, in inches."""


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


def happened(board: Board) -> Happened:
    """What has just happened on the road or in the arena."""
    latest, cars = board.latest, board.view.cars
    shots = [
        Fired((x.start, _end(x)), cars[x.vehicle].owner, x.vehicle, ICONS[x.kind], x.hit)
        for x in latest.shots
    ]
    missed = [(Sign("out", 22, SOFT), _end(x)) for x in latest.shots if not x.hit]
    burning = [(Sign("fire", 40, ALARM), (cars[n].x, cars[n].y)) for n in latest.burning]
    hits = [_beside(cars[x.target], x.end) for x in latest.shots if x.hit]
    wheels = [
        [Box(*pose[:2], path[0][2], 0.0, 0.36) for pose in (path[0], path[-1])]
        for path in latest.skids
    ]
    tracks = [(one.corner(at), other.corner(at)) for one, other in wheels for at in (FL, FR)]
    losses = [
        (_struck(cars[n], side), f"{cars[n].label} {side}", points,
         str(cars[n].armor[side]) if board.view.bare else "")
        for n, side, points in latest.blows if cars[n].here
    ]  # fmt: skip
    return Happened(shots, [*missed, *burning], hits, latest.meets, tracks, losses)


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
