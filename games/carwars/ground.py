"""What lies where: bodies that touch, shapes that are seen, ground that is driven over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from games.carwars import arena
from games.carwars.arena import KINDS, Arena, Kind
from games.carwars.base import base, rectangle
from games.carwars.state import THING, WALL, State, Thing
from games.carwars.travel import Body
from games.engine.shapes import Hull, Pose

WRECK: Final = KINDS["wreck"]


def place_of(state: State) -> Arena:
    """The arena: the larger one of its name where there are more seats. Ruling 41"""
    return arena.arena_for(state.options.place, len(state.cars))


def laid_out(state: State) -> list[Thing]:
    """What lies in the arena from the start. Rules: Arena Setup"""
    return [Thing(spot.kind, *spot.pose) for spot in place_of(state).things]


@cache
def walls(where: Arena) -> dict[int, Body]:
    """The walls of an arena."""
    return {WALL + at: Body(hull, "wall") for at, hull in enumerate(arena.walls(where))}


# -- bodies


def bodies(state: State, seat: int = -1) -> dict[int, Body]:
    """Everything that can be touched, but for the car of a seat: cars, wrecks, obstacles, walls.

    Hazards and whatever else is drive-thru is none. Rules: Collisions
    """
    out: dict[int, Body] = {
        number: Body(base(car.pose), "heavy")
        for number, car in enumerate(state.cars)
        if number != seat and car.placed and not car.gone
    }
    for number, thing in enumerate(state.things, THING):
        weight = KINDS[thing.kind].weight
        if weight != "drive_thru" and not thing.gone:
            out[number] = Body(arena.thing(thing.kind, thing.pose), weight)
    return out | walls(place_of(state))


def is_player(state: State, number: int) -> bool:
    """Whether a body is a car that somebody plays."""
    return number < THING and not state.cars[number].out


def _kind(state: State, number: int) -> Kind | None:
    """What a wreck or a thing is like; None for a car in the fight and a wall."""
    if number < THING:
        return WRECK if state.cars[number].out else None
    return KINDS[state.things[number - THING].kind] if number < WALL else None


def is_light(state: State, number: int) -> bool:
    """Whether it is a light obstacle. Rules: Light Obstacles"""
    kind = _kind(state, number)
    return kind is not None and kind.weight == "light"


def kind_of(state: State, number: int) -> str:
    """What kind of thing a body is, `wreck` among them; empty for a car in the fight and a wall."""
    kind = _kind(state, number)
    return "" if kind is None else kind.id


def durability(state: State, number: int) -> int:
    """Damage that destroys a wreck or a thing; 0: it cannot be damaged, as all that lie without
    their durable side up. Rules: Durability; Wreck Markers; Ruling 21"""
    kind = _kind(state, number)
    return kind.durability if kind is not None and (state.options.durable or kind.always) else 0


class Seen(NamedTuple):
    """What can be seen or gives cover: cars and wrecks by their rectangles."""

    body: int
    hull: Hull
    cover: str
    """That it gives."""
    is_car: bool = False
    """Somebody plays it."""
    is_target: bool = False
    """It can take damage."""


def seen(state: State) -> Iterator[Seen]:
    """Everything that can be seen or gives cover: all walls but the edges among it.

    Rules: Cover; Choosing A Target
    """
    for number, car in enumerate(state.cars):
        if car.placed and not car.gone:
            is_car = is_player(state, number)
            is_target = is_car or durability(state, number) > 0
            yield Seen(number, rectangle(car.pose), WRECK.cover, is_car, is_target)
    for number, thing in enumerate(state.things, THING):
        kind = KINDS[thing.kind]
        if not thing.gone and (kind.cover != "none" or kind.durability):
            hull, is_target = arena.thing(thing.kind, thing.pose), durability(state, number) > 0
            yield Seen(number, hull, kind.cover, is_target=is_target)
    for number, wall in enumerate(arena.walls(place_of(state))[arena.EDGES :], WALL + arena.EDGES):
        yield Seen(number, wall, "full")


# -- ground


def level(state: State, pose: Pose) -> int:
    """The highest terrain level under a car. Rules: Terrain And Hazards; Ruling 2"""
    where = place_of(state)
    return arena.level_under(where, pose) if where.terrain else 0


def hazards(state: State, pose: Pose) -> list[Kind]:
    """The hazards under a car, which all add up. Rules: Terrain And Hazards; Rulings 3, 4"""
    return [KINDS[state.things[number - THING].kind] for number in lying(state, pose)]


def lying(state: State, pose: Pose) -> tuple[int, ...]:
    """The same by their numbers as bodies."""
    return arena.under(pose, {number: hull for number, (_, hull) in perils(state).items()})


def perils(state: State) -> dict[int, tuple[Kind, Hull]]:
    """All hazards that there are, by their numbers as bodies."""
    return {
        number: (KINDS[thing.kind], arena.thing(thing.kind, thing.pose))
        for number, thing in enumerate(state.things, THING)
        if not thing.gone and KINDS[thing.kind].weight == "drive_thru"
    }
