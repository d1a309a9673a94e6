"""What has just happened in a fight, drawn on the plane and told: attacks and what they took,
collisions, and the marks of who drove."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games.carwars import events as e
from games.carwars.catalog import CARDS
from games.carwars.state import THING, Car, State
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Point
from games.engine.shapes import at, own
from images.carwars.field import Field
from images.carwars.happened import Shot
from images.carwars.model import Board, icon_of
from images.counters import Shields
from images.labels import Line
from images.shots import Fired, clipped, put_discs, put_shot, put_struck, want_taken
from images.strokes import Layer, beam
from images.theme import INK, LINE

_SIDES: Final = {FRONT: (0.5, 0.0), RIGHT: (0.24, -0.25), BACK: (-0.5, 0.0), LEFT: (0.24, 0.25)}
"""Where lines begin and end on each side of a car (ahead, to the left), in L: beside its number
board."""
_MUZZLE: Final = 1.3
"""A shot begins so much farther out than the side."""
_OFF: Final = 0.07
"""How far from the side that was hit its star stands, in L."""
_RUBBER: Final[tuple[Layer, ...]] = ((LINE, 8.0), (INK, 5.0))
_WHEELS: Final = 0.17
"""How far beside the middle wheels run, in L."""


def side_middle(car: Car, side: int, out: float = 0.0) -> Point:
    """The middle of a side, so far outside."""
    ahead, left = _SIDES[side]
    if side in (FRONT, BACK):
        return at(car.pose, ahead + math.copysign(out, ahead), left)
    return at(car.pose, ahead, left + math.copysign(out, left))


def facing(car: Car, point: Point) -> int:
    """The side of a car that faces a point."""
    ahead, left = own(car.pose, point)
    if abs(ahead) >= 2 * abs(left):
        return FRONT if ahead > 0 else BACK
    return LEFT if left > 0 else RIGHT


def ends_of(view: State, seat: int, place: int, target: int, side: int) -> tuple[Point, Point]:
    """From where and to where an attack goes on the plane."""
    car = view.cars[seat]
    if target >= THING:
        thing = view.things[target - THING]
        end = thing.x, thing.y
    elif side < 0:
        end = view.cars[target].x, view.cars[target].y
    else:
        end = side_middle(view.cars[target], side)
    mounted = car.cards[place].side
    start = mounted if mounted in _SIDES else facing(car, end)
    ahead, left = _SIDES[start]
    gun = 0.0 if start in (LEFT, RIGHT) else ahead
    return at(car.pose, gun * _MUZZLE, left * _MUZZLE), end


def line_of(view: State, shot: Shot) -> tuple[Point, Point]:
    """From where to where an attack went on the plane."""
    x = shot.attack
    return ends_of(view, x.seat, x.place, x.target, x.side)


def _seen(sheet: Field, view: State, shot: Shot) -> Line | None:
    """The same in the picture, as far as it is seen."""
    start, end = line_of(view, shot)
    return clipped((sheet.to.at(*start), sheet.to.at(*end)), sheet.field)


def put_shots(sheet: Field, board: Board) -> None:
    """Attacks and the marks of tires, below the cars."""
    for path in board.latest.tracks:
        for wheel in (_WHEELS, -_WHEELS):
            points = [sheet.to.at(*at(pose, -0.35, wheel)) for pose in path]
            for leg in pairwise(points):
                line = clipped(leg, sheet.field)
                if line is not None and math.dist(*line) > 1:
                    beam(sheet.canvas, *line, _RUBBER)
    for shot in board.latest.shots:
        line = _seen(sheet, board.view, shot)
        if line is not None and math.dist(*line) > 2:
            put_shot(sheet.canvas, line, shot.attack.seat, not shot.held)
            sheet.lines.append(line)


def put_latest(sheet: Field, board: Board) -> None:
    """What attacks and collisions have struck, and what was taken."""
    view, latest, large = board.view, board.latest, sheet.to.scale >= 60
    fired, hits = list[Fired](), list[Point]()
    for shot in latest.shots:
        x, (_, end) = shot.attack, line_of(view, shot)
        fired.append(Fired(_seen(sheet, view, shot), x.seat, x.seat, icon_of(CARDS[x.card])))
        if not shot.held:
            hits.append(_outside(view, x, end))
        elif sheet.shows(*end):
            sheet.taken.append(sheet.lay(Shields(radius=21), _outside(view, x, end, 0.16)))
    put_discs(sheet, fired, 19)
    put_struck(sheet, hits, latest.meets, 44 if large else 34)
    losses = [
        (side_middle(view.cars[seat], side), f"{seat} {side}", points, str(left))
        for seat, side, points, left in latest.blows
        if not view.cars[seat].gone
    ]
    want_taken(sheet, losses, 48 if large else 40, 22)


def _outside(view: State, x: e.Attacked, end: Point, off: float = _OFF) -> Point:
    """A little off the side that was attacked, so that the number board stays free."""
    if x.target >= THING or x.side < 0:
        return end
    return side_middle(view.cars[x.target], x.side, off)


def struck(board: Board, seat: int) -> Sequence[int]:
    """Sides of a car whose armor stands beside what they have just lost."""
    return [side for of, side, _, _ in board.latest.blows if of == seat]
