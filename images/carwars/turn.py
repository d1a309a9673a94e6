"""A turn to be chosen: whole turns that are offered, the speed, and point by point where a car can
go, with what that rolls and risks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from games.carwars.base import CAR, ZONE_DICE, ZONES, Move
from games.carwars.catalog import BY_ID
from games.carwars.dice import COLOURS, NO_DICE, Colour, Pool, plus, pool
from games.carwars.driving import ASK, GO, NUMBERS, move_of, pace_of, turns
from games.carwars.moves import Turn
from games.carwars.outlook import Risk, Step, drawn, drive, on_paper, risk, step, travelled
from games.carwars.sight import Scene, Target, scene
from games.carwars.state import THING, Car, State
from games.engine.plane import FRONT, LEFT, RIGHT, Point
from games.engine.players import Player
from games.engine.shapes import Pose, at
from images.cars import Badge
from images.carwars.dice import SIZE, Dice, Look, cost_of, counted, named, thrown
from images.carwars.field import Field, Plane
from images.carwars.model import (
    SIDES,
    Board,
    between,
    body_name,
    box,
    lengths,
    pace_said,
    percent,
    say,
    speed_of,
    texts,
)
from images.carwars.pieces import LETTER, Ghost
from images.choices import Choices
from images.counters import Extra, Key, Mark, Note, Shields, tenths
from images.labels import around
from images.parts import (
    Card,
    Cards,
    Drawn,
    Part,
    Picture,
    Rule,
    Sign,
    Soft,
    Text,
    column,
    label,
    middle,
    plate,
    row,
    space,
)
from images.pen import dashed
from images.shots import Star
from images.strokes import stroke
from images.theme import ALARM, ASPHALT, DEEP, EDGE, INK, MUTE, PANEL, PAPER, SOFT
from images.words import listed

_word: Final = partial(say, "turn")
_DIE: Final = 52
"""Of a die of the turn, px; where all have no room there is one of each color."""
_WINDOW: Final = (346, 236)
_NUMBERS: Final[Mapping[str, str]] = {
    **{key: str(number) for key, number in NUMBERS.items()},
    "s": "ahead", "al": "slide_l", "ar": "slide_r",
}  # fmt: skip
"""By key of a move: its number in the select, or the arrow of its button."""
_OUT: Final = {"s": 0.20, f"l{ZONES[0]}": 0.60, f"r{ZONES[0]}": 0.60}
"""How far beyond the nose a key stands, in L;"""
_USUAL: Final = 0.27
"""or so far."""
_BEYOND: Final = 0.10
"""Of one that something stops: so much farther."""
_ASIDE: Final = (0.0, 0.3, -0.2, 0.55)
"""Of one that would stand on another car's letter: so much farther, in L,"""
_CLEAR: Final = 40.0
"""with at least so many px between the middles of both."""
_NOSE: Final = ((0.42, 0.25), (0.5, 0.25), (0.585, 0.1), (0.585, -0.1), (0.5, -0.25), (0.42, -0.25))


class TurnModel(NamedTuple):
    """Everything that the picture of a turn shows."""

    board: Board
    seat: int
    car: Car
    """With the speed that has been chosen."""
    steps: Sequence[Step]
    """Those that have been pressed."""
    fan: Mapping[str, Step]
    """Where the next point may end, by key."""
    risk: Risk
    done: int
    """Points driven before."""
    left: int
    """Points that have no move yet."""
    reach: Scene
    """What can be seen from where the whole turn ends."""

    @property
    def pool(self) -> Pool:
        return rolled(self.steps)


def rolled(steps: Sequence[Step]) -> Pool:
    """What all of them roll."""
    return plus(NO_DICE, *(each.pool for each in steps))


def won(steps: Sequence[Step]) -> int:
    """Ace that their maneuvers give."""
    return sum(each.ace for each in steps)


