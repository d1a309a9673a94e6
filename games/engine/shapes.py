"""Shapes on a plane that have any heading: boxes with bevelled corners, and circles; how they lie
and what they first touch as they move.

x points to the right and y up, headings are degrees counter-clockwise from +x; in a shape's own
frame x points ahead and y to its left. Lengths are a game's own. Signed distances are below 0 where
two shapes overlap: then as deep as the shortest way out.

A sweep is exact: a body is stopped when what it comes upon is `STOP` away. What lies no farther
than `TOUCH` away touches; the room between both is more than rounding at rest can take. All is
reckoned as in `plane`, so that every machine finds the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from games.engine.plane import DIGITS, EVEN, TURN_DIGITS, Point, axis
from games.engine.sweep import Contact, Leg, Shift, Swing, corners_meet, first_contact

Pose: TypeAlias = tuple[float, float, float]
"""x, y and heading of a body's middle."""

TOUCH: Final = 0.001
"""Shapes with no wider gap touch."""
STOP: Final = 0.0005
"""How near a moving body comes to what stops it."""
FINE: Final = 0.0001
"""How early a body on a turn may be stopped."""
CLOSE: Final = 0.05
"""A body on a turn is looked at by its circle while that is farther away."""

_DEGREES: Final = 57.29577951308232
"""In a radian."""
_ROUND: Final = tuple(axis(22.5 * at) for at in range(16))
"""Corners of a circle where it is clipped: 16 of them. House"""


class Form:
    """A shape without its place: a box whose corners are bevelled, with a rim all round.

    `half` and `side` are half its length and width without the rim; the bevels run from
    (`half`, `tip`) to (`shoulder`, `side`). A circle is a point with a rim.
    """

    __slots__ = ("ends", "half", "reach", "rim", "shoulder", "side", "sides", "tip")

    def __init__(
        self, length: float, width: float, bevel: Point | None = None, rim: float = 0.0
    ) -> None:
        self.half, self.side, self.rim = length / 2, width / 2, rim
        self.shoulder, self.tip = bevel or (self.half, self.side)
        corners = ((self.half, self.tip), (self.shoulder, self.side))[: 2 if bevel else 1]
        self.reach = max(math.sqrt(x * x + y * y) for x, y in corners) + rim
        """From the middle to the farthest point."""
        upper = [*corners, *((-x, y) for x, y in reversed(corners))]
        self.ends = tuple([*upper, *((-x, -y) for x, y in upper)] if length else corners)
        """Its corners in its own frame, counter-clockwise."""
        self.sides = [(1.0, 0.0, self.half), (0.0, 1.0, self.side)]
        """Directions in which its sides face, one of two opposite ones, and how far they are from
        its middle; the bevels last."""
        if bevel:
            x, y = self.side - self.tip, self.half - self.shoulder
            size = math.sqrt(x * x + y * y)
            far = (self.half * x + self.tip * y) / size
            self.sides += [(x / size, y / size, far), (x / size, -y / size, far)]


# -- poses


def at(pose: Pose, ahead: float, left: float) -> Point:
    """A point of a body's own frame, on the plane."""
    x, y, heading = pose
    sin, cos = axis(heading)
    return x + ahead * cos - left * sin, y + ahead * sin + left * cos


def own(pose: Pose, point: Point) -> Point:
    """(ahead, to the left) of a body's middle, where a point of the plane lies."""
    sin, cos = axis(pose[2])
    dx, dy = point[0] - pose[0], point[1] - pose[1]
    return dx * cos + dy * sin, dy * cos - dx * sin


def pose_after(pose: Pose, leg: Leg, part: float = 1.0) -> Pose:
    """Where a body is after a part of a leg, 0 to 1."""
    x, y, heading = pose
    if isinstance(leg, Shift):
        return x + leg.dx * part, y + leg.dy * part, heading
    (px, py), degrees = leg.about, leg.degrees * part
    sin, cos = axis(degrees)
    dx, dy = x - px, y - py
    return px + dx * cos - dy * sin, py + dx * sin + dy * cos, (heading + degrees) % 360.0


