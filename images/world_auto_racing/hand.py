"""A seat's own hand: what can be played with its button's number, why not the rest, and below it
the own sum as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.race import Race
from images import fonts
from images.canvas import Canvas, TileCanvas
from images.choices import Choices
from images.panels import Page, Panel, write_actor, write_title
from images.theme import GAP, HEADER, INK, PAGE, PANEL, SOFT
from images.words import counted, listed, plain
from images.world_auto_racing.faces import kind_of, numbers_of
from images.world_auto_racing.held import Held, put_held
from images.world_auto_racing.parts import read_own_sum
from images.world_auto_racing.reading import read_driver
from images.world_auto_racing.sums import SumReading, put_sum

_MOST_TALL: Final = 900
_SUM_TALL: Final = 176
_NOTE_TALL: Final = 40
_GRIDS: Final = ((3, 1), (3, 2), (4, 2), (4, 3), (5, 3), (5, 4), (6, 4))
"""Columns and rows of a hand; the first that holds all cards."""
_TALLEST: Final = 390
_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""
_EMPTY: Final = "No cards in hand"


class HandReading(NamedTuple):
    """A hand as shown."""

    seat: int
    moment: str
    title: str
    verb: str
    cards: tuple[Held, ...]
    more: int
    """Cards for which there is no room."""
    notes: tuple[str, ...]
    """What else this seat alone knows now."""
    sum: SumReading | None


def _held(view: Race, choices: Choices) -> list[Held]:
    out = []
    for place, number in enumerate(view.hand):
        card = cards.card(number)
        playable = choices.playable.get(place)
        foot = plain(playable.foot if playable else choices.idle.get(place, ""), _SENTENCE)
        key = plain(playable.key) if playable else ""
        live = bool(playable)
        lit = view.phase == "mulligan" and choices.asked and not live
        out.append(Held(card, kind_of(card), numbers_of(card), key, foot, live, lit))
    return out


def _cars(view: Race) -> list[Held]:
    """While cars are chosen: all of them, with who has taken which."""
    owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
    out = []
    for card in cards.cars():
        owner = owners.get(card.number, -1)
        foot = "free to choose" if owner < 0 else "yours" if owner == view.seat else ""
        foot = foot or f"taken by {SEAT_LETTERS[owner]}"
        kind = f"car · mod cap {card.mod_cap}"
        out.append(Held(card, kind, numbers_of(card), "", foot, owner in (-1, view.seat)))
    return out


def told(card: Card) -> str:
    """A card in a few words: name, kind and numbers."""
    power, handling = numbers_of(card)
    parts = [card.name, kind_of(card).replace(" · ", ", ")]
    pairs = (("power", power), ("handling", handling))
    parts += [f"{stat} {number}" for stat, number in pairs if number not in ("", "0*")]
    return ", ".join(parts)


def _notes(view: Race) -> tuple[str, ...]:
    out = []
    if len(view.found) == 1:
        out.append(f"Looked at: {told(cards.card(view.found[0]))}")
    for seat, seen in view.looked:
        names = listed([cards.card(number).name for number in seen]) or "nothing"
        out.append(f"{SEAT_LETTERS[seat]} held this round: {names}")
    return tuple(out)


def read_hand(view: Race, players: Sequence[Player], choices: Choices) -> HandReading:
    """Everything a hand's picture shows. Raises ValueError for a spectator, who has no hand."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    reading = read_driver(view, players, view.seat)
    held = _cars(view) if view.phase == "car" else _held(view, choices)
    columns, rows = _GRIDS[-1]
    more = max(0, len(held) - columns * rows)
    if more:
        more += 1
        held = held[: columns * rows - 1]
    count = counted(len(view.hand), "card")
    moment = "Choosing cars" if view.phase == "car" else f"Your hand · {count}"
    if reading.spent:
        moment += f" · played: {', '.join(reading.spent)}"
    looks_on = reading.state in ("left", "waits") or view.phase == "over"
    verb = "acts" if view.active == view.seat else "decides"
    return HandReading(
        seat=view.seat,
        moment=moment,
        title=plain(choices.title, _SENTENCE),
        verb=verb if choices.asked else "looks on" if looks_on else "waits",
        cards=tuple(held),
        more=more,
        notes=_notes(view),
        sum=read_own_sum(view, reading),
    )


class _Layout(NamedTuple):
    """How a hand fills its picture, px."""

    columns: int
    width: int
    height: int
    rows: int
    tall: int
    """Height of the whole picture."""


def _layout(reading: HandReading) -> _Layout:
    count = len(reading.cards) + bool(reading.more)
    columns, rows = next((c, r) for c, r in (*_GRIDS, (count, 1)) if c * r >= count)
    rows = -(-count // columns)
    width = (PAGE - (columns + 1) * GAP) // columns
    fixed = HEADER + GAP + len(reading.notes) * _NOTE_TALL
    fixed += _SUM_TALL + GAP if reading.sum is not None else 0
    if not rows:
        return _Layout(columns, width, 0, 0, fixed + 160 + GAP)
    height = min(_TALLEST, (_MOST_TALL - fixed) // rows - GAP)
    return _Layout(columns, width, height, rows, fixed + rows * (height + GAP))


def page(reading: HandReading) -> Page:
    return Page(_layout(reading).tall)


def compose(canvas: Canvas, reading: HandReading) -> None:
    """Draw a whole hand."""
    canvas.part = "header"
    left = write_actor(canvas, reading.seat, reading.verb, 200)
    write_title(canvas, reading.moment, reading.title, left - 48 - 24)
    layout = _layout(reading)
    y = HEADER + GAP
    for i, held in enumerate(reading.cards):
        canvas.part = str(i)
        at = GAP + i % layout.columns * (layout.width + GAP)
        top = y + i // layout.columns * (layout.height + GAP)
        put_held(canvas, held, at, top, layout.width, layout.height)
    canvas.part = "rest"
    if reading.more:
        at = GAP + (layout.columns - 1) * (layout.width + GAP)
        top = y + (layout.rows - 1) * (layout.height + GAP)
        canvas.write(at + 20, top + layout.height // 2, f"+{reading.more} more", 40, INK, SOFT)
    y += layout.rows * (layout.height + GAP)
    if not layout.rows:
        canvas.put(Panel(PAGE - 2 * GAP, 144), GAP, y)
        canvas.write(48, y + 72, _EMPTY, 48, PANEL, SOFT)
        y += 160
    for note in reading.notes:
        words, size = fonts.fit(note, 30, PAGE - 4 * GAP, "t")
        canvas.write(2 * GAP, y + 14, words, size, INK, SOFT, face="t")
        y += _NOTE_TALL
    if reading.sum is not None:
        canvas.part = "sum"
        put_sum(canvas, reading.sum, GAP, y, PAGE - 2 * GAP, _SUM_TALL)


def hand(view: Race, players: Sequence[Player], choices: Choices) -> bytes:
    """A palette PNG, 1200 px wide, of the hand of the seat the view was made for.

    Raises ValueError for a spectator's view.
    """
    reading = read_hand(view, players, choices)
    canvas = TileCanvas(page(reading))
    compose(canvas, reading)
    return canvas.png()
