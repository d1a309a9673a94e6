"""Counters on a plane: rectangles that touch, see and are seen. How they move is in `sweep`.

Lengths are inches, the y axis points along heading 0, headings are degrees clockwise.

**Touching.** Two counters touch when they overlap or the true distance between them is at most
`TOUCH`, corner to corner too.

**The same on every machine.** All is reckoned with +, -, *, / and square roots, which IEEE 754
rounds in one way only; sines come from a table for multiples of 15 degrees and from a series of our
own for the rest, never from a C library, whose last bit differs from one to the next. So every
answer here is the same to the last bit wherever Python's floats are IEEE doubles. What rounding
could tip nevertheless, such as a point on a diagonal, is settled by a written margin.

At rest coordinates are rounded to `DIGITS` decimals and headings to `TURN_DIGITS`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Final

DIGITS: Final = 4
"""Decimals of a coordinate at rest, in inches."""
TURN_DIGITS: Final = 2
"""Decimals of a heading at rest, in degrees."""
TOUCH: Final = 0.005
"""Counters with no wider gap touch, in inches."""
GRAZE: Final = 0.001
"""A line that keeps within this of a counter's edge passes it by, in inches."""
EVEN: Final = 1e-6
"""Lengths that differ by less are the same where a tie matters, in inches."""

FRONT, RIGHT, BACK, LEFT = range(4)
"""Sides of a counter, clockwise."""
FL, FR, BR, BL = range(4)
"""Corners of a counter, clockwise from the front left."""

Point = tuple[float, float]

_BETWEEN = 0.25881904510252074, 0.5, 0.7071067811865476, 0.8660254037844386, 0.9659258262890683
_SINES: Final = (0.0, *_BETWEEN, 1.0)
"""Of 0, 15, 30 and so on to 90 degrees."""
_RADIANS: Final = 0.017453292519943295
"""In a degree."""


