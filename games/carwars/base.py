"""The car's base on the plane: where it lies, how it moves, and which zone a turn reaches.

The unit is L, the length of the rectangle on a car's base. x points to the right and y up; a
heading is in degrees counter-clockwise from +x. In a car's own frame x points ahead and y to its
left. At rest coordinates are rounded to `DIGITS` decimals and headings to `TURN_DIGITS`, in
[0, 360). All is reckoned as `games.engine.plane` does, so that every machine finds the same bits.

Moves stand as they are driven forward. In reverse the car's own x axis is reflected: the back acts
as the front, and left and right stay the car's own sides (Rules: Adjust Speed).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from games.engine.plane import axis

FRONT, RIGHT, BACK, LEFT = range(4)
"""Sides of a car."""

DIGITS: Final = 4
"""Decimals of a coordinate at rest, in L."""
TURN_DIGITS: Final = 2
"""Decimals of a heading at rest, in degrees."""

LENGTH: Final = 1.0
"""Of the car's rectangle."""
WIDTH: Final = 0.5
AHEAD: Final = 0.8660254037844386
"""A slide goes so far ahead and half an L to its side: one L, at 30 degrees. House"""
BACKWARDS: Final = 2.0
"""A stuck car is moved so far. Rules: Stuck"""
QUARTER: Final = 90.0
"""A reposition covers the whole key, in degrees. Rules: Pushing Walls"""

ZONES: Final = (75, 225, 450, 675, 900)
"""Where the zones of the turning key end, in tenths of a degree: SLIGHT, then D1 to D4."""
ZONE_DICE: Final = ("green", "yellow", "red", "white")
"""The die of D1 to D4; a turn rolls those of all zones it reaches. Rules: Maneuvers"""
SKID: Final = 22.5
"""A spin-out turns so far for each skid that was not paid, in degrees. Rules: Spin-Outs"""
FLIP: Final = 5
"""So many skids not paid flip a car at the end of its spin. Rules: Spin-Outs"""

Point: TypeAlias = tuple[float, float]
Pose: TypeAlias = tuple[float, float, float]
"""x, y and heading of a body's middle."""
Kind: TypeAlias = Literal["straight", "turn", "slide", "boost", "slab"]
"""`boost` is a straight point more, by a card; `slab` is no move: the slab is dropped."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One movement point. Rules: Low-Risk Moves; Maneuvers"""

    kind: Kind = "straight"
    side: int = 0
    """1 to the left, -1 to the right, 0 straight. Left and right are the car's own sides, in
    reverse too."""
    tenths: int = 0
    """Of a turn: tenths of a degree, 1 to 900."""

    @property
    def maneuver(self) -> bool:
        """Whether it is a maneuver: a slide, or a turn past the SLIGHT zone. Rules: Maneuvers"""
        return self.kind == "slide" or self.tenths > ZONES[0]

    @property
    def is_extra(self) -> bool:
        """Whether it is a card's and takes no movement point."""
        return self.kind in ("boost", "slab")

    @property
    def degrees(self) -> str:
        return f"{self.tenths / 10:g}"

    @property
    def key(self) -> str:
        """Its part of a path: `s`, `l225`, `r75`, `al`, `ar`, `boost`, `slab`."""
        way = "l" if self.side > 0 else "r"
        if self.is_extra:
            return self.kind
        if self.kind == "straight":
            return "s"
        return f"a{way}" if self.kind == "slide" else f"{way}{self.tenths}"


STRAIGHT: Final = Move()


class Shift(NamedTuple):
    """A straight leg of a path: so many L on the plane, without turning."""

    dx: float
    dy: float


class Swing(NamedTuple):
    """A leg about a point of the plane, so many degrees counter-clockwise."""

    about: Point
    degrees: float


Leg: TypeAlias = Shift | Swing


# -- the frame


def forward(heading: float) -> Point:
    """The unit vector of a heading."""
    sin, cos = axis(heading)
    return cos, sin


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


def part_of(pose: Pose, leg: Leg, part: float = 1.0) -> Pose:
    """Where a body is after a part of a leg, 0 to 1."""
    x, y, heading = pose
    if isinstance(leg, Shift):
        return x + leg.dx * part, y + leg.dy * part, heading
    (px, py), degrees = leg.about, leg.degrees * part
    sin, cos = axis(degrees)
    dx, dy = x - px, y - py
    return px + dx * cos - dy * sin, py + dx * sin + dy * cos, (heading + degrees) % 360.0


