"""A player's movement phase: speed, moves, driving rolls, spins.

Rules: Adjust Speed; Drive; Low-Risk Moves; Maneuvers; Maneuvering Results; Spinning Out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from shapely import Point

from games.carwars import events as told
from tests.games.carwars.referee import crashes, shapes
from tests.games.carwars.referee.damage import eliminated, lose_control, lose_tires, pay
from tests.games.carwars.referee.fight import TOUCH, WALL, Car
from tests.games.carwars.referee.judge import Cause, Judge, check_dice, icons, rerolls
from tests.games.carwars.referee.shapes import Pose
from tests.games.carwars.referee.way import Way

SLIDE: Final = (0.8660254, 0.5)
"""Ahead and sideways. Ruling 59"""
SLIGHT: Final = 75
"""Tenths of a degree that are no maneuver yet."""
_ZONES: Final = (
    (75, "green", "d1"),
    (225, "yellow", "d2"),
    (450, "red", "d3"),
    (675, "white", "d4"),
)
"""Tenths of a degree over which a zone adds its die."""


@dataclass
class Done:
    """What of a movement point counts for its driving roll."""

    maneuver: bool = False
    side: int = 0
    """Of the maneuver: 1 left, -1 right."""
    dice: Counter[Cause] = field(default_factory=Counter)


def turn(judge: Judge, seat: int) -> None:
    """The whole turn of a player."""
    car = judge.car(seat)
    _speed(judge, car)
    left, number = car.pace, 0
    while left and not car.out:
        left, number = left - 1, number + 1
        if _repositions(judge, car):
            if _reposition(judge, car):
                left = 0
        else:
            _point(judge, car, number)


def _speed(judge: Judge, car: Car) -> None:
    """Rules: Adjust Speed; Hard Acceleration; Hard Braking; ruling 31, 51"""
    event = judge.take(told.SpeedSet, seat=car.seat, before=car.speed, was_reverse=car.reverse)
    step = event.speed - car.speed
    hard = {2: "accelerate", -2: "brake"}.get(step, "")
    judge.must(abs(step) <= 2, f"speed from {car.speed} to {event.speed}")
    judge.must(event.hard == hard, f"hard told as {event.hard!r}, by the rules {hard!r}")
    # A speed over the limit is cut before; to keep is never over it.
    judge.must(0 <= event.speed <= car.limit, f"speed {event.speed}, the limit is {car.limit}")
    judge.must(not (event.reverse and event.speed), "in reverse at a speed")
    if event.reverse:
        judge.must(not crashes.tail_at_wall(judge, car), "reverse with the tail at a wall")
    judge.must(not (hard == "brake" and car.tires == 0), "hard brake without tires")
    car.speed, car.reverse = event.speed, event.reverse
    saver = {"accelerate": "superbooster", "brake": "advanced_brakes"}.get(hard)
    saved = saver is not None and car.has(saver)
    number = {"superbooster": 28, "advanced_brakes": 26}[saver] if saver and saved else -1
    judge.must(event.card == number, f"card told as {event.card}, by the rules {number}")
    if hard == "accelerate" and not saved:
        car.power -= 1
        judge.take(told.PowerLost, seat=car.seat, why="accelerate", points=1, left=car.power)
        if not car.power:
            eliminated(judge, car.seat, "power")
    if hard == "brake" and not saved:
        lose_tires(judge, car.seat, "brake", 1)


# -- one movement point


def _point(judge: Judge, car: Car, number: int) -> None:
    """Rules: Drive; spec section 7"""
    committed = judge.comes(told.Committed, seat=car.seat)
    move = _commit(judge, car) if committed else None
    before = judge.fight.pose(car.seat)
    event = judge.take(told.Moved, seat=car.seat, point=number, reverse=car.reverse)
    if move is not None:
        judge.must(event.move == move, "another move than was committed to")
    free = event.move.kind == "slide" or event.move.tenths > SLIGHT
    judge.must(committed == free, "a commitment is for maneuvers, and for each of them")
    if not car.control:
        judge.must(event.move.kind == "straight", "out of control, it must drive straight")
    judge.must(shapes.same(event.path[0], before, 1e-3), f"it stood at {before}")
    way = _way(judge, car, event)
    car.pose = event.path[-1]
    point = _done(car, event)
    crashes.settle(judge, car, way, cut=event.cut)
    # The roll comes after the collision, which may have destroyed the card. Rules: Collisions, 6
    cold = "armored_beer_refrigerator"
    point.dice["blue", cold] += car.count(cold) * point.maneuver
    if not car.out:
        _roll(judge, car, point)


def _commit(judge: Judge, car: Car) -> Any:
    """Ace for a maneuver, Chassis Brace adds one at speed 4 and 5."""
    ace = 1 + (car.count("chassis_brace") if car.pace >= 4 else 0)
    event = judge.take(told.Committed, seat=car.seat, ace=ace)
    car.ace += event.ace
    return event.move


def _done(car: Car, event: told.Moved) -> Done:
    """What was done of a move counts. Ruling 5"""
    point = Done(side=event.move.side)
    if event.move.kind == "slide":
        point.maneuver = shapes.off(event.path[0], event.path[-1])[0] > 1e-6
    elif event.move.kind == "turn":
        point.maneuver = event.turned > SLIGHT
        for over, colour, zone in _ZONES:
            if event.turned > over:
                point.dice[colour, zone] += 1
    if not point.maneuver:
        point.dice.clear()
    else:
        point.dice["yellow", "speed"] += car.pace
    return point


def _way(judge: Judge, car: Car, event: told.Moved) -> Way:
    """The way of a move, whose told end must lie on it."""
    move, start = event.move, event.path[0]
    way = -1 if car.reverse else 1
    if move.kind == "slide":
        legs = [shapes.shifted(start, way * SLIDE[0], move.side * SLIDE[1])]
    else:
        legs = [shapes.shifted(start, float(way))]
    planned = Way(start, legs[0])
    if move.kind == "turn":
        judge.must(0 < move.tenths <= 900 and move.side in (-1, 1), f"no such turn: {move}")
        pivot = shapes.turn_corner(move.side, car.reverse)
        planned.corner(pivot, way * move.side * move.tenths / 10)
    elif move.kind == "slide":
        judge.must(move.side in (-1, 1), f"no such slide: {move}")
    end = event.path[-1]
    if not event.cut:
        judge.must(
            shapes.same(end, planned.end),
            f"{move.kind} ends at {end}, by the rules at {planned.end}",
        )
        turned = move.tenths if move.kind == "turn" else 0
        judge.must(event.turned == turned, f"turned {event.turned}, declared {turned}")
        planned.stop(1.0)
        return planned
    if len(event.path) == 3:
        judge.must(shapes.same(event.path[1], legs[0]), f"the corner is at {legs[0]}")
        rotated = way * move.side * (end[2] - start[2]) % 360
        judge.must(
            abs(rotated - event.turned / 10) <= 0.1 and event.turned <= move.tenths,
            f"turned {event.turned} tenths, its heading by {rotated:.2f}",
        )
    at, miss = planned.nearest(end)
    judge.must(miss <= 0.01, f"cut short at {end}, {miss:.4f} L off its way")
    planned.stop(at)
    return planned


def _roll(judge: Judge, car: Car, point: Done) -> None:
    """The driving roll, what it costs, and the spin. Rules: Maneuvering Results"""
    dice, more = judge.fight.ground_dice(car.pose)
    dice = dice + point.dice
    unpaid = 0
    if dice.total() or more:
        event = judge.take(told.Rolled, seat=car.seat, purpose="driving")
        check_dice(judge, event.dice, dice)
        judge.must(not rerolls(event.dice), "no card of the core set re-rolls driving dice")
        hits, skids, wrenches = icons(event.dice)
        skids += more
        got = (event.hits, event.skids, event.wrenches)
        want = (hits, skids, wrenches)
        judge.must(got == want, f"(hits, skids, wrenches) told as {got}, by the rules {want}")
        unpaid = _results(judge, car, skids, wrenches)
    if unpaid and point.maneuver:
        _spin(judge, car, point.side, unpaid)


def _results(judge: Judge, car: Car, skids: int, wrenches: int) -> int:
    """Card ignores, control, tires; returns the skids that were not paid."""
    if judge.comes(told.Ignored, seat=car.seat):
        event = judge.take(told.Ignored, icon="wrench", card=32)
        judge.must(car.has("high_density_radials"), "it has no High-Density Radials")
        judge.must(1 <= event.count <= wrenches, f"{event.count} ignored of {wrenches} wrenches")
        judge.must(event.ace == 2 * event.count, f"{event.ace} ace for {event.count} wrenches")
        judge.must(event.ace <= car.ace, f"{event.ace} ace spent of {car.ace}")
        car.ace -= event.ace
        wrenches -= event.count
    unpaid = pay(judge, car.seat, "skid", skids) if skids else 0
    lose_tires(judge, car.seat, "unpaid", unpaid)
    lose_tires(judge, car.seat, "wrench", wrenches)
    return unpaid


def _spin(judge: Judge, car: Car, side: int, skids: int) -> None:
    """Rules: Spinning Out; Collisions When Spinning Out; ruling 30, 36"""
    event = judge.take(told.Spun, seat=car.seat, skids=skids)
    judge.must(shapes.same(event.path[0], car.pose, 1e-3), f"it stood at {car.pose}")
    degrees = 22.5 * min(skids, 4)
    way = -1 if car.reverse else 1
    planned = Way(event.path[0], event.path[0])
    planned.corner((0.5 * way, -0.25 * side), way * side * degrees)
    end = event.path[-1]
    at, miss = planned.nearest(end)
    judge.must(miss <= 0.01, f"spun to {end}, {miss:.4f} L off its way")
    if not event.cut:
        right = shapes.after_spin(event.path[0], side, degrees, car.reverse)
        # A wall, or what is pinned, that is touched already may stop it without a word (house).
        held = at < 0.999 and crashes.held(judge, car, event.path[0])
        judge.must(shapes.same(end, right) or held, f"spun to {end}, by the rules to {right}")
    planned.stop(at)
    car.pose = end
    flips = skids >= 5
    crashes.settle(judge, car, planned, cut=event.cut, flips=flips)


# -- what cannot be moved


def _repositions(judge: Judge, car: Car) -> bool:
    """Whether a reposition comes: the last control for it is told before it."""
    after = judge.at + 1
    if judge.comes(told.OutOfControl, seat=car.seat) and after < len(judge.events):
        return isinstance(judge.events[after], told.Repositioned)
    return judge.comes(told.Repositioned, seat=car.seat)


def _reposition(judge: Judge, car: Car) -> bool:
    """Rules: Pushing Walls; Stuck; ruling 33, 37, 39, 53. Returns whether the turn ends by it."""
    had = car.control
    if judge.comes(told.OutOfControl) and had == 1:
        lose_control(judge, car.seat, 1)
    event = judge.take(told.Repositioned, seat=car.seat)
    start, end = event.path[0], event.path[-1]
    judge.must(shapes.same(start, car.pose, 1e-3), f"it stood at {car.pose}")
    judge.must(event.kind == judge.fight.kind(event.body), "of another kind")
    gap = shapes.base(start).distance(judge.fight.shape(event.body))
    judge.must(gap <= TOUCH + 5e-4, f"repositioned at body {event.body}, {gap:.4f} L off")
    held = event.body >= WALL or crashes.pinned(judge, event.body, car.seat)
    judge.must(held, f"body {event.body} could give way, it touches no wall")
    if not had and event.body >= WALL:
        ahead = shapes.shifted(start, -1.0 if car.reverse else 1.0)
        shared = shapes.base(ahead).intersection(judge.fight.shape(event.body)).area
        judge.must(shared > 1e-4, "out of control it goes straight, and no wall is in the way")
    judge.must(event.paid == (had > 0), f"paid told as {event.paid}, it had {had} control")
    if had and car.control == had:
        lose_control(judge, car.seat, 1)
    ways = _swings(car, start)
    right = [way.end for way in ways]
    if not event.stuck:
        judge.must(
            any(shapes.same(end, each) for each in right),
            f"swung to {end}, by the rules to one of {right}",
        )
    else:
        miss = min(way.nearest(end)[1] for way in ways)
        judge.must(miss <= 0.01, f"stuck at {end}, {miss:.4f} L off its way")
    _faces_away(judge, event, ways)
    _stops(judge, car, event)
    car.pose = end
    if event.stuck:
        _stuck(judge, car)
    crashes.pushed(judge, car)
    if not car.out:
        _roll(judge, car, Done())
    return event.stuck


def _swings(car: Car, start: Pose) -> Sequence[Way]:
    """By 90 degrees about either rear corner, to the left and to the right."""
    way = -1 if car.reverse else 1
    found = []
    for side in (1, -1):
        each = Way(start, start)
        each.corner((-0.5 * way, 0.25 * side), way * side * 90.0)
        found.append(each)
    return found


def _stops(judge: Judge, car: Car, event: told.Repositioned) -> None:
    """A swing ends early at another wall, or at what it pins against one, and only there."""
    fight, base = judge.fight, shapes.base(event.path[-1])
    bodies = [body for body in fight.bodies() if body not in (car.seat, event.body)]
    if event.stuck:
        near = [body for body in bodies if base.distance(fight.shape(body)) <= crashes.STOPPED]
        judge.must(bool(near), "stuck with nothing in the way")
        return
    for body in bodies:
        if body >= WALL:
            shared = base.intersection(fight.shape(body)).area
            judge.must(shared <= crashes.DEEP, f"it swung into body {body}")


def _faces_away(judge: Judge, event: told.Repositioned, ways: Sequence[Way]) -> None:
    """The key lies against the side furthest from the wall; square to it, on either."""
    if event.body < WALL:
        return
    wall, start = judge.fight.shape(event.body), event.path[0]
    spots = [shapes.out_of(start, (0.0, 0.25 * side)) for side in (1, -1)]
    left, right = (wall.distance(Point(spot)) for spot in spots)
    if abs(left - right) > 0.01 + 1e-3:
        side = 0 if left > right else 1
        miss = [way.nearest(event.path[-1])[1] for way in ways]
        judge.must(miss[side] <= 0.01, "it swung towards the wall")


def _stuck(judge: Judge, car: Car) -> None:
    """Rules: Stuck; ruling 37"""
    control = car.control
    lose_control(judge, car.seat, control)
    event = judge.take(told.Stuck, seat=car.seat, control=control, reverse=car.reverse)
    judge.must(shapes.same(event.path[0], car.pose, 1e-3), f"it stood at {car.pose}")
    way = 1 if car.reverse else -1
    whole = Way(car.pose, shapes.shifted(car.pose, 2.0 * way))
    _, miss = whole.nearest(event.path[-1])
    judge.must(miss <= 0.01, f"slid to {event.path[-1]}, {miss:.4f} L off its way")
    if not shapes.same(event.path[-1], whole.end):
        crashes.stopped_by(judge, car, event.path[-1], whole)
    car.pose = event.path[-1]
    car.speed, car.reverse = 0, False
