"""What a seat is asked: where its vehicle can go, at what it can fire, what it can buy; else its
record sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.plane import FL, Box
from games.engine.players import Player
from games.engine.voice import upper
from games.mini_carwars.catalog import TOP
from games.mini_carwars.moves import Fire
from games.mini_carwars.sight import Aim, Sight, aim, sight
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words import paths as keys
from games.mini_carwars.words.phrases import inches, mounted, needed, percent, phrase, weapons
from images.canvas import Canvas
from images.choices import Choices
from images.counters import Note
from images.field import Plane
from images.labels import Rect
from images.mini_carwars import build, sheet
from images.mini_carwars.field import Sheet
from images.mini_carwars.ghosts import move_part, read_move
from images.mini_carwars.model import Board, asking, mph
from images.mini_carwars.plane import put_ground
from images.parts import Part, Picture, Soft, Text, column, row
from images.pen import dashed
from images.plane import Map
from images.strokes import stroke
from images.theme import GAP, MUTE, PAGE, PANEL, PAPER

_PLANE: Final = (736, 720)
"""Width and height of the plane, px."""
_ROW: Final = 72
_TALL: Final = 140
"""Height of a row, and of one that shows its sum, where they are few; px."""
_MOST: Final = 8
"""Rows that have room."""
_FULL: Final = 4
"""As many show their sum, with room to say that one may hold fire."""
_FEW: Final = 3
"""As many targets get their range and the names of their sides."""


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """What the seat is asked. Raises ValueError for a spectator's view."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator has no hand")
    if not (view.cars or choices.asked) and choices.path not in ((), (keys.ENOUGH,)):
        return build.chosen(view, seat, choices)
    if not view.cars and (choices.paths or not view.mine):
        return build.choice(view, seat, choices)
    asked = choices.asked and choices.paths and view.asked >= 0
    if asked and view.step == "move":
        move = read_move(view, players, choices)
        body = move_part(move)
        status = phrase("status", car=move.car.label, speed=mph(move.car.speed))
    elif asked and view.step == "fire":
        fire = read_fire(view, players, choices)
        body = fire_part(fire)
        status = f"{fire.car.label} · {fire.person}"
    else:
        return sheet.picture(view, players, seat)
    return Picture(asking(view, seat, choices.title, status), body, edge=0)


# -- a shot to be chosen: lines of fire to every target, and what each needs


class Shot(NamedTuple):
    """A firing action with what it needs."""

    path: tuple[str, ...]
    gun: str
    target: int
    """Vehicle, or -1 for a smokescreen."""
    label: str
    side: int
    aim: Aim | None


class FireReading(NamedTuple):
    """A shot to be chosen."""

    board: Board
    car: Vehicle
    person: str
    shots: tuple[Shot, ...]
    """The likeliest first; smokescreens last."""
    hold: bool

    @property
    def listed(self) -> Sequence[Shot]:
        """Those the picture has room for: with a row, and a line to their target."""
        return self.shots[: _MOST - (len(self.shots) > _MOST)]


def _shot(view: State, lines: Sight, car: Vehicle, path: tuple[str, ...]) -> Shot:
    places, target, side = keys.shot(path[-1])
    guns = [car.kind.weapons[place] for place in places]
    name = upper(weapons((gun.kind, gun.mount) for gun in guns)[0])
    if target < 0:
        return Shot(path, name, -1, "", -1, None)
    found = aim(view, car.number, view.person, Fire(places, target, side), lines)
    return Shot(path, name, target, view.cars[target].label, side, found)


def read_fire(view: State, players: Sequence[Player], choices: Choices) -> FireReading:
    """Everything the picture of a shot shows."""
    car = view.cars[view.asked]
    lines = sight(view)
    # What is out of action stands apart until it is chosen, or there is nothing else.
    paths = [path for path in choices.paths if path[0] != keys.HOLD]
    paths = [path for path in paths if path[0] != keys.OUT] or paths
    shots = [_shot(view, lines, car, path) for path in paths]
    shots.sort(key=lambda shot: (shot.aim is None, -(shot.aim.odds if shot.aim else 0)))
    person, hold = car.crew[max(view.person, 0)].role, (keys.HOLD,) in choices.paths
    return FireReading(Board(view, players), car, person, tuple(shots), hold)


