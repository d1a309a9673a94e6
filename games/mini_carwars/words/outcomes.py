"""What a move would come to, as far as a seat can see it.

Contacts, the road's edge, debris, and the odds of the control rolls that follow.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.mini_carwars import collisions, control
from games.mini_carwars.collisions import course, joined, kind_of
from games.mini_carwars.control import CRASH, TABLE
from games.mini_carwars.maneuvers import legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.sight import chance_of
from games.mini_carwars.state import State, Vehicle

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
    kind: str
    """Type of the first collision, as `Collided.kind`."""
    fast: int
    """Its speed in mph."""
    cycles: bool
    """One of the two in it is a cycle: what it does to the other is a third."""
    held: tuple[int, ...]
    """Vehicles it lies against and would push on."""
    off_road: bool
    debris: bool
    rolls: int
    """Control rolls it needs."""
    add: int
    """What is added to each of them."""

    @property
    def dice(self) -> int:
        """Dice of damage of that collision."""
        return self.fast // 10

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
    def plain(self) -> bool:
        """Nothing comes of it."""
        return not (self.met or self.held or self.off_road or self.debris or self.rolls)

    @property
    def grave(self) -> bool:
        """It hits something, or may well crash."""
        return bool(self.met) or self.crash >= CRASHES


def outcome(view: State, car: Vehicle, drive: Drive) -> Outcome:
    """What a move of a vehicle would come to.

    Rules: 6. Maneuvers And Control; Rules: 7. Crashes And Collisions
    """
    path = legs(car.box, drive, car.speed < 0)
    stop = collisions.stop(view, car.number, path)
    hazards = control.hazards(view, car, path, stop)
    met = stop.met if stop is not None else ()
    blows = []
    speed = car.speed
    for other in met:
        assert stop is not None
        kind, fast = "fixed", abs(speed)
        if other != WALL and not view.cars[other].wreck:
            kind, fast = kind_of(car, view.cars[other], course(car, stop.box.heading))
        blows.append((kind, fast))
        # It goes on after a collision in the same direction alone.
        speed = joined(speed, view.cars[other].speed) if kind == "same direction" else 0
    kind, fast = blows[0] if blows else ("", 0)
    return Outcome(
        met=met,
        kind=kind,
        fast=fast,
        cycles=kind not in ("", "fixed") and (car.kind.cycle or view.cars[met[0]].kind.cycle),
        held=stop.held if stop is not None else (),
        off_road="off-road" in hazards,
        debris="debris" in hazards,
        # Whoever has been stopped rolls nothing. Ruling 12
        rolls=(drive.how != "straight" and car.maneuvers > 0) + len(hazards) if speed else 0,
        add=control.modifier(speed, car.kind.cycle).total,
    )
