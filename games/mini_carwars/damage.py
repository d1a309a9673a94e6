"""Where damage goes (Rules: 8. Combat, Location Of Damage)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.mini_carwars.catalog import PERSON, TOP
from games.mini_carwars.events import Crashed, Hit, WentOut
from games.mini_carwars.state import Play, State, Vehicle
from games.mini_carwars.telling import public_place, tell

SIDES_OF_A_CAR: Final = 4
PARTS: Final = ("driver", "driver", "gunner", "gunner", "plant", "plant")
"""What a roll of one die hits inside."""


def opposite(side: int) -> int:
    """The side a shot leaves by."""
    return (side + 2) % SIDES_OF_A_CAR


def die(context: Play, name: str) -> int:
    """A roll of one die."""
    return 1 + context.chance.below(6, name)


def dice(context: Play, count: int, name: str) -> tuple[int, ...]:
    """So many dice."""
    return tuple([die(context, name) for _ in range(count)])


def hurt(
    context: Play, number: int, side: int, rolled: Sequence[int], points: int, by: int
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
    met = "", 0, 0, 0, 0
    far = off = 0
    far_breached = False
    if rest and side == TOP:
        met, off = ("none", 0, 0, 0, 0), rest
    elif rest:
        met = _meet(vehicle, die(context, f"inside vehicle {number}"), rest)
        rest -= sum(met[2:4])
        if rest:
            broken += _break(state, vehicle, opposite(side))
            far = rest
            more, far_breached = _wear(vehicle, opposite(side), rest)
            off = rest - more
    if not vehicle.out and (taken or any(met[2:4]) or broken or far > off):
        state.harmed = True
    faces, through, lost = tuple(rolled), points - taken, tuple(broken)
    told = number, side, by, faces, points, breached, through, *met, lost, far, far_breached, off
    tell(context, Hit(*told))
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


def _meet(vehicle: Vehicle, die: int, points: int) -> tuple[str, int, int, int, int]:
    """What the rest of a hit does inside: (part, die, points into body armor, points into the
    part, its state). One part only, and `none` where it is missing or destroyed.

    Rules: 8. Combat, Location Of Damage; Rules: Accessories
    """
    part = PARTS[die - 1]
    if part == "plant" and vehicle.plant:
        taken = min(points, vehicle.plant)
        vehicle.plant -= taken
        return part, die, 0, taken, int(vehicle.plant == 0)
    person = next((one for one in vehicle.crew if one.role == part and one.hits < PERSON), None)
    if person is None:
        return "none", die, 0, 0, 0
    person.seen = True
    cloth = min(points, person.boxes)
    person.boxes -= cloth
    taken = min(points - cloth, PERSON - person.hits)
    person.hits += taken
    return part, die, cloth, taken, person.hits


def crash(context: Play, number: int) -> None:
    """Crash and burn: it stops where it is, all aboard die. Rules: Control Table"""
    vehicle = context.state.vehicles[number]
    context.state.harmed = context.state.harmed or not vehicle.out
    vehicle.speed = 0
    vehicle.out = "crashed"
    for person in vehicle.crew:
        person.hits = PERSON
    tell(context, Crashed(number))
    tell(context, WentOut(number, "crashed"))
