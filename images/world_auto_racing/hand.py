"""A seat's own hand: what can be played with its button's number, why not the rest, and below it
the own sum as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.world_auto_racing.cards import Card as Rules
from games.world_auto_racing.kinds import CARS, KINDS
from games.world_auto_racing.race import Race
from games.world_auto_racing.texts import TEXTS
from games.world_auto_racing.words.phrases import full_stop, kind, numbers, told
from games.world_auto_racing.words.phrases import plain as plain_number
from images.cars import Running, longest
from images.choices import Choices
from images.parts import Card, Cards, Drawn, Header, Part, Picture, Sign, Text, column, row, space
from images.theme import DEEP, GAP, HEADER, INK, LINE, MUTE, PAGE, PAPER, RAISED, SOFT
from images.words import listed, plain
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.faces import body_of, item_of, pips
from images.world_auto_racing.sums import SumCell, SumPart
from images.world_auto_racing.texts import Count, say

_MOST_TALL: Final = 900
_SUM_TALL: Final = 176
_NOTE_TALL: Final = 40
_GRIDS: Final = ((3, 1), (3, 2), (4, 2), (4, 3), (5, 3), (5, 4), (6, 4))
"""Columns and rows of a hand; the first that holds all cards."""
_TALLEST: Final = 390
_ROOMY: Final = 350
"""Least height of a card in which all of it is written large, px."""
_PAD: Final = 18
_FOOT: Final = 62
_GAIN: Final = re.compile(r"(.*) \(([+−]\d+)\)(.*)")
"""A foot that tells what a card makes, and by how much that is more."""
_PORTRAIT: Final = 228, 132
"""Most px of a car to choose."""
_SENTENCE: Final = 120
"""Longest title or foot that is taken over, in characters."""


def held(number: int, wide: int, tall: int, foot: str, live: bool, lit: bool = False,
         key: str = "", name: str = "") -> Card:  # fmt: skip
    """A card in a frame of any size: the lower the frame, the less it tells."""
    card, item, low = KINDS[number], item_of(number), tall < 240
    ink, soft = (PAPER, SOFT) if live or lit else (MUTE, MUTE)
    text = f"{card.text} {card.plan}".strip() if card.type == "car" else card.text
    sort = card.subtype if wide < 300 and card.subtype else kind(card)
    sort = say("mod_cap", sort=sort, cap=card.mod_cap) if card.type == "car" else sort
    tab, both = (58 if low else 72) if key else 0, len(item.pairs) > 1
    about: Part = Text(sort.upper(), 34, soft, "t", grow=1)
    figures: list[Part] = []
    size, stacked = 66 if wide >= 300 and not text else 42, both and (wide < 300 or not text)
    if low and item.pairs:
        letters = [Text(stat[0].upper() * (not key or not both), 32, soft, "t")
                   for stat, _ in item.pairs]  # fmt: skip
        shown = [Text(each, 32 if key else 40, ink) for _, each in item.pairs]
        pairs = zip(shown, letters, strict=True)
        about = row(*(row(*pair, gap=6) for pair in pairs), gap=6 if key else 14, grow=1)
    elif item.pairs:
        cells = [(Text(each, size, ink, height=size), Text(stat, 32, soft, "t", height=30))
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


def _words(card: Rules, key: str) -> str:
    """What the house says of a car while cars are chosen; a server's own car has nothing."""
    return str(TEXTS["cars"].get(card.id, {}).get(key, ""))


def _whose(owner: int, seat: int | None) -> str:
    """That a car is taken, and by whom; empty for a free one."""
    if owner < 0:
        return ""
    return say("yours") if owner == seat else say("taken", letter=SEAT_LETTERS[owner])


