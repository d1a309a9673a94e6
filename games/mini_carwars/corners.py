"""Which corner a turn is made about is asked where it matters alone: where a contact, a hazard, an
arc, cover or a range would differ (house)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from msgspec.structs import replace

from games.engine.plane import Box, gap
from games.mini_carwars import collisions, control
from games.mini_carwars.catalog import TOP
from games.mini_carwars.maneuvers import end, legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.sight import PER_INCHES, POINT_BLANK, Sight, sight_from
from games.mini_carwars.state import State

Scene = tuple[object, ...]
"""What bears on the shots between a vehicle and its enemies, and on its rolls."""


def spare(state: State, number: int) -> partial[list[Drive]]:
    """Of some moves of a vehicle: the turns about the corner on the other side that come to the
    same as those about the near one. For `Ask.spare`, as long as nothing moves."""
    return partial(_spare, cache(partial(_scene, state, number)))


def _spare(scene: Callable[[Drive], Scene | None], options: Sequence[Drive]) -> list[Drive]:
    out = []
    for drive in options:
        near = replace(drive, hold=drive.way)
        if drive.amount and drive.hold not in ("", drive.way) and near in options:
            comes_to = scene(drive)
            if comes_to is not None and comes_to == scene(near):
                out.append(drive)
    return out


def _scene(state: State, number: int, drive: Drive) -> Scene | None:
    """What a move comes to; None where it touches something: no two contacts are alike."""
    vehicle = state.vehicles[number]
    way = legs(vehicle.box, drive, vehicle.speed < 0)
    if collisions.stop(state, number, way) is not None:
        return None
    box = end(vehicle.box, drive, vehicle.speed < 0)
    lines = sight_from(state, number, box)
    foes = [foe for foe in state.enemies(vehicle.owner) if not state.vehicles[foe].out]
    mounts = dict.fromkeys(arm.mount for arm in vehicle.kind.weapons)
    seen = [_between(lines, [*mounts], number, foe, box) for foe in foes]
    return (sorted(control.hazards(state, vehicle, way, None)), *seen)


def _between(
    lines: Sight, mounts: Sequence[int], number: int, foe: int, box: Box
) -> tuple[object, ...]:
    """What either can see of the other, through how many clouds, and how far they are apart.

    An enemy's weapons may be secret: it is taken to have one on every side.
    """
    body = lines.bodies[foe]
    inches = gap(box, body.box)
    theirs = (*range(TOP), *[TOP] * body.turret)
    views = [(number, mount, foe) for mount in mounts]
    views += [(foe, mount, number) for mount in theirs]
    seen = [{side: line.clouds for side, line in lines.lines(*view).items()} for view in views]
    return seen, inches < POINT_BLANK, inches // PER_INCHES
