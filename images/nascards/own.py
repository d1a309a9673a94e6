"""What changes a car's own coming move and rolls: penalties, bonuses, cars it may not pass."""

from __future__ import annotations

from games.nascards.state import State
from games.nascards.tables import changed_by
from images.nascards.reading import marks_of
from images.nascards.said import Mark, Said


def roll_marks(view: State, seat: int) -> tuple[Mark, ...]:
    """What cards change for a car's rolls and Speed cards in the rest of the turn."""
    car, said = view.drivers[seat], Said(view, (), seat)
    marks: list[Mark] = []
    if not car.speed and car.speed_max > 1:
        marks.append(said.mark("two", "cards", False))
    if not car.speed and car.momentum:
        marks.append(said.mark("momentum", "speed", False))
    if car.mishap_mod:
        marks.append(said.mark("mishap", "spin", car.mishap_mod > 0))
    if car.severity_mod:
        marks.append(said.mark("severity", "hit", car.severity_mod > 0))
    if car.draft_mod and car.drafted < 0:
        marks.append(said.mark("draft", "speed", car.draft_mod < 0))
    return tuple(marks)


def move_marks(view: State, seat: int) -> tuple[Mark, ...]:
    """Everything that bears on a car's coming move, bad or good."""
    car, said = view.drivers[seat], Said(view, (), seat)
    marks = list(marks_of(view, car))
    if changed_by(car.advantages, "speed"):
        marks.append(said.mark("power", "engine", False))
    if view.yellow_flag:
        marks.append(said.mark("yellow", "lock", True))
    for other in view.drivers:
        if other.seat != seat and other.status == "track" and other.defensive:
            marks.append(said.mark("costly", "swerve", True, other.seat))
    return (*marks, *roll_marks(view, seat))
