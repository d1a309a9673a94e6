"""Crew, power plant and weapons of a record sheet (Rules: 8. Combat)."""

from __future__ import annotations

from typing import Final

from games.mini_carwars.catalog import PERSON
from images import fonts
from images.canvas import Canvas
from images.gauges import Hatching, Leaning
from images.mini_carwars.armor import Boxes, Unknown, boxes
from images.mini_carwars.sheet_reading import PersonReading, SheetReading, WeaponReading
from images.mini_carwars.stock import ICONS, ROLE_ICONS
from images.panels import Panel, put_icon, put_zero, write_fit
from images.theme import ALARM, EDGE, INK, LINE, MUTE, PANEL, PAPER, RAISED, SOFT, Colour

WIDE: Final = 432
"""Of both panels, px."""
_PITCH: Final = 92
_TEXT: Final = 88
_PLATES: Final[dict[str, tuple[Colour, Colour]]] = {
    "ready": (PAPER, INK),
    "fired": (PANEL, SOFT),
    "spent": (RAISED, MUTE),
    "gone": (ALARM, INK),
}
"""Ground and letters of a weapon's state."""


def crew_tall(reading: SheetReading) -> int:
    """Height of the panel of crew and power plant, px."""
    return 24 + _PITCH * (len(reading.crew) + 1)


def put_crew(canvas: Canvas, reading: SheetReading, x: int, y: int) -> None:
    """A row for each person and one for the power plant."""
    canvas.put(Panel(WIDE, crew_tall(reading)), x, y)
    at = y + 24
    for person in reading.crew:
        canvas.part = person.role
        _put_person(canvas, person, x, at)
        at += _PITCH
    canvas.part = "power plant"
    _put_plant(canvas, reading, x, at)


def _put_person(canvas: Canvas, person: PersonReading, x: int, y: int) -> None:
    able = person.hits < 2
    put_icon(canvas, ROLE_ICONS[person.role], x + 44, y + 36, 52, PAPER if able else MUTE, PANEL)
    name = person.role.capitalize()
    canvas.write(x + _TEXT, y + 14, name, 34, PANEL, SOFT if able else MUTE, face="t")
    if person.state:
        start = _TEXT + 12 + round(fonts.width(name, 34, "t"))
        ink = PAPER if person.hits else SOFT
        write_fit(canvas, x + start, y + 15, person.state, 30, WIDE - 84 - start, PANEL, ink)
    left, top = x + _TEXT, y + 44
    canvas.put(Boxes(PERSON, max(0, PERSON - person.hits), PERSON), left, top)
    left += 3 * 27 + 6
    if person.of:
        put_icon(canvas, "armor", left + 13, top + 11, 24, MUTE, PANEL)
        canvas.put(Boxes(person.of, person.boxes, person.of), left + 28, top)
        left += 28 + person.of * 27 + 4
    elif person.maybe:
        put_icon(canvas, "armor", left + 13, top + 11, 24, MUTE, PANEL)
        canvas.write(left + 30, top + 11, "?", 32, PANEL, MUTE)
    if person.computer:
        put_icon(canvas, "electronics", left + 13, top + 11, 26, SOFT, PANEL)
        canvas.write(left + 30, top + 12, f"+{person.computer}", 30, PANEL, SOFT)
    if person.left:
        number = f"{person.left}+" if person.maybe else str(person.left)
        canvas.write(x + WIDE - 24, y + 36, number, 64, PANEL, anchor="right")
    else:
        put_zero(canvas, x + WIDE - 52, y + 36, 40, PANEL, 56, 44)