def read_turn(view: State, players: Sequence[Player], choices: Choices) -> TurnModel:
    """Everything that the picture of a turn shows."""
    seat, board, choice = view.seat or 0, Board(view, players), turns(view, view.seat or 0)
    car, path = view.cars[seat], choices.path[1:] or (*choice.keys(())[:1],)
    turn = view.turn if view.turn is not None and view.turn.begun else None
    pace = pace_of(path[0])
    paper = on_paper(view, seat, pace.speed, pace.reverse)
    moves = [move_of(key) for key in path[1:] if key not in (GO, ASK)]
    steps, then = drive(paper, seat, travelled(moves))
    points = turn.left if turn else pace.points
    fan = {key: step(then, seat, move_of(key))[0] for key in choice.keys(path) if key in _NUMBERS}
    return TurnModel(
        board, seat, then.cars[seat], steps, fan, risk(steps, car.control),
        turn.point if turn else 0,
        points - sum(not move.is_extra for move in moves), {} if fan else scene(then, seat),
    )  # fmt: skip


def arcs_of(target: Target) -> str:
    """ "front", or several arcs."""
    return listed([SIDES[side] for side in sorted(target.arcs)])


def trouble(model: TurnModel) -> list[str]:
    """What some of the next ends meet: "9 and 10 hit the barrier"."""
    found, view = dict[tuple[str, str], list[str]](), model.board.view
    for key, each in model.fan.items():
        if each.meets:
            how, what = "swings" if each.swung else "hits", body_name(view, each.meets[0])
            found.setdefault((how, what), []).append(key)
    out = []
    for (how, what), keys in found.items():
        thing = what if len(what) == 1 else _word("the", thing=what)
        free = [_called(key) for key in _NUMBERS if key in model.fan and key not in keys]
        called = listed([_called(key) for key in _NUMBERS if key in keys])
        if len(free) < 3 < len(keys):
            called = _word("all_but", keys=listed(free)) if free else _word("every")
        one = len(keys) == 1 or not free
        out.append(_word(how if one else f"{how}_all", keys=called, what=thing))
    return out


def _called(key: str) -> str:
    """ "9", or "straight"."""
    number = _NUMBERS[key]
    return number if number.isdigit() else texts("moves")[number]


# -- the arena


def _plane(model: TurnModel) -> Plane:
    view = model.board.view
    ends = [each.end for each in (*model.steps, *model.fan.values())]
    boxes = [box(pose, 1.17) for pose in (view.cars[model.seat].pose, model.car.pose, *ends)]
    boxes += [box(each.meant, 1.6) for each in model.fan.values()]
    below = [_shape(each, CAR.ends) for each in model.fan.values()]
    paint = partial(_put_turn, model)
    return Plane(view, boxes, 126.0, 0.5, paint, model.car.pose, (FRONT,), below, grow=1)


def _put_turn(model: TurnModel, sheet: Field) -> None:
    first = model.board.view.cars[model.seat]
    sheet.cars([car for car in model.board.shown if car is not first], tall=40, own=first)
    wants, sheet.wants = sheet.wants, []
    _put_fan(model, sheet)
    put_way(sheet, first, model.steps)
    for number, each in enumerate(model.steps, model.done + 1):
        spot = _beside(each, -0.36 if each is model.steps[-1] else -0.1)
        sheet.lay(Mark(str(number), 17, INK, INK), spot)
    sheet.car(first, acts=True, tag=False)
    _put_keys(model, sheet)
    right, foot = sheet.field[2:]
    for line in trouble(model)[:2]:
        corner = right - 190, foot - 40, right - 150, foot - 10
        sheet.want(Note(line, "", bad=True, size=28), corner, line=None)
    sheet.wants += wants


