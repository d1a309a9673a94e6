"""Other players' record sheets made up anew, as far as a seat can know."""

from __future__ import annotations

from games.engine.chance import Chance
from games.mini_carwars import buying
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, MODELS, Model
from games.mini_carwars.moves import Take
from games.mini_carwars.state import UNCHOSEN, State, Vehicle
from games.mini_carwars.taken import fitting, rearmed


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
    spare, only = state.room(owner, 0), state.cycles(owner)
    for number, vehicle in enumerate(state.vehicles):
        if vehicle.owner == owner:
            most = vehicle.cost + spare
            models = [m for m in MODELS if only in (None, m.cycle) and m.cost <= most]
            model = models[chance.below(len(models), "imagined model")]
            state.vehicles[number] = buying.built(owner, Take(model.number))
            spare = most - model.cost


def _rebuild(then: State, now: State, owner: int, chance: Chance) -> None:
    """Another option, armor and accessories behind the same faces, within the seat's budget."""
    spare = now.unspent(owner)
    for vehicle, seen in zip(then.vehicles, now.vehicles, strict=True):
        if seen.owner == owner:
            spare = _remake(vehicle, seen, seen.cost + spare, chance)


def _remake(vehicle: Vehicle, now: Vehicle, money: int, chance: Chance) -> int:
    """Make a vehicle any that may be what has been seen of it, for at most so many dollars; those
    that are left."""
    crew = [*zip(vehicle.crew, now.crew, strict=True)]
    for person, known in crew:
        if not known.shown:
            person.computer = 0
        if not known.seen:
            person.body_armor, person.boxes = False, 0
    money -= sum(person.extras for person in vehicle.crew)
    needed = _needed(now)
    models = [
        model
        for model in fitting(now)
        if model.cost <= money
        and model.points >= sum(needed)
        and (_open_sides(model, now) or model.points == sum(needed))
    ]
    model = models[chance.below(len(models), "imagined option")]
    money -= model.cost
    vehicle.weapons = rearmed(model, now, vehicle.weapons)
    vehicle.model = model.number
    vehicle.bought = needed
    rest = model.points - sum(needed)
    for more, side in enumerate(sides := _open_sides(model, now), 1):
        share = rest if more == len(sides) else chance.below(rest + 1, "imagined armor")
        needed[side] += share
        rest -= share
    vehicle.armor = [points - gone for points, gone in zip(needed, vehicle.lost, strict=True)]
    for person, known in crew:
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
