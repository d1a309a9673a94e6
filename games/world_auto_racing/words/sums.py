"""A driver's progress of a round, part by part: one reading, for sentences and for pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.messages import Filter, Messages
from games.engine.voice import Voice
from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.texts import TEXTS
from games.world_auto_racing.words.phrases import plain, times

GROUPS: Final[Mapping[str, str]] = TEXTS["values"]["groups"]
"""What is added, in the order of the rules, by type of card. Rules: Progress Step"""
LIMITS: Final = ("set", "cap", "floor")
_BASES: Final = ("base", "set_base")
_ADDED: Final = ("add", "sub", "zero")
_CHANGES: Final = (*LIMITS, "mul", "idle")


class Stat(NamedTuple):
    """One stat of a sum."""

    base: float
    based: str
    """The card that set the base; empty for the car's own."""
    added: dict[str, float]
    """Points of each group."""
    sum: float
    """After all additions and subtractions, and never below 0."""
    raised: bool
    """It was below 0."""
    changes: tuple[Step, ...]
    """Limits and multipliers of cards, also a control's that changes nothing."""
    before_course: float
    course: float
    least: str
    """The card that raised the course's multiplier; else empty."""
    exact: float
    """Before it is rounded down."""
    total: int

    @property
    def added_up(self) -> float:
        return self.base + sum(self.added.values())

    @property
    def multiplied(self) -> bool:
        """The course changes it."""
        return self.exact != self.before_course

    @property
    def rounded(self) -> bool:
        return self.exact != self.total

    @property
    def limits(self) -> list[Step]:
        return [step for step in self.changes if step.kind in LIMITS]

    @property
    def doubled(self) -> list[Step]:
        return [step for step in self.changes if step.kind == "mul"]

    def __str__(self) -> str:
        """A sum: "3 +6 mods +1 conditions = 10, ×1.5 = 15".

        Additions and subtractions are told by group, also where a group comes to 0. What changes
        nothing, such as a course of ×1, is left out, but for a control: somebody has played it for
        this round.
        """
        return SAID.say("sum.stat", self, Voice((), None), head=False)


def step_words(step: Step) -> str:
    """A limit or multiplier and whose it is: "limited to 7 by Box Them In"."""
    return SAID.say(f"step.{step.kind}", step, Voice((), None), head=False)


_FILTERS: Final[Mapping[str, Filter]] = {
    "plain": lambda number, thing, voice: plain(number),
    "times": lambda number, thing, voice: times(number),
    "added": lambda added, thing, voice: " ".join(
        f"{plain(points, '+g')} {group}" for group, points in added.items()
    ),
    "changes": lambda steps, thing, voice: "".join(f", {step_words(step)}" for step in steps),
}
SAID: Final = Messages(
    (),
    {**TEXTS, "event": {}},
    _FILTERS,
    {"sum": Stat, "step": Step, "totals": Calculation},
    {"sum": ("stat",), "step": _CHANGES, "totals": ("short",)},
)
"""What is said of a sum."""


def _stat(steps: Sequence[Step], total: int) -> Stat:
    def last(*kinds: str) -> float:
        """The stat after the last step of some kinds."""
        return next((step.after for step in reversed(steps) if step.kind in kinds), 0.0)

    added: dict[str, float] = {}
    for step in steps:
        if step.kind in ("add", "sub"):
            label = GROUPS.get(step.group, GROUPS["rule"])
            added[label] = added.get(label, 0.0) + step.points
    named = {step.kind: step for step in steps}
    based, course = named.get("set_base"), named.get("course")
    changes = tuple(step for step in steps if step.kind in _CHANGES)
    return Stat(
        base=last(*_BASES),
        based=based.reason if based else "",
        added=added,
        sum=last(*_BASES, *_ADDED),
        raised="zero" in named,
        changes=changes,
        before_course=last(*_BASES, *_ADDED, *_CHANGES),
        course=course.points if course else 1.0,
        least=course.least if course else "",
        exact=last(*_BASES, *_ADDED, *_CHANGES, "course") if steps else float(total),
        total=total,
    )


def stats_of(calculation: Calculation) -> tuple[tuple[str, Stat], tuple[str, Stat]]:
    """Both stats with their names."""
    power = _stat(calculation.power, calculation.power_total)
    return ("power", power), ("handling", _stat(calculation.handling, calculation.handling_total))


def sum_words(calculation: Calculation) -> str:
    """Both stats: "power 3 +6 mods = 9, ×1.5 = 13.5, rounded down to 13; handling 4"."""
    return "; ".join(f"{name} {stat}" for name, stat in stats_of(calculation))
