"""A car's dashboard: its armor, crew and tokens; the sliders; and every card on it, by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.carwars import builds
from games.carwars.catalog import CREW, DASHBOARD
from games.carwars.rounds import EXTINGUISH
from games.carwars.state import Car, State
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.players import Player
from images import fonts
from images.armed import Armored
from images.carwars.model import SIDES, Board, icon_of, say, speed_of, texts
from images.choices import Choices
from images.counters import flame
from images.gauges import Cells, Tokens
from images.panels import Hatching
from images.parts import (
    Drawn,
    Flow,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Stamp,
    Text,
    column,
    figure,
    middle,
    row,
    space,
)
from images.theme import ALARM, MUTE, PANEL, PAPER, RAISED, SOFT
from images.words import name_of

_word: Final = partial(say, "sheet")
_ROUND: Final = (FRONT, BACK, LEFT, RIGHT)
"""Sides in the order of gauges."""
_FEW: Final = 3
"""So many cards have two lines each,"""
_WIDE: Final = 206
"""where no name is wider, px."""


def armor(view: State, car: Car, say: str = "") -> Part:
    """The car, nose up, with what is left of each side's armor and the fires."""
    start = builds.totals([(one.card, one.side) for one in car.cards], view.options.size).armor
    most, points = max(start, *car.armor), [car.armor[side] for side in _ROUND]
    fires = [_ROUND.index(side) for side in car.fires]
    return Armored(car.owner, points, most, 244, bool(car.out), fires, say=say, grow=1)


def picture(view: State, players: Sequence[Player], seat: int, title: str = "") -> Picture:
    """A seat's dashboard, as everybody may see it; under a title of its own where it is asked."""
    board, car = Board(view, players), view.cars[seat]
    name = f"{name_of(players, seat)} · {car.name}".rstrip(" ·")
    verb = texts("fates")[car.out] if car.out else _moment(view, seat)
    moment = f"{board.moment} · {name}" if title else f"{say('game', 'title')} · {board.moment}"
    said = board.tell(car, lies=False) if car.cards else name
    header = Header(moment, title or name, (seat,), verb, say=said)
    if not car.cards:
        # Who is asked for a car sees others: this seat has chosen, or somebody else looks.
        told = _word("chosen" if view.phase == "build" and view.seat == seat else "no_car")
        return Picture(header, column(Soft(told, 44), panel=PANEL, pad=40))
    left = column(
        armor(view, car, board.state(car) if car.out else ""),
        Rule(), _crew(car, 0), _crew(car, 1), Rule(),
        row(_token(car, "control", view.round > 0), space(20), _token(car, "ace"), height=124),
        panel=PANEL, pad=20, gap=10, width=388, height=780,
    )  # fmt: skip
    rows = [_sliders(car), *(_side(car, side) for side in (*range(len(SIDES)), CREW))]
    return Picture(header, row(left, column(*rows, gap=8, grow=1)))


def _moment(view: State, seat: int) -> str:
    """What of its turn it is."""
    turn = view.turn
    if turn is not None and turn.seat == seat and turn.point:
        return _word("point", point=turn.point, of=turn.point + turn.left - 1)
    return _word("first") if view.first == seat and view.round else ""


def _crew(car: Car, place: int) -> Part:
    card, left, most = car.kind(place), car.left(place), car.durability(place)
    ink = PAPER if left else MUTE
    state: Part = Drawn(Tokens(left, most))
    if not left:
        state = Stamp(say("board", "dead").upper(), 30, ALARM, height=40, say="")
    said = _word("crew", card=card, left=left, of=most)
    name = Text(card.name, 36, ink, grow=1, say=said)
    return row(Sign(icon_of(card), 44, ink, width=52), name, state, height=52)


def _token(car: Car, icon: str, needed: bool = False) -> Part:
    """How many tokens there are; none of control is bad once the first have been dealt."""
    count, bad = getattr(car, icon), needed and car.out_of_control and not car.out
    ink = ALARM if bad else PAPER
    sign, number = Sign(icon, 64, ink, width=68), Text(str(count), 76, ink, width=86, say="")
    told, soft = say("board", "uncontrolled" if bad else icon), ink if bad else SOFT
    words = Text(told, 32, soft, "t", say="")
    return column(row(sign, number, gap=12, height=80), words, gap=0)


