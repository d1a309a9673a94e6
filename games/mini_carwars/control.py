"""Losing control: the roll, fishtails and skids (Rules: Control Table)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from games.engine.plane import axis
from games.engine.sums import Part, Sum
from games.engine.sweep import Leg, Shift, along, portion
from games.mini_carwars import collisions, ground
from games.mini_carwars.builds import VALUES, told
from games.mini_carwars.damage import crash, die
from games.mini_carwars.events import ControlRolled, Pose, Slid
from games.mini_carwars.maneuvers import fishtail
from games.mini_carwars.state import Play, State, Vehicle
from games.mini_carwars.telling import tell

TABLE: Final = {11: "fishtail", 12: "skid", 13: "both"}
CRASH: Final = 14
PER_MPH: Final = 20
"""Every full 20 mph add a point."""
CYCLE: Final = 2
HAZARDS: Final = ("debris", "off-road")


@cache
def modifier(speed: int, cycle: bool) -> Sum:
    """What is added to a roll on the Control Table.

    >>> modifier(60, False).total, modifier(60, True).total
    (3, 5)
    """
    mph, parts = abs(speed), list[Part]()
    if mph >= PER_MPH:
        parts.append(Part(mph // PER_MPH, told("mph", "phrases", mph=mph, back=False)))
    if cycle:
        parts.append(Part(CYCLE, VALUES["to_hit"]["cycle"]))
    return Sum(tuple(parts))


class Way(NamedTuple):
    """How far a vehicle came along a path."""

    path: tuple[Pose, ...]
    """Poses at the start, between legs, and at the end."""
    stopped: bool
    met: tuple[int, ...]
    """What it ran into: vehicles, or -1 for a wall."""
    hazards: set[str]
    """`debris`, `off-road`: what lay on its way."""


def travel(context: Play, number: int, legs: Sequence[Leg], way: float | None = None) -> Way:
    """Take a vehicle along a path up to the first contact; collisions are the caller's to settle.

    `way` is the direction of a skid; else it goes where its nose points (or its rear, in reverse).

    Rules: 4. Movement And Scale; Rules: 7. Crashes And Collisions
    """
    state = context.state
    vehicle = state.vehicles[number]
    box = vehicle.box
    stopped = collisions.stop(state, number, legs, way)
    done = list(legs) if stopped is None else list(legs[: stopped.leg])
    poses: list[Pose] = [box.pose]
    at = box
    for leg in done:
        at = along(at, (leg,))
        poses.append(at.settled().pose)
    if stopped is not None:
        poses.append(stopped.box.pose)
    met = stopped.met if stopped else ()
    ran_over = hazards(state, vehicle, legs, stopped)
    vehicle.pose = poses[-1]
    collisions.part_ways(state)
    return Way(tuple(poses), stopped is not None, met, ran_over)


def hazards(
    state: State, vehicle: Vehicle, legs: Sequence[Leg], stopped: collisions.Stop | None
) -> set[str]:
    """`debris`, `off-road`: what a vehicle runs over on its way as far as it comes."""
    way = list(legs)
    if stopped is not None:
        way = [*legs[: stopped.leg], portion(legs[stopped.leg], stopped.part)]
    out = set()
    if ground.runs_over(state.lying, vehicle.box, way):
        out.add("debris")
    if not state.walls and ground.strays(vehicle.box, way):
        out.add("off-road")
    return out


def aftermath(context: Play, number: int, hazards: set[str], cause: str = "") -> None:
    """The rolls that follow a move, one of each kind: maneuver, debris, off the road.

    What a vehicle slides over counts, too. At speed 0 nobody rolls.

    Rules: 6. Maneuvers And Control; Rules: 9. Scenarios; spec 5
    """
    state = context.state
    waiting = [cause] if cause else _waiting(state, number, hazards)
    while waiting and not state.vehicles[number].wreck:
        state.rolls.append((number, waiting[0]))
        hazards |= roll(context, number, waiting[0])
        # A skid after the last roll may have found what the way before it had not.
        waiting = _waiting(state, number, hazards)


def _waiting(state: State, number: int, hazards: set[str]) -> list[str]:
    """Hazards a vehicle has still to roll for in this phase."""
    return [one for one in HAZARDS if one in hazards and (number, one) not in state.rolls]


def roll(context: Play, number: int, cause: str) -> set[str]:
    """One roll on the Control Table and what comes of it: the hazards it slides over.

    Rules: Control Table; Ruling 12
    """
    state = context.state
    vehicle = state.vehicles[number]
    if vehicle.speed == 0:
        return set()
    draw = f"control of {number} ({cause})"
    dice = die(context, draw), die(context, draw)
    added = modifier(vehicle.speed, vehicle.kind.cycle)
    total = sum(dice) + added.total
    result = "crash" if total >= CRASH else TABLE.get(total, "none")
    tell(context, ControlRolled(number, cause, dice, added, result))
    hazards: set[str] = set()
    if result == "crash":
        crash(context, number)
        collisions.leave(state, number)
    if result in ("fishtail", "both"):
        rear = ("left", "right")[context.chance.below(2, f"fishtail of {number}")]
        turn = fishtail(vehicle.box, vehicle.kind.cycle, rear)
        hazards |= _slide(context, number, "fishtail", rear, turn)
    if result in ("skid", "both") and vehicle.speed and number not in state.skidded:
        state.skidded.append(number)
        vehicle.skip += 1
        way = state.starts[number]
        right, ahead = axis(way)
        hazards |= _slide(context, number, "skid", "", Shift(right, ahead), way)
    return hazards


def _slide(
    context: Play, number: int, how: str, side: str, leg: Leg, way: float | None = None
) -> set[str]:
    """Carried on out of control: movement, with all that it runs into. `way` as in `travel`."""
    done = travel(context, number, (leg,), way)
    tell(context, Slid(number, how, side, done.path, done.stopped))
    settle(context, number, done.met, way)
    return done.hazards


def settle(context: Play, number: int, met: Sequence[int], skid: float | None = None) -> None:
    """The collisions of a vehicle with all it has met, one after the other, each with the speeds as
    they are by then, where it touched them. In a skid it goes the way it slides, wherever its nose
    points.

    Rules: 7. Crashes And Collisions; spec 6.1; Ruling 40
    """
    vehicles = context.state.vehicles
    box = vehicles[number].box
    way = vehicles[number].course if skid is None else skid
    for at, other in enumerate(met):
        # Once stopped, it meets nothing more that stands, too.
        speed = vehicles[number].speed
        if other >= 0 and not vehicles[other].wreck:
            speed = collisions.kind_of(vehicles[number], vehicles[other], way)[1]
        if at == 0 or speed:
            collisions.collide(context, number, other, box, way)
    collisions.part_ways(context.state)