def along(pose: Pose, legs: Iterable[Leg]) -> Pose:
    """Where a path ends that nothing stops, at rest."""
    for leg in legs:
        pose = part_of(pose, leg)
    return rest(pose)


def rest(pose: Pose) -> Pose:
    """A pose at rest: rounded, so that it is found again in the same place."""
    x, y, heading = pose
    # Adding zero makes a negative zero a plain one.
    return (
        round(x, DIGITS) + 0.0,
        round(y, DIGITS) + 0.0,
        round(heading % 360.0, TURN_DIGITS) % 360.0,
    )


# -- how a car moves


def legs_of(pose: Pose, move: Move, reverse: bool = False) -> tuple[Leg, ...]:
    """The legs of a move from a pose. Rules: Low-Risk Moves; Maneuvers"""
    cos, sin = forward(pose[2])
    way = -1.0 if reverse else 1.0
    if move.kind == "slide":
        ahead, left = AHEAD * way, 0.5 * move.side
        return (Shift(ahead * cos - left * sin, ahead * sin + left * cos),)
    straight = Shift(way * cos, way * sin)
    if move.kind == "straight":
        return (straight,)
    return straight, swing(part_of(pose, straight), move.side, move.tenths / 10.0, reverse)


def swing(pose: Pose, side: int, degrees: float, reverse: bool = False) -> Swing:
    """The turn about the rear corner of that side (1 left, -1 right), the nose going to that side;
    in reverse about the front corner, the tail going there.

    It is the second leg of a turn, and with `QUARTER` degrees the reposition of a car whose free
    side this is. Rules: Maneuvers; Pushing Walls
    """
    way = -1.0 if reverse else 1.0
    about = at(pose, -way * LENGTH / 2, side * WIDTH / 2)
    return Swing(about, way * side * degrees)


def spin(pose: Pose, side: int, skids: int, reverse: bool = False) -> Swing:
    """The spin-out after a maneuver to that side (1 left, -1 right) with so many skids not paid:
    about the front corner opposite, the nose going on to that side; in reverse about the back
    corner opposite, the tail going on.

    Rules: Spin-Outs
    """
    way = -1.0 if reverse else 1.0
    about = at(pose, way * LENGTH / 2, -side * WIDTH / 2)
    return Swing(about, way * side * min(skids * SKID, QUARTER))


def backwards(pose: Pose, reverse: bool = False) -> Shift:
    """A stuck car goes straight back; one in reverse straight ahead. Rules: Stuck"""
    cos, sin = forward(pose[2])
    far = BACKWARDS if reverse else -BACKWARDS
    return Shift(far * cos, far * sin)


# -- zones and their dice


def zone(tenths: int) -> int:
    """The zone that a turn of so many tenths of a degree ends in: 0 SLIGHT, 1 to 4.

    >>> zone(75), zone(76), zone(450), zone(900)
    (0, 1, 2, 4)
    """
    return next(at for at, end in enumerate(ZONES) if tenths <= end)


def done_tenths(move: Move, leg: int, part: float) -> int:
    """Tenths of a degree that a turn has turned when it is stopped after a part of a leg; 0 in its
    straight part and for other moves. To a tenth: a stop within 0.01 degrees of a zone's edge is
    before it.

    >>> done_tenths(Move("turn", 1, 900), 1, 0.25)
    225
    """
    if move.kind != "turn" or leg == 0:
        return 0
    return min(move.tenths, int(move.tenths * part + 0.9))


def maneuver_dice(move: Move, speed: int, leg: int = 9, part: float = 1.0) -> Mapping[str, int]:
    """Dice of a maneuver by color, of what was done of it before it was stopped; none of a low-risk
    move. Rules: Maneuvers; of one cut short: Ruling 5

    >>> maneuver_dice(Move("turn", -1, 300), 3)
    {'yellow': 4, 'green': 1}
    >>> maneuver_dice(Move("turn", -1, 300), 3, 1, 0.2), maneuver_dice(Move("slide", 1), 3, 0, 0.1)
    ({}, {'yellow': 3})
    """
    reached = zone(done_tenths(move, leg, part))
    slid = move.kind == "slide" and (leg > 0 or part > 0.0)
    if not slid and not reached:
        return {}
    dice = {"yellow": speed}
    for color in ZONE_DICE[:reached]:
        dice[color] = dice.get(color, 0) + 1
    return dice
