"""What is written beside things on the plane: tags of vehicles, notes, discs with a letter."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from images import fonts
from images.cars import draw_livery, paint_ring
from images.icons import paint_icon
from images.mini_carwars.counters import fitting, livery
from images.mini_carwars.plane import ASPHALT, Square
from images.pen import SCALE, Pen, leaning, slanted
from images.theme import (
    ALARM,
    EDGE,
    INK,
    MUTE,
    PAPER,
    SOFT,
    Colour,
)


@dataclass(frozen=True, slots=True)
class Plate:
    """A vehicle's tag: livery, its label on paper, its speed, and sides known to be breached."""

    seat: int
    label: str
    words: str
    """Its speed, or what became of it; empty for neither."""
    tall: int
    acts: bool = False
    grey: bool = False
    bare: str = ""
    """Letters of the sides without armor."""
    ground: Colour = ASPHALT

    @property
    def _letters(self) -> int:
        return round(fonts.width(self.label, round(self.tall * 0.86)) + self.tall * 0.50)

    @property
    def _figures(self) -> int:
        if not self.words:
            return 0
        size = self._size
        return max(round(fonts.width(self.words, size) + self.tall * 0.8), round(self.tall * 1.5))

    @property
    def _size(self) -> int:
        return max(
            min(26, self.tall - 4), round(self.tall * (0.80 if len(self.words) < 4 else 0.68))
        )

    @property
    def _bare(self) -> int:
        if not self.bare:
            return 0
        return round(fonts.width(self.bare, self._size) + self.tall * 0.62)

    @property
    def width(self) -> int:
        return (
            round(self.tall * 0.82)
            + self._letters
            + self._figures
            + self._bare
            + self.tall // 4
            + 4
        )

    @property
    def height(self) -> int:
        return self.tall

    def paint(self, pen: Pen) -> None:
        h, k = self.tall, self.tall * 0.25
        block_wide = round(h * 0.82)
        paint, pattern = livery(self.seat, self.grey)
        block = Image.new("RGB", (round((block_wide + k) * SCALE), h * SCALE), paint)
        draw_livery(ImageDraw.Draw(block), self.seat, (0, 0, block.width, block.height), pattern)
        mask = Image.new("L", block.size, 0)
        ImageDraw.Draw(mask).polygon(leaning(0, 0, block_wide * SCALE, h * SCALE, 0.25), fill=255)
        pen.masked(block, mask, 0, 0)
        x, w = block_wide, self._letters
        pen.polygon(leaning(x, 0, w, h, 0.25), MUTE if self.grey else PAPER)
        pen.text(x + (w + k) / 2, h / 2, self.label, round(h * 0.86), INK, "middle")
        x, w = x + w, self._figures
        if not w:
            return
        edge, weight = (PAPER, 4) if self.acts else (EDGE, 2)
        i = weight / 2
        pen.polygon(leaning(x, 0, w, h, 0.25), INK)
        pen.outline(leaning(x + i, i, w - 2 * i, h - 2 * i, 0.25), edge, weight)
        pen.text(
            x + (w + k) / 2, h / 2, self.words, self._size, MUTE if self.grey else PAPER, "middle"
        )
        if self.bare:
            x, w = x + w, self._bare
            pen.polygon(leaning(x, 0, w, h, 0.25), ALARM)
            pen.text(x + (w + k) / 2, h / 2, self.bare, self._size, INK, "middle")


@dataclass(frozen=True, slots=True)
class Note:
    """One or two lines on a leaning plate: a name with what it needs."""

    title: str
    text: str
    bad: bool = False
    size: int = 34
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        wide = max(fonts.width(self.title, self.size), fonts.width(self.text, 32, "t"))
        return round(wide) + (48 if self.size >= 34 else 36)

    @property
    def height(self) -> int:
        return 96 if self.text else self.size + 16 + 6 * (self.size >= 34)

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        corners = slanted(2, 2, w - 4, h - 4, 0.12)
        pen.polygon(corners, INK)
        pen.outline(corners, ALARM if self.bad else PAPER, 3)
        y = 28 if self.text else h / 2
        if not self.text:
            pen.text(w / 2, y, self.title, self.size, PAPER, "middle")
        else:
            pen.text(26, y, self.title, self.size, PAPER)
            pen.text(22, 68, self.text, 32, SOFT, face="t")


@dataclass(frozen=True, slots=True)
class Words:
    """A word written on the ground itself."""

    words: str
    size: int = 30
    ink: Colour = SOFT
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return round(fonts.width(self.words, self.size, "t")) + 8

    @property
    def height(self) -> int:
        return self.size + 6

    def paint(self, pen: Pen) -> None:
        pen.text(4, self.height / 2, self.words, self.size, self.ink, face="t")


@dataclass(frozen=True, slots=True)
class Mark(Square):
    """A letter in a ring: a side of a counter, or the key of a choice."""

    words: str
    radius: int
    fill: Colour = INK
    edge: Colour = SOFT
    ink: Colour = PAPER
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
            pen.text(middle, middle, self.words, size, self.ink, "middle")


@dataclass(frozen=True, slots=True)
class Disc(Square):
    """A number board ringed in its seat's colour."""

    seat: int
    words: str
    radius: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        paint_ring(pen, self.seat, middle, r)
        pen.text(middle, middle, self.words, fitting(self.words, r * 0.78), INK, "middle")


@dataclass(frozen=True, slots=True)
class Sign(Square):
    """An icon in an edge that sets it off from what lies below it."""

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
        paint_icon(pen, self.name, middle, middle, self.size, self.ink, self.edge)