def rest(pose: Pose) -> Pose:
    """A pose at rest: rounded, so that it is found again in the same place."""
    x, y, heading = pose
    # Adding zero makes a negative zero a plain one.
    return (
        round(x, DIGITS) + 0.0,
        round(y, DIGITS) + 0.0,
        round(heading % 360.0, TURN_DIGITS) % 360.0,
    )


class Hull:
    """A form that lies on the plane. Never changed once made."""

    __slots__ = ("form", "fx", "fy", "heading", "reach", "x", "y")

    def __init__(self, form: Form, pose: Pose) -> None:
        self.form, self.reach = form, form.reach
        self.x, self.y, self.heading = pose
        self.fy, self.fx = axis(self.heading)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hull) and (self.form, self.pose) == (other.form, other.pose)

    def __hash__(self) -> int:
        return hash((self.form, self.x, self.y, self.heading))

    def __repr__(self) -> str:
        return f"Hull({self.form.half}, {self.form.side}, {self.pose})"

    @property
    def pose(self) -> Pose:
        return self.x, self.y, self.heading

    def put(self, pose: Pose) -> Hull:
        """The same form elsewhere."""
        return Hull(self.form, pose)

    def moved(self, dx: float, dy: float) -> Hull:
        """Shifted on the plane, as it faces."""
        return Hull(self.form, (self.x + dx, self.y + dy, self.heading))

    def turned(self, about: Point, degrees: float) -> Hull:
        """Turned counter-clockwise about a point of the plane."""
        return Hull(self.form, pose_after(self.pose, Swing(about, degrees)))

    def settled(self) -> Hull:
        """At rest."""
        return Hull(self.form, rest(self.pose))

    def meets_circle(self, x: float, y: float, reach: float) -> bool:
        """Whether it may reach into a circle: False is certain."""
        form, dx, dy = self.form, x - self.x, y - self.y
        ahead, left = dx * self.fx + dy * self.fy, dy * self.fx - dx * self.fy
        far, wide = reach + form.rim + form.half, reach + form.rim + form.side
        return -far <= ahead <= far and -wide <= left <= wide

    @property
    def ends(self) -> list[Point]:
        """The corners without the rim, counter-clockwise: of a circle its middle."""
        x, y, fx, fy = self.x, self.y, self.fx, self.fy
        return [(x + a * fx - b * fy, y + a * fy + b * fx) for a, b in self.form.ends]

    @property
    def outline(self) -> list[Point]:
        """The corners, counter-clockwise: of a circle 16 that lie on it."""
        rim = self.form.rim
        return [(self.x + rim * c, self.y + rim * s) for s, c in _ROUND] if rim else self.ends


# -- how two shapes lie

Axis: TypeAlias = tuple[float, float, float]
"""A direction of the plane, and how far apart along it two middles are when their shapes, without
their rims, have no gap."""


@lru_cache(1024)
def _axes(fx: float, fy: float, p: Form, gx: float, gy: float, q: Form) -> list[Axis]:
    """The directions of the sides of two forms that head to (fx, fy) and (gx, gy): where there is a
    gap it shows along one of them. Nobody may change them; what is shifted keeps them."""
    turn, skew = fx * gx + fy * gy, fx * gy - fy * gx
    out, half, tip, shoulder, side = [], q.half, q.tip, q.shoulder, q.side
    for x, y, room in p.sides:
        u, v = x * turn + y * skew, y * turn - x * skew
        u, v = u if u > 0.0 else -u, v if v > 0.0 else -v
        one, two = half * u + tip * v, shoulder * u + side * v
        out.append((x * fx - y * fy, x * fy + y * fx, room + (one if one > two else two)))
    half, tip, shoulder, side = p.half, p.tip, p.shoulder, p.side
    for x, y, room in q.sides[_shared(p, q, turn, skew) :]:
        u, v = x * turn - y * skew, y * turn + x * skew
        u, v = u if u > 0.0 else -u, v if v > 0.0 else -v
        one, two = half * u + tip * v, shoulder * u + side * v
        out.append((x * gx - y * gy, x * gy + y * gx, room + (one if one > two else two)))
    return out


def _shared(p: Form, q: Form, turn: float, skew: float) -> int:
    """How many of the sides of the second form have the directions of sides of the first: two gaps
    are two directions."""
    if not (-1e-9 < skew < 1e-9 or -1e-9 < turn < 1e-9):
        return 0
    return len(q.sides) if p is q and -1e-9 < skew < 1e-9 else 2