def _put_fan(model: TurnModel, sheet: Field) -> None:
    """The ends of the next point: the noses of turns, the bases of others."""

    def shape(each: Step, points: Sequence[Point]) -> list[Point]:
        return [sheet.to.at(*point) for point in _shape(each, points)]

    canvas, ends = sheet.canvas, model.fan.values()
    for each in ends:
        if each.move.kind == "turn":
            aside = 0.25 * each.move.side
            stroke(canvas, [shape(each, ((0.5, aside), (-0.2, aside)))], EDGE, 2)
        else:
            whole = shape(each, CAR.ends)
            stroke(canvas, [*dashed([*whole, whole[0]], (9, 7))], MUTE, 2.6)
    for bad in (False, True):
        noses = [shape(each, _NOSE) for each in ends if bool(each.meets) is bad]
        stroke(canvas, noses, ALARM if bad else PAPER, 5, cased=4)


def _put_keys(model: TurnModel, sheet: Field) -> None:
    """The key of each end beyond its nose, where it was meant to be."""
    fan, spots = model.fan, dict[str, Point]()
    cars = [car for car in model.board.shown if not car.out and sheet.shows(car.x, car.y, 0.6)]
    letters = {at(car.pose, *LETTER): car.owner for car in cars}

    def is_free(spot: Point) -> bool:
        return min(math.dist(spot, letter) for letter in letters) * sheet.to.scale > _CLEAR

    for key, each in sorted(fan.items(), key=lambda it: bool(it[1].meets)):
        side, bad = each.move.side, bool(each.meets)
        far = 0.585 + _OUT.get(key, _USUAL) + _BEYOND * bad
        # Where a letter is that another car is known by, the key stands before or behind it.
        places = [_beside(each, far + more, meant=not each.swung) for more in _ASIDE]
        start, spot = _beside(each, 0.585), next(filter(is_free, places), places[0])
        if each.move.kind == "slide":
            start, spot = _beside(each, -0.5, 0.25 * side), _beside(each, -0.87, 0.2 * side)
        elif not sheet.shows(*spot, -0.2):
            spot = _beside(each, 0.2)
        line = sheet.to.at(*start), sheet.to.at(*spot)
        stroke(sheet.canvas, [line], ALARM if bad else SOFT, 2.4)
        spots[key] = spot
    # Lines run below letters.
    for letter, seat in letters.items():
        sheet.lay(Badge(seat, round(max(16.0, 0.256 * sheet.to.scale)), ASPHALT), letter)
    for each in fan.values():
        if each.at is not None:
            sheet.stand(Star(34), each.at)
    for key in fan:
        sheet.stand(Key(_NUMBERS[key], bool(fan[key].meets)), spots[key])
    extras = [(it, spots[key]) for key, each in fan.items()
              if (it := _extra(each)) and not each.meets]  # fmt: skip
    # Where all of it lies on the same ground once is enough.
    for extra, spot in extras if len(extras) <= 4 else extras[:1]:
        sheet.want(extra, around(*sheet.to.at(*spot), 20), line=None)


def _shape(each: Step, points: Sequence[Point]) -> list[Point]:
    """Points of a car, ahead and to the left of its middle, where a step ends."""
    return [_beside(each, *point) for point in points]


def _beside(each: Step, ahead: float, left: float = 0.0, *, meant: bool = False) -> Point:
    """A point beside a car in the end, or where it was meant to be, ahead the way it goes."""
    end = each.meant if meant and each.meets else each.end
    return at(end, -ahead if each.reverse else ahead, left)


def _angle(each: Step) -> int:
    """Which way a car points in the end, or its tail in reverse: where it goes."""
    return tenths((180.0 * each.reverse - each.end[2]) % 360)


def put_way(sheet: Field, car: Car, steps: Sequence[Step]) -> None:
    """Where a car would be after each step, and the way that its middle takes."""
    legs = [leg for each in steps for leg in pairwise(each.path)]
    route = [sheet.to.at(*between(*leg, n / 12)[:2]) for leg in legs for n in range(13)]
    for each in steps:
        if each is steps[-1]:
            stroke(sheet.canvas, [route], PAPER, 4, cased=5)
        ghost = Ghost(car.owner, round(sheet.to.scale), _angle(each), each is steps[-1])
        sheet.stand(ghost, each.end[:2])


