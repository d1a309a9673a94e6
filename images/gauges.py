"""Bars of cells and rows of discs in which lit means left."""

from __future__ import annotations

from typing import Final

from images.pen import Figure, Pen, leaning
from images.theme import ALARM, ALARM_GROUND, EDGE, PANEL, PAPER, WELL, Colour

_SPACE: Final = 3
_GROUP_SPACE: Final = 4


class Gauge(Figure, frozen=True):
    """A bar of cells along a side of a car: the first `left` of `cells` are lit.

    Cells stand in groups of `group`, as many as an Armor card stops. An upright gauge fills from
    its foot.
    """

    cells: int
    left: int
    width: int
    height: int
    group: int = 3
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        upright = self.height > self.width
        length = self.height if upright else self.width
        breaks = (self.cells - 1) // self.group
        cell = (length - _SPACE * (self.cells - 1) - _GROUP_SPACE * breaks) / self.cells
        at = 0.0
        for i in range(self.cells):
            colour = PAPER if i < self.left else WELL
            if upright:
                pen.rect(0, self.height - at - cell, self.width, cell, colour)
            else:
                pen.rect(at, 0, cell, self.height, colour)
            at += cell + _SPACE + (_GROUP_SPACE if (i + 1) % self.group == 0 else 0)


class Tokens(Figure, frozen=True):
    """Discs: what is left is paper, what is lost a ring; `struck` of those were lost just now."""

    left: int
    of: int
    radius: int = 13
    struck: int = 0
    ground: Colour = PANEL
    gap: int = 8

    @property
    def width(self) -> int:
        return max(1, self.of * (2 * self.radius + self.gap) - self.gap + 2)

    @property
    def height(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        r = self.radius
        for at in range(self.of):
            x, y = 1 + r + at * (2 * r + self.gap), r + 1
            if at < self.left:
                pen.disc(x, y, r, PAPER)
                continue
            bad = at < self.left + self.struck
            pen.ring(x, y, r, ALARM if bad else EDGE, 3)
            if bad:
                pen.line([(x - 0.6 * r, y + 0.6 * r), (x + 0.6 * r, y - 0.6 * r)], ALARM, 3)


class Cells(Figure, frozen=True):
    """A row of leaning cells, of which some are lit; the last ones may be barred."""

    cells: int
    left: int
    foot: int
    """Width of the row at its foot, px; the lean is added at the right."""
    height: int
    barred: int = 0
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.foot + int(self.height * 0.18) + 1

    def paint(self, pen: Pen) -> None:
        cell = (self.foot - (self.cells - 1) * 4) / self.cells
        for at in range(self.cells):
            shape = leaning(at * (cell + 4), 0, cell, self.height, 0.18)
            if at >= self.cells - self.barred:
                pen.hatch(shape, ALARM, ALARM_GROUND, 9, 4)
            else:
                pen.polygon(shape, PAPER if at < self.left else WELL)


class Points(Figure, frozen=True):
    """A cell a point: spent, free, and over what there is."""

    spent: int
    most: int
    width: int = 384
    height: int = 22
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        count = max(self.spent, self.most)
        cell = min(18.0, (self.width - 6) / max(count, 1))
        for at in range(count):
            corners = [(at * cell + 4, 0), ((at + 1) * cell + 2, 0), ((at + 1) * cell - 2, 20),
                       (at * cell, 20)]  # fmt: skip
            if at >= self.most:
                pen.hatch(corners, ALARM, ALARM_GROUND, 8, 4)
            else:
                pen.polygon(corners, PAPER if at < self.spent else WELL)
