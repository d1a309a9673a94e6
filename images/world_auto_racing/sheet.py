"""One driver's sheet: the car with its mods, what is in play, and the sum with every part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Badge, Running
from images.panels import Page, Panel, put_icon, write_actor, write_fit, write_title
from images.theme import GAP, HEADER, MUTE, PANEL, PAPER, RAISED, SOFT
from images.world_auto_racing.faces import NOTHING
from images.world_auto_racing.parts import Part, SheetReading, read_sheet
from images.world_auto_racing.rows import Pips
from images.world_auto_racing.shared import TALL as COURSE_TALL
from images.world_auto_racing.shared import put_course
from images.world_auto_racing.sums import put_sum

_TOP: Final = HEADER + GAP
_LEFT: Final = 604
_TALL: Final = 516
"""Height of what stands above the sum, px."""
_RIGHT: Final = GAP + _LEFT + GAP
_RIGHT_WIDE: Final = 1200 - GAP - _RIGHT
_SUM_TALL: Final = 900 - _TOP - _TALL - 2 * GAP
_HEAD: Final = 36
"""Height of the heading over a list, px."""


class _Columns(NamedTuple):
    """Middles of the two number columns, and where the name must end, from the row's left, px."""

    power: int
    handling: int
    name: int


_MODS: Final = _Columns(470, 548, 340)
_OTHERS: Final = _Columns(350, 426, 300)


def page() -> Page:
    return Page(900)