def _extra(each: Step) -> Extra | None:
    """What the ground at an end costs more."""
    if each.skids:
        return Extra(f"+{each.skids}")
    more = sum(sum(dice) for why, dice in each.pools.items() if why in ("terrain", *each.hazards))
    return Extra(f"+{more}", "dice") if more else None


# -- the list beside it


def _panel(title: str, figures: str, rows: Sequence[Part], said: str | None = None) -> Part:
    """Rows below what they are and what their figures are."""
    name = Text(title.upper(), 34, MUTE, say=f"{title}:")
    head = row(space(8), name, space(), Text(figures, 34, MUTE, "t"), height=44, gap=0)
    return column(head, *rows, space(), panel=PANEL, pad=14, gap=0, width=344, say=said)


def _moves(model: TurnModel) -> Part:
    """The keys left and right, and the dice of each beside those of the speed."""
    speed, none, moves = model.car.pace, _word("none"), texts("moves")
    each = row(
        space(6), *thrown(pool({"yellow": 1}), 40),
        Text(_word("each", speed=speed), 34, face="t"), panel=DEEP, corner=0, height=56,
    )  # fmt: skip
    rows = [
        _move(model, ("s",), moves["straight"], none),
        _move(model, (f"l{ZONES[0]}", f"r{ZONES[0]}"), _degrees(ZONES[0]), none), each,
        _move(model, ("al", "ar"), moves["slide"], _word("no_more")),
    ]  # fmt: skip
    for number, end in enumerate(ZONES[1:], 1):
        dice = tuple(Look(hue) for hue in ZONE_DICE[:number])
        rows.append(_move(model, (f"l{end}", f"r{end}"), _degrees(end), Dice(dice, SIZE, 2)))
    said = [f"{line}." for line in trouble(model)]
    for key, point in model.fan.items():
        if point.hazards and not point.meets:
            things = listed([texts("things").get(name, name) for name in point.hazards])
            said.append(_word("ends_on", key=_called(key), things=things))
    return _panel(_word("next"), _word("dice"), rows, " ".join(said))


def _degrees(zone: int) -> str:
    return _word("degrees", degrees=f"{zone / 10:g}")


def _move(model: TurnModel, keys: Sequence[str], name: str, costs: str | Dice) -> Part:
    fan, ink = model.fan, PAPER if any(key in model.fan for key in keys) else MUTE
    discs: list[Part] = [
        Drawn(Key(_NUMBERS[key], bool(fan[key].meets)), width=48)
        if key in fan else Part(width=48) for key in (*keys, "")[:2]
    ]  # fmt: skip
    soft = SOFT if ink == PAPER else MUTE
    end = Text(costs, 34, soft, "t") if isinstance(costs, str) else Drawn(costs)
    return row(*discs, Text(name, 34, ink, grow=1), end, height=57, gap=2)


def _reached(model: TurnModel) -> Part:
    """What can be seen from where the turn ends."""
    view, seen = model.board.view, [*model.reach.items()][:6]
    rows = [row(*_sight(view, *each), gap=10, height=76) for each in seen]
    return _panel(_word("reach"), "", rows)


def _sight(view: State, body: int, target: Target) -> list[Part]:
    """What is seen, how far off, in which arc, and behind which cover."""
    far, arc, cover = lengths(target.distance), arcs_of(target), target.cover
    said = f"{body_name(view, body)} {far} L {say('offers', 'in_arc', arc=arc)}"
    tags = [plate(body, 40)] * (body < THING)
    shield = Drawn(Shields(str(cover), 22), say=say("attack", "cover", shields=cover))
    lies = say("offers", "arc", arc=arc) if len(target.arcs) == 1 else arc
    where = Text(far, 48, width=76, say=said), Soft(lies, say="", grow=1)
    return [*tags, *where, *[shield] * bool(cover)]


# -- what it costs so far


