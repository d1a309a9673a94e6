"""One movement point: its move, what is pushed, and the spin (Rules: Drive; Pushing; Spinning Out).

Travel asks nobody and rolls nothing: `point` and `spin`. `push` rolls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.carwars.base import FLIP, STRAIGHT, Move, base, done_tenths, legs_of
from games.carwars.base import spin as swing_of
from games.carwars.collisions import crashes
from games.carwars.damage import eliminate, hit_thing, spend_control, use
from games.carwars.dice import of, roll, total
from games.carwars.driving import EXTRAS, advance, earned, finish, may, steers, turning
from games.carwars.drops import lay
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
from games.carwars.ground import bodies, durability, is_light, kind_of
from games.carwars.state import THING, Live, State
from games.carwars.travel import Travel, travel
from games.carwars.walls import driven
from games.engine.shapes import Pose, pose_after, rest


class Done(NamedTuple):
    """A movement point that has been made."""

    way: Travel
    """How it ended."""
    path: tuple[Pose, ...]
    """Where the car stood: before, at the corner of a turn, and at the end; or before and after a
    reposition, and after it slid back."""
    told: list[Pushed | Popped]
    """What was pushed, then what popped."""
    behind: int
    """What a reposition left behind; -1 where there was none."""
    ace: int
    """What the car takes for committing to a maneuver."""


def made(state: State, move: Move) -> Done:
    """Make a move: whatever it changes but tokens. Nothing is told, so plans try moves with it.

    Rules: Drive; Pushing Walls; Stuck; spec 7
    """
    turn = turning(state)
    car = state.mover
    turn.point, turn.move = turn.point + 1, move
    turn.turned, turn.slid, turn.repositioned, turn.rolled = 0, False, False, False
    turn.dice, turn.ignored, turn.spin = [], 0, 0
    (ways, behind), path, ace = driven(state, turn.seat, move), [car.pose], 0
    way = ways[-1]
    if behind < 0:
        turn.turned = done_tenths(move, way.leg, way.part)
        turn.slid = move.kind == "slide" and way.part > 0.0
        if way.leg:
            path.append(rest(pose_after(car.pose, legs_of(car.pose, move, car.reverse)[0])))
        if move.maneuver:
            ace = earned(car, car.pace)
    else:
        turn.repositioned = True
        if len(ways) == 1:
            turn.replan()
        else:
            turn.left, turn.moves = 1, []
    told = [each for way in ways for each in _go(state, way)]
    told.sort(key=lambda each: isinstance(each, Popped))
    return Done(way, (*path, *(way.pose for way in ways)), told, behind, ace)


def _go(state: State, way: Travel) -> list[Pushed | Popped]:
    """The car stands where its way has ended, and what it pushed likewise, which is returned."""
    turn, told = turning(state), list[Pushed | Popped]()
    state.mover.pose = way.pose
    for number, pose in way.moved.items():
        there = state.cars[number] if number < THING else state.things[number - THING]
        told.append(Pushed(turn.seat, number, there.pose, pose, kind_of(state, number)))
        there.pose = pose
    for number in way.popped:
        told.append(Popped(turn.seat, number, kind_of(state, number)))
        state.things[number - THING].gone = True
    lights = {number for number in way.moved if is_light(state, number)}
    turn.pushed = sorted({*turn.pushed, *lights} - {*way.popped})
    return told


def point(context: Live) -> None:
    """The next movement point: its move, or the reposition that takes its place.

    Out of control a car drives straight. For committing to a maneuver it takes 1 ace, which it
    keeps when the move is cut short. Rules: Drive; Out Of Control; Ace Tokens; spec 7
    """
    state = context.state
    turn = turning(state)
    seat, car = turn.seat, state.mover
    _extras(context)
    if turn.left <= 0:
        finish(state)
        return
    move = turn.moves.pop(0) if turn.moves else STRAIGHT
    if move.is_extra or not may(steers(car), move):
        move = STRAIGHT
    done = made(state, move)
    state.beat = "push"
    if done.behind >= 0:
        _reposition(context, done)
        return
    if done.ace:
        car.ace += done.ace
        context.emit(Committed(seat, move, done.ace))
    cut = bool(done.way.touched or done.way.piles)
    context.emit(Moved(seat, turn.point, move, done.path, car.reverse, turn.turned, cut))
    _tell(context, done.told)
    turn.crashes = crashes(context, done.way)


def _extras(context: Live) -> None:
    """What cards do before the next movement point: the slab is dropped, or a point comes on top.

    Rules: The Slab; Thundercat Battery
    """
    turn = turning(context.state)
    car = context.state.mover
    while turn.moves and turn.moves[0].is_extra:
        kind = turn.moves[0].kind
        found = car.offered(*EXTRAS[kind])
        if found and kind == "boost":
            use(context, turn.seat, found[0])
            turn.left += 1
            return
        if found:
            lay(context, turn.seat, found[0])
        turn.moves.pop(0)


def _tell(context: Live, events: Iterable[Pushed | Popped]) -> None:
    for each in events:
        context.emit(each)


def _reposition(context: Live, done: Done) -> None:
    """Against a wall, or what cannot give way: the point is lost and 1 control paid, if there is
    one. A car that is stuck stands still, without control, and slides back.

    Rules: Pushing Walls; Stuck; Rulings 33, 53
    """
    state = context.state
    seat, car = turning(state).seat, state.mover
    paid, stuck = car.control > 0, len(done.path) > 2
    if paid:
        spend_control(context, seat, 1)
    kind = kind_of(state, done.behind)
    context.emit(Repositioned(seat, done.behind, done.path[:2], paid, stuck, kind))
    if stuck:
        control, reverse = car.control, car.reverse
        car.speed, car.reverse = 0, False
        if control:
            spend_control(context, seat, control)
        context.emit(Stuck(seat, done.path[1:], control, reverse))
    _tell(context, done.told)


def push(context: Live) -> None:
    """Light things that were pushed and can be damaged: one roll for all of them.

    Rules: Pushing Light Obstacles
    """
    state = context.state
    turn = turning(state)
    hurt = [number for number in turn.pushed if durability(state, number)]
    turn.pushed = []
    if hurt:
        speed = state.mover.pace
        dice = roll(context.chance, f"push of {turn.seat}", speed=of("yellow", speed))
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
    seat, car = turn.seat, state.mover
    if car.out:
        advance(state)
        return
    assert turn.move is not None
    before = car.pose
    legs = [swing_of(before, turn.move.side, turn.spin, car.reverse)]
    way = travel(base(before), legs, bodies(state, seat))
    told = _go(state, way)
    context.emit(Spun(seat, turn.spin, (before, way.pose), way.stopped))
    _tell(context, told)
    turn.crashes = crashes(context, way)
    state.beat = "push"
    if turn.spin >= FLIP:
        eliminate(context, seat, "flipped")
    turn.spin = 0
