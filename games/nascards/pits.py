"""Pit Stop Phase: everybody decides in secret, and who pits is off the track for the turn."""

from __future__ import annotations

from games.engine.ask import Ask, Step, asks_once
from games.nascards.decks import draw, throw_hand
from games.nascards.events import PhaseBegan, PitsShown, Pitted, PitWhy, SpeedCards
from games.nascards.moves import Pit, Stay
from games.nascards.state import PIT as IN_THE_PITS
from games.nascards.state import Driver, LiveRace, State
from games.nascards.tables import PIT_HAND, changed_by


def must_pit(driver: Driver) -> bool:
    """Whether there is nothing to decide. Rules: Pit Stop Phase; Rules: The Crash Table"""
    return driver.forced_pits > 0 or not driver.hand


def draws(driver: Driver) -> int:
    """Speed cards drawn at a Pit Stop. Rules: Pit Stop Phase; Rules: Driver Advantage Table"""
    return PIT_HAND + changed_by(driver.advantages, "pit")


@asks_once
def pit(context: LiveRace) -> Step[None]:
    """Everybody who need not pit says whether to, in secret, in the first turn and straight after a
    Pit Stop, too: a full hand may be a poor one.

    Rules: Pit Stop Phase; Ruling 1
    """
    state = context.state
    asks = [
        Ask(seat, "pit", (Stay(), Pit()), Stay(), "Rules: Pit Stop Phase")
        for seat in state.order
        if not must_pit(state.drivers[seat])
    ]
    if asks:
        yield asks
    staying = [ask.seat for ask in asks if isinstance(ask.given, Stay)]
    state.pits = [seat for seat in state.order if seat not in staying]
    state.order = staying
    for seat in state.pits:
        state.drivers[seat].status = IN_THE_PITS
    state.beat = "stops"


def stops(context: LiveRace) -> None:
    """All decisions are shown, and the Pit Stops are made in the order of the places.

    With nobody on the track the turn ends here.

    Rules: Pit Stop Phase; Rules: The Crash Table
    """
    state = context.state
    drivers = state.drivers
    pits = state.pits
    forced = [seat for seat in pits if drivers[seat].forced_pits]
    empty = [seat for seat in pits if not drivers[seat].hand]
    context.emit(PitsShown(tuple(pits), tuple(forced), tuple(empty)))
    for seat in pits:
        _stop(context, seat)
    if state.order:
        state.beat = "deal"
        state.phase = "maneuver"
        context.emit(PhaseBegan("maneuver"))
    else:
        state.beat = "end"
        forget_turn(state)


def forget_turn(state: State) -> None:
    """What cars did in the last turn has been in sight long enough: they do something new."""
    for driver in state.drivers:
        driver.maneuver = driver.drafted = driver.crash = -1
        driver.maneuver_done = ""
        driver.speed = []


def _stop(context: LiveRace, seat: int) -> None:
    """A new hand and a whole engine. Rules: Pit Stop Phase; Rules: The Crash Table; Ruling 47"""
    state = context.state
    driver = state.drivers[seat]
    why: PitWhy = "crash" if driver.forced_pits else "" if driver.hand else "empty"
    discarded = throw_hand(state, seat)
    drawn = draw(context, seat, draws(driver))
    cleared, driver.engine_penalty = driver.engine_penalty, 0
    driver.pit_stops += 1
    if driver.forced_pits:
        driver.forced_pits -= 1
    context.emit(Pitted(seat, discarded, len(drawn), cleared, driver.forced_pits, why))
    if drawn:
        context.emit(SpeedCards(seat, drawn), seat)