def _steps() -> dict[float, Point]:
    """The vectors of all multiples of 15 degrees."""
    out = {}
    for at in range(24):
        sin, cos = _SINES[at % 6], _SINES[6 - at % 6]
        for _ in range(at // 6):
            # Adding zero makes a negative zero a plain one.
            sin, cos = cos, -sin + 0.0
        out[15.0 * at] = sin, cos
    return out


_STEPS: Final = _steps()


# Of the series of the sine and the cosine.
_S3, _S5, _S7, _S9 = (sign / math.factorial(n) for n, sign in ((3, -1), (5, 1), (7, -1), (9, 1)))
_C2, _C4, _C6, _C8, _C10 = (
    sign / math.factorial(n) for n, sign in ((2, -1), (4, 1), (6, -1), (8, 1), (10, -1))
)


def axis(heading: float) -> Point:
    """The unit vector of a heading: its sine and cosine, the same bits on every machine.

    >>> axis(90.0)
    (1.0, 0.0)
    >>> axis(-330.0)
    (0.5, 0.8660254037844386)
    """
    heading %= 360.0
    step = _STEPS.get(heading)
    if step is not None:
        return step
    # At most 0.131 radians from a multiple of 15 degrees: the terms left out are under 1e-17.
    near = math.floor(heading / 15.0 + 0.5)
    base_sin, base_cos = _STEPS[15.0 * near % 360.0]
    rest = (heading - 15.0 * near) * _RADIANS
    square = rest * rest
    sin = rest * (1.0 + square * (_S3 + square * (_S5 + square * (_S7 + square * _S9))))
    cos = 1.0 + square * (_C2 + square * (_C4 + square * (_C6 + square * (_C8 + square * _C10))))
    return base_sin * cos + base_cos * sin, base_cos * cos - base_sin * sin


class Box:
    """A rectangle lying on the plane. Never changed once made.

    `x`, `y` is its centre, `length` runs along `heading`, `width` across.
    """

    __slots__ = ("fx", "fy", "half", "heading", "length", "reach", "side", "width", "x", "y")

    def __init__(self, x: float, y: float, heading: float, length: float, width: float) -> None:
        self.x = x
        self.y = y
        self.heading = heading
        self.length = length
        self.width = width
        self.fx, self.fy = axis(heading)
        self.half = length / 2
        self.side = width / 2
        self.reach = math.sqrt(self.half * self.half + self.side * self.side)
        """From the centre to a corner."""

    def __repr__(self) -> str:
        return f"Box({self.x}, {self.y}, {self.heading}, {self.length}, {self.width})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[float, float, float, float, float]:
        """All that makes it this rectangle."""
        return *self.pose, self.length, self.width

    @property
    def pose(self) -> tuple[float, float, float]:
        """How it lies: (x, y, heading)."""
        return self.x, self.y, self.heading

    def at(self, right: float, ahead: float) -> Point:
        """A point given in the rectangle's own frame, from its centre."""
        return (
            self.x + right * self.fy + ahead * self.fx,
            self.y - right * self.fx + ahead * self.fy,
        )

    def own(self, point: Point) -> Point:
        """(to the right, ahead) of the centre, where a point of the plane lies."""
        dx, dy = point[0] - self.x, point[1] - self.y
        return dx * self.fy - dy * self.fx, dx * self.fx + dy * self.fy

    def corner(self, which: int) -> Point:
        """`FL`, `FR`, `BR` or `BL`."""
        return self.corners[which]

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the front left."""
        x, y, aside, along = self.x, self.y, self.side * self.fy, self.half * self.fx
        down, ahead = self.side * self.fx, self.half * self.fy
        return (
            (x - aside + along, y + down + ahead),
            (x + aside + along, y - down + ahead),
            (x + aside - along, y - down - ahead),
            (x - aside - along, y + down - ahead),
        )

    def middle(self, side: int) -> Point:
        """The middle of a side."""
        if side in (FRONT, BACK):
            return self.at(0.0, self.half if side == FRONT else -self.half)
        return self.at(self.side if side == RIGHT else -self.side, 0.0)

    def meets_circle(self, x: float, y: float, reach: float) -> bool:
        """Whether it may reach into a circle: False is certain."""
        right, ahead = self.own((x, y))
        return abs(right) <= self.side + reach and abs(ahead) <= self.half + reach

    # -- moved

    def moved(self, dx: float, dy: float) -> Box:
        """Shifted on the plane, as it faces."""
        return Box(self.x + dx, self.y + dy, self.heading, self.length, self.width)

    def shifted(self, right: float, ahead: float) -> Box:
        """Shifted by inches of its own frame."""
        x, y = self.at(right, ahead)
        return Box(x, y, self.heading, self.length, self.width)

    def turned(self, about: Point, degrees: float) -> Box:
        """Turned clockwise about a point of the plane."""
        sin, cos = axis(degrees)
        dx, dy = self.x - about[0], self.y - about[1]
        x = about[0] + dx * cos + dy * sin
        y = about[1] - dx * sin + dy * cos
        return Box(x, y, (self.heading + degrees) % 360.0, self.length, self.width)

    def settled(self) -> Box:
        """At rest: rounded, so that a replay finds it in the same place."""
        # Adding zero makes a negative zero a plain one.
        return Box(
            round(self.x, DIGITS) + 0.0,
            round(self.y, DIGITS) + 0.0,
            round(self.heading, TURN_DIGITS) % 360.0,
            self.length,
            self.width,
        )


# -- how two counters lie


def apart(a: Box, b: Box) -> float:
    """The widest gap between two counters in a direction of their sides; below 0 they overlap.

    It is never more than the distance, `gap`, and less only where corner faces corner.
    """
    return max(gaps(a, b))


def gaps(a: Box, b: Box) -> tuple[float, float, float, float]:
    """The gaps in the directions of two counters' sides: lengthwise and across `a`, then `b`.

    The places of `b` at which it overlaps `a` make up a shape of eight corners, none sharper than a
    right angle: so where only one direction shows a gap, that gap is the distance.
    """
    dx, dy = b.x - a.x, b.y - a.y
    cos = abs(a.fx * b.fx + a.fy * b.fy)
    sin = abs(a.fx * b.fy - a.fy * b.fx)
    return (
        abs(dx * a.fx + dy * a.fy) - a.half - b.half * cos - b.side * sin,
        abs(dx * a.fy - dy * a.fx) - a.side - b.half * sin - b.side * cos,
        abs(dx * b.fx + dy * b.fy) - b.half - a.half * cos - a.side * sin,
        abs(dx * b.fy - dy * b.fx) - b.side - a.half * sin - a.side * cos,
    )


def touching(a: Box, b: Box) -> bool:
    """Whether two counters overlap or are at most `TOUCH` from each other."""
    dx, dy, reach = b.x - a.x, b.y - a.y, a.reach + b.reach + TOUCH
    if dx * dx + dy * dy > reach * reach:
        return False
    wide = apart(a, b)
    return wide <= 0.0 or (wide <= TOUCH and gap(a, b) <= TOUCH)


def gap(a: Box, b: Box) -> float:
    """The shortest distance between two counters, in inches; 0 where they overlap."""
    shown = [one for one in gaps(a, b) if one > 0.0]
    if not shown:
        return 0.0
    if len(shown) == 1:
        return shown[0]
    # Where two rectangles are nearest, one of them is so with a corner.
    return math.sqrt(min(_nearest(a, b), _nearest(b, a)))


def _nearest(a: Box, b: Box) -> float:
    """The square of the distance from a counter to the nearest corner of another."""
    dx, dy = b.x - a.x, b.y - a.y
    right, ahead = dx * a.fy - dy * a.fx, dx * a.fx + dy * a.fy
    cos, sin = a.fx * b.fx + a.fy * b.fy, b.fx * a.fy - b.fy * a.fx
    # In the frame of `a`, from the centre of `b` to its corners.
    half_right, half_ahead = b.half * sin, b.half * cos
    side_right, side_ahead = b.side * cos, -b.side * sin
    side, half = a.side, a.half
    best = math.inf
    for x, y in (
        (half_right + side_right, half_ahead + side_ahead),
        (half_right - side_right, half_ahead - side_ahead),
        (side_right - half_right, side_ahead - half_ahead),
        (-half_right - side_right, -half_ahead - side_ahead),
    ):
        over = abs(right + x) - side
        past = abs(ahead + y) - half
        over = over if over > 0.0 else 0.0
        past = past if past > 0.0 else 0.0
        square = over * over + past * past
        best = square if square < best else best
    return best


def distance(point: Point, box: Box) -> float:
    """From a point to the nearest part of a counter; 0 on it."""
    right, ahead = box.own(point)
    over, past = max(abs(right) - box.side, 0.0), max(abs(ahead) - box.half, 0.0)
    return math.sqrt(over * over + past * past)


def meeting_point(a: Box, b: Box) -> Point:
    """The middle of where two counters overlap, or nearly do when they merely touch.

    It is the centre of gravity of what the first shares with the second grown by `TOUCH` all
    round. Counters that lie farther apart get the point half way between their centres.
    """
    grown = Box(b.x, b.y, b.heading, b.length + 2 * TOUCH, b.width + 2 * TOUCH)
    shape = _clipped(a, grown)
    if not shape:
        return (a.x + b.x) / 2, (a.y + b.y) / 2
    # From the first corner, so that places far out cost no digits.
    x, y = shape[0]
    whole = right = ahead = 0.0
    for (px, py), (qx, qy) in itertools.pairwise(shape):
        part = (px - x) * (qy - y) - (py - y) * (qx - x)
        whole += part
        right += part * (px + qx - 2 * x)
        ahead += part * (py + qy - 2 * y)
    if abs(whole) < EVEN * EVEN:
        # A mere line or point.
        return (
            math.fsum(x for x, _ in shape) / len(shape),
            math.fsum(y for _, y in shape) / len(shape),
        )
    return x + right / (3 * whole), y + ahead / (3 * whole)


def _clipped(a: Box, b: Box) -> list[Point]:
    """The corners of what two rectangles share, by Sutherland and Hodgman."""
    shape = [b.own(corner) for corner in a.corners]
    for which, bound in ((0, b.side), (1, b.half)):
        for sign in (1.0, -1.0):
            out: list[Point] = []
            for at, here in enumerate(shape):
                last = shape[at - 1]
                over, before = sign * here[which] - bound, sign * last[which] - bound
                if (over > 0.0) != (before > 0.0):
                    part = before / (before - over)
                    out.append(
                        (last[0] + part * (here[0] - last[0]), last[1] + part * (here[1] - last[1]))
                    )
                if over <= 0.0:
                    out.append(here)
            shape = out
    return [b.at(*point) for point in shape]


def side_struck(box: Box, point: Point) -> int:
    """The side in whose quarter a point lies, the quarters drawn from the centre through the
    corners; front or back on the very line, to `EVEN`."""
    right, ahead = box.own(point)
    if abs(ahead) * box.side >= (abs(right) - EVEN) * box.half:
        return FRONT if ahead >= 0.0 else BACK
    return RIGHT if right > 0.0 else LEFT


def facing(box: Box, point: Point) -> list[int]:
    """The sides of a counter beyond whose line a point lies: those that can be seen from it."""
    right, ahead = box.own(point)
    out = []
    if ahead > box.half + GRAZE:
        out.append(FRONT)
    if right > box.side + GRAZE:
        out.append(RIGHT)
    if ahead < -box.half - GRAZE:
        out.append(BACK)
    if right < -box.side - GRAZE:
        out.append(LEFT)
    return out


def turn_between(one: float, other: float) -> float:
    """The angle between two headings, 0 to 180 degrees."""
    turn = abs(one - other) % 360.0
    return min(turn, 360.0 - turn)


# -- lines


def crosses(start: Point, end: Point, box: Box) -> bool:
    """Whether a line runs through a counter, deeper than `GRAZE` from all its edges.

    A line that starts on the counter's edge and leaves, or runs along the edge, does not.
    """
    right, ahead = box.own(start)
    to_right, to_ahead = box.own(end)
    low, high = 0.0, 1.0
    for here, step, bound in (
        (right, to_right - right, box.side - GRAZE),
        (ahead, to_ahead - ahead, box.half - GRAZE),
    ):
        if step == 0.0:
            if abs(here) >= bound:
                return False
            continue
        enter, leave = (-bound - here) / step, (bound - here) / step
        if enter > leave:
            enter, leave = leave, enter
        low, high = max(low, enter), min(high, leave)
        if low >= high:
            return False
    return True


def is_open(start: Point, end: Point, blockers: Iterable[Box]) -> bool:
    """Whether a line crosses none of these counters."""
    sx, sy = start
    vx, vy = end[0] - sx, end[1] - sy
    length = vx * vx + vy * vy
    for box in blockers:
        dx, dy = box.x - sx, box.y - sy
        along = dx * vx + dy * vy
        reach = box.reach
        # Too far to the side of the line, before its start, or behind its end.
        across = dx * vy - dy * vx
        if across * across > reach * reach * length:
            continue
        if along < 0.0:
            if dx * dx + dy * dy >= reach * reach:
                continue
        elif along > length:
            ex, ey = box.x - end[0], box.y - end[1]
            if ex * ex + ey * ey >= reach * reach:
                continue
        if crosses(start, end, box):
            return False
    return True


def outline(box: Box, sides: Iterable[int], step: float) -> Iterator[Point]:
    """Points of some sides at most so many inches apart, corners included, side by side."""
    corners = box.corners
    for side in sides:
        (x, y), (to_x, to_y) = corners[side], corners[(side + 1) % 4]
        count = math.ceil((box.width if side in (FRONT, BACK) else box.length) / step)
        for at in range(count + 1):
            yield x + (to_x - x) * at / count, y + (to_y - y) * at / count
