"""What everyone takes a vehicle for whose record sheet he cannot see: the likeliest one that is in
keeping with all that has been seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.mini_carwars.catalog import MODELS, Model, Place
from games.mini_carwars.state import State, Vehicle, Weapon
from games.mini_carwars.telling import labels


def fill(view: State, state: State) -> None:
    """Name the vehicles of a view of a state, and put in the sheets that it does not show. While
    all buy, everyone knows no more than how many vehicles others have."""
    if not state.lined:
        view.vehicles = [
            vehicle if vehicle.owner == view.seat else Vehicle(owner=vehicle.owner)
            for vehicle in view.vehicles
        ]
        return
    names, budget = labels([vehicle.owner for vehicle in state.vehicles]), state.budget
    bare = state.bare
    for number, (seen, real) in enumerate(zip(view.vehicles, state.vehicles, strict=True)):
        seen.number, seen.label = number, names[number]
        if not bare and real.owner != view.seat:
            _take(seen, real, budget[real.owner])


def _take(seen: Vehicle, real: Vehicle, budget: int) -> None:
    """Make the covered vehicle what it is taken for."""
    model = min(fitting(real), key=lambda model: model.cost > budget)
    seen.hidden = True
    seen.model = model.number
    seen.bought = list(model.armor)
    seen.armor = [
        0 if side in seen.breached or side not in model.armored else max(1, points - lost)
        for side, (points, lost) in enumerate(zip(model.armor, seen.lost, strict=True))
    ]
    seen.plant = 0 if real.plant_gone else model.plant
    seen.weapons = rearmed(model, real, real.weapons)
    for person, one in zip(seen.crew, real.crew, strict=True):
        if one.shown:
            person.computer = one.computer
        if one.seen:
            person.body_armor, person.boxes = one.body_armor, one.boxes


def rearmed(model: Model, real: Vehicle, weapons: Sequence[Weapon]) -> list[Weapon]:
    """The weapons of a model that fits: those that everyone knows are as these, others unused."""
    out = [Weapon() for _ in model.weapons]
    for arm, to in zip(real.seen, model.places(arm.spot for arm in real.seen) or (), strict=True):
        out[to] = msgspec.structs.replace(weapons[arm.place])
    return out


def fitting(real: Vehicle) -> list[Model]:
    """What a vehicle may be that looks like this one and has the weapons that everyone knows of."""
    seen = tuple(arm.spot for arm in real.seen)
    return _fitting(real.kind.vehicle, real.kind.gunner, real.kind.turret, seen)


@lru_cache(512)
def _fitting(vehicle: str, gunner: bool, turret: bool, seen: tuple[Place, ...]) -> list[Model]:
    return [
        model
        for model in MODELS
        if (model.vehicle, model.gunner, model.turret) == (vehicle, gunner, turret)
        and model.places(seen) is not None
    ]
