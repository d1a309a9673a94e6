"""Plane geometry of cars and obstacles, on polygons of shapely. Lengths in L, headings in degrees.

Rules: spec section 4; ruling 34 (the base), 48 (sides).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, TypeAlias

from shapely import MultiPoint, Point, Polygon
from shapely.geometry import LineString

Pose: TypeAlias = tuple[float, float, float]
Spot: TypeAlias = tuple[float, float]
FRONT, RIGHT, BACK, LEFT = range(4)
_RECTANGLE: Final = ((0.5, 0.25), (-0.5, 0.25), (-0.5, -0.25), (0.5, -0.25))
_BASE: Final = (
    (0.585, 0.1),
    (0.5, 0.25),
    (-0.5, 0.25),
    (-0.585, 0.1),
    (-0.585, -0.1),
    (-0.5, -0.25),
    (0.5, -0.25),
    (0.585, -0.1),
)
_FAR: Final = 60.0
"""More than any arena is across."""
_ARCS: Final = {
    FRONT: ((0, 0), (_FAR, _FAR / 2), (_FAR, -_FAR / 2)),
    RIGHT: ((0, 0), (_FAR, -_FAR / 2), (-_FAR, -_FAR / 2)),
    BACK: ((0, 0), (-_FAR, -_FAR / 2), (-_FAR, _FAR / 2)),
    LEFT: ((0, 0), (-_FAR, _FAR / 2), (_FAR, _FAR / 2)),
}
GRAZE: Final = 1e-6
"""Shared area that is no overlap yet, in L²."""


def out_of(pose: Pose, spot: Spot) -> Spot:
    """A place of the car's frame, in the arena."""
    x, y, heading = pose
    cos, sin = math.cos(math.radians(heading)), math.sin(math.radians(heading))
    return x + spot[0] * cos - spot[1] * sin, y + spot[0] * sin + spot[1] * cos


def into(pose: Pose, spot: Spot) -> Spot:
    """A place of the arena, in the car's frame: x ahead, y to the left."""
    dx, dy = spot[0] - pose[0], spot[1] - pose[1]
    cos, sin = math.cos(math.radians(pose[2])), math.sin(math.radians(pose[2]))
    return dx * cos + dy * sin, -dx * sin + dy * cos


def _laid(pose: Pose, corners: Iterable[Spot]) -> Any:
    return Polygon([out_of(pose, corner) for corner in corners])


@cache
def rectangle(pose: Pose) -> Any:
    """What is aimed at and drives over things."""
    return _laid(pose, _RECTANGLE)


@cache
def base(pose: Pose) -> Any:
    """What bumps into things. Ruling 34"""
    return _laid(pose, _BASE)


@cache
def box(pose: Pose, size: tuple[float, float]) -> Any:
    """A thing of that length and width."""
    length, width = size[0] / 2, size[1] / 2
    corners = ((length, width), (-length, width), (-length, -width), (length, -width))
    return _laid(pose, corners)


@cache
def disc(pose: Pose, radius: float) -> Any:
    """A round thing, as a polygon of 64 corners."""
    turns = [math.tau * at / 64 for at in range(64)]
    return _laid(pose, [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns])


@cache
def arc(pose: Pose, side: int) -> Any:
    """A firing arc. Rules: Firing Arcs"""
    return _laid(pose, _ARCS[side])


def in_arc(pose: Pose, side: int, shape: Any) -> float:
    """How much of a shape is in that arc, in L². Ruling 28"""
    return float(arc(pose, side).intersection(shape).area)


def turned(pose: Pose, pivot: Spot, degrees: float) -> Pose:
    """Turned about a place of the car's frame."""
    x, y = out_of(pose, pivot)
    heading = pose[2] + degrees
    dx, dy = out_of((0.0, 0.0, heading), pivot)
    return x - dx, y - dy, heading % 360


def shifted(pose: Pose, ahead: float, left: float = 0.0) -> Pose:
    """Moved along the car's own axes."""
    return (*out_of(pose, (ahead, left)), pose[2])


def turn_corner(side: int, reverse: bool) -> Spot:
    """What a turn pivots about: the rear corner on the inside; in reverse the front one."""
    return (0.5 if reverse else -0.5), 0.25 * side


