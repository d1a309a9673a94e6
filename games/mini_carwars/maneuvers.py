"""The maneuvers as poses and paths (Rules: 6. Maneuvers And Control; spec 4)."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.engine.plane import BL, BR, FL, FR, Box
from games.engine.sweep import Leg, Shift, Swing, along
from games.mini_carwars.moves import Drive

WAYS: Final = ("straight", "drift", "swerve", "pivot")
"""To move, as `Drive.how` has them."""
STRAIGHT: Final = Drive()
DRIFTS: Final = tuple(Drive("drift", quarters) for quarters in (-2, -1, 1, 2))
TOP_SPEED: Final = 100
IN_REVERSE: Final = 20
"""mph a car backs up at most."""
STEP: Final = 15
"""Degrees between two headings."""
ANGLES: Final = {False: (15, 30), True: (15, 30, 45)}
"""Of a swerve, by whether it is a cycle: those whose far corner moves one or two squares. Ruling 1
"""
PLAIN_PIVOT: Final = Drive("pivot", 0, "left")
"""Half an inch on without a turn: which corner it holds makes no difference. Ruling 32"""
FISHTAIL: Final = {False: 30, True: 45}
"""Degrees of a fishtail: the far corner moves two squares. Rules: Control Table"""


def _turns(how: str, angles: tuple[int, ...]) -> tuple[Drive, ...]:
    return tuple(
        Drive(how, sign * angle, hold)
        for angle in angles
        for sign in (-1, 1)
        for hold in ("left", "right")
    )


@cache
def drives(cycle: bool, speed: int) -> tuple[Drive, ...]:
    """Every move a vehicle may make in a phase at that speed in mph, straight on first.

    Rules: 6. Maneuvers And Control
    """
    if speed == 0:
        return ()
    out = (STRAIGHT, *DRIFTS, *_turns("swerve", ANGLES[cycle]))
    if abs(speed) == 10:
        out += (PLAIN_PIVOT, *_turns("pivot", tuple(range(STEP, 181, STEP))))
    return out


def legs(box: Box, drive: Drive, backwards: bool) -> tuple[Leg, ...]:
    """The path of a move from a pose: ahead, or back in reverse; then a turn about a corner of the
    trailing end.

    A drift goes on the diagonal.

    Rules: 6. Maneuvers And Control; in reverse: house
    """
    inches = 0.5 if drive.how == "pivot" else 1.0
    ahead = -inches if backwards else inches
    right = drive.amount / 4 if drive.how == "drift" else 0.0
    slide = Shift(box.fx * ahead + box.fy * right, box.fy * ahead - box.fx * right)
    if drive.how not in ("swerve", "pivot") or not drive.amount:
        return (slide,)
    corners = (FL, FR) if backwards else (BL, BR)
    corner = corners[drive.hold == "right"]
    return slide, Swing(box.moved(*slide).corner(corner), float(drive.amount))


def end(box: Box, drive: Drive, backwards: bool) -> Box:
    """Where a move ends that nothing stops."""
    return along(box, legs(box, drive, backwards)).settled()


def fishtail(box: Box, cycle: bool, rear: str) -> Swing:
    """The rear goes left or right while the front corner on the other side is held.

    Rules: Control Table
    """
    if rear == "left":
        return Swing(box.corner(FR), float(FISHTAIL[cycle]))
    return Swing(box.corner(FL), -float(FISHTAIL[cycle]))
