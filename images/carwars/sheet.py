"""A car's dashboard: its armor, crew and tokens; the sliders; and every card on it, by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.carwars import builds
from games.carwars.catalog import CARDS, CREW, DASHBOARD
from games.carwars.state import Car, Equipped, State
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.players import Player
from images.canvas import Canvas
from images.cars import Portrait
from images.carwars.model import SIDES, Board, icon_of, left_of, say, short, speed_of, texts
from images.carwars.pieces import Flame
from images.gauges import Gauge
from images.panels import Chip, Hatching, put_chip, put_zero
from images.parts import (
    Drawn,
    Flow,
    Header,
    Part,
    Picture,
    Rule,
    Sign,
    Stamp,
    Text,
    column,
    row,
    space,
)
from images.pen import Pen, figure, leaning
from images.theme import (
    ALARM,
    ALARM_GROUND,
    EDGE,
    MUTE,
    PANEL,
    PAPER,
    SOFT,
    WELL,
    Colour,
)
from images.words import name_of

_LEFT: Final = 388
_TALL: Final = 780
_POSE: Final = 236
"""px of the portrait's L."""
_THICK: Final = 24
"""Of a gauge, px."""
_ROW: Final = 99
"""Height of a side's row, px."""
_FEW: Final = 3
"""So many cards have two lines each."""


