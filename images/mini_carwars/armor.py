"""The armor boxes of a record sheet round the vehicle's portrait (Rules: 3. Vehicle Selection).

Boxes are ten a row in front and back and five a row at the sides, as in the rulebook; where a side
has more than that leaves room for, its boxes are smaller and more a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from images import fonts
from images.canvas import Canvas
from images.gauges import Hatching
from images.mini_carwars.portrait import Pose
from images.mini_carwars.sheet_reading import SheetReading, SideReading
from images.panels import Panel, put_icon, put_zero, text_width, write_fit
from images.pen import Pen
from images.theme import EDGE, LINE, MUTE, PANEL, PAPER, SOFT, WELL, Colour

WIDE: Final = 720
"""Of the panel, px."""
_SIZES: Final = ((22, 5), (14, 4), (11, 2), (8, 2), (6, 1), (4, 1))
"""Size of a box and the space between two, px, as the rulebook's and ever smaller."""
_ACROSS: Final = (265, 105)
"""Room for the boxes of front and back, px."""
_BESIDE: Final = (130, 213)
_TOP: Final = (157, 132)
_ENDS: Final = ("front", "back")


@dataclass(frozen=True, slots=True)
class Boxes:
    """Rows of boxes, the first `left` of them lit, the lost ones with a slash."""

    cells: int
    left: int
    per: int
    """Boxes a row."""
    size: int = 22
    space: int = 5
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return min(self.per, self.cells) * (self.size + self.space) - self.space

    @property
    def height(self) -> int:
        return -(-self.cells // self.per) * (self.size + self.space) - self.space

    def paint(self, pen: Pen) -> None:
        for i in range(self.cells):
            row, column = divmod(i, self.per)
            x, y = (each * (self.size + self.space) for each in (column, row))
            if i < self.left:
                pen.rect(x, y, self.size, self.size, PAPER)
                continue
            pen.rect(x, y, self.size, self.size, WELL)
            if self.size >= 8:
                inset = self.size * 0.23
                ends = [(x + inset, y + self.size - inset), (x + self.size - inset, y + inset)]
                pen.line(ends, EDGE, 2.6 if self.size > 14 else 1.6)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A frame for what is not known, lettered by the canvas."""

    width: int
    height: int
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.width, self.height, WELL)
        pen.rect(3, 3, self.width - 6, self.height - 6, self.ground)


@lru_cache(maxsize=256)
def boxes(cells: int, left: int, wide: int, tall: int, ground: Colour = PANEL) -> Boxes:
    """The boxes in the largest size with which they keep within `wide` by `tall` px."""
    found = Boxes(cells, left, 1)
    for size, space in _SIZES:
        per = (wide + space) // (size + space)
        found = Boxes(cells, left, per, size, space, ground)
        if found.height <= tall:
            break
    return found


class _Place(NamedTuple):
    """Where a side's boxes and its number stand, px from the panel's top left corner."""

    x: int
    """Left edge, middle or right edge of the boxes, by `pull`."""
    y: int
    """Top edge, middle or foot of the boxes, by `drop`."""
    pull: float
    """0 where x is the left edge of the boxes, 0.5 the middle, 1 the right edge."""
    drop: float
    room: tuple[int, int]
    number: int
    """Middle of the name and the number."""


def _places(tall: int, top: bool, across: int) -> dict[str, _Place]:
    """By side, in a panel `tall` px high, with a top or without; `across` px is the wider of the
    boxes of front and back."""
    middle = WIDE // 2
    # In a low panel the boxes of the left side make room for those of the top.
    beside = tall // 2 - (32 if top and tall < 600 else 10 if tall < 600 else 20)
    room = (_BESIDE[0], 176) if top and tall < 600 else _BESIDE
    foot = tall - 36 - _ACROSS[1]
    aside = middle + across // 2 + 70
    return {
        "front": _Place(middle, 36 + _ACROSS[1], 0.5, 1, _ACROSS, aside),
        "back": _Place(middle, foot, 0.5, 0, _ACROSS, aside),
        "left": _Place(38 + _BESIDE[0], beside, 1, 0.5, room, middle - 130),
        "right": _Place(WIDE - 38 - _BESIDE[0], beside, 0, 0.5, room, middle + 130),
        "top": _Place(38, tall - 36 - _TOP[1], 0, 0, _TOP, 0),
    }


def put_armor(canvas: Canvas, reading: SheetReading, x: int, y: int, tall: int) -> None:
    """The vehicle with what is left of its armor."""
    canvas.put(Panel(WIDE, tall), x, y)
    length = 230 if tall >= 600 else 196
    pose = Pose(reading.seat, reading.label, length, reading.cycle, bool(reading.out))
    canvas.put(pose, x + (WIDE - pose.width) // 2, y + (tall - pose.height) // 2)
    _put_facts(canvas, reading, x + 38, y + 52)
    names = {side.name for side in reading.sides}
    across = max(_size(side, _ACROSS)[0] for side in reading.sides if side.name in _ENDS)
    places = _places(tall, "top" in names, across)
    for side in reading.sides:
        canvas.part = side.name
        _put_side(canvas, side, places[side.name], x, y)


def _put_facts(canvas: Canvas, reading: SheetReading, x: int, y: int) -> None:
    """Size and cost, or that the sheet is hidden, in the free corner."""
    canvas.part = "facts"
    if reading.hidden:
        put_icon(canvas, "lock", x + 18, y + 20, 40, PAPER, PANEL)
        for i, words in enumerate(("record", "sheet", "hidden")):
            canvas.write(x + 50, y - 14 + 34 * i, words, 30, PANEL, SOFT, face="t")
        y += 96
    canvas.write(x, y, reading.size, 30, PANEL, SOFT, face="t")
    if reading.cost:
        write_fit(canvas, x, y + 42, f"${reading.cost:,}", 36, 150, PANEL)


def _size(side: SideReading, room: tuple[int, int]) -> tuple[int, int]:
    """Width and height of what stands for a side's armor, px."""
    if side.bare or side.left is None or not side.of:
        # Only what all have seen: how many boxes there were is the owner's secret.
        return room[0], min(room[1], 103 if room[0] > room[1] else 157)
    found = boxes(side.of, side.left, *room)
    return found.width, found.height


def _put_side(canvas: Canvas, side: SideReading, place: _Place, x: int, y: int) -> None:
    """Boxes, hatching where they are all gone, or a question where nobody knows."""
    w, h = _size(side, place.room)
    left = x + place.x - round(w * place.pull)
    top = y + place.y - round(h * place.drop)
    if not side.bare:
        if side.left is None:
            canvas.put(Unknown(w, h), left, top)
            canvas.write(left + w // 2, top + h // 2, "?", 60, PANEL, MUTE, "middle")
        elif side.left == 0:
            canvas.put(Hatching(w, h), left, top)
        else:
            canvas.put(boxes(side.of, side.left, *place.room), left, top)
    if side.name == "top":
        _put_top_number(canvas, side, x + place.x, y + place.y - 36)
        return
    at, line = x + place.number, top + h // 2 - 24
    if side.name in _ENDS:
        # Short rows must not push the number out of the room for long ones.
        first = y + place.y - round(_ACROSS[1] * place.drop)
        line = max(first + 8, min(first + 42, line))
    canvas.write(at, line, side.name.upper(), 30, PANEL, SOFT, "middle")
    if side.left:
        canvas.write(at, line + 48, str(side.left), 64, PANEL, PAPER, "middle")
        if side.left < side.of:
            _put_of(canvas, side, at, line, text_width(str(side.left), 64))
    elif side.bare:
        canvas.write(at, line + 40, "no armor", 28, PANEL, MUTE, "middle", "t")
    elif side.left == 0:
        put_zero(canvas, at, line + 48, 48, PANEL, 80, 54)
        if side.of:
            _put_of(canvas, side, at, line, 80)
    else:
        words = ("at least", f"{side.lost} lost") if side.lost else ("none", "seen lost")
        for i, word in enumerate(words):
            strong = bool(side.lost) and i == 1
            canvas.write(
                at,
                line + 36 + 38 * i,
                word,
                34 if strong else 28,
                PANEL,
                PAPER if strong else MUTE,
                "middle",
                "t",
            )


def _put_of(canvas: Canvas, side: SideReading, at: int, line: int, wide: int) -> None:
    """Points at the start: beside the number, `wide` px, of front and back, else below it."""
    words = f"of {side.of}"
    if side.name in _ENDS:
        canvas.write(at + wide // 2 + 12, line + 56, words, 28, PANEL, MUTE, face="t")
    else:
        canvas.write(at, line + 95, words, 28, PANEL, MUTE, "middle", "t")


def _put_top_number(canvas: Canvas, side: SideReading, x: int, y: int) -> None:
    """The top's name and number stand side by side over its boxes."""
    canvas.write(x, y, "TOP", 30, PANEL, SOFT)
    at = x + 16 + round(fonts.width("TOP", 30))
    if side.left:
        canvas.write(at, y - 2, str(side.left), 56, PANEL)
        if side.left < side.of:
            after = at + 12 + round(fonts.width(str(side.left), 56))
            canvas.write(after, y + 4, f"of {side.of}", 28, PANEL, MUTE, face="t")
    elif side.bare:
        canvas.write(at, y, "no armor", 28, PANEL, MUTE, face="t")
        canvas.fill(x, y + 34, 157, 2, LINE)
    elif side.left == 0:
        put_zero(canvas, at + 40, y - 2, 44, PANEL, 72, 48)
        if side.of:
            canvas.write(at + 86, y + 2, f"of {side.of}", 28, PANEL, MUTE, face="t")
    else:
        words = f"{side.lost}+ lost" if side.lost else "none seen lost"
        write_fit(canvas, at, y, words, 30, 186, PANEL, SOFT, face="t")
