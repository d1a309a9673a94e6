"""Races to draw in tests and benchmarks: any number of them, each as it could be in play.

Sums are made by a short reckoning of their own, in the order of the rules' steps, so that pictures
can be tested with every kind of step in them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.seen import BACK
from games.world_auto_racing import kinds
from games.world_auto_racing.cards import Card
from games.world_auto_racing.options import Options
from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.race import Race
from games.world_auto_racing.sets import PLACES
from games.world_auto_racing.state import Playing, Racer, Task
from tests.images.tables import EMPTY, HOSTILE, PLAYERS

__all__ = ["EMPTY", "HOSTILE", "PLAYERS", "any_view", "asking", "driver", "race"]

LIMITED = ("cap", "floor", "set")


def number(name: str) -> int:
    """The number of a card of the house set, by id."""
    return kinds.NUMBERS[name]


def numbers(*ids: str) -> list[int]:
    return [*map(number, ids)]


def house(kind: str) -> list[Card]:
    """Cards of one type."""
    return [each for each in kinds.KINDS.values() if each.type == kind and each.number < PLACES]


def steps(
    base: tuple[str, float],
    parts: Sequence[tuple[str, str, float]],
    limits: Sequence[tuple[str, str, str, float]] = (),
    doubled: Sequence[tuple[str, str]] = (),
    course: tuple[str, float] = ("no course", 1),
) -> tuple[Step, ...]:
    """A stat step by step: `parts` are (group, reason, points), `limits` (kind, group, reason,
    points), `doubled` (group, reason), `course` its name and multiplier."""
    now = base[1]
    out = [Step("base", now, base[0], "car", now)]

    def step(kind: str, points: float, reason: str, group: str, after: float) -> float:
        out.append(Step(kind, points, reason, group, after))
        return after

    for group, reason, points in sorted(parts, key=lambda part: part[2] < 0):
        now = step("add" if points > 0 else "sub", points, reason, group, now + points)
    if now < 0:
        now = step("zero", 0, "a stat is never below 0", "rule", 0)
    for kind, group, reason, points in limits:
        held = min(now, points) if kind == "cap" else max(now, points)
        now = step(kind, points, reason, group, points if kind == "set" else held)
    for group, reason in doubled:
        now = step("mul", 2, reason, group, now * 2)
    now = step("course", course[1], course[0], "course", now * course[1])
    if now != math.floor(now):
        step("down", 0, "rounded down", "rule", math.floor(now))
    return tuple(out)


def calculation(power: tuple[Step, ...], handling: tuple[Step, ...]) -> Calculation:
    first, second = int(power[-1].after), int(handling[-1].after)
    return Calculation(power, handling, first, second, first + second)


class Driver(Racer):
    """A driver with any sums, also such as no cards give."""

    projected: Calculation | None = None
    scored: Calculation | None = None
    """That of the last round."""


class Shown(Race):
    """A race with the sums that are said of its drivers."""

    def projected(self, seat: int | None) -> Calculation | None:
        driver = None if seat is None or seat < 0 else self.drivers[seat]
        return driver.projected if isinstance(driver, Driver) else None

    def last(self, seat: int) -> Calculation | None:
        driver = self.drivers[seat]
        return driver.scored if isinstance(driver, Driver) else None


def driver(seat: int, hand: int = 5, garage: int = 46, **changes: object) -> Driver:
    """A driver who has just chosen a car, with so many cards, and changes."""
    car = kinds.CARS[seat % len(kinds.CARS)].number
    fresh = Driver(car=car, hand=[BACK] * hand, garage=[BACK] * garage)
    return msgspec.structs.replace(fresh, **changes)


def race(drivers: Sequence[Racer], length: Any = 100, **changes: object) -> Shown:
    """A race in the action step of its sixth round, as a spectator sees it, with changes."""
    seats = list(range(len(drivers)))
    view = Shown(
        Options(length=length), list(drivers), round=6, phase="action", active=0, order=seats
    )
    return msgspec.structs.replace(view, **changes)


def asking(card: int, seat: int) -> list[Task]:
    """What is to be done while a card asks a driver."""
    return [Task("check", seat, card, whom=seat)]


def stacks(dice: random.Random, most: int) -> list[list[int]]:
    """Mods of different subtypes, staged ones from stage 1 up; Tires do not count as one of
    `most`."""
    mods = house("mod")
    subtypes = list(dict.fromkeys(each.subtype for each in mods))
    dice.shuffle(subtypes)
    out: list[list[int]] = []
    counted = 0
    for subtype in subtypes:
        tires = subtype == "Tires"
        if (tires and dice.random() < 0.5) or (not tires and counted >= most):
            continue
        counted += not tires
        start = dice.choice([m for m in mods if m.subtype == subtype and m.stage < 2])
        line = sorted((m for m in mods if m.line and m.line == start.line), key=lambda m: m.stage)
        count = dice.randint(1, len(line)) if line else 1
        out.append([m.number for m in line[:count]] if line else [start.number])
    return out


def _printed(card: Card, stat: str) -> float:
    return card.power if stat == "power" else card.handling


def any_steps(dice: random.Random, view: Shown, own: Racer, stat: str) -> tuple[Step, ...]:
    """A sum out of the printed numbers of what lies in play, with limits and more by chance."""
    car = kinds.KINDS[own.car]
    lying = [("mod", stack[-1]) for stack in own.mods]
    lying += [("trait", own.trait)] if own.trait >= 0 else []
    lying += [("team", each) for each in own.teams]
    lying += [("control", each) for each, _ in own.controls]
    lying += [("condition", each) for each, _ in view.conditions]
    parts = [
        (group, kinds.KINDS[each].name, _printed(kinds.KINDS[each], stat))
        for group, each in lying
        if _printed(kinds.KINDS[each], stat)
    ]
    if dice.random() < 0.3:
        parts.append(("mod", dice.choice(house("mod")).name, dice.choice((1, 2, 4))))
    if dice.random() < 0.2:
        parts.append(("control", dice.choice(house("control")).name, -2.0))
    limits = [
        (dice.choice(LIMITED), dice.choice(("team", "control", "condition")), each.name, each.at)
        for each in (
            _Limit(dice.choice(house("control")).name, dice.randint(3, 9))
            for _ in range(dice.choice((0, 0, 0, 0, 1, 1, 2)))
        )
    ]
    doubled = [("control", dice.choice(house("control")).name)] if dice.random() < 0.12 else []
    course = ("no course", 1.0)
    if view.courses:
        top = kinds.KINDS[view.courses[-1][0]]
        course = (top.name, _printed(top, stat))
    return steps((car.name, _printed(car, stat)), parts, limits, doubled, course)


class _Limit(msgspec.Struct, frozen=True):
    name: str
    at: int


def any_calculation(dice: random.Random, view: Shown, own: Racer) -> Calculation:
    return calculation(any_steps(dice, view, own, "power"), any_steps(dice, view, own, "handling"))


def any_driver(dice: random.Random, seat: int, seats: int) -> Driver:
    """A driver in any state of a round."""
    kind = kinds.CARS[seat % len(kinds.CARS)]
    traits, teams, controls = house("trait"), house("team"), house("control")
    aims = [each for each in range(seats) if each != seat]
    return driver(
        seat,
        car=kind.number,
        hand=dice.randint(0, 11),
        garage=dice.randint(0, 54),
        junkyard=dice.choices([c.number for c in controls], k=dice.randint(0, 6)),
        mods=stacks(dice, dice.randint(0, kind.mod_cap)),
        trait=dice.choice(traits).number if dice.random() < 0.6 else -1,
        teams=[dice.choice(teams).number for _ in range(dice.choice((0, 0, 1, 1, 2)))],
        controls=[
            (dice.choice(controls).number, dice.choice((-1, -1, *aims)))
            for _ in range(dice.choice((0, 0, 1, 2, 3, 5)))
        ],
        progress=dice.choice((0, dice.randint(1, 40), dice.randint(20, 99), 104)),
        passed=dice.random() < 0.3,
        played=dice.sample(("mod", "team", "trait", "course"), dice.randint(0, 3)),
        left=dice.random() < 0.06,
    )


def any_view(seed: int, seats: int) -> Shown:
    """A race in any state, the same for the same seed."""
    dice = random.Random(f"war/{seed}/{seats}")
    drivers = [any_driver(dice, seat, seats) for seat in range(seats)]
    order = sorted(range(seats), key=lambda seat: (-drivers[seat].progress, dice.random()))
    conditions = house("condition")
    found: dict[str, int] = {}
    for each in dice.sample(conditions, dice.randint(0, 6)):
        found.setdefault(each.subtype, each.number)
    courses = dice.sample(house("course"), dice.choice((0, 1, 1, 2, 4)))
    phase = dice.choice(("action", "action", "action", "action", "scrap", "beginning", "over"))
    tied = order[:2] if dice.random() < 0.12 and seats > 2 else []
    view = race(
        drivers,
        round=dice.randint(1, 14),
        phase=phase,
        length=dice.choice((60, 100, 150)),
        active=dice.choice(order) if phase == "action" else -1,
        order=order,
        conditions=[(number, dice.randrange(seats)) for number in found.values()],
        courses=[(each.number, dice.randrange(seats)) for each in courses],
        tied=tied,
        places=[(seat,) for seat in order] if phase == "over" else [],
    )
    if phase == "action" and dice.random() < 0.2:
        aimed = next(seat for seat in order if seat != view.active)
        card = dice.choice(house("control")).number
        playing = Playing(view.active, card, aimed)
        view = msgspec.structs.replace(view, playing=playing, todo=asking(card, view.active))
    ranked = []
    for own in drivers:
        last = any_calculation(dice, view, own) if view.round > 1 else None
        gained = last.total if last is not None else 0
        ranked.append(
            msgspec.structs.replace(
                own,
                projected=None if phase == "over" else any_calculation(dice, view, own),
                scored=last,
                progress=max(own.progress, gained),
            )
        )
    return msgspec.structs.replace(view, drivers=ranked)


def knowing(view: Shown, seat: int) -> list[Racer]:
    """The drivers as that one sees them, who knows some cards that others do not."""
    drivers: list[Racer] = list(view.drivers)
    hand = [1] * len(drivers[seat].hand)
    looked = [(0, (4,))]
    own = msgspec.structs.replace(
        drivers[seat], hand=hand, found=[3], looked=looked, brought=[5, 6]
    )
    drivers[seat] = own
    return drivers


def any_hand(seed: int, seats: int, count: int) -> Shown:
    """The same race as its seat 0 sees it, with so many cards in hand."""
    dice = random.Random(f"hand/{seed}/{count}")
    view = any_view(seed, seats)
    numbers = [each.number for each in kinds.KINDS.values() if each.type != "car"]
    view.drivers[0].hand = [dice.choice(numbers) for _ in range(count)]
    return msgspec.structs.replace(view, seat=0)
