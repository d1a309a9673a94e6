"""Under each way to move in the hand's picture: what it comes to, or why there is none now.

Places are 0 straight on, 1 drift, 2 swerve, 3 pivot; other questions have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.players import Player
from games.engine.voice import listed
from games.mini_carwars.control import added
from games.mini_carwars.maneuvers import STRAIGHT
from games.mini_carwars.sight import chance_of
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words import paths
from games.mini_carwars.words.outcomes import FISHTAIL, WALL, outcome
from games.mini_carwars.words.phrases import percent

PLACES: Final = (paths.STRAIGHT, "drift", "swerve", "pivot")
"""First keys by place."""
NAMED: Final = frozenset(PLACES)
"""Ways to move: their name stands on the picture and on the button."""
MOST: Final = 36
"""Most characters below a place."""


def foot(view: State, ask: Ask[Any], players: Sequence[Player]) -> dict[int, tuple[str, str]]:
    """First key of the path and what it comes to, by place."""
    if ask.kind != "move":
        return {}
    car = view.cars[view.asked]
    allowed = {paths.path(option)[0] for option in ask.options}
    return {
        place: (
            key,
            _straight(view, car) if key == paths.STRAIGHT else _maneuver(view, ask, car, key),
        )
        for place, key in enumerate(PLACES)
        if key in allowed
    }


def _hits(view: State, met: Iterable[int]) -> str:
    names = ["a wall" if one == WALL else view.cars[one].label for one in dict.fromkeys(met)]
    words = f"Hits {listed(names)}"
    return words if len(words) <= MOST else f"Hits {len(names)} vehicles"


def _straight(view: State, car: Vehicle) -> str:
    done = outcome(view, car, STRAIGHT)
    if done.met:
        return _hits(view, done.met)
    if done.off_road:
        return f"Off the road: {percent(done.trouble)} trouble"
    if done.debris:
        return f"Over debris: {percent(done.trouble)} trouble"
    return "Backs an inch" if car.speed < 0 else "An inch ahead"


def _maneuver(view: State, ask: Ask[Any], car: Vehicle, key: str) -> str:
    dones = [outcome(view, car, drive) for drive in paths.under(ask, (key,))]
    if all(done.met for done in dones):
        return _hits(view, (one for done in dones for one in done.met))
    if not car.maneuvers:
        return "Free: the first of the turn"
    return f"Control roll: {percent(chance_of(FISHTAIL - added(car)))} trouble"


def idle(view: State, ask: Ask[Any] | None) -> dict[int, str]:
    """Why there is no such move now, by place; those there are are absent."""
    if ask is None or ask.kind != "move":
        return {}
    car = view.cars[view.asked]
    allowed = {paths.path(option)[0] for option in ask.options}
    return {
        place: "Only at 10 mph" if key == "pivot" and abs(car.speed) != 10 else "Leaves the road"
        for place, key in enumerate(PLACES)
        if key not in allowed
    }
