"""Buying vehicles (Rules: 3. Vehicle Selection; Rules: 9. Scenarios)."""

from __future__ import annotations

from functools import lru_cache

from games.engine.ask import Ask, Step, asks_once, everyone
from games.mini_carwars.catalog import COMPUTERS, MODELS
from games.mini_carwars.designs import brought
from games.mini_carwars.events import Bought
from games.mini_carwars.moves import Bring, Enough, Take
from games.mini_carwars.places import MOST_VEHICLES
from games.mini_carwars.state import Person, Play, State, Vehicle, Weapon

ENOUGH = Enough()
CITE = "Rules: 3. Vehicle Selection"


def offers(state: State, seat: int) -> list[Take]:
    """What a seat can buy now: every model, first as it is delivered, then with accessories, and
    several alike where it may have several."""
    places = MOST_VEHICLES - state.bought[seat] if state.several(seat) else 1
    only, money = state.cycles(seat), state.unspent(seat)
    rooms = [state.room(seat, count) for count in range(1, places + 1)]
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


@lru_cache(4096)
def price(take: Take) -> int:
    """Dollars for one stock vehicle with its accessories. Rules: Stock Car List; Accessories"""
    return built(0, take).cost


def buy(context: Play) -> Step[None] | None:
    """Everyone who still buys chooses the next vehicle, all at once and in secret.

    Rules: 3. Vehicle Selection
    """
    state = context.state
    if not state.buying:
        state.beat = "line up"
        return None
    return _buy(context)


@asks_once
def _buy(context: Play) -> Step[None]:
    state = context.state
    asks: list[Ask[Take | Bring | Enough]] = []
    for seat in state.buying:
        takes = offers(state, seat)
        options: list[Take | Bring | Enough] = [*takes]
        best = max((take for take in takes if take.plain), key=price, default=None)
        room = state.room(seat)
        kept = state.unspent(seat) - room
        own = brought(room, state.cycles(seat), kept) if best else None
        default: Take | Enough = best or ENOUGH
        if not state.owes(seat):
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
            context.emit(Bought(seat, value.model, state.unspent(seat)), seat)
        if not state.several(seat):
            state.buying.remove(seat)
    # Whoever can pay for nothing more need not say so.
    state.buying = [seat for seat in state.buying if offers(state, seat)]


def take_cheapest(state: State, seat: int) -> None:
    """Whoever leaves before the start leaves what had to be bought behind."""
    while state.owes(seat):
        state.vehicles.append(built(seat, min(offers(state, seat), key=price)))


def built(seat: int, value: Take | Bring) -> Vehicle:
    """A vehicle as it leaves the shop."""
    model = MODELS[value.model]
    if isinstance(value, Take):
        both = (value.computer, value.computer), (value.body_armor, value.body_armor)
        value = Bring(value.model, model.armor, *both)
    aboard = [*zip(value.computers, value.body_armor, strict=True)][: 1 + model.gunner]
    crew = [Person(computer=computer, body_armor=worn) for computer, worn in aboard]
    for person in crew:
        person.boxes = person.of
    return Vehicle(
        owner=seat,
        called=value.name,
        model=model.number,
        armor=list(value.armor),
        bought=list(value.armor),
        plant=model.plant,
        weapons=[Weapon() for _ in model.weapons],
        crew=crew,
    )
