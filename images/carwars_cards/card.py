"""One card large, with its text and where its figures are from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.carwars_cards.cards import CARDS
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.carwars_cards.faces import figures_of
from images.carwars_cards.hand import SideDiagram
from images.gauges import Leaning
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

_SOURCES: Final[Mapping[str, str]] = {
    "seed": "rulebook",
    "community": "from a review",
    "inferred": "inferred",
    "house": "house figure",
}
_FEWER: Final = "With two or three players one copy stays out of the deck."
_FULL_NAME: Final = "Car Wars: The Card Game"


class Fact(NamedTuple):
    """One figure of a card and where it is from."""

    label: str
    figure: str
    source: str
    """Shown words: rulebook, from a review, inferred, house figure or house ruling."""
    house: bool


def facts_of(number: int) -> tuple[Fact, ...]:
    """How many there are, what it does in points, and its effect, each with its source."""
    card = CARDS[number]
    facts: list[Fact] = []

    def add(label: str, figure: str, key: str) -> None:
        source = card.source.get(key, "seed")
        words = _SOURCES.get(source, source)
        if key == "effect" and source == "house":
            words = "house ruling"
        facts.append(Fact(label, figure, words, source == "house"))

    add("In the deck", str(card.count), "count")
    for label, value in (
        ("Damage", card.damage),
        ("Stops", card.stop),
        ("Tire damage", card.tire_damage),
    ):
        if value:
            add(label, str(value), "value")
    add("Effect", "", "effect")
    return tuple(facts)


def page() -> Page:
    return Page(640)


def compose(canvas: Canvas, number: int) -> None:
    """Draw a whole card."""
    card = CARDS[number]
    canvas.part = "header"
    write_title(canvas, _FULL_NAME, card.title, 1000)
    canvas.part = "card"
    _put_face(canvas, number, GAP, HEADER + GAP)
    x, y, w = 440, HEADER + GAP, 744
    facts = facts_of(number)
    canvas.put(Panel(w, 520), x, y)
    facts_y = y + 520 - 24 - 64 * len(facts)
    room = facts_y - y - 36
    text = f"{card.text} {_FEWER}" if card.one_less_with_2_or_3 else card.text
    sizes = ((38, 48), (34, 42), (30, 37), (28, 34), (26, 32))
    block = fonts.paragraph(text, w - 60, [(size, room // each, each) for size, each in sizes])
    for i, line in enumerate(block.lines):
        canvas.write(x + 28, y + 46 + block.pitch * i, line, block.size, PANEL, SOFT, face="t")
    for i, fact in enumerate(facts):
        canvas.part = fact.label
        _put_fact(canvas, fact, x + 28, facts_y + 64 * i, w - 56)


def _put_face(canvas: Canvas, number: int, x: int, y: int) -> None:
    card = CARDS[number]
    w, h = 408, 520
    canvas.put(Panel(w, h, RAISED, EDGE, 3, 28), x, y)
    canvas.write(x + 28, y + 48, card.kind.upper(), 34, RAISED, SOFT, face="t")
    put_icon(canvas, card.icon, x + w - 82, y + 78, 92, PAPER, RAISED)
    words, size = fonts.fit(card.name, 54, w - 56, floor=40)
    lines = [words] if words == card.name else fonts.wrap(card.name, 40, w - 56, 2, "b")
    for i, line in enumerate(lines):
        line_size = size if len(lines) == 1 else 40
        canvas.write(x + 28, y + 164 + 44 * i, line, line_size, RAISED)
    figures = figures_of(card)
    if figures is None:
        for i, line in enumerate(fonts.wrap(card.brief, 40, w - 56, 5)):
            canvas.write(x + 28, y + 274 + 50 * i, line, 40, RAISED, SOFT, face="t")
        return
    canvas.write(x + 28, y + 340, str(figures.number), 176, RAISED)
    canvas.write(x + 28, y + 452, f"{figures.first}, {figures.second}", 40, RAISED, SOFT, face="t")
    if figures.sides:
        diagram = SideDiagram(140, figures.sides)
        canvas.put(diagram, x + w - 28 - diagram.width, y + 350 - diagram.height // 2)
    else:
        put_icon(canvas, "tire", x + w - 110, y + 340, 130, PAPER, RAISED)


def _put_fact(canvas: Canvas, fact: Fact, x: int, y: int, w: int) -> None:
    canvas.fill(x, y - 2, w, 2, LINE)
    canvas.write(x, y + 32, fact.label, 34, PANEL, SOFT, face="t")
    if fact.figure:
        canvas.write(x + 200, y + 32, fact.figure, 46, PANEL)
    wide = 236
    fill, ink = (PAPER, INK) if fact.house else (DEEP, PAPER)
    plate = Leaning(wide, 46, fill, 0.2, None if fact.house else EDGE, 0 if fact.house else 2)
    canvas.put(plate, x + w - wide, y + 8)
    words, size = fonts.fit(fact.source, 32, wide - 40, "t")
    canvas.write(x + w - wide // 2, y + 31, words, size, fill, ink, "middle", "t")


def card(number: int) -> bytes:
    """A palette PNG, 1200 by 640 px, of one kind of card."""
    canvas = TileCanvas(page())
    compose(canvas, number)
    return canvas.png()
