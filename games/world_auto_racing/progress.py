"""A driver's progress of one round, step by step (Rules: Progress).

Base, additions, subtractions, set and limited, multipliers, the course, rounded down. Inside a
stage effects go by the type of their card, then by racing order of the owners, then in the order
in which one owner's own entered play. Numbers are whole or quarters, so floats are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from games.world_auto_racing.kinds import KINDS, Deed, Kind, whole
from games.world_auto_racing.printed import TYPES
from games.world_auto_racing.state import State, racing

STEPS: Final = (
    "base", "set_base", "add", "sub", "zero", "set",
    "cap", "floor", "mul", "course", "down", "idle",
)  # fmt: skip
"""Kinds of step; a short step names its kind by place."""
BASE, SET_BASE, ADD, SUB, ZERO, SET, CAP, FLOOR, MUL, COURSE, DOWN, IDLE = range(len(STEPS))
LIMITS: Final = {"set_total": SET, "cap_total": CAP, "floor_total": FLOOR}
CONDITION: Final = TYPES.index("condition")
ZERO_WORDS: Final = "a stat is never below 0"
DOWN_WORDS: Final = "rounded down"
NO_COURSE: Final = "no course"


class Step(msgspec.Struct, frozen=True, gc=False):
    """One step in the calculation of a stat, in the order in which the rules take them."""

    kind: str
    """`base`, `set_base`, `add`, `sub`, `zero` (raised to 0), `set`, `cap`, `floor`, `mul`,
    `course`, `down` (rounded down) or `idle` (a control's limit that changes nothing)."""
    points: float
    """What is added, subtracted (negative), set to, limited to or multiplied by."""
    reason: str
    """Name of the car or card, or the rule's own words."""
    group: str
    """`car`, `trait`, `mod`, `team`, `control`, `condition`, `course` or `rule`."""
    after: float
    """The stat after this step."""


class Calculation(msgspec.Struct, frozen=True):
    """A driver's progress of one round, with every part named."""

    power: tuple[Step, ...]
    handling: tuple[Step, ...]
    power_total: int
    handling_total: int
    total: int


Short: TypeAlias = tuple[int, int | float, int, int | float, int]
"""A step in short: (kind, points, card or -1, the stat after it, card that raised a course's
multiplier or -1)."""
Shorts: TypeAlias = tuple[list[Short], list[Short]]
"""Steps of power and of handling."""
InPlay: TypeAlias = tuple[Kind, int, int]
"""(card, owner, seat it is aimed at or -1)."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[list[Short]]).decode


def lineup(state: State) -> list[InPlay]:
    """Every active card in the order of the calculation.

    Rules: Progress; Ruling B10; Ruling B17
    """
    drivers = state.drivers
    order = racing(state)
    if len(order) < len(state.order):
        order = [*order, *(seat for seat in state.order if seat not in order)]
    out: list[InPlay] = [(KINDS[drivers[seat].car], seat, -1) for seat in order]
    out += [(KINDS[drivers[s].trait], s, -1) for s in order if drivers[s].trait >= 0]
    out += [(KINDS[stack[-1]], seat, -1) for seat in order for stack in drivers[seat].mods]
    out += [(KINDS[card], seat, -1) for seat in order for card in drivers[seat].teams]
    out += [(KINDS[card], seat, on) for seat in order for card, on in drivers[seat].controls]
    if len(state.conditions) > 1:
        place = order.index
        conditions = sorted(state.conditions, key=lambda one: place(one[1]))
        out += [(KINDS[card], owner, -1) for card, owner in conditions]
    else:
        out += [(KINDS[card], owner, -1) for card, owner in state.conditions]
    if state.courses:
        card, owner = state.courses[-1]
        out.append((KINDS[card], owner, -1))
    return out


@dataclass(slots=True)
class _Sheet:
    """The parts of one driver's calculation while they are gathered."""

    base: tuple[float, float]
    adds: list[tuple[int, float, int]]
    """(stat, points, card)."""
    subs: list[tuple[int, float, Kind, int, bool]]
    """(stat, points below 0, card, owner, is the number printed)."""
    # The rest is rare: it costs nothing while it is not there.
    set_base: tuple[tuple[int, float, int], ...] = ()
    late: tuple[tuple[Deed, float, Kind, int], ...] = ()
    """Subtractions that look at the sum: (op, points below 0, card, owner)."""
    limits: tuple[tuple[int, int, float, int], ...] = ()
    """(stat, kind of step, points, card)."""
    muls: tuple[tuple[int, float, int], ...] = ()
    course: tuple[tuple[int, float, int], ...] = ()
    """Least multipliers of the course: (stat, multiplier, card)."""
    deaf: tuple[Deed, ...] = ()
    free: tuple[int, ...] = ()
    """Stats that nothing sets or limits."""
    twice: tuple[str, ...] = ()

    def apply(self, deed: Deed, kind: Kind, owner: int, times: int) -> None:
        """Write down one static op that affects the driver."""
        op, stat, card = deed.op, deed.stat, kind.number
        if op == "add":
            if times:
                self.adds.append((stat, deed.n * times, card))
        elif op == "sub":
            if deed.above is not None:
                self.late += ((deed, -deed.n * times, kind, owner),)
            elif times:
                self.subs.append((stat, -deed.n * times, kind, owner, False))
        elif op in LIMITS:
            self.limits += ((stat, LIMITS[op], deed.n, card),)
        elif op == "mul":
            self.muls += ((stat, deed.x, card),)
        elif op == "set_base":
            self.set_base += ((stat, deed.n, card),)
        elif op == "course_min":
            self.course += ((stat, deed.x, card),)
        elif op == "ignore_subs":
            self.deaf += (deed,)
        elif op == "ignore_limits":
            self.free += (stat,)
        else:
            self.twice += (deed.of,)

    def ignores(self, stat: int, kind: Kind, owner: int, seat: int) -> bool:
        """Whether a subtraction does not apply to the driver."""
        return any(
            deed.of == kind.type and deed.stat in (-1, stat) and not (deed.theirs and owner == seat)
            for deed in self.deaf
        )


def _gather(state: State, seat: int, line: Sequence[InPlay]) -> _Sheet:
    """Everything that bears on a driver, in order."""
    racer = state.drivers[seat]
    car = KINDS[racer.car]
    sheet = _Sheet((car.power, car.handling), [], [])
    adds, subs = sheet.adds, sheet.subs
    for kind, owner, on in line:
        if owner != seat and kind.near:
            continue
        if owner == seat or kind.rank == CONDITION:
            adds += kind.adds
            if kind.subs:
                subs += [(stat, points, kind, owner, True) for stat, points in kind.subs]
        for test, deed in kind.sums:
            if deed.who == "self":
                if owner != seat:
                    continue
            elif not _hits(state, deed.who, on, seat):
                continue
            if test is not None and not test(state, owner):
                continue
            if deed.test is not None and not deed.test(state, seat):
                continue
            sheet.apply(deed, kind, owner, 1 if deed.per is None else deed.per(state, seat))
    for bonus in racer.bonuses:
        if bonus.points > 0:
            adds.append((bonus.stat, bonus.points, bonus.card))
        else:
            subs.append((bonus.stat, bonus.points, KINDS[bonus.card], bonus.owner, False))
    return sheet


def _hits(state: State, who: str, on: int, seat: int) -> bool:
    """Whether what reaches other drivers reaches this one."""
    if who == "all":
        return True
    if who == "target":
        return on == seat
    return racing(state)[0 if who == "leader" else -1] == seat


def short(state: State, seat: int, line: Sequence[InPlay]) -> Shorts:
    """The steps of a driver's progress if the progress step came now. Rules: Progress"""
    sheet = _gather(state, seat, line)
    car = state.drivers[seat].car
    sums: list[float] = [*sheet.base]
    steps: Shorts = (
        [(BASE, sums[0], car, sums[0], -1)],
        [(BASE, sums[1], car, sums[1], -1)],
    )
    for stat, points, card in sheet.set_base:
        sums[stat] = points
        steps[stat].append((SET_BASE, points, card, points, -1))
    for stat, points, card in sheet.adds:
        after = sums[stat] = sums[stat] + points
        steps[stat].append((ADD, points, card, after, -1))
    if sheet.subs or sheet.late:
        _subtract(sheet, seat, sums, steps)
    for stat, limit, points, card in sheet.limits:
        before = sums[stat]
        after = before if stat in sheet.free else _limited(limit, before, points)
        if after != before:
            sums[stat] = after
            steps[stat].append((limit, points, card, after, -1))
        elif KINDS[card].type == "control":
            # It was played for this round: that it does nothing is told.
            steps[stat].append((IDLE, points, card, after, -1))
    for stat, x, card in sheet.muls:
        after = sums[stat] = whole(sums[stat] * x)
        steps[stat].append((MUL, x, card, after, -1))
    _course(state, sheet, sums, steps)
    return steps


def _subtract(sheet: _Sheet, seat: int, sums: list[float], steps: Shorts) -> None:
    """Subtractions but those ignored, the ones that look at the sum last; no stat stays below 0.

    Rules: Progress; Ruling B9
    """
    for stat, points, kind, owner, printed in sheet.subs:
        if sheet.deaf and sheet.ignores(stat, kind, owner, seat):
            continue
        twice = printed and kind.type == "condition" and kind.subtype in sheet.twice
        lost = 2 * points if twice else points
        after = sums[stat] = sums[stat] + lost
        steps[stat].append((SUB, lost, kind.number, after, -1))
    for deed, points, kind, owner in sheet.late:
        assert deed.above is not None
        looked, least = deed.above
        if points and sums[looked] > least and not sheet.ignores(deed.stat, kind, owner, seat):
            after = sums[deed.stat] = sums[deed.stat] + points
            steps[deed.stat].append((SUB, points, kind.number, after, -1))
    for stat in (0, 1):
        if sums[stat] < 0:
            sums[stat] = 0
            steps[stat].append((ZERO, 0, -1, 0, -1))


def _limited(kind: int, stat: float, points: float) -> float:
    if kind == SET:
        return points
    return min(stat, points) if kind == CAP else max(stat, points)


def _course(state: State, sheet: _Sheet, sums: list[float], steps: Shorts) -> None:
    """The course's multipliers, and rounding down. Rules: Progress; Ruling B8"""
    number = state.courses[-1][0] if state.courses else -1
    printed = (KINDS[number].power, KINDS[number].handling) if number >= 0 else (1, 1)
    for stat in (0, 1):
        x, raised = printed[stat], -1
        for other, least, card in sheet.course:
            if other == stat and least > x:
                x, raised = least, card
        after = sums[stat] * x
        down = math.floor(after)
        if down == after:
            steps[stat].append((COURSE, x, number, down, raised))
        else:
            steps[stat].append((COURSE, x, number, after, raised))
            steps[stat].append((DOWN, 0, -1, down, -1))


def total(steps: Shorts) -> int:
    """Power and handling together."""
    return int(steps[0][-1][3]) + int(steps[1][-1][3])


def pace(state: State, seat: int, line: Sequence[InPlay]) -> int:
    """The progress of a driver if the progress step came now."""
    return total(short(state, seat, line))


def pack(steps: Shorts) -> msgspec.Raw:
    """The steps as they are kept in the state."""
    return msgspec.Raw(_encode(steps))


def unpack(kept: msgspec.Raw) -> Calculation | None:
    """The calculation kept in the state; None before the first round has ended."""
    steps = _decode(kept)
    return calculation((steps[0], steps[1])) if steps else None


def calculation(steps: Shorts) -> Calculation:
    """The steps with every part named."""
    power, handling = int(steps[0][-1][3]), int(steps[1][-1][3])
    return Calculation(
        power=tuple(map(_named, steps[0])),
        handling=tuple(map(_named, steps[1])),
        power_total=power,
        handling_total=handling,
        total=power + handling,
    )


def _named(step: Short) -> Step:
    """A step with its part named. The same few come again all the time."""
    kind, points, number, after, raised = step
    if number >= 0 > raised:
        card = KINDS[number]
        return Step(STEPS[kind], points, card.name, card.type, after)
    if kind == COURSE:
        name = KINDS[number].name if number >= 0 else NO_COURSE
        if raised >= 0:
            name += f", at least {points:g} by {KINDS[raised].name}"
        return Step("course", points, name, "course", after)
    return Step(STEPS[kind], points, ZERO_WORDS if kind == ZERO else DOWN_WORDS, "rule", after)
