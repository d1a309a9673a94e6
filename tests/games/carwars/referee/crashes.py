"""Contacts: what a moving car touches, pushes, and what a collision costs.

Rules: Collisions; Pushing; Pile-Ups; ruling 34 to 39, 46 to 50.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from shapely import Point

from games.carwars import events as told
from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.damage import (
    damage_of_collision,
    damage_thing,
    eliminated,
    lose_tires,
    pay,
)
from tests.games.carwars.referee.fight import THING, TOUCH, WALL, Car, Fight
from tests.games.carwars.referee.judge import Judge, Lost, check_dice, icons, rerolls
from tests.games.carwars.referee.push import Pushing, way_out
from tests.games.carwars.referee.shapes import Pose
from tests.games.carwars.referee.way import Way

DEEP: Final = 2e-3
"""Shared area of two bases, in L², that is more than rounding and the 0.002 L of ruling 26."""
ENTERED: Final = 0.002 + 5e-4
"""How deep a base may go into what it stands at, in L (ruling 26), and rounding."""
PUSH_REACH: Final = 1.2
"""How far anything can be pushed in one point, in L: a move's length, and slack."""
PUSHED: Final = 0.03
"""Tolerance of a push, in L: its steps are of 0.02."""
STOPPED: Final = 0.05
"""How near what stops a swing or a slide back may be, in L: it may be pushed a little first."""
NEAR: Final = 0.0015
"""Distance of a told contact, in L: 0.0005 of ruling 35, and rounding."""


@dataclass
class _Crash:
    """A collision or pile-up still to be resolved."""

    side: int
    """Of the mover."""
    others: tuple[told.Touched, ...]

    def players(self, judge: Judge) -> list[int]:
        """Seats whose cars were touched."""
        return [each.body for each in self.others if judge.fight.is_player(each.body)]


def tail_at_wall(judge: Judge, car: Car) -> bool:
    """Whether the back touches a wall. Ruling 47"""
    base = shapes.base(car.pose)
    for body, wall in enumerate(judge.fight.walls, WALL):
        if base.distance(wall) > TOUCH - 3e-4:
            continue
        gaps = [(wall.distance(Point(spot)), spot) for spot in base.exterior.coords]
        least = min(gap for gap, _ in gaps)
        for gap, spot in gaps:
            if gap <= least + 1e-4:
                sides = shapes.side_at(car.pose, spot, _middle(judge, body, spot))
                if sides == {shapes.BACK}:
                    return True
    return False


def held(judge: Judge, car: Car, start: Pose) -> bool:
    """Whether something is touched from the start that may stop a spin."""
    fight, base = judge.fight, shapes.base(start)
    return any(
        base.distance(fight.shape(body)) <= 2 * TOUCH
        and (body >= WALL or pinned(judge, body, car.seat))
        for body in fight.bodies()
        if body != car.seat
    )


def pinned(judge: Judge, body: int, mover: int) -> bool:
    """Whether that, or the chain behind it, stands against a wall. Ruling 38, 39"""
    fight = judge.fight
    heavy = [each for each in fight.bodies() if each != mover and not fight.is_light(each)]
    chain, todo = {body}, [body]
    while todo:
        shape = fight.shape(todo.pop())
        for other in heavy:
            if other not in chain and shape.distance(fight.shape(other)) <= 3 * TOUCH:
                chain.add(other)
                # A wall ends the chain: it is behind nothing.
                todo += [other] if other < WALL else []
    return any(each >= WALL for each in chain)


def stopped_by(judge: Judge, car: Car, end: Pose, whole: Way) -> None:
    """Something must be in the way where a stuck car ended its slide back."""
    near = [
        body
        for body in judge.fight.bodies()
        if body != car.seat and shapes.base(end).distance(judge.fight.shape(body)) <= STOPPED
    ]
    judge.must(bool(near), f"slid to {end} and not to {whole.end}, with nothing in the way")


