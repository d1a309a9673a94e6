"""The calculation once more, straight from the chart and the printed cards, over whole races.

It is written for reading, not for speed, and shares nothing with `progress` but the state.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from games.engine.chance import SeededChance
from games.engine.table import Table
from games.world_auto_racing import GAME, kinds
from games.world_auto_racing.cards import Card
from games.world_auto_racing.moves import Pass
from games.world_auto_racing.printed import TYPES, Op, Test
from games.world_auto_racing.state import State
from tests.games.world_auto_racing.laps import pace

STATS = ("power", "handling")


class Chart:
    """One driver's calculation. Rules: Progress"""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.order = [s for s in state.order if not state.tied or s in state.tied]
        self.own = kinds.KINDS[state.drivers[seat].car]
        self.sums: dict[str, Fraction] = {}

    def active(self) -> list[tuple[Card, int, int]]:
        """(card, owner, aimed at) by type, then racing order of the owners, then entering."""
        state = self.state
        out: list[tuple[Card, int, int]] = []
        for seat, racer in enumerate(state.drivers):
            front = [(racer.car, -1), *((card, -1) for card in racer.teams), *racer.controls]
            front += [(stack[-1], -1) for stack in racer.mods]
            front += [(racer.trait, -1)] * (racer.trait >= 0)
            out += [(kinds.KINDS[card], seat, on) for card, on in front]
        shared = [*state.conditions, *state.courses[-1:]]
        out += [(kinds.KINDS[card], owner, -1) for card, owner in shared]
        late = len(state.order)
        place = {seat: at for at, seat in enumerate(self.order)}
        out.sort(key=lambda one: (TYPES.index(one[0].type), place.get(one[1], late)))
        return out

    def static(self, *names: str) -> Iterator[tuple[Card, int, Op, int]]:
        """(card, owner, op, times) of the static ops that affect the driver."""
        for card, owner, on in self.active():
            for effect in card.effects:
                if effect.when != "static" or not self.holds(effect.test, card, owner):
                    continue
                for op in effect.do:
                    reaches = op.op in names and self.reaches(op.who, owner, on)
                    if reaches and self.holds(op.test, card, self.seat):
                        yield card, owner, op, self.times(op)

    def reaches(self, who: str, owner: int, on: int) -> bool:
        return {
            "self": owner == self.seat,
            "target": on == self.seat,
            "all": True,
            "leader": self.order[0] == self.seat,
            "last": self.order[-1] == self.seat,
        }[who]

    def holds(self, test: Test | None, card: Card, seat: int) -> bool:
        if test is None:
            return True
        state = self.state
        conditions = [kinds.KINDS[one] for one, _ in state.conditions]
        course = kinds.KINDS[state.courses[-1][0]].subtype if state.courses else ""
        rank = {
            "first": self.order[0] == seat,
            "not_first": self.order[0] != seat,
            "last": self.order[-1] == seat,
        }
        hands = [len(state.drivers[s].hand) for s in self.order if s != seat]
        return (
            (not test.make_match or card.make == kinds.KINDS[state.drivers[seat].car].make)
            and (
                not test.condition_subtype
                or any(one.subtype in test.condition_subtype for one in conditions)
            )
            and (
                not test.condition_tag
                or any(tag in test.condition_tag for one in conditions for tag in one.tags)
            )
            and (not test.course_subtype or course in test.course_subtype)
            and (not test.rank or rank[test.rank])
            and (not test.hand or len(state.drivers[seat].hand) > max(hands))
            and (test.mods_at_most is None or len(state.drivers[seat].mods) <= test.mods_at_most)
        )

    def times(self, op: Op) -> int:
        per = op.per
        if per is None:
            return 1
        racer = self.state.drivers[self.seat]
        counts = {
            "conditions": len(self.state.conditions),
            "controls_played": racer.played.count("control"),
            "mods": sum(
                (not per.subtypes or mod.subtype in per.subtypes)
                and (not per.make or mod.make == per.make)
                for mod in (kinds.KINDS[stack[-1]] for stack in racer.mods)
            ),
        }
        count = max(0, counts[per.count] - per.minus)
        return min(count, per.max) if per.max else count

    def printed(self) -> Iterator[tuple[Card, int, str, int]]:
        """Printed numbers that are added or subtracted."""
        for card, owner, _ in self.active():
            if card.type == "condition" or (owner == self.seat and card.type not in APART):
                for stat in STATS:
                    yield card, owner, stat, int(getattr(card, stat))

    def subtract(self, card: Card, owner: int, stat: str, points: int, *, printed: bool) -> None:
        """Rules: Progress; Ruling B35; Ruling B36"""
        for _, _, op, _ in self.static("ignore_subs"):
            theirs = op.from_ == "opponents" and owner == self.seat
            if op.source == card.type and op.stat in ("", stat) and not theirs:
                return
        twice = [op.subtype for _, _, op, _ in self.static("double_condition_subs")]
        both = printed and card.type == "condition" and card.subtype in twice
        self.sums[stat] -= points * (2 if both else 1)

    def work_out(self) -> tuple[int, int]:
        """Power and handling, stage by stage."""
        self.sums = {stat: Fraction(getattr(self.own, stat)) for stat in STATS}
        for _, _, op, _ in self.static("set_base"):
            self.sums[op.stat] = Fraction(op.n or 0)
        self.additions()
        self.subtractions()
        self.limits()
        for _, _, op, _ in self.static("mul"):
            self.sums[op.stat] *= Fraction(op.x or 0)
        self.course()
        return math.floor(self.sums["power"]), math.floor(self.sums["handling"])

    def additions(self) -> None:
        for _, _, stat, points in self.printed():
            self.sums[stat] += max(0, points)
        for _, _, op, times in self.static("add"):
            self.sums[op.stat] += (op.n or 0) * times
        for bonus in self.state.drivers[self.seat].bonuses:
            self.sums[STATS[bonus.stat]] += max(0, bonus.points)

    def subtractions(self) -> None:
        for card, owner, stat, points in self.printed():
            if points < 0:
                self.subtract(card, owner, stat, -points, printed=True)
        late = []
        for card, owner, op, times in self.static("sub"):
            points = (op.n or 0) * times
            if op.test is not None and op.test.stat_above is not None:
                late.append((card, owner, op.stat, points, op.test.stat_above))
            else:
                self.subtract(card, owner, op.stat, points, printed=False)
        for bonus in self.state.drivers[self.seat].bonuses:
            if bonus.points < 0:
                card, stat = kinds.KINDS[bonus.card], STATS[bonus.stat]
                self.subtract(card, bonus.owner, stat, -bonus.points, printed=False)
        for card, owner, stat, points, (looked, above) in late:
            if self.sums[looked] > above:
                self.subtract(card, owner, stat, points, printed=False)
        for stat in STATS:
            self.sums[stat] = max(Fraction(0), self.sums[stat])

    def limits(self) -> None:
        free = [op.stat for _, _, op, _ in self.static("ignore_limits")]
        for _, _, op, _ in self.static("set_total", "cap_total", "floor_total"):
            if op.stat not in free:
                now, to = self.sums[op.stat], Fraction(op.n or 0)
                limited = {"set_total": to, "cap_total": min(now, to), "floor_total": max(now, to)}
                self.sums[op.stat] = limited[op.op]

    def course(self) -> None:
        top = kinds.KINDS[self.state.courses[-1][0]] if self.state.courses else None
        least = list(self.static("course_min"))
        for stat in STATS:
            printed = Fraction(1 if top is None else getattr(top, stat))
            own = [Fraction(op.x or 0) for _, _, op, _ in least if op.stat == stat]
            self.sums[stat] *= max([printed, *own])


APART = ("car", "course")
"""Types whose printed numbers are not added."""


@pytest.mark.parametrize("seed", range(12))
def test_the_chart_gives_the_same_in_whole_races(seed: int) -> None:
    rng = random.Random(seed)
    table, _ = Table.start(GAME, 2 + seed % 4, SeededChance(seed))
    compared = 0
    while table.result is None:
        ask = rng.choice(table.asks)
        options = [one for one in ask.options if not isinstance(one, Pass)] or list(ask.options)
        pick = options if rng.random() < 0.85 else list(ask.options)
        table.answer(ask.seat, ask.number, rng.choice(pick))
        state = table.context.state
        if state.beat == "action":
            for seat in range(len(state.drivers)):
                if not state.tied or seat in state.tied:
                    assert pace(state, seat) == Chart(state, seat).work_out()
                    compared += 1
    assert compared > 100
