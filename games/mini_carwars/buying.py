"""Buying vehicles (Rules: 3. Vehicle Selection; Rules: 9. Scenarios)."""

from __future__ import annotations

from typing import Final

from games.engine.ask import Ask, Step, asks_once, everyone
from games.engine.table import Live
from games.mini_carwars.catalog import (
    BODY_ARMOR,
    COMPUTERS,
    MODELS,
)
from games.mini_carwars.designs import brought
from games.mini_carwars.events import Bought
from games.mini_carwars.moves import Bring, Enough, Take
from games.mini_carwars.places import MOST_VEHICLES
from games.mini_carwars.state import Person, State, Vehicle, Weapon

LONE_BUDGET, PACK_BUDGET = 17_000, 25_000
PACK_LEAST: Final = 5
"""Cycles of a pack at least."""
ENOUGH = Enough()
CITE = "Rules: 3. Vehicle Selection"
CHEAPEST: Final = {
    cycle: min(model.cost for model in MODELS if model.cycle == cycle) for cycle in (False, True)
}


def sharers(state: State) -> list[int]:
    """PACK ATTACK: the seats that run the pack."""
    return [seat for seat in range(state.seats) if seat != state.lone]


def budget(state: State, seat: int) -> int:
    """Dollars a seat has to spend. A pack's budget is shared evenly by who runs it (house).

    Rules: 9. Scenarios
    """
    if state.options.scenario != "pack-attack":
        return state.options.budget
    return LONE_BUDGET if seat == state.lone else PACK_BUDGET // len(sharers(state))


def least(state: State, seat: int) -> int:
    """Vehicles a seat must buy."""
    if state.options.scenario != "pack-attack" or seat == state.lone:
        return 1
    share = sharers(state)
    each, more = divmod(PACK_LEAST, len(share))
    return each + (share.index(seat) < more)


def cycles(state: State, seat: int) -> bool | None:
    """What a seat may buy: cycles only, cars only, or (None) both. Rules: 9. Scenarios"""
    if state.options.scenario in ("arena", "open-fight"):
        return None
    return state.options.scenario == "pack-attack" and seat != state.lone


def several(state: State, seat: int) -> bool:
    """Whether a seat may buy more than one vehicle. Rules: 9. Scenarios"""
    if state.options.scenario == "pack-attack":
        return seat != state.lone
    return state.options.scenario == "open-fight"


def cost(vehicle: Vehicle) -> int:
    """What a vehicle was bought for, accessories included. Rules: Accessories"""
    return vehicle.kind.cost + sum(extras(person) for person in vehicle.crew)


def extras(person: Person) -> int:
    """What the accessories of one person cost."""
    computer = COMPUTERS[person.computer]
    return (computer.cost if computer else 0) + (BODY_ARMOR.cost if person.body_armor else 0)


def left(state: State, seat: int) -> int:
    """Dollars a seat has not spent."""
    return budget(state, seat) - sum(cost(v) for v in state.vehicles if v.owner == seat)


def room(state: State, seat: int, count: int = 1) -> int:
    """Dollars a seat may spend on so many vehicles: enough must stay for those it still owes."""
    owes = least(state, seat) - owned(state, seat) - count
    kept = max(owes, 0) * CHEAPEST[bool(cycles(state, seat))]
    return left(state, seat) - kept


def owned(state: State, seat: int) -> int:
    """Vehicles a seat has bought."""
    return sum(vehicle.owner == seat for vehicle in state.vehicles)


def offers(state: State, seat: int) -> list[Take]:
    """What a seat can buy now: every model, first as it is delivered, then with accessories, and
    several alike where it may have several."""
    places = MOST_VEHICLES - owned(state, seat) if several(state, seat) else 1
    only, money = cycles(state, seat), left(state, seat)
    rooms = [room(state, seat, count) for count in range(1, places + 1)]
    takes = [
        Take(model.number, computer, clothed)
        for model in MODELS
        if only in (None, model.cycle) and model.cost <= money
        for clothed in (False, True)
        for computer in range(len(COMPUTERS))
    ]
    return [
        Take(take.model, take.computer, take.body_armor, count)
        for take in takes
        for count, most in enumerate(rooms, 1)
        if count * price(take) <= most
    ]


def price(take: Take) -> int:
    """Dollars for one stock vehicle with its accessories. Rules: Stock Car List; Accessories"""
    model = MODELS[take.model]
    person = Person(computer=take.computer, body_armor=take.body_armor)
    return model.cost + (1 + model.gunner) * extras(person)


def buy(live: Live[State]) -> Step[None] | None:
    """Everyone who still buys chooses the next vehicle, all at once and in secret.

    Rules: 3. Vehicle Selection
    """
    state = live.state
    if not state.buying:
        state.beat = "line up"
        return None
    return _buy(live)


@asks_once
def _buy(live: Live[State]) -> Step[None]:
    state = live.state
    asks: list[Ask[Take | Bring | Enough]] = []
    for seat in state.buying:
        takes = offers(state, seat)
        options: list[Take | Bring | Enough] = [*takes]
        best = max((take for take in takes if take.plain), key=price, default=None)
        kept = left(state, seat) - room(state, seat)
        own = brought(room(state, seat), cycles(state, seat), kept) if best else None
        default: Take | Enough = best or ENOUGH
        if owned(state, seat) >= least(state, seat):
            options.insert(0, ENOUGH)
            default = ENOUGH
        asks.append(Ask(seat, "vehicle", options, default, CITE, brought=own))
    chosen = yield from everyone(asks)
    for seat, value in chosen:
        if isinstance(value, Enough):
            state.buying.remove(seat)
            continue
        for _ in range(value.count if isinstance(value, Take) else 1):
            state.vehicles.append(built(seat, value))
            live.tell(Bought(seat, value.model, left(state, seat)), seat)
        if not several(state, seat):
            state.buying.remove(seat)
    # Whoever can pay for nothing more need not say so.
    state.buying = [seat for seat in state.buying if offers(state, seat)]


def take_cheapest(state: State, seat: int) -> None:
    """Whoever leaves before the start leaves what had to be bought behind."""
    while owned(state, seat) < least(state, seat):
        state.vehicles.append(built(seat, min(offers(state, seat), key=price)))


def built(seat: int, value: Take | Bring) -> Vehicle:
    """A vehicle as it leaves the shop."""
    model = MODELS[value.model]
    armor = value.armor if isinstance(value, Bring) else model.armor
    crew = [Person() for _ in range(1 + model.gunner)]
    computers = value.computers if isinstance(value, Bring) else (value.computer,) * 2
    clothes = value.body_armor if isinstance(value, Bring) else (value.body_armor,) * 2
    for person, computer, clothed in zip(crew, computers, clothes, strict=False):
        person.computer = computer
        person.body_armor = clothed
        person.boxes = BODY_ARMOR.boxes if clothed else 0
    return Vehicle(
        owner=seat,
        model=model.number,
        armor=list(armor),
        bought=list(armor),
        plant=model.plant,
        weapons=[Weapon() for _ in model.weapons],
        crew=crew,
    )
