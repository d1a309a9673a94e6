"""What would come of a turn and of an attack, before anybody answers: for pictures, words and
computer seats. It reads a state or a view, rolls nothing and changes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.carwars import attack, defense
from games.carwars.base import STRAIGHT, Move, along, base, legs_of
from games.carwars.catalog import Card
from games.carwars.dice import (
    COLOURS,
    FACES,
    NO_DICE,
    SIDES,
    Pool,
    Spread,
    less,
    mean,
    plus,
    spread,
)
from games.carwars.ground import bodies, hazards, is_player
from games.carwars.memory import Memory
from games.carwars.moves import Fire, Turn
from games.carwars.point import made
from games.carwars.results import maneuvered, pools, results
from games.carwars.sight import Target, scene
from games.carwars.state import State, Turning
from games.engine.plane import Point
from games.engine.shapes import Pose, meeting_point


class Step(NamedTuple):
    """One movement point on paper."""

    move: Move
    reverse: bool
    path: tuple[Pose, ...]
    """From where it starts to where it ends, at rest."""
    pools: Mapping[str, Pool]
    """Dice of its driving roll, by what they are rolled for."""
    skids: int
    """Skids that hazards add."""
    maneuver: bool
    """What was done of it is a slide, or a turn past the SLIGHT zone."""
    ace: int
    meets: tuple[int, ...]
    """Bodies that it newly touches, or that a pile-up involves; or what a reposition swings it
    round at."""
    swung: bool
    """A reposition takes its place."""
    at: Point | None
    """Where it meets the first of them."""
    hazards: tuple[str, ...]
    """What lies under the car at its end."""

    @property
    def end(self) -> Pose:
        return self.path[-1]

    @property
    def meant(self) -> Pose:
        """Where it would end if nothing were in its way."""
        return along(self.path[0], legs_of(self.path[0], self.move, self.reverse))

    @property
    def pool(self) -> Pool:
        return plus(NO_DICE, *self.pools.values())


def on_paper(state: State, seat: int, speed: int, reverse: bool) -> State:
    """A copy in which a car has set its speed, and which may be changed."""
    copy = msgspec.structs.replace
    cars, things = [copy(car) for car in state.cars], [copy(each) for each in state.things]
    cars[seat].speed, cars[seat].reverse = speed, reverse
    turn = Turning(seat, True, cars[seat].pace)
    return copy(state, cars=cars, things=things, turn=turn)


def step(state: State, seat: int, move: Move) -> tuple[Step, State]:
    """What comes of a movement point if no die changes it, and how things stand then."""
    car = state.cars[seat]
    after = on_paper(state, seat, car.speed, car.reverse)
    done = made(after, move)
    way, swung, point = done.way, done.behind >= 0, None
    meets = (*way.touched, *(body for pile in way.piles for body in (pile.pushed, pile.into)))
    if swung:
        meets = (done.behind,)
    elif meets:
        point = meeting_point(base(way.pose), bodies(after)[meets[0]].hull)
    rolls = {why: dice for why, dice in pools(after).items() if any(dice)}
    skids = results(after)[0]
    under = tuple(each.id for each in hazards(after, done.path[-1]))
    told = Step(
        move, car.reverse, done.path, rolls, skids, maneuvered(after), done.ace, meets, swung,
        point, under,
    )  # fmt: skip
    return told, after


def travelled(moves: Iterable[Move]) -> list[Move]:
    """What is driven of them: a boost is straight, a dropped slab nothing."""
    return [STRAIGHT if each.is_extra else each for each in moves if each.kind != "slab"]


def planned(state: State, seat: int, answer: Turn) -> tuple[State, list[Move]]:
    """A copy in which a car has set its speed, and the moves of a turn, or of what is left of it:
    up to the end, or to where its player wants to look again. Rules: Drive"""
    then = on_paper(state, seat, answer.speed, answer.reverse)
    left = then.cars[seat].pace if state.points_left is None else state.points_left
    left += sum(each.kind == "boost" for each in answer.moves)
    moves = travelled(answer.moves)[:left]
    return then, moves if answer.look else [*moves, *[STRAIGHT] * (left - len(moves))]


def drive(state: State, seat: int, moves: Iterable[Move]) -> tuple[list[Step], State]:
    """Movement points one after the other, as far as nothing swings the car round, and how things
    stand then. Rules: Drive; Ruling 56"""
    out = list[Step]()
    for move in moves:
        told, state = step(state, seat, move)
        out.append(told)
        if told.swung:
            break
    return out, state


def drawn(state: State, seat: int, answer: Turn) -> tuple[list[Step], State]:
    """The points of a turn."""
    then, moves = planned(state, seat, answer)
    return drive(then, seat, moves)


class Risk(NamedTuple):
    """What the driving rolls of some movement points may come to."""

    lost: float
    """How likely the car is out of control after them."""
    spun: float
    """How likely it spins out on the way."""
    control: float
    """Control to be expected after them."""


def risk(steps: Sequence[Step], control: int) -> Risk:
    """What may come of the driving rolls of a turn. Who makes a maneuver without control from the
    start has a card for it. Rules: Maneuvering Results; Possum"""
    held, spun = {control: 1.0}, 0.0
    for each in steps:
        rolled = (*(0.0,) * each.skids, *spread(each.pool))
        after = dict[int, float]()
        owes = len(each.meets[:1])
        for tokens, chance in held.items():
            have, steers = max(0, tokens - owes), tokens > 0 or not control
            for skids, part in enumerate(rolled):
                if part:
                    spun += chance * part * (steers and each.maneuver and skids > have)
                    left = max(0, have - skids)
                    after[left] = after.get(left, 0.0) + chance * part
        held = after
    return Risk(held.get(0, 0.0), spun, sum(n * chance for n, chance in held.items()))


# -- attacks


class Aim(NamedTuple):
    """What an attack may come to."""

    fire: Fire
    card: Card
    target: Target
    arc: int
    """The arc of the attacker that is used; -1 where any will do."""
    dice: Pool
    flat: int
    """Damage without a roll."""
    basic: float
    """Basic damage to be expected after shields, and tire damage."""
    tire: float
    special: float
    """How likely it starts a fire, or explodes."""

    @property
    def worth(self) -> float:
        """A tire is worth less than armor."""
        return self.basic + 0.7 * self.tire


def aim(state: State, seat: int, fire: Fire) -> Aim:
    """What an attack that can be made now may come to. Rules: Attacking; Defending"""
    then = msgspec.structs.replace(state)
    attack.begin(then, seat, fire)
    car, target, moment = state.cars[seat], scene(state, seat)[fire.target], attack.announced(then)
    card, mounted = car.kind(fire.weapon), attack.arcs_of(car, fire.weapon, fire.crew)
    dice = plus(*attack.dice_of(car, fire, moment).values())
    flat = card.basic + sum(each.n for each in attack.added_damage(car, fire, moment))
    again = car.number("attack_roll", "reroll", moment)
    used = sorted(target.arcs if mounted is None else target.arcs & mounted)
    shields = _shields(then, target.arcs) if is_player(state, fire.target) else (1.0,)
    basic, tire, special = through(dice, flat, card.wrench, again, shields)
    return Aim(fire, card, target, used[0] if used else -1, dice, flat, basic, tire, special)


def _shields(state: State, arcs: frozenset[int]) -> Spread:
    """How likely each number of shields of an attacked car is, with all that it may roll again;
    `arcs` are the attacker's that hold it."""
    fight, car, moment = attack.fighting(state), state.target, defense.moment_of(state)
    attacker, now = state.cars[fight.seat], attack.announced(state)
    dice = plus(*defense.dice_of(car, moment, attacker, now, arcs).values())
    again = defense.free_rerolls(car, moment, attacker, now)
    bought = 1 + car.number("defense_roll", "ace_reroll_bonus", moment)
    rolled = spread(dice, min(again + car.ace * bought, sum(dice) * 2))
    return (*(0.0,) * fight.cover, *rolled)


