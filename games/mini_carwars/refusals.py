"""Why an answer is not legal, in one sentence each."""

from __future__ import annotations

from typing import Any

from games.engine.ask import Ask
from games.engine.voice import listed
from games.mini_carwars import firing
from games.mini_carwars.buying import price
from games.mini_carwars.catalog import COMPUTERS, KINDS, MODELS, SIDES
from games.mini_carwars.maneuvers import ANGLES, TOP_SPEED
from games.mini_carwars.moves import Drive, Fire, Speed, Take
from games.mini_carwars.sight import sight
from games.mini_carwars.state import State, Vehicle


def why_not(state: State, ask: Ask[Any], value: Any) -> str:
    """The sentence for an answer that is not among a question's options; empty for none of its own.

    It is read by the seat that answers, of its own vehicle and of what everybody sees.
    """
    if ask.kind == "vehicle" and isinstance(value, Take):
        return _take(value)
    if ask.kind == "speed" and isinstance(value, Speed):
        return _speed(state.vehicles[state.asked_of(ask.seat)[0]], value)
    if ask.kind == "move" and isinstance(value, Drive):
        return _drive(state, state.vehicles[state.moving], value)
    if ask.kind == "fire" and isinstance(value, Fire):
        return _fire(state, state.asked_of(ask.seat)[0], value)
    return ""


def _take(value: Take) -> str:
    if not 0 <= value.model < len(MODELS):
        return "There is no such vehicle on the Stock Car List."
    if not 0 <= value.computer < len(COMPUTERS):
        return "There are two targeting computers: one adds 1 to a roll to hit, the other 2."
    kit = "" if value.plain else " with accessories"
    many = f"{value.count} times " if value.count != 1 else ""
    return f"{many}{MODELS[value.model].name}{kit} for ${price(value):,} cannot be bought here."


def _speed(vehicle: Vehicle, value: Speed) -> str:
    """Rules: 5. Acceleration And Deceleration"""
    if value.mph > TOP_SPEED:
        return f"No vehicle does more than {TOP_SPEED} mph."
    can = listed([str(mph) for mph in sorted(vehicle.speeds, reverse=True)], "or")
    return f"From {vehicle.speed} mph this vehicle can show {can} mph, not {value.mph}."


def _drive(state: State, vehicle: Vehicle, value: Drive) -> str:
    """Rules: 6. Maneuvers And Control"""
    cycle = vehicle.kind.cycle
    if value.how == "pivot" and abs(vehicle.speed) != 10:
        return f"Only a vehicle at 10 mph can pivot; this one does {abs(vehicle.speed)}."
    if value.how == "swerve" and abs(value.amount) not in ANGLES[cycle]:
        angles = listed([str(angle) for angle in ANGLES[cycle]], "or")
        kind = "cycle" if cycle else "car"
        return f"A {kind} swerves by {angles} degrees, not by {abs(value.amount)}."
    if value.how == "drift" and abs(value.amount) not in (1, 2):
        return "A drift goes a quarter or half an inch to one side."
    if value.how not in ("straight", "drift", "swerve", "pivot"):
        return "There are four ways to move: straight, drift, swerve and pivot."
    if not state.options.off_road and not state.walls:
        return "That move leaves the road, and another one does not."
    return ""


def _fire(state: State, number: int, value: Fire) -> str:
    """Rules: 8. Combat"""
    vehicle = state.vehicles[number]
    kinds = vehicle.kind.weapons
    if not value.weapons or not all(0 <= place < len(kinds) for place in value.weapons):
        return "There is no such weapon on this vehicle."
    mounted = kinds[value.weapons[0]]
    name = KINDS[mounted.kind].name
    if not all(vehicle.weapons[place].state == "ready" for place in value.weapons):
        return f"That {name} cannot fire now."
    taken = {w for shot in state.shots if shot.vehicle == number for w in shot.weapons}
    if not taken.isdisjoint(value.weapons):
        return f"That {name} is being fired by somebody else on board."
    if len(value.weapons) > 1 and value.weapons not in firing.groups(vehicle, value.weapons):
        return "Only linked weapons fire together."
    if not KINDS[mounted.kind].to_hit:
        return "A smokescreen is fired at nobody."
    if not 0 <= value.target < len(state.vehicles):
        return "There is no such target."
    if value.target not in state.enemies(vehicle.owner):
        return "That vehicle is on your own side."
    if not state.vehicles[value.target].here:
        return "That vehicle is not on the map any more."
    if state.vehicles[value.target].out and not value.out:
        return "That vehicle is out of action by now."
    lines = sight(state).lines(number, mounted.mount, value.target)
    if not lines:
        return f"Nothing of that vehicle can be seen from the {SIDES[mounted.mount]}."
    if value.side not in lines:
        side = SIDES[value.side] if 0 <= value.side < len(SIDES) else "named"
        return f"The {side} side of that vehicle cannot be seen from the {SIDES[mounted.mount]}."
    if KINDS[mounted.kind].stopped_by_smoke and lines[value.side].clouds:
        return f"A {name.lower()} does not fire through smoke."
    return "That shot cannot hit."
