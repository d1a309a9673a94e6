"""One driver's row on the board: who, how far, how fast, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS
from images import fonts
from images.canvas import Canvas
from images.cars import Running, SeatPlate
from images.gauges import Leaning
from images.panels import Panel, put_icon, write_fit, write_name
from images.pen import Pen
from images.theme import (
    DEEP,
    EDGE,
    INK,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    WELL,
    Colour,
)
from images.world_auto_racing.reading import DriverReading, Item

WIDE: Final = PAGE - 32
TALL: Final[dict[int, int]] = {2: 254, 3: 204, 4: 151, 5: 119}
"""Height of a row by the number of drivers, px."""
_BLOCK: Final = 902
"""Where the block of sums begins, px from the row's left; it leans from here."""
_LEAN: Final = 20
_LANE: Final = (470, 778)
"""Start and finish of the lane."""
_CAR: Final = 64
_EDGE: Final = 886
"""Right end of everything left of the block."""
_STAMPS: Final = {"passed": "PASSED", "left": "LEFT", "waits": "WAITS"}


@dataclass(frozen=True, slots=True)
class RowPanel:
    """The ground of a row with the leaning block for its sums."""

    height: int
    live: bool = True
    acts: bool = False
    width: int = WIDE
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, block = (PANEL, RAISED) if self.live else (DEEP, PANEL)
        Panel(w, h, fill, corner=20).paint(pen)
        corners = [(_BLOCK + _LEAN, 0), (w - 20, 0), (w, 20), (w, h), (_BLOCK, h)]
        pen.polygon([(float(x), float(y)) for x, y in corners], block)
        if self.acts:
            Frame(w, h, 20).paint(pen)


@dataclass(frozen=True, slots=True)
class Frame:
    """The paper frame of who acts, inside the edge of a panel."""

    width: int
    height: int
    corner: int
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h, k = self.width, self.height, self.corner
        pen.outline([(3, 3), (w - k, 3), (w - 3, k), (w - 3, h - 3), (3, h - 3)], PAPER, 6)


