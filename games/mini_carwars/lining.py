"""Lining up at the start (Rules: 2. Beginning The Game; Rules: 9. Scenarios)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.plane import Box, axis, touching
from games.mini_carwars import ground, places, sides
from games.mini_carwars.events import Lined
from games.mini_carwars.state import Play, State, Vehicle
from games.mini_carwars.telling import public_model

LEAD: Final = 12
"""Inches between the lone car's rear and the pack."""
SPEEDS: Final = {"road-duel": 60, "pack-attack": 80, "arena": 30}
"""mph at the start; in the arena: house."""
ROW, ACROSS, BETWEEN = 6, 0.65, 0.5
"""A pack starts in rows of six, centres so many inches apart across the road, with so many inches
between the rows. House."""
LANE: Final = 0.5
"""ROAD DUEL: how far from the middle of the road each starts, in inches. House."""
CIRCLE: Final = 7.5
"""Arena: all start so many inches from the middle. House."""
LANES: Final = 1.3
"""Open fight: most inches between two columns, and between neighbors of a row. House."""
COLUMNS: Final = 3.25
"""Open fight, abreast: inches from the first column to the last at most. House."""
ABREAST: Final = 3
"""Open fight, chase and head-on: vehicles in a row. House."""
BEHIND: Final = 1.5
"""Open fight: inches between a vehicle and the next of its seat behind it: more than a move, so
that nobody who moves first is held up. House."""
APART: Final = {"chase": 6.0, "head-on": 1.5}
"""Open fight: inches between two seats that go the same way. House."""
HEAD_ON: Final = 24.0
"""Open fight: inches between the two camps. House."""
NUDGE: Final = 0.25
"""Open fight: whose place is taken goes back by so many inches until one is free. House."""


def line_up(context: Play) -> None:
    """Put everyone at the start at the starting speed.

    Rules: 9. Scenarios; lanes, formations and the arena: house
    """
    state = context.state
    scenario = state.options.scenario
    state.vehicles.sort(key=lambda vehicle: vehicle.owner)
    for vehicle in state.vehicles:
        vehicle.speed = SPEEDS.get(scenario, state.options.start_speed)
    inches = 0
    if scenario == "road-duel":
        inches = _duel(context)
    elif scenario == "pack-attack":
        _pack(state)
    elif scenario == "open-fight":
        _formation(context)
        _own_places(state)
    else:
        state.walls = ground.walls()
        for seat, vehicle in enumerate(state.vehicles):
            # On a circle, facing the middle.
            bearing = 360.0 * seat / state.seats
            right, ahead = axis(bearing)
            vehicle.x, vehicle.y = round(CIRCLE * right, 4), round(CIRCLE * ahead, 4)
            vehicle.heading = round(((bearing + 180.0) % 360.0) / 15) * 15.0 % 360.0
    for vehicle in state.vehicles:
        vehicle.shown = vehicle.speed
        # Who starts standing was not driving forward: a car may back up at once. Ruling 14
        vehicle.stood = vehicle.speed == 0
    state.beat = "turn"
    any_name = any(vehicle.called for vehicle in state.vehicles)
    context.emit(
        Lined(
            scenario,
            tuple(vehicle.owner for vehicle in state.vehicles),
            tuple(public_model(state, vehicle) for vehicle in state.vehicles),
            tuple(vehicle.pose for vehicle in state.vehicles),
            tuple(vehicle.speed for vehicle in state.vehicles),
            inches,
            tuple(vehicle.called for vehicle in state.vehicles if any_name),
        )
    )
    ground.lay(context)
    # Who has left while vehicles were bought takes no part.
    sides.look(context)


def _duel(context: Play) -> int:
    """Who leads is drawn, and two dice say by how much. Rules: 9. Scenarios"""
    leader = context.state.vehicles[context.chance.below(2, "who leads")]
    inches = 2 + sum(context.chance.below(6, "distance at the start") for _ in range(2))
    follower = next(vehicle for vehicle in context.state.vehicles if vehicle is not leader)
    follower.x, follower.y = LANE, 0.0
    ahead = follower.kind.length / 2 + inches + leader.kind.length / 2
    leader.x, leader.y = -LANE, ahead
    return inches


