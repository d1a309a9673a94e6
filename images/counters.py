"""What lies on a plane and what is written beside it, whatever the game: tags, notes, signs and
marks, each an opaque figure that is laid over the ground."""

from __future__ import annotations

from typing import Final

from images import fonts
from images.cars import paint_plate
from images.icons import paint_icon
from images.pen import Figure, Pen, Point, Square, leaning, slanted
from images.plane import Turned
from images.theme import (
    ALARM,
    ASPHALT,
    EDGE,
    GLOW,
    INK,
    MUTE,
    PAPER,
    SEAT_PAINT,
    SOFT,
    STEEL,
    Colour,
)

ROUND: Final = 25
"""Headings of tiles are rounded to so many tenths of a degree."""


def tenths(angle: float) -> int:
    """An angle in the picture as tiles have it, in tenths of a degree."""
    return round(angle * 10 / ROUND) * ROUND % 3600


def fitting(words: str, radius: float) -> int:
    """The type size in which a label fills its number board."""
    size = round(radius * (1.55 if len(words) == 1 else 1.3))
    while size > 8 and fonts.width(words, size) > 1.72 * radius:
        size -= 1
    return size


class Block(Figure, frozen=True):
    """A fixed object: hatched, quieter than what drives."""

    width: int
    height: int
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        shape = [(1, 1), (w - 1, 1), (w - 1, h - 1), (1, h - 1)]
        pen.hatch(shape, EDGE, STEEL, 16, 5)
        pen.outline(shape, SOFT, 3)


class Plate(Figure, frozen=True):
    """A vehicle's tag: livery, its label on paper, its speed, and sides known to be breached."""

    seat: int
    label: str
    words: str
    """Its speed, or what became of it; empty for neither."""
    height: int
    acts: bool = False
    grey: bool = False
    bare: str = ""
    """What is said of the sides without armor; empty where there are none."""
    ground: Colour = ASPHALT

    def _size(self, share: float) -> int:
        """Of letters that take such a share of its height, px."""
        return max(min(26, self.height - 4), round(self.height * share))

    @property
    def _sizes(self) -> tuple[int, int]:
        """Of the letters of its speed, and of what is said of its bare sides, px."""
        return self._size(0.80 if len(self.words) < 4 else 0.68), self._size(0.58)

    @property
    def _widths(self) -> tuple[int, int, int, int]:
        """Of the livery, the label, the speed and the bare sides at their foot, px."""
        h, (size, small) = self.height, self._sizes
        label = round(fonts.width(self.label, round(h * 0.86)) + h * 0.50)
        speed = max(round(fonts.width(self.words, size) + h * 0.8), round(h * 1.5))
        bare = round(fonts.width(self.bare, small) + h * 0.62)
        return round(h * 0.82), label, speed * bool(self.words), bare * bool(self.bare)

    @property
    def width(self) -> int:
        return sum(self._widths) + self.height // 4 + 4

    def paint(self, pen: Pen) -> None:
        h, k, (size, small) = self.height, self.height * 0.25, self._sizes
        block, label, w, bare = self._widths
        paint_plate(pen, self.seat, self.label, h, (block, label), self.grey)
        x = block + label
        if w:
            edge, weight = (PAPER, 4) if self.acts else (EDGE, 2)
            i = weight / 2
            pen.polygon(leaning(x, 0, w, h, 0.25), INK)
            pen.outline(leaning(x + i, i, w - 2 * i, h - 2 * i, 0.25), edge, weight)
            ink = MUTE if self.grey else PAPER
            pen.text(x + (w + k) / 2, h / 2, self.words, size, ink, "middle")
        if bare:
            pen.polygon(leaning(x + w, 0, bare, h, 0.25), ALARM)
            pen.text(x + w + (bare + k) / 2, h / 2, self.bare, small, INK, "middle")


class Note(Figure, frozen=True):
    """One or two lines on a leaning plate: a name with what it needs."""

    title: str
    text: str
    bad: bool = False
    size: int = 34
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        wide = max(fonts.width(self.title, self.size), fonts.width(self.text, 32, "t"))
        return wide + (48 if self.size >= 34 else 36)

    @property
    def height(self) -> int:
        return 96 if self.text else self.size + 16 + 6 * (self.size >= 34)

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        corners = slanted(2, 2, w - 4, h - 4, 0.12)
        pen.polygon(corners, INK)
        pen.outline(corners, ALARM if self.bad else PAPER, 3)
        if self.text:
            pen.text(26, 28, self.title, self.size, PAPER)
            pen.text(22, 68, self.text, 32, SOFT, face="t")
        else:
            pen.text(w / 2, h / 2, self.title, self.size, PAPER, "middle")


def dart(tip: float, length: float) -> list[Point]:
    """An arrow head that points to the right: long and notched, as a triangle of equal sides
    seems to point three ways."""
    wide, notch = 0.38 * length, tip - 0.7 * length
    return [(tip, 0.0), (tip - length, wide), (notch, 0.0), (tip - length, -wide)]