@dataclass(frozen=True, slots=True)
class Finish:
    """A checked column, two squares wide."""

    height: int
    square: int = 5
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return 2 * self.square

    def paint(self, pen: Pen) -> None:
        s = self.square
        for row in range(self.height // s):
            pen.rect((row % 2) * s, row * s, s, s, PAPER)


@dataclass(frozen=True, slots=True)
class Pips:
    """Stages of a mod: as many cells as its line has, the first `lit` of them on."""

    lit: int
    cells: int
    cell: int = 12
    height: int = 20
    ground: Colour = PANEL
    ink: Colour = PAPER

    @property
    def width(self) -> int:
        return self.cells * (self.cell + 4) - 4

    def paint(self, pen: Pen) -> None:
        for i in range(self.cells):
            x = i * (self.cell + 4)
            pen.rect(x, 0, self.cell, self.height, self.ink if i < self.lit else EDGE)
            if i >= self.lit:
                pen.rect(x + 2, 2, self.cell - 4, self.height - 4, self.ground)


class _Look(NamedTuple):
    """Colours of a row."""

    ground: Colour
    block: Colour
    ink: Colour
    soft: Colour


def put_row(
    canvas: Canvas, driver: DriverReading, length: int, acts: bool, x: int, y: int, h: int
) -> None:
    """A row of `h` px: up to 130 in short, up to 160 with the names in front, else a list."""
    live = driver.racing and driver.state not in ("left", "waits")
    look = _Look(PANEL, RAISED, PAPER, SOFT) if live else _Look(DEEP, PANEL, MUTE, MUTE)
    canvas.put(RowPanel(h, live, acts), x, y)
    _put_identity(canvas, driver, look, x, y)
    if driver.car:
        _put_lane(canvas, driver, length, live, look, x, y)
        if h < 160:
            low = h < 130
            _put_mods(canvas, driver, look, x, y + (70 if low else 72))
            _put_front(canvas, driver, look, x, y + (96 if low else 99))
            if not low:
                _write_front(canvas, driver, look, x, y + 126)
        else:
            _put_count(canvas, "nut", f"{driver.counted} of {driver.cap}", look, x + 406, y + 86)
            _put_hand(canvas, driver, look, x, y + 86)
            _put_list(canvas, driver, look, x, y + 112, h - 112)
    elif driver.state == "chooses":
        canvas.write(x + 392, y + 58, "choosing a car", 36, look.ground, look.soft, face="t")
    if h < 160:
        _put_sums(canvas, driver, look, x, y, h)
    else:
        _put_tall_sums(canvas, driver, look, x, y, h)


def _put_identity(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int) -> None:
    ground = look.ground
    if driver.order:
        canvas.write(x + 36, y + 39, str(driver.order), 46, ground, look.ink, "middle")
    canvas.put(SeatPlate(driver.seat, 48, look.ink == MUTE, ground), x + 64, y + 14)
    write_name(canvas, driver.name, driver.computer, x + 174, y + 38, 40, 200, ground, look.ink)
    stamp = _STAMPS.get(driver.state)
    if driver.car:
        words, size = fonts.fit(driver.car, 30, 230 if stamp else 350, "t")
        canvas.write(x + 22, y + 90, words, size, ground, look.soft, face="t")
    if stamp:
        canvas.put(Leaning(112, 36, MUTE, 0.2, ground=ground), x + 262, y + 72)
        canvas.write(x + 318, y + 90, stamp, 28, MUTE, INK, "middle")


def _put_lane(
    canvas: Canvas, driver: DriverReading, length: int, live: bool, look: _Look, x: int, y: int
) -> None:
    """The road from the start to the finish with the car on it; what the sum adds is dimmer."""
    start, finish = x + _LANE[0], x + _LANE[1]

    def at(progress: int) -> int:
        return start + (finish - start) * max(0, min(progress, length)) // length

    top = y + 44
    canvas.fill(start, top, finish - start, 10, WELL)
    before, after = at(driver.before), at(driver.after)
    for left, right, colour in (
        (start, before, look.ink),
        (before, after, MUTE if driver.scored else EDGE),
    ):
        if right > left:
            canvas.fill(left, top, right - left, 10, colour)
    car = Running(driver.seat, _CAR, not live, look.ground)
    nose = after if driver.scored else before
    canvas.put(car, nose - car.width, y + 6)
    canvas.put(Finish(50, ground=look.ground), finish + 2, y + 6)
    progress, room = str(driver.progress), _EDGE - _LANE[1] - 14
    write_fit(canvas, x + _EDGE, y + 36, progress, 56, room, look.ground, look.ink, "right")


def _put_mods(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int) -> None:
    """How many mods of how many; then each with its icon and stages, or its stages alone."""
    words = f"{driver.counted} of {driver.cap}"
    _put_count(canvas, "nut", words, look, x + 406, y)
    at = x + 426 + round(fonts.width(words, 30, "t")) + 24
    pips = [Pips(m.stage or 1, m.stages or 1, 10, 18, look.ground, look.ink) for m in driver.mods]
    staged = [each.width + 2 if each.cells > 1 else 0 for each in pips]
    if sum(staged) + 42 * len(pips) <= x + _EDGE - at:
        for mod, each, wide in zip(driver.mods, pips, staged, strict=True):
            put_icon(canvas, mod.icon, at + 14, y, 26, look.soft, look.ground)
            if wide:
                canvas.put(each, at + 32, y - 9)
            at += 42 + wide
        return
    for each in pips:
        if at + each.width <= x + _EDGE:
            canvas.put(each, at, y - 9)
            at += each.width + 12


def _put_front(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int) -> None:
    """The trait by name, teams and controls counted, hand and garage."""
    ground = look.ground
    if driver.trait:
        put_icon(canvas, "trait", x + 406, y, 24, look.soft, ground)
        taken = 628 if driver.teams else 688 if driver.controls else 752
        words, size = fonts.fit(driver.trait, 28, taken - 24 - 426, "t")
        canvas.write(x + 426, y, words, size, ground, look.soft, face="t")
    for icon, count, at in (
        ("team", len(driver.teams), 628),
        ("control", len(driver.controls), 688),
    ):
        if count:
            _put_count(canvas, icon, str(count), look, x + at, y)
    _put_hand(canvas, driver, look, x, y)


def _put_count(canvas: Canvas, icon: str, words: str, look: _Look, x: int, y: int) -> None:
    """An icon around x with its number or words at its right."""
    put_icon(canvas, icon, x, y, 24, look.soft, look.ground)
    canvas.write(x + 20, y, words, 30, look.ground, look.ink, face="t")


def _put_hand(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int) -> None:
    """Cards in the hand and in the garage, at the right end."""
    _put_count(canvas, "cards", str(driver.hand), look, x + 752, y)
    _put_count(canvas, "garage", str(driver.garage), look, x + 828, y)


def _write_front(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int) -> None:
    names = [*driver.teams, *(_control(each.name, each.on) for each in driver.controls)]
    words = fonts.cut(fonts.drawable(", ".join(names) or driver.about), 28, _EDGE - 392, "t")
    if words:
        canvas.write(x + 392, y, words, 28, look.ground, look.soft, face="t")


def _control(name: str, on: int) -> str:
    return f"{name} on {SEAT_LETTERS[on]}" if on >= 0 else name


def _items(driver: DriverReading) -> Sequence[Item]:
    out = [Item("trait", driver.trait)] if driver.trait else []
    out += driver.mods
    out += [Item("team", name) for name in driver.teams]
    return out + [Item("control", _control(each.name, each.on)) for each in driver.controls]


def _put_list(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int, h: int) -> None:
    """Everything in play by name, in lines of 38 px; what does not fit is counted."""
    canvas.fill(x + 20, y, _EDGE - 20, 2, LINE)
    right, line, lines = x + _EDGE, 0, (h - 6) // 38
    items = _items(driver)
    if driver.about and not items:
        for i, text in enumerate(fonts.wrap(driver.about, 30, _EDGE - 44, min(2, lines))):
            canvas.write(x + 22, y + 24 + 38 * i, text, 30, look.ground, look.soft, face="t")
    at = x + 22
    for i, item in enumerate(items):
        name, size = fonts.fit(item.name, 30, 300, "t", 28)
        pips = Pips(item.stage, item.stages, ground=look.ground, ink=look.soft)
        wide = 38 + round(fonts.width(name, size, "t")) + (pips.width + 10) * bool(item.stages)
        left = len(items) - i - 1
        # The last line keeps room for the count of what follows.
        room = right - (110 if line == lines - 1 and left else 0)
        if at + wide > room:
            line, at = line + 1, x + 22
            if line == lines:
                line = lines - 1
                _write_more(canvas, left + 1, look, right, y + 24 + 38 * line)
                return
        middle = y + 24 + 38 * line
        put_icon(canvas, item.icon, at + 15, middle, 30, look.soft, look.ground)
        canvas.write(at + 38, middle, name, size, look.ground, look.ink, face="t")
        if item.stages:
            canvas.put(pips, at + wide - pips.width, middle - 10)
        at += wide + 26


def _write_more(canvas: Canvas, count: int, look: _Look, right: int, y: int) -> None:
    canvas.write(right, y, f"+{count} more", 28, look.ground, look.soft, "right", "t")


def _put_sums(canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int, h: int) -> None:
    """Power, handling and what they come to, in the block at the right of a low row."""
    ground, right = look.block, x + WIDE - 22
    for label, number, at in (("P", driver.power, 940), ("H", driver.handling, 1056)):
        if number is not None:
            canvas.write(x + at, y + 34, label, 30, ground, MUTE)
            write_fit(canvas, x + at + 26, y + 34, str(number), 44, 84, ground, look.ink)
    foot, wide = y + 84 if h < 130 else y + 104, 0
    if driver.total is not None:
        wide = write_fit(canvas, x + 930, foot, f"+{driver.total}", 60, 136, ground, look.ink)
    room = WIDE - 22 - 930 - wide - 8
    words = _after_words(driver)
    write_fit(canvas, right, foot + 8, words, 28, room, ground, look.soft, "right", "t")


def _put_tall_sums(
    canvas: Canvas, driver: DriverReading, look: _Look, x: int, y: int, h: int
) -> None:
    """The same with the labels in full."""
    ground, right = look.block, x + WIDE - 22
    for label, number, at in (("power", driver.power, 942), ("handling", driver.handling, 1044)):
        if number is not None:
            canvas.write(x + at, y + 26, label, 28, ground, look.soft, face="t")
            write_fit(canvas, x + at, y + 62, str(number), 46, 98, ground, look.ink)
    if driver.total is not None:
        total = f"+{driver.total}"
        write_fit(canvas, x + 932, y + h * 5 // 8, total, 70, 214, ground, look.ink)
    words = _after_words(driver)
    write_fit(canvas, right, y + h - 26, words, 30, 214, ground, look.soft, "right", "t")


def _after_words(driver: DriverReading) -> str:
    """What stands beside the sum: that it is counted, or what the last round gave."""
    if driver.scored:
        return "scored"
    return f"last +{driver.last}" if driver.last is not None else ""
