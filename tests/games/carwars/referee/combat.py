"""Combat: who may fire what at whom, dice, damage and defense.

Rules: Attacking; Range; Cover; Shoot; Defending; Combat Results.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, floor
from typing import Final

from games.carwars import events as told
from games.engine.sums import Sum
from tests.games.carwars.referee import shapes
from tests.games.carwars.referee.damage import (
    damage_car,
    damage_thing,
    lose_tires,
    pay,
    start_fire,
)
from tests.games.carwars.referee.fight import Car, Item
from tests.games.carwars.referee.judge import Cause, Judge, Lost, check_dice, icons, rerolls

CLOSE: Final = 0.002
"""Tolerance of a range, in L."""
ROUND: Final = 0.02
"""Share of a radius that a polygon of 16 corners may miss."""
_COMPUTER: Final = 29
"""Number of the Targeting Computer."""


def phase(judge: Judge, seat: int) -> None:
    """One player's combat phase: at most one attack of each living crew member."""
    acted: set[int] = set()
    while not judge.car(seat).out and judge.comes(told.Attacked, seat=seat):
        _attack(judge, seat, acted)


def _attack(judge: Judge, seat: int, acted: set[int]) -> None:
    event = judge.take(told.Attacked, seat=seat)
    car, fight = judge.car(seat), judge.fight
    crew = _who(judge, car, event, acted)
    if not 0 <= event.place < len(car.items) or event.target not in fight.bodies():
        raise Lost(f"{event!r}: no such weapon or target")
    weapon = car.items[event.place]
    if weapon.card["type"] not in ("weapon", "sidearm"):
        raise Lost(f"{event!r}: {weapon.name} is no weapon")
    _weapon(judge, car, event, weapon, crew)
    distance = _aimed(judge, car, event, weapon)
    gunner = car.items[crew].name
    dice, free = _attack_dice(judge, car, event, weapon, gunner, distance)
    check_dice(judge, event.dice, dice)
    count = rerolls(event.dice)
    judge.must(count <= free, f"{count} attack re-rolls, there are {free}")
    basic, tire, fire, explosion = _damage(judge, event, weapon, gunner)
    if weapon.card.get("one_shot"):
        weapon.down = True
    if weapon.card["type"] == "sidearm":
        car.shot.add((crew, event.place))
    weapon.fired = True
    if not fight.is_player(event.target):
        damage_thing(judge, event.target, basic, seat)
        return
    _defense(judge, event, basic, tire, fire, explosion)


def _who(judge: Judge, car: Car, event: told.Attacked, acted: set[int]) -> int:
    """`crew` is the place of who attacks."""
    crew = event.crew
    if crew not in (0, 1):
        raise Lost(f"{event!r}: no crew member at {crew}")
    judge.must(not car.items[crew].down, "a dead crew member attacks")
    judge.must(crew not in acted, "this crew member has attacked already")
    acted.add(crew)
    return crew


def _weapon(judge: Judge, car: Car, event: told.Attacked, weapon: Item, crew: int) -> None:
    judge.must(event.card == weapon.number, f"card {event.card} told, it is {weapon.number}")
    kind = weapon.card["type"]
    judge.must(not weapon.down, f"{weapon.name} is destroyed or spent")
    if kind == "sidearm":
        judge.must((crew, event.place) not in car.shot, "this sidearm has been fired by this one")
    else:
        judge.must(not weapon.fired, f"{weapon.name} has been fired in this phase")


def _aimed(judge: Judge, car: Car, event: told.Attacked, weapon: Item) -> float:
    """Target, arc, range, the side aimed at, and whether it can be seen; returns the range."""
    fight, target = judge.fight, event.target
    judge.must(target != car.seat, "it shoots at itself")
    judge.must(event.kind == fight.kind(target), f"the target is a {fight.kind(target)!r}")
    mine, other = shapes.rectangle(car.pose), fight.aim(target)
    distance = float(mine.distance(other))
    judge.must(
        abs(distance - event.distance) <= CLOSE,
        f"range told as {event.distance}, by the rules {distance:.4f}",
    )
    if "range" in weapon.card:
        judge.must(distance <= weapon.card["range"] + 1e-4, f"out of range: {distance:.4f}")
    sides = (1, 3) if weapon.card["type"] == "sidearm" else (weapon.side,)
    shared = max(shapes.in_arc(car.pose, side, other) for side in sides)
    judge.must(shared > shapes.GRAZE, f"no part of the target is in the arcs {sides}")
    if fight.is_player(target):
        judge.must(event.side in range(4), "no side was aimed at")
        shared = shapes.in_arc(fight.pose(target), event.side % 4, mine)
        judge.must(shared > shapes.GRAZE, f"the attacker is not in the target's arc {event.side}")
    else:
        judge.must(event.side == -1, "a target without arcs has no sides")
        judge.must(fight.durable(target) > 0, "the target cannot take damage")
    blocks = [fight.aim(body) for body in _between(judge, car.seat, target, 2)]
    judge.must(shapes.can_see(mine, other, blocks), "no sightline is free of full cover")
    return distance


def _between(judge: Judge, seat: int, target: int, shields: int) -> list[int]:
    """Bodies that could give so much cover, walls of the edge left out: nothing is behind them."""
    fight = judge.fight
    bodies = [body for body in fight.bodies() if body < 1000 and body not in (seat, target)]
    return [body for body in bodies if fight.cover(body) == shields]


