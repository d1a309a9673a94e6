"""A seat's own hand: what can be played with its button's number, why not the rest, and below it
the own sum as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing import cards
from games.world_auto_racing.race import Race
from games.world_auto_racing.words.phrases import STATS, face, kind, numbers
from images.choices import Choices
from images.parts import Card, Cards, Header, Part, Picture, Sign, Text, column, row, space
from images.theme import DEEP, GAP, HEADER, MUTE, PAGE, PAPER, RAISED, SOFT, Colour
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
    card, item, low = cards.card(number), item_of(number), tall < 240
    bright = live or lit
    ink, soft = (PAPER, SOFT) if bright else (MUTE, MUTE)
    text = f"{card.text} {card.plan}".strip() if card.type == "car" else card.text
    sort = card.subtype if wide < 300 and card.subtype else kind(card)
    sort += f" · mod cap {card.mod_cap}" if card.type == "car" else ""
    figures = _figures((item.power, item.handling), wide, 40 if low else 46 if text else 66, ink)
    about: Part = Text(sort.upper(), 30, soft, "t", grow=1)
    tab = (58 if low else 72) if key else 0
    head = row(space(tab + 8 if tab else 8), figures if low and figures else about,
               Sign(item.icon, 32 if low else 40, ink), space(12 if low else 1), gap=4,
               height=36 if low else 44)  # fmt: skip
    named = row(Text(item.name, 36 if low else 46, ink, grow=1),
                *pips(item, 12, RAISED if bright else DEEP, ink), gap=8)  # fmt: skip
    body: list[Part] = [head, named]
    body += [figures] if figures and not low else []
    strip = (42 if tall < 160 else 70 if wide < 300 else 56) if foot else 0
    if text and tall - strip - (100 if low else 190) > 30:
        body.append(Text(text, 30 if low else 36, soft, "t", lines=2, top=True, grow=1))
    below = Text(foot, 32, ink if live else soft, "t", lines=1 + (strip > 60))
    said = face(card) + "".join(f", {words}" for words in (numbers(card),) if words)
    told = f"{said}, {text.rstrip('.')}" if text else said
    return Card(items=body, gap=2 if low else 6, pad=10 if low else 14, live=live, lit=lit, key=key,
                foot=below, strip=strip, tab=tab or 72, say=told, brief=said, name=name,
                height=tall)  # fmt: skip


def _figures(shown: tuple[str, str], wide: int, size: int, ink: Colour) -> Part | None:
    """Both numbers with their stats, or None where a card has none."""
    pairs = [(stat, number) for stat, number in zip(STATS, shown, strict=True) if number]
    if not pairs:
        return None
    # In full, with their letters, or bare where there is no room.
    letters = 10 if wide >= 110 + 150 * len(pairs) else 1 if wide >= 125 * len(pairs) else 0
    soft, cells = SOFT if ink == PAPER else MUTE, []
    for stat, number in pairs:
        name = stat if letters > 1 else stat[:letters].upper()
        cells.append(row(Text(number, size, ink), Text(name, 32, soft, "t"), gap=6, height=size))
    return row(*cells, gap=20, grow=1)


def _shown(view: Race, choices: Choices, wide: int, tall: int) -> list[Card]:
    """The cards of the hand; while cars are chosen all of them, with who has taken which."""
    out = []
    if view.phase == "car":
        owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
        for place, car in enumerate(cards.cars()):
            owner = owners.get(car.number, -1)
            foot = "" if owner < 0 else f"taken by {SEAT_LETTERS[owner]}"
            foot = "yours" if owner == view.seat else foot
            live = owner in (-1, view.seat)
            out.append(held(car.number, wide, tall, foot, live, name=str(place)))
        return out
    for place, number in enumerate(view.hand):
        playable = choices.playable.get(place)
        foot = plain(playable.foot if playable else choices.idle.get(place, ""), _SENTENCE)
        lit = view.phase == "mulligan" and choices.asked and not playable
        key = plain(playable.key) if playable else ""
        out.append(held(number, wide, tall, foot, bool(playable), lit, key, str(place)))
    return out


def _notes(view: Race) -> list[str]:
    """What else this seat alone knows now."""
    out = []
    if len(view.found) == 1:
        card = cards.card(view.found[0])
        told = ", ".join(filter(None, (face(card), numbers(card))))
        out.append(f"Looked at: {told}.")
    for seat, seen in view.looked:
        names = listed([cards.card(number).name for number in seen]) or "nothing"
        out.append(f"{SEAT_LETTERS[seat]} held this round: {names}.")
    return out


def picture(view: Race, players: Sequence[Player], choices: Choices) -> Picture:
    """A hand. Raises ValueError for a spectator, who has none."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    driver, notes = Driver(view, players, view.seat), _notes(view)
    count = len(cards.cars()) if view.phase == "car" else len(view.hand)
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
    stop = "" if title.endswith(("?", "!", ".", "…")) else "."
    said = f"{moment}, {driver.letter} {verb}: {title}{stop}"
    return Picture(Header(moment, title, view.seat, verb, say=said), column(*body))
