"""What a computer seat knows of each vehicle, and what damage to it would be worth.

All is made of the seat's view. What a hidden sheet leaves open is taken as the stock car has it,
less what everyone has seen it lose. Worths are parts of a vehicle: 1 is to put it out of action.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.plane import Box
from games.mini_carwars.catalog import COMPACT, KINDS, MODELS, PERSON, TOP, WIDTH, Model
from games.mini_carwars.damage import opposite
from games.mini_carwars.view import Car, MiniView, SeenWeapon, WeaponView

SIDES: Final = 5
ARMOR: Final = 0.3
"""Worth of wearing a side down, by the logarithm of what is left."""
SPARE: Final = 4.0
"""Points that still have to be done inside once armor is gone, about."""
ARMS: Final = 0.6
"""Worth of all weapons of a vehicle together."""
_WAYS: Final = {
    1: {points: 1 / 6 for points in range(1, 7)},
    2: {points: (6 - abs(points - 7)) / 36 for points in range(2, 13)},
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
    need: int
    dice: int
    laser: bool
    once: bool
    ready: bool
    """Not fired yet this turn."""


class Fighter:
    """A vehicle as far as a seat knows it."""

    __slots__ = (
        "acts", "back", "bonus", "box", "car", "compact", "cycle", "groups", "hands", "hit",
        "insides", "mounts", "number", "size", "speed", "team", "turret",
    )  # fmt: skip

    def __init__(self, view: MiniView, car: Car) -> None:
        model = model_of(view, car)
        self.car = car
        self.number = car.number
        self.team = team_of(view, car.owner)
        self.box = Box(car.x, car.y, car.heading, car.length, WIDTH)
        self.speed = car.speed
        self.back = car.speed < 0
        self.cycle = car.size == "cycle"
        self.compact = -1 if car.size in COMPACT else 0
        self.size = -2 if self.cycle else 0
        self.turret = car.turret
        sheet = car.sheet
        able = [hits < 2 for hits in car.crew]
        self.hands = 0 if car.out else sum(able)
        self.acts = 0 if car.out else sum(a and not b for a, b in zip(able, car.acted, strict=True))
        computers = [person.computer for person in sheet.crew] if sheet else [0] * len(able)
        self.bonus = max((c for c, one in zip(computers, able, strict=True) if one), default=0)
        weapons = sheet.weapons if sheet else _weapons(model, car.seen)
        self.groups = _groups(weapons)
        self.mounts: dict[int, list[tuple[int, Group]]] = {}
        """Groups with their places in `groups`, by the side they are on."""
        for at, group in enumerate(self.groups):
            self.mounts.setdefault(group.mount, []).append((at, group))
        boxes = tuple(person.boxes for person in sheet.crew) if sheet else (0,) * len(able)
        plant = 0 if car.plant_gone else (sheet.plant if sheet else model.plant)
        armor = sheet.armor if sheet else _armor(model, car)
        self.insides = Insides(armor, _arms(self.groups), car.crew, boxes, plant)
        self.hit = {dice: worth_of_hit(self.insides, dice) for dice in DICE}
        """The expected worth of a hit, by its dice and by side."""

    def harm(self, side: int, points: float) -> float:
        """The worth of so many points to a side."""
        return harm(self.insides, side, points)


def team_of(view: MiniView, owner: int) -> int:
    """Seats of one number fight together: in PACK ATTACK all but the lone car's."""
    return int(owner != view.lone) if view.lone >= 0 else owner


def model_of(view: MiniView, car: Car) -> Model:
    """The model, or the likeliest one where its option is hidden: what fits all that is known."""
    stock = MODELS[car.model]
    if car.sheet is not None:
        return stock
    seen = [(one.kind, one.mount) for one in car.seen]
    turret = car.turret or any(one.mount == TOP for one in car.seen)
    fits = [
        model
        for model in MODELS
        if model.vehicle == stock.vehicle
        and model.gunner == (len(car.crew) > 1)
        and model.turret == turret
        and model.cost <= view.budget[car.owner]
        and model.places(seen) is not None
    ]
    return fits[0] if fits else stock


def _weapons(model: Model, seen: Sequence[SeenWeapon]) -> tuple[WeaponView, ...]:
    """The weapons of a model, those seen as they were seen; of a likeness that has not all of them
    none is taken to have been seen."""
    places = model.places((one.kind, one.mount) for one in seen) or ()
    states = dict(zip(places, (one.state for one in seen), strict=False))
    return tuple(
        WeaponView(place, weapon.kind, weapon.mount, weapon.link, states.get(place, "ready"))
        for place, weapon in enumerate(model.weapons)
    )


def _armor(model: Model, car: Car) -> tuple[int, ...]:
    """What is left by side, as far as one can tell."""
    return tuple(
        0 if side in car.breached or side not in model.armored else max(1, points - car.lost[side])
        for side, points in enumerate(model.armor)
    )


def _groups(weapons: Sequence[WeaponView]) -> tuple[Group, ...]:
    """Working guns, linked ones together where neither or both have been fired."""
    out: list[Group] = []
    paired: set[int] = set()
    for one in weapons:
        kind = KINDS[one.kind]
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
        out.append(
            Group(
                tuple(places),
                one.mount,
                kind.to_hit,
                kind.dice,
                kind.stopped_by_smoke,
                kind.shots == 1,
                one.state == "ready",
            )
        )
    return tuple(out)


def _arms(groups: Sequence[Group]) -> tuple[float, ...]:
    """Worth of the weapons on each side."""
    force = [0.0] * SIDES
    for group in groups:
        force[group.mount] += group.dice * len(group.weapons) * (0.4 if group.once else 1.0)
    total = sum(force)
    return tuple(ARMS * one / total for one in force) if total else (0.0,) * SIDES


def fighters(view: MiniView) -> list[Fighter]:
    """Every vehicle, by number."""
    return [Fighter(view, car) for car in view.cars]
