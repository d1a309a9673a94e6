"""A driver's own cards: Speed cards, Maneuver cards dealt and chosen, and what changes a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import signed, upper
from games.nascards.cards import MANEUVERS, TEXTS
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import severity
from games.nascards.words.speakers import Marked, Printed, Shown
from images import fonts
from images.choices import Choices, Playable
from images.nascards.marks import coming, say, shown
from images.nascards.pieces import Tag, chevrons, lying
from images.parts import (
    Card,
    Cards,
    Flow,
    Header,
    Line,
    Part,
    Picture,
    Stamp,
    Text,
    column,
    plate,
    row,
    space,
)
from images.theme import GAP, HEADER, INK, LINE, MUTE, PAGE, PANEL, PAPER, SOFT
from images.words import plain

_SPEED: Final = TEXTS["speed"]
_TALLEST: Final = 900
_ROOM: Final = PAGE - 2 * GAP
_LABEL: Final = 180
"""Width of the label before tags and before cards seen, px."""
_ENOUGH: Final = 120
"""Room for Speed cards below which the other parts are made smaller, px."""
_SENTENCE: Final = 120
"""Longest title that is taken over, in characters."""


_SCALES: Final = ((352, 282, False), (320, 262, True), (280, 172, True))
"""Heights of Maneuver cards in one row and in two, px, and whether what stands below is small."""


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The hand of the seat the view was made for, its parts as large as there is room for them.

    Raises ValueError for a spectator, who has no hand.
    """
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    of = shown(view, players, view.seat)
    choices = _next(of, choices)
    title, held, standing = plain(choices.title, _SENTENCE), say(of, "held"), say(of, "standing")
    for high, low, small in _SCALES:
        dealt, rest = _dealt(of, choices, high, low), _rest(of, choices.asked, small)
        taken = sum(part.least()[1] + GAP for part in (*dealt, *rest))
        room = _TALLEST - HEADER - 2 * GAP - taken - 44
        if room >= _ENOUGH:
            break
    speed = _speed(of, choices, room, 190 if dealt else 272)
    who = f"{SEAT_LETTERS[of.at]} {standing}"
    said = f"{held}, {who}: {title}" + ("" if title.endswith(("?", "!", ".")) else ".")
    body = column(*dealt, *speed, *rest)
    # Few different heights, as every empty page is kept.
    body.height = min(_TALLEST - HEADER - 2 * GAP, -(-body.least()[1] // 32) * 32)
    return Picture(Header(held, title, (of.at,), standing, say=said), body)


def _next(of: Shown, choices: Choices) -> Choices:
    """The choices once Drive Fast has been pressed: lit are the cards that may be set aside with
    it. Their buttons name them, so none has a number."""
    if not choices.path:
        return choices
    view, at = of.view, len(choices.path)
    following = {key for path in choices.paths for key in path[at : at + 1]}
    lit, dark = dict[int, Playable](), dict[int, str]()
    for place, card in enumerate(view.dealt, len(view.hand)):
        if f"f{card}" in following:
            lit[place] = Playable("", choices.caption(place))
        else:
            dark[place] = upper(say(of, "kept.stamp"))
    return replace(choices, playable=lit, unplayable={**choices.unplayable, **dark})


# -- Speed cards


def _grid(cards: int, room: int, tallest: int) -> tuple[int, int, int, int]:
    """Columns, gap, width and height of the largest cards in so many px, none above `tallest`."""

    def laid(rows: int) -> tuple[int, int, int, int]:
        columns = max(8, -(-cards // rows))
        gap = GAP if columns <= 10 else 8
        height = min(tallest, (room + gap) // rows - gap)
        return columns, gap, (_ROOM + gap) // columns - gap, max(height, 60)

    # A card up to 2.7 times as high as wide is as good as its height.
    return max(map(laid, (1, 2, 3)), key=lambda grid: min(grid[2] * 27 // 10, grid[3]))


def _speed(of: Shown, choices: Choices, room: int, tallest: int) -> list[Part]:
    """The Speed cards and a line about them: why none can be played, or what their feet say."""
    hand = of.view.hand
    if not hand:
        none = Text(say(of, "no_speed"), 44, SOFT, say=f"{say(of, 'no_speed')}.")
        return [row(none, panel=PANEL, pad=32, height=144)]
    columns, gap, wide, tall = _grid(len(hand), room, tallest)
    live = [place in choices.playable for place in range(len(hand))]
    cards = [
        _speed_card(of.car, value, playable, wide, tall)
        for value, playable in zip(hand, live, strict=True)
    ]
    why = {choices.caption(place) for place in range(len(hand))}
    reason = why.pop() if len(why) == 1 and not any(live) else ""
    note = Text(reason or say(of, "note"), 30, SOFT, "t", width=_ROOM, height=28)
    note.say = f"{reason}." if reason else ""
    return [Cards(cards, columns, gap), note]


def _speed_card(car: Driver, value: int, live: bool, wide: int, tall: int) -> Card:
    """A Speed card; where it has room it says what it moves, if that is not its number."""
    ink, strip = PAPER if live else MUTE, max(30, min(54, tall * 21 // 100))
    roomy, moves, adds = tall >= 240 and wide >= 90, driven(car, (value,)).total, severity((value,))
    told = {"value": value, "moves": moves, "severity": signed(adds)}
    size = min(112, (tall - strip - 14 - 44 * roomy) * 100 // 72)
    size = fonts.fit("10", max(size, 26), wide - 14)[1]
    said = _SPEED["named" if moves == value else "moving"].format(**told)
    parts: list[Part] = [Text(str(value), size, ink, anchor="middle", say=said, grow=1, height=1)]
    if roomy and moves != value:
        words = _SPEED["moves"].format(**told)
        parts.append(Text(words, 32, ink, "t", "middle", say="", height=44))
    elif roomy:
        fast = chevrons(value, 28, SOFT if live else LINE)
        fast.height = 44
        parts.append(fast)
    changes = _SPEED["severity"].format(**told) if adds else ""
    foot = Text(signed(adds), strip * 74 // 100, ink, anchor="middle", say=changes)
    return Card(parts, live=live, foot=foot, strip=strip, gap=0, pad=6, height=tall)


# -- Maneuver cards


def _dealt(of: Shown, choices: Choices, high: int, low: int) -> list[Part]:
    """The Maneuver cards to choose from, four at most in one row, so high or in two rows so low."""
    view = of.view
    count = len(view.dealt)
    columns = max(3, count if count <= 4 else -(-count // 2))
    tall = high if count <= columns else low
    cards = [
        _maneuver(
            Printed(number, of.voice), choices, len(view.hand) + at, _ROOM // columns - 50, tall
        )
        for at, number in enumerate(view.dealt)
    ]
    return [Cards(cards, columns)] if cards else []


def _maneuver(printed: Printed, choices: Choices, place: int, room: int, tall: int) -> Card:
    """A Maneuver card with what it does; `room` is for its name and a line at its foot, px."""
    card, playable = printed.maneuver, place in choices.playable
    ink, soft = (PAPER, SOFT) if playable else (MUTE, MUTE)
    tag, low = say(printed, "tag"), tall < 240
    named, size = say(printed, "named"), 40 if low else 48
    name = Text(card.name, size, ink, say=f"{named}:", brief=named, width=room - 14, height=40)
    tab, pad = (56, 12) if low else (72, 18)
    kind = Text(
        say(printed, "face").upper(), 28 if low else 34, soft if tag else MUTE, say="", grow=1
    )
    parts = (
        row(
            *([space(tab - 6)] if choices.key(place) else []), kind, gap=4, height=28 if low else 42
        ),
        row(name),
        Text(card.does, 36, soft, "t", lines=2, top=True, brief="", grow=1),
    )
    foot = Text(choices.caption(place), 30, ink, "t", lines=2)
    strip = 44 if low else 68 if fonts.width(foot.text, 28, "t") > room else 56
    return Card(
        parts,
        live=playable,
        foot=foot,
        key=choices.key(place),
        tab=tab,
        strip=strip,
        height=tall,
        gap=4,
        pad=pad,
    )


# -- what was chosen before, what changes the move, and hands that were looked at


def _rest(of: Shown, asked: bool, small: bool) -> list[Part]:
    """What stands below the cards; `asked`: the driver is asked something."""
    car, parts, high, tall = of.car, list[Part](), 38 if small else 46, 34 if small else 48
    if asides := _asides(of, small):
        parts.append(row(*asides))
    if marks := coming(of) if of.car.running else []:
        tags = [Tag(mark, 28 if small else 32, height=high) for mark in marks]
        named = say(of, "head.move" if asked else "head.car")
        head = Text(named.upper(), 28, MUTE, say=f"{named}:", width=_LABEL, height=high)
        flow = Flow(tags, width=_ROOM - _LABEL - GAP)
        parts.append(Line([head, flow], panel=INK, corner=0))
    for seat, cards in car.looked:
        mark = Marked(of.view, of.voice, at=of.at, other=seat, cards=tuple(cards))
        cards_seen: Part = row(*(lying(card, tall, 34) for card in cards), gap=2)
        if not cards or len(cards) > 12:
            listed = " ".join(map(str, cards)) or say(mark, "looked.none")
            cards_seen = Text(listed, 40, grow=1)
        seen = Text(say(mark, "looked.short").upper(), 28, MUTE, width=_LABEL)
        told = partial(say, mark, "looked.words")
        parts.append(Line([seen, plate(seat, tall), cards_seen], height=tall, say=told))
    return parts


def _asides(of: Shown, small: bool) -> list[Part]:
    """Maneuver cards chosen earlier; a low panel shows no text, but says it."""
    car = of.car
    shown = -1 if of.view.looks_back else car.maneuver
    found = (car.kept, "kept"), (shown, "shown"), (car.follow, "follow")
    cards = [(MANEUVERS[number], name) for number, name in found if number >= 0]
    tall = 84 if small else 132 if len(cards) == 1 else 164
    asides: list[Part] = []
    for card, name in cards:
        label, stamp = say(of, f"{name}.head"), say(of, f"{name}.stamp")
        settled = name == "shown" and bool(car.maneuver_done)
        texts = [
            Text(label.upper(), 28, MUTE, say=f"{label}, {stamp}:", height=26),
            Text(card.name, 40, say=f"{card.name}: {card.does}", brief=card.name),
            Text(card.does, 30, SOFT, "t", lines=2, say="", grow=1, height=1),
        ]
        about = column(*texts[: 2 if small else 3], gap=0, grow=1)
        how = Stamp(stamp.upper(), 34, MUTE if settled else PAPER, say="")
        asides.append(row(about, how, panel=PANEL, pad=12, grow=1, height=tall))
    return asides