class _Lines(Plane):
    """The plane with the firer, its targets and all lines of fire."""

    model: FireReading

    def compose(self, canvas: Canvas, field: Rect) -> None:
        model, view = self.model, self.model.board.view
        wanted = {shot.target for shot in model.listed} | {model.car.number}
        boxes = {car.number: car.box for car in view.cars if car.number in wanted}
        to = Map.fit([*boxes.values()], field, view.road is None, _PLANE, 120.0, air=2.2)
        put_ground(canvas.fill, to, field)
        sheet = Sheet(canvas, to, field)
        sheet.things(model.board, (model.car.number,))
        aims = {(shot.target, shot.side): shot.aim for shot in model.listed if shot.aim}
        few = len({target for target, _ in aims}) <= _FEW
        sheet.lines = list({(to.at(*one.start), to.at(*one.end)): 0 for one in aims.values()})
        for line in sheet.lines:
            stroke(canvas, [*dashed(line, (4, 9))], PAPER, 3)
        ranged: set[int] = set()
        for (target, side), one in aims.items() if few else ():
            # The name of a side stands a little beyond its middle.
            box, air = boxes[target], 48 / to.scale
            around = Box(*box.key[:3], box.length + air, box.width + air)
            at = around.corner(FL) if side == TOP else around.middle(side)
            name = Note(mounted(side).upper(), "", size=24)
            sheet.want(name, to.around(Box(*at, 0.0, 0.0, 0.0), 4))
            if target not in ranged:
                ranged.add(target)
                (x0, y0), (x1, y1) = one.start, one.end
                middle = Box(x0 * 0.45 + x1 * 0.55, y0 * 0.45 + y1 * 0.55, 0.0, 0.0, 0.0)
                far = inches(one.range).split()[0]
                note = Note(phrase("line", inches=far, clouds=one.clouds), "")
                sheet.want(note, to.around(middle, 4), line=None)
        sheet.label()


def _row(shot: Shot, tall: bool) -> Part:
    """A shot with the roll it needs and its odds; with its sum where there is room (`tall`)."""
    found, figures, below = shot.aim, list[Part](), list[Part]()
    words = phrase("lays" if shot.target < 0 else "never")
    said = f"{shot.gun}: {words}"
    if found is not None:
        facts = {"target": shot.label, "side": mounted(shot.side)}
        words = phrase("shot", **facts, range=phrase("short", range=found.range))
        said, hits = phrase("shot", **facts, range=inches(found.range)), found.roll <= 12
        said = f"{shot.gun} {said}:"
        summed = needed(found.need, found.sum)
        told = phrase("or_more", roll=found.roll) if hits else ""
        roll, odds = (f"{found.roll}+", percent(found.odds)) if hits else ("–", phrase("no_hit"))
        figures = [
            Text(roll, 46, anchor="middle", width=88, say=told),
            Text(odds, 40, anchor="right", width=108, say=f"{odds} ({summed})"),
        ]
        below = [Soft(summed, 32, lines=2, top=True, floor=26, height=66, say="")] * tall
    gun = Text(shot.gun, 34, grow=1, height=27, say="")
    target = Soft(words, 32, grow=1, height=25, say=said)
    head = row(column(gun, target, gap=2, grow=1), *figures, gap=8, height=54)
    return column(head, *below, panel=PANEL, pad=9, gap=2, height=_TALL if tall else _ROW)


def fire_part(model: FireReading) -> Part:
    """The plane with all lines of fire, and a row for each shot."""
    wide, high = _PLANE
    rows = [_row(shot, len(model.shots) <= _FULL) for shot in model.shots]
    listed = len(model.listed)
    # What there is no room for is told, and not drawn.
    rest = [Part(say=line) for each in rows[listed:] for line in each.words()]
    more = phrase("more_shots", shots=len(rest))
    below = [Text(more, 30, MUTE, "t", height=48, say="")] * bool(rest)
    told = phrase("or_hold" if rows else "must_hold")
    if model.hold:
        below.append(Text(told, 30, MUTE, "t", height=48, say=phrase("holds")))
    who = phrase("firing", model=model)
    plane = _Lines(model, width=wide, height=high, say=who)
    right = column(*rows[:listed], *below, *rest, pad=GAP, gap=8, width=PAGE - wide)
    return row(plane, right, gap=0, height=high)
