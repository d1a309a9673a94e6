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

    def touched(body: int, by: Hull, is_wall: bool = False) -> Touched:
        """What has been touched, by a wall or by something else."""
        has_sides = is_player(state, body)
        side = side_touched(there[body].hull, by, is_wall) if has_sides else -1
        return Touched(body, side, kind_of(state, body))

    for pile in way.piles:
        first, pushed, into = (there[n].hull for n in (pile.first, pile.pushed, pile.into))
        side, at = side_touched(hull, first), meeting_point(pushed, into)
        both = touched(pile.pushed, into, pile.into >= WALL), touched(pile.into, pushed)
        out.append(Crash(both, side))
        context.emit(PiledUp(seat, side, both, at))
    for number in way.touched:
        other = there[number].hull
        side, at = side_touched(hull, other, number >= WALL), meeting_point(hull, other)
        out.append(Crash((touched(number, hull),), side))
        context.emit(Collided(seat, side, out[-1].others[0], at))
    order = {seat: rank for rank, seat in enumerate(state.clockwise)}
    return sorted(out, key=lambda crash: min(order.get(o.body, len(order)) for o in crash.others))


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
    state.beat = "crash"
    while (seat := _payer(state)) >= 0:
        car = state.cars[seat]
        if car.standing.substitute == "ask" and substitute_of(car) is not None:
            state.beat = "substitute"
            return
        _pay(context, seat, _usual(car))


def _payer(state: State) -> int:
    """Whose control is due next for the collision at hand; -1 once all have paid."""
    turn = turning(state)
    seats = turn.seat, *(other.body for other in turn.crashes[0].others if other.body < THING)
    paid = turn.crashes[0].paid
    return next((seat for seat in seats if seat not in paid and not state.cars[seat].out), -1)


def substitute_of(car: Car) -> Applied | None:
    """The card by which a car may pay the control of a collision in something else, if it can."""
    return next(iter(car.offered("collision", "pay_substitute")), None)


def _usual(car: Car) -> bool:
    """Whether ace stands in for control without a question. spec 13"""
    rule = car.standing.substitute
    return rule == "always" or (rule == "low" and car.control <= LOW)


def _pay(context: Live, seat: int, use: bool) -> None:
    """Pay 1 control, or `use` what a card lets one pay instead; unpaid it is 1 tire damage.

    Rules: Collisions; Out Of Control
    """
    car = context.state.cars[seat]
    turning(context.state).crashes[0].paid.append(seat)
    found = substitute_of(car) if use else None
    if found is None:
        lose_tires(context, seat, "unpaid", pay(context, seat, "collision", 1))
        return
    car.ace -= found.ace
    car.uses = [*car.uses, *found.use]
    context.emit(Paid(seat, "collision", 1, 1, found.card, found.ace))


@asks_once
def substitute(context: Live) -> Step[None]:
    """Who wished to be asked says whether ace stands in for control."""
    seat = _payer(context.state)
    answer = yield from choose(Ask(seat, "substitute", [Use(0), Use(1)], Use(0), CITE))
    _pay(context, seat, answer.times > 0)
    context.state.beat = "collide"


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
    why = "collision" if len(crash.others) == 1 else "pile-up"
    players = [other.body for other in crash.others if is_player(state, other.body)]
    rams = [] if car.out else car.applied("collision", car.moment(own_side=crash.side))
    ops, first = {each.effect.op for each in rams}, crash.others[0]
    for op, what in RAMS.items():
        if op in ops and first.body < WALL:
            special(context, first.body, first.side, what, turn.seat)
    if not car.out:
        harm(context, turn.seat, crash.side, hits, why, players[0] if players else -1)
    extra = sum(each.n for each in rams if each.effect.op == "extra_damage_to_other")
    for other in crash.others:
        if other.body < WALL:
            points = hits + extra * (other is first)
            harm(context, other.body, other.side, points, why, turn.seat)
    for seat in (turn.seat, *players):
        state.cars[seat].over("collision")
    state.beat = "collide"