def apart(a: Hull, b: Hull) -> tuple[float, float, float]:
    """The signed distance of two shapes, and the unit vector along which `b` would have to move by
    it to touch or leave `a` by the shortest way: from `a` to `b`."""
    dx, dy = b.x - a.x, b.y - a.y
    best, shown, ways = -math.inf, 0, (1.0, 0.0)
    for nx, ny, room in _axes(a.fx, a.fy, a.form, b.fx, b.fy, b.form):
        lies = dx * nx + dy * ny
        gap = (lies if lies > 0.0 else -lies) - room
        shown += gap > 1e-9
        # Equal ones in the order of the directions, whatever the last bit says.
        if gap > best + 1e-9:
            best, ways = gap, (nx, ny) if lies > 0.0 else (-nx, -ny)
    if shown > 1:
        # Corner faces corner or side: the places of `b` at which both overlap make up a shape with
        # no corner sharper than a right angle, so one gap alone is the distance, but not the widest
        # of several.
        (x, y), (to_x, to_y) = min(_pairs(a, b), key=_square)
        best = math.sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))
        ways = (to_x - x) / best, (to_y - y) / best
    return best - a.form.rim - b.form.rim, *ways


def _pairs(a: Hull, b: Hull) -> list[tuple[Point, Point]]:
    """Points of two shapes without rims: each corner, and what of the other is nearest to it."""
    return [*_from_corners(a, b), *((there, here) for here, there in _from_corners(b, a))]


def _from_corners(a: Hull, b: Hull) -> list[tuple[Point, Point]]:
    """Each corner of a shape with the point of another that is nearest to it, without rims."""
    form, out = b.form, []
    for px, py in a.ends:
        dx, dy = px - b.x, py - b.y
        ahead, left = dx * b.fx + dy * b.fy, dy * b.fx - dx * b.fy
        u, v = _closest(form, abs(ahead), abs(left))
        u, v = (u if ahead > 0.0 else -u), (v if left > 0.0 else -v)
        out.append(((px, py), (b.x + u * b.fx - v * b.fy, b.y + u * b.fy + v * b.fx)))
    return out


def _closest(form: Form, x: float, y: float) -> Point:
    """The point of a form without its rim that is nearest to one ahead of it to its left."""
    if y <= form.tip:
        return min(x, form.half), y
    if x <= form.shoulder:
        return x, min(y, form.side)
    if form.shoulder == form.half:
        return form.half, form.side
    nx, ny, far = form.sides[2]
    beyond = max(0.0, x * nx + y * ny - far)
    # Onto the bevel, but not past its ends.
    u, v = x - beyond * nx, y - beyond * ny
    if u > form.half:
        return form.half, form.tip
    return (u, v) if u > form.shoulder else (form.shoulder, form.side)


def _square(pair: tuple[Point, Point]) -> float:
    (x, y), (to_x, to_y) = pair
    return (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)


def gap(a: Hull, b: Hull) -> float:
    """The shortest distance of two shapes, in L; 0 where they overlap."""
    return max(0.0, apart(a, b)[0])


def is_near(a: Hull, b: Hull) -> bool:
    """Whether two shapes may touch: False is certain."""
    return b.meets_circle(a.x, a.y, a.reach + TOUCH)


def touching(a: Hull, b: Hull) -> bool:
    """Whether two shapes overlap or lie at most `TOUCH` apart."""
    return is_near(a, b) and apart(a, b)[0] <= TOUCH


def overlap(a: Hull, b: Hull) -> bool:
    """Whether two shapes share more than a graze."""
    return is_near(a, b) and apart(a, b)[0] < -EVEN


def meeting_point(a: Hull, b: Hull) -> Point:
    """Where two shapes touch, on the outline of `a`: the middle where a whole edge does."""
    pairs = _pairs(a, b)
    far = math.sqrt(min(map(_square, pairs))) + STOP
    points = [here for here, there in pairs if _square((here, there)) <= far * far]
    (x, y), (to_x, to_y) = max(((p, q) for p in points for q in points), key=_square)
    x, y = (x + to_x) / 2, (y + to_y) / 2
    if a.form.rim:
        _, nx, ny = apart(a, b)
        return x + a.form.rim * nx, y + a.form.rim * ny
    return x, y


