"""A seat's own hand: what can be played now with the key of its button, the rest with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.carwars_cards.cards import CARDS, Card
from games.carwars_cards.damage import force
from games.carwars_cards.state import State
from games.engine.players import Player
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.cars import BODY
from images.carwars_cards.faces import Figures, figures_of
from images.choices import Choices
from images.panels import Page, Panel, put_icon, text_width, write_actor, write_title
from images.pen import Pen
from images.theme import (
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
    SOFT,
    WELL,
    Colour,
)
from images.words import counted, plain

CARD_HEIGHT: Final = 364
_FOOT: Final = 62
_WIDE: Final = 340
"""A card at least this wide has room for a car beside its number, px."""
_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""
_QUEUED: Final = "Queued for the next turn change"
_EMPTY: Final = "No cards in hand"
_LEFT: Final = "Your car has left the duel"


class Held(NamedTuple):
    """One card of a hand as shown."""

    card: Card
    figures: Figures | None
    text: str
    """Told in words when there is no figure."""
    key: str
    """Empty for a card that cannot be played now."""
    foot: str


class HandReading(NamedTuple):
    """A hand as shown."""

    seat: int
    title: str
    cards_held: str
    verb: str
    cards: tuple[Held, ...]
    empty: str
    """What stands in place of the cards when there are none."""


def read_hand(view: State, choices: Choices) -> HandReading:
    """Everything a hand's picture shows. Raises ValueError for a spectator, who has no hand."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    waiting = Counter(view.queued)
    cards: list[Held] = []
    for place, number in enumerate(view.hand):
        card = CARDS[number]
        playable = choices.playable.get(place)
        foot = plain(playable.foot if playable else choices.idle.get(place, ""), _SENTENCE)
        if waiting[number]:
            waiting[number] -= 1
            foot = foot or _QUEUED
        figures = figures_of(card, force(view.me, number))
        text = "" if figures else card.brief
        key = plain(playable.key) if playable else ""
        cards.append(Held(card, figures, text, key, foot))
    running = view.me.status == "in"
    verb = "acts" if view.active == view.seat else "answers"
    return HandReading(
        seat=view.seat,
        title=plain(choices.title, _SENTENCE),
        cards_held=counted(len(cards), "card"),
        verb=verb if choices.asked else "waits" if running else "watches",
        cards=tuple(cards),
        empty=_EMPTY if running else _LEFT,
    )


@dataclass(frozen=True, slots=True)
class CardFrame:
    """An empty card; one that can be played has a paper frame, a key tab and a foot strip."""

    width: int
    height: int
    live: bool
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        fill, frame, weight = (RAISED, PAPER, 6) if self.live else (DEEP, LINE, 3)
        Panel(w, h, fill, frame, weight, 28).paint(pen)
        if self.live:
            pen.polygon([(0, 0), (76, 0), (60, 64), (0, 64)], PAPER)
            pen.rect(6, h - _FOOT, w - 12, _FOOT - 6, INK)


@dataclass(frozen=True, slots=True)
class SideDiagram:
    """A small car nose up with a bar on each side, lit where the card strikes or protects.

    A `length` under 80 px leaves no room for the car itself.
    """

    length: int
    sides: frozenset[int]
    live: bool = True
    ground: Colour = RAISED

    @property
    def _wide(self) -> int:
        return self.length // 2

    @property
    def _long(self) -> int:
        return round(self.length * 1.1)

    @property
    def width(self) -> int:
        return self._wide + 2 * 24

    @property
    def height(self) -> int:
        return self._long + 2 * 22

    def paint(self, pen: Pen) -> None:
        x, y, k = self.width / 2, self.height / 2, self.length
        wide, long, thick = self._wide, self._long, 12
        if k >= 80:
            body = [(x + across * k, y - along * k) for along, across in BODY]
            pen.polygon(body, WELL)
            pen.outline(body, EDGE, 3)
            glass = ((-0.15, -0.10), (0.15, -0.10), (0.12, -0.24), (-0.12, -0.24))
            pen.polygon([(x + dx * k, y + dy * k) for dx, dy in glass], EDGE)
        bars = (
            (x - wide / 2 - 8, y - long / 2 - thick - 8, wide + 16, thick),
            (x - wide / 2 - 8, y + long / 2 + 8, wide + 16, thick),
            (x - wide / 2 - thick - 10, y - long / 2, thick, long),
            (x + wide / 2 + 10, y - long / 2, thick, long),
        )
        lit, unlit = (PAPER, LINE) if self.live else (MUTE, RAISED)
        for side, bar in enumerate(bars):
            pen.rect(*bar, lit if side in self.sides else unlit)


def _put_card(canvas: Canvas, held: Held, x: int, y: int, w: int) -> None:
    h, live = CARD_HEIGHT, bool(held.key)
    ground = RAISED if live else DEEP
    ink, soft = (PAPER, SOFT) if live else (MUTE, MUTE)
    canvas.put(CardFrame(w, h, live), x, y)
    if live:
        key, size = fonts.fit(held.key, 48, 44)
        canvas.write(x + 34, y + 32, key, size, PAPER, INK, "middle")
    label = held.card.kind.upper()
    wide = w >= _WIDE
    if w >= 260:
        size = 30 if wide else 26
        canvas.write(x + (92 if live else 24), y + 34, label, size, ground, soft, face="t")
    place = (x + w - 62, y + 50, 56) if wide else (x + w - 54, y + 46, 48)
    put_icon(canvas, held.card.icon, *place, ink, ground)
    _write_name(canvas, held.card.name, x + 24, y + 104, w - 48, ground, ink)
    if held.figures is None:
        _write_text(canvas, held.text, x + 24, y + (164 if wide else 174), w - 46, ground, soft)
    elif wide:
        _put_figures(canvas, held.figures, x, y, w, live)
    else:
        _put_narrow_figures(canvas, held.figures, x, y, w, live)
    _write_foot(canvas, held.foot, x + 24, y + h - 34, w - 44, live)


