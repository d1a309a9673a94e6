"""Convex polygons, their corners counter-clockwise: what they share, and lines through them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from games.engine.plane import EVEN, Point

AREA: Final = 1e-6
"""Shapes overlap that share more."""

Polygon: TypeAlias = Sequence[Point]


def clipped(shape: Polygon, a: float, b: float, c: float = 0.0) -> list[Point]:
    """What of a convex polygon lies where a x + b y >= c."""
    out: list[Point] = []
    for at, (x, y) in enumerate(shape):
        last_x, last_y = shape[at - 1]
        inside, before = a * x + b * y - c, a * last_x + b * last_y - c
        if (inside > 0.0 > before) or (before > 0.0 > inside):
            part = before / (before - inside)
            out.append((last_x + part * (x - last_x), last_y + part * (y - last_y)))
        if inside >= 0.0:
            out.append((x, y))
    return out


def area(shape: Polygon) -> float:
    """Of a polygon whose corners are counter-clockwise."""
    if len(shape) < 3:
        return 0.0
    x, y = shape[0]
    parts = pairwise(shape[1:])
    return sum((px - x) * (qy - y) - (py - y) * (qx - x) for (px, py), (qx, qy) in parts) / 2


def edges(shape: Polygon) -> Iterable[tuple[Point, Point]]:
    """From corner to corner."""
    return ((shape[at - 1], corner) for at, corner in enumerate(shape))


def shared_area(one: Polygon, other: Polygon) -> float:
    """The area that two convex polygons share."""
    for (x, y), (to_x, to_y) in edges(other):
        one = clipped(one, y - to_y, to_x - x, (y - to_y) * x + (to_x - x) * y)
    return area(one)


def hull_of(points: Iterable[Point]) -> list[Point]:
    """The smallest convex polygon that holds all points."""
    listed = sorted(set(points))
    out: list[Point] = []
    for way in (listed, listed[::-1]):
        half: list[Point] = []
        for point in way:
            while len(half) > 1 and _cross(half[-2], half[-1], point) <= 0.0:
                half.pop()
            half.append(point)
        out += half[:-1]
    return out


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def interiors_meet(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons overlap by more than a graze: no edge of either has all of the
    other beyond it."""
    for shape, against in ((one, other), (other, one)):
        for (x, y), (to_x, to_y) in edges(shape):
            out_x, out_y = to_y - y, x - to_x
            size = math.sqrt(out_x * out_x + out_y * out_y)
            if all((px - x) * out_x + (py - y) * out_y >= -EVEN * size for px, py in against):
                return False
    return True


def is_seen(one: Polygon, other: Polygon, walls: Sequence[Polygon]) -> bool:
    """Whether a line from a point of the one to a point of the other crosses none of these.

    Where there is such a line, there is one that runs through two corners: any open line can be
    shifted and turned until it comes to lie on two.
    """
    if not walls:
        return True
    corners = {*one, *other, *(point for shape in walls for point in shape)}
    for start, end in combinations(sorted(corners), 2):
        leave, enter = _within(start, end, one, -EVEN), _within(start, end, other, -EVEN)
        if leave is None or enter is None:
            continue
        low, high = (leave, enter) if leave[0] < enter[0] else (enter, leave)
        if low[1] >= high[0]:
            return True
        for wall in walls:
            inside = _within(start, end, wall, EVEN)
            if inside is not None and inside[0] < high[0] and inside[1] > low[1]:
                break
        else:
            return True
    return False


def _within(start: Point, end: Point, shape: Polygon, margin: float) -> tuple[float, float] | None:
    """From where to where the endless line through two points runs deeper than a margin in a convex
    polygon, as parts of the way from one to the other; None for nowhere."""
    x, y = start
    vx, vy = end[0] - x, end[1] - y
    low, high = -math.inf, math.inf
    for (px, py), (qx, qy) in edges(shape):
        in_x, in_y = py - qy, qx - px
        room = margin * math.sqrt(in_x * in_x + in_y * in_y)
        lies = (x - px) * in_x + (y - py) * in_y - room
        goes = vx * in_x + vy * in_y
        if -1e-12 < goes < 1e-12:
            if lies <= 0.0:
                return None
        elif goes > 0.0:
            low = max(low, -lies / goes)
        else:
            high = min(high, -lies / goes)
    return (low, high) if low < high else None
