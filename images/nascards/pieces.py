"""Small pieces that several pictures of a race share: tags and the Speed cards lying out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from images import fonts
from images.canvas import Canvas
from images.gauges import Leaning
from images.icons import paint_icon
from images.nascards.said import Mark
from images.parts import Part
from images.pen import Pen, slanted
from images.theme import ALARM, ALARM_GROUND, INK, PAPER, RAISED, SOFT, Colour

LEAN: Final = 0.2


@dataclass(frozen=True, slots=True)
class Tag:
    """A leaning tag with its icon in a block of its own, lettered by the canvas."""

    width: int
    height: int
    icon: str
    bad: bool = False
    ground: Colour = INK

    @property
    def fill(self) -> Colour:
        return ALARM_GROUND if self.bad else RAISED

    @property
    def start(self) -> int:
        """Where its words begin."""
        return self.height * 138 // 100

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        colour = ALARM if self.bad else SOFT
        pen.polygon(slanted(0, 0, w, h, LEAN), self.fill)
        pen.polygon(slanted(0, 0, h * (1.1 + LEAN), h, LEAN), colour)
        paint_icon(pen, self.icon, h * (1.1 + LEAN) / 2, h / 2, h * 0.72, INK, colour)


def tag_width(words: str, height: int, size: int) -> int:
    """Width of a tag for these words, px."""
    return height * 138 // 100 + round(fonts.width(words, size, "t")) + height * 36 // 100


def put_tag(canvas: Canvas, tag: Tag, x: int, y: int, words: str, size: int) -> None:
    """A tag and its words, its top left corner at (x, y)."""
    canvas.put(tag, x, y)
    room = tag.width - tag.start - tag.height * 30 // 100
    text, fitted = fonts.fit(words, size, room, "t")
    canvas.write(x + tag.start, y + tag.height // 2, text, fitted, tag.fill, face="t")


@dataclass(slots=True)
class TagPart(Part):
    """A tag with what it means in a sentence."""

    mark: Mark
    size: int

    def least(self) -> tuple[int, int]:
        return tag_width(self.mark.short, self.height, self.size), self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide = min(w, self.least()[0])
        tag = Tag(wide, self.height, self.mark.icon, self.mark.bad, ground)
        put_tag(canvas, tag, x, y + (h - self.height) // 2, self.mark.short, self.size)

    def written(self) -> str:
        return self.mark.words


@dataclass(slots=True)
class SpeedPart(Part):
    """A Speed card lying out."""

    speed: int
    size: int = 44

    def least(self) -> tuple[int, int]:
        return self.height * 115 // 100 + 10, self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        put_speed(canvas, self.speed, x, y + (h - self.height) // 2, self.height, self.size, ground)

    def written(self) -> str:
        return f"Speed {self.speed}"


def put_speed(
    canvas: Canvas, speed: int, x: int, y: int, height: int, size: int, ground: Colour
) -> int:
    """A Speed card lying out, its top left corner at (x, y). Returns its width, px."""
    wide = height * 115 // 100 + 10
    canvas.put(Leaning(wide, height, PAPER, LEAN, ground=ground), x, y)
    canvas.write(x + wide // 2, y + height // 2, str(speed), size, PAPER, INK, "middle")
    return wide


def _places(
    marks: Sequence[Mark], room: int, height: int, size: int
) -> Iterator[tuple[int, int, int]]:
    """For each tag: px from the left, line, width."""
    left = line = 0
    for mark in marks:
        wide = min(tag_width(mark.short, height, size), room)
        if left and left + wide > room:
            left, line = 0, line + 1
        yield left, line, wide
        left += wide + 8


def tag_lines(marks: Sequence[Mark], room: int, height: int, size: int) -> int:
    """How many lines the tags take."""
    return max((line + 1 for _, line, _ in _places(marks, room, height, size)), default=0)


def put_tags(
    canvas: Canvas,
    marks: Sequence[Mark],
    x: int,
    y: int,
    room: int,
    height: int,
    size: int,
    ground: Colour,
) -> None:
    """Tags from left to right, in lines no wider than `room` px, 8 px apart."""
    for mark, (left, line, wide) in zip(marks, _places(marks, room, height, size), strict=True):
        tag = Tag(wide, height, mark.icon, mark.bad, ground)
        put_tag(canvas, tag, x + left, y + line * (height + 8), mark.short, size)