def _pack(state: State) -> None:
    """The lone car, and the pack twelve inches behind it in rows. Rules: 9. Scenarios"""
    lone = next(vehicle for vehicle in state.vehicles if vehicle.owner == state.lone)
    pack = [vehicle for vehicle in state.vehicles if vehicle.owner != state.lone]
    _rows([pack], lone.y - lone.kind.length / 2 - LEAD, wide=ROW, across=ACROSS, behind=BETWEEN)


# -- open fight


def _formation(context: Play) -> None:
    """Seats side by side, one behind the other, or in two camps that drive at each other; which is
    where is drawn. House"""
    state = context.state
    order = context.chance.shuffled(range(state.seats), "who stands where")
    fleets = [state.fleet(seat) for seat in order]
    start, half = state.options.start, (len(fleets) + 1) // 2
    if start == "abreast":
        step = min(LANES, COLUMNS / (len(fleets) - 1))
        for at, fleet in enumerate(fleets):
            _rows([fleet], 0.0, wide=1)
            for vehicle in fleet:
                vehicle.x = round((at - (len(fleets) - 1) / 2) * step, 4)
    elif start == "chase":
        _rows(fleets, 0.0, apart=APART[start])
    else:
        _rows(fleets[:half], -HEAD_ON / 2, apart=APART[start])
        _rows(fleets[half:], HEAD_ON / 2, -1, apart=APART[start])


def _rows(
    fleets: Iterable[Sequence[Vehicle]],
    front: float,
    way: int = 1,
    *,
    wide: int = ABREAST,
    across: float = LANES,
    behind: float = BEHIND,
    apart: float = 0.0,
) -> None:
    """Seat behind seat in rows, up the road (`way` 1) or down (-1), from `front` inches on: so many
    vehicles in a row, so many inches apart across the road, from row to row and from seat to
    seat."""
    for fleet in fleets:
        for first in range(0, len(fleet), wide):
            row = fleet[first : first + wide]
            for at, vehicle in enumerate(row):
                vehicle.x = round((at - (len(row) - 1) / 2) * across * way, 4)
                vehicle.y = front - way * vehicle.kind.length / 2
                vehicle.heading = 0.0 if way > 0 else 180.0
            front -= way * (max(vehicle.kind.length for vehicle in row) + behind)
        front -= way * (apart - behind)


def _own_places(state: State) -> None:
    """What the host has written instead; who has no place of his own makes way.

    Rules: 9. Scenarios
    """
    named = {(place.seat, place.vehicle): place for place in places.read(state.options.places)}
    if not named:
        return
    taken: list[Box] = []
    following: list[tuple[Vehicle, Vehicle]] = []
    others: list[Vehicle] = []
    for seat in range(state.seats):
        fleet = state.fleet(seat)
        group = named.get((seat, 0))
        for number, vehicle in enumerate(fleet, 1):
            place = named.get((seat, number)) or (group if number == 1 else None)
            if place is not None:
                vehicle.pose = place.box.pose
                taken.append(vehicle.box)
            elif group is not None:
                following.append((vehicle, fleet[number - 2]))
            else:
                others.append(vehicle)
            said = place or group
            if said is not None and said.speed is not None:
                vehicle.speed = said.speed
    for vehicle, ahead in following:
        back = -1 if ahead.box.fy >= 0 else 1
        vehicle.x, vehicle.heading = ahead.x, ahead.heading
        vehicle.y = ahead.y + back * ((ahead.kind.length + vehicle.kind.length) / 2 + BEHIND)
        _make_way(vehicle, back, taken)
    for vehicle in others:
        _make_way(vehicle, -1 if vehicle.box.fy >= 0 else 1, taken)


def _make_way(vehicle: Vehicle, back: int, taken: list[Box]) -> None:
    """Down the road (`back` -1) or up it until nobody stands there."""
    while any(touching(vehicle.box, box) for box in taken):
        vehicle.y = round(vehicle.y + back * NUDGE, 4)
    taken.append(vehicle.box)
