"""A driver's progress of one round, step by step (Rules: Progress).

Base, additions, subtractions, set and limited, multipliers, the course, rounded down. Inside a
stage effects go by the type of their card, then by racing order of the owners, then in the order
in which one owner's own entered play. Numbers are whole or quarters, so floats are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec

from games.world_auto_racing.kinds import KINDS, Deed, Kind, whole
from games.world_auto_racing.printed import TYPES
from games.world_auto_racing.state import State, affected, racing

STEPS: Final = (
    "base", "set_base", "add", "sub", "zero", "set",
    "cap", "floor", "mul", "course", "down", "idle",
)  # fmt: skip
"""Kinds of step; a short step names its kind by place."""
BASE, SET_BASE, ADD, SUB, ZERO, SET, CAP, FLOOR, MUL, COURSE, DOWN, IDLE = range(len(STEPS))
LIMITED: Final = "limited"
LIMITS: Final[Mapping[str, tuple[int, Callable[[float, float], float]]]] = {
    "set_total": (SET, lambda now, to: to),
    "cap_total": (CAP, min),
    "floor_total": (FLOOR, max),
}
"""Kind of step and what it makes of a stat, by op."""
CONDITION: Final = TYPES.index("condition")


class Step(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One step in the calculation of a stat, in the order in which the rules take them."""

    kind: str
    """`base`, `set_base`, `add`, `sub`, `zero` (raised to 0), `set`, `cap`, `floor`, `mul`,
    `course`, `down` (rounded down) or `idle` (a control's limit that changes nothing)."""
    points: float
    """What is added, subtracted (negative), set to, limited to or multiplied by."""
    reason: str
    """Name of the car or card; empty where a rule is the reason. In matches stored by an earlier
    version it may be a few words of English, which nothing tells."""
    group: str
    """`car`, `trait`, `mod`, `team`, `control`, `condition`, `course` or `rule`."""
    after: float
    """The stat after this step."""
    least: str = ""
    """Of a course the name of the card that raised its multiplier, where one did."""


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
    order = [*racing(state)]
    order += [seat for seat in state.order if seat not in order]
    out: list[InPlay] = [(KINDS[drivers[seat].car], seat, -1) for seat in order]
    out += [(KINDS[drivers[s].trait], s, -1) for s in order if drivers[s].trait >= 0]
    out += [(KINDS[stack[-1]], seat, -1) for seat in order for stack in drivers[seat].mods]
    out += [(KINDS[card], seat, -1) for seat in order for card in drivers[seat].teams]
    out += [(KINDS[card], seat, on) for seat in order for card, on in drivers[seat].controls]
    conditions = sorted(state.conditions, key=lambda one: order.index(one[1]))
    shared = [*conditions, *state.courses[-1:]]
    return out + [(KINDS[card], owner, -1) for card, owner in shared]


@dataclass(slots=True)
class _Sheet:
    """One driver's calculation while it is made."""

    seat: int
    sums: list[float]
    """Power and handling so far."""
    steps: Shorts
    adds: list[tuple[int, float, int]]
    """(stat, points, card)."""
    subs: list[tuple[int, float, Kind, int, bool]]
    """(stat, points below 0, card, owner, is the number printed)."""
    rest: dict[str, list[tuple[Deed, int, Kind, int]]]
    """(op, how many times it counts, card, owner) by op; those that limit a stat under `LIMITED`,
    subtractions that look at the sum under `sub`."""

    def step(self, stat: int, kind: int, points: float, card: int, after: float) -> None:
        """Take a step."""
        self.sums[stat] = after
        self.steps[stat].append((kind, points, card, after, -1))

    def take(self, deed: Deed, times: int, kind: Kind, owner: int) -> None:
        """Write down one static op that affects the driver."""
        op, points = deed.op, deed.n * times
        if op == "add":
            self.adds += [(deed.index, points, kind.number)] * (points > 0)
        elif op == "sub" and deed.above is None:
            self.subs += [(deed.index, -points, kind, owner, False)] * (points > 0)
        else:
            op = LIMITED if op in LIMITS else op
            self.rest.setdefault(op, []).append((deed, times, kind, owner))

    def found(self, op: str) -> Sequence[tuple[Deed, int, Kind, int]]:
        """What was gathered of an op."""
        return self.rest.get(op, ())

    def ignores(self, stat: int, kind: Kind, owner: int) -> bool:
        """Whether a subtraction does not apply to the driver."""
        return any(
            deed.source == kind.type
            and deed.index in (-1, stat)
            and not (deed.from_ == "opponents" and owner == self.seat)
            for deed, _, _, _ in self.found("ignore_subs")
        )


