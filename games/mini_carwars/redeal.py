"""Record sheets that a seat cannot see: what everyone takes a vehicle for, the likeliest that is in
keeping with all that has been seen of it; and sheets made up anew, as far as the seat can know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from games.engine.chance import Chance
from games.mini_carwars import buying
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, MODELS, Model, Place
from games.mini_carwars.moves import Take
from games.mini_carwars.state import UNCHOSEN, State, Vehicle, Weapon
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


def armed(real: Vehicle) -> Iterator[Vehicle]:
    """A vehicle with each set of weapons that it may have by all that everyone has seen of it, and
    with people who aim as well as they may."""
    crew = [
        person if person.shown else msgspec.structs.replace(person, computer=len(COMPUTERS) - 1)
        for person in real.crew
    ]
    for model in _models(real):
        weapons = rearmed(model, real, real.weapons)
        yield msgspec.structs.replace(real, model=model.number, weapons=weapons, crew=crew)


# -- made up anew


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """The checkpoint with all that `seat` cannot see made up anew, in keeping with all that has
    been seen.

    What has come out since the checkpoint (`now`) is kept.
    """
    then.leaving = [each for each in then.leaving if each == seat]
    then.speeds = [
        mph if then.vehicles[number].owner == seat else UNCHOSEN
        for number, mph in enumerate(then.speeds)
    ]
    then.shots = [shot for shot in then.shots if then.vehicles[shot.vehicle].owner == seat]
    for owner in range(then.seats):
        if owner == seat:
            continue
        if then.beat == "buy":
            _buy(then, owner, chance)
        elif not now.bare:
            _rebuild(then, now, owner, chance)
    return then


def _buy(state: State, owner: int, chance: Chance) -> None:
    """As many vehicles as a seat has bought, of any prices it could have paid."""
    mine = [number for number, vehicle in enumerate(state.vehicles) if vehicle.owner == owner]
    only = state.cycles(owner)
    models = [model for model in MODELS if only in (None, model.cycle)]
    cheapest = min(model.cost for model in models)
    spare = state.budget[owner] - max(len(mine), state.least(owner)) * cheapest
    for number in mine:
        fits = [model for model in models if model.cost <= cheapest + spare]
        model = fits[chance.below(len(fits), "imagined model")]
        state.vehicles[number] = buying.built(owner, Take(model.number))
        spare += cheapest - model.cost


def _rebuild(then: State, now: State, owner: int, chance: Chance) -> None:
    """Another option, armor and accessories behind the same faces, within the seat's budget."""
    both = zip(then.vehicles, now.vehicles, strict=True)
    mine = [(vehicle, seen) for vehicle, seen in both if seen.owner == owner]
    least = [
        min(model.cost for model in _models(seen)) + _strip(vehicle, seen) for vehicle, seen in mine
    ]
    spare = now.budget[owner] - sum(least)
    for (vehicle, seen), money in zip(mine, least, strict=True):
        spare = _remake(vehicle, seen, money + spare, chance)


def _strip(vehicle: Vehicle, now: Vehicle) -> int:
    """Take the accessories away that nobody has seen; the dollars that the others cost."""
    for person, known in zip(vehicle.crew, now.crew, strict=True):
        if not known.shown:
            person.computer = 0
        if not known.seen:
            person.body_armor, person.boxes = False, 0
    return sum(person.extras for person in vehicle.crew)


def _models(now: Vehicle) -> list[Model]:
    """What a vehicle may be, by all that has been seen of it."""
    needed = sum(_needed(now))
    return [
        model
        for model in fitting(now)
        if model.points >= needed and (_open_sides(model, now) or model.points == needed)
    ]


def _remake(vehicle: Vehicle, now: Vehicle, money: int, chance: Chance) -> int:
    """Make a vehicle that has been stripped any that it may be, for at most so many dollars; those
    that are left."""
    money -= sum(person.extras for person in vehicle.crew)
    models = [model for model in _models(now) if model.cost <= money]
    model = models[chance.below(len(models), "imagined option")]
    money -= model.cost
    vehicle.weapons = rearmed(model, now, vehicle.weapons)
    vehicle.model = model.number
    vehicle.bought = _needed(now)
    rest = model.points - sum(vehicle.bought)
    for more, side in enumerate(sides := _open_sides(model, now), 1):
        share = rest if more == len(sides) else chance.below(rest + 1, "imagined armor")
        vehicle.bought[side] += share
        rest -= share
    vehicle.armor = [had - gone for had, gone in zip(vehicle.bought, vehicle.lost, strict=True)]
    for person, known in zip(vehicle.crew, now.crew, strict=True):
        if not known.shown:
            can = [number for number, one in enumerate(COMPUTERS) if one.cost <= money]
            person.computer = can[chance.below(len(can), "imagined computer")]
            money -= COMPUTERS[person.computer].cost
        if not known.seen:
            person.body_armor = BODY_ARMOR.cost <= money and chance.below(2, "imagined suit") > 0
            person.boxes = person.of
            money -= BODY_ARMOR.cost * person.body_armor
    return money


def _open_sides(model: Model, now: Vehicle) -> list[int]:
    """Sides whose armor nobody knows: those that can have any and are not breached."""
    return [side for side in model.armored if side not in now.breached]


def _needed(now: Vehicle) -> list[int]:
    """The fewest points each side must have had, by what has been seen of it."""
    return [gone + (gone > 0 and side not in now.breached) for side, gone in enumerate(now.lost)]
