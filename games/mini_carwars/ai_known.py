"""What a computer seat knows of each vehicle, and what damage to it would be worth.

All is made of the seat's view, in which hidden sheets are what everyone takes them for (`redeal`).
Worths are parts of a vehicle: 1 is to put it out of action.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.mini_carwars.catalog import COMPACT, KINDS, PERSON, TOP, Kind
from games.mini_carwars.damage import opposite
from games.mini_carwars.sight import WAYS
from games.mini_carwars.state import Arm, State, Vehicle

SIDES: Final = 5
ARMOR: Final = 0.3
"""Worth of wearing a side down, by the logarithm of what is left."""
SPARE: Final = 4.0
"""Points that still have to be done inside once armor is gone, about."""
ARMS: Final = 0.6
"""Worth of all weapons of a vehicle together."""
_WAYS: Final = {
    1: {points: 1 / 6 for points in range(1, 7)},
    2: {points: ways / 36 for points, ways in WAYS.items()},
}


def _dice(count: int) -> dict[int, float]:
    """How likely so many dice show each sum."""
    if count not in _WAYS:
        out: dict[int, float] = {}
        for points, odds in _dice(count - 1).items():
            for die in range(1, 7):
                out[points + die] = out.get(points + die, 0.0) + odds / 6
        _WAYS[count] = out
    return _WAYS[count]


class Insides(NamedTuple):
    """What decides how much a hit harms."""

    armor: tuple[int, ...]
    """Points left by side."""
    arms: tuple[float, ...]
    """Worth of the weapons that work, by side."""
    crew: tuple[int, ...]
    """Hits."""
    boxes: tuple[int, ...]
    """Of body armor."""
    plant: int


def harm(of: Insides, side: int, points: float) -> float:
    """The worth of so many points of damage to a side. Rules: 8. Combat, Location Of Damage"""
    left = of.armor[side]
    if points < left:
        return ARMOR * math.log((left + SPARE) / (left - points + SPARE))
    worth = ARMOR * math.log((left + SPARE) / SPARE) + of.arms[side]
    over = points - left
    return worth + _inside(of, side, over) if over > 0 and side != TOP else worth


def _inside(of: Insides, side: int, points: float) -> float:
    """The worth of points that have passed the armor, over the three things they may meet."""
    far = of.arms[opposite(side)]
    able = sum(hits < 2 for hits in of.crew)
    total = 0.0
    for place in (0, 1):
        if place >= len(of.crew) or of.crew[place] >= PERSON:
            total += far
            continue
        hits = of.crew[place]
        if hits >= 2:
            continue
        if points >= 2 - hits + of.boxes[place]:
            # The last one conscious is the vehicle; a driver is the steering.
            total += 1.0 if able == 1 else (0.35, 0.6)[place == 0]
        else:
            total += 0.1 * min(points, 2)
    total += 0.05 + 0.25 * min(1.0, points / of.plant) if of.plant > 0 else far
    return total / 3


@lru_cache(maxsize=4096)
def worth_of_hit(of: Insides, dice: int) -> tuple[float, ...]:
    """The expected worth of a hit of so many dice, by side."""
    return tuple(
        sum(odds * harm(of, side, points) for points, odds in _dice(dice).items())
        for side in range(SIDES)
    )


DICE: Final = frozenset(kind.dice for kind in KINDS.values() if kind.dice)
"""Dice of damage that a weapon may have."""


class Group(NamedTuple):
    """Weapons that are fired together: a linked pair, or one."""

    weapons: tuple[int, ...]
    mount: int
    kind: Kind
    ready: bool
    """Not fired yet this turn."""


class Fighter:
    """A vehicle as far as a seat knows it."""

    def __init__(self, view: State, car: Vehicle) -> None:
        kind = car.kind
        self.car = car
        self.number = car.number
        self.team = view.side_of(car.owner)
        self.box = car.box
        self.speed = car.speed
        self.back = car.speed < 0
        self.cycle = kind.cycle
        self.compact = -1 if kind.size in COMPACT else 0
        self.size = -2 if self.cycle else 0
        self.turret = car.turret
        able = [person for person in car.crew if person.able]
        self.hands = 0 if car.out else len(able)
        self.acts = 0 if car.out else sum(not person.acted for person in able)
        # What a rival's crew wears and aims with is not reckoned with, seen or not.
        self.bonus = 0 if car.hidden else max((person.computer for person in able), default=0)
        boxes = tuple(0 if car.hidden else person.boxes for person in car.crew)
        self.groups = _groups(car.arms)
        self.mounts: dict[int, list[tuple[int, Group]]] = {}
        """Groups with their places in `groups`, by the side they are on."""
        for at, group in enumerate(self.groups):
            self.mounts.setdefault(group.mount, []).append((at, group))
        hits = tuple(car.hits)
        self.insides = Insides(tuple(car.armor), _arms(self.groups), hits, boxes, car.plant)
        self.hit = {dice: worth_of_hit(self.insides, dice) for dice in DICE}
        """The expected worth of a hit, by its dice and by side."""


def _groups(weapons: Sequence[Arm]) -> tuple[Group, ...]:
    """Working guns, linked ones together where neither or both have been fired."""
    out: list[Group] = []
    paired: set[int] = set()
    for one in weapons:
        kind = one.weapon
        if one.state in ("gone", "spent") or not kind.to_hit or one.place in paired:
            continue
        places = [one.place]
        if one.link:
            places += [
                other.place
                for other in weapons
                if other.link == one.link and other.state == one.state and other.place > one.place
            ]
            paired.update(places)
        out.append(Group(tuple(places), one.mount, kind, one.state == "ready"))
    return tuple(out)


def _arms(groups: Sequence[Group]) -> tuple[float, ...]:
    """Worth of the weapons on each side."""
    force = [0.0] * SIDES
    for group in groups:
        once = group.kind.shots == 1
        force[group.mount] += group.kind.dice * len(group.weapons) * (0.4 if once else 1.0)
    total = sum(force)
    return tuple(ARMS * one / total for one in force) if total else (0.0,) * SIDES


def fighters(view: State) -> list[Fighter]:
    """Every vehicle, by number."""
    return [Fighter(view, car) for car in view.cars]
