"""One movement point: its move, what is pushed, and the spin (Rules: Drive; Pushing; Spinning Out).

Travel asks nobody and rolls nothing: `point` and `spin`. `push` rolls.
"""

from __future__ import annotations

from games.carwars import effects
from games.carwars.base import (
    FLIP,
    STRAIGHT,
    Pose,
    done_tenths,
    legs_of,
    part_of,
    rest,
)
from games.carwars.base import spin as swing_of
from games.carwars.collisions import crashes
from games.carwars.damage import hit_thing
from games.carwars.dashboard import eliminate, spend_control
from games.carwars.dice import of, total
from games.carwars.driving import turning
from games.carwars.events import (
    Committed,
    Moved,
    Popped,
    Pushed,
    Repositioned,
    Rolled,
    Spun,
    Stuck,
)
from games.carwars.ground import bodies, durability, is_light
from games.carwars.hull import base
from games.carwars.rolling import roll
from games.carwars.state import THING, Live
from games.carwars.travel import Travel, travel
from games.carwars.walls import Reposition, driven


def point(context: Live) -> None:
    """The next movement point: its move, or the reposition that takes its place.

    Out of control a car drives straight. For committing to a maneuver it takes 1 ace, which it
    keeps when the move is cut short. Rules: Drive; Out Of Control; Ace Tokens; spec 7
    """
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.cars[turn.seat]
    planned = turn.moves.pop(0) if turn.moves else STRAIGHT
    move = STRAIGHT if car.out_of_control else planned
    turn.point, turn.move = turn.point + 1, move
    turn.turned, turn.slid, turn.repositioned, turn.rolled = 0, False, False, False
    turn.dice, turn.ignored, turn.spin = [], 0, 0
    state.beat = "push"
    way, before = driven(state, seat, move), car.pose
    if isinstance(way, Reposition):
        _reposition(context, way)
        return
    if move.maneuver:
        more = effects.gained(car.living, "maneuver", car.moment(maneuver=True)).ace
        car.ace += 1 + more
        context.emit(Committed(seat, move, 1 + more))
    turn.turned = done_tenths(move, way.leg, way.part)
    turn.slid = move.kind == "slide" and way.part > 0.0
    corner = rest(part_of(before, legs_of(before, move, car.reverse)[0]))
    path = (before, corner, way.pose) if way.leg else (before, way.pose)
    pushed = _go(context, way)
    cut = bool(way.touched or way.piles)
    context.emit(Moved(seat, turn.point, move, path, car.reverse, turn.turned, cut))
    _tell(context, pushed, way)
    turn.crashes = crashes(context, way)


def _go(context: Live, way: Travel) -> list[Pushed]:
    """The car stands where its way has ended, and what it pushed likewise; what was pushed is told
    once the way itself is."""
    state = context.state
    turn = turning(state)
    state.cars[turn.seat].pose = way.pose
    told = []
    for number, pose in way.moved.items():
        there = state.cars[number] if number < THING else state.things[number - THING]
        told.append(Pushed(turn.seat, number, there.pose, pose))
        there.pose = pose
    for number in way.popped:
        state.things[number - THING].gone = True
    lights = [number for number in way.moved if is_light(state, number)]
    turn.pushed = [number for number in {*turn.pushed, *lights} if number not in way.popped]
    turn.pushed.sort()
    return told


def _tell(context: Live, pushed: list[Pushed], way: Travel) -> None:
    for each in pushed:
        context.emit(each)
    for number in way.popped:
        context.emit(Popped(turning(context.state).seat, number))


def _reposition(context: Live, found: Reposition) -> None:
    """Against a wall, or what cannot give way: the point is lost and 1 control paid, if there is
    one. A car that is stuck stands still, without control, and slides back.

    Rules: Pushing Walls; Stuck; Rulings 9a, 33
    """
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.cars[turn.seat]
    turn.repositioned = True
    paid = car.control > 0
    if paid:
        spend_control(context, seat, 1)
    before, swung = car.pose, found.swung
    pushed = _go(context, swung)
    path = (before, swung.pose)
    context.emit(Repositioned(seat, found.body, path, paid, found.slid is not None))
    _tell(context, pushed, swung)
    if found.slid is None:
        turn.replan()
        return
    control, reverse = car.control, car.reverse
    car.speed, car.reverse, turn.left, turn.moves = 0, False, 1, []
    pushed = _go(context, found.slid)
    if control:
        spend_control(context, seat, control)
    context.emit(Stuck(seat, (swung.pose, found.slid.pose), control, reverse))
    _tell(context, pushed, found.slid)


def push(context: Live) -> None:
    """Light things that were pushed and can be damaged: one roll for all of them.

    Rules: Pushing Light Obstacles
    """
    state = context.state
    turn = turning(state)
    hurt = [number for number in turn.pushed if durability(state, number)]
    turn.pushed = []
    if hurt:
        speed = state.cars[turn.seat].pace
        dice = roll(context, f"push of {turn.seat}", speed=of("yellow", speed))
        hits = total(dice).hit
        context.emit(Rolled(turn.seat, "push", tuple(dice), hits=hits))
        for number in hurt if hits else ():
            hit_thing(context, number, hits, turn.seat)
    state.beat = "collide"


def spin(context: Live) -> None:
    """The car spins out, as far as nothing new stops it; for 5 skids or more it flips where it
    stands then.

    Rules: Spinning Out; Collisions When Spinning Out
    """
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.cars[turn.seat]
    assert turn.move is not None
    before: Pose = car.pose
    legs = [swing_of(before, turn.move.side, turn.spin, car.reverse)]
    way = travel(base(before), legs, bodies(state, seat))
    pushed = _go(context, way)
    context.emit(Spun(seat, turn.spin, (before, way.pose), way.stopped))
    _tell(context, pushed, way)
    turn.crashes = crashes(context, way)
    state.beat = "push"
    if turn.spin >= FLIP:
        eliminate(context, seat, "flipped")
    turn.spin = 0
