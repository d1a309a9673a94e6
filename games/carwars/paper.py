"""A turn on paper: where it would lead if no die changed it, and which dice it would roll.

For pictures, words and computer seats, from a view. Control and tires stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from games.carwars.base import STRAIGHT, Move, Pose
from games.carwars.dice import Pool
from games.carwars.moves import Turn
from games.carwars.point import Done, made
from games.carwars.results import pools, results
from games.carwars.state import State, Turning
from games.carwars.walls import Reposition


class Drawn(NamedTuple):
    """A movement point on paper."""

    move: Move
    done: Done
    pools: Mapping[str, Pool]
    """Dice of its driving roll, by what they are rolled for."""
    skids: int
    """That hazards add to the roll, and wrenches likewise."""
    wrenches: int

    @property
    def path(self) -> tuple[Pose, ...]:
        return self.done.path

    @property
    def contact(self) -> bool:
        """It ends in a collision or a pile-up."""
        way = self.done.way
        return not isinstance(way, Reposition) and bool(way.touched or way.piles)


def paper(view: State, seat: int, answer: Turn) -> list[Drawn]:
    """The points of a turn, or of what is left of it: up to the end, to a reposition, or to where
    its player wants to look again. Rules: Drive; Ruling 56"""
    cars, things = [replace(car) for car in view.cars], [replace(it) for it in view.things]
    cars[seat].speed, cars[seat].reverse = answer.speed, answer.reverse
    begun = view.turn is not None and view.turn.seat == seat and view.turn.begun
    left = view.turn.left if view.turn is not None and begun else cars[seat].pace
    state = replace(view, cars=cars, things=things, turn=Turning(seat, True, left))
    moves = list(answer.moves)[:left]
    if not answer.look:
        moves += [STRAIGHT] * (left - len(moves))
    out = []
    for move in moves:
        done = made(state, move)
        out.append(Drawn(move, done, pools(state), *results(state)))
        if isinstance(done.way, Reposition):
            break
    return out
