"""Leaving, and the end of the fight (Rules: Player Elimination; End Of Game)."""

from __future__ import annotations

from games.carwars.dashboard import eliminate
from games.carwars.driving import finish as finish_turn
from games.carwars.events import FightEnded
from games.carwars.state import Live, State
from games.engine.game import Result, ranked


def leave(context: Live) -> None:
    """Who has ordered so is out, and nobody scores it. Ruling 43"""
    state = context.state
    seat = state.leaving.pop(0)
    if seat in state.left:
        return
    state.left.append(seat)
    if state.cars[seat].out:
        return
    eliminate(context, seat, "left")
    if state.attack is not None and seat in (state.attack.seat, state.attack.target):
        state.attack = None
        state.beat = "attack"
    if state.turn is not None and state.turn.seat == seat:
        finish_turn(state)
    if state.active == seat:
        state.active = -1


def finish(context: Live) -> None:
    """Rules: End Of Game; the round limit: Ruling 43"""
    state = context.state
    state.phase, state.active, state.turn, state.attack, state.harm = "over", -1, None, None, []
    state.beat = "over"
    places = result(state).places
    why = "rounds" if len(state.alive) > 1 else "last" if state.alive else "none"
    context.emit(FightEnded(why, places))  # type: ignore[arg-type]


def result(state: State) -> Result:
    """Who is left comes first: by power plant, then by armor left. Then the others, who fell last
    first. Scores are the damage done to others. Ruling 43"""
    keys = []
    for seat, car in enumerate(state.cars):
        if car.out:
            keys.append((1, -state.fallen.index(seat), 0))
        else:
            keys.append((0, -car.power, -sum(car.armor)))
    return Result(ranked(keys), tuple(car.dealt for car in state.cars))
