"""What all drivers share, along the foot of the board: course and conditions, or free cars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from images import fonts
from images.canvas import Canvas
from images.cars import Badge, SeatPlate
from images.gauges import Leaning
from images.panels import Panel, put_icon, write_fit
from images.theme import DEEP, MUTE, PAGE, PANEL, PAPER, RAISED, SOFT, WELL
from images.world_auto_racing.faces import numbers_of
from images.world_auto_racing.reading import CarReading, SharedReading

TALL: Final = 144
_COURSE: Final = 460
_MOST_CARS: Final = 6
_MOST_CONDITIONS: Final = 6


def put_course(canvas: Canvas, course: SharedReading, x: int, y: int, w: int = _COURSE) -> None:
    """The active course: its two multipliers, whose it is, and how many lie under it."""
    canvas.put(Panel(w, TALL, corner=20), x, y)
    put_icon(canvas, course.icon, x + 40, y + 42, 48)
    under = f" · {course.covered} under" if course.covered else ""
    right = w - 24
    if course.owner >= 0:
        badge = Badge(course.owner, 22)
        canvas.put(badge, x + w - 24 - badge.width, y + 20)
        right -= badge.width + 12
    words, size = fonts.fit(f"{course.kind}{under}".upper(), 28, right - 76)
    canvas.write(x + 76, y + 24, words, size, PANEL, MUTE)
    words, size = fonts.fit(course.name, 40, right - 76)
    canvas.write(x + 76, y + 59, words, size, PANEL)
    wide = (w - 32 - 10) // 2
    for i, (label, number) in enumerate((("power", course.power), ("handling", course.handling))):
        left = x + 16 + i * (wide + 10)
        fill = WELL if _more(number) else RAISED
        canvas.put(Leaning(wide, 50, fill, 0.12), left, y + 84)
        canvas.write(left + 18, y + 109, label, 28, fill, SOFT, face="t")
        room = wide - 130
        words, size = fonts.fit(number, 42, room)
        canvas.write(left + wide - 18, y + 109, words, size, fill, PAPER, "right")


def _more(multiplier: str) -> bool:
    """Whether a multiplier, as it is shown, is above 1."""
    digits = multiplier.lstrip("×").rstrip("*")
    return digits.replace(".", "", 1).isdigit() and float(digits) > 1


def put_conditions(
    canvas: Canvas, conditions: Sequence[SharedReading], x: int, y: int, w: int
) -> None:
    """The active conditions: name, both numbers and owner. Up to three are large."""
    canvas.put(Panel(w, TALL, corner=20), x, y)
    canvas.write(x + 20, y + 22, "CONDITIONS", 28, PANEL, MUTE)
    if not conditions:
        canvas.write(x + 20, y + 84, "none", 36, PANEL, SOFT, face="t")
        return
    shown = conditions[:_MOST_CONDITIONS]
    if len(shown) <= 3:
        columns = max(2, len(shown))
        cell = (w - 24 - 8 * (columns - 1)) // columns
        for i, condition in enumerate(shown):
            _put_large(canvas, condition, x + 12 + i * (cell + 8), y + 42, cell)
    else:
        half = (w - 24 - 8) // 2
        for i, condition in enumerate(shown):
            _put_small(canvas, condition, x + 12 + i % 2 * (half + 8), y + 41 + i // 2 * 33, half)
    more = len(conditions) - len(shown)
    if more:
        canvas.write(x + w - 36, y + 22, f"+{more} more", 28, PANEL, SOFT, "right", "t")


def _put_large(canvas: Canvas, condition: SharedReading, x: int, y: int, w: int) -> None:
    """A cell; without numbers its text stands there, as far as there is room."""
    canvas.fill(x, y, w, 92, RAISED)
    put_icon(canvas, condition.icon, x + 28, y + 26, 38, PAPER, RAISED)
    badge = Badge(condition.owner, 19, RAISED)
    canvas.put(badge, x + w - badge.width - 6, y + 48)
    words, size = fonts.fit(condition.name, 34, w - 64)
    canvas.write(x + 56, y + 26, words, size, RAISED)
    if not condition.power and not condition.handling:
        for i, line in enumerate(fonts.wrap(condition.text, 26, w - badge.width - 26, 2)):
            canvas.write(x + 12, y + 56 + 25 * i, line, 26, RAISED, SOFT, face="t")
        return
    at, room = x + 14, (w - badge.width - 24) // 2
    for label, number in (("P", condition.power), ("H", condition.handling)):
        if number:
            canvas.write(at, y + 68, label, 28, RAISED, MUTE)
            at += 24 + write_fit(canvas, at + 24, y + 68, number, 36, room - 40, RAISED) + 22


def _put_small(canvas: Canvas, condition: SharedReading, x: int, y: int, w: int) -> None:
    """A line: name, both numbers, owner."""
    canvas.fill(x, y, w, 31, RAISED)
    put_icon(canvas, condition.icon, x + 18, y + 15, 26, PAPER, RAISED)
    badge = Badge(condition.owner, 13, RAISED)
    canvas.put(badge, x + w - badge.width - 4, y + 1)
    right = x + w - badge.width - 16
    for label, number in (("H", condition.handling), ("P", condition.power)):
        if number:
            told = f"{label}{number}"
            right -= write_fit(canvas, right, y + 15, told, 28, 90, RAISED, PAPER, "right") + 14
    words, size = fonts.fit(condition.name, 28, right - x - 38, "t")
    canvas.write(x + 38, y + 15, words, size, RAISED, face="t")


def put_cars(canvas: Canvas, cars: Sequence[CarReading], x: int, y: int, w: int) -> None:
    """While cars are chosen: each with its numbers, and who has it."""
    canvas.put(Panel(w, TALL, corner=20), x, y)
    free = sum(car.owner < 0 for car in cars)
    canvas.write(x + 20, y + 24, f"CARS · {free} FREE", 28, PANEL, MUTE)
    shown = cars[:_MOST_CARS]
    columns = max(3, len(shown))
    cell = (w - 24 - (columns - 1) * 8) // columns
    for i, car in enumerate(shown):
        _put_car(canvas, car, x + 12 + i * (cell + 8), y + 44, cell)
    more = len(cars) - len(shown)
    if more:
        canvas.write(x + w - 36, y + 24, f"+{more} more", 28, PANEL, SOFT, "right", "t")


def _put_car(canvas: Canvas, car: CarReading, x: int, y: int, w: int) -> None:
    taken = car.owner >= 0
    ground = DEEP if taken else RAISED
    ink, soft = (MUTE, MUTE) if taken else (PAPER, SOFT)
    canvas.fill(x, y, w, 102, ground)
    for i, line in enumerate(fonts.wrap(car.card.name, 28, w - 24, 2, "b")):
        canvas.write(x + 12, y + 20 + 30 * i, line, 28, ground, ink)
    power, handling = numbers_of(car.card)
    words = f"P{power} H{handling} cap {car.card.mod_cap}"
    room = w - 24 - (62 if taken else 0)
    words, size = fonts.fit(words, 28, room, "t")
    canvas.write(x + 12, y + 82, words, size, ground, soft, face="t")
    if taken:
        canvas.put(SeatPlate(car.owner, 32, ground=ground), x + w - 72, y + 66)


def put_shared(
    canvas: Canvas,
    course: SharedReading,
    conditions: Sequence[SharedReading],
    cars: Sequence[CarReading],
    y: int,
) -> None:
    """The strip at height y: cars while they are chosen, else course and conditions."""
    x, w = 16, PAGE - 32
    canvas.part = "shared"
    if cars:
        put_cars(canvas, cars, x, y, w)
        return
    put_course(canvas, course, x, y)
    left = x + _COURSE + 12
    put_conditions(canvas, conditions, left, y, x + w - left)