# -- how they move


def sweep(hull: Hull, legs: Iterable[Leg], others: Sequence[Hull]) -> Contact[Hull] | None:
    """The first contact of a body that moves along a path; see `first_contact`."""
    return first_contact(hull, legs, others, _first, touching)


def _first(hull: Hull, leg: Leg, other: Hull, most: float) -> float | None:
    return contact(hull, leg, other, STOP, most)


def contact(
    hull: Hull, leg: Leg, other: Hull, margin: float = STOP, most: float = 1.0
) -> float | None:
    """The part of a leg, up to `most`, after which a body is first so near another; None for never.
    A margin below 0: so deep in it."""
    if isinstance(leg, Shift):
        return _shift_contact(hull, leg, other, margin, most)
    return _swing_contact(hull, leg, other, margin, most)


def _shift_contact(a: Hull, leg: Shift, b: Hull, margin: float, most: float) -> float | None:
    dx, dy, (vx, vy) = b.x - a.x, b.y - a.y, leg
    across, reach = dx * vy - dy * vx, a.form.reach + b.form.reach + TOUCH
    if across * across > reach * reach * (vx * vx + vy * vy):
        return None
    more = margin + a.form.rim + b.form.rim
    low, high, ways = 0.0, most, _axes(a.fx, a.fy, a.form, b.fx, b.fy, b.form)
    for nx, ny, wide in ways:
        lies, goes, room = dx * nx + dy * ny, vx * nx + vy * ny, wide + more
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
    if more <= 0.0:
        return low
    # All directions have closed. Where still more than one of them shows a gap, corner comes to
    # corner, and the distance is more than either.
    dx, dy = dx - vx * low, dy - vy * low
    shown = [True for nx, ny, wide in ways if abs(dx * nx + dy * ny) > wide]
    if len(shown) < 2 or apart(a.moved(vx * low, vy * low), b)[0] <= margin + 1e-9:
        return low
    return corners_meet(a.ends, leg, b.ends, more, most)


def _swing_contact(a: Hull, leg: Swing, b: Hull, margin: float, most: float) -> float | None:
    """By conservative advancement: no part of either shape, seen from the other, can cross the gap
    between them in less than that gap divided by its distance from the point turned about. Of a
    circle around one of them that is its middle's."""
    (px, py), form, gx, gy = leg.about, a.form, b.fx, b.fy
    # All is reckoned from the point turned about.
    ax, ay, bx, by = a.x - px, a.y - py, b.x - px, b.y - py
    arm, off = math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by)
    more, done = margin + form.rim + b.form.rim, 0.0
    if not b.meets_circle(px, py, arm + form.reach + TOUCH):
        return None
    whole, sign = abs(leg.degrees), 1.0 if leg.degrees > 0.0 else -1.0
    pace, slow = _DEGREES / min(arm + form.reach, off + b.form.reach), _DEGREES / (arm + EVEN)
    far, wide, rim = b.form.half, b.form.side, form.reach - form.rim + more
    while True:
        sin, cos = axis(sign * done)
        dx, dy = bx - ax * cos + ay * sin, by - ax * sin - ay * cos
        over, past = abs(dx * gx + dy * gy) - far, abs(dx * gy - dy * gx) - wide
        if over > 0.0 and past > 0.0:
            over = math.sqrt(over * over + past * past)
        room = (over if over > past else past) - rim
        if room > CLOSE:
            done += room * slow
        else:
            left, shown = -math.inf, 0
            hx, hy = a.fx * cos - a.fy * sin, a.fx * sin + a.fy * cos
            for nx, ny, full in _axes(hx, hy, form, gx, gy, b.form):
                lies = dx * nx + dy * ny
                gap = (lies if lies > 0.0 else -lies) - full
                shown += gap > 0.0
                left = gap if gap > left else left
            left -= more
            if left <= FINE and shown > 1:
                left = apart(a.turned(leg.about, sign * done), b)[0] - margin
            if left <= FINE:
                return done / whole if whole else 0.0
            done += left * pace
        if done >= most * whole:
            # What is left of the turn is too short to come so near.
            return None
