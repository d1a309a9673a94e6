"""What lies in the arena as shapes that touch, and what the rules ask of a contact.

Ruling 34 has the car's base for all contact as the octagon (+-0.585, +-0.1), (+-0.5, +-0.25); the
rectangle alone is for arcs, range, cover and what lies under a car. A sweep is exact (Ruling 35).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.carwars.base import LENGTH, WIDTH
from games.engine.plane import BACK, EVEN, FRONT, LEFT, RIGHT
from games.engine.shapes import FINE, Form, Hull, Pose, apart, contact, meeting_point, own
from games.engine.sweep import Leg, part_of

DEEP: Final = 0.002
"""A path that goes deeper than this into a wall enters it, in L. House"""
AT_CORNER: Final = 0.003
"""A contact so near a corner of the rectangle is one at the corner, in L. Ruling 48"""
SQUARE: Final = 0.01
"""A car whose long sides are that evenly far from a wall stands square to it, in L. House"""

CAR: Final = Form(1.17, WIDTH, (0.5, 0.1))
"""A car's base. Ruling 34"""
RECTANGLE: Final = Form(LENGTH, WIDTH)
"""A car's rectangle."""
_POINT: Final = Form(0.0, 0.0)


def base(pose: Pose) -> Hull:
    """The base of a car or wreck: for contact."""
    return Hull(CAR, pose)


def rectangle(pose: Pose) -> Hull:
    """The rectangle of a car or wreck: for arcs, range, cover, terrain and hazards."""
    return Hull(RECTANGLE, pose)


def in_order(hull: Hull, touched: Iterable[tuple[int, Hull]]) -> tuple[int, ...]:
    """The numbers of bodies that one touches: what it touches nearest to its middle first, then by
    number. Ruling 49"""
    listed = list(touched)
    if len(listed) < 2:
        return tuple([at for at, _ in listed])
    far = list[tuple[float, int]]()
    for at, it in listed:
        x, y = meeting_point(hull, it)
        far.append((round((x - hull.x) * (x - hull.x) + (y - hull.y) * (y - hull.y), 4), at))
    return tuple([at for _, at in sorted(far)])


# -- what the rules ask of a contact


def deepest(hull: Hull, wall: Hull) -> float:
    """The margin of `contact` for a wall that a body stands at: how deep it may come into it, below
    0. `DEEP`, or hardly deeper than it is. Ruling 37"""
    return min(-DEEP, apart(hull, wall)[0] - 2 * FINE)


def enters(hull: Hull, legs: Iterable[Leg], wall: Hull) -> bool:
    """Whether a path goes deeper than `DEEP` into a wall that the body stands at, anywhere."""
    margin = deepest(hull, wall)
    for leg in legs:
        if contact(hull, leg, wall, margin) is not None:
            return True
        hull = part_of(hull, leg, 1.0)
    return False


def side_touched(hull: Hull, other: Hull, is_wall: bool = False) -> int:
    """The side of a car on which it touches something. Rules: Collisions; Ruling 48

    Beyond the rectangle's ends it is the front or the back. At a corner of the rectangle it is the
    side that faces more nearly to the other's middle, or straight to a wall; evenly: front or back.
    """
    point = meeting_point(hull, other)
    ahead, left = own(hull.pose, point)
    past, over = abs(ahead) - LENGTH / 2, abs(left) - WIDTH / 2
    is_end = past > 0.0
    if past * past + over * over <= AT_CORNER * AT_CORNER:
        if is_wall:
            _, x, y = apart(hull, other)
        else:
            x, y = other.x - point[0], other.y - point[1]
        to_end, to_side = x * hull.fx + y * hull.fy, y * hull.fx - x * hull.fy
        is_end = (to_end if ahead > 0.0 else -to_end) >= (
            to_side if left > 0.0 else -to_side
        ) - EVEN
    if is_end:
        return FRONT if ahead > 0.0 else BACK
    return LEFT if left > 0.0 else RIGHT


def free_side(hull: Hull, wall: Hull, is_wall: bool = True) -> int:
    """The long side of a car that is furthest from a wall that it touches: 1 left, -1 right, 0 when
    the car stands square to it and its player picks. What is no wall, but cannot be pushed, counts
    as if the line of the contact were one. Rules: Pushing Walls; Ruling 39"""
    if is_wall:
        right, left = (
            apart(Hull(_POINT, (hull.x - at * hull.fy, hull.y + at * hull.fx, 0.0)), wall)[0]
            for at in (-WIDTH / 2, WIDTH / 2)
        )
        more = left - right
    else:
        _, nx, ny = apart(hull, wall)
        more = (nx * hull.fy - ny * hull.fx) * WIDTH
    return 0 if abs(more) < SQUARE else 1 if more > 0.0 else -1
