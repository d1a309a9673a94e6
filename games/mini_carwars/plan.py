"""What a plan is: the moves and the fire of one's vehicles for one turn, and where they lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from games.engine.plane import Box, apart, touching
from games.engine.sweep import Leg, part_of, sweep
from games.mini_carwars.events import Pose
from games.mini_carwars.maneuvers import TOP_SPEED, end
from games.mini_carwars.moves import Drive
from games.mini_carwars.state import State, Vehicle

NEAR: Final = 0.001
"""Poses no farther apart than this are the same, in inches and degrees."""
FIRST: Final = 1 / 16
"""Part of a leg by which it is seen whether it leads into what a counter lies against."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One planned move."""

    drive: Drive
    ram: bool = False
    """It is made even when it ends in a collision."""


class Intent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one vehicle is to do this turn."""

    vehicle: int
    speed: int | None = None
    """mph to be chosen for it."""
    steps: tuple[Step, ...] = ()
    poses: tuple[Pose, ...] = ()
    """Where it is expected before each step, and after the last."""
    mph: int | None = None
    """Speed at which it makes them; None while it was not known."""
    first: int = 1
    """Phase of the first step."""
    fire: int | None = None
    """Most that two dice may have to show for a shot to be fired; 0: hold fire."""
    wrecks: bool = False
    """Where nothing in action can be shot at, it fires at what is out of action."""


class Plan(msgspec.Struct, frozen=True):
    """What a seat's vehicles are to do in one turn."""

    turn: int
    intents: tuple[Intent, ...] = ()

    def of(self, vehicle: int) -> Intent | None:
        """What it says of a vehicle."""
        return next((each for each in self.intents if each.vehicle == vehicle), None)

    def put(self, *intents: Intent) -> Plan:
        """The same with other words on some vehicles."""
        named = {each.vehicle: each for each in (*self.intents, *intents)}
        return Plan(self.turn, tuple(named[number] for number in sorted(named)))


# -- the vehicles of a view


def own(view: State) -> list[Vehicle]:
    """The seat's vehicles in action."""
    return [car for car in view.fleet(view.seat) if not car.out]


def pose_of(box: Box) -> Pose:
    """Where a counter lies."""
    return box.x, box.y, box.heading


def same(one: Pose, other: Pose) -> bool:
    """Whether two poses are the same but for rounding."""
    turn = abs(one[2] - other[2]) % 360.0
    return (
        abs(one[0] - other[0]) <= NEAR
        and abs(one[1] - other[1]) <= NEAR
        and min(turn, 360.0 - turn) <= NEAR
    )


def first_move(view: State, car: Vehicle) -> int:
    """The phase of its next move: moves lost to a skid come before it."""
    return view.next_phase(car.number) + car.skip


def moves_left(view: State, car: Vehicle, mph: int | None) -> int:
    """How many moves it still makes this turn at a speed (None: at the highest it may choose).

    Rules: 4. Movement And Scale
    """
    if mph is None:
        mph = abs(car.speed) + 10 if view.phase == 0 else car.speed
    return max(0, min(abs(mph), TOP_SPEED) // 10 - first_move(view, car) + 1)


# -- where moves lead


def meets(box: Box, path: Sequence[Leg], others: Sequence[Box]) -> bool:
    """Whether a path runs into one of these counters."""
    near = [other for other in others if touching(box, other)]
    if sweep(box, path, [other for other in others if other not in near]) is not None:
        return True
    gone = part_of(box, path[0], FIRST)
    return any(apart(gone, other) < apart(box, other) - NEAR for other in near)


def fixed(view: State) -> list[Box]:
    """What never moves: walls, and wrecks."""
    walls = [wall.box for wall in view.walls]
    return [*walls, *(car.box for car in view.cars if car.wreck)]


def poses(box: Box, steps: Sequence[Step], mph: int) -> Iterator[Pose]:
    """Where steps lead: the pose before each, and after the last."""
    yield pose_of(box)
    for step in steps:
        box = end(box, step.drive, mph < 0)
        yield pose_of(box)


def place_in(intent: Intent, car: Vehicle) -> int | None:
    """Number of the step that comes next; None: the vehicle is not where it was expected, or does
    not drive as fast."""
    if intent.mph is not None and intent.mph != car.speed:
        return None
    here = car.x, car.y, car.heading
    return next((at for at, pose in enumerate(intent.poses) if same(pose, here)), None)


def next_step(view: State, car: Vehicle, intent: Intent) -> int | None:
    """Number of the step that comes next; None where things are not as they were planned.

    On a way straight on it does no harm to have been held up.
    """
    at = place_in(intent, car)
    if at is None and _held_up(intent, car):
        return _by_phase(view, car, intent)
    return at


def _held_up(intent: Intent, car: Vehicle) -> bool:
    """Whether a vehicle that was to go straight on is on its way still, if not as far."""
    straight = all(step.drive.how == "straight" for step in intent.steps)
    if not intent.poses or intent.mph != car.speed or not straight:
        return False
    x, y, heading = intent.poses[0]
    across, _ = car.box.own((x, y))
    return abs(across) <= NEAR and same((0.0, 0.0, heading), (0.0, 0.0, car.heading))


def _by_phase(view: State, car: Vehicle, intent: Intent) -> int:
    return max(0, first_move(view, car) - intent.first)


def rest(view: State, car: Vehicle, intent: Intent) -> tuple[Step, ...]:
    """The steps not made yet: by the place of the vehicle, or by the phase where it has been thrown
    off its course."""
    at = next_step(view, car, intent)
    return intent.steps[at if at is not None else _by_phase(view, car, intent) :]
