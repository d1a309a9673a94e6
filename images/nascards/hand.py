"""A driver's own cards: Speed cards, Maneuver cards dealt and chosen, and what changes a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.nascards.state import State
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.choices import Choices
from images.nascards.held import Aside, HandReading, ManeuverHeld, SpeedHeld, read_hand
from images.nascards.layout import LABEL, ROOM, TALLEST, Grid, columns_of, layout_of
from images.nascards.pieces import put_speed, put_tags
from images.panels import Page, Panel, put_stamp, write_actor, write_title
from images.pen import Pen
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    INK,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)


@dataclass(frozen=True, slots=True)
class _Frame:
    """An empty card; one that can be played has a paper frame, a key tab and a lighter foot."""

    width: int
    height: int
    live: bool
    tab: int
    """Width of the key tab, px; 0 for none."""
    foot: int
    """Height of the foot strip, px."""
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, frame, weight = (RAISED, PAPER, 5) if self.live else (DEEP, LINE, 3)
        Panel(w, h, fill, frame, weight, 20).paint(pen)
        if self.live and self.tab:
            tab, tall = self.tab, round(self.tab * 0.84)
            pen.polygon([(0, 0), (tab, 0), (tab - tall * 0.2, tall), (0, tall)], PAPER)
        if self.foot:
            strip = INK if self.live else PANEL
            pen.rect(weight, h - self.foot, w - 2 * weight, self.foot - weight, strip)


@dataclass(frozen=True, slots=True)
class Chevrons:
    """How fast a Speed card is, as one to four chevrons."""

    count: int
    size: int
    live: bool
    ground: Colour = RAISED

    @property
    def width(self) -> int:
        return self.size * 3 // 4 * (self.count - 1) + self.size

    @property
    def height(self) -> int:
        return self.size

    def paint(self, pen: Pen) -> None:
        s = self.size
        for i in range(self.count):
            x = i * (s * 3 // 4)
            arrow = [(x, 0.0), (x + s * 0.42, 0.0), (x + s * 0.9, s / 2), (x + s * 0.42, s)]
            arrow += [(x, s), (x + s * 0.48, s / 2)]
            pen.polygon(arrow, SOFT if self.live else LINE)


def _value_size(room: int, tall: int) -> int:
    """The largest type in which the highest value has so many px of room and height."""
    size = min(112, tall * 100 // 72)
    return fonts.fit("10", max(size, 26), room)[1]


def _put_speed(canvas: Canvas, held: SpeedHeld, x: int, y: int, grid: Grid) -> None:
    w, h, live = grid.width, grid.height, held.live
    ground = RAISED if live else DEEP
    ink, soft = (PAPER, PAPER) if live else (MUTE, MUTE)
    strip = max(30, min(54, h * 21 // 100))
    canvas.put(_Frame(w, h, live, 0, strip), x, y)
    roomy = h >= 240 and w >= 90
    low = y + h - strip
    top, foot = y + 8, low - 6 - 44 * roomy
    size = _value_size(w - 14, foot - top)
    canvas.write(x + w // 2, (top + foot) // 2, str(held.value), size, ground, ink, "middle")
    if roomy and held.moves != held.value:
        words, size = fonts.fit(f"moves {held.moves}", 32, w - 16, "t")
        canvas.write(x + w // 2, low - 28, words, size, ground, soft, "middle", "t")
    elif roomy:
        chevrons = Chevrons(1 + (held.value - 1) * 2 // 5, 32, live, ground)
        canvas.put(chevrons, x + (w - chevrons.width) // 2, low - 46)
    severity, size = fonts.fit(held.severity, strip * 74 // 100, w - 12)
    fill = INK if live else PANEL
    canvas.write(x + w // 2, low + strip // 2 - 2, severity, size, fill, soft, "middle")


_TEXTS: Final = ((36, 42), (34, 40), (32, 37), (30, 34), (28, 32), (26, 29))
"""Type size of a Maneuver card's text, and from line to line, px."""


