"""What a move would come to, as far as a seat can see it.

Contacts, the road's edge, debris, and the odds of the control rolls that follow.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.plane import Box
from games.mini_carwars import ground
from games.mini_carwars.collisions import Stop, course, cut, first_stop, joined, kind_of, level
from games.mini_carwars.control import CRASH, TABLE, modifier
from games.mini_carwars.maneuvers import legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.scene import chance_of
from games.mini_carwars.view import Car, MiniView

FISHTAIL: Final = min(TABLE)
"""From this total on there is trouble. Rules: Control Table"""
CRASHES: Final = 1 / 20
"""A move that crashes and burns so often is asked for once more."""
WALL: Final = -1
"""Stands for a wall among what is met."""


class Outcome(msgspec.Struct, frozen=True):
    """What a move would come to if nothing else happened first."""

    met: tuple[int, ...]
    """Vehicles it would run into, or `WALL`."""
    blow: tuple[str, int]
    """Type ("" with a wall or a wreck) and speed in mph of the first collision."""
    cycles: tuple[bool, bool]
    """In that collision: it is a cycle itself, and what it hits is one."""
    held: tuple[int, ...]
    """Vehicles it lies against and would push on."""
    off_road: bool
    debris: bool
    rolls: int
    """Control rolls it needs."""
    add: int
    """What is added to each of them."""

    @property
    def trouble(self) -> float:
        """How likely one of the rolls goes wrong."""
        return self.chance(chance_of(FISHTAIL - self.add))

    @property
    def fishtail(self) -> float:
        """How likely a fishtail is, with a skid or without."""
        return self._ever(self._exactly(11) + self._exactly(13))

    @property
    def skid(self) -> float:
        """How likely a skid is, with a fishtail or without."""
        return self._ever(self._exactly(12) + self._exactly(13))

    @property
    def crash(self) -> float:
        """How likely it crashes and burns."""
        return self.chance(chance_of(CRASH - self.add))

    def _exactly(self, total: int) -> float:
        roll = total - self.add
        return chance_of(roll) - chance_of(roll + 1)

    def _ever(self, once: float) -> float:
        """How likely something is that each roll brings so often, when a crash ends the rolls."""
        on = 1.0 - once - chance_of(CRASH - self.add)
        return once * sum(on**rolls for rolls in range(self.rolls))

    def chance(self, once: float) -> float:
        """How likely something is in any of the rolls that each roll brings so often."""
        return 1.0 - (1.0 - once) ** self.rolls

    @property
    def grave(self) -> bool:
        """It hits something, or may well crash."""
        return bool(self.met) or self.crash >= CRASHES


def control(car: Car) -> int:
    """What is added to a vehicle's control roll. Rules: Control Table"""
    return modifier(car.speed, car.size == "cycle").total


def needs_roll(car: Car, drive: Drive) -> bool:
    """Whether a maneuver is not the first of the turn. Rules: 6. Maneuvers And Control"""
    return drive.how != "straight" and car.maneuvers > 0


def outcome(view: MiniView, car: Car, drive: Drive) -> Outcome:
    """What a move of a vehicle would come to."""
    box, path = car.box, legs(car.box, drive, car.speed < 0)
    others = [(one.number, one.box) for one in view.cars if one.number != car.number and one.here]
    others += [(WALL, Box(x, y, 0.0, length, width)) for x, y, width, length in view.walls]

    def along(other: int, heading: float) -> bool:
        return other in car.contact or (
            other != WALL
            and view.cars[other].out != "crashed"
            and level(car, course(car, heading), view.cars[other])
        )

    stop = first_stop(box, path, others, along)
    if stop is not None:
        path = (*path[: stop.leg], cut(path[stop.leg], stop.part))
    road = view.road is not None
    off_road = road and ground.strays(box, path)
    debris = ground.runs_over(view.rubble, box, path)
    blow, cycles, speed = _blow(view, car, stop)
    return Outcome(
        met=stop.met if stop else (),
        blow=blow,
        cycles=cycles,
        held=stop.held if stop else (),
        off_road=off_road,
        debris=debris,
        # Whoever has been stopped rolls nothing. Ruling 12
        rolls=needs_roll(car, drive) + off_road + debris if speed else 0,
        add=modifier(speed, car.size == "cycle").total,
    )


def _blow(
    view: MiniView, car: Car, stop: Stop | None
) -> tuple[tuple[str, int], tuple[bool, bool], int]:
    """The first collision of a move: its type and speed, and who is a cycle; then the speed with
    which the vehicle goes on after all of them.

    Rules: 7. Crashes And Collisions
    """
    speed = car.speed
    blow, cycles = ("", 0), (car.size == "cycle", False)
    for at, other in enumerate(stop.met if stop is not None else ()):
        assert stop is not None
        kind, fast = "", abs(speed)
        if other != WALL and view.cars[other].out != "crashed":
            kind, fast = kind_of(car, view.cars[other], course(car, stop.box.heading))
        if at == 0:
            blow = kind, fast
            cycles = cycles[0], other != WALL and view.cars[other].size == "cycle"
        speed = joined(speed, view.cars[other].speed) if kind == "same direction" else 0
    return blow, cycles, speed
