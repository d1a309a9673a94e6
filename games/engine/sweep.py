"""Counters that move on a plane: paths of straights and turns, and what they first touch.

`first_contact` sweeps whatever is `Placed` on the plane. When two boxes meet is told here, of other
shapes in `shapes`. A sweep stops a counter once the true distance to an obstacle is down to `STOP`:
on a straight exactly there, on a turn at most `FINE` before. `STOP` is less than `TOUCH` by more
than the rounding at rest can undo (0.0002 inch for counters up to 3 inches long), so that a counter
that was stopped always touches what stopped it. The price is a hair's breadth: what comes by
between `STOP` and `TOUCH` touches and does not stop.

It is as much the same on every machine as `plane` is: nothing here asks a C library for a sine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

from games.engine.plane import TOUCH, Box, Point, apart, axis, gap, touching

STOP: Final = TOUCH - 0.0005
"""How near a moving counter comes to what stops it, in inches."""
FINE: Final = 0.0002
"""How early a counter on a turn may be stopped, in inches."""
BIT: Final = 0.01
"""As far as a counter goes to show whether a leg leads away, in inches."""

_DEGREES: Final = 57.29577951308232
"""In a radian."""


class Shift(NamedTuple):
    """A straight leg of a path: without turning, so many inches on the plane."""

    dx: float
    dy: float


class Swing(NamedTuple):
    """A leg about a point of the plane, so many degrees the way in which headings grow."""

    about: Point
    degrees: float


Leg = Shift | Swing


class Placed(Protocol):
    """A shape that lies on the plane."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...

    @property
    def reach(self) -> float:
        """From its middle to its farthest point."""

    def moved(self, dx: float, dy: float) -> Self:
        """Shifted on the plane, as it faces."""

    def turned(self, about: Point, degrees: float) -> Self:
        """Turned about a point of the plane, the way in which headings grow."""

    def settled(self) -> Self:
        """At rest: rounded, so that a replay finds it in the same place."""

    def meets_circle(self, x: float, y: float, reach: float) -> bool:
        """Whether it may reach into a circle: False is certain."""


P = TypeVar("P", bound=Placed)


class Contact(NamedTuple, Generic[P]):
    """Where a counter was stopped."""

    box: P
    """The counter as it was stopped, at rest."""
    leg: int
    """Number of the leg it was stopped on."""
    part: float
    """How much of that leg it had done, 0 to 1."""
    touched: tuple[int, ...]
    """The obstacles it touches there, by place."""


def along(box: P, legs: Iterable[Leg]) -> P:
    """Where a path ends that nothing stops."""
    for leg in legs:
        box = part_of(box, leg, 1.0)
    return box


def part_of(box: P, leg: Leg, part: float) -> P:
    """Where a counter is after a part of a leg."""
    if isinstance(leg, Shift):
        return box.moved(leg.dx * part, leg.dy * part)
    return box.turned(leg.about, leg.degrees * part)


def portion(leg: Leg, part: float) -> Leg:
    """So much of a leg as a leg, from wherever the counter is on it."""
    if isinstance(leg, Shift):
        return Shift(leg.dx * part, leg.dy * part)
    return Swing(leg.about, leg.degrees * part)


def first_contact(
    box: P,
    legs: Iterable[Leg],
    obstacles: Sequence[P],
    contact: Callable[[P, Leg, P, float], float | None],
    touching: Callable[[P, P], bool],
) -> Contact[P] | None:
    """The first contact of a counter that moves along a path; None when nothing is in its way.

    What it touches at the start stops it at once: leave out what it may drive along. `contact` says
    after which part of a leg, up to the last number, one comes to another; None for never.
    """
    for number, leg in enumerate(legs):
        x, y, reach = around(box, leg)
        near = [
            (at, other)
            for at, other in enumerate(obstacles)
            if (dx := other.x - x) * dx + (dy := other.y - y) * dy
            <= (far := reach + other.reach) * far
            and other.meets_circle(x, y, reach)
        ]
        first = 2.0
        for _, other in near:
            part = contact(box, leg, other, min(first, 1.0))
            if part is not None and part < first:
                first = part
        if first <= 1.0:
            stopped = part_of(box, leg, first).settled()
            touched = tuple([at for at, other in near if touching(stopped, other)])
            return Contact(stopped, number, first, touched)
        box = part_of(box, leg, 1.0)
    return None


def around(box: P, leg: Leg) -> tuple[float, float, float]:
    """A circle that holds all of a leg: its middle, and its radius with `TOUCH` to spare."""
    if isinstance(leg, Shift):
        vx, vy = leg.dx / 2, leg.dy / 2
        return box.x + vx, box.y + vy, math.sqrt(vx * vx + vy * vy) + box.reach + TOUCH
    px, py = leg.about
    dx, dy = box.x - px, box.y - py
    arm, swing = math.sqrt(dx * dx + dy * dy), abs(leg.degrees) / 2 / _DEGREES
    if swing >= 1.0:
        return px, py, arm + box.reach + TOUCH
    # About where the middle is half way through it: at the ends it is an arc's length from there.
    half = part_of(box, leg, 0.5)
    return half.x, half.y, arm * swing + box.reach + TOUCH


def corners_meet(
    ends: Iterable[Point], leg: Shift, others: Sequence[Point], room: float, most: float = 1.0
) -> float | None:
    """The part of a straight leg, up to `most`, after which one of some corners is first so near
    one of others."""
    vx, vy = leg
    square = vx * vx + vy * vy
    if square == 0.0:
        return None
    best: float | None = None
    for x, y in ends:
        for to_x, to_y in others:
            dx, dy = to_x - x, to_y - y
            ahead, across = dx * vx + dy * vy, dx * vy - dy * vx
            within = room * room * square - across * across
            if within < 0.0:
                continue
            part = (ahead - math.sqrt(within)) / square
            if 0.0 <= part <= most and (best is None or part < best):
                best = part
    return best


