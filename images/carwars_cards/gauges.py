"""Bars of cells in which lit means left, along the sides of a car."""

from __future__ import annotations

from typing import Final

from images.pen import Figure, Pen
from images.theme import PANEL, PAPER, WELL, Colour

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
