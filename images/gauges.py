"""Instruments: rows of cells in which lit means left, and what stands there when nothing is."""

from __future__ import annotations

from typing import Final

from images.pen import Pen, figure, leaning
from images.theme import ALARM, ALARM_GROUND, PANEL, PAPER, WELL, Colour

_SPACE: Final = 3
_GROUP_SPACE: Final = 4


@figure
class Gauge:
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


@figure
class Cells:
    """A short row of leaning cells, for tires and driver."""

    cells: int
    left: int
    foot: int
    """Width of the row at its foot, px; the lean is added at the right."""
    height: int
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.foot + int(self.height * 0.18) + 1

    def paint(self, pen: Pen) -> None:
        space = 4
        cell = (self.foot - (self.cells - 1) * space) / self.cells
        for i in range(self.cells):
            colour = PAPER if i < self.left else WELL
            pen.polygon(leaning(i * (cell + space), 0, cell, self.height, 0.18), colour)


@figure
class Hatching:
    """What stands in place of a gauge that has run out."""

    width: int
    height: int
    lean: int = 0
    """How far the top is pushed right, px, within the width."""
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        w, h, k = self.width, self.height, self.lean
        pen.hatch([(k, 0), (w, 0), (w - k, h), (0, h)], ALARM, ALARM_GROUND)


@figure
class Leaning:
    """A plain leaning plate, lettered by the canvas. `edge` and `weight` frame it."""

    width: int
    height: int
    fill: Colour
    lean: float = 0.25
    edge: Colour | None = None
    weight: int = 0
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        # An outline straddles its path: half of it is kept inside the box.
        inset = self.weight / 2
        k = self.height * self.lean
        corners = [
            (k + inset, inset),
            (self.width - inset, inset),
            (self.width - k - inset, self.height - inset),
            (inset, self.height - inset),
        ]
        pen.polygon(corners, self.fill)
        if self.edge is not None:
            pen.outline(corners, self.edge, self.weight)


@figure
class Arrow:
    """A plate with a point to the right, or to the left when `flip`: a hit on its way."""

    width: int
    height: int
    fill: Colour = ALARM
    flip: bool = False
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        point = h * 0.42
        corners = [(0.0, 0.0), (w - point, 0.0), (float(w), h / 2), (w - point, float(h))]
        corners.append((0.0, float(h)))
        pen.polygon([(w - x, y) if self.flip else (x, y) for x, y in corners], self.fill)


@figure
class Pointer:
    """A triangle to the right, or to the left when `flip`: from one car to another."""

    width: int
    height: int
    fill: Colour = PAPER
    ground: Colour = PANEL
    flip: bool = False

    def paint(self, pen: Pen) -> None:
        base, point = (self.width, 0) if self.flip else (0, self.width)
        pen.polygon([(base, 0), (point, self.height / 2), (base, self.height)], self.fill)
