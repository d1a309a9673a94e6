"""Small pieces that several pictures of a race share: tags and the Speed cards lying out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from images import fonts
from images.canvas import Canvas
from images.gauges import Leaning
from images.icons import paint_icon
from images.nascards.marks import Mark
from images.parts import Part, row, space
from images.pen import Pen, slanted
from images.theme import ALARM, ALARM_GROUND, INK, PAPER, RAISED, SOFT, Colour

LEAN: Final = 0.2


@dataclass(frozen=True, slots=True)
class _Tag:
    """A leaning tag with its icon in a block of its own, lettered by the canvas."""

    width: int
    height: int
    icon: str
    bad: bool
    ground: Colour

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, block = (ALARM_GROUND, ALARM) if self.bad else (RAISED, SOFT)
        pen.polygon(slanted(0, 0, w, h, LEAN), fill)
        pen.polygon(slanted(0, 0, h * (1.1 + LEAN), h, LEAN), block)
        paint_icon(pen, self.icon, h * (1.1 + LEAN) / 2, h / 2, h * 0.72, INK, block)


@dataclass(slots=True)
class Tag(Part):
    """A mark on a tag with `text`, or its short one; said in a sentence."""

    mark: Mark
    size: int
    text: str = ""

    def least(self) -> tuple[int, int]:
        self.text = self.text or self.mark("short")
        tall = self.height
        return tall * 174 // 100 + fonts.width(self.text, self.size, "t"), tall

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = self.least()
        wide, top, start = min(w, wide), y + (h - tall) // 2, tall * 138 // 100
        canvas.put(_Tag(wide, tall, self.mark.icon, self.mark.bad, ground), x, top)
        fill = ALARM_GROUND if self.mark.bad else RAISED
        room = wide - start - tall * 30 // 100
        canvas.write(x + start, top + tall // 2, self.text, self.size, fill, face="t", room=room)

    def written(self) -> str:
        return self.mark("words")


@dataclass(slots=True)
class Tags(Part):
    """Tags at the right end of a line, made smaller, then from the last on cut to their figures,
    until they have room. What has no room at all is only said."""

    marks: Sequence[Mark]
    size: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        for tags in self._tries(h):
            line = row(space(), *tags, gap=4)
            if not tags or line.least()[0] <= w:
                line.draw(canvas, x, y, w, h, ground)
                return

    def _tries(self, tall: int) -> Iterator[Sequence[Tag]]:
        yield [Tag(mark, self.size, height=tall) for mark in self.marks]
        low, small = min(tall, 34), min(self.size, 28)
        tags = [Tag(mark, small, height=low) for mark in self.marks]
        yield tags
        for i in reversed(range(len(tags))):
            tags[i] = Tag(self.marks[i], small, self.marks[i]("brief"), height=low)
            yield tags
        for i in reversed(range(len(tags))):
            yield tags[:i]

    def words(self, brief: bool = False) -> Iterator[str]:
        for mark in self.marks:
            yield mark("words")


@dataclass(slots=True)
class Speed(Part):
    """A Speed card lying out."""

    value: int
    size: int = 44

    def least(self) -> tuple[int, int]:
        return self.height * 115 // 100 + 10, self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = self.least()
        canvas.put(Leaning(wide, tall, PAPER, LEAN, ground=ground), x, y + (h - tall) // 2)
        canvas.write(x + wide // 2, y + h // 2, str(self.value), self.size, PAPER, INK, "middle")

    def written(self) -> str:
        return f"Speed {self.value}"
