"""Miles and places: how cars pass one another, what holds them back, and who wins by it.

What only reads takes a whole state or a covered one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games.engine.sums import Sum
from games.nascards.cards import MANEUVERS, NUMBERS
from games.nascards.events import Moved, MoveWhy
from games.nascards.state import LiveRace, State
from games.nascards.tables import alone

DEFENSIVE_DRIVING: Final = NUMBERS["defensive_driving"]


class RaceOver(Exception):
    """The race is decided; whatever was going on stops. Caught where beats are run."""


def next_to_act(state: State, acted: Collection[int] | None = None) -> int:
    """The best-placed car on the track that has not yet acted, or -1: in this phase, unless `acted`
    says which have.

    Looked up afresh each time: places change in mid-phase.

    Rules: Place; Rules: Maneuver Phase; Rules: Speed Phase; Ruling 26
    """
    if acted is None:
        acted = state.acted
    for seat in state.order:
        if seat not in acted:
            return seat
    return -1


def in_front(state: State, seat: int) -> list[int]:
    """The cars on the track ahead of one, the Leader first; none for a car that is not there."""
    return state.order[: state.order.index(seat)] if seat in state.order else []


def rear(state: State, seat: int) -> list[int]:
    """The cars on the track behind one, the nearest first."""
    return state.order[state.order.index(seat) + 1 :] if seat in state.order else []


def ahead(state: State, seat: int) -> int:
    """The car one place ahead, or -1. Rules: Maneuver Deck Card List Notation"""
    front = in_front(state, seat)
    return front[-1] if front else -1


def behind(state: State, seat: int) -> int:
    """The car one place behind, or -1. Rules: Maneuver Deck Card List Notation"""
    back = rear(state, seat)
    return back[0] if back else -1


def reach(state: State, seat: int, gain: int) -> tuple[int, int]:
    """The miles a car comes to with a gain, and the car that stops it there, or -1.

    A car that may not be passed is a wall while it is ahead: under a Yellow Flag the car directly
    ahead, with Blocking the blocker. The nearer one counts, and what is left of the gain is lost.

    Rules: Maneuver Deck Card List; Ruling 6
    """
    drivers = state.drivers
    driver = drivers[seat]
    after, wall = max(0, driver.miles + gain), -1
    if state.yellow_flag or driver.blocked_by:
        front = in_front(state, seat)
        walls = front[-1:] if state.yellow_flag else []
        walls += [other for other in driver.blocked_by if other in front]
        for other in walls:
            if drivers[other].miles < after:
                after, wall = drivers[other].miles, other
    return after, wall


def passed(state: State, seat: int, after: int) -> list[int]:
    """The cars a car gets ahead of with so many miles, the nearest first. Ruling 27"""
    drivers = state.drivers
    return [other for other in in_front(state, seat)[::-1] if drivers[other].miles < after]


def shift(
    context: LiveRace, seat: int, points: Sum, why: MoveWhy, card: int = -1, by: int = -1
) -> Sequence[int]:
    """Change a car's miles, and at once its place. Returns the cars it passed, the nearest first.

    To pass takes more miles, so with equal miles whoever was ahead stays ahead.

    Rules: Place; Ruling 2; Ruling 8; Ruling 25
    """
    state = context.state
    drivers, order = state.drivers, state.order
    driver = drivers[seat]
    gain, before = points.total, driver.miles
    at = place = order.index(seat)
    after, wall = reach(state, seat, gain)
    over: Sequence[int] = ()
    if gain > 0:
        over = passed(state, seat, after)
        place -= len(over)
    else:
        place += sum(drivers[other].miles > after for other in order[at + 1 :])
    if place != at:
        order.insert(place, order.pop(at))
    driver.miles = after
    context.emit(Moved(seat, why, points, before, after, wall, card, by, at + 1, place + 1))
    return over


def move(
    context: LiveRace, seat: int, points: Sum, why: MoveWhy, card: int = -1, by: int = -1
) -> None:
    """One move of one car: it may win by it, and pays for passing a defensive driver.

    Raises `RaceOver` when the car reaches the goal.

    Rules: Winning; Rules: Maneuver Deck Card List; Ruling 19
    """
    passed = shift(context, seat, points, why, card, by)
    if context.state.drivers[seat].miles >= context.state.options.goal:
        raise RaceOver
    if passed:
        _pay(context, seat, passed)


def move_together(context: LiveRace, seats: Sequence[int], points: Sum, card: int, by: int) -> None:
    """Several cars gain the same at the same moment, each against the walls as they then stand.

    `seats` runs from the front to the back. Raises `RaceOver` when one reaches the goal.

    Rules: Maneuver Deck Card List; Ruling 40
    """
    moved = [(seat, shift(context, seat, points, "card", card, by)) for seat in seats]
    drivers, goal = context.state.drivers, context.state.options.goal
    if any(drivers[seat].miles >= goal for seat in seats):
        raise RaceOver
    for seat, passed in moved:
        _pay(context, seat, passed)


def _pay(context: LiveRace, seat: int, passed: Sequence[int]) -> None:
    """Whoever passes a defensive driver loses miles right after; that may put him behind again.

    Rules: Maneuver Deck Card List; Ruling 27; Ruling 41
    """
    for other in passed:
        if loss := context.state.drivers[other].defensive:
            points = alone(loss, MANEUVERS[DEFENSIVE_DRIVING].name)
            shift(context, seat, points, "passer", DEFENSIVE_DRIVING, other)


def rejoin(state: State) -> None:
    """Cars come back from the pits behind every car with as many miles or more.

    Rules: Pit Stop Phase; Ruling 32
    """
    drivers, order = state.drivers, state.order
    for seat in state.pits:
        miles = drivers[seat].miles
        place = len(order)
        while place and drivers[order[place - 1]].miles < miles:
            place -= 1
        order.insert(place, seat)
    state.pits.clear()
