"""The car on the plane: its shapes, how it moves, which zone a turn reaches, and what the rules
ask of a contact.

The unit is L, the length of the rectangle on a car's base; the frame is that of
`games.engine.shapes`. Moves stand as they are driven forward. In reverse the car's own x axis is
reflected: the back acts as the front, and left and right stay the car's own sides (Rules: Adjust
Speed). Ruling 34 has the base for all contact as the octagon (+-0.585, +-0.1), (+-0.5, +-0.25);
the rectangle alone is for arcs, range, cover and what lies under a car. A sweep is exact (Ruling
35).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from games.carwars.dice import Colour, Pool, of
from games.engine.plane import BACK, EVEN, FRONT, LEFT, RIGHT, axis
from games.engine.shapes import (
    FINE,
    Form,
    Hull,
    Pose,
    apart,
    at,
    contact,
    meeting_point,
    own,
    pose_after,
    rest,
)
from games.engine.sweep import Leg, Shift, Swing, part_of

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
ZONE_DICE: Final[tuple[Colour, ...]] = ("green", "yellow", "red", "white")
"""The die of D1 to D4; a turn rolls those of all zones it reaches. Rules: Maneuvers"""
SKID: Final = 22.5
"""A spin-out turns so far for each skid that was not paid, in degrees. Rules: Spin-Outs"""
FLIP: Final = 5
"""So many skids not paid flip a car at the end of its spin. Rules: Spin-Outs"""

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
    def key(self) -> str:
        """Its part of a path: `s`, `l225`, `r75`, `al`, `ar`, `boost`, `slab`."""
        way = "l" if self.side > 0 else "r"
        if self.is_extra:
            return self.kind
        if self.kind == "straight":
            return "s"
        return f"a{way}" if self.kind == "slide" else f"{way}{self.tenths}"


STRAIGHT: Final = Move()


# -- the frame


def along(pose: Pose, legs: Iterable[Leg]) -> Pose:
    """Where a path ends that nothing stops, at rest."""
    for leg in legs:
        pose = pose_after(pose, leg)
    return rest(pose)


# -- how a car moves


def legs_of(pose: Pose, move: Move, reverse: bool = False) -> tuple[Leg, ...]:
    """The legs of a move from a pose. Rules: Low-Risk Moves; Maneuvers"""
    sin, cos = axis(pose[2])
    way = -1.0 if reverse else 1.0
    if move.kind == "slide":
        ahead, left = AHEAD * way, 0.5 * move.side
        return (Shift(ahead * cos - left * sin, ahead * sin + left * cos),)
    straight = Shift(way * cos, way * sin)
    if move.kind == "straight":
        return (straight,)
    return straight, swing(pose_after(pose, straight), move.side, move.tenths / 10.0, reverse)


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
    return swing(pose, -side, min(skids * SKID, QUARTER), not reverse)


def backwards(pose: Pose, reverse: bool = False) -> Shift:
    """A stuck car goes straight back; one in reverse straight ahead. Rules: Stuck"""
    sin, cos = axis(pose[2])
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


def maneuver_dice(tenths: int, speed: int) -> dict[str, Pool]:
    """Dice of a turn that has come so far, 0 of a slide, by what they are rolled for: speed, and
    the zones. Rules: Maneuvers

    >>> [*maneuver_dice(300, 3)]
    ['speed', 'd1', 'd2']
    """
    zones = enumerate(ZONE_DICE[: zone(tenths)], 1)
    return {"speed": of("yellow", speed)} | {f"d{n}": of(colour, 1) for n, colour in zones}


DEEP: Final = 0.002
"""A path that goes deeper than this into a wall enters it, in L. House"""
AT_CORNER: Final = 0.003
"""A contact so near a corner of the rectangle is one at the corner, in L. Ruling 48"""
SQUARE: Final = 0.01
"""A car whose long sides are that evenly far from a wall stands square to it, in L. House"""

CAR: Final = Form(1.17, WIDTH, (0.5, 0.1))
"""A car's base. Ruling 34"""
RECTANGLE: Final = Form(LENGTH, WIDTH)
"""A car's rectangle."""
_POINT: Final = Form(0.0, 0.0)


def base(pose: Pose) -> Hull:
    """The base of a car or wreck: for contact."""
    return Hull(CAR, pose)


def rectangle(pose: Pose) -> Hull:
    """The rectangle of a car or wreck: for arcs, range, cover, terrain and hazards."""
    return Hull(RECTANGLE, pose)


def in_order(hull: Hull, touched: Iterable[tuple[int, Hull]]) -> tuple[int, ...]:
    """The numbers of bodies that one touches: what it touches nearest to its middle first, then by
    number. Ruling 49"""
    listed = list(touched)
    if len(listed) < 2:
        return tuple([number for number, _ in listed])
    far = list[tuple[float, int]]()
    for number, it in listed:
        x, y = meeting_point(hull, it)
        far.append((round((x - hull.x) * (x - hull.x) + (y - hull.y) * (y - hull.y), 4), number))
    return tuple([number for _, number in sorted(far)])


# -- what the rules ask of a contact


def deepest(hull: Hull, wall: Hull) -> float:
    """The margin of `contact` for a wall that a body stands at: how deep it may come into it, below
    0. `DEEP`, or hardly deeper than it is. Ruling 37"""
    return min(-DEEP, apart(hull, wall)[0] - 2 * FINE)


def enters(hull: Hull, legs: Iterable[Leg], wall: Hull) -> bool:
    """Whether a path goes deeper than `DEEP` into a wall that the body stands at, anywhere."""
    margin = deepest(hull, wall)
    for leg in legs:
        if contact(hull, leg, wall, margin) is not None:
            return True
        hull = part_of(hull, leg, 1.0)
    return False


def side_touched(hull: Hull, other: Hull, is_wall: bool = False) -> int:
    """The side of a car on which it touches something. Rules: Collisions; Ruling 48

    Beyond the rectangle's ends it is the front or the back. At a corner of the rectangle it is the
    side that faces more nearly to the other's middle, or straight to a wall; evenly: front or back.
    """
    point = meeting_point(hull, other)
    ahead, left = own(hull.pose, point)
    past, over = abs(ahead) - LENGTH / 2, abs(left) - WIDTH / 2
    is_end = past > 0.0
    if past * past + over * over <= AT_CORNER * AT_CORNER:
        if is_wall:
            _, x, y = apart(hull, other)
        else:
            x, y = other.x - point[0], other.y - point[1]
        to_end, to_side = x * hull.fx + y * hull.fy, y * hull.fx - x * hull.fy
        is_end = (to_end if ahead > 0.0 else -to_end) >= (
            to_side if left > 0.0 else -to_side
        ) - EVEN
    if is_end:
        return FRONT if ahead > 0.0 else BACK
    return LEFT if left > 0.0 else RIGHT


def free_side(hull: Hull, wall: Hull, is_wall: bool = True) -> int:
    """The long side of a car that is furthest from a wall that it touches: 1 left, -1 right, 0 when
    the car stands square to it and its player picks. What is no wall, but cannot be pushed, counts
    as if the line of the contact were one. Rules: Pushing Walls; Ruling 39"""
    if is_wall:
        right, left = (
            apart(Hull(_POINT, (hull.x - at * hull.fy, hull.y + at * hull.fx, 0.0)), wall)[0]
            for at in (-WIDTH / 2, WIDTH / 2)
        )
        more = left - right
    else:
        _, nx, ny = apart(hull, wall)
        more = (nx * hull.fy - ny * hull.fx) * WIDTH
    return 0 if abs(more) < SQUARE else 1 if more > 0.0 else -1
