"""What stands in the way of a move and cannot be moved: a reposition takes the move's place
(Rules: Pushing Walls; Stuck)."""

from __future__ import annotations

from typing import TypeAlias

from games.carwars.base import (
    QUARTER,
    Move,
    backwards,
    base,
    enters,
    free_side,
    legs_of,
    side_touched,
    swing,
)
from games.carwars.ground import bodies, place_of, walls
from games.carwars.state import WALL, State
from games.carwars.travel import Body, Travel, travel
from games.engine.plane import BACK
from games.engine.shapes import Hull, apart, overlap, rest, touching
from games.engine.sweep import Leg

Driven: TypeAlias = tuple[tuple[Travel, ...], int]
"""What comes of a move, with nothing of it done yet: its way, and -1. Of a reposition how the car
swings round, and back it goes if it is stuck; and what it leaves behind: a wall, or what cannot
give way."""


def touched(state: State, seat: int) -> dict[int, Hull]:
    """The walls that a car stands at."""
    hull, there = base(state.cars[seat].pose), walls(place_of(state))
    return {n: body.hull for n, body in there.items() if touching(hull, body.hull)}


def tail_at_wall(state: State, seat: int) -> bool:
    """Whether the back touches a wall: then reverse may not be chosen.

    Rules: Adjust Speed; Ruling 47
    """
    hull, there = base(state.cars[seat].pose), touched(state, seat).values()
    return any(side_touched(hull, wall, is_wall=True) == BACK for wall in there)


def blocking(state: State, seat: int, move: Move) -> list[int]:
    """The walls at which a car stands and into which a move would drive it, in the order front,
    right, back, left. Rules: Pushing Walls; Rulings 26, 55"""
    car = state.cars[seat]
    hull, legs, there = base(car.pose), legs_of(car.pose, move, car.reverse), touched(state, seat)
    found = [n for n, wall in there.items() if enters(hull, legs, wall)]
    if len(found) > 1:
        found.sort(key=lambda n: (side_touched(hull, there[n], is_wall=True), n))
    return found


def driven(state: State, seat: int, move: Move) -> Driven:
    """What comes of a move: it is made, or a reposition takes its place.

    Rules: Pushing Walls; what is pinned counts as a wall: Ruling 38
    """
    car = state.cars[seat]
    if there := blocking(state, seat, move):
        return reposition(state, seat, there[0], move)
    way = travel(base(car.pose), legs_of(car.pose, move, car.reverse), bodies(state, seat))
    if way.pinned and not (way.touched or way.piles):
        return reposition(state, seat, way.pinned[0], move)
    return (way,), -1


def reposition(state: State, seat: int, body: int, move: Move) -> Driven:
    """Swing round by 90 degrees, away from what is in the way; stuck if that cannot be done.

    A car that stands square to it turns to the side of the move that was drawn; straight, to the
    side that has more room, then left. Rules: Pushing Walls; Stuck; Rulings 39, 54
    """
    car = state.cars[seat]
    hull, world = base(car.pose), bodies(state, seat)
    side = free_side(hull, world[body].hull, is_wall=body >= WALL) or move.side
    ways = {
        way: travel(hull, [swing(car.pose, way, QUARTER, car.reverse)], world, True, (body,))
        for way in ([side] if side else (1, -1))
    }
    swung = max(ways.values(), key=lambda way: way.part)
    if swung.stopped:
        world = moved(world, swung)
        back: list[Leg] = [backwards(swung.pose, car.reverse)]
        slid = travel(base(swung.pose), back, world, True)
        return (swung, slid), body
    return (_cleared(swung, body, world[body]),), body


def _cleared(swung: Travel, body: int, there: Body) -> Travel:
    """What was left behind and is still overlapped is pushed out by the smallest vector.

    Ruling 39
    """
    hull = base(swung.pose)
    if body >= WALL or not overlap(hull, there.hull):
        return swung
    deep, x, y = apart(hull, there.hull)
    out = rest(there.hull.moved(-deep * x, -deep * y).pose)
    return swung._replace(moved={**swung.moved, body: out})


def moved(world: dict[int, Body], way: Travel) -> dict[int, Body]:
    """The bodies after what was pushed has been moved."""
    out = {n: body for n, body in world.items() if n not in way.popped}
    for number, pose in way.moved.items():
        out[number] = out[number]._replace(hull=out[number].hull.put(pose))
    return out
