"""Small pieces that several pictures of a race share: tags, and Speed cards lying out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.nascards.cards import TEXTS
from images import fonts
from images.canvas import Canvas
from images.nascards.marks import Mark
from images.panels import Chip, put_chip
from images.parts import Line, Part, Sign, Stamp, row, space
from images.theme import MUTE, PAPER, SMALLEST, SOFT, WELL, Colour

_LOW: Final = 35
"""Height up to which a tag has no frame, px."""


class Tag(Part):
    """A mark on a chip with `text`, or its short one; said in a sentence."""

    mark: Mark
    size: int
    text: str = ""

    def least(self) -> tuple[int, int]:
        self.text = self.text or self.mark("short")
        self.size = min(self.size, max(SMALLEST, self.height * 3 // 4 - 1))
        return self.height * 3 // 2 + fonts.width(self.text, self.size, "t"), self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = self.least()
        how, framed = (self.mark.icon, self.mark.bad), tall > _LOW
        chip = Chip(min(w, wide), tall, *how, ground=ground, framed=framed)
        put_chip(canvas, chip, x, y + (h - tall) // 2, self.text, self.size)

    def written(self) -> str:
        return self.mark("words")


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
        low, small, count = min(tall, 38), min(self.size, 28), len(self.marks)
        whole, figures = (
            [Tag(mark, small, mark(how), height=low) for mark in self.marks]
            for how in ("short", "brief")
        )
        yield from ([*whole[:at], *figures[at:]] for at in range(count, -1, -1))
        yield from (figures[:at] for at in range(count - 1, -1, -1))

    def words(self, brief: bool = False) -> Iterator[str]:
        for mark in self.marks:
            yield mark("words")


def lying(value: int, tall: int, size: int = 44, old: bool = False) -> Stamp:
    """A Speed card lying out, `tall` px high; an `old` one is from the turn before."""
    wide, said = (
        fonts.width("10", size) + tall // 2 + 9,
        TEXTS["speed"]["named"].format(value=value),
    )
    how = (WELL, None, MUTE) if old else (PAPER,)
    return Stamp(str(value), size, *how, width=wide, height=tall, say=said)


def chevrons(value: int, size: int, ink: Colour = SOFT) -> Line:
    """How fast a Speed card is: one to four chevrons, `size` px high."""
    signs = [Sign("chevron", size, ink)] * (1 + (value - 1) * 2 // 5)
    return row(space(), *signs, space(), gap=0)