def settle(judge: Judge, car: Car, way: Way, *, cut: bool, flips: bool = False) -> None:
    """All that comes of a way: pushes, pops, light damage, collisions."""
    fight = judge.fight
    bodies = [body for body in fight.bodies() if body != car.seat]
    start = shapes.base(way.start)
    old = {body for body in bodies if start.distance(fight.shape(body)) <= TOUCH + 2e-4}
    still = {body: fight.shape(body) for body in bodies}
    moved, light = _moved(judge, car, old)
    _clean(judge, car, way, still, old, moved)
    _check_pushes(judge, car, way, still, moved)
    for body in fight.bodies():
        if fight.is_light(body) and body not in moved:
            shared = shapes.base(car.pose).intersection(fight.shape(body)).area
            judge.must(shared <= DEEP, f"it stands on body {body}, which was not pushed")
    crashes: list[_Crash] = []
    while judge.comes(told.Collided, seat=car.seat) or judge.comes(told.PiledUp, seat=car.seat):
        still_old = _still_old(way, old - moved, still)
        crashes.append(_collision(judge, car, still_old, old | moved))
    judge.must(bool(crashes) == cut, f"cut short {cut}, with {len(crashes)} collisions")
    # Players' cars from the first player clockwise, then the others as they were told.
    order = [(fight.first + at) % fight.seats for at in range(fight.seats)]
    crashes.sort(key=lambda crash: min([*map(order.index, crash.players(judge)), len(order)]))
    if flips:
        eliminated(judge, car.seat, "flipped")
    # Collisions are told of at once; what was pushed takes its damage before they are resolved.
    _light_damage(judge, car, light)
    for crash in crashes:
        if not car.out or flips:
            _resolve(judge, car, crash)


def _still_old(way: Way, old: set[int], still: dict[int, Any]) -> set[int]:
    """Those that the car has surely touched all along: what came apart once is a new contact, and
    what lies as far off as touching goes may be one."""
    return {
        body
        for body in old
        if all(
            shapes.base.__wrapped__(pose).distance(still[body]) <= TOUCH - 2e-4
            for _, pose in way.stops()
        )
    }


def pushed(judge: Judge, car: Car, old: set[int] | None = None) -> set[int]:
    """Pushed and popped things, and the roll for light ones; returns what was moved."""
    moved, light = _moved(judge, car, old)
    _light_damage(judge, car, light)
    return moved


def _moved(judge: Judge, car: Car, old: set[int] | None = None) -> tuple[set[int], list[int]]:
    """Pushed and popped things; returns what was moved, and what of it is light."""
    fight = judge.fight
    moved: set[int] = set()
    light: list[int] = []
    links = [shapes.base(car.pose), *(fight.shape(body) for body in old or ())]
    while judge.comes(told.Pushed, seat=car.seat) or judge.comes(told.Popped, seat=car.seat):
        event = judge.coming
        if isinstance(event, told.Popped):
            judge.take(told.Popped, kind=fight.kind(event.body))
            if event.body not in fight.bodies() or not fight.is_light(event.body):
                raise Lost(f"{event!r}: no such light thing")
            around = [each for each in fight.bodies() if each not in (event.body, car.seat)]
            near = min(fight.shape(event.body).distance(fight.shape(each)) for each in around)
            judge.must(near <= PUSH_REACH, f"popped, and nothing else within {near:.2f} L")
            reach = fight.shape(event.body).distance(shapes.base(car.pose))
            judge.must(reach <= PUSH_REACH, f"popped {reach:.2f} L from the mover")
            fight.things[event.body - THING].gone = True
            moved.add(event.body)
            if event.body in light:
                light.remove(event.body)
            continue
        event = judge.take(told.Pushed, kind=fight.kind(event.body))
        body = event.body
        if body >= WALL or body == car.seat:
            judge.differ(f"body {body} cannot be pushed")
            continue
        judge.must(shapes.same(event.before, fight.pose(body), 1e-3), f"{body} lay elsewhere")
        judge.must(abs(event.after[2] - event.before[2]) <= 0.1, "a push does not turn things")
        links.append(fight.shape(body))
        fight.put(body, event.after)
        links.append(fight.shape(body))
        moved.add(body)
        if fight.is_light(body):
            light.append(body)
    for body in moved:
        if body >= THING and fight.things[body - THING].gone:
            continue
        shared = shapes.base(car.pose).intersection(fight.shape(body)).area
        judge.must(shared <= DEEP, f"pushed body {body} is still overlapped by {shared:.4f} L²")
        reach = min(fight.shape(body).distance(link) for link in links if link is not None)
        judge.must(reach <= PUSH_REACH, f"body {body} was pushed from {reach:.2f} L away")
    return moved, light