def _car(card: Rules, place: int, wide: int, tall: int, seat: int, owner: int, key: str) -> Card:
    """A car to choose, in its chooser's livery: its numbers, and in a sentence what it does."""
    free = owner in (-1, seat)
    ink, soft, ground = (PAPER, SOFT, RAISED) if free else (MUTE, MUTE, DEEP)
    best, sort, trait = not place and owner < 0, _words(card, "sort"), _words(card, "trait")
    sort = sort or kind(card)
    foot = _words(card, "foot") if owner < 0 else _whose(owner, seat)
    mods = say("cap", mods=Count(card.mod_cap))
    head = row(
        space(72 if key else 4), Text(sort.upper(), 34, MUTE, grow=1),
        Text(mods, 34, soft, "t", icon="nut"), space(4), gap=4, height=44,
    )  # fmt: skip
    figures = [
        row(Sign(icon, 46, ink), Text(plain_number(number), 68, ink, grow=1), gap=16, height=66)
        for icon, number in (("power", card.power), ("control", card.handling))
    ]
    shape = body_of(card)
    car = Drawn(Running(seat, longest(shape, *_PORTRAIT), not free, ground, "", shape))
    body = [
        head, Text(card.name, 44, ink, height=52, grow=0),
        row(car, space(), column(*figures, gap=0, width=104), gap=0, height=132),
        Text(trait or card.text, 32, soft, "t", lines=2, top=True, height=80, floor=30),
    ]  # fmt: skip
    named = say("car_sort", car=card.name, sort=sort)
    brief = say("car_figures", car=named, numbers=numbers(card), cap=card.mod_cap)
    below = Text(foot, 36, INK if best else ink, "t")
    return Card(items=body, gap=0, pad=16, live=free, lit=free and not best, best=best, key=key,
                name=str(place), foot=below, say=f"{brief}, {(trait or card.text).rstrip('.')}",
                brief=brief, height=tall)  # fmt: skip


def _garage(tall: int) -> Part:
    """The cell behind the cars: one's own garage instead."""
    own = TEXTS["cars"]["own"]
    said = f"{own['name']}: {own['trait']} {own['foot']}."
    return column(
        space(10), Sign("garage", 96, SOFT, height=130), Text(own["name"], 44, SOFT, "b", "middle"),
        Text(own["trait"], 32, SOFT, "t", "middle", 2, height=84), space(),
        Text(own["foot"], 34, SOFT, "t", "middle"),
        gap=4, pad=18, panel=DEEP, frame=LINE, height=tall, name="own", say=said,
    )  # fmt: skip


def _foot(foot: str, live: bool) -> Part:
    """What a card does for the sum, its gain large at the right; or why it cannot be played."""
    found = _GAIN.fullmatch(foot)
    if not live or found is None:
        return Text(foot, 36 if live else 34, PAPER if live else MUTE, "t")
    about = Text(found[1] + found[3], 36, PAPER, "t", grow=1)
    return row(about, Text(found[2], 46), gap=8, say=foot)


def large(number: int, tall: int, foot: str, live: bool, lit: bool, key: str, name: str) -> Card:
    """A card with room for its text in full: three lines of 34 px, or four of 30."""
    card, item = KINDS[number], item_of(number)
    ink, soft, ground = (PAPER, SOFT, RAISED) if live or lit else (MUTE, MUTE, DEEP)
    sort = " · ".join(filter(None, (card.type, card.subtype))).upper()
    head = row(space(60 if key else 1), Text(sort, 34, soft, "t", grow=1),
               Sign(item.icon, 44, ink), gap=4, height=40)  # fmt: skip
    stages, two = pips(item, 22, ground, ink), len(item.pairs) > 1
    below = two and not card.text
    beside = two and not below
    size, word = (84, 36) if below else (60, 30) if beside else (78, 36)
    cells: list[Part] = []
    for stat, figure in item.pairs:
        high = 66 if below else 64
        both = Text(figure, size, ink, height=high), Text(stat, word, soft, "t")
        cells.append(column(*both, gap=2, width=150) if below else row(*both, gap=12, height=high))
    named: list[Part] = [Text(item.name, 48, ink, grow=1), *(stages if beside or not cells else ())]
    body: list[Part] = [head, row(*named, gap=8, height=46)]
    if cells:
        body.append(row(*cells, space(), *(() if beside else stages), gap=14))
    if card.text:
        room = tall - _FOOT - _PAD - 90 - 64 * bool(cells)
        least = 30 if tall > 370 else 26
        body.append(Text(card.text, 34, soft, "t", lines=4, top=True, floor=least,
                         height=min(170, room)))  # fmt: skip
    brief = told(card)
    whole = f"{brief}, {card.text.rstrip('.')}" if card.text else brief
    return Card(items=body, gap=0, pad=_PAD, live=live, lit=lit, key=key, name=name,
                foot=_foot(foot, live), strip=_FOOT if foot else 0, say=whole, brief=brief,
                height=tall)  # fmt: skip


