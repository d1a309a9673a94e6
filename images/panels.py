"""The page with its header, and the panels, plates and chips that stand on it."""

from __future__ import annotations

import msgspec

from images.canvas import Canvas
from images.icons import Icon, paint_icon
from images.pen import Figure, Pen, chamfered
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    EDGE,
    HEADER,
    INK,
    LINE,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    RAISED,
    Colour,
)


class Page(Figure, frozen=True):
    """An empty picture with its header bar: paper blade at the left, a ruler along the foot."""

    height: int
    width: int = PAGE
    ground: Colour = INK

    @property
    def head(self) -> Figure:
        return msgspec.structs.replace(self, height=HEADER + 2)

    def paint(self, pen: Pen) -> None:
        self.floor(pen.rect)
        pen.rect(0, 0, self.width, HEADER, DEEP)
        pen.polygon([(0, 0), (28, 0), (6, HEADER), (0, HEADER)], PAPER)
        for x in range(0, self.width + 1, 8):
            long = 10 if x % 40 == 0 else 5
            pen.line([(x, HEADER), (x, HEADER - long)], LINE, 1.4)
        pen.line([(0, HEADER), (self.width, HEADER)], LINE, 2)


def write_title(canvas: Canvas, small: str, title: str, room: int) -> None:
    """The two lines at the left of a header: what is played, and the moment."""
    canvas.write(48, 26, small.upper(), 34, DEEP, MUTE, room=room)
    canvas.write(48, 61, title, 42, DEEP, room=room)


class Panel(Figure, frozen=True):
    """A panel without its top right corner; `frame` of `weight` px runs inside its edge."""

    width: int
    height: int
    fill: Colour = PANEL
    frame: Colour | None = None
    weight: int = 6
    corner: int = 24
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        pen.polygon(chamfered(0, 0, w, h, self.corner), self.fill)
        if self.frame is not None:
            inner = chamfered(0, 0, w, h, self.corner, self.weight / 2)
            pen.outline(inner, self.frame, self.weight)


class Hatching(Figure, frozen=True):
    """What stands in place of a gauge that has run out."""

    width: int
    height: int
    lean: int = 0
    """How far the top is pushed right, px, within the width."""
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        w, h, k = self.width, self.height, self.lean
        pen.hatch([(k, 0), (w, 0), (w - k, h), (0, h)], ALARM, ALARM_GROUND)


class Leaning(Figure, frozen=True):
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


class Arrow(Figure, frozen=True):
    """A hollow plate with a point to the right, or to the left when `flip`: a hit on its way. It is
    filled once points are taken."""

    width: int
    height: int
    flip: bool = False
    ground: Colour = PANEL

    def paint(self, pen: Pen) -> None:
        w, h, point = self.width, self.height, self.height * 0.42
        corners = [(2.0, 2.0), (w - point, 2.0), (w - 3.0, h / 2), (w - point, h - 2.0)]
        corners.append((2.0, h - 2.0))
        corners = [(w - x, y) if self.flip else (x, y) for x, y in corners]
        pen.polygon(corners, INK)
        pen.outline(corners, ALARM, 4)


class Pointer(Figure, frozen=True):
    """A triangle to the right, or to the left when `flip`: from one car to another."""

    width: int
    height: int
    fill: Colour = PAPER
    ground: Colour = PANEL
    flip: bool = False

    def paint(self, pen: Pen) -> None:
        base, point = (self.width, 0) if self.flip else (0, self.width)
        pen.polygon([(base, 0), (point, self.height / 2), (base, self.height)], self.fill)


class Chip(Figure, frozen=True):
    """A leaning chip with its icon, lettered by the canvas; `bad` chips are alarm.

    Without words the icon stands in its middle.
    """

    width: int
    height: int
    icon: str
    bad: bool = False
    words: bool = True
    ground: Colour = PANEL
    framed: bool = True
    """A low one has no room for a frame around its words."""
    lit: bool = False
    """Its frame is paper: it is being changed."""

    @property
    def fill(self) -> Colour:
        return ALARM_GROUND if self.bad else RAISED

    def paint(self, pen: Pen) -> None:
        edge: Colour | None = None
        weight = 0
        if self.framed:
            edge, weight = (PAPER, 4) if self.lit else (ALARM, 3) if self.bad else (EDGE, 2)
        Leaning(self.width, self.height, self.fill, 0.2, edge, weight, self.ground).paint(pen)
        size = self.height * (0.66 if self.words else 0.6)
        x = self.height * (0.6 if self.height < 50 else 0.63) if self.words else self.width / 2
        ink = ALARM if self.bad else PAPER
        paint_icon(pen, self.icon, x, self.height / 2, size, ink, self.fill)


def put_chip(canvas: Canvas, chip: Chip, x: int, y: int, words: str, size: int) -> None:
    """A chip and its words."""
    canvas.put(chip, x, y)
    start = round(chip.height * (1.02 if chip.height < 50 else 1.2))
    room = chip.width - start - chip.height // 5
    canvas.write(x + start, y + chip.height // 2, words, size, chip.fill, face="t", room=room)


def put_zero(canvas: Canvas, x: int, y: int, size: int, ground: Colour) -> None:
    """The inverse alarm plate around (x, y) of a value that has run out, in place of a figure of
    that size."""
    w, h = size * 11 // 10, size * 6 // 7
    canvas.put(Leaning(w, h, ALARM, ground=ground), x - w // 2, y - h // 2)
    canvas.write(x, y, "0", size * 4 // 5, ALARM, INK, "middle")


def put_icon(
    canvas: Canvas,
    name: str,
    x: int,
    y: int,
    size: int,
    ink: Colour = PAPER,
    ground: Colour = PANEL,
) -> None:
    """An icon with its middle at (x, y)."""
    icon = Icon(name, size, ink, ground)
    canvas.put(icon, x - icon.width // 2, y - icon.height // 2)