def _put_part(
    canvas: Canvas, part: Part, columns: _Columns, x: int, y: int, w: int, pitch: int
) -> None:
    """One row: icon, name, stages, what it does to power and handling, and whose it is."""
    tall = pitch - (6 if pitch > 40 else 3)
    middle = y + tall // 2
    size = max(26, min(38, tall - 12))
    canvas.fill(x, y, w, tall, RAISED)
    put_icon(canvas, part.icon, x + 28, middle, min(36, tall - 4), PAPER, RAISED)
    room = columns.name - 58 - (26 * part.stages if part.stages else 0) + 30 * bool(part.stages)
    words, fitted = fonts.fit(part.name, size, room)
    canvas.write(x + 58, middle, words, fitted, RAISED)
    if part.stages:
        tall_pip = min(24, tall - 6)
        pips = Pips(part.stage, part.stages, 16, tall_pip, RAISED)
        canvas.put(pips, x + columns.power - 50 - pips.width, middle - tall_pip // 2)
    for number, at in ((part.power, columns.power), (part.handling, columns.handling)):
        ink = PAPER if number else MUTE
        words, fitted = fonts.fit(number or NOTHING, min(40, size + 4), 72)
        canvas.write(x + at, middle, words, fitted, RAISED, ink, "middle")
    if part.owner >= 0:
        badge = Badge(part.owner, min(23, tall // 2 - 1), RAISED)
        canvas.put(badge, x + w - 28 - badge.width // 2, middle - badge.width // 2)


def _put_car(canvas: Canvas, reading: SheetReading, x: int, y: int, compact: bool) -> None:
    """The car with its own numbers, and what its driver holds."""
    driver = reading.driver
    length = 150 if compact else 230
    car = Running(driver.seat, length, not driver.racing)
    canvas.put(car, x + (20 if compact else 28), y + (24 if compact else 30))
    at = x + 230 if compact else x + 330
    number, drop = (56, 68) if compact else (84, 96)
    label = 28 if compact else 34
    for i, (name, printed) in enumerate((("power", reading.power), ("handling", reading.handling))):
        left = at + i * (110 if compact else 126)
        canvas.write(left, y + (28 if compact else 42), name, label, PANEL, SOFT, face="t")
        write_fit(canvas, left, y + drop, printed, number, 100 if compact else 118, PANEL)
    mods = f"mods {driver.counted} of {driver.cap}"
    held = f"hand {driver.hand} · garage {driver.garage} · junkyard {driver.junkyard}"
    if compact:
        canvas.write(x + 468, y + 68, mods, 28, PANEL, SOFT, "left", "t")
        canvas.write(x + 24, y + 124, held, 28, PANEL, SOFT, face="t")
    else:
        canvas.write(x + 330, y + 156, mods, 32, PANEL, SOFT, face="t")
        canvas.write(x + 28, y + 198, held, 28, PANEL, SOFT, face="t")


def _put_left(canvas: Canvas, reading: SheetReading, x: int, y: int) -> None:
    canvas.put(Panel(_LEFT, _TALL), x, y)
    if not reading.driver.car:
        canvas.write(x + 28, y + 60, "No car yet", 44, PANEL, SOFT)
        return
    parts = reading.mods
    compact = len(parts) > 5
    _put_car(canvas, reading, x, y, compact)
    head, first = (y + 124, y + 144) if compact else (y + 198, y + 220)
    canvas.write(x + 12 + _MODS.power, head, "P", 30, PANEL, MUTE, "middle")
    canvas.write(x + 12 + _MODS.handling, head, "H", 30, PANEL, MUTE, "middle")
    if not parts:
        canvas.write(x + 28, first + 32, "no mods, no trait", 34, PANEL, SOFT, face="t")
        return
    room = y + _TALL - 10 - first
    pitch = min(57, room // len(parts))
    for i, part in enumerate(parts):
        _put_part(canvas, part, _MODS, x + 12, first + i * pitch, _LEFT - 24, pitch)


def _put_right(canvas: Canvas, reading: SheetReading, x: int, y: int) -> None:
    """Conditions, then what lies in front of the driver, in one panel."""
    h = _TALL - COURSE_TALL - 12
    canvas.put(Panel(_RIGHT_WIDE, h, corner=20), x, y)
    sections = [("CONDITIONS", reading.conditions)]
    if reading.front:
        sections.append(("IN FRONT", reading.front))
    rows = sum(max(1, len(parts)) for _, parts in sections)
    room = h - 14 - _HEAD * len(sections)
    pitch = min(54, room // rows)
    most = rows
    if pitch < 28:
        pitch, most = 28, room // 28
    first = len(reading.conditions) or 1
    top = y + 6
    for label, parts in sections:
        kept = min(len(parts), first if label == "CONDITIONS" else most - first)
        more = len(parts) - kept
        _put_head(canvas, label, more, x, top + _HEAD // 2 + 2)
        top += _HEAD
        if not parts:
            canvas.write(x + 24, top + 24, "none", 34, PANEL, SOFT, face="t")
        for part in parts[:kept]:
            _put_part(canvas, part, _OTHERS, x + 12, top, _RIGHT_WIDE - 24, pitch)
            top += pitch
        top += 0 if parts else pitch


def _put_head(canvas: Canvas, label: str, more: int, x: int, y: int) -> None:
    words = f"{label} · {more} MORE" if more else label
    canvas.write(x + 24, y, words, 28, PANEL, MUTE)
    canvas.write(x + 12 + _OTHERS.power, y, "P", 30, PANEL, MUTE, "middle")
    canvas.write(x + 12 + _OTHERS.handling, y, "H", 30, PANEL, MUTE, "middle")


def compose(canvas: Canvas, reading: SheetReading) -> None:
    """Draw a whole sheet."""
    driver = reading.driver
    canvas.part = "header"
    left = write_actor(canvas, driver.seat, reading.status, 260)
    title = f"{driver.name} · {driver.car}" if driver.car else driver.name
    write_title(canvas, reading.moment, title, left - 48 - 24)
    canvas.part = "car"
    _put_left(canvas, reading, GAP, _TOP)
    canvas.part = "course"
    put_course(canvas, reading.course, _RIGHT, _TOP, _RIGHT_WIDE)
    canvas.part = "others"
    _put_right(canvas, reading, _RIGHT, _TOP + COURSE_TALL + 12)
    canvas.part = "sum"
    y = _TOP + _TALL + GAP
    if reading.sum is not None:
        put_sum(canvas, reading.sum, GAP, y, 1200 - 2 * GAP, _SUM_TALL)
        return
    canvas.put(Panel(1200 - 2 * GAP, _SUM_TALL), GAP, y)
    words = f"{driver.progress} of {reading.length}"
    canvas.write(GAP + 28, y + 60, words, 56, PANEL)


def sheet(view: Race, players: Sequence[Player], seat: int) -> bytes:
    """A palette PNG, 1200 by 900 px, of one driver."""
    canvas = TileCanvas(page())
    compose(canvas, read_sheet(view, players, seat))
    return canvas.png()
