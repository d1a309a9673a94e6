"""Where a vehicle is on its way: straight lines, and turns about the corner that was held."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from games.mini_carwars.events import Pose

_STRAIGHT = 1.0
"""Degrees below which a leg is drawn as a straight line."""


def turn_of(start: Pose, end: Pose, amount: int = 0) -> float:
    """Degrees clockwise from one heading to the other, -180 to 180; half a turn goes the way of
    `amount`."""
    turn = (end[2] - start[2] + 180.0) % 360.0 - 180.0
    return 180.0 if turn == -180.0 and amount > 0 else turn


def along(start: Pose, end: Pose, part: float, amount: int = 0) -> Pose:
    """Where a vehicle is after a part (0 to 1) of one leg.

    A leg that turns is a turn about one point: two poses tell which, so a leg that was stopped
    halfway keeps to the arc of the whole one.

    >>> x, y, heading = along((0.0, 1.0, 0.0), (0.75, 0.25, 90.0), 1.0)
    >>> round(x, 3), round(y, 3), heading
    (0.75, 0.25, 90.0)
    """
    turn = turn_of(start, end, amount)
    if abs(turn) < _STRAIGHT:
        return (
            start[0] + (end[0] - start[0]) * part,
            start[1] + (end[1] - start[1]) * part,
            start[2] + turn * part,
        )
    middle_x, middle_y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    # The point turned about sees both ends under the angle of the turn.
    reach = 0.5 / math.tan(math.radians(turn) / 2)
    x = middle_x + (end[1] - start[1]) * reach
    y = middle_y - (end[0] - start[0]) * reach
    angle = math.radians(turn * part)
    sin, cos = math.sin(angle), math.cos(angle)
    dx, dy = start[0] - x, start[1] - y
    return x + dx * cos + dy * sin, y - dx * sin + dy * cos, (start[2] + turn * part) % 360.0


def steps(path: Sequence[Pose], count: int, amount: int = 0) -> list[Pose]:
    """`count` poses along a path, about as far apart as a vehicle at one speed would be seen; the
    last is its end."""
    legs = [(start, end) for start, end in pairwise(path) if start != end]
    if not legs:
        return list(path[-1:])
    long = [
        math.dist(start[:2], end[:2]) + math.radians(abs(turn_of(start, end, amount))) / 2
        for start, end in legs
    ]
    whole, out = math.fsum(long), []
    for number in range(1, count):
        left = whole * number / count
        for (start, end), length in zip(legs, long, strict=True):
            if left <= length:
                out.append(along(start, end, left / length, amount))
                break
            left -= length
    return [*out, path[-1]]
