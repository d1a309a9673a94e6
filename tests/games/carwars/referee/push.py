"""Pushing: where a moving car leaves what it pushes along.

Rules: Pushing Light Obstacles; Pushing Heavy Obstacles; spec section 8 (the smallest vector that
separates, step by step, without turning), ruling 27, 46.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from shapely.affinity import translate

from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.fight import WALL, Fight
from tests.games.carwars.referee.shapes import Pose, Spot

_CHAIN: Final = 12
"""Links of a chain at most."""


def _corners(shape: Any) -> list[Spot]:
    return list(shape.exterior.coords)[:-1]


def _axes(corners: Sequence[Spot]) -> Iterable[Spot]:
    for at, (x, y) in enumerate(corners):
        dx, dy = corners[at - 1][0] - x, corners[at - 1][1] - y
        length = math.hypot(dx, dy)
        if length > 1e-9:
            yield -dy / length, dx / length


def _span(corners: Sequence[Spot], axis: Spot) -> tuple[float, float]:
    along = [x * axis[0] + y * axis[1] for x, y in corners]
    return min(along), max(along)


def way_out(pusher: Any, shape: Any) -> Spot | None:
    """The smallest vector that moves `shape` out of the pusher; None where they do not overlap."""
    one, two = _corners(pusher), _corners(shape)
    best: tuple[float, Spot] | None = None
    for axis in (*_axes(one), *_axes(two)):
        low, high = _span(one, axis)
        near, far = _span(two, axis)
        ahead, back = high - near, far - low
        if ahead <= 1e-9 or back <= 1e-9:
            return None
        depth, way = (ahead, 1) if ahead < back else (back, -1)
        if best is None or depth < best[0] - 1e-12:
            best = depth, (axis[0] * depth * way, axis[1] * depth * way)
    return best[1] if best else None


def round_way_out(pusher: Any, middle: Any, radius: float) -> Spot | None:
    """The same of a round thing."""
    near = pusher.exterior.interpolate(pusher.exterior.project(middle))
    dx, dy = middle.x - near.x, middle.y - near.y
    far = math.hypot(dx, dy)
    inside = pusher.contains(middle)
    if far < 1e-9 or (far >= radius and not inside):
        return None
    depth = -(radius + far) if inside else radius - far
    return dx / far * depth, dy / far * depth


class Pushing:
    """What a way does to the things around, on paper."""

    def __init__(self, fight: Fight, mover: int, still: dict[int, Any]) -> None:
        self.fight = fight
        self.mover = mover
        self.shapes = dict(still)
        self.moved: dict[int, Spot] = {}
        """Of each body that was pushed: how far."""

    def drive(self, stops: Iterable[tuple[float, Pose]]) -> None:
        """The mover goes along these poses."""
        for _, pose in stops:
            base = shapes.base.__wrapped__(pose)
            for body in list(self.shapes):
                if body < WALL:
                    self._push(base, body, _CHAIN)

    def _push(self, pusher: Any, body: int, links: int) -> None:
        shape = self.shapes[body]
        if pusher.distance(shape) > 0 or not links:
            return
        radius = self.fight.radius(body)
        middle = shape.centroid
        vector = round_way_out(pusher, middle, radius) if radius else way_out(pusher, shape)
        if vector is None:
            return
        self.shapes[body] = translate(shape, *vector)
        dx, dy = self.moved.get(body, (0.0, 0.0))
        self.moved[body] = dx + vector[0], dy + vector[1]
        for other in list(self.shapes):
            if other < WALL and other != body:
                self._push(self.shapes[body], other, links - 1)