# -- boxes


def sweep(box: Box, legs: Iterable[Leg], obstacles: Sequence[Box]) -> Contact[Box] | None:
    """`first_contact` of a box among boxes."""
    return first_contact(box, legs, obstacles, _contact, touching)


def _contact(box: Box, leg: Leg, other: Box, most: float) -> float | None:
    """The part of a leg after which a counter first touches another; None for never."""
    if isinstance(leg, Shift):
        return slide_contact(box, leg, other)
    return turn_contact(box, leg, other)


def slide_contact(box: Box, leg: Shift, other: Box) -> float | None:
    """The part of a straight leg after which a counter first touches another; None for never."""
    dx, dy = other.x - box.x, other.y - box.y
    vx, vy = leg
    fx, fy, gx, gy = box.fx, box.fy, other.fx, other.fy
    half, side, far, wide = box.half, box.side, other.half, other.side
    cos, sin = abs(fx * gx + fy * gy), abs(fx * gy - fy * gx)
    ways = (
        (dx * fx + dy * fy, vx * fx + vy * fy, half + far * cos + wide * sin + STOP),
        (dx * fy - dy * fx, vx * fy - vy * fx, side + far * sin + wide * cos + STOP),
        (dx * gx + dy * gy, vx * gx + vy * gy, far + half * cos + side * sin + STOP),
        (dx * gy - dy * gx, vx * gy - vy * gx, wide + half * sin + side * cos + STOP),
    )
    low, high = 0.0, 1.0
    for lies, goes, room in ways:
        # A drift of rounding's size along this direction is none.
        if -1e-12 < goes < 1e-12:
            if lies > room or lies < -room:
                return None
            continue
        enter, leave = (lies - room) / goes, (lies + room) / goes
        if goes < 0.0:
            enter, leave = leave, enter
        low = low if enter < low else enter
        high = high if leave > high else leave
        if low > high:
            return None
    # All four directions have closed. Where still more than one of them shows a gap, corner comes
    # to corner, and the distance is more than either.
    shown = [way for way in ways if abs(way[0] - way[1] * low) - way[2] > -STOP]
    if len(shown) < 2 or gap(box.moved(vx * low, vy * low), other) <= STOP + 1e-9:
        return low
    return corners_meet(box.corners, leg, other.corners, STOP)


def turn_contact(box: Box, leg: Swing, other: Box) -> float | None:
    """The part of a turn after which a counter first touches another; None for never.

    By conservative advancement: no part of either counter, seen from the other, can cross the gap
    between them in less than that gap divided by its distance from the point turned about.
    """
    px, py = leg.about
    # All is reckoned from the point turned about.
    bx, by, ox, oy = box.x - px, box.y - py, other.x - px, other.y - py
    off = math.sqrt(ox * ox + oy * oy)
    reach = math.sqrt(bx * bx + by * by) + box.reach
    if off - other.reach > reach + TOUCH:
        return None
    half, side, far, wide = box.half, box.side, other.half, other.side
    fx, fy, gx, gy = box.fx, box.fy, other.fx, other.fy
    whole = abs(leg.degrees)
    pace = _DEGREES / min(reach, off + other.reach)
    sign = 1.0 if leg.degrees > 0.0 else -1.0
    done, sin, cos = 0.0, 0.0, 1.0
    while True:
        dx, dy = ox - bx * cos - by * sin, oy - by * cos + bx * sin
        hx, hy = fx * cos + fy * sin, fy * cos - fx * sin
        even, cross = abs(hx * gx + hy * gy), abs(hx * gy - hy * gx)
        a = abs(dx * hx + dy * hy) - half - far * even - wide * cross
        b = abs(dx * hy - dy * hx) - side - far * cross - wide * even
        c = abs(dx * gx + dy * gy) - far - half * even - side * cross
        d = abs(dx * gy - dy * gx) - wide - half * cross - side * even
        left = a if a > b else b
        left = c if c > left else left
        left = (d if d > left else left) - STOP
        if left <= FINE:
            # Where more than one direction shows a gap, the distance of the corners is more.
            if (a > 0.0) + (b > 0.0) + (c > 0.0) + (d > 0.0) > 1:
                left = gap(box.turned(leg.about, sign * done), other) - STOP
            if left <= FINE:
                return done / whole if whole else 0.0
        done += left * pace
        if done >= whole:
            # What is left of the turn is too short to come to `STOP`.
            return None
        sin, cos = axis(sign * done)


def opening(box: Box, leg: Leg, other: Box) -> float:
    """How much room the first bit of a leg makes between two counters, in inches.

    More than 0 leads away or out of an overlap, less than 0 nearer or deeper, and 0 along: what a
    `BIT` changes by less than a fiftieth is the bend of a turn. For what a counter touches before
    it moves, which a sweep would count as contact.
    """
    if isinstance(leg, Shift):
        farthest = math.sqrt(leg.dx * leg.dx + leg.dy * leg.dy)
    else:
        dx, dy = box.x - leg.about[0], box.y - leg.about[1]
        farthest = (math.sqrt(dx * dx + dy * dy) + box.reach) * abs(leg.degrees) / _DEGREES
    if farthest == 0.0:
        return 0.0
    change = _room(part_of(box, leg, min(1.0, BIT / farthest)), other) - _room(box, other)
    return change if abs(change) > BIT / 50 else 0.0


def _room(a: Box, b: Box) -> float:
    """The distance between two counters, or how deep they overlap, below 0."""
    wide = apart(a, b)
    return wide if wide <= 0.0 else gap(a, b)
