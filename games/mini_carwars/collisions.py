"""What happens when counters touch (Rules: 7. Crashes And Collisions)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.plane import (
    EVEN,
    TOUCH,
    Box,
    Point,
    apart,
    axis,
    meeting_point,
    side_struck,
    touching,
    turn_between,
)
from games.engine.sweep import Leg, part_of, sweep
from games.mini_carwars import damage
from games.mini_carwars.catalog import WIDTH
from games.mini_carwars.events import Collided, Thrown
from games.mini_carwars.ground import ARENA
from games.mini_carwars.maneuvers import IN_REVERSE
from games.mini_carwars.state import Play, State, Vehicle
from games.mini_carwars.telling import tell

HEADINGS: Final = 24
"""Directions and headings that a throw draws from, 15 degrees apart. House."""
TRIES: Final = 100
"""After so many throws that land on something they go a quarter inch farther. House."""
FIRST_LOOKS: Final = 16
"""How often a counter that begins in contact is looked at along a leg."""
CLOSE_LOOKS: Final = 10
"""Halvings of the step in which it came too deep."""
LEVEL: Final = ("same direction", 0)
"""A collision of which nothing comes: both go the same way at one speed."""
CLOSER: Final = 0.001
"""So much nearer counts as moving into a counter one lies against, in inches."""


class Stop(NamedTuple):
    """Where a counter was stopped on its way."""

    box: Box
    leg: int
    part: float
    """How much of that leg it had done, 0 to 1."""
    met: tuple[int, ...]
    """What it ran into: vehicles by number, lowest first; -1 for a wall."""
    held: tuple[int, ...]
    """What it runs along with and would have to drive into."""


def stop(state: State, number: int, legs: Sequence[Leg], way: float | None = None) -> Stop | None:
    """The first contact of a vehicle along a path; None when nothing is in its way.

    It travels by its nose or, in a skid, in a direction of its own (`way`, in degrees). What it
    lies against as a leg begins stops it only when it moves into it. What it runs along with at a
    heading (`along`) it may slide along, and is held up by without a collision: who goes the same
    way at one speed as they touch, and who is in contact with it after a collision.

    Rules: 7. Crashes And Collisions; spec 6; Ruling 73
    """
    vehicle, vehicles = state.vehicles[number], state.vehicles
    box = vehicle.box
    obstacles = [(n, each.box) for n, each in enumerate(vehicles) if n != number and each.here]
    obstacles += [(-1, wall.box) for wall in state.walls]

    def along(other: int, heading: float) -> bool:
        going = course(vehicle, heading) if way is None else way
        return other in vehicle.contact or (
            other >= 0
            and not vehicles[other].wreck
            and kind_of(vehicle, vehicles[other], going) == LEVEL
        )

    for at, leg in enumerate(legs):
        beside: list[tuple[int, Box]] = []
        free: list[tuple[int, Box]] = []
        for n, each in obstacles:
            near = along(n, box.heading) or touching(box, each)
            (beside if near else free).append((n, each))
        first = 2.0
        met: list[int] = []
        contact = sweep(box, (leg,), [each for _, each in free])
        stopped = box
        if contact is not None:
            first, stopped = contact.part, contact.box
            met = [free[place][0] for place in contact.touched]
        for n, each in beside:
            part = _against(box, leg, each)
            if part < first:
                first, stopped = part, part_of(box, leg, part).settled()
                met = [n]
        if first <= 1.0:
            numbers = sorted(set(met), key=lambda n: (n < 0, n))
            held = tuple(n for n in numbers if along(n, stopped.heading))
            return Stop(stopped, at, first, tuple(n for n in numbers if n not in held), held)
        box = part_of(box, leg, 1.0)
    return None


def _against(box: Box, leg: Leg, other: Box) -> float:
    """The part of a leg that a counter can do before it is deeper in another than it was, or than
    touching is; 2 for all of it. Nobody gets deeper into another by pressing on."""
    most = min(apart(box, other), TOUCH - CLOSER) - EVEN
    for at in range(1, FIRST_LOOKS + 1):
        if apart(part_of(box, leg, at / FIRST_LOOKS), other) < most:
            low, high = (at - 1) / FIRST_LOOKS, at / FIRST_LOOKS
            for _ in range(CLOSE_LOOKS):
                middle = (low + high) / 2
                if apart(part_of(box, leg, middle), other) < most:
                    high = middle
                else:
                    low = middle
            return low
    return 2.0


# -- the collision


def course(a: Vehicle, heading: float) -> float:
    """Direction of travel with this heading: in reverse it is the opposite."""
    return heading if a.speed >= 0 else (heading + 180.0) % 360.0


def kind_of(a: Vehicle, b: Vehicle, way: float) -> tuple[str, int]:
    """The type of a collision and its speed, `a` having moved and going this way as they touch.

    On the very border of two types it is the one with the lower speed, then the gentler.

    Rules: 7. Crashes And Collisions; spec 6
    """
    angle = turn_between(way, b.course)
    one, other = abs(a.speed), abs(b.speed)
    speeds = {"same direction": abs(one - other), "T-bone": one, "head-on": one + other}
    borders = {"same direction": (0, 45), "T-bone": (45, 135), "head-on": (135, 180)}
    kinds = [name for name, (low, high) in borders.items() if low <= angle <= high]
    kind = min(kinds, key=lambda name: speeds[name])
    return kind, speeds[kind]


def collide(context: Play, number: int, other: int, box: Box, way: float) -> None:
    """A vehicle has run into another, a wreck or a wall (-1); `box` is its counter at the contact,
    `way` its direction of travel.

    Damage comes first, then what becomes of their speeds and places.

    Rules: 7. Crashes And Collisions
    """
    state = context.state
    fixed = other < 0 or state.vehicles[other].wreck
    numbers = (number,) if fixed else (number, other)
    cars = [state.vehicles[each] for each in numbers]
    boxes = [state.vehicles[other].box] if other >= 0 else [wall.box for wall in state.walls]
    struck = min(boxes, key=lambda each: apart(box, each))
    # A wall or a wreck: like a head-on for the mover alone. Ruling 19, 23
    kind, speed = ("fixed", abs(cars[0].speed)) if fixed else kind_of(cars[0], cars[1], way)
    point = meeting_point(box, struck)
    sides = side_struck(box, point), side_struck(struck, point)
    before = [car.speed for car in cars]
    dice = [damage.dice(context, speed // 10, f"collision damage to {each}") for each in numbers]
    # Damage from a cycle is a third, whichever of the two moved.
    parts = [1] if fixed else [3 if car.kind.cycle else 1 for car in reversed(cars)]
    points = [sum(faces) // part for faces, part in zip(dice, parts, strict=True)]
    if kind == "same direction":
        _join(state, number, other, way)
    else:
        for car in cars:
            car.speed = 0
    told = [*zip(before, dice, points, [car.speed for car in cars], strict=True)]
    # A wall or a wreck has no speed and takes nothing.
    speeds, faces, lost, after = zip(*(*told, (0, (), 0, 0))[:2], strict=True)
    at = round(point[0], 4), round(point[1], 4)
    tell(context, Collided(number, other, kind, sides, speeds, speed, faces, lost, after, at))
    for place, each in enumerate(numbers):
        by = (other, number)[place]
        damage.hurt(context, each, sides[place], dice[place], points[place], by)
    if kind != "same direction":
        _throw(context, numbers, point)


def joined(speed: int, other: int) -> int:
    """The speed with which a vehicle goes on after a collision in the same direction.

    Rules: 7. Crashes And Collisions, Movement After Collision; Ruling 5, 72

    >>> joined(60, 50), joined(-20, -10), joined(-20, 60)
    (60, -20, -20)
    """
    both = -(-(abs(speed) + abs(other)) // 20) * 10
    return both if speed >= 0 else -min(both, IN_REVERSE)


def _join(state: State, number: int, other: int, way: float) -> None:
    """Both go on with the average of their speeds, one against the other. `number` has moved, and
    went this way: which of the two is in front goes by it.

    Rules: 7. Crashes And Collisions, Movement After Collision; Ruling 5, 27
    """
    a, b = state.vehicles[number], state.vehicles[other]
    a.speed, b.speed = joined(a.speed, b.speed), joined(b.speed, a.speed)
    for vehicle in (a, b):
        if vehicle.speed:
            # Rammed while it stood, it rolls, and has not stood for a whole turn.
            vehicle.shown = vehicle.speed
            vehicle.forward = 1 if vehicle.speed > 0 else -1
    for vehicle, partner in ((a, other), (b, number)):
        if partner not in vehicle.contact:
            vehicle.contact.append(partner)
    fx, fy = axis(way)
    ahead = (b.x - a.x) * fx + (b.y - a.y) * fy > 0
    front, back = (b, number) if ahead else (a, other)
    if back not in front.leads:
        front.leads.append(back)


def _throw(context: Play, numbers: Sequence[int], point: Point) -> None:
    """Where bounces and spins leave the counters: lifted together, put down one by one.

    The drop from three inches is drawn from the game's dice. Rules: 7. Crashes And Collisions,
    Movement After Collision; house numbers
    """
    state = context.state
    lying = [v.box for n, v in enumerate(state.vehicles) if n not in numbers and v.here]
    lying += [wall.box for wall in state.walls]
    for number in numbers:
        vehicle = state.vehicles[number]
        tries = 0
        while True:
            bearing = 15 * context.chance.below(HEADINGS, f"throw of {number}: direction")
            quarters = damage.die(context, f"throw of {number}: distance")
            quarters += tries // TRIES
            heading = 15 * context.chance.below(HEADINGS, f"throw of {number}: heading")
            right, ahead = axis(float(bearing))
            box = Box(
                point[0] + right * quarters / 4,
                point[1] + ahead * quarters / 4,
                float(heading),
                vehicle.kind.length,
                WIDTH,
            ).settled()
            tries += 1
            outside = state.walls and max(abs(box.x), abs(box.y)) > ARENA / 2
            if not outside and not any(touching(box, each) for each in lying):
                break
        vehicle.pose = box.pose
        lying.append(box)
        leave(state, number)
        tell(context, Thrown(number, bearing, quarters, box.pose))


def part_ways(state: State) -> None:
    """Vehicles between which a gap has opened are in contact no more. spec 6"""
    for number, vehicle in enumerate(state.vehicles):
        for other in list(vehicle.contact):
            partner = state.vehicles[other]
            if apart(vehicle.box, partner.box) > TOUCH + CLOSER or vehicle.wreck or partner.wreck:
                _separate(state, number, other)


def leave(state: State, number: int) -> None:
    """A vehicle that has been thrown, or is a wreck, is in contact with nobody."""
    for other in list(state.vehicles[number].contact):
        _separate(state, number, other)


def _separate(state: State, number: int, other: int) -> None:
    for one, two in ((number, other), (other, number)):
        vehicle = state.vehicles[one]
        if two in vehicle.contact:
            vehicle.contact.remove(two)
        if two in vehicle.leads:
            vehicle.leads.remove(two)
