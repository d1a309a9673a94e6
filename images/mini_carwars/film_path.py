"""Where a vehicle is on its way: straight lines, and turns about the corner that was held."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from games.engine.plane import Box
from games.engine.sweep import Leg, Slide, Turn, part_of
from games.mini_carwars.events import Pose

_STRAIGHT = 1.0
"""Degrees below which a leg is drawn as a straight line."""


def turn_of(start: Pose, end: Pose, amount: int = 0) -> float:
    """Degrees clockwise from one heading to the other, -180 to 180; half a turn goes the way of
    `amount`."""
    turn = (end[2] - start[2] + 180.0) % 360.0 - 180.0
    return 180.0 if turn == -180.0 and amount > 0 else turn


def _leg(start: Pose, end: Pose, turn: float) -> tuple[Leg, float]:
    """The leg between two poses, and how long a vehicle would be seen on it.

    A leg that turns is a turn about one point: two poses tell which, so a leg that was stopped
    halfway keeps to the arc of the whole one.
    """
    (x, y, _), (to_x, to_y, _) = start, end
    length = math.dist(start[:2], end[:2]) + math.radians(abs(turn)) / 2
    if abs(turn) < _STRAIGHT:
        return Slide(to_x - x, to_y - y), length
    # The point turned about sees both ends under the angle of the turn.
    reach = 0.5 / math.tan(math.radians(turn) / 2)
    about = (x + to_x) / 2 + (to_y - y) * reach, (y + to_y) / 2 - (to_x - x) * reach
    return Turn(about, turn), length


def steps(path: Sequence[Pose], count: int, amount: int = 0) -> list[Pose]:
    """`count` poses along a path, about as far apart as a vehicle at one speed would be seen; the
    last is its end."""
    legs = [
        (Box(*start, 1.0, 0.5), *_leg(start, end, turn_of(start, end, amount)))
        for start, end in pairwise(path)
        if start != end
    ]
    pace, out = math.fsum(length for _, _, length in legs) / count, []
    for number in range(1, count if legs else 1):
        left = pace * number
        for box, leg, length in legs:
            if left <= length:
                now = part_of(box, leg, left / length)
                out.append((now.x, now.y, now.heading))
                break
            left -= length
    return [*out, path[-1]]
