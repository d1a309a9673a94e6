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
from games.carwars.ground import Seen, durability, is_player, seen
from games.carwars.state import State
from games.engine.plane import EVEN
from games.engine.polygons import AREA, Polygon, area, clipped, hull_of, interiors_meet, is_seen
from games.engine.shapes import Hull, Pose, gap, own

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


def distance(pose: Pose, target: Hull) -> float:
    """From a car's rectangle to what it shoots at, in L. Rules: Range"""
    return gap(rectangle(pose), target)


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

    number: int
    shape: Polygon
    is_full: bool


class Sight(NamedTuple):
    """What lies between an attacker and a target."""

    is_open: bool
    """A sightline crosses no full cover: the attack is possible."""
    partial: tuple[int, ...]
    """Obstacles that some sightline crosses, by number: partial cover, and full cover."""
    full: tuple[int, ...]


def sight(attacker: Polygon, target: Polygon, covers: Iterable[Cover]) -> Sight:
    """What one sees of another. Leave out both of them: neither covers itself.

    A sightline runs from any point of the one to any of the other, and different ones may be used
    for different obstacles. So an obstacle is crossed by one where it meets the hull of both.
    Rules: Cover
    """
    between = hull_of((*attacker, *target))
    met = [it for it in covers if interiors_meet(between, it.shape)]
    full = [it for it in met if it.is_full]
    return Sight(
        is_seen(attacker, target, [it.shape for it in full]),
        tuple(sorted(it.number for it in met if not it.is_full)),
        tuple(sorted(it.number for it in full)),
    )


class Target(NamedTuple):
    """What can be attacked, as an attacker sees it."""

    distance: float
    """Between the rectangles, in L."""
    arcs: frozenset[int]
    """The attacker's arcs that hold part of it."""
    sides: tuple[int, ...]
    """Its sides whose arcs hold part of the attacker; none of what has no sides."""
    partial: tuple[int, ...]
    """Bodies that give it partial cover, and full cover."""
    full: tuple[int, ...]

    @property
    def cover(self) -> int:
        """Shields that the cover gives: 1 for partial and 2 for full. Rules: Cover"""
        return len(self.partial) + 2 * len(self.full)


Scene: TypeAlias = Mapping[int, Target]
"""Everything that an attacker could hit, by body."""


def scene(state: State, seat: int) -> Scene:
    """Everything that a car could attack with a weapon of the right arc and range.

    Cars of other players, and obstacles and wrecks that can take damage, of which a sightline is
    open. One's own car is none. Rules: Choosing A Target; Rulings 23, 28
    """
    bodies = seen(state)
    targets = tuple(
        number
        for number, _, _, _ in bodies
        if number != seat and (is_player(state, number) or durability(state, number))
    )
    sided = tuple(number for number in targets if is_player(state, number))
    return _scene(state.cars[seat].pose, seat, bodies, targets, sided)


@lru_cache(512)
def _scene(
    pose: Pose,
    seat: int,
    bodies: tuple[Seen, ...],
    targets: tuple[int, ...],
    sided: tuple[int, ...],
) -> Scene:
    attacker, out = rectangle(pose).outline, dict[int, Target]()
    hulls = {number: Hull(form, there) for number, form, there, _ in bodies}
    covers = [
        Cover(number, hulls[number].outline, cover == "full")
        for number, _, _, cover in bodies
        if cover != "none"
    ]
    for number in targets:
        target = hulls[number]
        others = [cover for cover in covers if cover.number not in (seat, number)]
        held = arcs(pose, target.outline)
        if held and (found := sight(attacker, target.outline, others)).is_open:
            sides = arcs(target.pose, attacker) if number in sided else ()
            far = round(distance(pose, target), 4)
            out[number] = Target(far, frozenset(held), sides, found.partial, found.full)
    return out
