"""Before the race: cars, garages, starting order, first hands (Rules: Before You Start)."""

from __future__ import annotations

from typing import TypeAlias

from games.engine.ask import Ask, Step, asks_once, everyone
from games.world_auto_racing import hands
from games.world_auto_racing.deeds import answer
from games.world_auto_racing.designs import brought
from games.world_auto_racing.events import CarChosen, Mulligan, StartDrawn
from games.world_auto_racing.kinds import CARS, READY
from games.world_auto_racing.moves import Bring, Keep, Redraw, Take
from games.world_auto_racing.state import RaceContext, State

Garage: TypeAlias = Take | Bring
KEEP = Keep()
REDRAW = Redraw()


def free_cars(state: State) -> list[int]:
    """Cars that nobody drives, by number. Rules: Before You Start; house: all different"""
    taken = {racer.car for racer in state.drivers}
    return [car.number for car in CARS if car.number not in taken]


def car(context: RaceContext) -> Step[None] | None:
    """The next driver, in order of joining, chooses a car and its garage.

    Rules: Before You Start
    """
    state = context.state
    for seat, racer in enumerate(state.drivers):
        if racer.car < 0:
            state.active = seat
            return _choose_car(context, seat)
    state.active = -1
    state.beat = "start"
    return None


@asks_once
def _choose_car(context: RaceContext, seat: int) -> Step[None]:
    state = context.state
    free = free_cars(state)
    options: list[Garage] = [Take(number) for number in free]
    own = brought(free) if state.options.own_garages else None
    ask: Ask[Garage] = Ask(seat, "car", options, options[0], "Rules: Before You Start", brought=own)
    chosen: Garage = yield from answer(context, ask)
    racer = state.drivers[seat]
    racer.car = chosen.car
    if isinstance(chosen, Bring):
        racer.garage = list(chosen.cards)
        racer.brought = list(chosen.cards)
        racer.called = chosen.name
    else:
        racer.garage = list(READY[chosen.car])
    context.emit(CarChosen(seat, chosen.car, isinstance(chosen, Bring), racer.called))


def start(context: RaceContext) -> None:
    """Shuffle the garages, draw the starting order, deal five cards each.

    Rules: Before You Start
    """
    state = context.state
    state.phase = "mulligan"
    state.order = context.chance.shuffled(range(len(state.drivers)), "starting order")
    for seat, racer in enumerate(state.drivers):
        racer.garage = context.chance.shuffled(racer.garage, f"garage {seat}")
    sizes = tuple(len(racer.garage) for racer in state.drivers)
    context.emit(StartDrawn(tuple(state.order), sizes))
    for seat in range(len(state.drivers)):
        hands.draw(context, seat, hands.HAND)
    state.history.append(state.points)
    state.beat = "mulligan"


@asks_once
def mulligan(context: RaceContext) -> Step[None]:
    """Once, everyone may shuffle the first hand back; all at once and in secret.

    Rules: Before You Start; Ruling B12
    """
    state = context.state
    asks: list[Ask[Keep | Redraw]] = [
        Ask(seat, "mulligan", (KEEP, REDRAW), KEEP, "Rules: Before You Start")
        for seat, racer in enumerate(state.drivers)
        if not racer.left
    ]
    chosen = yield from everyone(asks)
    state.redraw = [seat for seat, value in chosen if isinstance(value, Redraw)]
    state.beat = "redraw"


def redraw(context: RaceContext) -> None:
    """Those who wished it shuffle their hand back and draw five new cards.

    Rules: Before You Start
    """
    state = context.state
    context.emit(Mulligan(tuple(state.redraw)))
    for seat in state.redraw:
        racer = state.drivers[seat]
        racer.garage = context.chance.shuffled(racer.garage + racer.hand, f"garage {seat}")
        racer.hand = []
        hands.draw(context, seat, hands.HAND)
    state.redraw = []
    state.beat = "beginning"