def after_turn(pose: Pose, side: int, degrees: float, reverse: bool) -> Pose:
    """Turned in place at a turn's corner, left for side 1, right for -1."""
    way = -1 if reverse else 1
    return turned(pose, turn_corner(side, reverse), way * side * degrees)


def after_spin(pose: Pose, side: int, degrees: float, reverse: bool) -> Pose:
    """Spun about the front corner away from the maneuver. Rules: Spinning Out"""
    way = -1 if reverse else 1
    return turned(pose, (0.5 * way, -0.25 * side), way * side * degrees)


def off(one: Pose, other: Pose) -> tuple[float, float]:
    """How far two poses are apart, in L and degrees."""
    angle = abs((one[2] - other[2] + 180) % 360 - 180)
    return math.dist(one[:2], other[:2]), angle


def same(one: Pose, other: Pose, length: float = 0.01, degrees: float = 0.1) -> bool:
    """Whether two poses are one, for the referee."""
    apart, angle = off(one, other)
    return apart <= length and angle <= degrees


def between(one: Any, other: Any) -> Any:
    """All that any sightline can cross: the hull of both."""
    return MultiPoint([*one.exterior.coords, *other.exterior.coords]).convex_hull


def can_see(one: Any, other: Any, blocks: Sequence[Any]) -> bool:
    """Whether some sightline crosses no full cover. Every sightline that there is can be moved to
    one through two corners. Rules: Full Cover"""
    blocks = [each for each in blocks if between(one, other).intersection(each).area > GRAZE]
    if not blocks:
        return True
    small = [each.buffer(-1e-6) for each in blocks]
    corners: list[Spot] = []
    for shape in (one, other, *blocks):
        corners += list(shape.exterior.coords)[:-1]
    return any(
        first != second and _line_is_free(first, second, one, other, small)
        for first, second in combinations(corners, 2)
    )


def _line_is_free(first: Spot, second: Spot, one: Any, other: Any, blocks: Sequence[Any]) -> bool:
    length = math.dist(first, second)
    if length < 1e-9:
        return False
    ux, uy = (second[0] - first[0]) / length, (second[1] - first[1]) / length
    start = first[0] - _FAR * ux, first[1] - _FAR * uy
    line = LineString([start, (first[0] + _FAR * ux, first[1] + _FAR * uy)])
    spans: list[tuple[float, float]] = []
    for shape in (one.buffer(1e-9), other.buffer(1e-9)):
        shared = line.intersection(shape)
        if shared.is_empty:
            return False
        places = [math.dist(start, spot) for spot in shared.coords]
        spans.append((min(places), max(places)))
    spans.sort()
    near, far = spans[0][1], spans[1][0]
    if far <= near:
        return True
    part = LineString(
        [
            (start[0] + near * ux, start[1] + near * uy),
            (start[0] + far * ux, start[1] + far * uy),
        ]
    )
    return not any(part.intersects(each) for each in blocks)


def ring_holds(shape: Any, middle: Spot, radius: float, inner: float) -> bool:
    """Whether a ring of terrain is under a car. Ruling 42"""
    near = shape.distance(Point(middle))
    far = max(math.dist(middle, corner) for corner in shape.exterior.coords)
    return bool(near < radius and far > inner)


def side_at(pose: Pose, spot: Spot, other: Spot) -> set[int]:
    """The sides that a contact there may be said to touch; `other` is the middle of what touches,
    or the foot on a wall. More than one only where it is too close to tell. Ruling 48"""
    x, y = into(pose, spot)
    corner = (math.copysign(0.5, x), math.copysign(0.25, y))
    long = FRONT if x > 0 else BACK
    flank = LEFT if y > 0 else RIGHT
    if math.dist((x, y), corner) <= 0.003 - 2e-4:
        ox, oy = into(pose, other)
        ahead, aside = math.copysign(1, x) * (ox - x), math.copysign(1, y) * (oy - y)
        if abs(ahead - aside) < 1e-3:
            return {long, flank}
        return {long} if ahead > aside else {flank}
    if math.dist((x, y), corner) <= 0.003 + 2e-4:
        return {long, flank}
    return {long} if abs(x) > 0.5 else {flank}
