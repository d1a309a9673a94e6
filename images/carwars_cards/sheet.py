"""One car large: what is left of it, and every card that lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, DRIVER_LIMIT, TIRE_LIMIT
from games.carwars_cards.state import Hit, State
from games.engine.players import SEAT_LETTERS, Player
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import Portrait
from images.carwars_cards.cells import Scale, put_armored
from images.carwars_cards.reading import GAME, STAMPS, CarReading, read_car
from images.panels import (
    Chip,
    Page,
    Panel,
    put_chip,
    put_icon,
    put_stamp,
    put_zero,
    write_actor,
    write_title,
)
from images.pen import Pen
from images.theme import (
    EDGE,
    GAP,
    HEADER,
    LINE,
    MUTE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
    WELL,
    Colour,
)
from images.words import counted

_SCALE: Final = Scale(236, 60, 66, (66, 46, 38), 64)
_TOP: Final = HEADER + GAP
_LEFT_WIDE: Final = 388
_TALL: Final = 780
_ROW_X: Final = 420
_ROW_WIDE: Final = 764
_ROW_TALL: Final = 123
_BAR: Final = 576
"""Width of a full bar of damage and what is left, px."""


class Row(NamedTuple):
    """One side, the tires or the driver, with the hits lying there."""

    label: str
    limit: int
    left: int
    hits: Sequence[Hit]


class SheetReading(NamedTuple):
    """A car's sheet as shown."""

    moment: str
    car: CarReading
    rows: tuple[Row, ...]
    known: tuple[str, ...]
    """Cards known to be in this hand."""
    status: str


def read_sheet(view: State, players: Sequence[Player], seat: int) -> SheetReading:
    """Everything a sheet shows."""
    car = view.players[seat]
    reading = read_car(car, players)
    front, back, left, right = reading.armor
    in_front, behind, at_left, at_right = car.side_hits
    rows = (
        Row("front", ARMOR_LIMIT, front, in_front),
        Row("right", ARMOR_LIMIT, right, at_right),
        Row("back", ARMOR_LIMIT, back, behind),
        Row("left", ARMOR_LIMIT, left, at_left),
        Row("tires", TIRE_LIMIT, reading.tires, car.tire_hits),
        Row("driver", DRIVER_LIMIT, reading.driver, car.driver_hits),
    )
    status = STAMPS.get(car.status, STAMPS["out"])[0].lower()
    if reading.running:
        status = "acts" if view.active == seat else "in the duel"
    known = tuple(CARDS[number].title for number in car.shown)
    moment = f"{GAME} · duel {view.duel} · turn {view.turn}"
    return SheetReading(moment, reading, rows, known, status)


def hit_words(hit: Hit) -> str:
    """A card lying on a car with the armor over it, such as `Autocannon + Armor: 2`."""
    names = [CARDS[number].name for number in (hit.card, *hit.armor)]
    return f"{' + '.join(names)}: {hit.points}"


@dataclass(frozen=True, slots=True)
class _RowPanel:
    """The ground of one row, with a raised block for its label."""

    width: int = _ROW_WIDE
    height: int = _ROW_TALL
    ground: Colour = 0

    def paint(self, pen: Pen) -> None:
        Panel(self.width, self.height, corner=20).paint(pen)
        pen.polygon([(0, 0), (144, 0), (122, self.height), (0, self.height)], RAISED)


@dataclass(frozen=True, slots=True)
class _Bar:
    """A row of wide cells; damage eats it from the left, what is left is lit."""

    cells: int
    left: int
    width: int = _BAR
    height: int = 46
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        cell = self.width / self.cells
        for i in range(self.cells):
            lit = i >= self.cells - self.left
            pen.rect(i * cell, 0, cell - 4, self.height, PAPER if lit else WELL)


@dataclass(frozen=True, slots=True)
class _Block:
    """A hit on a bar, `width` px for its points."""

    width: int
    height: int = 46
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.width, self.height, EDGE)
        pen.rect(2, 2, self.width - 4, self.height - 4, RAISED)


