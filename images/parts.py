"""Pictures of parts that lay themselves out and say what they show.

A part knows the least room it needs; its place is given by what it stands in, and `grow` shares out
the room that is left. What has no letters of its own (a plate, an icon, a gauge) has its words in
`say`, so the words beside a picture cannot miss it. A panel is a line of the long description, and
a sentence of the alt text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypedDict, Unpack

import msgspec

from games.engine.players import SEAT_LETTERS, Player
from games.engine.texts import filled
from images import fonts
from images.canvas import Canvas, Scene, TileCanvas
from images.cars import SeatPlate
from images.panels import Leaning, Page, put_icon, write_title
from images.panels import Panel as Ground
from images.pen import BEFORE, Anchor, Figure, Pen
from images.theme import (
    ALARM,
    DEEP,
    EDGE,
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
from images.words import MOST_ALT, name_of, shorten

_LEAST_VERB: Final = 260
"""Room for what is done in a header at least, px."""
_MANY: Final = 4
"""More plates than these have less livery."""
_PLATES: Final = (56, 56, 44, 44, 42, 42)
"""Height of the plates in a header, px, by their number."""
Say: TypeAlias = str | Callable[[], str] | None
"""What is said, or who makes that when it is to be said."""


class Part(msgspec.Struct, kw_only=True):
    """Anything that takes room. `width` and `height` are px; 0: as much as it needs."""

    width: int = 0
    height: int = 0
    grow: int = 0
    say: Say = None
    """What it says; None: what is written on it."""
    brief: Say = None
    """What it says in an alt text that is too long otherwise; None: the same."""

    def least(self) -> tuple[int, int]:
        """The least room that it needs, px."""
        return self.width, self.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        """Draw it into that room, on that plain ground."""

    def words(self, brief: bool = False) -> Iterator[str]:
        """What it says, a line of the long description each; `brief` where there is little room."""
        said = self.said(brief)
        if said := self.written() if said is None else said:
            yield said

    def said(self, brief: bool) -> str | None:
        """What it says instead of what is written on it, if anything."""
        said = self.brief if brief and self.brief is not None else self.say
        return said() if callable(said) else said

    def written(self) -> str:
        """What is written on it."""
        return ""


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
    icon: str = ""
    """Stands before it."""

    def least(self) -> tuple[int, int]:
        wide = self.width
        if not (wide or self.grow or self.lines > 1):
            beside = self.size if self.icon else 0
            wide = 1 + beside + fonts.width(self.text, self.size, self.face)
        return wide, self.height or self.lines * (self.size * 5 // 4)

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        if self.icon:
            ink = SOFT if self.ink == PAPER else self.ink
            icon = self.size * 4 // 5
            put_icon(canvas, self.icon, x + icon // 2, y + h // 2, icon, ink, ground)
            x, w = x + self.size, w - self.size
        at, pitch = x, self.size * 5 // 4
        if self.anchor != "left":
            at += round(w * BEFORE[self.anchor])
        if self.lines == 1:
            middle = y + (0 if self.top else (h - pitch) // 2) + pitch // 2
            style = self.ink, self.anchor, self.face, max(w, 1)
            canvas.write(at, middle, self.text, self.size, ground, *style)
            return
        for size in range(self.size, min(self.size, self.floor) - 1, -2):
            pitch = size * 5 // 4
            lines = fonts.wrap(self.text, size, w, max(1, h // pitch), self.face)
            if not lines[-1].endswith(fonts.ELLIPSIS):
                break
        spare = 0 if self.top else (h - pitch * len(lines)) // 2
        top = y + spare + pitch // 2
        for number, line in enumerate(lines):
            middle = top + number * pitch
            canvas.write(at, middle, line, size, ground, self.ink, self.anchor, self.face)

    def written(self) -> str:
        return self.text


class Soft(Text):
    """A sentence, quieter than figures and names."""

    size: int = 34
    ink: Colour = SOFT
    face: Face = "t"


class Drawn(Part):
    """A figure in the middle of its room, on the ground of that."""

    figure: Figure

    def least(self) -> tuple[int, int]:
        return self.width or self.figure.width, self.height or self.figure.height

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        figure = self.figure
        if figure.ground != ground:
            figure = msgspec.structs.replace(figure, ground=ground)
        canvas.put(figure, x + (w - figure.width) // 2, y + (h - figure.height) // 2)


class Laid(Part):
    """A scene, at its own size: what looks as it did in most pictures before is drawn once."""

    scene: Scene

    def least(self) -> tuple[int, int]:
        return self.scene.size

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.lie(self.scene, x, y)


class Sign(Part):
    """An icon in the middle of its room."""

    icon: str
    size: int = 36
    ink: Colour = PAPER

    def least(self) -> tuple[int, int]:
        return self.width or self.size, self.height or self.size

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        put_icon(canvas, self.icon, x + w // 2, y + h // 2, self.size, self.ink, ground)


class Stamp(Part):
    """A word on a leaning plate, in ink; `edge` frames it, and then it is written in paper."""

    text: str
    size: int = 34
    fill: Colour = MUTE
    edge: Colour | None = None
    ink: Colour | None = None
    """Of its letters, where they are not so."""

    def least(self) -> tuple[int, int]:
        tall = self.height or self.size * 7 // 5
        return self.width or fonts.width(self.text, self.size) + tall * 6 // 5, tall

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = self.least()
        wide, top = min(wide, w), y + (h - tall) // 2
        weight = 0 if self.edge is None else 2
        canvas.put(Leaning(wide, tall, self.fill, 0.2, self.edge, weight, ground), x, top)
        usual = INK if self.edge is None else PAPER
        ink = usual if self.ink is None else self.ink
        at, room = (x + wide // 2, top + tall // 2), wide - tall // 2 - 8
        canvas.write(*at, self.text, self.size, self.fill, ink, "middle", room=room)

    def written(self) -> str:
        return self.text.lower()


def figure(
    left: int, size: int, say: Say = None, width: int = 0, anchor: Anchor = "middle",
    ink: Colour = PAPER,
) -> Part:  # fmt: skip
    """What is left of something, or the plate of a value that has run out."""
    if left:
        return Text(str(left), size, ink, anchor=anchor, width=width, say=say)
    wide, tall = width or size * 11 // 10, size * 6 // 7
    return Stamp("0", size * 4 // 5, ALARM, width=wide, height=tall, say=say)


class Rule(Part):
    """A line across."""

    def least(self) -> tuple[int, int]:
        return self.width, 2

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, 2, LINE)


class Flow(Part):
    """Parts one after the other in lines as wide as there is room, from the top. It knows how high
    it is where its width is given."""

    items: Sequence[Part]
    gap: int = 8
    lead: int = 8
    """Between lines, px."""

    def least(self) -> tuple[int, int]:
        if self.height or not self.width:
            return self.width, self.height
        foot = max((top + tall for _, top, _, tall in self._places(self.width)), default=0)
        return self.width, foot

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        places = [each for each in self._places(w) if each[1] + each[3] <= h]
        if len(places) < len(self.items):
            while len(places) > 1 and places[-1][0] + places[-1][2] > w - self._beside():
                places.pop()
            top, tall = places[-1][1::2] if places else (0, h)
            self._more(len(self.items) - len(places)).draw(canvas, x, y + top, w, tall, ground)
        for item, (left, top, wide, tall) in zip(self.items, places, strict=False):
            item.draw(canvas, x + left, y + top, wide, tall, ground)

    def _more(self, left_out: int) -> Text:
        """How many there is no room for, at the end of the last line."""
        return Text(filled("images", "flow", "more", count=left_out), 28, MUTE, "t", "right")

    def _beside(self) -> int:
        """Room that is kept for that, px."""
        several = len(self.items) > 1
        return self._more(len(self.items)).least()[0] + self.gap if several else 0

    def _places(self, room: int) -> Iterator[tuple[int, int, int, int]]:
        left, top, most = 0, 0, room - self._beside()
        for item in self.items:
            wide, tall = item.least()
            wide = min(wide, most)
            if left and left + wide > room:
                left, top = 0, top + tall + self.lead
            yield left, top, wide, tall
            left += wide + self.gap

    def words(self, brief: bool = False) -> Iterator[str]:
        for item in self.items:
            yield from item.words(brief)


class Line(Part):
    """Parts one after the other: a row, or a column (`down`), on a panel or on none."""

    items: Sequence[Part]
    down: bool = False
    gap: int = GAP
    pad: int = 0
    panel: Colour | None = None
    frame: Colour | None = None
    """Of the panel's edge."""
    corner: int = 20
    """What the panel lacks of its top right corner, px."""
    name: str = ""
    """Of its texts, in a record of what a canvas shows."""
    _sizes: Sequence[tuple[int, int]] = ()
    """The least room of its items, measured once."""

    def _measured(self) -> Sequence[tuple[int, int]]:
        if not self._sizes:
            self._sizes = [item.least() for item in self.items]
        return self._sizes

    def least(self) -> tuple[int, int]:
        if self.width and self.height:
            return self.width, self.height
        wide = tall = 0
        beside = self.gap * (len(self.items) - 1) if len(self.items) > 1 else 0
        for w, h in self._measured():
            if self.down:
                wide, tall = w if w > wide else wide, tall + h
            else:
                wide, tall = wide + w, h if h > tall else tall
        wide, tall = (wide, tall + beside) if self.down else (wide + beside, tall)
        return self.width or wide + 2 * self.pad, self.height or tall + 2 * self.pad

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.part = self.name or canvas.part
        if self.panel is not None:
            if self.corner:
                weight = 6 if self.frame == PAPER else 3
                panel = Ground(w, h, self.panel, self.frame, weight, self.corner, ground)
                canvas.put(panel, x, y)
            elif self.frame is not None:
                canvas.fill(x, y, w, h, self.frame)
                canvas.fill(x + 4, y + 4, w - 8, h - 8, self.panel)
            elif self.panel != ground:
                canvas.fill(x, y, w, h, self.panel)
            ground = self.panel
        x, y, w, h = x + self.pad, y + self.pad, w - 2 * self.pad, h - 2 * self.pad
        needs, shares, sizes, down = 0, 0, self._measured(), self.down
        for item, size in zip(self.items, sizes, strict=True):
            needs, shares = needs + size[down], shares + item.grow
        room = (h if down else w) - self.gap * (len(sizes) - 1)
        most = room if down or needs <= room else _most([size[0] for size in sizes], room)
        for item, size in zip(self.items, sizes, strict=True):
            long = size[down]
            if room < needs and not down:
                long = min(long, most)
            elif item.grow:
                long += (room - needs) * item.grow // shares
            if down:
                item.draw(canvas, x, y, w, long, ground)
                y += long + self.gap
            else:
                item.draw(canvas, x, y, long, h, ground)
                x += long + self.gap

    def words(self, brief: bool = False) -> Iterator[str]:
        if (said := self.said(brief)) is not None:
            yield from (said,) if said else ()
            return
        inside = [line for item in self.items for line in item.words(brief)]
        if self.panel is None:
            yield from inside
        elif inside:
            yield _sentence(inside)


