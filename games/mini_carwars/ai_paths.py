"""Where vehicles will be, and what they run into: a computer seat's look along paths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from games.engine.plane import Box, Point, meeting_point, side_struck, touching, turn_between
from games.mini_carwars.ai_known import Fighter, harm
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import PHASES, State

Block = tuple[float, float, float, float]
"""What cannot be seen through: least x, least y, most x, most y."""
LOOKS: Final = 4
"""Moments of a turn that are looked at."""
BERTH: Final = 0.8
"""Inches a corner is given."""
THROWN: Final = 0.03
"""What it costs to be thrown wherever it may be."""


def moments(phase: int, fastest: int, looks: int = LOOKS) -> list[int]:
    """A few phases from `phase` on by whose end somebody will have moved, the last one among
    them. `fastest` is the highest speed in mph."""
    last = min(PHASES, max(phase, fastest // 10))
    every = list(range(phase, last + 1))
    if len(every) <= looks:
        return every
    if looks < LOOKS:
        return [phase, last]
    return [*every[: LOOKS - 2], every[(len(every) + 1) // 2], last]


def done(speed: int, phase: int) -> int:
    """Moves of a turn by the end of a phase."""
    return min(abs(speed) // 10, phase)


def straight(box: Box, back: bool, inches: float) -> Box:
    """So far on without turning."""
    return box.shifted(0.0, -inches if back else inches)


def track(view: State, one: Fighter, pace: int, when: Sequence[int]) -> list[Box]:
    """Straight on at a speed: where a counter is at the ends of these phases."""
    made = done(one.speed, view.phase)
    coming = made == view.phase and view.to_come(one.number)
    behind = made - coming + one.car.skip
    return [straight(one.box, pace < 0, max(0, done(pace, phase) - behind)) for phase in when]


# -- collisions


def impact(
    me: Fighter, box: Box, speed: int, other: Fighter | None, its: Box, its_speed: int
) -> float:
    """The worth of running into another vehicle, or a wall (None).

    Rules: 7. Crashes And Collisions
    """
    point = meeting_point(box, its)
    struck, side = side_struck(its, point), side_struck(box, point)
    if other is None or other.car.wreck:
        return -harm(me.insides, side, 3.5 * (abs(speed) // 10)) - THROWN
    course = box.heading + (180.0 if speed < 0 else 0.0)
    its_course = its.heading + (180.0 if its_speed < 0 else 0.0)
    angle = turn_between(course, its_course)
    one, two = abs(speed), abs(its_speed)
    dice = one // 10
    if angle < 45:
        dice = abs(one - two) // 10
    elif angle > 135:
        dice = (one + two) // 10
    points = 3.5 * dice
    cost = harm(me.insides, side, points / (3 if other.cycle else 1))
    gain = 0.0 if other.car.out else harm(other.insides, struck, points / (3 if me.cycle else 1))
    if other.team == me.team:
        gain = -gain
    return gain - cost - (0.0 if angle < 45 else THROWN)


def first_touch(
    mine: Sequence[Box], others: Sequence[tuple[Fighter, Sequence[Box], int]]
) -> tuple[int, Fighter, Box, int] | None:
    """The first moment at which a counter would touch another: (moment, whose, where, speed)."""
    for at, box in enumerate(mine):
        for other, boxes, speed in others:
            if touching(box, boxes[at]):
                return at, other, boxes[at], speed
    return None


# -- edges and walls


def is_clear(start: Point, end: Point, blocks: Sequence[Block]) -> bool:
    """Whether a line meets none of these rectangles."""
    sx, sy = start
    vx, vy = end[0] - sx, end[1] - sy
    left, right = (sx, end[0]) if vx > 0 else (end[0], sx)
    under, over = (sy, end[1]) if vy > 0 else (end[1], sy)
    for low_x, low_y, high_x, high_y in blocks:
        if low_x >= right or high_x <= left or low_y >= over or high_y <= under:
            continue
        # All corners lie on one side of the line, or it is met.
        a, b = (low_x - sx) * vy, (high_x - sx) * vy
        c, d = (low_y - sy) * vx, (high_y - sy) * vx
        if (
            (a if a < b else b) - (c if c > d else d)
            < 0
            < (a if a > b else b) - (c if c < d else d)
        ):
            return False
    return True


def way_to(box: Box, its: Box, blocks: Sequence[Block]) -> tuple[Point, float]:
    """Where to head for to get to another counter, and how far it is in inches: round the corner
    of what stands between."""
    here, there = (box.x, box.y), (its.x, its.y)
    best = there, math.dist(here, there)
    if not blocks or is_clear(here, there, blocks):
        return best
    wide: list[tuple[Point, float]] = []
    for low_x, low_y, high_x, high_y in blocks:
        if is_clear(here, there, [(low_x, low_y, high_x, high_y)]):
            continue
        for x in (low_x - BERTH, high_x + BERTH):
            for y in (low_y - BERTH, high_y + BERTH):
                corner = x, y
                if is_clear(here, corner, blocks):
                    wide.append((corner, math.dist(here, corner) + math.dist(corner, there)))
    return min(wide, key=lambda one: one[1]) if wide else best


def room_ahead(box: Box, back: bool, turn: float, walls: Sequence[Box]) -> float:
    """Inches a counter can go in a direction `turn` degrees off its course before a wall. Walls
    lie along the axes."""
    aim = Box(box.x, box.y, box.heading + turn + (180.0 if back else 0.0), 0.0, 0.0)
    slack = box.side + 0.1
    best = 100.0
    for wall in walls:
        low, high = 0.0, best
        for at, to, bound in (
            (wall.x - box.x, aim.fx, wall.side + slack),
            (wall.y - box.y, aim.fy, wall.half + slack),
        ):
            if -1e-9 < to < 1e-9:
                if abs(at) >= bound:
                    break
                continue
            enter, leave = (at - bound) / to, (at + bound) / to
            if enter > leave:
                enter, leave = leave, enter
            low, high = max(low, enter), min(high, leave)
            if low >= high:
                break
        else:
            best = low
    return best - box.half


def road_ahead(box: Box, back: bool) -> float:
    """Inches a counter can go straight on before it leaves the road; below 0 a part is off."""
    across = box.half * abs(box.fx) + box.side * abs(box.fy)
    fx = -box.fx if back else box.fx
    if abs(fx) < 1e-9:
        return 100.0 if abs(box.x) + across <= EDGE + 1e-6 else -1.0
    free = EDGE - across - (box.x if fx > 0 else -box.x)
    return min(100.0, free / abs(fx))


def astray(box: Box, back: bool) -> float:
    """How badly a counter off the road is headed: 0 to come back at 30 degrees to it or more, 0.5
    along it, 1.5 straight away from it. 0 for one whose middle is on the road."""
    if abs(box.x) <= EDGE:
        return 0.0
    outward = box.fx if (box.x > 0) != back else -box.fx
    return max(0.0, outward + 0.5)


def needed(speed: int, left: int) -> float:
    """Inches that a vehicle still goes before it stands, braking as hard as it can, `left` moves
    of this turn being still to come. Rules: 5. Acceleration And Deceleration"""
    inches = float(left)
    pace = abs(speed) - 20
    while pace > 0:
        inches += pace / 10
        pace -= 20
    return inches
