"""A whole turn as `normal` would drive it, for whoever wants one car driven so this turn."""

from __future__ import annotations

from msgspec.structs import replace

from games.engine.errors import Illegal
from games.mini_carwars.ai_drive import best_drive, best_speed
from games.mini_carwars.ai_paths import LOOKS, done, straight
from games.mini_carwars.maneuvers import end
from games.mini_carwars.moves import Drive, Speed
from games.mini_carwars.plan import Intent, Step, first_move, made, tried
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.turn import options


def drive(view: State, number: int, mph: int | None = None) -> Intent | None:
    """The speed, while it is to be chosen, and all moves still to come this turn of one of the
    viewer's vehicles, as `normal` would drive it if everyone else went straight on; with `mph`, at
    that speed, one it may choose. None for a vehicle that nobody steers.

    It says nothing of fire, comes of the view alone (no chance), and stops after a move that ends
    in a collision, where all is open again.
    """
    car = view.cars[number]
    if not car.steered:
        return None
    choosing = view.step == "speed"
    if choosing and mph is None:
        mph = best_speed(view, [Speed(each) for each in car.speeds], number)[0].mph
    pace = mph if choosing and mph is not None else car.speed
    car = replace(car, speed=pace, skip=0)
    steps = list[Step]()
    for phase in range(first_move(view, view.cars[number]), done(pace, 10) + 1):
        then = _then(view, car, phase)
        # What comes after the next move is asked again if anything is not as it was expected.
        ways, looks = options(then, car.box, car.kind.cycle, pace), 2 if steps else LOOKS
        best, _ = best_drive(then, ways, number, looks)
        hits = best.hits or _blocked(view, car, best.drive, phase)
        steps.append(Step(best.drive, hits))
        if hits:
            break
        box = end(car.box, best.drive, pace < 0)
        turned = best.drive.how != "straight"
        car = replace(car, x=box.x, y=box.y, heading=box.heading, maneuvers=car.maneuvers + turned)
    return made(view, Intent(number, pace if choosing else None, tuple(steps)))


def _blocked(view: State, car: Vehicle, drive: Drive, phase: int) -> bool:
    """Whether a plan would not take a move from there as one that hits nothing: a wreck that it
    lies against counts, too."""
    try:
        tried(view, car, car.box, Step(drive), phase, car.speed)
    except Illegal:
        return True
    return False


def _then(view: State, car: Vehicle, phase: int) -> State:
    """The view when it is this car's turn to move in a phase, everyone else having kept on."""
    cars = [*view.vehicles]
    cars[car.number] = car
    then = replace(view, vehicles=cars, phase=phase, beat="move", moving=car.number)
    for other in view.vehicles:
        if other is not view.vehicles[car.number] and other.speed:
            moves = done(other.speed, phase - then.to_come(other.number))
            made_now = done(other.speed, view.next_phase(other.number) - 1)
            box = straight(other.box, other.speed < 0, max(0, moves - made_now - other.skip))
            skip = max(0, other.skip - moves + made_now)
            cars[other.number] = replace(other, x=box.x, y=box.y, skip=skip)
    return then
