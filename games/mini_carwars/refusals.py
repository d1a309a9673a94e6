"""Why an answer is not legal, as the names of the texts `[refusal]`."""

from __future__ import annotations

from typing import Any

from games.engine.ask import Ask
from games.mini_carwars import firing
from games.mini_carwars.catalog import COMPUTERS, KINDS, MODELS
from games.mini_carwars.maneuvers import ANGLES, TOP_SPEED, WAYS
from games.mini_carwars.moves import Drive, Fire, Speed, Take
from games.mini_carwars.sight import sight
from games.mini_carwars.state import State


def why_not(state: State, ask: Ask[Any], value: Any) -> str:
    """Why an answer is not among a question's options; empty where there is nothing to say of it.

    It is read by the seat that answers, of its own vehicle and of what everybody sees.
    """
    number = state.asked_of(ask.seat)[0]
    if ask.kind == "vehicle" and isinstance(value, Take):
        return _take(value)
    if ask.kind == "speed" and isinstance(value, Speed):
        return "top_speed" if value.mph > TOP_SPEED else "speed"
    if ask.kind == "move" and isinstance(value, Drive):
        return _drive(state, number, value)
    if ask.kind == "fire" and isinstance(value, Fire):
        return _fire(state, number, value)
    return ""


def _take(value: Take) -> str:
    if not 0 <= value.model < len(MODELS):
        return "no_model"
    return "no_money" if 0 <= value.computer < len(COMPUTERS) else "no_computer"


def _drive(state: State, number: int, value: Drive) -> str:
    """Rules: 6. Maneuvers And Control"""
    vehicle = state.vehicles[number]
    if value.how not in WAYS:
        return "ways"
    if value.how == "pivot" and abs(vehicle.speed) != 10:
        return "pivot"
    if value.how == "swerve" and value.size not in ANGLES[vehicle.kind.cycle]:
        return "swerve"
    if value.how == "drift" and value.size not in (1, 2):
        return "drift"
    return "" if state.options.off_road or state.walls else "edge"


def _fire(state: State, number: int, value: Fire) -> str:
    """Rules: 8. Combat"""
    vehicle = state.vehicles[number]
    kinds = vehicle.kind.weapons
    if not value.weapons or not all(0 <= place < len(kinds) for place in value.weapons):
        return "no_weapon"
    mounted = kinds[value.weapons[0]]
    if not all(vehicle.weapons[place].state == "ready" for place in value.weapons):
        return "not_ready"
    taken = {w for shot in state.shots if shot.vehicle == number for w in shot.weapons}
    if not taken.isdisjoint(value.weapons):
        return "firing"
    if len(value.weapons) > 1 and value.weapons not in firing.groups(vehicle, value.weapons):
        return "not_linked"
    if not KINDS[mounted.kind].to_hit:
        return "smoke"
    if not 0 <= value.target < len(state.vehicles):
        return "no_target"
    if value.target not in state.enemies(vehicle.owner):
        return "own_side"
    if not state.vehicles[value.target].here:
        return "gone"
    if state.vehicles[value.target].out and not value.out:
        return "out"
    lines = sight(state).lines(number, mounted.mount, value.target)
    if value.side not in lines:
        return "side" if lines and 0 <= value.side < 5 else "unseen"
    if KINDS[mounted.kind].stopped_by_smoke and lines[value.side].clouds:
        return "fog"
    return "never"
