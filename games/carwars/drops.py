"""What cars lay down: where it comes to lie, and what happens to who drives onto it.

Rules: the texts of the dropped weapons; Ruling 60
"""

from __future__ import annotations

from typing import Final

from games.carwars import arena
from games.carwars.arena import KINDS
from games.carwars.base import LENGTH, WIDTH
from games.carwars.damage import douse, special
from games.carwars.effects import Applied
from games.carwars.events import Dropped, SetOff
from games.carwars.ground import bodies, lying
from games.carwars.state import THING, Live, State, Thing
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.shapes import Pose, at, overlap, rest

AWAY: Final = 0.1
"""Between a car's rectangle and what it drops, in L. House"""
_WAYS: Final = {FRONT: (1, 0), RIGHT: (0, -1), BACK: (-1, 0), LEFT: (0, 1)}


def spot(state: State, seat: int, side: int, kind: str) -> Pose | None:
    """Where a car would lay something down on a side: a card as the car stands, the slab across.
    None where a car, an obstacle or a wall is in the way. Ruling 60"""
    car, form = state.cars[seat], arena.form_of(kind)
    (ahead, left), turned = _WAYS[side], 90.0 * (KINDS[kind].weight == "heavy")
    long, wide = (form.side, form.half) if turned else (form.half, form.side)
    x = ahead * (LENGTH / 2 + AWAY + long)
    y = left * (WIDTH / 2 + AWAY + wide)
    pose = rest((*at(car.pose, x, y), car.heading + turned))
    there = arena.thing(kind, pose)
    return None if any(overlap(there, body.hull) for body in bodies(state).values()) else pose


def may_lay(state: State, seat: int, found: Applied) -> Pose | None:
    """Where the next piece of a card would lie; None if there is none or no room."""
    card, effect = state.cars[seat].cards[found.slot], found.effect
    return spot(state, seat, card.side, effect.item) if card.stored < effect.stock else None


def lay(context: Live, seat: int, found: Applied) -> None:
    """Lay the next piece down, if there is room. Ruling 60"""
    state = context.state
    card, kind = state.cars[seat].cards[found.slot], found.effect.item
    pose = may_lay(state, seat, found)
    if pose is None:
        return
    card.stored += 1
    state.things.append(Thing(kind, *pose, rounds=KINDS[kind].rounds))
    if found.effect.once:
        state.cars[seat].cards[found.slot].down = "spent"
    context.emit(Dropped(seat, kind, pose, found.effect.stock - card.stored))


def drive_over(context: Live, seat: int) -> None:
    """What lies under a car at the end of a movement point: a mine goes off on the side that leads,
    foam puts a fire out. spec 7, step 7; Ruling 60"""
    state, car = context.state, context.state.cars[seat]
    side = BACK if car.reverse else FRONT
    for number in lying(state, car.pose):
        thing = state.things[number - THING]
        kind = KINDS[thing.kind]
        if kind.sets_off:
            thing.gone = True
            context.emit(SetOff(seat, thing.kind, side, number))
            special(context, seat, side, kind.sets_off)
        if kind.douses:
            douse(context, seat)
