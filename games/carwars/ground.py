"""What lies where: the arena and what stands in it, as bodies that touch, shapes that are seen, and
ground that is driven over."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.carwars.base import Pose
from games.carwars.dice import Pool
from games.carwars.hull import RECTANGLE, Form, Hull, base
from games.carwars.state import THING, WALL, State, Thing
from games.carwars.travel import Body

Seen: TypeAlias = tuple[int, Form, Pose, str]
"""What can be seen: body, shape, where it lies, and the cover that it gives."""


class Hazard(NamedTuple):
    id: str
    dice: Pool
    skids: int
    wrenches: int


def size_of(state: State) -> float:
    return 12.0 if state.small else 18.0


@lru_cache(8)
def walls(size: float) -> dict[int, Body]:
    t = 1.0
    long, wide = Form(size + 2 * t, t), Form(t, size + 2 * t)
    return {
        WALL: Body(Hull(long, (size / 2, -t / 2, 0.0)), "wall"),
        WALL + 1: Body(Hull(wide, (size + t / 2, size / 2, 0.0)), "wall"),
        WALL + 2: Body(Hull(long, (size / 2, size + t / 2, 0.0)), "wall"),
        WALL + 3: Body(Hull(wide, (-t / 2, size / 2, 0.0)), "wall"),
    }


def bodies(state: State, seat: int) -> dict[int, Body]:
    out: dict[int, Body] = {}
    for number, car in enumerate(state.cars):
        if number != seat and car.placed and not car.gone:
            out[number] = Body(base(car.pose), "heavy")
    return out | walls(size_of(state))


def body_of(state: State, number: int) -> Hull:
    return base(state.cars[number].pose) if number < THING else walls(size_of(state))[number].hull


def standing(state: State) -> list[Hull]:
    return [base(car.pose) for car in state.cars if car.placed and not car.gone]


def seen(state: State) -> tuple[Seen, ...]:
    return tuple(
        (number, RECTANGLE, car.pose, "partial")
        for number, car in enumerate(state.cars)
        if car.placed and not car.gone
    )


def durability(state: State, body: int) -> int:
    return 5 if body < THING and state.options.durable and state.cars[body].out else 0


def laid_out(state: State) -> list[Thing]:
    return []


def level(state: State, pose: Pose) -> int:
    return 0


def hazards(state: State, pose: Pose) -> list[Hazard]:
    return []
