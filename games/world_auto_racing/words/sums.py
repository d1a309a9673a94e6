"""A driver's progress of a round, part by part, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.words.phrases import plain, signed, times

GROUPS: Final = {
    "mod": "mods",
    "team": "teams",
    "control": "controls",
    "condition": "conditions",
}
"""Groups of steps that are spoken of in the plural: a number of points from all of them."""
LIMITS: Final = {"set": "set to", "cap": "limited to", "floor": "raised to"}


def stat(steps: Sequence[Step], total: int) -> str:
    """One stat as a sum: "3 +6 mods +1 conditions = 10, ×1.5 = 15".

    Additions and subtractions are told by group, also where a group comes to 0; whatever sets,
    limits or multiplies is told with the card that does it. What changes nothing, such as a course
    of ×1, is left out, but for a control: somebody has played it for this round.
    """
    words = _sum(steps)
    before = 0.0
    for step in steps:
        if step.kind == "zero":
            words += ", raised to 0"
        elif step.kind == "idle":
            words += f", {step.reason} changes nothing"
        elif step.after != before:
            words += _change(step)
        before = step.after
    return words or str(total)


def _change(step: Step) -> str:
    """What a step makes of the sum, after additions and subtractions."""
    if step.kind in LIMITS:
        return f", {LIMITS[step.kind]} {plain(step.points)} ({step.reason})"
    if step.kind == "mul":
        return f", {times(step.points)} ({step.reason}) = {plain(step.after)}"
    if step.kind == "course":
        return f", {times(step.points)} = {plain(step.after)}"
    return f", rounded down to {plain(step.after)}" if step.kind == "down" else ""


def _sum(steps: Iterable[Step]) -> str:
    """Base, additions and subtractions: "3 +6 mods −1 conditions = 8"."""
    base, now, groups = "", 0.0, dict[str, float]()
    for step in steps:
        if step.kind in ("base", "set_base"):
            now = step.points
            base = plain(now) if step.kind == "base" else f"{plain(now)} ({step.reason})"
        elif step.kind in ("add", "sub"):
            groups[step.group] = groups.get(step.group, 0) + step.points
    words = base
    for group, points in groups.items():
        words += f" {signed(points)} {GROUPS.get(group, group)}"
        now += points
    return words if words == base else f"{words} = {plain(now)}"


def progress(calculation: Calculation) -> str:
    """Both stats: "power 3 +6 mods = 9, ×1.5 = 13.5, rounded down to 13; handling 4"."""
    return (
        f"power {stat(calculation.power, calculation.power_total)}; "
        f"handling {stat(calculation.handling, calculation.handling_total)}"
    )


def before_course(steps: Sequence[Step]) -> float:
    """The stat that a course multiplies: after every step but the course's own multiplier."""
    after = 0.0
    for step in steps:
        if step.kind in ("course", "down"):
            break
        after = step.after
    return after


def brief(calculation: Calculation) -> str:
    """ "12 (power 8, handling 4)"."""
    return (
        f"{calculation.total} (power {calculation.power_total}, "
        f"handling {calculation.handling_total})"
    )
