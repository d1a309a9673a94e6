"""Building, places, and the round: Check Speed, Take Control, Manage Fires, the marker.

Rules: Car Construction; Starting Positions; Sequence Of Play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.carwars import events as told
from games.carwars.options import Options
from games.engine.sums import Sum
from tests.games.carwars.referee import combat, driving, shapes
from tests.games.carwars.referee.cars import faults, known_car
from tests.games.carwars.referee.damage import absorb_fire, damage_car, ended, lose_control
from tests.games.carwars.referee.data import DASHBOARD
from tests.games.carwars.referee.fight import Car, Item
from tests.games.carwars.referee.judge import Difference, Judge, Lost, Over


def judge_match(
    events: Sequence[object],
    options: Options,
    seats: int,
    seed: int = 0,
    until: int | None = None,
) -> tuple[list[Difference], Counter[str], Counter[str]]:
    """All differences, how many events of each kind were judged, and how many were passed by.
    `until`: nothing from that event on is read."""
    judge = Judge(events, options, seats, seed, until)
    try:
        _match(judge)
    except Over:
        pass
    except Lost as lost:
        judge.found.append(Difference(seed, judge.at, f"cannot follow: {lost}"))
    passed = Counter(type(event).__name__ for event in events)
    passed.subtract(judge.judged)
    return judge.found, judge.judged, +passed


def _match(judge: Judge) -> None:
    fight = judge.fight
    for seat in range(fight.seats):
        _build(judge, seat)
    fight.first = judge.take(told.FirstPlayer).seat
    for seat in fight.clockwise():
        _place(judge, seat)
    while True:
        fight.round += 1
        judge.take(told.RoundBegan, round=fight.round, first=fight.first)
        _check_speed(judge)
        _take_control(judge)
        for seat in fight.clockwise():
            if not fight.cars[seat].out:
                _fires(judge, seat)
        for seat in fight.clockwise():
            if not fight.cars[seat].out:
                driving.turn(judge, seat)
        for car in fight.cars:
            car.shot.clear()
            for item in car.items:
                item.fired = False
        for seat in fight.clockwise():
            if not fight.cars[seat].out:
                combat.phase(judge, seat)
        _end(judge)


# -- before the first round


def _build(judge: Judge, seat: int) -> None:
    event = judge.take(told.CarBuilt, seat=seat)
    options = judge.fight.options
    items = [Item(number, side) for number, side in event.cards]
    judge.fight.cars.append(Car(seat, items, [options.armor_points] * 4))
    if not event.own:
        judge.must(Counter(event.cards) == known_car(event.name), f"{event.name!r} has other cards")
    for text in faults(items, options):
        judge.differ(f"car of seat {seat}: {text}")


def _place(judge: Judge, seat: int) -> None:
    event = judge.take(told.Placed, seat=seat)
    fight, car = judge.fight, judge.car(seat)
    car.pose = event.pose
    shape = shapes.base(car.pose)
    deep = max(shape.intersection(wall).area for wall in fight.walls)
    near = min(shape.distance(wall) for wall in fight.walls)
    judge.must(deep < 1e-6, "placed in a wall")
    judge.must(near <= 0.5 + 1e-3, f"placed {near:.3f} L from the edge, at most 0.5")
    for body in fight.bodies():
        if body < 1000 and shape.intersection(fight.shape(body)).area > 1e-6:
            judge.differ(f"placed on body {body}")
    car.placed = True


# -- the round


def _check_speed(judge: Judge) -> None:
    """All at once, so in any order. Rules: Check Speed; ruling 51"""
    due: dict[int, int] = {}
    for seat in judge.fight.alive:
        car = judge.car(seat)
        car.limit = DASHBOARD["most_speed_by_tires"][car.tires]
        car.computer_used = False
        if car.speed > car.limit:
            due[seat] = car.limit
    while due:
        event = judge.take(told.SpeedCut)
        car = judge.car(event.seat)
        judge.must(event.seat in due, f"seat {event.seat} is not over its limit")
        judge.must(event.before == car.speed, f"speed was {car.speed}, not {event.before}")
        judge.must(event.speed == car.limit, f"cut to {event.speed}, the limit is {car.limit}")
        car.speed = event.speed
        if due.pop(event.seat, None) is None:
            raise Lost(f"{event!r} has no cause")


def _take_control(judge: Judge) -> None:
    due = set(judge.fight.alive)
    while due:
        event = judge.take(told.ControlTaken)
        car = judge.car(event.seat)
        if event.seat not in due:
            raise Lost(f"{event!r}: it has no token to take")
        due.discard(event.seat)
        control, ace = _tokens(judge, car)
        _check_sum(judge, "control", event.control, control)
        _check_sum(judge, "ace", event.ace, ace)
        car.control, car.ace = event.control.total, event.ace.total


def _tokens(judge: Judge, car: Car) -> tuple[Counter[str], Counter[str]]:
    """What a car takes at Take Control, by what gives it."""
    control = Counter(
        tires=DASHBOARD["control_by_tires"][car.tires],
        speed=DASHBOARD["control_by_speed"][car.speed],
    )
    ace: Counter[str] = Counter()
    for name, count in (("amateur_driver", 1), ("dynamic_suspension", 1)):
        control[name] += count * car.count(name)
    for name, count in (
        ("amateur_driver", 1),
        ("veteran_driver", 2),
        ("advanced_brakes", 1),
        ("superbooster", 1),
        ("high_density_radials", 2),
        ("strengthened_undercarriage", 1),
    ):
        ace[name] += count * car.count(name)
    if car.has("dynamic_suspension"):
        ace["dynamic_suspension"] += judge.fight.terrain(car.pose)
    return +control, +ace


def _check_sum(judge: Judge, what: str, said: Sum, want: Counter[str]) -> None:
    got: Counter[str] = Counter()
    for part in said.parts:
        got[part.reason] += part.points
    judge.must(+got == want, f"{what} told as {dict(got)}, by the rules {dict(want)}")


def _fires(judge: Judge, seat: int) -> None:
    """Rules: Manage Fires; ruling 11, 18"""
    car = judge.car(seat)
    while car.fires and (
        judge.comes(told.FireOut, seat=seat, card=-1) or judge.comes(told.OutOfControl, seat=seat)
    ):
        judge.must(car.control >= 2, f"2 control to put out a fire, it has {car.control}")
        lose_control(judge, seat, min(2, car.control))
        event = judge.take(told.FireOut, seat=seat, card=-1)
        judge.must(event.side in car.fires, f"side {event.side} is not on fire")
        car.fires.discard(event.side)
    left = set(car.fires)
    burned: list[int] = []
    while left:
        if judge.comes(told.ItemHit, seat=seat, why="fire"):
            sides = [e.side for e in judge.events[judge.at :][:3] if isinstance(e, told.FireOut)]
            side = sides[0] if sides else min(left)
            absorb_fire(judge, seat, side)
        else:
            side = judge.take(told.FireBurned, seat=seat).side
            burned.append(side)
        if side not in left:
            raise Lost(f"side {side} of seat {seat} does not burn, or has burned already")
        left.discard(side)
    for side in burned:
        damage_car(judge, seat, side, 1)


def _end(judge: Judge) -> None:
    """Rules: End Of Round; ruling 43"""
    fight = judge.fight
    for car in fight.cars:
        car.control = car.ace = 0
    after = [(fight.first + at) % fight.seats for at in range(1, fight.seats + 1)]
    seat = next(each for each in after if not fight.cars[each].out)
    if fight.round == fight.options.rounds and judge.comes(told.FightEnded):
        ended(judge, "rounds")
    judge.take(told.MarkerPassed, round=fight.round, seat=seat)
    fight.first = seat
    if fight.round >= fight.options.rounds:
        ended(judge, "rounds")