def _put_dealt(canvas: Canvas, held: ManeuverHeld, x: int, y: int, w: int, h: int) -> None:
    live, low = bool(held.key), h < 240
    ground = RAISED if live else DEEP
    ink, soft = (PAPER, SOFT) if live else (MUTE, MUTE)
    strip = 40 if low else 56
    canvas.put(_Frame(w, h, live, 56 if low else 72, strip), x, y)
    if live:
        key, size = fonts.fit(held.key, 38 if low else 46, 44)
        canvas.write(
            x + (25 if low else 31), y + (24 if low else 30), key, size, PAPER, INK, "middle"
        )
    left = x + (88 if live else 22)
    tag, size = fonts.fit(held.tag or "MANEUVER", 28, x + w - 26 - left)
    canvas.write(left, y + (26 if low else 34), tag, size, ground, soft if held.tag else MUTE)
    name, size = fonts.fit(held.name, 40 if low else 48, w - 40, floor=34)
    if name == held.name or low:
        canvas.write(x + 22, y + (74 if low else 96), name, size, ground, ink)
    else:
        for i, line in enumerate(fonts.wrap(held.name, 34, w - 40, 2, "b")):
            canvas.write(x + 22, y + 82 + 36 * i, line, 34, ground, ink)
    top = 112 if low else 148
    room = h - strip - top + 12
    sizes = [(size, max(1, room // pitch), pitch) for size, pitch in _TEXTS]
    block = fonts.paragraph(held.text, w - 40, sizes)
    for i, line in enumerate(block.lines):
        at = y + top + block.pitch * i
        canvas.write(x + 22, at, line, block.size, ground, soft, face="t")
    fill, middle = INK if live else PANEL, y + h - strip // 2 - 2
    foot, size = fonts.fit(held.foot, 26 if low else 32, w - 36, "t")
    lines: Sequence[str] = (foot,)
    if foot.endswith(fonts.ELLIPSIS) and not low:
        lines = fonts.wrap(held.foot, 26, w - 36, 2)
    for i, line in enumerate(lines):
        at = middle + 24 * i - 12 * (len(lines) - 1)
        canvas.write(x + 18, at, line, size, fill, ink, face="t")


@dataclass(frozen=True, slots=True)
class _AsidePanel:
    """A panel with a paper blade at its left."""

    width: int
    height: int
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        Panel(self.width, self.height).paint(pen)
        pen.polygon([(0, 0), (14, 0), (3, self.height), (0, self.height)], PAPER)


def _put_aside(canvas: Canvas, aside: Aside, x: int, y: int, w: int, h: int) -> None:
    """A card chosen earlier; a low panel leaves its text to the words beside the picture."""
    canvas.put(_AsidePanel(w, h), x, y)
    low = h < 100
    stamp = 200 if w > 500 else 150
    canvas.write(x + 30, y + (22 if low else 26), aside.label.upper(), 28, PANEL, MUTE)
    name, size = fonts.fit(aside.name, 40 if low else 44, w - stamp - 64)
    canvas.write(x + 30, y + (58 if low else 64), name, size, PANEL)
    if not low:
        block = fonts.paragraph(aside.text, w - 50, ((32, 1, 34), (30, (h - 90) // 32, 32)))
        for i, line in enumerate(block.lines):
            at = y + 106 + block.pitch * i
            canvas.write(x + 30, at, line, block.size, PANEL, SOFT, face="t")
    fill = PAPER if aside.stamp in ("KEPT", "SET ASIDE", "IN PLAY") else MUTE
    top = y + (18 if low else 32)
    put_stamp(canvas, x + w - stamp - 22, top, stamp, 48, aside.stamp, 34, fill, PANEL)


def _put_looked(canvas: Canvas, seat: int, cards: Sequence[int], y: int, h: int) -> None:
    middle, tall = y + h // 2 - 6, h - 16
    canvas.write(GAP + 4, middle, "HAND SEEN", 28, INK, MUTE)
    canvas.put(SeatPlate(seat, tall, ground=INK), GAP + LABEL, middle - tall // 2)
    x = GAP + LABEL + 116
    if not cards:
        canvas.write(x, middle, "no cards", 34, INK, SOFT, face="t")
    elif len(cards) <= 12:
        for speed in cards:
            x += put_speed(canvas, speed, x, middle - tall // 2, tall, 34, INK) + 2
    else:
        words, size = fonts.fit(" ".join(map(str, cards)), 40, PAGE - GAP - x)
        canvas.write(x, middle, words, size, INK)


def page(reading: HandReading) -> Page:
    """The empty picture for a hand. Few different heights, as every empty page is kept."""
    return Page(min(TALLEST, -(-layout_of(reading).foot // 32) * 32))


def compose(canvas: Canvas, reading: HandReading) -> None:
    """Draw a whole hand."""
    canvas.part = "header"
    write_title(canvas, f"Your hand · {reading.held}", reading.title, 640)
    write_actor(canvas, reading.seat, reading.standing, 360)
    at = layout_of(reading)
    grid = at.grid
    top = HEADER + GAP
    if not reading.speed:
        canvas.put(Panel(ROOM, grid.height), GAP, top)
        canvas.write(48, top + grid.height // 2, reading.empty, 44, PANEL, SOFT)
    for i, held in enumerate(reading.speed):
        canvas.part = str(i)
        x = GAP + i % grid.columns * (grid.width + grid.gap)
        _put_speed(canvas, held, x, top + i // grid.columns * (grid.height + grid.gap), grid)
    canvas.part = "note"
    if reading.speed:
        words, size = fonts.fit(reading.note, 30, ROOM - 8, "t")
        canvas.write(GAP + 4, at.note + 23, words, size, INK, SOFT, face="t")
    columns = columns_of(len(reading.dealt))
    wide = (ROOM - (columns - 1) * GAP) // columns
    for i, card in enumerate(reading.dealt):
        canvas.part = str(len(reading.speed) + i)
        x = GAP + i % columns * (wide + GAP)
        y = at.dealt + i // columns * (at.dealt_height + GAP)
        _put_dealt(canvas, card, x, y, wide, at.dealt_height)
    for i, aside in enumerate(reading.asides):
        canvas.part = aside.label
        wide = (ROOM - (len(reading.asides) - 1) * GAP) // len(reading.asides)
        x = GAP + i * (wide + GAP)
        _put_aside(canvas, aside, x, at.asides, wide, at.aside_height)
    canvas.part = "marks"
    if reading.marks:
        scale = at.scale
        canvas.write(GAP + 4, at.marks + scale.mark // 2, "YOUR MOVE", 28, INK, MUTE)
        box = (GAP + LABEL, at.marks, ROOM - LABEL, scale.mark, scale.mark_size)
        put_tags(canvas, reading.marks, *box, INK)
    for i, (seat, cards) in enumerate(reading.looked):
        canvas.part = f"seen {SEAT_LETTERS[seat]}"
        _put_looked(canvas, seat, cards, at.looked + i * at.scale.look, at.scale.look)


def hand(view: State, players: Sequence[Player], choices: Choices) -> bytes:
    """A palette PNG, 1200 px wide, of the hand of the seat the view was made for.

    Raises ValueError for a spectator's view.
    """
    reading = read_hand(view, choices)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()