def _most(sizes: Sequence[int], room: int) -> int:
    """What the widest of some parts may take so that all of them have room, px."""
    for at, size in enumerate(sorted(sizes)):
        share = max(0, room // (len(sizes) - at))
        if size > share:
            return share
        room -= size
    return room


def _sentence(parts: Sequence[str]) -> str:
    """What the parts of a panel say, in one; a part that ends a sentence is left as it is."""
    said = parts[0]
    for part in parts[1:]:
        said += f" {part}" if said.endswith((".", "!", "?", ":")) else f", {part}"
    return said if said.endswith((".", "!", "?")) else f"{said}."


class CardGround(Figure, frozen=True):
    """An empty card; one that can be played has a paper frame, a dark foot, and a tab for a key."""

    width: int
    height: int
    live: bool
    lit: bool
    tab: int
    """Width of the tab, px; 0 for none."""
    foot: int
    """Height of the foot, px."""
    ground: Colour = INK
    strip: Colour = INK
    """Colour of the foot."""

    def paint(self, pen: Pen) -> None:
        w, h, tab = self.width, self.height, self.tab
        fill, frame, weight = (RAISED, PAPER, 5) if self.live else (DEEP, LINE, 3)
        if self.lit:
            fill, frame, weight = RAISED, EDGE, 3
        Ground(w, h, fill, frame, weight, 20).paint(pen)
        tall = tab * 84 // 100
        if tab:
            pen.polygon([(0, 0), (tab, 0), (tab - tall * 0.2, tall), (0, tall)], PAPER)
        if self.foot:
            pen.rect(weight, h - self.foot, w - 2 * weight, self.foot - weight, self.strip)


class Card(Line, kw_only=True):
    """A card of a hand: parts below each other, and at its foot on whom or why not now."""

    down: bool = True
    gap: int = 8
    pad: int = 12
    live: bool = False
    """Whether it can be played now."""
    lit: bool = False
    """Whether it is shown in full though it cannot be played by itself, as in a first hand; of one
    that can be played: not framed, so that another may stand out."""
    best: bool = False
    """Whether it is the one to take first: its foot is paper."""
    foot: Part = msgspec.field(default_factory=lambda: Text(""))
    strip: int = 56
    """Height of its foot, px."""
    key: str = ""
    """The number on its button; empty for a card that names itself."""
    tab: int = 72
    """Width of the tab with its key, px."""

    def least(self) -> tuple[int, int]:
        wide, tall = Line.least(self)
        return wide, tall if self.height else tall + self.strip

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        tab, low = self.tab if self.key else 0, h - self.strip
        canvas.part = self.name or canvas.part
        fill = PAPER if self.best else INK if self.live else PANEL
        canvas.put(CardGround(w, h, self.live, self.lit, tab, self.strip, ground, fill), x, y)
        if tab:
            key = Text(self.key, tab * 64 // 100, INK, anchor="middle")
            key.draw(canvas, x + tab // 8, y, tab * 11 // 18, tab * 84 // 100, PAPER)
        side = min(18, w // 8)
        self.foot.draw(canvas, x + side, y + low, w - 2 * side, self.strip - 4, fill)
        Line.draw(self, canvas, x, y, w, low, RAISED if self.live or self.lit else DEEP)

    def words(self, brief: bool = False) -> Iterator[str]:
        said = _sentence(list(Line.words(self, brief))).rstrip(".")
        foot = "".join(f" ({words.rstrip('.')})" for words in self.foot.words(brief))
        yield f"{self.key} {said}{foot}".strip()


class Cards(Part):
    """Cards of a hand in rows; in words those that can be played now come first."""

    items: Sequence[Card]
    columns: int
    gap: int = GAP
    last: Part | None = None
    """Stands in the cell behind the cards, and is said after them."""

    def least(self) -> tuple[int, int]:
        rows = -(-(len(self.items) + (self.last is not None)) // self.columns)
        return self.width, rows * (self._tall() + self.gap) - self.gap

    def _tall(self) -> int:
        return max((card.least()[1] for card in self._cells()), default=0)

    def _cells(self) -> Sequence[Part]:
        return [*self.items, self.last] if self.last is not None else self.items

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        wide, tall = (w + self.gap) // self.columns - self.gap, self._tall()
        for place, card in enumerate(self._cells()):
            down, right = divmod(place, self.columns)
            left, top = right * (wide + self.gap), down * (tall + self.gap)
            card.draw(canvas, x + left, y + top, wide, tall, ground)

    def words(self, brief: bool = False) -> Iterator[str]:
        sorts = ["playable" if card.live else "cards" if card.lit else "idle"
                 for card in self.items]  # fmt: skip
        for head in ("playable", "cards", "idle"):
            cards = [card for card, sort in zip(self.items, sorts, strict=True) if sort == head]
            if told := "; ".join(line for card in cards for line in card.words(brief)):
                yield filled("images", "hand", head, cards=told)
        if self.last is not None:
            yield from self.last.words(brief)


class How(TypedDict, total=False):
    """How a row or a column is laid out: fields of `Line`."""

    gap: int
    pad: int
    panel: Colour | None
    frame: Colour | None
    corner: int
    name: str
    width: int
    height: int
    grow: int
    say: Say
    brief: Say


def row(*items: Part, **how: Unpack[How]) -> Line:
    """Parts beside each other."""
    return Line(items, **how)


def column(*items: Part, **how: Unpack[How]) -> Line:
    """Parts below each other."""
    return Line(items, True, **how)


def middle(*items: Part, **how: Unpack[How]) -> Line:
    """Parts below each other in the middle of their room."""
    return column(space(), *items, space(), **how)


def space(size: int = 0) -> Part:
    """Room that is left empty: so many px, or all there is."""
    return Part(width=size, height=size, grow=0 if size else 1)


def standing(players: Sequence[Player], seat: int, place: int, figure: int, unit: str,
             state: str, tall: int = 100, gained: str = "") -> Line:  # fmt: skip
    """A line of a table: place, player, how things stand, what was gained last, and a figure."""
    first = place == 1
    ground, ink = (PANEL, PAPER) if first else (DEEP, SOFT)
    name = name_of(players, seat)
    said = f"{f'{place}. ' if place else ''}{SEAT_LETTERS[seat]} {name}: {unit}, {state}."
    return row(
        Text(str(place or "–"), 60, ink if place else MUTE, anchor="middle", width=52),
        plate(seat, 50),
        middle(
            Text(name, 40, ink, height=42), Text(state, 28, SOFT if first else MUTE, "t"), gap=0,
            grow=1,
        ),
        Text(gained, 40, SOFT), Text(str(figure), 62, ink, anchor="right"),
        panel=ground, pad=16, height=tall, say=said,
    )  # fmt: skip


def poster(cars: Sequence[Figure], stamp: str) -> Line:
    """Who has won or leads, large: three cars in a row at most, over a stamp."""
    posed = [Drawn(car, say="", grow=1) for car in cars]
    rows = [row(*posed[at : at + 3], gap=0, grow=1) for at in range(0, len(posed), 3)]
    plate = Stamp(stamp.upper(), 76, PAPER, width=304, height=92, say="")
    return column(*rows, row(space(), plate, space()), panel=PANEL, pad=30, width=372)


def fact(what: str, figure: str, where: str, house: bool, say: str) -> Line:
    """A line of a card's page: what the card has or does, and on a plate where that is from, the
    rulebook or the house."""
    fill, edge = (PAPER, None) if house else (DEEP, EDGE)
    plate = Stamp(where, 32, fill, edge, width=236, height=46)
    return row(
        Soft(what, grow=1), Text(figure, 44, anchor="right"), space(24), plate,
        height=48, say=say,
    )  # fmt: skip


def label(text: str, anchor: Anchor = "left") -> Text:
    """What a figure beside it or below it is; the words beside the picture leave it out."""
    return Text(text.upper(), 34, MUTE, anchor=anchor, say="", height=35)


def plate(seat: int, size: int, grey: bool = False) -> Drawn:
    """The plate that names a seat."""
    return Drawn(SeatPlate(seat, size, grey), say="")


def plates(seats: Sequence[int], labels: Sequence[str], sizes: Sequence[int], gap: int) -> Line:
    """The plates of those whose moment it is, by their labels or else their letters; the sizes of
    one, of two and so on. Of more none: their rows are framed."""
    count, who = len(seats), zip(seats, labels or [""] * len(seats), strict=True)
    size = sizes[count - 1] if 0 < count <= len(sizes) else 0
    tags = [SeatPlate(seat, size, label=label, slim=count > _MANY) for seat, label in who if size]
    return row(*(Drawn(tag, say="") for tag in tags), gap=gap)


def by_computer(size: int, ink: Colour) -> Text:
    """That a computer plays a seat; said beside the player's name."""
    return Text(filled("images", "name", "computer"), size, ink, "t", say="")


def driver(players: Sequence[Player], seat: int, size: int = 40, gone: bool = False) -> Line:
    """A seat's plate and its player's name; a computer's seat says so."""
    name, computer = name_of(players, seat), bool(players[seat].computer)
    ink = MUTE if gone else PAPER
    said = f"{SEAT_LETTERS[seat]} {name}"
    names: Part = Text(name, size, ink, say=said, grow=1)
    if computer:
        said = filled("images", "name", "by_computer", name=said)
        below = by_computer(SMALLEST + 2, MUTE if gone else SOFT)
        below.grow = 1
        names = column(Text(name, size - 8, ink, say=said, grow=1), below, gap=0, grow=1)
    return row(plate(seat, size + 12), names, grow=1)


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a picture: what is played, the moment, and whose it is."""

    game: str
    title: str
    seats: Sequence[int] = ()
    """Whose moment it is."""
    phrase: str = ""
    """What they do, or what is theirs."""
    aside: Part | None = None
    """Between the title and whose moment it is."""
    say: Say = ""
    """Its sentence, where it is not game and title."""
    labels: Sequence[str] = ()
    """What stands on their plates, where that is not the seats' letters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A header and what stands below it."""

    header: Header
    body: Part
    edge: int = GAP
    """Around the body, px."""
    foot: Part | None = None
    """A strip as wide as the picture, at its foot."""
    more: Callable[[], Sequence[str]] = tuple
    """Gives lines of the long description of what is not drawn."""
    short: bool = False
    """Whether its alt text is brief even where all of it has room."""
    start: int = 0
    """Which line of the body its alt text begins with; those before it come last."""

    def png(self) -> bytes:
        """The picture, as wide as every other and as tall as it needs."""
        canvas = TileCanvas(self.page())
        self.compose(canvas)
        return canvas.png()

    def page(self) -> Page:
        """The empty picture."""
        return Page(self._low() + (self.foot.least()[1] if self.foot else 0))

    def _low(self) -> int:
        """Where the body ends, px."""
        return HEADER + 2 * self.edge + self.body.least()[1]

    def compose(self, canvas: Canvas) -> None:
        """Draw all of it."""
        head, left = self.header, PAGE - 12
        canvas.part = "body"
        wide, tall = PAGE - 2 * self.edge, self.body.least()[1]
        self.body.draw(canvas, self.edge, HEADER + self.edge, wide, tall, INK)
        if self.foot is not None:
            canvas.part = "foot"
            self.foot.draw(canvas, 0, self._low(), PAGE, self.foot.least()[1], INK)
        canvas.part = "header"
        if head.seats or head.phrase:
            who = plates(head.seats, head.labels, _PLATES, 4)
            beside = head.aside.least()[0] + 24 if head.aside else 0
            wide = who.least()[0]
            told = max(fonts.width(head.title, 42), fonts.width(head.game.upper(), 28))
            room = max(_LEAST_VERB, left - told - 128 - beside - wide)
            if fonts.width(head.phrase, 34) > room:
                does = Text(head.phrase, 34, anchor="right", lines=2)
                does.draw(canvas, PAGE - 24 - room, 0, room, HEADER - 4, DEEP)
            else:
                place = PAGE - 24, HEADER // 2
                room = canvas.write(*place, head.phrase, 42, DEEP, anchor="right", room=room)
            left -= 26 + room + wide
            who.draw(canvas, left, 0, wide, HEADER, DEEP)
        if head.aside:
            wide = head.aside.least()[0]
            left -= wide + 24
            head.aside.draw(canvas, left, 0, wide, HEADER, DEEP)
        write_title(canvas, head.game, head.title, left - 48 - 40)

    def lines(self, brief: bool = False) -> list[str]:
        """What is drawn in words, a line a part."""
        head = self.header
        told = head.say() if callable(head.say) else head.say
        first = told or _sentence([f"{head.game}: {head.title}" if head.title else head.game])
        foot = self.foot.words(brief) if self.foot else ()
        return [line.replace(" · ", ", ") for line in (first, *self.body.words(brief), *foot)]

    def long_description(self) -> str:
        """All of it in words."""
        return "\n".join([*self.lines(), *self.more()])

    def alt_text(self) -> str:
        """What is drawn in at most 1,024 characters."""
        if not self.short and len(whole := " ".join(self._turned(self.lines()))) <= MOST_ALT:
            return whole
        return shorten(self._turned(self.lines(brief=True)), MOST_ALT)

    def _turned(self, lines: list[str]) -> list[str]:
        """The lines with the one that comes first after the head."""
        first = 1 + self.start
        return [lines[0], *lines[first:], *lines[1:first]]
