"""Collisions and pile-ups: control, the roll, and the damage (Rules: Collisions; Pile-Ups).

`collide` pays, `substitute` asks who wished to be asked, `crash` rolls.
"""

from __future__ import annotations

from typing import Final

from games.carwars.base import base, side_touched
from games.carwars.damage import harm, lose_tires, pay, special
from games.carwars.dice import of, roll, total
from games.carwars.driving import advance, turning
from games.carwars.effects import Applied
from games.carwars.events import Collided, Paid, PiledUp, Rolled, Touched
from games.carwars.ground import bodies, is_player, kind_of
from games.carwars.moves import Use
from games.carwars.state import THING, WALL, Car, Crash, Live, State
from games.carwars.travel import Travel
from games.engine.ask import Ask, Step, asks_once, choose
from games.engine.shapes import Hull, meeting_point

LOW: Final = 1
"""With so little control ace stands in for it where nobody says otherwise. spec 13"""
CITE: Final = "Rules: Collisions"
RAMS: Final = {"fire_to_other": "fire", "explosion_to_other": "explosion"}
"""What cards do to what their car runs into, before the damage. Ruling 64"""


def crashes(context: Live, way: Travel) -> list[Crash]:
    """The collisions that a car's way has led to, told and in the order in which they are resolved.

    Those with players' cars come first, from the first player clockwise, then the others from the
    mover's middle outward. Rules: Simultaneous Collisions; Rulings 48, 49, 50
    """
    state, out = context.state, list[Crash]()
    seat, there = turning(state).seat, bodies(state)
    hull = base(state.cars[seat].pose)
    for pile in way.piles:
        first, pushed, into = (there[n].hull for n in (pile.first, pile.pushed, pile.into))
        side, at = side_touched(hull, first), meeting_point(pushed, into)
        one = _side(state, pile.pushed, pushed, into, is_wall=pile.into >= WALL)
        two = _side(state, pile.into, into, pushed)
        out.append(Crash([pile.pushed, pile.into], [one, two], side, at, True))
        others = Touched(pile.pushed, one), Touched(pile.into, two)
        kinds = kind_of(state, pile.pushed), kind_of(state, pile.into)
        context.emit(PiledUp(seat, side, others, at, kinds))
    for number in way.touched:
        other = there[number].hull
        side, at = side_touched(hull, other, is_wall=number >= WALL), meeting_point(hull, other)
        one = _side(state, number, other, hull)
        out.append(Crash([number], [one], side, at))
        context.emit(Collided(seat, side, Touched(number, one), at, kind_of(state, number)))
    order = {seat: rank for rank, seat in enumerate(state.clockwise)}
    return sorted(out, key=lambda crash: min(order.get(it, len(order)) for it in crash.bodies))


def _side(state: State, body: int, hull: Hull, other: Hull, *, is_wall: bool = False) -> int:
    """The side of a car that is touched, by a wall or not; -1 for what has no sides."""
    return side_touched(hull, other, is_wall=is_wall) if is_player(state, body) else -1


def collide(context: Live) -> None:
    """The next collision: who caused it pays 1 control, then the players of the cars involved.

    A car that has flipped is a wreck by now: the others still take their share. Who is eliminated
    by damage leaves no further collision. Rules: Collisions; Pile-Ups; Ruling 30
    """
    state = context.state
    turn = turning(state)
    if turn.crashes and state.mover.out not in ("", "flipped"):
        turn.crashes = []
    if not turn.crashes:
        # The driving roll, or if that is done the next point. Rules: Maneuvering Results
        if turn.rolled or state.mover.out:
            advance(state)
        else:
            state.beat = "roll"
        return
    crash = turn.crashes[0]
    for seat in (turn.seat, *(body for body in crash.bodies if body < THING)):
        car = state.cars[seat]
        if seat in crash.paid or car.out:
            continue
        found = substitute_of(car)
        if found is not None and crash.asks != seat and car.standing.substitute == "ask":
            crash.asks, crash.answer, state.beat = seat, -1, "substitute"
            return
        use = bool(crash.answer) if crash.asks == seat else _usual(car)
        _pay(context, seat, found if use else None)
        crash.paid.append(seat)
    state.beat = "crash"


def substitute_of(car: Car) -> Applied | None:
    """The card by which a car may pay the control of a collision in something else, if it can."""
    return next(iter(car.offered("collision", "pay_substitute")), None)


def _usual(car: Car) -> bool:
    """Whether ace stands in for control without a question. spec 13"""
    rule = car.standing.substitute
    return rule == "always" or (rule == "low" and car.control <= LOW)


def _pay(context: Live, seat: int, found: Applied | None) -> None:
    """Pay 1 control, or what a card lets one pay instead; unpaid it is 1 tire damage.

    Rules: Collisions; Out Of Control
    """
    car = context.state.cars[seat]
    if found is None:
        lose_tires(context, seat, "unpaid", pay(context, seat, "collision", 1))
        return
    car.ace -= found.ace
    car.uses = [*car.uses, *found.use]
    context.emit(Paid(seat, "collision", 1, 1, found.card, found.ace))


@asks_once
def substitute(context: Live) -> Step[None]:
    """Who wished to be asked says whether ace stands in for control."""
    crash = turning(context.state).crashes[0]
    answer = yield from choose(Ask(crash.asks, "substitute", [Use(0), Use(1)], Use(0), CITE))
    crash.answer, context.state.beat = answer.times, "collide"


def crash(context: Live) -> None:
    """Roll for a collision: as many yellow dice as the speed of who caused it. The touched side of
    each car, and whatever else can be damaged, takes 1 for each hit.

    Rules: Collisions; Pile-Ups; Ruling 29
    """
    state = context.state
    turn = turning(state)
    car, crash = state.mover, turn.crashes.pop(0)
    dice = roll(context.chance, f"collision of {turn.seat}", speed=of("yellow", car.pace))
    hits = total(dice).hit
    context.emit(Rolled(turn.seat, "collision", tuple(dice), hits=hits))
    why = "pile-up" if crash.pile else "collision"
    players = [body for body in crash.bodies if is_player(state, body)]
    now = car.moment(own_side=crash.side)
    rams = [] if car.out else car.applied("collision", now)
    for op, what in RAMS.items():
        if any(each.effect.op == op for each in rams) and crash.bodies[0] < WALL:
            special(context, crash.bodies[0], crash.sides[0], what, turn.seat)
    if not car.out:
        harm(context, turn.seat, crash.side, hits, why, players[0] if players else -1)
    extra = sum(each.n for each in rams if each.effect.op == "extra_damage_to_other")
    for body, side in zip(crash.bodies, crash.sides, strict=True):
        if body < WALL:
            harm(context, body, side, hits + extra * (body == crash.bodies[0]), why, turn.seat)
    for seat in (turn.seat, *players):
        state.cars[seat].over("collision")
    state.beat = "collide"
