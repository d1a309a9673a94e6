"""Other players' record sheets made up anew, as far as a seat can know."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.chance import Chance
from games.mini_carwars import buying
from games.mini_carwars.catalog import BODY_ARMOR, COMPUTERS, MODELS, Model
from games.mini_carwars.moves import Take
from games.mini_carwars.state import UNCHOSEN, Person, State, Vehicle, Weapon
from games.mini_carwars.taken import fitting, put


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
    if then.beat == "buy":
        for owner in range(then.seats):
            if owner != seat:
                _buy(then, owner, chance)
    elif not (then.options.open_sheets or now.ended):
        for owner in range(then.seats):
            if owner != seat:
                _rebuild(then, now, owner, chance)
    return then


def _buy(state: State, owner: int, chance: Chance) -> None:
    """As many vehicles as a seat has bought, of any prices it could have paid."""
    mine = [n for n, vehicle in enumerate(state.vehicles) if vehicle.owner == owner]
    only = state.cycles(owner)
    models = [m for m in MODELS if only in (None, m.cycle)]
    cheapest = min(model.cost for model in models)
    money = state.budget[owner]
    owed = max(len(mine), state.least(owner))
    for at, number in enumerate(mine):
        most = money - (owed - at - 1) * cheapest
        fits = [model for model in models if model.cost <= most]
        model = fits[chance.below(len(fits), "imagined model")]
        money -= model.cost
        state.vehicles[number] = buying.built(owner, Take(model.number))


def _rebuild(then: State, now: State, owner: int, chance: Chance) -> None:
    """Another option, armor and accessories behind the same faces, within the seat's budget."""
    mine = [n for n, vehicle in enumerate(now.vehicles) if vehicle.owner == owner]
    fits = [_fitting(now.vehicles[number]) for number in mine]
    known = [_known(now.vehicles[number]) for number in mine]
    least = [min(m.cost for m in models) + paid for models, paid in zip(fits, known, strict=True)]
    money = now.budget[owner]
    for at, number in enumerate(mine):
        spare = money - sum(least[at + 1 :]) - known[at]
        models = [model for model in fits[at] if model.cost <= spare]
        model = models[chance.below(len(models), "imagined option")]
        vehicle, seen = then.vehicles[number], now.vehicles[number]
        _remodel(vehicle, seen, model, chance)
        _equip(vehicle, seen, spare - model.cost, chance)
        money -= vehicle.cost


def _known(now: Vehicle) -> int:
    """Dollars in accessories that everyone has seen."""
    known = (
        Person(computer=each.computer * each.shown, body_armor=each.body_armor and each.seen)
        for each in now.crew
    )
    return sum(person.extras for person in known)


def _fitting(now: Vehicle) -> list[Model]:
    """What a vehicle may be, by all that has been seen of it."""
    needed = sum(_needed(now))
    return [
        model
        for model in fitting(now)
        if model.points >= needed and (_open_sides(model, now) or model.points == needed)
    ]


def _remodel(vehicle: Vehicle, now: Vehicle, model: Model, chance: Chance) -> None:
    """Make a vehicle one of that model, armored in another way."""
    bought = _spread(model, now, _needed(now), chance)
    vehicle.model = model.number
    vehicle.bought = bought
    vehicle.armor = [points - gone for points, gone in zip(bought, vehicle.lost, strict=True)]
    weapons = [Weapon() for _ in model.weapons]
    for arm, to in put(model, now):
        weapons[to] = vehicle.weapons[arm.place]
    vehicle.weapons = weapons


def _equip(vehicle: Vehicle, now: Vehicle, spare: int, chance: Chance) -> None:
    """Computers and body armor that nobody has seen."""
    for person, known in zip(vehicle.crew, now.crew, strict=True):
        if not known.shown:
            person.computer = chance.below(len(COMPUTERS), "imagined computer")
            one = COMPUTERS[person.computer]
            if one is not None and one.cost > spare:
                person.computer, one = 0, None
            spare -= one.cost if one else 0
        if not known.seen:
            wears = bool(chance.below(2, "imagined body armor"))
            person.body_armor = wears and BODY_ARMOR.cost <= spare
            person.boxes = BODY_ARMOR.boxes if person.body_armor else 0
            spare -= BODY_ARMOR.cost if person.body_armor else 0


def _open_sides(model: Model, now: Vehicle) -> list[int]:
    """Sides whose armor nobody knows: those that can have any and are not breached."""
    return [side for side in model.armored if side not in now.breached]


def _needed(now: Vehicle) -> list[int]:
    """The fewest points each side must have had, by what has been seen of it."""
    return [gone + (gone > 0 and side not in now.breached) for side, gone in enumerate(now.lost)]


def _spread(model: Model, now: Vehicle, needed: Sequence[int], chance: Chance) -> list[int]:
    """A model's armor laid out in another way that fits."""
    out = list(needed)
    sides = _open_sides(model, now)
    rest = model.points - sum(out)
    for at, side in enumerate(sides):
        last = at == len(sides) - 1
        share = rest if last else chance.below(rest + 1, "imagined armor")
        out[side] += share
        rest -= share
    return out