def _write_name(
    canvas: Canvas, name: str, x: int, y: int, room: int, ground: Colour, ink: Colour
) -> None:
    words, size = fonts.fit(name, 50, room, floor=34)
    if not words.endswith(fonts.ELLIPSIS):
        canvas.write(x, y, words, size, ground, ink)
        return
    lines = fonts.wrap(name, 32, room, 2, "b")
    for i, line in enumerate(lines):
        canvas.write(x, y - 14 * (len(lines) - 1) + 34 * i, line, 32, ground, ink)


def _write_text(
    canvas: Canvas, text: str, x: int, y: int, room: int, ground: Colour, ink: Colour
) -> None:
    """Up to three lines of 34 px, else more and smaller ones."""
    block = fonts.paragraph(text, room, ((34, 3, 42), (30, 4, 34), (26, 5, 28)))
    for i, line in enumerate(block.lines):
        canvas.write(x, y + block.pitch * i, line, block.size, ground, ink, face="t")


def _put_figures(canvas: Canvas, figures: Figures, x: int, y: int, w: int, live: bool) -> None:
    ground = RAISED if live else DEEP
    ink, soft = (PAPER, SOFT) if live else (MUTE, MUTE)
    canvas.write(x + 24, y + 204, str(figures.number), 116, ground, ink)
    at = x + 24 + text_width(str(figures.number), 116) + 14
    canvas.write(at, y + 188, figures.first, 32, ground, soft, face="t")
    canvas.write(at, y + 226, figures.second, 32, ground, soft, face="t")
    _put_diagram(canvas, figures, x + w - 76, y + 206, 88, live)


def _put_narrow_figures(
    canvas: Canvas, figures: Figures, x: int, y: int, w: int, live: bool
) -> None:
    ground = RAISED if live else DEEP
    ink, soft = (PAPER, SOFT) if live else (MUTE, MUTE)
    canvas.write(x + 24, y + 206, str(figures.number), 104, ground, ink)
    words, size = fonts.fit(f"{figures.first}, {figures.second}", 32, w - 40, "t")
    canvas.write(x + 24, y + 280, words, size, ground, soft, face="t")
    _put_diagram(canvas, figures, x + w - 68, y + 206, 58, live)


def _put_diagram(canvas: Canvas, figures: Figures, x: int, y: int, length: int, live: bool) -> None:
    """The side diagram around (x, y), or a tire for what strikes the tires."""
    ground = RAISED if live else DEEP
    if not figures.sides:
        put_icon(canvas, "tire", x, y, 84, PAPER if live else MUTE, ground)
        return
    diagram = SideDiagram(length, figures.sides, live, ground)
    canvas.put(diagram, x - diagram.width // 2, y - diagram.height // 2)


def _write_foot(canvas: Canvas, foot: str, x: int, y: int, room: int, live: bool) -> None:
    ground, ink = (INK, PAPER) if live else (DEEP, MUTE)
    words, size = fonts.fit(foot, 34, room, "t", 28)
    if not words.endswith(fonts.ELLIPSIS):
        canvas.write(x, y, words, size, ground, ink, face="t")
        return
    for i, line in enumerate(fonts.wrap(foot, 26, room, 2)):
        canvas.write(x, y - 14 + 26 * i, line, 26, ground, ink, face="t")


def columns_of(cards: int) -> int:
    """Cards in a row: three while two rows hold them, then four, then five."""
    return 3 if cards <= 6 else 4 if cards <= 8 else 5


def page(cards: int) -> Page:
    """The empty picture for a hand of so many cards."""
    rows = -(-cards // columns_of(cards))
    return Page(HEADER + GAP + rows * (CARD_HEIGHT + GAP)) if rows else Page(300)


def compose(canvas: Canvas, reading: HandReading) -> None:
    """Draw a whole hand."""
    canvas.part = "header"
    write_title(canvas, f"Your hand · {reading.cards_held}", reading.title, 780)
    write_actor(canvas, reading.seat, reading.verb, 160)
    if not reading.cards:
        canvas.put(Panel(PAGE - 2 * GAP, 180), GAP, HEADER + GAP)
        canvas.write(48, HEADER + GAP + 90, reading.empty, 48, PANEL, SOFT)
        return
    columns = columns_of(len(reading.cards))
    width = (PAGE - (columns + 1) * GAP) // columns
    for i, held in enumerate(reading.cards):
        canvas.part = str(i)
        x = GAP + i % columns * (width + GAP)
        y = HEADER + GAP + i // columns * (CARD_HEIGHT + GAP)
        _put_card(canvas, held, x, y, width)


def hand(view: State, players: Sequence[Player], choices: Choices) -> bytes:
    """A palette PNG, 1200 px wide, of the hand of the seat the view was made for.

    Raises ValueError for a spectator's view.
    """
    reading = read_hand(view, choices)
    canvas = TileCanvas(page(len(reading.cards)))
    compose(canvas, reading)
    return canvas.png()
