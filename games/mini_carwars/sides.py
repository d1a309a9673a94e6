"""Who fights whom, who is out of action, and who has won (Rules: 9. Scenarios)."""

from __future__ import annotations

from typing import Final

from games.engine.game import Result
from games.engine.plane import gap
from games.engine.table import Live
from games.mini_carwars.events import Ended, HasQuit, WentOut
from games.mini_carwars.state import UNCHOSEN, State, Vehicle
from games.mini_carwars.telling import tell

ESCAPED: Final = 30.0
"""PACK ATTACK: the lone car has won with a lead above so many inches."""
LOST: Final = 60.0
"""ROAD DUEL: farther apart than so many inches they have lost touch. House."""
QUIET: Final = 30
"""Turns without damage after which a fight is a draw. House."""


UNDONE: Final = ("crew", "stranded")
"""Ways out of action that somebody's damage has brought about."""


def side_of(state: State, seat: int) -> int:
    """Seats of one number fight together: in PACK ATTACK all but the lone car's."""
    if state.options.scenario == "pack-attack":
        return int(seat != state.lone)
    return seat


def enemies(state: State, seat: int) -> list[int]:
    """Vehicles of the other sides."""
    own = side_of(state, seat)
    return [n for n, v in enumerate(state.vehicles) if side_of(state, v.owner) != own]


def _why_out(state: State, vehicle: Vehicle) -> str:
    """Why a vehicle is out of action now; empty when it is not. spec 9"""
    if vehicle.owner in state.quit:
        return "quit"
    if not any(person.able for person in vehicle.crew):
        return "crew"
    still = vehicle.speed == 0 and not (vehicle.running and vehicle.driver.able)
    if still and not any(weapon.working and not weapon.spent for weapon in vehicle.weapons):
        return "stranded"
    return ""


def look(live: Live[State]) -> bool:
    """Find who is out of action by now, and whether that ends the fight. True when it does.

    Rules: 9. Scenarios; house: looked at after every movement step and every fire step
    """
    state = live.state
    leave(live)
    for number, vehicle in enumerate(state.vehicles):
        why = "" if vehicle.out else _why_out(state, vehicle)
        if why:
            vehicle.out = why
            tell(live, WentOut(number, why, vehicle.struck_by if why in UNDONE else -1))
    alive = standing(state)
    done = {seat for group in state.fallen for seat in group}
    gone = [seat for seat in range(state.seats) if seat not in alive and seat not in done]
    if gone:
        state.fallen.append(gone)
    sides = {side_of(state, seat) for seat in alive}
    if len(sides) > 1:
        return False
    if not sides:
        end(live, "both out")
    elif state.options.scenario == "pack-attack":
        end(live, "lone" if sides == {0} else "pack")
    else:
        end(live, "survivor")
    return True


def leave(live: Live[State]) -> None:
    """Players who have ordered so leave for good: what they have chosen in secret is not done.

    Ruling 70
    """
    state = live.state
    for seat in state.quitting:
        state.quit.append(seat)
        live.tell(HasQuit(seat))
    if not state.quitting:
        return
    state.quitting.clear()
    for number, vehicle in enumerate(state.vehicles):
        if vehicle.owner in state.quit and state.speeds:
            state.speeds[number] = UNCHOSEN
    state.shots = [s for s in state.shots if state.vehicles[s.vehicle].owner not in state.quit]


def standing(state: State) -> list[int]:
    """Seats with a vehicle in action."""
    owners = {vehicle.owner for vehicle in state.vehicles if not vehicle.out}
    return sorted(owners)


def distance(state: State) -> float | None:
    """ROAD DUEL: inches between the two. PACK ATTACK: the lone car's lead along the road, from its
    rear to the foremost cycle in action, in inches. None where neither counts.

    Rules: 9. Scenarios; measured: house
    """
    scenario, cars = state.options.scenario, state.vehicles
    if not cars or scenario not in ("road-duel", "pack-attack"):
        return None
    if scenario == "road-duel":
        return round(gap(cars[0].box, cars[1].box), 4)
    lone = next(vehicle for vehicle in cars if vehicle.owner == state.lone)
    pack = [v for v in cars if v.owner != state.lone and not v.out]
    if not pack:
        return None
    rear = min(y for _, y in lone.box.corners)
    front = max(y for cycle in pack for _, y in cycle.box.corners)
    return round(rear - front, 4)


def lost(state: State) -> list[int]:
    """Points of armor each seat has been seen to lose so far."""
    out = [0] * state.seats
    for vehicle in state.vehicles:
        out[vehicle.owner] += sum(vehicle.lost)
    return out


def end_of_turn(live: Live[State]) -> bool:
    """What is looked at between two turns: who got away, and whether anything still happens.

    Rules: 9. Scenarios; house: losing touch and the stalemate
    """
    state = live.state
    apart = distance(state)
    state.history.append(lost(state))
    state.quiet = 0 if state.harmed else state.quiet + 1
    state.harmed = False
    if state.options.scenario == "pack-attack" and apart is not None and apart > ESCAPED:
        end(live, "escaped")
    elif state.options.scenario == "road-duel" and apart is not None and apart > LOST:
        end(live, "lost touch")
    elif state.quiet >= QUIET:
        end(live, "stalemate")
    else:
        return False
    return True


def end(live: Live[State], why: str) -> None:
    """The fight is over: places, and who has won."""
    state = live.state
    everyone = list(range(state.seats))
    alive = standing(state)
    if why == "pack":
        winners = [seat for seat in everyone if seat != state.lone]
    elif why in ("lone", "escaped"):
        winners = [state.lone]
    elif why == "survivor":
        winners = alive
    else:
        winners = []
    if winners:
        places = [winners, *_behind(state, [s for s in everyone if s not in winners])]
    elif state.options.scenario in ("arena", "open-fight"):
        places = _behind(state, everyone)
    else:
        places = [everyone]
    state.ended = why
    state.places = [group for group in places if group]
    state.beat = "over"
    live.tell(Ended(why, tuple(winners)))


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
