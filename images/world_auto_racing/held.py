"""A card of a hand in a frame of any size: what is told gets less as the frame gets lower."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.world_auto_racing.cards import Card
from images import fonts
from images.canvas import Canvas
from images.panels import Panel, put_icon, write_fit
from images.pen import Pen
from images.theme import DEEP, EDGE, INK, LINE, MUTE, PAPER, RAISED, SOFT, Colour
from images.world_auto_racing.faces import NOTHING, Numbers, icon_of, short_name, stages_of
from images.world_auto_racing.rows import Pips

_SIZES: Final = ((36, 42), (32, 36), (28, 31), (26, 28))
"""Type of a text and the pitch of its lines, px; the largest that holds all of it."""


class Held(NamedTuple):
    """One card of a hand as shown, or a car that may be chosen."""

    card: Card
    kind: str
    numbers: Numbers
    key: str
    """Empty for a card that has no button now."""
    foot: str
    live: bool
    """It can be chosen now."""
    lit: bool = False
    """It is drawn in full though it cannot be chosen by itself, as a first hand is."""


@dataclass(frozen=True, slots=True)
class CardFrame:
    """An empty card; a live one has a paper frame and a foot strip, and a tab for its key."""

    width: int
    height: int
    live: bool
    lit: bool
    foot: int
    tab: tuple[int, int] | None
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, frame, weight = (RAISED, PAPER, 6) if self.live else (DEEP, LINE, 3)
        if self.lit:
            fill, frame = RAISED, EDGE
        Panel(w, h, fill, frame, weight, 24).paint(pen)
        if self.live:
            pen.rect(6, h - self.foot, w - 12, self.foot - 6, INK)
        if self.tab is not None:
            wide, tall = self.tab
            pen.polygon([(0, 0), (wide, 0), (wide - tall / 4, tall), (0, tall)], PAPER)


class _Look(NamedTuple):
    ground: Colour
    ink: Colour
    soft: Colour


def put_held(canvas: Canvas, held: Held, x: int, y: int, w: int, h: int) -> None:
    bright = held.live or held.lit
    look = _Look(RAISED, PAPER, SOFT) if bright else _Look(DEEP, MUTE, MUTE)
    large, middle = h >= 240, h >= 160
    foot = (60 if w < 300 else 52) if large else 60 if middle else 42
    tab = ((76, 56) if large else (58, 44)) if held.key else None
    canvas.put(CardFrame(w, h, held.live, held.lit, foot, tab), x, y)
    if tab is not None:
        key, size = fonts.fit(held.key, 44 if large else 34, tab[0] - 26)
        place = (x + (tab[0] - tab[1] // 4) // 2 + 2, y + tab[1] // 2)
        canvas.write(*place, key, size, PAPER, INK, "middle")
    left = x + (tab[0] + 12 if tab else 22)
    box = (x, y, w, h - foot)
    if large:
        _put_large(canvas, held, look, left, box)
    elif middle:
        _put_middle(canvas, held, look, left, box)
    else:
        _put_small(canvas, held, look, left, box)
    _write_foot(canvas, held, x + 20, y + h - foot // 2 - 3, w - 36, foot)


def _write_foot(canvas: Canvas, held: Held, x: int, y: int, room: int, tall: int) -> None:
    """What the card would do or why it cannot be played, around the height y."""
    ground, ink = (INK, PAPER) if held.live else (RAISED, SOFT) if held.lit else (DEEP, MUTE)
    words, size = fonts.fit(held.foot, 30, room, "t", 28)
    if tall < 60 or not words.endswith(fonts.ELLIPSIS):
        words, size = fonts.fit(held.foot, 30, room, "t")
        canvas.write(x, y, words, size, ground, ink, face="t")
        return
    for i, line in enumerate(fonts.wrap(held.foot, 26, room, 2)):
        canvas.write(x, y - 14 + 25 * i, line, 26, ground, ink, face="t")


def _put_large(
    canvas: Canvas, held: Held, look: _Look, left: int, box: tuple[int, int, int, int]
) -> None:
    """Kind, name, numbers and text one under the other."""
    x, y, w, h = box
    icon = 40 if w >= 260 else 36
    _write_kind(canvas, held, look, left, y + 30, x + w - icon - 34 - left)
    put_icon(canvas, icon_of(held.card), x + w - 42, y + 37, icon, look.ink, look.ground)
    lines = _put_name(canvas, held, look, x + 22, y + 84, w - 40)
    text = f"{held.card.text} {held.card.plan}" if held.card.type == "car" else held.card.text
    # A long text needs the room itself.
    air = min(20, max(0, h - 240) // 4) if len(text) <= 90 else 0
    top = y + 105 + 5 * lines + air
    if any(held.numbers):
        middle = y + (121 + 5 * lines + air if text else (84 + h) // 2 + 6)
        _put_numbers(canvas, held.numbers, look, x + 22, middle, 44 if text else 64, w - 44)
        top = middle + 22 + air
    _put_text(canvas, text, look, x + 22, top, w - 40, y + h - top)


def _write_kind(canvas: Canvas, held: Held, look: _Look, x: int, y: int, room: int) -> None:
    """Type and subtype; the subtype alone where there is no room for both."""
    words = held.kind.upper()
    if fonts.width(words, 28, "t") > room and held.card.subtype:
        words = held.card.subtype.upper()
    words, size = fonts.fit(words, 28, room, "t")
    canvas.write(x, y, words, size, look.ground, look.soft, face="t")


def _put_name(canvas: Canvas, held: Held, look: _Look, x: int, y: int, room: int) -> int:
    """The name, smaller where it is long, then in two lines; its stages at the right. Returns how
    many lines it took."""
    stages = stages_of(held.card)
    pips = Pips(held.card.stage, stages, 14, 22, look.ground, look.ink)
    if stages:
        canvas.put(pips, x + room - pips.width, y - 11)
        room -= pips.width + 12
    words, size = fonts.fit(held.card.name, 44, room, floor=30)
    if not words.endswith(fonts.ELLIPSIS):
        canvas.write(x, y, words, size, look.ground, look.ink)
        return 1
    lines = fonts.wrap(held.card.name, 28, room, 2, "b")
    for i, line in enumerate(lines):
        canvas.write(x, y - 12 * (len(lines) - 1) + 27 * i, line, 28, look.ground, look.ink)
    return len(lines)


def _put_numbers(
    canvas: Canvas, numbers: Numbers, look: _Look, x: int, y: int, size: int, room: int
) -> None:
    """Both numbers in a line, with their labels, with letters, or bare where there is no room."""
    pairs = [(i, number) for i, number in enumerate(numbers) if number]
    ways = (("power", "handling"), ("P", "H"), ("", ""))
    for labels, tall in ((each, t) for each in ways for t in range(size, 28, -6)):
        small = 30 if tall >= 48 else 28
        widths = [
            (round(fonts.width(number, tall)), round(fonts.width(labels[i], small, "t")))
            for i, number in pairs
        ]
        if sum(map(sum, widths)) + 30 * len(widths) - 18 <= room:
            break
    else:
        # Numbers far beyond any game's: each is cut to its share.
        widths = [(room // len(pairs) - 30, 0)] * len(pairs)
    for (i, number), (wide, beside) in zip(pairs, widths, strict=True):
        write_fit(canvas, x, y, number, tall, wide, look.ground, look.ink)
        if labels[i]:
            at, drop = x + wide + 8, 4 if len(labels[i]) > 1 else 0
            canvas.write(at, y + drop, labels[i], small, look.ground, look.soft, face="t")
        x += wide + beside + 30


def _put_text(canvas: Canvas, text: str, look: _Look, x: int, y: int, room: int, tall: int) -> None:
    """The text in lines that begin at the height y, in the largest of some sizes that hold it."""
    if not text:
        return
    sizes = [(size, tall // pitch, pitch) for size, pitch in _SIZES]
    block = fonts.paragraph(text, room, [each for each in sizes if each[1] > 0])
    for i, line in enumerate(block.lines):
        middle = y + block.pitch // 2 + block.pitch * i
        canvas.write(x, middle, line, block.size, look.ground, look.soft, face="t")


def _put_middle(
    canvas: Canvas, held: Held, look: _Look, left: int, box: tuple[int, int, int, int]
) -> None:
    """The same in less height: numbers stand beside the icon, stages as pips alone."""
    x, y, w, h = box
    put_icon(canvas, icon_of(held.card), x + w - 40, y + 36, 34, look.ink, look.ground)
    if any(held.numbers):
        _put_numbers(canvas, held.numbers, look, left, y + 26, 40, x + w - 64 - left)
    else:
        _write_kind(canvas, held, look, left, y + 26, x + w - 64 - left)
    _put_short_name(canvas, held, look, x + 20, y + 72, w - 36)
    _put_text(canvas, held.card.text, look, x + 20, y + 90, w - 36, h - 90)


def _put_short_name(canvas: Canvas, held: Held, look: _Look, x: int, y: int, room: int) -> None:
    stages = stages_of(held.card)
    if stages:
        pips = Pips(held.card.stage, stages, 12, 20, look.ground, look.ink)
        canvas.put(pips, x + room - pips.width, y - 10)
        room -= pips.width + 10
    words, size = fonts.fit(short_name(held.card), 34, room)
    canvas.write(x, y, words, size, look.ground, look.ink)


def _put_small(
    canvas: Canvas, held: Held, look: _Look, left: int, box: tuple[int, int, int, int]
) -> None:
    """Power and handling, and the name."""
    x, y, w, _ = box
    right = x + w - 30
    if w > 200:
        put_icon(canvas, icon_of(held.card), x + w - 40, y + 34, 28, look.ink, look.ground)
        right -= 34
    power, handling = held.numbers
    words, size = fonts.fit(f"{power or NOTHING}  {handling or NOTHING}", 32, right - left)
    canvas.write(left, y + 26, words, size, look.ground, look.ink)
    _put_short_name(canvas, held, look, x + 18, y + 68, w - 32)