def _sliders(car: Car) -> Part:
    most, speed = DASHBOARD.most_speed, "0" if car.out else speed_of(car)
    lines = []
    for icon, left, of, barred, words in (
        ("speed", car.speed, most, most - min(car.limit, most), speed),
        ("tire", car.tires, DASHBOARD.most_tires, 0, str(car.tires)),
        ("power", car.power, DASHBOARD.most_power, 0, str(car.power)),
    ):
        name, none = _word(icon), not left and icon != "speed"
        gauge = Drawn(Hatching(437, 36, 6) if none else Cells(of, left, 430, 36, barred))
        value: Part = Text(words, 58, anchor="right", width=70)
        if icon != "speed":
            value = figure(left, 58, width=70, anchor="right")
        limit = _word("limit", limit=car.limit) if barred else ""
        lines.append(row(
            Sign(icon, 42, width=48), Soft(name, 36, width=118), gauge,
            space(), value, height=52, grow=1, gap=12,
            say=_word("slider", name=name, left=words, of=of, limit=limit),
        ))  # fmt: skip
    return column(*lines, panel=PANEL, pad=14, gap=4, grow=2)


def _side(car: Car, side: int) -> Part:
    """The cards of a side, or of the crew area but for the crew: few of them in two lines each."""
    places = [at for at, one in enumerate(car.cards) if one.side == side and at > 1]
    name = _word("car") if side == CREW else SIDES[side]
    wide = [fonts.width(car.kind(at).short, 36) for at in places]
    roomy = len(places) <= _FEW and max(wide, default=0) <= _WIDE
    items = [_item(car, place, roomy) for place in places]
    where = Text(name.upper(), 34, SOFT, anchor="middle", grow=1)
    said = f"{name}:" if places else f"{name}: {_word('nothing')}"
    body = row(*items, gap=8) if roomy else Flow(items, 14, 3, width=630)
    tab = row(where, panel=RAISED, corner=0, width=108, say=said)
    return row(tab, middle(body, gap=0), panel=PANEL, gap=12, grow=1)


def _item(car: Car, place: int, roomy: bool) -> Part:
    """A card with what it has left."""
    one, card = car.cards[place], car.kind(place)
    left, most = car.left(place), car.durability(place)
    ink, said = MUTE if one.down else PAPER, card.name
    state: list[Part] = []
    if one.down:
        fill, told = ALARM if one.down == "destroyed" else MUTE, _word(one.down)
        state, said = [Stamp(told.upper(), 30, fill, height=36)], f"{said} {told}"
    elif most:
        radius, gap = (12, 8) if roomy else (10, 5)
        state = [Drawn(Tokens(left, most, radius, gap=gap))]
        said = f"{said} {_word('left', left=left, of=most)}"
    elif roomy:
        state = [Soft(card.type, 30)]
    icon, name = Sign(icon_of(card), 32, ink, width=36), Text(card.short, 36, ink)
    if not roomy:
        return row(icon, name, *state, gap=6, height=40, say=said)
    below = row(icon, *state, gap=8, height=40)
    return column(row(name), below, gap=0, width=_WIDE, say=said)


def fires(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The sides that are on fire: what each does if it is left burning, and what it costs to put it
    out."""
    seat, board = view.seat or 0, Board(view, players)
    car, rows = view.cars[seat], list[Part]()
    for side in car.fires:
        points = car.armor[side]
        burns = say("fires", "armor" if points else "inside", now=points, then=points - 1)
        enough = car.control >= EXTINGUISH
        wheels = [Sign("control", 52, PAPER if enough else MUTE, width=60)] * EXTINGUISH
        rows.append(row(
            Drawn(flame(84), width=110),
            middle(Text(SIDES[side], 48, grow=1), Soft(burns, grow=1), gap=4, grow=1),
            *wheels, panel=PANEL, pad=14, height=176,
        ))  # fmt: skip
    out = min(len(car.fires), car.control // EXTINGUISH)
    many = say("fires", "control", control=car.control, out=out)
    held = row(
        Sign("control", 60, width=70), Text(str(car.control), 76, say=""),
        Soft(many, lines=2, grow=1), panel=RAISED, pad=16, height=116,
    )  # fmt: skip
    tall = max(560, 132 + (176 + 16) * len(rows))
    left = column(armor(view, car), panel=PANEL, width=420, height=tall, say="")
    right = column(*rows, space(), held, grow=1, height=tall)
    return Picture(board.header(choices.title, board.tell(car)), row(left, right))
