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
from images.gauges import Gauge, Leaning
from images.panels import Page, write_actor, write_title
from images.panels import Panel as Ground
from images.pen import Anchor, Figure
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    INK,
    LINE,
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
    top: bool = False
    """A paragraph that begins at the top of its room, not in the middle."""
    floor: int = SMALLEST
    """The smallest size a paragraph is written in, so that all of it has room."""

    def least(self) -> tuple[int, int]:
        takes = 0 if self.grow or self.lines > 1 else 1 + round(self._wide())
        return self.width or takes, self.height or self.lines * self._pitch()

    def _wide(self) -> float:
        return fonts.width(self.text, self.size, self.face)

    def _pitch(self) -> int:
        return self.size * 5 // 4

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        size, at = self.size, x + round(w * _SHARE[self.anchor])
        pitch = self._pitch()
        if self.lines == 1:
            words, size = fonts.fit(self.text, size, max(w, 1), self.face)
            lines: Sequence[str] = (words,)
        else:
            sizes = range(size, min(size, self.floor) - 1, -2)
            tries = [(each, max(self.lines, h * 4 // (5 * each)), each * 5 // 4) for each in sizes]
            lines, size, pitch = fonts.paragraph(self.text, w, tries, self.face)
        spare = 0 if self.top else (h - pitch * len(lines)) // 2
        top = y + spare + pitch // 2
        for number, line in enumerate(lines):
            middle = top + number * pitch
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
class Stamp(Part):
    """A word on a leaning plate, in ink; `edge` frames it, and then it is written in paper."""

    text: str
    size: int = 34
    fill: Colour = MUTE
    edge: Colour | None = None

    def least(self) -> tuple[int, int]:
        tall = self.height or self.size * 7 // 5
        return self.width or round(fonts.width(self.text, self.size)) + tall * 6 // 5, tall

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = self.least()
        wide, top = min(wide, w), y + (h - tall) // 2
        weight = 0 if self.edge is None else 2
        canvas.put(Leaning(wide, tall, self.fill, 0.2, self.edge, weight, ground), x, top)
        words, size = fonts.fit(self.text, self.size, wide - tall // 2 - 8)
        ink = INK if self.edge is None else PAPER
        canvas.write(x + wide // 2, top + tall // 2, words, size, self.fill, ink, "middle")

    def written(self) -> str:
        return self.text.lower()


@dataclass(slots=True)
class Rule(Part):
    """A line across."""

    def least(self) -> tuple[int, int]:
        return self.width, 2

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, 2, LINE)


@dataclass(slots=True)
class Flow(Part):
    """Parts one after the other in lines as wide as there is room, from the top."""

    items: Sequence[Part]
    gap: int = 8

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        for item, (left, top, wide, tall) in zip(self.items, self._places(w), strict=True):
            item.draw(canvas, x + left, y + top, wide, tall, ground)

    def _places(self, room: int) -> Iterator[tuple[int, int, int, int]]:
        left = top = 0
        for item in self.items:
            wide, tall = item.least()
            wide = min(wide, room)
            if left and left + wide > room:
                left, top = 0, top + tall + self.gap
            yield left, top, wide, tall
            left += wide + self.gap

    def words(self) -> Iterator[str]:
        for item in self.items:
            yield from item.words()


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
    frame: Colour | None = None
    """Of the panel's edge."""

    def least(self) -> tuple[int, int]:
        sizes = [item.least() for item in self.items]
        along = sum(size[self.down] for size in sizes)
        along += self.gap * max(0, len(sizes) - 1) + 2 * self.pad
        across = max((size[not self.down] for size in sizes), default=0) + 2 * self.pad
        wide, tall = (across, along) if self.down else (along, across)
        return self.width or wide, self.height or tall

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        if self.panel is not None:
            panel = Ground(w, h, self.panel, self.frame, 3, 20, ground)
            canvas.put(panel, x, y)
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
            yield _sentence(inside)


def _sentence(parts: Sequence[str]) -> str:
    """What the parts of a panel say, in one; a part that ends a sentence is left as it is."""
    said = parts[0]
    for part in parts[1:]:
        said += f" {part}" if said.endswith((".", "!", "?", ":")) else f", {part}"
    return said if said.endswith((".", "!", "?")) else f"{said}."


def row(*items: Part, gap: int = GAP, pad: int = 0, panel: Colour | None = None, grow: int = 0,
        height: int = 0, say: str | None = None) -> Line:  # fmt: skip
    """Parts beside each other."""
    return Line(items, False, gap, pad, panel, grow=grow, height=height, say=say)


def column(*items: Part, gap: int = GAP, pad: int = 0, panel: Colour | None = None, grow: int = 0,
           width: int = 0, height: int = 0, say: str | None = None,
           frame: Colour | None = None) -> Line:  # fmt: skip
    """Parts below each other."""
    return Line(items, True, gap, pad, panel, frame, grow=grow, width=width, height=height, say=say)


def space(size: int = 0) -> Text:
    """Room that is left empty: so many px, or all there is."""
    return Text("", 2, say="", width=size, height=size, grow=0 if size else 1)


def standing(players: Sequence[Player], seat: int, place: int, figure: int, unit: str,
             state: str, tall: int = 100) -> Line:  # fmt: skip
    """A line of a table: place, player, how things stand for them, and a figure."""
    first = place == 1
    ground, ink = (PANEL, PAPER) if first else (DEEP, SOFT)
    name = name_of(players, seat)
    said = f"{f'{place}. ' if place else ''}{'ABCDEFGH'[seat]} {name}: {unit}, {state}."
    return row(
        Text(str(place or "–"), 60, ink if place else MUTE, anchor="middle", width=52),
        plate(seat, 50, ground),
        column(
            space(), Text(name, 40, ink, height=42), Text(state, 28, SOFT if first else MUTE, "t"),
            space(), gap=0, grow=1,
        ),
        Text(str(figure), 62, ink, anchor="right"),
        panel=ground, pad=16, height=tall, say=said,
    )  # fmt: skip


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
        canvas.part = "body"
        wide, tall = PAGE - 2 * GAP, self.body.least()[1]
        self.body.draw(canvas, GAP, HEADER + GAP, wide, tall, INK)
        canvas.part = "header"
        room = PAGE - 100
        if head.seat is not None and head.seat >= 0:
            room = write_actor(canvas, head.seat, head.verb) - 48 - 40
        write_title(canvas, head.game, head.title, room)

    def lines(self) -> list[str]:
        """All of it in words, a line a part: the long description."""
        head = self.header
        first = _sentence([f"{head.game}: {head.title}" if head.title else head.game])
        return [line.replace(" · ", ", ") for line in (first, *self.body.words())]

    def alt(self) -> str:
        """The same in at most 1,024 characters."""
        return shorten(self.lines(), _MOST_ALT)


__all__ = [
    "PANEL",
    "RAISED",
    "Drawn",
    "Flow",
    "Header",
    "Line",
    "Meter",
    "Part",
    "Picture",
    "Rule",
    "Stamp",
    "Text",
    "column",
    "driver",
    "label",
    "plate",
    "row",
    "space",
    "standing",
]
