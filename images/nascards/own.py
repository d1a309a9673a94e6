"""What changes a car's own coming move and rolls: penalties, bonuses, cars it may not pass."""

from __future__ import annotations

from games.engine.players import SEAT_LETTERS
from games.engine.voice import signed
from games.nascards.state import State
from games.nascards.tables import changed_by
from images.nascards.reading import marks_of
from images.nascards.terms import Mark
from images.words import counted


def roll_marks(view: State, seat: int) -> tuple[Mark, ...]:
    """What cards change for a car's rolls and Speed cards in the rest of the turn."""
    car = view.drivers[seat]
    marks: list[Mark] = []
    if not car.speed and car.speed_max > 1:
        words = f"up to {car.speed_max} Speed cards"
        marks.append(Mark(f"up to {car.speed_max} cards", "", words, "cards", False))
    if not car.speed and car.momentum:
        gain = signed(car.momentum)
        words = f"{gain} with a Speed card of 1 to 5"
        marks.append(Mark(f"{gain} with 1 to 5", "", words, "speed", False))
    for name, icon, points, bad in (
        ("mishap", "spin", car.mishap_mod, car.mishap_mod > 0),
        ("severity", "hit", car.severity_mod, car.severity_mod > 0),
        ("draft", "speed", car.draft_mod if car.drafted < 0 else 0, car.draft_mod < 0),
    ):
        if points:
            roll = "Drafting Roll" if name == "draft" else f"{name.capitalize()} Roll"
            words = f"{roll} {signed(points)}"
            marks.append(Mark(f"{name} {signed(points)}", "", words, icon, bad))
    return tuple(marks)


def move_marks(view: State, seat: int) -> tuple[Mark, ...]:
    """Everything that bears on a car's coming move, bad or good."""
    car = view.drivers[seat]
    marks = list(marks_of(view, car))
    if power := changed_by(car.advantages, "speed"):
        gain = signed(power)
        words = f"Powerful Engine {gain} in each Speed Phase"
        marks.append(Mark(f"{gain} engine", "", words, "engine", False))
    if view.yellow_flag:
        marks.append(Mark("no passing", "", "yellow flag, no passing", "lock", True))
    for other in view.drivers:
        if other.seat != seat and other.status == "track" and other.defensive:
            who = f"passing {SEAT_LETTERS[other.seat]}"
            short = f"{who} {signed(other.defensive)}"
            words = f"{who} costs {counted(-other.defensive, 'mile')}"
            marks.append(Mark(short, "", words, "swerve", True))
    return (*marks, *roll_marks(view, seat))
