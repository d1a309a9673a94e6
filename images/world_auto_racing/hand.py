"""A seat's own hand: what can be played with its button's number, why not the rest, and below it
the own sum as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing.kinds import CARS, KINDS
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import full_stop, kind, told
from images.choices import Choices
from images.parts import Card, Cards, Header, Part, Picture, Sign, Text, column, row, space
from images.theme import DEEP, GAP, HEADER, MUTE, PAGE, PAPER, RAISED, SOFT
from images.words import counted, listed, plain
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.faces import item_of, pips
from images.world_auto_racing.sums import SumPart

_MOST_TALL: Final = 900
_SUM_TALL: Final = 176
_NOTE_TALL: Final = 40
_GRIDS: Final = ((3, 1), (3, 2), (4, 2), (4, 3), (5, 3), (5, 4), (6, 4))
"""Columns and rows of a hand; the first that holds all cards."""
_TALLEST: Final = 390
_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""


def held(number: int, wide: int, tall: int, foot: str, live: bool, lit: bool = False,
         key: str = "", name: str = "") -> Card:  # fmt: skip
    """A card in a frame of any size: the lower the frame, the less it tells."""
    card, item, low = KINDS[number], item_of(number), tall < 240
    ink, soft = (PAPER, SOFT) if live or lit else (MUTE, MUTE)
    text = f"{card.text} {card.plan}".strip() if card.type == "car" else card.text
    sort = card.subtype if wide < 300 and card.subtype else kind(card)
    sort += f" · mod cap {card.mod_cap}" if card.type == "car" else ""
    tab, both = (58 if low else 72) if key else 0, len(item.pairs) > 1
    about: Part = Text(sort.upper(), 30, soft, "t", grow=1)
    figures: list[Part] = []
    size, stacked = 66 if wide >= 300 and not text else 42, both and (wide < 300 or not text)
    if low and item.pairs:
        letters = [Text(stat[0].upper() * (not key or not both), 32, soft, "t")
                   for stat, _ in item.pairs]  # fmt: skip
        shown = [Text(each, 32 if key else 40, ink) for _, each in item.pairs]
        pairs = zip(shown, letters, strict=True)
        about = row(*(row(*pair, gap=6) for pair in pairs), gap=6 if key else 14, grow=1)
    elif item.pairs:
        cells = [(Text(each, size, ink, height=size), Text(stat, 28, soft, "t", height=30))
                 for stat, each in item.pairs]  # fmt: skip
        lines = [column(*cell, gap=0) if stacked else row(*cell, gap=8) for cell in cells]
        figures = [row(*lines, gap=40 if stacked else 8, height=size + 30 * stacked)]
    head = row(space(max(4, tab)), about, Sign(item.icon, 32 if low else 40, ink), space(4),
               gap=4, height=36 if low else 44)  # fmt: skip
    ground = RAISED if live or lit else DEEP
    named = row(Text(item.name, 36 if low else 46, ink, grow=1), *pips(item, 12, ground, ink),
                gap=8, height=44 if low else 46)  # fmt: skip
    strip = (42 if tall < 160 else 70 if wide < 300 else 56) if foot else 0
    room = tall - strip - (106 if low else 122) - sum(each.height for each in figures)
    body: list[Part] = [head, named, *figures]
    if text and room >= 32:
        body.append(Text(text, 30 if low else 36, soft, "t", lines=2, top=True, height=1, grow=1))
    below = Text(foot, 32, ink if live else soft, "t", lines=1 + (strip > 60))
    brief = told(card)
    whole = f"{brief}, {text.rstrip('.')}" if text else brief
    return Card(items=body, gap=2, pad=10 if low else 12, live=live, lit=lit, key=key, name=name,
                foot=below, strip=strip, tab=tab or 72, say=whole, brief=brief,
                height=tall)  # fmt: skip


def _shown(view: Race, choices: Choices, wide: int, tall: int) -> list[Card]:
    """The cards of the hand; while cars are chosen all of them, with who has taken which."""
    if view.phase == "car":
        owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
        feet = {-1: "", **{seat: f"taken by {SEAT_LETTERS[seat]}" for seat in owners.values()}}
        taken = [(car.number, owners.get(car.number, -1)) for car in CARS]
        return [
            held(car, wide, tall, "yours" if owner == view.seat else feet[owner],
                 owner in (-1, view.seat), name=str(place))
            for place, (car, owner) in enumerate(taken)
        ]  # fmt: skip
    full = view.phase == "mulligan" and choices.asked
    return [
        held(number, wide, tall, choices.foot(place), place in choices.playable,
             full and place not in choices.playable, choices.key(place), str(place))
        for place, number in enumerate(view.hand)
    ]  # fmt: skip


def _notes(view: Race) -> list[str]:
    """What else this seat alone knows now."""
    out = []
    if len(view.found) == 1:
        out.append(f"Looked at: {told(KINDS[view.found[0]])}.")
    for seat, seen in view.looked:
        names = listed([KINDS[number].name for number in seen]) or "nothing"
        out.append(f"{SEAT_LETTERS[seat]} held this round: {names}.")
    return out


def picture(view: Race, players: Sequence[Player], choices: Choices) -> Picture:
    """A hand. Raises ValueError for a spectator, who has none."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    driver, notes = Driver(view, players, view.seat), _notes(view)
    count = len(CARS) if view.phase == "car" else len(view.hand)
    columns, rows = next((grid for grid in _GRIDS if grid[0] * grid[1] >= count), _GRIDS[-1])
    room, rows = columns * rows, min(rows, -(-count // columns))
    fixed = HEADER + GAP + len(notes) * (_NOTE_TALL + GAP)
    fixed += _SUM_TALL + GAP if driver.sum is not None else 0
    tall = min(_TALLEST, (_MOST_TALL - fixed) // max(1, rows) - GAP)
    shown = _shown(view, choices, (PAGE - GAP) // columns - GAP, tall)
    if count > room:
        more = Card(items=[Text(f"+{count - room + 1} more", 40, SOFT, grow=1)], height=tall)
        shown = [*shown[: room - 1], more]
    body: list[Part] = [Cards(shown, columns)] if shown else []
    if not shown:
        none = Text("No cards in hand", 48, SOFT, say="No cards in hand.")
        body.append(column(none, panel=DEEP, pad=40))
    body += [Text(note, 32, SOFT, "t", height=_NOTE_TALL, grow=1) for note in notes]
    body += [SumPart(driver, height=_SUM_TALL)] if driver.sum is not None else []
    moment = f"Your hand · {counted(count, 'card')}"
    if view.phase == "car":
        moment = "Choosing cars"
    elif view.phase == "action" and (spent := view.spent(view.seat)):
        moment += f" · played: {', '.join(spent)}"
    looks_on = not driver.live or view.phase == "over"
    verb = "looks on" if looks_on else "waits"
    if choices.asked:
        verb = "acts" if view.active == view.seat else "decides"
    title = plain(choices.title, _SENTENCE)
    said = f"{moment}, {driver.letter} {verb}: {full_stop(title)}"
    return Picture(Header(moment, title, view.seat, verb, say=said), column(*body))
