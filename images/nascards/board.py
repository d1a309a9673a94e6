"""The board: the whole race on a ruler, and a row for every car in the order of the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from games.engine.players import SEAT_LETTERS, Player
from games.nascards import GAME
from games.nascards import events as e
from games.nascards.cards import MANEUVERS
from games.nascards.state import State
from games.nascards.words.speakers import Shown
from images import fonts
from images.choices import QUIET, Now
from images.nascards.film import SAID
from images.nascards.marks import lasting, later, rolls, say, shown, struck
from images.nascards.pieces import Tag, Tags, lying
from images.nascards.road import Road, Ruler, Stretch
from images.news import News
from images.parts import (
    Header,
    Line,
    Part,
    Picture,
    Rule,
    Stamp,
    Text,
    by_computer,
    column,
    plate,
    row,
    space,
)
from images.theme import INK, MUTE, PAPER, SMALLEST, SOFT
from images.window import window_of
from images.words import listed, name_of, plain

_ROWS: Final = {8: 82, 7: 94, 6: 104}
_MOST: Final = 120
"""Height of a row, px, by the number of cars, and with up to five."""
_FLAG: Final = 40
"""The yellow of a yellow flag is the colour of the thing itself."""
_SIDE: Final = 18
"""Left and right of the rows, px."""
_NAME: Final = 242
"""Room for a name, px."""
_FIGURES: Final = 164
"""Room for what stands right of the roads, px."""
_GAP: Final = 12
_ROAD: Final = 522
"""Length of a road, px."""
_MARGIN: Final = 10
"""Between the figures and the frame of a row, px."""
_VERB: Final = 60
"""Longest verb that is taken over, in characters."""
NEWS: Final = News(GAME, SAID, dull=(e.TurnEnded, e.Reshuffled))


def picture(view: State, players: Sequence[Player], now: Now = QUIET) -> Picture:
    """A race of 2 to 8 cars."""
    standings, goal = view.standings, view.options.goal
    cars = [view.drivers[seat] for seat in standings]
    running = [car for car in cars if car.running] or cars
    window, tall = window_of([car.miles for car in running], goal), _ROWS.get(len(cars), _MOST)
    stretch = Stretch(window, _road(tall) * 172 // 100, width=_ROAD, height=28)
    of = shown(view, players)
    asked = () if of.view.over else now.asked or ((view.active,) if view.active >= 0 else ())
    before = [Text(words, 28, MUTE, "t", say="")] if (words := say(of, "before")) else []
    first = row(*before, width=186 + _NAME, height=28, name="header")
    lines: list[Part] = [row(first, row(stretch, name="body"), gap=_GAP)]
    for at, seat in enumerate(standings):
        computer = seat < len(players) and bool(players[seat].computer)
        acts, one = seat in asked, replace(of, at=seat)
        car = _car(one, name_of(players, seat), computer, acts, stretch, tall)
        framed = not {*asked}.isdisjoint(standings[at : at + 2])
        lines += [car, space(2) if framed else Rule()]
    ruler = Ruler(running, window, goal, height=70)
    below = row(space(_SIDE), column(*lines, gap=0, grow=1), space(_SIDE), gap=0)
    body = column(ruler, below, space(8), gap=0)
    foot = NEWS.strip(now.recent, players, 2 if len(cars) < 7 else 1)
    return Picture(_header(of, asked, now.action_phrase), body, 0, foot, partial(_besides, of))


def _header(of: Shown, asked: tuple[int, ...], verb: str) -> Header:
    """The moment and whose it is: that of who is asked, or who has won."""
    game, title, flag = (say(of, name) for name in ("game", "moment", "flag.words"))
    before = say(of, "before")
    who = of.first if of.view.over else asked
    acts = say(replace(of, at=who[-1]), "status") if len(who) == 1 else ""
    verb = plain(say(of, "verb") or verb or acts, _VERB)
    does = " ".join(filter(None, (listed([of.voice.name(seat) for seat in who]), verb)))
    aside: Part | None = None
    if flag:
        aside = Stamp(say(of, "flag.short").upper(), 36, _FLAG, width=230, height=48)
    when = ", ".join(filter(None, (f"{title[:1].lower()}{title[1:]}", before)))
    said = f"{game}, {when}{f': {does}' if does else ''}. {flag}".strip()
    return Header(game, title, who, verb, aside, said)


def _besides(of: Shown) -> list[str]:
    """What is not drawn: what cards change for rolls to come, and the piles."""
    changed = [
        f"{SEAT_LETTERS[seat]} {', '.join(mark('words') for mark in marks)}"
        for seat in sorted(of.view.order)
        if not of.view.over and (marks := rolls(replace(of, at=seat)))
    ]
    told = say(replace(of, changes="; ".join(changed)), "changes")
    return [*filter(None, (told,)), say(of, "piles")]


def _road(tall: int) -> int:
    """Height of the road in a row, px."""
    return tall * 52 // 100 - 6


def _car(of: Shown, name: str, computer: bool, acts: bool, stretch: Stretch,
         tall: int) -> Part:  # fmt: skip
    """A car's row: its place, its road, its hand and miles; below, what it did and what holds."""
    car, place = of.car, of.place
    ink, soft = (PAPER, SOFT) if car.running else (MUTE, MUTE)
    road, low = _road(tall), tall - _road(tall) - 16
    high = min(road - 6, 46)
    beside: list[Part] = [
        Tag(mark, max(SMALLEST, min(34, high - 8)), height=high) for mark in struck(of)
    ]
    if not car.running:
        beside = [Stamp(say(of, "fate").upper(), road - 8, width=4 * road, height=road - 8, say="")]
    size = min(44, road * 2 // 3 + 8)
    named: Part = Text(name, size, ink, say=later(of, "who"), width=_NAME)
    if computer:
        called = Text(name, size, ink, say=later(of, "computer"), grow=1)
        named = Line([called, by_computer(32, soft)], gap=8, width=_NAME)
    upper = [
        named,
        Road(of, stretch, beside, width=_ROAD),
        Text(str(car.miles), min(62, road + 10), ink, anchor="right", say="", grow=1),
    ]
    if car.running:
        held = Text(str(len(car.hand)), 38, SOFT, icon="cards", say=later(of, "cards"))
        upper.insert(2, held)
    ranked = Text(str(place or "–"), 64, ink if place else MUTE, anchor="middle", width=64, say="")
    seat = plate(of.at, 52, not car.running)
    seat.width = 116
    lines = column(Line(upper, gap=_GAP, height=road), _below(of, low), gap=2, grow=1)
    return Line(
        [ranked, seat, lines, space(_MARGIN)], gap=0, pad=6, panel=INK,
        frame=PAPER if acts else None, corner=0, name=SEAT_LETTERS[of.at], height=tall - 2,
        brief=None if acts else later(of, "brief"),
    )  # fmt: skip


def _below(of: Shown, tall: int) -> Part:
    """The line under the road: Maneuver card, Speed cards, miles drafted, what else holds, and what
    it is behind and has in the cup."""
    car, size, out = of.car, min(36, tall * 19 // 20), of.car.maneuver_done == "discarded"
    marks = lasting(of, car.crash if car.status == "track" else -1)
    parts: list[Part] = [Part(width=_NAME)]
    if not car.running:
        parts = [Text(say(of, "out"), size, MUTE, "t")]
    elif card := MANEUVERS.get(car.maneuver):
        ink, icon = MUTE if out or of.before else SOFT, "out" * out
        told = later(of, "maneuver")
        parts = [Text(card.name, size, ink, "t", icon=icon, say=told, width=_NAME)]
    if car.speed:
        parts.append(
            Line([lying(value, tall, size + 2, bool(of.before)) for value in car.speed], gap=2)
        )
    if car.drafted >= 0:
        ink = PAPER if car.drafted and not of.before else MUTE
        parts.append(Text(say(of, "drew"), size, ink, "t", say=later(of, "draft")))
    parts.append(Tags(marks, size, grow=1) if marks else space())
    return Line([*parts, _figures(of, size)], gap=_GAP, height=tall)


def _figures(of: Shown, size: int) -> Part:
    """What a car is behind, and its points in a series."""
    back, cup = Text(say(of, "back"), size, SOFT, "t", "right", say=""), space()
    if of.view.series:
        text, ink = say(of, "cup.short"), SOFT if of.car.running else MUTE
        if fonts.width(text, SMALLEST, "t") > _FIGURES - _GAP - back.least()[0]:
            text = str(of.car.cup_points)
        cup = Text(text, size, ink, "t", say=later(of, "cup.words"), grow=1)
    return Line([cup, back], gap=_GAP, width=_FIGURES)
