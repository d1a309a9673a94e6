"""One card large, with all its fields and the set it is from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from images import fonts
from images.canvas import Canvas
from images.gauges import Leaning
from images.icons import Icon
from images.parts import Drawn, Header, Part, Picture, Text, column, row
from images.theme import DEEP, EDGE, GAP, INK, LINE, PANEL, PAPER, RAISED, SOFT, Colour
from images.words import counted, listed
from images.world_auto_racing.faces import effect_words, icon_of, kind_of, numbers_of, stages_of
from images.world_auto_racing.reading import GAME
from images.world_auto_racing.rows import Pips

_FACE: Final = 408
_TALL: Final = 520
_SIZES: Final = ((38, 48), (34, 42), (30, 37), (28, 34), (26, 31))
"""Type of a text and the pitch of its lines, px; the largest that holds all of it."""


@dataclass(slots=True)
class Paragraph(Part):
    """A text from the top of its room, in the largest type that holds all of it."""

    text: str

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        sizes = [(size, h // pitch, pitch) for size, pitch in _SIZES]
        block = fonts.paragraph(self.text, w, sizes)
        for i, line in enumerate(block.lines):
            middle = y + block.pitch // 2 + block.pitch * i
            canvas.write(x, middle, line, block.size, ground, SOFT, face="t")

    def written(self) -> str:
        return self.text


@dataclass(slots=True)
class Stamp(Part):
    """Words on a leaning plate at the left of their room."""

    text: str
    paper: bool

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        words, size = fonts.fit(self.text, 32, w - 80, "t")
        wide, fill = round(fonts.width(words, size, "t")) + 56, PAPER if self.paper else DEEP
        edge, weight = (None, 0) if self.paper else (EDGE, 2)
        canvas.put(Leaning(wide, 44, fill, 0.2, edge, weight, ground), x - 4, y + h // 2 - 22)
        ink = INK if self.paper else PAPER
        canvas.write(x - 4 + wide // 2, y + h // 2, words, size, fill, ink, "middle", "t")


def _facts(card: Card) -> Iterator[tuple[str, str]]:
    if card.make:
        yield "Make", card.make
    if card.type == "car":
        yield "Mod cap", counted(card.mod_cap, "mod")
    if card.line and card.stage:
        yield "Line", f"{card.line}, stage {card.stage} of {stages_of(card)}"
    if card.tags:
        yield "Counts as", listed(card.tags)
    if card.type == "condition":
        yield "Concerns", "every driver"
    if card.type == "course":
        yield "Multiplies", "for every driver"


def _face(card: Card) -> Part:
    pairs = list(zip(("power", "handling"), numbers_of(card), strict=True))
    effect = effect_words(*numbers_of(card)) or "no numbers"
    if card.type in ("car", "course"):
        effect = ", ".join(f"{stat} {number}" for stat, number in pairs)
    stages = stages_of(card)
    pips: list[Part] = [Drawn(Pips(card.stage, stages, 30, 40, RAISED))] if stages else []
    figures = [
        column(Text(number, 104, grow=1), Text(stat, 38, SOFT, "t"), gap=0, width=176)
        for stat, number in pairs
        if number
    ]
    return column(
        row(
            Text(kind_of(card).upper(), 32, SOFT, "t", grow=1),
            Drawn(Icon(icon_of(card), 88, PAPER, RAISED)),
            gap=4,
        ),
        Text(card.name, 48, lines=2),
        row(*pips, Text("", 32, grow=1), height=44),
        row(Text("", 32), grow=1),
        row(*figures, gap=10),
        panel=RAISED,
        pad=24,
        width=_FACE,
        say=f"{kind_of(card).replace(' · ', ', ')}. {effect[:1].upper()}{effect[1:]}.",
    )


def picture(number: int) -> Picture:
    """One card. Raises KeyError when there is no such card."""
    card = cards.card(number)
    house = card.source == "house"
    set_words = "house set" if house else card.set_name or "a server's set"
    plan = f" Plan: {card.plan}" if card.plan else ""
    told = Paragraph((card.text or "No text: the numbers are all it does.") + plan, grow=1)
    told.say = f"{card.text}{plan}".strip()
    facts = [*_facts(card)]
    rows = [
        row(Text(label, 32, SOFT, "t", width=166), Text(words, 38, grow=1), height=56, gap=12)
        for label, words in facts
    ]
    rows.append(row(Text("Set", 32, SOFT, "t", width=166), Stamp(set_words, house, grow=1), gap=12,
                    height=56))  # fmt: skip
    said = [told.say, *(f"{label}: {words}." for label, words in facts)]
    said.append(f"From {'the ' * house}{set_words}.")
    lines = [part for line in rows for part in (Rule(height=2), line)]
    said_all = " ".join(filter(None, said))
    about = column(told, *lines, gap=0, panel=PANEL, pad=28, grow=1, say=said_all)
    return Picture(Header(GAME, card.name), row(_face(card), about, height=_TALL, gap=GAP))


@dataclass(slots=True)
class Rule(Part):
    """A thin line across."""

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        canvas.fill(x, y, w, h, LINE)


def card(number: int) -> bytes:
    """A palette PNG, 1200 px wide, of one kind of card. Raises KeyError when there is none."""
    return picture(number).png()


def card_alt(number: int) -> str:
    """The same in words. Raises KeyError for none."""
    return picture(number).alt()