@lru_cache(4096)
def through(
    dice: Pool, flat: int, wrench: str, again: int, shields: Spread
) -> tuple[float, float, float]:
    """Basic and tire damage to be expected behind some shields, which cancel tires first; and how
    likely there is a fire or an explosion."""
    rolled = _rolled(dice, wrench != "none", again)
    whole, tires, special = dict[int, float](), dict[int, float](), 0.0
    for (hits, wrenches), chance in rolled.items():
        tire = wrenches if wrench == "tire" else 0
        first = wrench in ("fire", "explosion", "paint") and wrenches > 0
        special += chance * first
        more = 0 if wrench in ("none", "paint", "tire") else wrenches - first
        total = flat + hits + more + tire
        whole[total] = whole.get(total, 0.0) + chance
        tires[tire] = tires.get(tire, 0.0) + chance
    likely = [tuple(each.get(n, 0.0) for n in range(max(each) + 1)) for each in (whole, tires)]
    both, off = (mean(less(each, shields)) for each in likely)
    return both - off, off, special


@lru_cache(1024)
def _rolled(dice: Pool, wrenches: bool, again: int) -> Mapping[tuple[int, int], float]:
    """How likely each (hits, wrenches) of an attack roll is; dice that do nothing are rolled again,
    the likeliest to do something first."""
    good = {
        color: [(f.hit, f.wrench) for f in FACES[color] if f.hit or (wrenches and f.wrench)]
        for color in COLOURS
    }
    order = [color for color, count in zip(COLOURS, dice, strict=True) for _ in range(count)]
    order.sort(key=lambda color: -len(good[color]))
    chances = {(0, 0, again): 1.0}
    for color in order:
        after = dict[tuple[int, int, int], float]()
        miss = 1.0 - len(good[color]) / SIDES
        for (hits, wrench, left), chance in chances.items():
            for tried in range(left + 1):
                part = chance * miss**tried
                for more, other in good[color]:
                    key = hits + more, wrench + other, left - tried
                    after[key] = after.get(key, 0.0) + part / SIDES
            key = hits, wrench, 0
            after[key] = after.get(key, 0.0) + chance * miss ** (left + 1)
        chances = after
    out = dict[tuple[int, int], float]()
    for (hits, wrench, _), chance in chances.items():
        out[hits, wrench] = out.get((hits, wrench), 0.0) + chance
    assert math.isclose(sum(out.values()), 1.0)
    return out


@Memory
def aims(state: State, seat: int) -> Sequence[Aim]:
    """All attacks that a car can make now, the best first; see `ranked`."""
    return ranked(state, seat, attack.attacks(state, seat))


def ranked(state: State, seat: int, fires: Iterable[Fire]) -> list[Aim]:
    """Attacks by what they may come to, the best first; of those that differ in the crew member or
    in announced cards alone the best one."""
    best: dict[tuple[int, int, int], Aim] = {}
    for fire in fires:
        found, key = aim(state, seat, fire), (fire.weapon, fire.target, fire.side)
        if key not in best or found.worth > best[key].worth + 1e-9:
            best[key] = found
    return sorted(
        best.values(), key=lambda each: (-round(each.worth, 2), attack.armor_of(state, each.fire))
    )