def _light_damage(judge: Judge, car: Car, light: list[int]) -> None:
    """Rules: Pushing Light Obstacles"""
    if not judge.comes(told.Rolled, seat=car.seat, purpose="push"):
        due = [body for body in light if judge.fight.durable(body)]
        judge.must(not due, f"no roll for the pushed {due}")
        return
    event = judge.take(told.Rolled)
    judge.must(bool(light), "a roll for light things, and none was pushed")
    check_dice(judge, event.dice, Counter({("yellow", "speed"): car.pace}))
    hits = icons(event.dice)[0]
    judge.must(event.hits == hits, f"{event.hits} hits told, the dice show {hits}")
    for body in light:
        damage_thing(judge, body, hits, car.seat)


def _clean(
    judge: Judge,
    car: Car,
    way: Way,
    still: dict[int, Any],
    old: set[int],
    moved: set[int],
) -> None:
    """No new contact was driven over: of what stands still, nothing is entered on the way, and
    nothing new is touched before its end. Ruling 26, 35"""
    fight = judge.fight
    reach = shapes.base(way.start).buffer(2.2)
    watched = [
        body
        for body in still
        if body not in moved and not fight.is_light(body) and reach.intersects(still[body])
    ]
    apart: set[int] = {body for body in watched if body not in old}
    deep = {body: _depth(shapes.base(way.start), still[body]) for body in watched}
    for share, pose in way.stops():
        base = shapes.base.__wrapped__(pose)
        for body in list(watched):
            gap = base.distance(still[body])
            if gap > TOUCH + 2e-4:
                apart.add(body)
            elif body in apart and gap < 3e-4 and share < way.upto - 0.004:
                judge.differ(f"it touches body {body} at {pose}, and goes on")
                watched.remove(body)
            elif body not in apart and _depth(base, still[body]) > deep[body] + ENTERED:
                judge.differ(f"it goes into body {body} at {pose}")
                watched.remove(body)


def _depth(base: Any, shape: Any) -> float:
    """How deep a base stands in a shape, in L."""
    if base.distance(shape) > 0:
        return 0.0
    vector = way_out(base, shape)
    return 0.0 if vector is None else math.hypot(*vector)


def _check_pushes(judge: Judge, car: Car, way: Way, still: dict[int, Any], moved: set[int]) -> None:
    """What was pushed lies where pushing by small steps leaves it."""
    fight = judge.fight
    gone = {body for body in moved if body in still and _is_gone(fight, body)}
    around = {body: shape for body, shape in still.items() if body not in gone}
    paper = Pushing(fight, car.seat, around)
    paper.drive(way.stops(1))
    for body in sorted((moved - gone) | set(paper.moved)):
        if body >= WALL or body in gone:
            continue
        right, now = paper.shapes[body].centroid, fight.shape(body).centroid
        miss = right.distance(now)
        if miss > PUSHED:
            # Where shorter steps lead elsewhere, a hair's breadth decides: not worth a word.
            for fine in (2, 4):
                other_way = Pushing(fight, car.seat, around)
                other_way.drive(way.stops(fine))
                miss -= right.distance(other_way.shapes[body].centroid)
        if miss > PUSHED:
            judge.differ(f"body {body} lies {miss:.3f} L from where it is pushed to")
        for other in fight.bodies():
            shared = fight.shape(body).intersection(fight.shape(other)).area
            if other not in (body, car.seat) and shared > DEEP:
                judge.differ(f"pushed body {body} stands in body {other}, {shared:.4f} L²")


def _is_gone(fight: Fight, body: int) -> bool:
    return THING <= body < WALL and fight.things[body - THING].gone


