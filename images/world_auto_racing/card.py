"""One card large, with all its fields and the set it is from."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.gauges import Leaning
from images.panels import Page, Panel, put_icon, write_title
from images.theme import DEEP, EDGE, GAP, HEADER, INK, LINE, PANEL, PAPER, RAISED, SOFT
from images.words import counted, listed
from images.world_auto_racing.faces import icon_of, kind_of, numbers_of, stages_of
from images.world_auto_racing.reading import GAME
from images.world_auto_racing.rows import Pips

_FACE: Final = 408
_TALL: Final = 520
_PITCH: Final = 58
_SIZES: Final = ((38, 48), (34, 42), (30, 37), (28, 34), (26, 31))


class Fact(NamedTuple):
    """One field of a card."""

    label: str
    words: str


class CardReading(NamedTuple):
    """A card as shown."""

    card: Card
    kind: str
    power: str
    handling: str
    text: str
    facts: tuple[Fact, ...]
    set_words: str
    """ "house set", or the name of the set."""
    house: bool


def read_card(number: int) -> CardReading:
    """Everything a card's picture shows. Raises KeyError when there is no such card."""
    card = cards.card(number)
    facts = []
    if card.make:
        facts.append(Fact("Make", card.make))
    if card.type == "car":
        facts.append(Fact("Mod cap", counted(card.mod_cap, "mod")))
    if card.line and card.stage:
        facts.append(Fact("Line", f"{card.line}, stage {card.stage} of {stages_of(card)}"))
    if card.tags:
        facts.append(Fact("Counts as", listed(card.tags)))
    if card.type == "condition":
        facts.append(Fact("Concerns", "every driver"))
    if card.type == "course":
        facts.append(Fact("Multiplies", "for every driver"))
    house = card.source == "house"
    return CardReading(
        card,
        kind_of(card),
        *numbers_of(card),
        card.text,
        tuple(facts),
        "house set" if house else card.set_name or "a server's set",
        house,
    )


def page() -> Page:
    return Page(HEADER + 2 * GAP + _TALL)


def compose(canvas: Canvas, reading: CardReading) -> None:
    """Draw a whole card."""
    canvas.part = "header"
    write_title(canvas, GAME, reading.card.name, 1100)
    canvas.part = "card"
    _put_face(canvas, reading, GAP, HEADER + GAP)
    x, y = 2 * GAP + _FACE, HEADER + GAP
    w = 1200 - GAP - x
    canvas.put(Panel(w, _TALL), x, y)
    facts_y = y + _TALL - 16 - _PITCH * (len(reading.facts) + 1)
    _put_words(canvas, reading, x + 28, y + 22, w - 60, facts_y - y - 36)
    for i, fact in enumerate(reading.facts):
        _put_fact(canvas, fact, x + 28, facts_y + _PITCH * i, w - 56)
    _put_set(canvas, reading, x + 28, facts_y + _PITCH * len(reading.facts), w - 56)


def _put_words(canvas: Canvas, reading: CardReading, x: int, y: int, room: int, tall: int) -> None:
    """The text, or that there is none; under it a car's plan."""
    plan = reading.card.plan
    text = reading.text or "No text: the numbers are all it does."
    words = f"{text} Plan: {plan}" if plan else text
    sizes = [(size, tall // pitch, pitch) for size, pitch in _SIZES]
    block = fonts.paragraph(words, room, sizes)
    for i, line in enumerate(block.lines):
        middle = y + block.pitch // 2 + block.pitch * i
        canvas.write(x, middle, line, block.size, PANEL, SOFT, face="t")


def _put_face(canvas: Canvas, reading: CardReading, x: int, y: int) -> None:
    card = reading.card
    canvas.put(Panel(_FACE, _TALL, RAISED, EDGE, 3, 28), x, y)
    words, size = fonts.fit(reading.kind.upper(), 32, _FACE - 150, "t")
    canvas.write(x + 28, y + 48, words, size, RAISED, SOFT, face="t")
    put_icon(canvas, icon_of(card), x + _FACE - 76, y + 80, 88, PAPER, RAISED)
    words, size = fonts.fit(card.name, 54, _FACE - 56, floor=42)
    lines = (
        [words]
        if not words.endswith(fonts.ELLIPSIS)
        else list(fonts.wrap(card.name, 42, _FACE - 56, 2, "b"))
    )
    for i, line in enumerate(lines):
        canvas.write(x + 28, y + 168 + 46 * i, line, size if len(lines) == 1 else 42, RAISED)
    stages = stages_of(card)
    if stages:
        canvas.put(Pips(card.stage, stages, 30, 40, RAISED), x + 28, y + 254)
    for i, (label, number) in enumerate((("power", reading.power), ("handling", reading.handling))):
        if number:
            left = x + 28 + i * 186
            words, size = fonts.fit(number, 104, 176)
            canvas.write(left, y + 378, words, size, RAISED)
            canvas.write(left, y + 458, label, 38, RAISED, SOFT, face="t")


def _put_fact(canvas: Canvas, fact: Fact, x: int, y: int, w: int) -> None:
    canvas.fill(x, y, w, 2, LINE)
    canvas.write(x, y + 30, fact.label, 32, PANEL, SOFT, face="t")
    words, size = fonts.fit(fact.words, 38, w - 210)
    canvas.write(x + 210, y + 30, words, size, PANEL)


def _put_set(canvas: Canvas, reading: CardReading, x: int, y: int, w: int) -> None:
    """The plate of the set: paper for the house set, which stands in for the unknown list."""
    canvas.fill(x, y, w, 2, LINE)
    canvas.write(x, y + 30, "Set", 32, PANEL, SOFT, face="t")
    fill, ink = (PAPER, INK) if reading.house else (DEEP, PAPER)
    words, size = fonts.fit(reading.set_words, 32, w - 290, "t")
    wide = round(fonts.width(words, size, "t")) + 56
    edge, weight = (None, 0) if reading.house else (EDGE, 2)
    canvas.put(Leaning(wide, 44, fill, 0.2, edge, weight), x + 206, y + 9)
    canvas.write(x + 206 + wide // 2, y + 31, words, size, fill, ink, "middle", "t")


def card(number: int) -> bytes:
    """A palette PNG, 1200 px wide, of one kind of card. Raises KeyError when there is none."""
    reading = read_card(number)
    canvas = TileCanvas(page())
    compose(canvas, reading)
    return canvas.png()
