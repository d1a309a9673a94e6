"""Arcs, range, sightlines and cover, and what each car sees of the others (Rules: Attacking;
Choosing A Target; Range; Cover).

Shapes are convex polygons (`Hull.outline`): cars and wrecks by their rectangles, circles by 16
corners. Touching without area is no overlap and no crossing; in doubt the defender is favored. What
is seen hangs on poses alone, so it is reckoned once for them and remembered.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.carwars.base import rectangle
from games.carwars.ground import Seen, seen
from games.carwars.state import State
from games.engine.plane import EVEN
from games.engine.polygons import AREA, Polygon, area, clipped, hull_of, interiors_meet, is_seen
from games.engine.shapes import Pose, gap, own

KEY: Final = 2.0
"""Length of the turning key, which range is counted in, in L."""

# -- arcs and range


def arcs(pose: Pose, shape: Polygon) -> tuple[int, ...]:
    """The firing arcs of a car that hold part of a shape: its diagonals, drawn on without end, part
    them. Rules: Firing Arcs"""
    seen = [own(pose, point) for point in shape]
    out = []
    for side, (one, other) in enumerate(_ARCS):
        part = clipped(clipped(seen, *one), *other)
        if area(part) > AREA:
            out.append(side)
    return tuple(out)


_ARCS: Final = (
    ((1.0, -2.0), (1.0, 2.0)),
    ((1.0, -2.0), (-1.0, -2.0)),
    ((-1.0, -2.0), (-1.0, 2.0)),
    ((1.0, 2.0), (-1.0, 2.0)),
)
"""The half-planes of each side, as the factors of x and y that are 0 and more within."""


def key_lengths(far: float) -> int:
    """The full lengths of the turning key in a distance: so many re-rolls the defender has.

    >>> key_lengths(3.99), key_lengths(4.0), key_lengths(1.0)
    (1, 2, 0)
    """
    return math.floor(far / KEY + EVEN)


def in_range(far: float, most: float) -> bool:
    """Whether a distance is no more than so many L. Rules: Range"""
    return far <= most + EVEN


# -- sightlines


class Cover(NamedTuple):
    """An obstacle that gives cover: a wall, a barrier, a barrel, a car, a wreck."""

    shape: Polygon
    is_full: bool


def shields(attacker: Polygon, target: Polygon, covers: Iterable[Cover]) -> int | None:
    """The shields that a target has by cover, 1 for partial and 2 for full; None where every
    sightline crosses full cover: it cannot be attacked. Leave out both: neither covers itself.

    A sightline runs from any point of the one to any of the other, and different ones may be used
    for different obstacles. So an obstacle is crossed by one where it meets the hull of both.
    Rules: Cover
    """
    between = hull_of((*attacker, *target))
    met = [it for it in covers if interiors_meet(between, it.shape)]
    full = [it.shape for it in met if it.is_full]
    return len(met) + len(full) if is_seen(attacker, target, full) else None


class Target(NamedTuple):
    """What can be attacked, as an attacker sees it."""

    distance: float
    """Between the rectangles, in L."""
    arcs: frozenset[int]
    """The attacker's arcs that hold part of it."""
    sides: tuple[int, ...]
    """Its sides whose arcs hold part of the attacker; none of what has no sides."""
    cover: int
    """Its `shields` by cover."""


Scene: TypeAlias = Mapping[int, Target]
"""Everything that an attacker could hit, by body."""


def scene(state: State, seat: int) -> Scene:
    """Everything that a car could attack with a weapon of the right arc and range.

    Cars of other players, and obstacles and wrecks that can take damage, of which a sightline is
    open. One's own car is none. Rules: Choosing A Target; Rulings 23, 28
    """
    return _scene(state.cars[seat].pose, tuple(each for each in seen(state) if each.body != seat))


@lru_cache(512)
def _scene(pose: Pose, there: tuple[Seen, ...]) -> Scene:
    attacker, out = rectangle(pose), dict[int, Target]()
    for each in there:
        target = each.hull
        if not (each.is_target and (held := arcs(pose, target.outline))):
            continue
        others = [
            Cover(it.hull.outline, it.cover == "full")
            for it in there
            if it is not each and it.cover != "none"
        ]
        if (cover := shields(attacker.outline, target.outline, others)) is not None:
            sides = arcs(target.pose, attacker.outline) if each.is_car else ()
            far = round(gap(attacker, target), 4)
            out[each.body] = Target(far, frozenset(held), sides, cover)
    return out
