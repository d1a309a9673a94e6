"""One card large, with its text and where it is from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.engine.voice import signed
from games.nascards.cards import MANEUVERS
from games.nascards.tables import severity as severity_of
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.gauges import Leaning
from images.nascards.hand import Chevrons
from images.nascards.terms import (
    FULL_NAME,
    RESTRICTIONS,
)
from images.panels import Page, Panel, put_icon, write_title
from images.theme import (
    DEEP,
    EDGE,
    GAP,
    HEADER,
    INK,
    LINE,
    PANEL,
    PAPER,
    RAISED,
    SOFT,
)
from images.words import counted

_SOURCES: Final[Mapping[str, str]] = {
    "seed": "rulebook",
    "inferred": "our reading",
    "house": "house ruling",
}
_PARTS: Final = (
    ("Who may play it", "restriction"),
    ("Figures", "numbers"),
    ("Reading", "reading"),
)


class Fact(NamedTuple):
    """Something about a card and where it is from."""

    label: str
    figure: str
    source: str
    """Shown words: rulebook, our reading, house ruling."""

    @property
    def book(self) -> bool:
        return self.source == _SOURCES["seed"]


class CardReading(NamedTuple):
    """A card as shown."""

    number: int
    name: str
    kind: str
    tag: str
    """Who may play it, in two or three words."""
    limit: str
    """The same as a sentence."""
    text: str
    told: str
    """What it does, in a sentence or two."""
    facts: tuple[Fact, ...]


def read_card(number: int) -> CardReading:
    """Everything a card's picture shows. Raises KeyError for a number that is no card."""
    if 1 <= number <= 10:
        severity = severity_of((number,))
        change = f"adds {severity} to" if severity > 0 else f"takes {-severity} off"
        crash = f" After a hit in the same turn it {change} the Severity Roll." if severity else ""
        text = f"Moves your car {counted(number, 'mile')} in the Speed Phase."
        facts: tuple[Fact, ...] = (
            Fact("In the deck", "6", "rulebook"),
            Fact("With 7 or 8 cars", "7 or 8", "house ruling"),
            Fact("Severity Roll", signed(severity), "rulebook"),
        )
        name, kind = f"Speed {number}", "Speed card"
        return CardReading(number, name, kind, "", "", "", f"{text}{crash}", facts)
    card = MANEUVERS[number]
    tag, limit = RESTRICTIONS.get(card.restriction, ("", "Any car may play it."))
    facts = tuple(
        Fact(label, "", _SOURCES.get(card.source[key], card.source[key]))
        for label, key in _PARTS
        if key in card.source
    )
    return CardReading(number, card.name, "Maneuver card", tag, limit, card.does, card.does, facts)


def page() -> Page:
    return Page(624)


def compose(canvas: Canvas, number: int) -> None:
    """Draw a whole card."""
    reading = read_card(number)
    canvas.part = "header"
    write_title(canvas, FULL_NAME, reading.name, 1000)
    canvas.part = "card"
    _put_face(canvas, reading, GAP, HEADER + GAP)
    x, y, w, h = 440, HEADER + GAP, 744, 504
    canvas.put(Panel(w, h), x, y)
    foot = y + h - 20 - 64 * len(reading.facts)
    top = y + 50
    if reading.limit:
        for line in fonts.wrap(reading.limit, 36, w - 60, 2, "b"):
            canvas.write(x + 28, top, line, 36, PANEL)
            top += 46
        top += 12
    sizes = ((44, 56), (40, 50), (36, 45), (32, 40), (28, 34))
    room = foot - top + 10
    block = fonts.paragraph(
        reading.told, w - 60, [(size, room // pitch, pitch) for size, pitch in sizes]
    )
    for i, line in enumerate(block.lines):
        canvas.write(x + 28, top + block.pitch * i, line, block.size, PANEL, SOFT, face="t")
    for i, fact in enumerate(reading.facts):
        canvas.part = fact.label
        _put_fact(canvas, fact, x + 28, foot + 64 * i, w - 56)


def _put_face(canvas: Canvas, reading: CardReading, x: int, y: int) -> None:
    w, h = 408, 504
    canvas.put(Panel(w, h, RAISED, EDGE, 3, 28), x, y)
    canvas.write(x + 28, y + 48, reading.kind.upper(), 34, RAISED, SOFT, face="t")
    if reading.kind == "Speed card":
        value = reading.number
        canvas.write(x + w // 2, y + 240, str(value), 260, RAISED, PAPER, "middle")
        chevrons = Chevrons(1 + (value - 1) * 2 // 5, 64, True)
        canvas.put(chevrons, x + (w - chevrons.width) // 2, y + 400)
        return
    put_icon(canvas, "control", x + w - 82, y + 82, 88, PAPER, RAISED)
    words, size = fonts.fit(reading.name, 54, w - 56, floor=46)
    lines = [words] if words == reading.name else fonts.wrap(reading.name, 50, w - 56, 2, "b")
    for i, line in enumerate(lines):
        at = y + (180 if len(lines) == 1 else 166) + 54 * i
        canvas.write(x + 28, at, line, size if len(lines) == 1 else 50, RAISED)
    block = fonts.paragraph(reading.text, w - 56, ((40, 4, 50), (36, 5, 44), (32, 6, 38)))
    for i, line in enumerate(block.lines):
        at = y + 286 + block.pitch * i
        canvas.write(x + 28, at, line, block.size, RAISED, SOFT, face="t")
    if reading.tag:
        canvas.fill(x + 3, y + h - 66, w - 6, 63, INK)
        words, size = fonts.fit(reading.tag, 34, w - 56)
        canvas.write(x + 28, y + h - 34, words, size, INK)


def _put_fact(canvas: Canvas, fact: Fact, x: int, y: int, w: int) -> None:
    canvas.fill(x, y - 2, w, 2, LINE)
    canvas.write(x, y + 31, fact.label, 34, PANEL, SOFT, face="t")
    if fact.figure:
        canvas.write(x + 430, y + 31, fact.figure, 42, PANEL, anchor="right")
    wide = 236
    fill, ink = (DEEP, PAPER) if fact.book else (PAPER, INK)
    plate = Leaning(wide, 46, fill, 0.2, EDGE if fact.book else None, 2 if fact.book else 0)
    canvas.put(plate, x + w - wide, y + 8)
    words, size = fonts.fit(fact.source, 32, wide - 40, "t")
    canvas.write(x + w - wide // 2, y + 31, words, size, fill, ink, "middle", "t")


def card(number: int) -> bytes:
    """A palette PNG, 1200 by 624 px, of one kind of card. Raises KeyError if there is none."""
    canvas = TileCanvas(page())
    compose(canvas, number)
    return canvas.png()