def cover(judge: Judge, seat: int, target: int) -> tuple[int, int]:
    """Shields that obstacles give, least and most: a graze may count either way. Rules: Cover"""
    fight = judge.fight
    hull = shapes.between(fight.aim(seat), fight.aim(target))
    least = most = 0
    for shields in (1, 2):
        for body in _between(judge, seat, target, shields):
            shape = fight.aim(body)
            # A round thing may be taken for a polygon of 16 corners (spec section 4).
            inner = shape.buffer(-ROUND * fight.radius(body))
            least += shields * bool(hull.intersection(inner).area > 1e-5)
            most += shields * bool(hull.intersection(shape).area > 1e-8)
    return least, most


def _attack_dice(
    judge: Judge, car: Car, event: told.Attacked, weapon: Item, gunner: str, distance: float
) -> tuple[Counter[Cause], int]:
    """The dice, and free re-rolls."""
    dice = Counter({(colour, "weapon"): n for colour, n in weapon.card.get("dice", {}).items()})
    sidearm = weapon.card["type"] == "sidearm"
    if gunner == "veteran_gunner":
        dice["yellow", gunner] = dice["blue", gunner] = 1
    if sidearm and distance <= 2 and car.has("holographic_sight"):
        dice["blue", "holographic_sight"] += 1
    for extra in event.extras:
        fair = car.has("targeting_computer") and not sidearm and not car.computer_used
        place = extra if extra < len(car.items) else -1
        named = extra == _COMPUTER or car.items[place].name == "targeting_computer"
        judge.must(fair and named, f"extra {extra} cannot be used for this attack")
        car.computer_used = True
        dice["blue", "targeting_computer"] += 1
    return dice, 2 if gunner == "amateur_gunner" else 0


def _damage(
    judge: Judge, event: told.Attacked, weapon: Item, gunner: str
) -> tuple[int, int, bool, bool]:
    """Basic and tire damage, fire, explosion, as dealt. Rules: Shoot; Special Damage"""
    fight, target = judge.fight, event.target
    hits, _, wrenches = icons(event.dice)
    basic = Counter(hits=hits, flat=weapon.card.get("basic", 0))
    tire: Counter[str] = Counter()
    fire = explosion = False
    if gunner == "legend_gunner":
        basic["legend_gunner"] = 2
    kind, car = weapon.card.get("wrench", ""), fight.is_player(target)
    if kind == "basic":
        basic["wrenches"] = wrenches
    elif kind == "tire":
        (tire if car else basic)["wrenches"] = wrenches
    elif kind in ("fire", "explosion") and wrenches:
        basic["wrenches"] = wrenches - 1
        if kind == "fire":
            fire = car and event.side not in judge.car(target).fires
        else:
            explosion = car and judge.car(target).control > 0
        basic["converted"] = int(not (fire or explosion))
    _check_sum(judge, "basic", event.basic, +basic)
    _check_sum(judge, "tire", event.tire, +tire)
    judge.must(event.fire == fire, f"fire told as {event.fire}, by the rules {fire}")
    judge.must(event.explosion == explosion, f"explosion told as {event.explosion}")
    return basic.total(), tire.total(), fire, explosion


def _check_sum(judge: Judge, what: str, said: Sum, want: Counter[str]) -> None:
    got: Counter[str] = Counter()
    for part in said.parts:
        got[part.reason] += part.points
    judge.must(
        said.total == want.total() and +got == want,
        f"{what} damage told as {dict(got)}, by the rules {dict(want)}",
    )


def _defense(
    judge: Judge, aimed: told.Attacked, basic: int, tire: int, fire: bool, explosion: bool
) -> None:
    """Rules: Defending; Combat Results; ruling 12, 45"""
    seat, side = aimed.target, aimed.side
    car = judge.car(seat)
    event = judge.take(told.Defended, seat=seat)
    plates = car.count("standard_steel_plate", side)
    dice = Counter({("yellow", "speed"): car.pace if car.control else 0})
    dice["yellow", "standard_steel_plate"] = plates
    dice["white", "legend_driver"] = car.count("legend_driver")
    check_dice(judge, event.dice, dice)
    rolled = icons(event.dice)[1]
    judge.must(event.rolled == rolled, f"{event.rolled} shields told, the dice show {rolled}")
    least, most = cover(judge, aimed.seat, seat)
    judge.must(least <= event.cover <= most, f"cover told as {event.cover}, it is {least}")
    _defense_rerolls(judge, car, event, floor(aimed.distance / 2 + 1e-6))
    shields = rolled + event.cover
    off_tire = min(tire, shields)
    off_basic = min(basic, shields - off_tire)
    through_tire = min(tire - off_tire, car.tires)
    through = basic - off_basic + (tire - off_tire - through_tire)
    want = (off_tire, off_basic, through, through_tire)
    got = (event.tire, event.basic, event.through, event.through_tire)
    judge.must(
        got == want, f"(tire, basic) cancelled, through, through_tire told as {got}, not {want}"
    )
    if fire:
        start_fire(judge, seat, side)
    if explosion:
        judge.take(told.Exploded, seat=seat, side=side)
        pay(judge, seat, "explosion", 1)
    lose_tires(judge, seat, "attack", through_tire)
    damage_car(judge, seat, side, through, aimed.seat)


def _defense_rerolls(judge: Judge, car: Car, event: told.Defended, free: int) -> None:
    """Free ones first, then ace, each of which buys one, of a Veteran's two."""
    worth = 1 + car.count("veteran_driver")
    count = rerolls(event.dice)
    ace = ceil(max(0, count - free) / worth)
    judge.must(event.ace == ace, f"{event.ace} ace for {count} re-rolls, {free} free: {ace}")
    judge.must(event.ace <= car.ace, f"{event.ace} ace spent, it has {car.ace}")
    car.ace -= event.ace
