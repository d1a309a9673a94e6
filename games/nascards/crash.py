"""Mishap Rolls, the Crash Table, and how a car is out of the race."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.sums import Part, Sum
from games.nascards.cards import MANEUVERS
from games.nascards.decks import discard_random, throw_away, throw_hand
from games.nascards.events import (
    CrashRolled,
    EnginePenalised,
    MishapRolled,
    PhaseBegan,
    PitsOwed,
    Totaled,
)
from games.nascards.state import PIT, TOTALED, Driver, LiveRace, State
from games.nascards.tables import (
    CRASH,
    DIE,
    HIT,
    HIT_AHEAD,
    alone,
    bonus,
    crash_row,
    hit_ahead,
    severity_parts,
)
from games.nascards.track import RaceOver, in_front, move, next_to_act


def phase(context: LiveRace) -> None:
    """Every car on the track makes a Mishap Roll, the best-placed first.

    Rules: Crash Phase
    """
    state = context.state
    state.phase = "crash"
    context.emit(PhaseBegan("crash"))
    mishaps(context, state.order)
    state.beat = "end"


def mishaps(context: LiveRace, seats: Collection[int], card: int = -1) -> None:
    """These cars make Mishap Rolls in rank order; `card` is the Maneuver card that has them do it.

    Rules: Crash Phase; Rules: Maneuver Deck Card List Notation
    """
    state = context.state
    acted = [seat for seat in state.order if seat not in seats]
    while (seat := next_to_act(state, acted)) >= 0:
        acted.append(seat)
        _mishap(context, seat, card)


def mods(driver: Driver, roll: str) -> list[Part]:
    """What Maneuver cards add to a car's rolls of that kind this turn, and advantages always.

    Rulings 9 and 10
    """
    cards = [Part(mod.points, MANEUVERS[mod.card].name) for mod in driver.mods if mod.roll == roll]
    return cards + bonus(driver.advantages, roll)


def rolled(context: LiveRace, what: str, parts: Collection[Part]) -> Sum:
    """A roll of the die with what changes it."""
    face = alone(context.chance.below(DIE, what) + 1, "roll")
    return Sum((*face.parts, *parts)) if parts else face


def hits_ahead(state: State, seat: int) -> int:
    """Cars ahead that were hit this turn, looked up now; each counts once.

    A car totaled this turn stays where it stopped until the turn ends.

    Rules: Crash Phase; Ruling 7; Ruling 18; Ruling 33
    """
    drivers = state.drivers
    hits = sum([drivers[other].hit for other in in_front(state, seat)])
    miles = drivers[seat].miles
    for other in state.wrecks:
        wreck = drivers[other]
        if wreck.hit and wreck.totaled_turn == state.turn:
            hits += wreck.miles > miles or (wreck.miles == miles and seat in wreck.behind)
    return hits


def hit_on(state: State, seat: int) -> int:
    """The lowest face of the die that hits that car if it rolls now. Rules: Crash Phase"""
    return HIT - state.drivers[seat].mishap_mod - HIT_AHEAD * hits_ahead(state, seat)


def _mishap(context: LiveRace, seat: int, card: int) -> None:
    """One Mishap Roll; a car that is hit makes a Severity Roll at once.

    Rules: Crash Phase
    """
    state = context.state
    driver = state.drivers[seat]
    parts = mods(driver, "mishap")
    if hits := hits_ahead(state, seat):
        parts.append(hit_ahead(hits))
    roll = rolled(context, "mishap roll", parts)
    hit = roll.total >= HIT
    driver.hit = driver.hit or hit
    context.emit(MishapRolled(seat, roll, hit, card))
    if hit:
        _crash(context, seat)


def _crash(context: LiveRace, seat: int) -> None:
    """The Severity Roll, and what the Crash Table says to it.

    Rules: The Crash Table; Ruling 16; Ruling 47
    """
    driver = context.state.drivers[seat]
    parts = severity_parts(driver.speed) + mods(driver, "severity")
    roll = rolled(context, "severity roll", parts)
    driver.crash = crash_row(roll.total)
    context.emit(CrashRolled(seat, roll, driver.crash))
    row = CRASH[driver.crash]
    if row.do == "miles":
        move(context, seat, alone(row.n, "crash"), "crash")
    elif row.do == "discard":
        discard_random(context, seat, row.n)
    elif row.do == "engine":
        penalise(context, seat, row.n)
    elif row.do == "pits":
        driver.forced_pits = max(driver.forced_pits, row.n)
        context.emit(PitsOwed(seat, driver.forced_pits))
    else:
        total(context, seat)
        if decided(context.state):
            raise RaceOver


def penalise(context: LiveRace, seat: int, points: int, by: int = -1, card: int = -1) -> None:
    """Miles off in each Speed Phase until a Pit Stop; penalties add up.

    Rules: The Crash Table; Ruling 47
    """
    driver = context.state.drivers[seat]
    driver.engine_penalty += points
    context.emit(EnginePenalised(seat, points, driver.engine_penalty, by, card))


def running(state: State) -> int:
    """How many cars are not totaled."""
    return len(state.order) + len(state.pits)


def decided(state: State) -> bool:
    """Whether too few cars are left for the race to go on. Ruling 42"""
    return running(state) < (1 if state.options.race_on else 2)


def total(context: LiveRace, seat: int, *, retired: bool = False) -> None:
    """A car is out of the race: it leaves the track at once, and its cards are discarded.

    Its Blocking and Defensive Driving end with it, a Yellow Flag stays out.

    Rules: The Crash Table; Ruling 34
    """
    state = context.state
    driver = state.drivers[seat]
    if driver.status == PIT:
        state.pits.remove(seat)
    else:
        place = state.order.index(seat)
        driver.behind = state.order[place + 1 :]
        del state.order[place]
    driver.status = TOTALED
    driver.totaled_turn = state.turn
    state.wrecks.append(seat)
    throw_hand(state, seat)
    throw_away(driver)
    driver.defensive = 0
    for other in state.drivers:
        if seat in other.blocked_by:
            other.blocked_by.remove(seat)
    context.emit(Totaled(seat, driver.miles, retired))
