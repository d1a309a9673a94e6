"""Whole turns that are offered: where each ends, what it rolls, and what it risks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.carwars.dice import NO_DICE, Pool, plus
from games.carwars.moves import Turn
from games.carwars.outlook import Risk, Step, drawn, risk
from games.carwars.sight import Target, scene
from games.carwars.state import THING, State
from games.engine.players import Player
from games.engine.shapes import Pose
from images.canvas import Canvas
from images.carwars.dice import named, thrown
from images.carwars.field import Field, Plane, fitted
from images.carwars.model import Board, body_name, box, lengths, percent, say
from images.carwars.pieces import Ghost, Tip
from images.carwars.turn import arcs_of, put_route
from images.counters import Shields, tenths
from images.labels import Rect
from images.parts import Card, Cards, Drawn, Header, Part, Picture, Sign, Text, plate, row, space
from images.pen import Point, dashed
from images.strokes import stroke
from images.theme import INK, PAPER, SOFT

_WINDOW: Final = (346, 236)
_CARD: Final = 480
_LARGEST: Final = 60.0


class Offer(NamedTuple):
    """A whole turn."""

    name: str
    turn: Turn
    steps: Sequence[Step]
    end: Pose
    risk: Risk
    body: int
    """What is nearest among all that can be attacked from there, or -1."""
    target: Target | None

    @property
    def pool(self) -> Pool:
        return plus(NO_DICE, *(each.pool for each in self.steps))

    @property
    def ace(self) -> int:
        return sum(each.ace for each in self.steps)


def read_offer(view: State, seat: int, name: str, turn: Turn) -> Offer:
    """What a turn comes to; as far as nothing swings it round."""
    steps, then = drawn(view, seat, turn)
    there = scene(then, seat)
    body = min(there, key=lambda each: there[each].distance, default=-1)
    chances = risk(steps, view.cars[seat].control)
    return Offer(name, turn, steps, then.cars[seat].pose, chances, body, there.get(body))


class _Sketch(Plane):
    """The way of a turn; all of a picture show the same part of the arena."""

    board: Board
    seat: int
    offer: Offer
    every: Sequence[Offer]

    def compose(self, canvas: Canvas, field: Rect) -> None:
        view, offer = self.board.view, self.offer
        car, target = view.cars[self.seat], offer.target
        boxes = [box(car.pose, 1.17), *(box(each.end, 1.4) for each in self.every)]
        near = [view.cars[each.body] for each in self.every if 0 <= each.body < THING]
        to = fitted(
            view, [*boxes, *(box(other.pose, 1.17) for other in near)], field, _LARGEST, 0.4
        )
        sheet = Field(canvas, to, field)
        sheet.ground(view, offer.end, sorted(target.arcs)[:1] if target else ())
        sheet.things(view)
        scale = round(to.scale)
        for each in offer.steps[:-1]:
            sheet.lay(Ghost(self.seat, scale, tenths(-each.end[2] % 360)), each.end[:2])
        put_route(sheet, car.pose[:2], offer.steps, 3)
        if 0 <= offer.body < THING:
            other = view.cars[offer.body]
            line: list[Point] = [to.at(*offer.end[:2]), to.at(other.x, other.y)]
            stroke(canvas, [*dashed(line, (4, 8))], PAPER, 3)
        sheet.cars(self.board.shown, tag=False)
        if offer.steps:
            way = 180.0 * offer.turn.reverse
            angle = tenths(-offer.end[2] % 360)
            sheet.lay(Ghost(self.seat, scale, angle, True), offer.end[:2])
            sheet.lay(Tip(scale, tenths((way - offer.end[2]) % 360)), offer.end[:2])
        sheet.edge()


def _card(board: Board, seat: int, offers: Sequence[Offer], at: int) -> Card:
    offer, best = offers[at], at == 0
    ink, turn = INK if best else PAPER, offer.turn
    pace = "reverse" if turn.reverse else "speed" if turn.speed else "stopped"
    speed = say("board", pace, speed=turn.speed)
    wide, high = _WINDOW
    target, seen = offer.target, list[Part]()
    if target is not None:
        far, arc = lengths(target.distance), say("offers", "arc", arc=arcs_of(target))
        tags = [plate(offer.body, 40)] if offer.body < THING else []
        there = say("offers", "in_arc", arc=arcs_of(target))
        said = f"{body_name(board.view, offer.body)} {far} L {there}"
        seen = [*tags, Text(far, 48, say=said), Text(arc, 34, SOFT, "t", say="", grow=1)]
        if target.cover:
            shield = Shields(str(target.cover), 22)
            seen.append(Drawn(shield, say=say("attack", "cover", shields=target.cover)))
    dice = thrown(offer.pool, wide, say=named(offer.pool))
    dice = dice or [Text(say("offers", "no_dice"), 34, SOFT, "t")]
    figures: list[Part] = []
    for icon, words in (("control", percent(offer.risk.lost)), ("spin", percent(offer.risk.spun)),
                        ("ace", f"+{offer.ace}")):  # fmt: skip
        said = say("offers", icon, figure=words)
        figures += [space()] * bool(figures)
        figures += [Sign(icon, 36, ink), Text(words, 36, ink, say=said)]
    foot = row(*figures, gap=8)
    parts = [
        row(Text(offer.name, 44, grow=1), Text(speed, 34, SOFT, "t"), height=52),
        row(_Sketch(board, seat, offer, offers, width=wide, height=high, say="")),
        row(*seen, gap=10, height=52), row(*dice, space(), height=44),
    ]  # fmt: skip
    return Card(parts, gap=6, pad=16, live=True, best=best, foot=foot, height=_CARD)


def picture(
    view: State, players: Sequence[Player], title: str, turns: Sequence[tuple[str, Turn]]
) -> Picture:
    """Up to three turns, by name, the one to take first in front."""
    seat, board = view.seat or 0, Board(view, players)
    offers = [read_offer(view, seat, name, turn) for name, turn in turns[:3]]
    cards = [_card(board, seat, offers, at) for at in range(len(offers))]
    header = Header(board.moment, title, (seat,), board.verb, say=board.tell(view.cars[seat]))
    return Picture(header, Cards(cards, 3))