def _touch(judge: Judge, car: Car, side: int, at: tuple[float, float], others: Any) -> None:
    """The point of contact lies on both, and the sides are those that it touches. Ruling 48"""
    fight = judge.fight
    spot = Point(at)
    gap = shapes.base(car.pose).exterior.distance(spot)
    for other in others:
        body = other.body
        shape = fight.shape(body)
        away = shape.exterior.distance(spot)
        judge.must(away <= 2 * NEAR, f"touched at {at}, {away:.4f} L from body {body}")
        if fight.is_player(body):
            middle = car.pose[:2]
            if len(others) == 2:
                partner = next(each.body for each in others if each.body != body)
                middle = _middle(judge, partner, at)
            able = shapes.side_at(fight.pose(body), at, middle)
            judge.must(other.side in able, f"body {body} touched on side {other.side}, not {able}")
        elif body >= THING:
            judge.must(other.side == -1, f"body {body} has no sides, told {other.side}")
    if len(others) == 1:
        judge.must(gap <= 2 * NEAR, f"touched at {at}, {gap:.4f} L from the mover")
        able = shapes.side_at(car.pose, at, _middle(judge, others[0].body, at))
        judge.must(side in able, f"the mover touched on side {side}, by the rules {able}")


def _middle(judge: Judge, body: int, at: tuple[float, float]) -> tuple[float, float]:
    """The middle of a body, for sides; of a wall its foot, past the contact."""
    fight = judge.fight
    if body < WALL:
        return fight.pose(body)[:2]
    feet = ((at[0], -1.0), (-1.0, at[1]), (at[0], fight.height + 1), (fight.width + 1, at[1]))
    return feet[body - WALL]


def _collision(judge: Judge, car: Car, old: set[int], chain: set[int]) -> _Crash:
    """What was touched; of a pile-up the first is one of the pushed chain.

    Rules: Heavy Obstacles; Pile-Ups
    """
    fight = judge.fight
    event = judge.coming
    others: tuple[told.Touched, ...]
    if isinstance(event, told.PiledUp):
        judge.take(told.PiledUp)
        others = event.others
    else:
        event = judge.take(told.Collided)
        others = (event.other,)
        gap = shapes.base(car.pose).distance(fight.shape(others[0].body))
        judge.must(gap <= NEAR, f"a collision with body {others[0].body}, {gap:.4f} L away")
        judge.must(others[0].body not in old, f"body {others[0].body} was touched before")
    for other in others:
        kind = fight.kind(other.body)
        judge.must(other.kind == kind, f"body {other.body} is no {other.kind!r}")
        judge.must(not fight.is_light(other.body), "a light thing does not collide")
    if len(others) == 2:
        near = others[0].body
        judge.must(near in chain and near < WALL, f"body {near} is not what was pushed")
        gap = fight.shape(others[0].body).distance(fight.shape(others[1].body))
        judge.must(gap <= NEAR, f"a pile-up of things {gap:.4f} L apart")
    _touch(judge, car, event.side, event.at, others)
    return _Crash(event.side, others)


def _resolve(judge: Judge, car: Car, crash: _Crash) -> None:
    """What a collision costs. Rules: Heavy Obstacles; Pile-Ups; ruling 29, 50"""
    fight = judge.fight
    payers = [car.seat, *(o.body for o in crash.others if fight.is_player(o.body))]
    for seat in payers:
        lose_tires(judge, seat, "unpaid", pay(judge, seat, "collision", 1))
    roll = judge.take(told.Rolled, seat=car.seat, purpose="collision")
    check_dice(judge, roll.dice, Counter({("yellow", "speed"): car.pace}))
    judge.must(not rerolls(roll.dice), "collision dice are not re-rolled")
    hits = icons(roll.dice)[0]
    judge.must(roll.hits == hits, f"{roll.hits} hits told, the dice show {hits}")
    damage_of_collision(judge, car.seat, crash.side, hits, None)
    for other in crash.others:
        if fight.is_player(other.body):
            damage_of_collision(judge, other.body, other.side, hits, car.seat)
        elif other.body < WALL:
            damage_thing(judge, other.body, hits, car.seat)
