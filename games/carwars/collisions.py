"""Collisions and pile-ups: control, the roll, and the damage (Rules: Collisions; Pile-Ups).

`collide` pays, `substitute` asks who wished to be asked, `crash` rolls.
"""

from __future__ import annotations

from typing import Final

from games.carwars import effects
from games.carwars.damage import harm, special
from games.carwars.dashboard import lose_tires, pay
from games.carwars.dice import of, roll, total
from games.carwars.driving import advance, turning
from games.carwars.effects import Applied
from games.carwars.events import Collided, Paid, PiledUp, Rolled, Touched
from games.carwars.ground import body_of, kind_of
from games.carwars.hull import base, side_touched
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
    state = context.state
    seat = turning(state).seat
    hull = base(state.cars[seat].pose)
    out = []
    for pile in way.piles:
        first, pushed, into = (body_of(state, n) for n in (pile.first, pile.pushed, pile.into))
        side = side_touched(hull, first)
        sides = [
            _side(state, pile.pushed, pushed, into, is_wall=pile.into >= WALL),
            _side(state, pile.into, into, pushed),
        ]
        at = meeting_point(pushed, into)
        out.append(Crash([pile.pushed, pile.into], sides, side, at, True))
        others = tuple(map(Touched, (pile.pushed, pile.into), sides))
        kinds = kind_of(state, pile.pushed), kind_of(state, pile.into)
        context.emit(PiledUp(seat, side, others, at, kinds))  # type: ignore[arg-type]
    for number in way.touched:
        other = body_of(state, number)
        side = side_touched(hull, other, is_wall=number >= WALL)
        at = meeting_point(hull, other)
        out.append(Crash([number], [_side(state, number, other, hull)], side, at))
        touched = Touched(number, out[-1].sides[0])
        context.emit(Collided(seat, side, touched, at, kind_of(state, number)))
    order = state.clockwise
    return sorted(out, key=lambda crash: min(_rank(order, body) for body in crash.bodies))


def _rank(order: list[int], body: int) -> int:
    return order.index(body) if body in order else len(order)


def _side(state: State, body: int, hull: Hull, other: Hull, *, is_wall: bool = False) -> int:
    """The side of a car that is touched, by a wall or not; -1 for what has no sides."""
    is_car = body < THING and not state.cars[body].out
    return side_touched(hull, other, is_wall=is_wall) if is_car else -1


def collide(context: Live) -> None:
    """The next collision: who caused it pays 1 control, then the players of the cars involved.

    A car that has flipped is a wreck by now: the others still take their share. Who is eliminated
    by damage leaves no further collision. Rules: Collisions; Pile-Ups; Ruling 30
    """
    state = context.state
    turn = turning(state)
    if turn.crashes and state.cars[turn.seat].out not in ("", "flipped"):
        turn.crashes = []
    if not turn.crashes:
        _go_on(state)
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
        usual = found is not None and _usual(car)
        use = bool(crash.answer) if crash.asks == seat else usual
        _pay(context, seat, found if use else None)
        crash.paid.append(seat)
    state.beat = "crash"


def _go_on(state: State) -> None:
    """All collisions of the way are resolved: the driving roll, or if that is done the next point.

    Rules: Maneuvering Results
    """
    turn = turning(state)
    if turn.rolled or state.cars[turn.seat].out:
        advance(state)
    else:
        state.beat = "roll"


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
        unpaid = pay(context, seat, "collision", 1)
        lose_tires(context, seat, "unpaid", unpaid)
        return
    ace = found.effect.cost.get("ace", 0)
    car.ace -= ace
    car.uses = [*car.uses, *found.use]
    context.emit(Paid(seat, "collision", 1, 1, found.card, ace))


@asks_once
def substitute(context: Live) -> Step[None]:
    """Who wished to be asked says whether ace stands in for control."""
    state = context.state
    crash = turning(state).crashes[0]
    options = [Use(0), Use(1)]
    answer = yield from choose(Ask(crash.asks, "substitute", options, Use(0), CITE))
    crash.answer, state.beat = answer.times, "collide"


def crash(context: Live) -> None:
    """Roll for a collision: as many yellow dice as the speed of who caused it. The touched side of
    each car, and whatever else can be damaged, takes 1 for each hit.

    Rules: Collisions; Pile-Ups; Ruling 29
    """
    state = context.state
    turn = turning(state)
    car, crash = state.cars[turn.seat], turn.crashes.pop(0)
    dice = roll(context.chance, f"collision of {turn.seat}", speed=of("yellow", car.pace))
    hits = total(dice).hit
    context.emit(Rolled(turn.seat, "collision", tuple(dice), hits=hits))
    why = "pile-up" if crash.pile else "collision"
    players = [body for body in crash.bodies if body < THING and not state.cars[body].out]
    now = car.moment(own_side=crash.side)
    rams = [] if car.out else effects.applied(car.living, "collision", now)
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
        state.cars[seat].uses = effects.over(state.cars[seat].uses, "collision")
    state.beat = "collide"