def _rolls(model: TurnModel) -> Part:
    """The dice of the points that have been chosen, each colour with what they are for."""
    groups, total = counted(model.pool), sum(model.pool)
    few = sum(max(2, count) * (_DIE + 3) + 18 for _, count in groups) <= 570
    cells: list[Part] = []
    room = 106 if few else 552 // len(groups) - 18
    for hue, count in groups:
        dice = Dice((cost_of(Look(hue)),) * (count if few else 1), _DIE, 3)
        cells.append(column(
            Drawn(dice, height=62, width=max(dice.width, room)), Rule(),
            Text(f"{count} {hue}", 34, anchor="middle", grow=1, height=38),
            Text(", ".join(_why(model, hue)), 32, SOFT, "t", "middle", grow=1, height=38),
            gap=4,
        ))  # fmt: skip
    many = Soft(_word("count", count=total)) if total else space(1)
    head = row(label(_word("rolls")), space(), many, height=36)
    none = _word("nothing" if model.steps else "no_point")
    body = row(*cells, space(), gap=18) if cells else Soft(none, 36, height=120)
    said = _word("rolls_said", dice=named(model.pool)) if total else none
    return column(head, body, panel=PANEL, pad=20, gap=8, width=592, say=f"{said}.")


def _why(model: TurnModel, hue: Colour) -> list[str]:
    """What the dice of a color are rolled for."""
    known = {"speed": _word("at_speed", speed=model.car.pace)} | dict(texts("whys"))
    pools = (each.pools for each in model.steps)
    whys = [why for each in pools for why, dice in each.items() if dice[COLOURS.index(hue)]]
    return [*dict.fromkeys(known.get(why) or getattr(BY_ID.get(why), "name", why) for why in whys)]


def _risks(model: TurnModel) -> Part:
    lost, spun = (
        row(
            Sign(icon, 56, width=60),
            column(Text(percent(chance), 60, say=f"{_word(icon)} {percent(chance)}", height=58),
                   Soft(_word(icon), say="", height=36), gap=0),
            gap=14, height=96,
        )
        for icon, chance in (("control", model.risk.lost), ("spin", model.risk.spun))
    )  # fmt: skip
    return column(lost, Rule(), spun, panel=PANEL, pad=16, gap=4, width=268)