def _put_plant(canvas: Canvas, reading: SheetReading, x: int, y: int) -> None:
    gone = reading.plant == 0
    put_icon(canvas, "power", x + 44, y + 36, 52, MUTE if gone else PAPER, PANEL)
    canvas.write(x + _TEXT, y + 14, "Power plant", 34, PANEL, SOFT, face="t")
    found = boxes(reading.plant_of, reading.plant or 0, 250, 26)
    left, top = x + _TEXT, y + 44
    if reading.plant is None:
        canvas.put(Unknown(found.width, 26), left, top)
        canvas.write(x + WIDE - 24, y + 36, "?", 64, PANEL, MUTE, "right")
    elif gone:
        canvas.put(Hatching(found.width, 22), left, top)
        put_zero(canvas, x + WIDE - 56, y + 36)
    else:
        canvas.put(found, left, top)
        canvas.write(x + WIDE - 24, y + 36, str(reading.plant), 64, PANEL, anchor="right")


def put_weapons(canvas: Canvas, reading: SheetReading, x: int, y: int, tall: int) -> None:
    """A row for each weapon, or linked pair in the same state."""
    canvas.part = "weapons"
    canvas.put(Panel(WIDE, tall), x, y)
    rows = len(reading.weapons) + reading.hidden
    if not rows:
        canvas.write(x + 28, y + 46, "no weapons", 34, PANEL, SOFT, face="t")
        return
    pitch = min(112, (tall - 20) // rows)
    for i, weapon in enumerate(reading.weapons):
        top = y + 10 + pitch * i
        _put_weapon(canvas, weapon, x, top, pitch, bool(reading.out))
        if i < rows - 1:
            canvas.fill(x + 20, top + pitch - 1, WIDE - 40, 2, LINE)
    if reading.hidden:
        middle = y + 10 + pitch * len(reading.weapons) + min(pitch, 84) // 2
        put_icon(canvas, "lock", x + 44, middle, 34, MUTE, PANEL)
        words = "other weapons: not seen" if reading.weapons else "weapons: none seen yet"
        write_fit(canvas, x + 84, middle, words, 32, WIDE - 108, PANEL, SOFT, face="t")


def _put_weapon(
    canvas: Canvas, weapon: WeaponReading, x: int, y: int, pitch: int, out: bool
) -> None:
    """In a high row three lines, in a low one name and place side by side."""
    ready, gone = weapon.state == "ready" and not out, weapon.state == "gone"
    middle, narrow = y + pitch // 2, pitch < 62
    put_icon(canvas, ICONS[weapon.kind], x + 44, middle, 32 if narrow else 46,
             PAPER if ready else MUTE, PANEL)  # fmt: skip
    ink, dim = (MUTE if gone else PAPER), (MUTE if gone else SOFT)
    room = WIDE - 154 - 84 - 8
    lines = 3 if pitch >= 108 else 2
    raised = 14 if lines == 3 else 0
    _put_plate(canvas, weapon.state, out, x + WIDE - 154, middle - raised, min(46, pitch - 8))
    if narrow:
        used = write_fit(canvas, x + 84, middle, weapon.short, 34, room - 80, PANEL, ink)
        at = 84 + used + 10
        where = weapon.place.removeprefix("in the ")
        write_fit(canvas, x + at, middle + 1, where, 28, 84 + room - at, PANEL, dim, face="t")
        return
    low = pitch < 78
    top = middle - (32 if lines == 3 else 14 if low else 18)
    fits = fonts.width(weapon.name, 30) <= room
    name, size = weapon.name if fits else weapon.short, 34 if low else 38
    write_fit(canvas, x + 84, top, name, size, room, PANEL, ink)
    write_fit(canvas, x + 84, top + size - 4, weapon.place, 28, room, PANEL, dim, face="t")
    if lines == 3:
        write_fit(canvas, x + 84, top + 67, weapon.figures, 28, WIDE - 108, PANEL, dim, face="t")


def _put_plate(canvas: Canvas, state: str, out: bool, x: int, middle: int, tall: int) -> None:
    fill, ink = (MUTE, INK) if out and state == "ready" else _PLATES[state]
    edge = EDGE if state in ("fired", "spent") else None
    canvas.put(Leaning(130, tall, fill, 0.25, edge, 3 if edge else 0), x, middle - tall // 2)
    size = min(32, tall - 8)
    canvas.write(x + 65, middle, state.upper(), size, fill, ink, "middle")
