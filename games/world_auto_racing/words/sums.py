"""A driver's progress of a round, part by part: one reading, for sentences and for pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.words.phrases import plain, times

GROUPS: Final = {
    "car": "ability",
    "trait": "trait",
    "mod": "mods",
    "team": "teams",
    "control": "controls",
    "condition": "conditions",
    "course": "course",
    "rule": "other",
}
"""What is added, in the order of the rules. Rules: Progress Step"""
LIMITS: Final = {"set": "set to", "cap": "limited to", "floor": "raised to"}
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
    """What raised the course's multiplier, such as "1 by Big Drum Brakes"; else empty."""
    exact: float
    """Before it is rounded down."""
    total: int

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
        words = plain(self.base) + (f" ({self.based})" if self.based else "")
        words += "".join(f" {plain(points, '+g')} {group}" for group, points in self.added.items())
        if self.added:
            words += f" = {plain(self.base + sum(self.added.values()))}"
        words += ", raised to 0" if self.raised else ""
        words += "".join(map(_change, self.changes))
        if self.exact != self.before_course:
            words += f", {times(self.course)} = {plain(self.exact)}"
        return words + (f", rounded down to {self.total}" if self.exact != self.total else "")


def _change(step: Step) -> str:
    if step.kind == "idle":
        return f", {step.reason} changes nothing"
    if step.kind == "mul":
        return f", {times(step.points)} ({step.reason}) = {plain(step.after)}"
    return f", {limit_words(step)}"


def limit_words(step: Step) -> str:
    """A limit and whose it is: "limited to 7 by Box Them In"."""
    return f"{LIMITS[step.kind]} {plain(step.points)} by {step.reason}"


def _stat(steps: Sequence[Step], total: int) -> Stat:
    def last(*kinds: str) -> float:
        """The stat after the last step of some kinds."""
        return next((step.after for step in reversed(steps) if step.kind in kinds), 0.0)

    added: dict[str, float] = {}
    for step in steps:
        if step.kind in ("add", "sub"):
            label = GROUPS.get(step.group, "other")
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
        least=course.reason.partition(", at least ")[2] if course else "",
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