def _tokens(model: TurnModel) -> Part:
    car, gained = model.board.view.cars[model.seat], won(model.steps)
    after = _word("after", control=f"{model.risk.control:.1f}") if model.steps else ""
    more = _word("gained", ace=gained) if gained else ""
    control, ace = (
        row(
            Sign(icon, 60, width=64), Text(str(count), 76, width=62, say=f"{name} {count}"),
            middle(*(Soft(name, say="", height=38), Text(below, 34, face="t", height=38))
                   [: 1 + bool(below)], gap=0), gap=10, height=96,
        )
        for icon, name, count, below in (
            ("control", say("board", "control"), car.control, after),
            ("ace", say("board", "ace"), car.ace + gained, more),
        )
    )  # fmt: skip
    return column(control, Rule(), ace, panel=PANEL, pad=16, gap=4, grow=1)


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The turn of a seat that is asked for one."""
    model = read_turn(view, players, choices)
    beside = _moves if model.fan else _reached
    above = row(_plane(model), beside(model), height=530)
    below = row(_rolls(model), _risks(model), _tokens(model), height=234)
    driven, name = model.done + len(model.steps), "point" if model.left else "whole"
    title = _word(name, speed=speed_of(model.car), point=driven + 1, of=driven + model.left)
    verb = _word({0: "ready", 1: "left_one"}.get(model.left, "left"), left=model.left)
    header = model.board.header(title, lambda: _said(model, title), verb)
    return Picture(header, column(above, below))


def _said(model: TurnModel, title: str) -> str:
    """The moves that have been pressed."""
    told = [_told(each.move) for each in model.steps]
    so_far = _word("so_far", moves=", ".join(told)) if told else ""
    where = model.board.where(model.board.view.cars[model.seat])
    return " ".join(filter(None, (f"{title.replace(' · ', ', ')}, {where}.", so_far)))


def _told(move: Move) -> str:
    """ "left 45°"."""
    if move.kind == "straight":
        return texts("moves")["straight"]
    side = SIDES[LEFT if move.side > 0 else RIGHT]
    if move.kind == "slide":
        return _word("slides", side=side)
    return _word("turns", side=side, degrees=f"{move.tenths / 10:g}")


# -- whole turns that are offered


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


def read_offer(view: State, seat: int, name: str, turn: Turn) -> Offer:
    """What a turn comes to; as far as nothing swings it round."""
    steps, then = drawn(view, seat, turn)
    there = scene(then, seat)
    body = min(there, key=lambda each: there[each].distance, default=-1)
    chances = risk(steps, view.cars[seat].control)
    return Offer(name, turn, steps, then.cars[seat].pose, chances, body, there.get(body))


def _sketch(board: Board, seat: int, offer: Offer, every: Sequence[Offer]) -> Plane:
    """The way of a turn; all of a picture show the same part of the arena."""
    view, lit = board.view, sorted(offer.target.arcs)[:1] if offer.target else ()
    near = [view.cars[each.body] for each in every if 0 <= each.body < THING]
    boxes = [box(car.pose, 1.17) for car in (view.cars[seat], *near)]
    boxes += [box(each.end, 1.4) for each in every]
    paint, (wide, high) = partial(_put_offer, board, seat, offer), _WINDOW
    return Plane(view, boxes, 60.0, 0.4, paint, offer.end, lit, width=wide, height=high)


def _put_offer(board: Board, seat: int, offer: Offer, sheet: Field) -> None:
    if 0 <= offer.body < THING:
        other = board.view.cars[offer.body]
        line = sheet.to.at(*offer.end[:2]), sheet.to.at(other.x, other.y)
        stroke(sheet.canvas, [*dashed(line, (4, 8))], PAPER, 3)
    put_way(sheet, board.view.cars[seat], offer.steps)
    sheet.cars(board.shown, tag=False)


def _offer(board: Board, seat: int, offers: Sequence[Offer], at: int) -> Card:
    offer, best = offers[at], at == 0
    ink, speed = INK if best else PAPER, pace_said(offer.turn.speed, offer.turn.reverse)
    dice, target = rolled(offer.steps), offer.target
    seen = _sight(board.view, offer.body, target) if target is not None else []
    met = [each.meets[0] for each in offer.steps if each.meets and not each.swung][:1]
    hits = [Text(say("offers", "hits", what=body_name(board.view, n)), 36, ALARM) for n in met]
    room = _WINDOW[0] - 150 * len(hits)
    lies = thrown(dice, room, say=named(dice)) or [Soft(say("offers", "no_dice"))]
    figures: list[Part] = []
    for icon, words in (("control", percent(offer.risk.lost)), ("spin", percent(offer.risk.spun)),
                        ("ace", f"+{won(offer.steps)}")):  # fmt: skip
        said = say("offers", icon, figure=words)
        figures += [space(), Sign(icon, 36, ink), Text(words, 36, ink, say=said)]
    parts = [
        row(Text(offer.name, 44, grow=1), Soft(speed), height=52),
        row(_sketch(board, seat, offer, offers)),
        row(*seen, gap=10, height=52), row(*lies, space(), *hits, height=44),
    ]  # fmt: skip
    foot = row(*figures[1:], gap=8)
    return Card(parts, gap=6, pad=16, live=True, best=best, foot=foot, height=480)


def offered(
    view: State, players: Sequence[Player], title: str, turns: Sequence[tuple[str, Turn]]
) -> Picture:
    """Up to three turns, by name, the one to take first in front."""
    seat, board = view.seat or 0, Board(view, players)
    offers = [read_offer(view, seat, name, turn) for name, turn in turns[:3]]
    cards = [_offer(board, seat, offers, at) for at in range(len(offers))]
    return Picture(board.header(title, board.tell(view.cars[seat])), Cards(cards, 3))
