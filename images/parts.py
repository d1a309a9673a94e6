"""Pictures of parts that lay themselves out and say what they show.

A part knows the least room it needs; its place is given by what it stands in, and `grow` shares out
the room that is left. What has no letters of its own (a plate, an icon, a gauge) has its words in
`say`, so the words beside a picture cannot miss it. A panel is a line of the long description, and
a sentence of the alt text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.players import Player
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import SeatPlate
from images.gauges import Gauge
from images.panels import Page, write_actor, write_title
from images.panels import Panel as Ground
from images.pen import Anchor, Figure
from images.theme import (
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    RAISED,
    SMALLEST,
    SOFT,
    Colour,
    Face,
)
from images.words import name_of, shorten

_SHARE: Final[dict[Anchor, float]] = {"left": 0.0, "middle": 0.5, "right": 1.0}
_MOST_ALT: Final = 1024


@dataclass(kw_only=True, slots=True)
class Part:
    """Anything that takes room. `width` and `height` are px; 0: as much as it needs."""

    width: int = 0
    height: int = 0
    grow: int = 0
    say: str | None = None
    """What it says; None: what is written on it."""

    def least(self) -> tuple[int, int]:
        """The least room that it needs, px."""
        return self.width, self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        """Draw it into that room, on that plain ground."""

    def words(self) -> Iterator[str]:
        """What it says, a line of the long description each."""
        if said := self.say if self.say is not None else self.written():
            yield said

    def written(self) -> str:
        """What is written on it."""
        return ""


@dataclass(slots=True)
class Text(Part):
    """A line, or a paragraph of at most `lines`; smaller, then cut, where the room is short."""

    text: str
    size: int = 36
    ink: Colour = PAPER
    face: Face = "b"
    anchor: Anchor = "left"
    lines: int = 1

    def least(self) -> tuple[int, int]:
        takes = 0 if self.grow or self.lines > 1 else 1 + round(self._wide())
        return self.width or takes, self.height or self.lines * self._pitch()

    def _wide(self) -> float:
        return fonts.width(self.text, self.size, self.face)

    def _pitch(self) -> int:
        return self.size * 5 // 4

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        size, at = self.size, x + round(w * _SHARE[self.anchor])
        if self.lines == 1:
            words, size = fonts.fit(self.text, size, max(w, 1), self.face)
            lines: Sequence[str] = (words,)
        else:
            lines = fonts.wrap(self.text, size, w, self.lines, self.face)
        top = y + (h - self._pitch() * len(lines)) // 2 + self._pitch() // 2
        for number, line in enumerate(lines):
            middle = top + number * self._pitch()
            canvas.write(at, middle, line, size, ground, self.ink, self.anchor, self.face)

    def written(self) -> str:
        return self.text


@dataclass(slots=True)
class Drawn(Part):
    """A figure in the middle of its room."""

    figure: Figure

    def least(self) -> tuple[int, int]:
        return self.width or self.figure.width, self.height or self.figure.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        left = x + (w - self.figure.width) // 2
        canvas.put(self.figure, left, y + (h - self.figure.height) // 2)


@dataclass(slots=True)
class Meter(Part):
    """So many of so many, as a bar of cells."""

    left: int
    of: int
    group: int = 3

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        tall = min(h, 28)
        gauge = Gauge(self.of, self.left, w, tall, self.group, ground)
        canvas.put(gauge, x, y + (h - tall) // 2)


@dataclass(slots=True)
class Line(Part):
    """Parts one after the other: a row, or a column (`down`), on a panel or on none."""

    items: Sequence[Part]
    down: bool = False
    gap: int = GAP
    pad: int = 0
    panel: Colour | None = None

    def least(self) -> tuple[int, int]:
        sizes = [item.least() for item in self.items]
        along = sum(size[self.down] for size in sizes)
        along += self.gap * max(0, len(sizes) - 1) + 2 * self.pad
        across = max((size[not self.down] for size in sizes), default=0) + 2 * self.pad
        wide, tall = (across, along) if self.down else (along, across)
        return self.width or wide, self.height or tall

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        if self.panel is not None:
            canvas.put(Ground(w, h, self.panel, corner=20), x, y)
            ground = self.panel
        x, y, w, h = x + self.pad, y + self.pad, w - 2 * self.pad, h - 2 * self.pad
        least = [item.least()[self.down] for item in self.items]
        free = (h if self.down else w) - self.gap * max(0, len(least) - 1) - sum(least)
        shares = sum(item.grow for item in self.items)
        for item, takes in zip(self.items, least, strict=True):
            long = takes + (free * item.grow // shares if shares else 0)
            if self.down:
                item.draw(canvas, x, y, w, long, ground)
                y += long + self.gap
            else:
                item.draw(canvas, x, y, long, h, ground)
                x += long + self.gap

    def words(self) -> Iterator[str]:
        if self.say is not None:
            yield from (self.say,) if self.say else ()
            return
        inside = [line for item in self.items for line in item.words()]
        if self.panel is None:
            yield from inside
        elif inside:
            yield f"{', '.join(inside)}."


def row(*items: Part, gap: int = GAP, pad: int = 0, panel: Colour | None = None, grow: int = 0,
        height: int = 0, say: str | None = None) -> Line:  # fmt: skip
    """Parts beside each other."""
    return Line(items, False, gap, pad, panel, grow=grow, height=height, say=say)


def column(*items: Part, gap: int = GAP, pad: int = 0, panel: Colour | None = None, grow: int = 0,
           width: int = 0, say: str | None = None) -> Line:  # fmt: skip
    """Parts below each other."""
    return Line(items, True, gap, pad, panel, grow=grow, width=width, say=say)


def label(text: str, anchor: Anchor = "left") -> Text:
    """What a figure beside it or below it is; the words beside the picture leave it out."""
    return Text(text.upper(), 28, MUTE, anchor=anchor, say="")


def plate(seat: int, size: int, ground: Colour = PANEL) -> Drawn:
    """The plate that names a seat."""
    return Drawn(SeatPlate(seat, size, ground=ground), say="")


def driver(players: Sequence[Player], seat: int, size: int = 40, ground: Colour = PANEL,
           gone: bool = False) -> Line:  # fmt: skip
    """A seat's plate and its player's name; a computer's seat says so."""
    name, computer = name_of(players, seat), bool(players[seat].computer)
    ink = MUTE if gone else PAPER
    said = f"{'ABCDEFGH'[seat]} {name}" + (" (computer)" if computer else "")
    names: Part = Text(name, size, ink, say=said, grow=1)
    if computer:
        below = Text("computer", SMALLEST + 2, MUTE if gone else SOFT, "t", say="", grow=1)
        names = column(Text(name, size - 8, ink, say=said, grow=1), below, gap=0, grow=1)
    return row(plate(seat, size + 12, ground), names, grow=1)


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a picture: what is played, the moment, and whose it is."""

    game: str
    title: str
    seat: int | None = None
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A header and what stands below it."""

    header: Header
    body: Part

    def png(self) -> bytes:
        """The picture, as wide as every other and as tall as it needs."""
        canvas = TileCanvas(self.page())
        self.compose(canvas)
        return canvas.png()

    def page(self) -> Page:
        """The empty picture."""
        return Page(HEADER + 2 * GAP + self.body.least()[1])

    def compose(self, canvas: Canvas) -> None:
        """Draw all of it."""
        head = self.header
        canvas.part = "header"
        acts = head.seat is not None and head.seat >= 0
        write_title(canvas, head.game, head.title, 560 if acts else 1100)
        if head.seat is not None and head.seat >= 0:
            write_actor(canvas, head.seat, head.verb)
        canvas.part = "body"
        wide, tall = PAGE - 2 * GAP, self.body.least()[1]
        self.body.draw(canvas, GAP, HEADER + GAP, wide, tall, INK)

    def lines(self) -> list[str]:
        """All of it in words, a line a part: the long description."""
        head = self.header
        first = f"{head.game}: {head.title}." if head.title else f"{head.game}."
        return [first, *self.body.words()]

    def alt(self) -> str:
        """The same in at most 1,024 characters."""
        return shorten(self.lines(), _MOST_ALT)


__all__ = [
    "PANEL",
    "RAISED",
    "Drawn",
    "Header",
    "Line",
    "Meter",
    "Part",
    "Picture",
    "Text",
    "column",
    "driver",
    "label",
    "plate",
    "row",
]