class Head(Turned, frozen=True):
    """An arrow head where the nose of a vehicle would be; in alarm where it would touch
    something."""

    angle: int
    bad: bool = False
    ground: Colour = ASPHALT
    width: int = 26

    def paint(self, pen: Pen) -> None:
        pen.polygon(self.turn(dart(12, 22)), ALARM if self.bad else PAPER)


class Words(Figure, frozen=True):
    """A word written on the ground itself."""

    words: str
    height: int = 36
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return fonts.width(self.words, 30, "t") + 8

    def paint(self, pen: Pen) -> None:
        pen.text(4, self.height / 2, self.words, 30, SOFT, face="t")


class Mark(Square, frozen=True):
    """A letter in a ring: a side of a counter, or the key of a choice."""

    words: str
    radius: int
    fill: Colour = INK
    edge: Colour = SOFT
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle = self.width / 2
        pen.disc(middle, middle, self.radius, self.edge)
        pen.disc(middle, middle, self.radius - 3, self.fill)
        if self.words:
            size = max(fitting(self.words, self.radius * 0.92), 14)
            pen.text(middle, middle, self.words, size, PAPER, "middle")


class Gun(Turned, frozen=True):
    """What was fired, in a ring of who fired it, with a point towards the target."""

    icon: str
    seat: int
    angle: int
    radius: int = 20
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 56

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        for long, wide, ink in ((r + 27, r + 4, INK), (r + 21, r, PAPER)):
            pen.polygon(self.turn([(long, 0.0), (r * 0.3, wide), (r * 0.3, -wide)]), ink)
        pen.disc(middle, middle, r, SEAT_PAINT[self.seat])
        pen.disc(middle, middle, r - 3, INK)
        paint_icon(pen, self.icon, middle, middle, r * 1.3, PAPER, INK)


class Impact(Square, frozen=True):
    """Where vehicles have run into something: it was no shot."""

    radius: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        for radius, ink in ((r, INK), (r - 2, PAPER), (r - 5, INK)):
            pen.disc(middle, middle, radius, ink)
        paint_icon(pen, "ram", middle, middle, r * 1.15, PAPER, INK)


class Sign(Square, frozen=True):
    """An icon in an edge that sets it off from what lies below it; a flame has a glowing heart."""

    name: str
    size: int
    ink: Colour
    edge: Colour = INK
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return self.size + 8

    def paint(self, pen: Pen) -> None:
        middle = self.width / 2
        paint_icon(pen, self.name, middle, middle, self.size + 6, self.edge, self.edge)
        heart = GLOW if self.name == "fire" else self.edge
        paint_icon(pen, self.name, middle, middle, self.size, self.ink, heart)


def flame(size: int, ground: Colour = ASPHALT) -> Sign:
    """Something that burns."""
    return Sign("fire", size, ALARM, ground=ground)


class Key(Square, frozen=True):
    """The key of a choice on the plane: its number, or the arrow of its button. What would touch
    something is alarm, with a ring."""

    words: str
    bad: bool = False
    radius: int = 18
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + (14 if self.bad else 8)

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        if self.bad:
            pen.disc(middle, middle, r + 6, ALARM)
        pen.disc(middle, middle, r + 3, INK)
        pen.disc(middle, middle, r, ALARM if self.bad else PAPER)
        if len(self.words) > 2:
            paint_icon(pen, self.words, middle, middle, r * 1.25, INK, PAPER)
        else:
            size = round(r * (1.66 if len(self.words) < 2 else 1.5))
            pen.text(middle, middle, self.words, size, INK, "middle")


class Shields(Square, frozen=True):
    """How many shields a line gives its target: cover. Without a number: what was held off."""

    words: str = ""
    radius: int = 25
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 4

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        pen.disc(middle, middle, r + 2, SOFT if self.words else INK)
        pen.disc(middle, middle, r - 1, INK)
        if self.words:
            paint_icon(pen, "shield", middle, middle, r * 1.5, SOFT, SOFT)
            pen.text(middle, middle, self.words, round(r * 1.05), INK, "middle")
        else:
            paint_icon(pen, "shield", middle, middle, r * 1.66, PAPER, INK)


class Extra(Figure, frozen=True):
    """What a place costs more: a number and what of, on ink."""

    words: str
    icon: str = "shield"
    height: int = 40
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return fonts.width(self.words, 28) + 60

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        corners = slanted(1.5, 1.5, w - 3, h - 3, 0.15)
        pen.polygon(corners, INK)
        pen.outline(corners, SOFT, 2.4)
        pen.text(15, h / 2, self.words, 28, PAPER)
        paint_icon(pen, self.icon, w - 27, h / 2, 28, PAPER, INK)
