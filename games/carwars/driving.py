"""A turn of the movement phase: its question, the speed, and how it goes on from point to point
(Rules: Movement)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.carwars.base import STRAIGHT, Move, along, legs_of
from games.carwars.dashboard import lose_power, lose_tires, use
from games.carwars.events import SpeedSet
from games.carwars.ground import bodies
from games.carwars.hull import base, enters
from games.carwars.memory import Memory
from games.carwars.moves import Turn
from games.carwars.plan import DRIVE, MOST, SPARES, SPEED, USUAL, Pace, Turns, hard, paces
from games.carwars.state import WALL, Live, State, Turning
from games.carwars.travel import Body
from games.carwars.walls import tail_at_wall
from games.engine.ask import Ask, Step, Walked, asks_once, choose
from games.engine.shapes import Pose, sweep, touching

HELD: Final = 3
"""With so much control it is paid where nobody says otherwise: for fires, and for a hard change
where a card lets it. spec 13; Ruling 62"""
LOW: Final = 2
"""With so little control a player may wish to be asked before the next point."""


def turn(context: Live) -> Step[None] | None:
    """The next car's turn: its player sets the speed and draws the moves.

    Rules: Movement; Adjust Speed; Drive
    """
    state = context.state
    if state.turn is not None:
        return _turn(context)
    state.active = state.next
    if state.active < 0:
        state.phase, state.acted, state.beat = "combat", [], "attack"
        for car in state.cars:
            car.over("phase")
            car.opened = []
            for card in car.cards:
                card.used = False
    else:
        state.turn = Turning(state.active)
    return None


@asks_once
def _turn(context: Live) -> Step[None]:
    state = context.state
    turn = turning(state)
    car = state.cars[turn.seat]
    cite = DRIVE if turn.begun else SPEED
    kind = "drive" if turn.begun else "turn"
    walked, default = choices(state, turn.seat)
    ask = Ask[Turn](turn.seat, kind, (), default, cite, walked=walked)
    answer = yield from choose(ask)
    if not turn.begun:
        turn.begun = True
        _adjust(context, answer)
    turn.moves, turn.look = list(answer.moves), answer.look
    state.beat = "point"
    if car.out or not (turn.left or turn.moves):
        finish(state)


def turning(state: State) -> Turning:
    """The turn that is being driven."""
    assert state.turn is not None
    return state.turn


def turns(state: State, seat: int) -> Turns:
    """What a car may answer to the question of its turn, or of what is left of it."""
    car, left = state.cars[seat], state.points_left
    if left is not None:
        return Turns((Pace(car.speed, car.reverse),), left, car)
    return Turns(paces(car, tail_at_wall(state, seat)), None, car)


def _choices(state: State, seat: int) -> tuple[Walked[Turn], Turn]:
    return turns(state, seat).walked, usual(state, seat)


choices: Final = Memory(_choices)
"""The same, and the turn of who does not answer."""


def _adjust(context: Live, answer: Turn) -> None:
    """Set the speed; what a hard change costs comes at once.

    Rules: Adjust Speed; Hard Acceleration; Hard Braking
    """
    turn = turning(context.state)
    seat, car = turn.seat, context.state.cars[turn.seat]
    before, was = car.speed, car.reverse
    pace = Pace(answer.speed, answer.reverse, hard(answer.speed - before))
    sets = car.offered("adjust_speed", "set_speed") if answer.speed - before > MOST else []
    car.speed, car.reverse = pace.speed, pace.reverse
    turn.left = pace.points
    saved = car.automatic(*SPARES[pace.hard]) if pace.hard else []
    card = saved[0].card if saved else -1
    context.emit(SpeedSet(seat, before, car.speed, car.reverse, was, pace.hard, card))
    for each in sets:
        use(context, seat, each)
    if pace.hard and not saved and car.control >= HELD:
        # Tires and power don't come back, and control does. Ruling 62
        for each in car.offered("hard_speed_change", "replace_damage"):
            use(context, seat, each)
            return
    if pace.hard == "accelerate" and not saved:
        lose_power(context, seat, "accelerate", 1)
    if pace.hard == "brake" and not saved:
        lose_tires(context, seat, "brake", 1)


def advance(state: State) -> None:
    """The point is over: the next one, or the end of the turn.

    Its player is asked again where that was wished, and where what was planned counts no more; out
    of control there is nothing to choose. Rules: Drive
    """
    turn = turning(state)
    car = state.cars[turn.seat]
    car.over("driving_roll", "collision")
    turn.left -= 1
    if car.out or (turn.left <= 0 and not turn.moves):
        finish(state)
        return
    if 0 < car.control <= LOW and car.standing.look == "low":
        turn.replan()
    asks = turn.look and not turn.moves and not car.out_of_control
    state.beat = "turn" if asks else "point"


def finish(state: State) -> None:
    """The turn is over."""
    turn = turning(state)
    state.acted.append(turn.seat)
    state.turn, state.active, state.beat = None, -1, "turn"


# -- what nobody chose


def usual(state: State, seat: int) -> Turn:
    """The turn of who does not answer: the present speed, and straight; where that meets a wall,
    the nearest turn that does not. Ruling 44"""
    car, left = state.cars[seat], state.points_left
    reverse = car.reverse and (left is not None or not tail_at_wall(state, seat))
    if left is None:
        left = car.pace
    if car.reverse and not reverse:
        left = 0
    if car.out_of_control:
        return Turn(car.speed, reverse)
    walls = tuple((n, body) for n, body in bodies(state, seat).items() if n >= WALL)
    moves = _away(walls, car.pose, left, reverse) if left else ()
    return Turn(car.speed, reverse, () if moves == (STRAIGHT,) else moves)


@lru_cache(512)
def _away(
    walls: tuple[tuple[int, Body], ...], pose: Pose, left: int, reverse: bool
) -> tuple[Move, ...]:
    """One move, as nearly straight as can be, after which the way straight on meets no wall; if
    every way meets one, that which does so last."""
    best, far = (STRAIGHT,), -1
    for first in sorted((move for move in USUAL if move.kind != "slide"), key=lambda m: m.tenths):
        at: Pose | None = pose
        for done in range(left):
            at = _free(walls, at, STRAIGHT if done else first, reverse) if at is not None else None
            if at is None:
                break
        else:
            return (first,)
        if done > far:
            best, far = (first,), done
    return best


def _free(
    walls: Sequence[tuple[int, Body]],
    pose: Pose,
    move: Move,
    reverse: bool,
) -> Pose | None:
    """Where a move ends that meets no wall; None where it does."""
    hull, legs = base(pose), legs_of(pose, move, reverse)
    old = [body.hull for _, body in walls if touching(hull, body.hull)]
    others = [body.hull for _, body in walls if body.hull not in old]
    if any(enters(hull, legs, wall) for wall in old) or sweep(hull, legs, others):
        return None
    return along(pose, legs)
