"""The armor boxes of a record sheet round the vehicle's portrait (Rules: 3. Vehicle Selection).

Boxes are ten a row in front and back and five a row at the sides, as in the rulebook; where a side
has more than that leaves room for, its boxes are smaller and more a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from games.mini_carwars.catalog import MODELS, SIDES, TOP
from games.mini_carwars.state import Vehicle
from images.gauges import Hatching
from images.mini_carwars.stock import portrait
from images.parts import Drawn, Part, Sign, Stamp, Text, column, row, space
from images.pen import Pen
from images.theme import ALARM, EDGE, MUTE, PANEL, PAPER, SOFT, WELL, Colour

_SIZES: Final = ((22, 5), (14, 4), (11, 2), (8, 2), (6, 1), (4, 1))
"""Size of a box and the space between two, px, as the rulebook's and ever smaller."""
_ENDS: Final = (265, 105)
"""Room for the boxes of front and back, px."""
_WIDE: Final = 130, 157
"""The same of the sides and of the top: its width."""
_LOW: Final = 600
"""A lower panel has less room beside the vehicle, px."""


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
    """A frame with a question mark, for what is not known."""

    width: int
    height: int
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        pen.rect(0, 0, self.width, self.height, WELL)
        pen.rect(3, 3, self.width - 6, self.height - 6, self.ground)
        if self.height > 60:
            pen.text(self.width / 2, self.height / 2, "?", 60, MUTE, "middle")


@lru_cache(maxsize=256)
def boxes(cells: int, left: int, wide: int, tall: int, ground: Colour = PANEL) -> Boxes:
    """The boxes in the largest size with which they keep within `wide` by `tall` px."""
    for size, apart in _SIZES:
        per = (wide + apart) // (size + apart)
        found = Boxes(cells, left, per, size, apart, ground)
        if found.height <= tall:
            break
    return found


class Side(NamedTuple):
    """The armor of one side, as far as who looks may know it."""

    name: str
    left: int | None
    """None: nobody but the owner knows."""
    of: int
    """Points at the start; 0 where that is hidden."""
    lost: int
    """Points that all have seen lost, at least."""
    breached: bool

    @property
    def bare(self) -> bool:
        """It never had armor."""
        return self.left == 0 and self.of == 0 and not self.breached

    @property
    def seen(self) -> str:
        """What everyone knows of a hidden one."""
        return f"at least {self.lost} lost" if self.lost else "none seen lost"

    @property
    def words(self) -> str:
        if self.left is None:
            return f"{self.name} {self.seen}"
        if self.bare:
            return f"{self.name} none"
        if self.left == 0:
            return f"{self.name} breached{f', of {self.of}' if self.of else ''}"
        return f"{self.name} {self.left}{f' of {self.of}' if self.left < self.of else ''}"


def sides(car: Vehicle) -> list[Side]:
    """The sides that may carry armor; the top where it has any, or a turret."""
    out = []
    for side in MODELS[car.look].armored:
        breached = side in car.breached
        found = Side(SIDES[side], 0 if breached else None, 0, car.lost[side], breached)
        if car.sheet:
            left, of = car.armor[side], car.bought[side]
            found = Side(SIDES[side], left, of, of - left, left == 0 < of)
        if side != TOP or car.turret or found.of or found.lost or found.breached:
            out.append(found)
    return out


def armor_part(car: Vehicle, height: int) -> Part:
    """The vehicle with what is left of its armor, in a panel so many px high."""
    found = {side.name: side for side in sides(car)}
    low = height < _LOW
    pose = portrait(car, 196 if low else 230)
    room = 150 if low and "top" in found else 213
    left: list[Part] = [Text(car.kind.size, 30, SOFT, "t")]
    if car.sheet:
        left.append(Text(f"${car.cost:,}", 36))
    else:
        hidden = Text("record sheet hidden", 28, SOFT, "t", lines=2, grow=1)
        left.insert(0, row(Sign("lock", 40, width=46), hidden))
    if "left" in found:
        left += [space(), _beside(found["left"], _WIDE[0], room)]
    if "top" in found:
        left += [space(), _beside(found["top"], _WIDE[1], 132)]
    else:
        left.append(space())
    right: list[Part] = []
    if "right" in found:
        beside = _beside(found["right"], _WIDE[0], 213)
        right = [column(space(), beside, space(), height=pose.height)]
    whole = column(
        space(), _end(found["front"]),
        row(Drawn(pose, width=_ENDS[0], say=""), *right, gap=8, height=pose.height),
        _end(found["back"]), space(), gap=8, grow=1,
    )  # fmt: skip
    told = f"Armor: {'; '.join(side.words for side in found.values())}."
    about = f"${car.cost:,}." if car.sheet else "Only what all have seen."
    say = f"{told} {car.kind.size.capitalize()}. {about}"
    body = row(column(*left, width=190, height=height - 48), whole, gap=8)
    return column(body, panel=PANEL, pad=24, width=720, height=height, say=say)


def _end(side: Side) -> Part:
    """Front or back: its boxes, and the number beside them."""
    figures = column(Text(side.name.upper(), 30, SOFT), row(*_figures(side), gap=10), gap=0)
    gauge = _gauge(side, *_ENDS)
    gauge.width = _ENDS[0]
    return row(gauge, figures, height=110)


def _beside(side: Side, wide: int, tall: int) -> Part:
    """Another side: the number over its boxes."""
    head: list[Part] = [Text(side.name.upper(), 28, SOFT), *_figures(side)]
    if side.left is not None:
        head = [row(*head, gap=8)]
    return column(*head, row(_gauge(side, wide, tall)), gap=6)


def _figures(side: Side) -> list[Part]:
    """What is left, and of how much where some is lost."""
    if side.left is None or side.bare:
        ink = PAPER if side.lost else MUTE
        return [Text("no armor" if side.bare else side.seen, 28, ink, "t")]
    left = Text(str(side.left), 56) if side.left else Stamp("0", 44, ALARM, width=62, height=48)
    return [left, *([Text(f"of {side.of}", 28, MUTE, "t")] if side.left < side.of else [])]


def _gauge(side: Side, wide: int, tall: int) -> Part:
    """Boxes, hatching where they are all gone, or a question where nobody knows."""
    if side.bare:
        return space(wide)
    if side.left is None or not side.of:
        # Only what all have seen: how many boxes there were is the owner's secret.
        kind = Unknown if side.left is None else Hatching
        return Drawn(kind(wide, min(tall, 103)))
    found = boxes(side.of, side.left, wide, tall)
    return Drawn(found if side.left else Hatching(found.width, found.height))