def _shown(view: Race, choices: Choices, wide: int, tall: int) -> list[Card]:
    """The cards of the hand; while cars are chosen all of them, with who has taken which."""
    roomy = wide >= 360 and tall >= _ROOMY
    if view.phase == "car":
        owners = {driver.car: seat for seat, driver in enumerate(view.drivers)}
        taken = [(car, owners.get(car.number, -1)) for car in CARS]
        if roomy:
            return [
                _car(car, place, wide, tall, view.seat or 0, owner, choices.key(place))
                for place, (car, owner) in enumerate(taken)
            ]
        return [
            held(car.number, wide, tall, _whose(owner, view.seat), owner in (-1, view.seat),
                 key=choices.key(place), name=str(place))
            for place, (car, owner) in enumerate(taken)
        ]  # fmt: skip
    full = view.phase == "mulligan" and choices.asked
    if roomy:
        return [
            large(number, tall, choices.caption(place), place in choices.playable,
                  full and place not in choices.playable, choices.key(place), str(place))
            for place, number in enumerate(view.hand)
        ]  # fmt: skip
    return [
        held(number, wide, tall, choices.caption(place), place in choices.playable,
             full and place not in choices.playable, choices.key(place), str(place))
        for place, number in enumerate(view.hand)
    ]  # fmt: skip


def _notes(view: Race) -> list[str]:
    """What else this seat alone knows now."""
    out = []
    if len(view.found) == 1:
        out.append(say("looked_at", card=told(KINDS[view.found[0]])))
    for seat, seen in view.looked:
        names = listed([KINDS[number].name for number in seen])
        out.append(say("held" if names else "held_nothing", letter=SEAT_LETTERS[seat], cards=names))
    return out


def _cell(driver: Driver, count: int, notes: int) -> Part | None:
    """What stands in the cell behind few cards: the sum, or the way to an own garage. None where
    there is no such thing, or a row of cards is full without it."""
    view = driver.view
    if view.phase == "car":
        return _garage(tall=_ROOMY) if view.options.own_garages and count < 6 else None
    roomy = count in (1, 2) or (count in (4, 5) and notes <= 2)
    if driver.sum is None or not roomy:
        return None
    return SumCell(driver)


def picture(view: Race, players: Sequence[Player], choices: Choices) -> Picture:
    """A hand. Raises ValueError for a spectator, who has none."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    driver, notes = Driver(view, players, view.seat), _notes(view)
    count = len(CARS) if view.phase == "car" else len(view.hand)
    cell = _cell(driver, count, len(notes))
    cells = count + (cell is not None)
    columns, rows = next((grid for grid in _GRIDS if grid[0] * grid[1] >= cells), _GRIDS[-1])
    room, rows = columns * rows, min(rows, -(-cells // columns))
    fixed = HEADER + GAP + len(notes) * (_NOTE_TALL + GAP)
    strip = driver.sum is not None and cell is None
    fixed += (_SUM_TALL + GAP) * strip
    tall = min(_TALLEST, (_MOST_TALL - fixed) // max(1, rows) - GAP)
    shown = _shown(view, choices, (PAGE - GAP) // columns - GAP, tall)
    if count > room:
        more = Card(
            items=[Text(say("more_cards", more=count - room + 1), 40, SOFT, grow=1)], height=tall
        )
        shown = [*shown[: room - 1], more]
    body: list[Part] = [Cards(shown, columns, last=cell)] if shown else []
    if not shown:
        none = Text(say("no_hand"), 48, SOFT, say=full_stop(say("no_hand")))
        body.append(column(none, panel=DEEP, pad=40))
    body += [Text(note, 32, SOFT, "t", height=_NOTE_TALL, grow=1) for note in notes]
    body += [SumPart(driver, height=_SUM_TALL)] if strip else []
    moment = say("hand", cards=Count(count))
    if view.phase == "car":
        moment = say("title_car")
    elif view.phase == "action" and (spent := view.spent(view.seat)):
        moment = say("hand_played", hand=moment, types=", ".join(spent))
    looks_on = not driver.live or view.phase == "over"
    verb = say("looks_on" if looks_on else "waits")
    if choices.asked:
        verb = say("action" if view.active == view.seat else "decides")
    title = plain(choices.title, _SENTENCE)
    said = say("hand_head", moment=moment, letter=driver.letter, verb=verb, title=full_stop(title))
    return Picture(Header(moment, title, (view.seat,), verb, say=said), column(*body))