@figure
class Tokens:
    """Discs: what is left is paper, what is lost a ring; `struck` of those were lost just now."""

    left: int
    of: int
    radius: int = 13
    struck: int = 0
    ground: Colour = PANEL
    gap: int = 8

    @property
    def width(self) -> int:
        return max(1, self.of * (2 * self.radius + self.gap) - self.gap + 2)

    @property
    def height(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        r = self.radius
        for at in range(self.of):
            x, y = 1 + r + at * (2 * r + self.gap), r + 1
            if at < self.left:
                pen.disc(x, y, r, PAPER)
                continue
            bad = at < self.left + self.struck
            pen.ring(x, y, r, ALARM if bad else EDGE, 3)
            if bad:
                pen.line([(x - 0.6 * r, y + 0.6 * r), (x + 0.6 * r, y - 0.6 * r)], ALARM, 3)


@figure
class Slider:
    """A slider of leaning cells; the last ones may be barred."""

    cells: int
    left: int
    barred: int = 0
    foot: int = 430
    height: int = 36
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return self.foot + int(self.height * 0.18) + 1

    def paint(self, pen: Pen) -> None:
        cell = (self.foot - (self.cells - 1) * 4) / self.cells
        for at in range(self.cells):
            shape = leaning(at * (cell + 4), 0, cell, self.height, 0.18)
            if at >= self.cells - self.barred:
                pen.hatch(shape, ALARM, ALARM_GROUND, 9, 4)
            else:
                pen.polygon(shape, PAPER if at < self.left else WELL)


def most_armor(view: State, car: Car) -> int:
    """Armor of a side as it starts, and no less than it has now."""
    options = view.options
    size = builds.Size(options.armor_points, options.build_points, options.crew_points)
    start = builds.totals([(one.card, one.side) for one in car.cards], size).armor
    return max(start, *car.armor) if car.armor else start


@dataclass(slots=True)
class Armor(Part):
    """The car, nose up, with what is left of each side's armor and the fires."""

    seat: int
    car: Car
    most: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        car, grey = self.car, bool(self.car.out)
        pose = Portrait(self.seat, _POSE, grey, ground)
        across, down = x + w // 2, y + h // 2
        canvas.put(pose, across - pose.width // 2, down - pose.height // 2)
        half, tall = pose.width // 2 + 8, pose.height // 2 + 8
        wide, high = 2 * half + 80, 2 * tall - 12
        boxes = {
            FRONT: (across - wide // 2, down - tall - _THICK, wide, _THICK),
            BACK: (across - wide // 2, down + tall, wide, _THICK),
            LEFT: (across - half - _THICK, down - high // 2, _THICK, high),
            RIGHT: (across + half, down - high // 2, _THICK, high),
        }
        for side, (left, top, across_it, along) in boxes.items():
            points = car.armor[side]
            if points and not grey:
                canvas.put(Gauge(self.most, points, across_it, along, ground=ground), left, top)
            else:
                canvas.put(Hatching(across_it, along, ground=ground), left, top)
            spot = {
                FRONT: (across + wide // 2 + 38, top + _THICK // 2),
                BACK: (across + wide // 2 + 38, top + _THICK // 2),
                LEFT: (left - 40, down), RIGHT: (left + _THICK + 40, down),
            }[side]  # fmt: skip
            if points:
                canvas.write(*spot, str(points), 56, ground, MUTE if grey else PAPER, "middle")
            else:
                put_zero(canvas, *spot, 44, ground, 62, 48)
            if side in car.fires:
                flame = Flame(44, ground)
                aside = (
                    (across - wide // 2 - 34, spot[1])
                    if side in (FRONT, BACK)
                    else (spot[0], spot[1] - 62)
                )
                canvas.put(flame, aside[0] - flame.width // 2, aside[1] - flame.height // 2)


def picture(view: State, players: Sequence[Player], seat: int) -> Picture:
    """A seat's dashboard, as everybody may see it."""
    board, car = Board(view, players), view.cars[seat]
    moment = f"{say('game', 'title')} · {board.moment}"
    verb = texts("fates")[car.out] if car.out else _moment(view, seat)
    name = name_of(players, seat)
    header = Header(moment, f"{name} · {car.name}", seat, verb, say=board.tell(car))
    left = column(
        Armor(seat, car, most_armor(view, car), height=438), Rule(),
        *_crew(car), Rule(), _tokens(car), _states(car), space(),
        panel=PANEL, pad=20, gap=10, width=_LEFT, height=_TALL, say="",
    )  # fmt: skip
    rows = [_sliders(car), *(_side(car, side) for side in (*range(len(SIDES)), CREW))]
    return Picture(header, row(left, column(*rows, gap=8, grow=1)))


def _moment(view: State, seat: int) -> str:
    """What of its turn it is."""
    turn = view.turn
    if turn is not None and turn.seat == seat and turn.point:
        return say("sheet", "point", point=turn.point, of=turn.point + turn.left - 1)
    return say("sheet", "first") if view.first == seat and view.round else ""


def _crew(car: Car) -> Iterator[Part]:
    for one, icon in ((car.driver, "driver"), (car.gunner, "called")):
        card, left = CARDS[one.card], left_of(one)
        ink = PAPER if left else MUTE
        state: Part = Drawn(Tokens(left, card.durability), say="")
        if not left:
            state = Stamp(say("sheet", "dead").upper(), 30, ALARM, height=40, say="")
        yield row(
            Sign(icon, 44, ink, width=52), Text(card.name, 36, ink, grow=1, say=""), state,
            height=52, say=say("sheet", "crew", who=card.subtype, name=card.name, left=left,
                               of=card.durability),
        )  # fmt: skip


def _tokens(car: Car) -> Part:
    def one(icon: str, count: int) -> list[Part]:
        bad = icon == "control" and not count and not car.out
        sign = Sign(icon, 64, ALARM if bad else PAPER, width=68)
        number = Text(str(count), 76, ALARM if bad else PAPER, width=86, say="")
        words = Text(say("board", icon), 32, SOFT, "t", say="")
        return [column(row(sign, number, gap=12, height=80), words, gap=0)]

    return row(*one("control", car.control), space(20), *one("ace", car.ace), height=124)


def _states(car: Car) -> Part:
    """What is bad for it now, as chips."""
    told = [("control", say("board", "uncontrolled"))] * (car.out_of_control and not car.out)
    return Flow([_Chip(icon, words, width=300, height=48) for icon, words in told], width=348)


@dataclass(slots=True)
class _Chip(Part):
    icon: str
    text: str

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        put_chip(canvas, Chip(w, h, self.icon, True, ground=ground), x, y, self.text, 30)


def _sliders(car: Car) -> Part:
    most = DASHBOARD.most_speed
    figures = (
        (
            "speed",
            car.speed,
            most,
            most - min(car.limit, most),
            speed_of(car) if not car.out else "0",
        ),
        ("tire", car.tires, DASHBOARD.most_tires, 0, str(car.tires)),
        ("power", car.power, DASHBOARD.most_power, 0, str(car.power)),
    )
    lines = []
    for icon, left, of, barred, words in figures:
        name = say("sheet", icon)
        gauge: Part = Drawn(Slider(of, left, barred), say="")
        if not left and icon != "speed":
            gauge = Drawn(Hatching(437, 36, 6), say="")
        value: Part = Text(words, 58, anchor="right", width=70, say="")
        if not left and icon != "speed":
            value = Stamp("0", 44, ALARM, width=70, height=48, say="")
        limited = say("sheet", "limit", limit=car.limit) if barred else ""
        said = say("sheet", "slider", name=name, left=words, of=of, limit=limited)
        lines.append(row(Sign(icon, 42, width=48), Text(name, 36, SOFT, "t", width=118, say=""),
                         gauge, space(), value, height=62, gap=12, say=said))  # fmt: skip
    return column(*lines, panel=PANEL, pad=20, gap=4, height=238)


def _side(car: Car, side: int) -> Part:
    """The cards of a side, or of the crew area but for the crew."""
    cards = [one for one in car.cards if one.side == side and CARDS[one.card].type != "crew"]
    name = SIDES[side] if side != CREW else say("sheet", "car")
    items = [_item(one, len(cards) <= _FEW) for one in cards]
    where = Text(name.upper(), 28, SOFT, width=104, say=say("sheet", "side", side=name))
    if len(cards) <= _FEW:
        body: Part = row(
            *items, *(Part(width=196) for _ in range(_FEW - len(cards))), gap=8, grow=1
        )
    else:
        body = Flow(items, 10, 6, width=620, height=_ROW - 16)
    return row(where, body, panel=PANEL, pad=8, gap=8, height=_ROW)


def _item(one: Equipped, roomy: bool) -> Part:
    """A card with what it has left."""
    card, left = CARDS[one.card], left_of(one)
    ink = MUTE if one.down else PAPER
    state: list[Part] = []
    if one.down:
        fill = ALARM if one.down == "destroyed" else MUTE
        state = [Stamp(say("sheet", one.down).upper(), 26, fill, height=34, say=f"{one.down}")]
    elif card.durability:
        of = (
            say("sheet", "left", left=left, of=card.durability)
            if left < card.durability
            else str(left)
        )
        state = [Drawn(Tokens(left, card.durability, 12 if roomy else 8), say=of)]
    else:
        state = [
            Text(
                card.type if card.type != "sidearm" else say("sheet", "sidearm"),
                28,
                SOFT,
                "t",
                say="",
            )
        ] * roomy
    icon = Sign(icon_of(card), 32 if roomy else 26, ink, width=36)
    if roomy:
        return column(
            Text(short(card), 36, ink, grow=1, say=card.name),
            row(icon, *state, gap=8, height=40), gap=0, width=200,
        )  # fmt: skip
    return row(icon, Text(short(card), 28, ink, say=card.name), *state, gap=6, height=38)