def _gather(state: State, seat: int, line: Sequence[InPlay]) -> _Sheet:
    """Everything that bears on a driver, in order."""
    racer = state.drivers[seat]
    adds: list[tuple[int, float, int]] = []
    subs: list[tuple[int, float, Kind, int, bool]] = []
    sheet = _Sheet(seat, [0, 0], ([], []), adds, subs, {})
    for kind, owner, on in line:
        if owner != seat and kind.near:
            continue
        if owner == seat or kind.rank == CONDITION:
            adds += kind.adds
            if kind.subs:
                subs += [(stat, points, kind, owner, True) for stat, points in kind.subs]
        for deed in kind.sums:
            own = deed.who == "self"
            hit = owner == seat if own else seat in affected(state, deed.who, owner, on)
            if hit and deed.asks(state, owner) and deed.holds(state, seat):
                sheet.take(deed, deed.times(state, seat), kind, owner)
    for bonus in racer.bonuses:
        if bonus.points > 0:
            adds.append((bonus.stat, bonus.points, bonus.card))
        else:
            subs.append((bonus.stat, bonus.points, KINDS[bonus.card], bonus.owner, False))
    return sheet


def short(state: State, seat: int, line: Sequence[InPlay]) -> Shorts:
    """The steps of a driver's progress if the progress step came now. Rules: Progress"""
    sheet = _gather(state, seat, line)
    car, sums, step = KINDS[state.drivers[seat].car], sheet.sums, sheet.step
    step(0, BASE, car.power, car.number, car.power)
    step(1, BASE, car.handling, car.number, car.handling)
    for deed, _, kind, _ in sheet.found("set_base"):
        step(deed.index, SET_BASE, deed.n, kind.number, deed.n)
    for stat, points, card in sheet.adds:
        step(stat, ADD, points, card, sums[stat] + points)
    _subtract(sheet)
    free = [deed.index for deed, _, _, _ in sheet.found("ignore_limits")]
    for deed, _, kind, _ in sheet.found(LIMITED):
        (limit, limited), before = LIMITS[deed.op], sums[deed.index]
        after = before if deed.index in free else limited(before, deed.n)
        # That a control does nothing is told: it was played for this round.
        if after != before or kind.type == "control":
            how = limit if after != before else IDLE
            step(deed.index, how, deed.n, kind.number, after)
    for deed, _, kind, _ in sheet.found("mul"):
        step(deed.index, MUL, deed.x, kind.number, whole(sums[deed.index] * deed.x))
    _course(state, sheet)
    return sheet.steps


def _subtract(sheet: _Sheet) -> None:
    """Subtractions but those ignored, the ones that look at the sum last; no stat stays below 0.

    Rules: Progress; Ruling B9
    """
    sums, step = sheet.sums, sheet.step
    twice = [deed.subtype for deed, _, _, _ in sheet.found("double_condition_subs")]
    for stat, points, kind, owner, printed in sheet.subs:
        if not sheet.ignores(stat, kind, owner):
            doubled = printed and kind.type == "condition" and kind.subtype in twice
            lost = 2 * points if doubled else points
            step(stat, SUB, lost, kind.number, sums[stat] + lost)
    for deed, times, kind, owner in sheet.found("sub"):
        assert deed.above is not None
        (looked, least), stat = deed.above, deed.index
        if times and sums[looked] > least and not sheet.ignores(stat, kind, owner):
            step(stat, SUB, -deed.n * times, kind.number, sums[stat] - deed.n * times)
    for stat in (0, 1):
        if sums[stat] < 0:
            step(stat, ZERO, 0, -1, 0)


def _course(state: State, sheet: _Sheet) -> None:
    """The course's multipliers, and rounding down. Rules: Progress; Ruling B8"""
    number = state.courses[-1][0] if state.courses else -1
    printed = (KINDS[number].power, KINDS[number].handling) if number >= 0 else (1, 1)
    for stat in (0, 1):
        x, raised = printed[stat], -1
        for deed, _, kind, _ in sheet.found("course_min"):
            if deed.index == stat and deed.x > x:
                x, raised = deed.x, kind.number
        after = whole(sheet.sums[stat] * x)
        down = math.floor(after)
        sheet.steps[stat].append((COURSE, x, number, after, raised))
        if down != after:
            sheet.steps[stat].append((DOWN, 0, -1, down, -1))


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
    name, group = "", "course" if kind == COURSE else "rule"
    if number >= 0:
        name, group = KINDS[number].name, KINDS[number].type
    least = KINDS[raised].name if raised >= 0 else ""
    return Step(STEPS[kind], points, name, group, after, least)