def _put_row(canvas: Canvas, row: Row, running: bool, x: int, y: int) -> None:
    canvas.put(_RowPanel(), x, y)
    canvas.write(x + 18, y + 32, row.label.upper(), 30, RAISED, SOFT)
    bar_x, bar_y = x + 164, y + 14
    if not running:
        # Its cards are in the discard pile: nothing is left to count.
        canvas.put(_Bar(row.limit, 0), bar_x, bar_y)
        return
    if row.left:
        canvas.write(x + 18, y + 84, str(row.left), 58, RAISED)
    else:
        put_zero(canvas, x + 58, y + 84, 42, RAISED)
    canvas.put(_Bar(row.limit, row.left), bar_x, bar_y)
    lost = row.limit - row.left
    at = 0
    for hit in row.hits:
        points = min(hit.points, lost - at)
        if points <= 0:
            break
        start, stop = (round(n * _BAR / row.limit) for n in (at, at + points))
        _put_block(canvas, hit, bar_x + start, bar_y, stop - start - 4)
        at += points
    words = " · ".join(hit_words(hit) for hit in row.hits)
    ink = SOFT if words else MUTE
    text = words or ("no cards here" if lost else "undamaged")
    size = 30
    lines: Sequence[str] = fonts.wrap(text, size, 580, 1)
    if lines[-1].endswith(fonts.ELLIPSIS):
        size = 26
        lines = fonts.wrap(text, size, 580, 2)
    first = y + (91 if len(lines) == 1 else 79)
    for i, line in enumerate(lines):
        canvas.write(x + 164, first + 28 * i, line, size, PANEL, ink, face="t")


def _put_block(canvas: Canvas, hit: Hit, x: int, y: int, width: int) -> None:
    canvas.put(_Block(width), x, y)
    if width < 84:
        canvas.write(x + width // 2, y + 23, str(hit.points), 34, RAISED, anchor="middle")
        return
    middle = x + width // 2
    put_icon(canvas, CARDS[hit.card].icon, middle - 20, y + 23, 32, PAPER, RAISED)
    canvas.write(middle + 20, y + 23, str(hit.points), 36, RAISED, anchor="middle")


def _put_left(canvas: Canvas, reading: SheetReading) -> None:
    car, x, y = reading.car, GAP, _TOP
    canvas.put(Panel(_LEFT_WIDE, _TALL), x, y)
    if car.running:
        put_armored(canvas, car, x + 194, y + 232, _SCALE)
    else:
        portrait = Portrait(car.seat, 236, True)
        canvas.put(portrait, x + 194 - portrait.width // 2, y + 184 - portrait.height // 2)
        stamp = STAMPS.get(car.status, STAMPS["out"])[0]
        put_stamp(canvas, x + 56, y + 344, 276, 72, stamp, 56, MUTE, PANEL)
    canvas.fill(x + 20, y + 440, _LEFT_WIDE - 40, 2, LINE)
    if car.running:
        _put_marks(canvas, car, x, y + 470)
    else:
        sentence = STAMPS.get(car.status, STAMPS["out"])[1]
        if car.out_by >= 0:
            sentence = f"disabled by {SEAT_LETTERS[car.out_by]}"
        for i, line in enumerate(fonts.wrap(sentence, 36, 348, 2)):
            canvas.write(x + 20, y + 490 + 46 * i, line, 36, PANEL, SOFT, face="t")
    if reading.known:
        words, size = fonts.fit(f"Seen in hand: {', '.join(reading.known)}", 28, 348, "t")
        canvas.write(x + 20, y + _TALL - 26, words, size, PANEL, SOFT, face="t")


def _put_marks(canvas: Canvas, car: CarReading, x: int, y: int) -> None:
    """What lies on the car, with full names while there is room for them."""
    canvas.write(x + 20, y, "IN PLAY", 28, PANEL, MUTE)
    marks = car.marks
    if not marks:
        canvas.write(x + 20, y + 52, "no gear, no jams", 34, PANEL, SOFT, face="t")
    wide = len(marks) <= 4
    for i, mark in enumerate(marks):
        if wide:
            words = mark.words[:1].upper() + mark.words[1:]
            put_chip(canvas, Chip(348, 52, mark.icon, mark.bad), x + 20, y + 26 + 58 * i, words)
        else:
            place = (x + 7 + i % 2 * 187, y + 26 + i // 2 * 50)
            put_chip(canvas, Chip(186, 44, mark.icon, mark.bad), *place, mark.short, 28)


def page() -> Page:
    return Page(900)


def compose(canvas: Canvas, reading: SheetReading) -> None:
    """Draw a whole sheet."""
    car = reading.car
    canvas.part = "header"
    title = f"{car.name} · {counted(car.points, 'point')} · {counted(car.cards, 'card')}"
    if fonts.fit(title, 42, 700)[0].endswith(fonts.ELLIPSIS):
        title = f"{counted(car.points, 'point')} · {counted(car.cards, 'card')}"
    write_title(canvas, reading.moment, title, 700)
    write_actor(canvas, car.seat, reading.status, 220)
    canvas.part = car.letter
    _put_left(canvas, reading)
    for i, row in enumerate(reading.rows):
        canvas.part = row.label
        _put_row(canvas, row, car.running, _ROW_X, _TOP + i * (_ROW_TALL + 8))


def sheet(view: State, players: Sequence[Player], seat: int) -> bytes:
    """A palette PNG, 1200 by 900 px, of one car."""
    canvas = TileCanvas(page())
    compose(canvas, read_sheet(view, players, seat))
    return canvas.png()
