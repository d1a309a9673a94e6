"""Where damage goes (Rules: 8. Combat, Location Of Damage)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.table import Context
from games.mini_carwars.catalog import PERSON, TOP
from games.mini_carwars.events import Crashed, Hit, WentOut
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.telling import public_place, tell

SIDES_OF_A_CAR: Final = 4
PARTS: Final = ("driver", "driver", "gunner", "gunner", "plant", "plant")
"""What a roll of one die hits inside."""


def opposite(side: int) -> int:
    """The side a shot leaves by."""
    return (side + 2) % SIDES_OF_A_CAR


def dice(context: Context[State], count: int, name: str) -> tuple[int, ...]:
    """So many dice."""
    return tuple([1 + context.chance.below(6, name) for _ in range(count)])


def hurt(
    context: Context[State], number: int, side: int, rolled: Sequence[int], points: int, by: int
) -> None:
    """Do damage to a side of a vehicle: its armor, what lies inside, and out at the far side.

    A wreck has nothing left to lose.

    Rules: 8. Combat, Location Of Damage; spec 8
    """
    state = context.state
    vehicle = state.vehicles[number]
    if vehicle.wreck or points <= 0:
        return
    before = vehicle.driver.hits
    taken, breached = _wear(vehicle, side, points)
    rest = points - taken
    broken = _break(state, vehicle, side) if vehicle.armor[side] == 0 else []
    part, die, cloth, inside, condition = "", 0, 0, 0, 0
    far = off = 0
    far_breached = False
    if rest and side == TOP:
        part, off = "none", rest
    elif rest:
        die = 1 + context.chance.below(6, f"inside vehicle {number}")
        part, cloth, inside, condition = _meet(vehicle, PARTS[die - 1], rest)
        rest -= cloth + inside
        if rest:
            broken += _break(state, vehicle, opposite(side))
            far = rest
            more, far_breached = _wear(vehicle, opposite(side), rest)
            off = rest - more
    if not vehicle.out and (taken or inside or cloth or broken or far > off):
        state.harmed = True
    tell(
        context,
        Hit(
            number,
            side,
            by,
            tuple(rolled),
            points,
            breached,
            points - taken,
            part,
            die,
            cloth,
            inside,
            condition,
            tuple(broken),
            far,
            far_breached,
            off,
        ),
    )
    vehicle.struck_by = by
    if before == 0 and vehicle.driver.hits == 1 and number not in state.wounded:
        state.wounded.append(number)


def _wear(vehicle: Vehicle, side: int, points: int) -> tuple[int, bool]:
    """Armor of a side goes, and everyone sees how much: the points that it takes, and whether the
    last of them went. A cycle's sides and a car without a turret have none there to lose."""
    taken = min(vehicle.armor[side], points)
    vehicle.armor[side] -= taken
    vehicle.lost[side] += taken
    bare = vehicle.armor[side] == 0 and side in vehicle.kind.armored
    breached = bare and side not in vehicle.breached
    if breached:
        vehicle.breached.append(side)
    return taken, breached


def _break(state: State, vehicle: Vehicle, side: int) -> list[tuple[int, str, int]]:
    """Every weapon on a side is destroyed; what is told of them.

    Rules: 8. Combat, Calculating Damage
    """
    out = []
    for place, mounted in enumerate(vehicle.kind.weapons):
        weapon = vehicle.weapons[place]
        if mounted.mount == side and weapon.working:
            weapon.working = False
            weapon.seen = True
            out.append((public_place(state, place), mounted.kind, mounted.mount))
    return out


def _meet(vehicle: Vehicle, part: str, points: int) -> tuple[str, int, int, int]:
    """What the rest of a hit does inside: (part, points into body armor, points into the part,
    its state). One part only, and `none` where it is missing or destroyed.

    Rules: 8. Combat, Location Of Damage; Rules: Accessories
    """
    if part == "plant":
        taken = min(points, vehicle.plant)
        if not taken:
            return "none", 0, 0, 0
        vehicle.plant -= taken
        return part, 0, taken, int(vehicle.plant == 0)
    place = int(part == "gunner")
    if place >= len(vehicle.crew) or vehicle.crew[place].gone:
        return "none", 0, 0, 0
    person = vehicle.crew[place]
    person.seen = True
    cloth = min(points, person.boxes)
    person.boxes -= cloth
    taken = min(points - cloth, PERSON - person.hits)
    person.hits += taken
    return part, cloth, taken, person.hits


def crash(context: Context[State], number: int) -> None:
    """Crash and burn: it stops where it is, all aboard die. Rules: Control Table"""
    vehicle = context.state.vehicles[number]
    context.state.harmed = context.state.harmed or not vehicle.out
    vehicle.speed = 0
    vehicle.out = "crashed"
    for person in vehicle.crew:
        person.hits = PERSON
    tell(context, Crashed(number))
    tell(context, WentOut(number, "crashed"))
