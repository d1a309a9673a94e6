"""The car's base on the plane: where it lies, how it moves, and which zone a turn reaches.

The unit is L, the length of the rectangle on a car's base; the frame is that of
`games.engine.shapes`.

Moves stand as they are driven forward. In reverse the car's own x axis is reflected: the back acts
as the front, and left and right stay the car's own sides (Rules: Adjust Speed).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from games.carwars.dice import Colour, Pool, of
from games.engine.plane import Point, axis
from games.engine.shapes import Pose, at, pose_after, rest
from games.engine.sweep import Leg, Shift, Swing

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


def forward(heading: float) -> Point:
    """The unit vector of a heading."""
    sin, cos = axis(heading)
    return cos, sin


def along(pose: Pose, legs: Iterable[Leg]) -> Pose:
    """Where a path ends that nothing stops, at rest."""
    for leg in legs:
        pose = pose_after(pose, leg)
    return rest(pose)


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


def maneuver_dice(tenths: int, speed: int) -> dict[str, Pool]:
    """Dice of a turn that has come so far, 0 of a slide, by what they are rolled for: speed, and
    the zones. Rules: Maneuvers

    >>> [*maneuver_dice(300, 3)]
    ['speed', 'd1', 'd2']
    """
    zones = enumerate(ZONE_DICE[: zone(tenths)], 1)
    return {"speed": of("yellow", speed)} | {f"d{n}": of(colour, 1) for n, colour in zones}
