"""Who fights whom, who is out of action, and who has won (Rules: 9. Scenarios)."""

from __future__ import annotations

from typing import Final

from games.engine.game import Result
from games.mini_carwars.events import Ended, PlayerLeft, WentOut
from games.mini_carwars.state import UNCHOSEN, Play, State, Vehicle
from games.mini_carwars.telling import tell

ESCAPED: Final = 30.0
"""PACK ATTACK: the lone car has won with a lead above so many inches."""
LOST: Final = 60.0
"""ROAD DUEL: farther apart than so many inches they have lost touch. House."""
QUIET: Final = 30
"""Turns without damage after which a fight is a draw. House."""


UNDONE: Final = ("crew", "stranded")
"""Ways out of action that somebody's damage has brought about."""


def _why_out(state: State, vehicle: Vehicle) -> str:
    """Why a vehicle is out of action now; empty when it is not. spec 9"""
    if vehicle.owner in state.left:
        return "quit"
    if not any(person.able for person in vehicle.crew):
        return "crew"
    still = vehicle.speed == 0 and (vehicle.plant_gone or not vehicle.driver.able)
    if still and not any(weapon.working and not weapon.spent for weapon in vehicle.weapons):
        return "stranded"
    return ""


def look(context: Play) -> bool:
    """Find who is out of action by now, and whether that ends the fight. True when it does.

    Rules: 9. Scenarios; house: looked at after every movement step and every fire step
    """
    state = context.state
    leave(context)
    for number, vehicle in enumerate(state.vehicles):
        why = "" if vehicle.out else _why_out(state, vehicle)
        if why:
            vehicle.out = why
            tell(context, WentOut(number, why, vehicle.struck_by if why in UNDONE else -1))
    alive = standing(state)
    done = {seat for group in state.fallen for seat in group}
    gone = [seat for seat in range(state.seats) if seat not in alive and seat not in done]
    if gone:
        state.fallen.append(gone)
    sides = {state.side_of(seat) for seat in alive}
    if len(sides) > 1:
        return False
    if not sides:
        end(context, "both out")
    elif state.lone >= 0:
        end(context, "lone" if sides == {0} else "pack")
    else:
        end(context, "survivor")
    return True


def leave(context: Play) -> None:
    """Players who have ordered so leave for good: what they have chosen in secret is not done.

    Ruling 70
    """
    state = context.state
    for seat in state.leaving:
        state.left.append(seat)
        context.emit(PlayerLeft(seat))
    if not state.leaving:
        return
    state.leaving.clear()
    for number, vehicle in enumerate(state.vehicles):
        if vehicle.owner in state.left and state.speeds:
            state.speeds[number] = UNCHOSEN
    state.shots = [s for s in state.shots if state.vehicles[s.vehicle].owner not in state.left]


def standing(state: State) -> list[int]:
    """Seats with a vehicle in action."""
    owners = {vehicle.owner for vehicle in state.vehicles if not vehicle.out}
    return sorted(owners)


def end_of_turn(context: Play) -> bool:
    """What is looked at between two turns: who got away, and whether anything still happens.

    Rules: 9. Scenarios; house: losing touch and the stalemate
    """
    state = context.state
    apart = state.lead
    state.history.append(state.losses)
    state.quiet = 0 if state.harmed else state.quiet + 1
    state.harmed = False
    if state.lone >= 0 and apart is not None and apart > ESCAPED:
        end(context, "escaped")
    elif state.options.scenario == "road-duel" and apart is not None and apart > LOST:
        end(context, "lost touch")
    elif state.quiet >= QUIET:
        end(context, "stalemate")
    else:
        return False
    return True


def end(context: Play, why: str) -> None:
    """The fight is over: places, and who has won."""
    state = context.state
    everyone = list(range(state.seats))
    pack = [seat for seat in everyone if seat != state.lone]
    won = {"pack": pack, "lone": [state.lone], "escaped": [state.lone], "survivor": standing(state)}
    if winners := won.get(why, []):
        places = [winners, *_behind(state, [s for s in everyone if s not in winners])]
    elif state.options.scenario in ("arena", "open-fight"):
        places = _behind(state, everyone)
    else:
        places = [everyone]
    state.ended = why
    state.places = [group for group in places if group]
    state.beat = "over"
    context.emit(Ended(why, tuple(winners)))


def _behind(state: State, seats: list[int]) -> list[list[int]]:
    """Seats in the order they fell, the last one first; who still stands comes before them."""
    alive = [seat for seat in standing(state) if seat in seats]
    fallen = [[seat for seat in group if seat in seats] for group in reversed(state.fallen)]
    return [alive, *fallen]


def result(state: State) -> Result:
    """Places; the score is a seat's vehicles still in action."""
    scores = [0] * state.seats
    for vehicle in state.vehicles:
        scores[vehicle.owner] += not vehicle.out
    return Result(tuple(tuple(group) for group in state.places), tuple(scores))
