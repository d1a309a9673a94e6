"""A shot to be chosen: lines of fire to every target, and what each needs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from games.engine.plane import Box, Point
from games.engine.players import Player
from games.mini_carwars.catalog import KINDS, SIDES, TOP
from games.mini_carwars.moves import Fire
from games.mini_carwars.sight import Aim, Sight, aim, sight
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words import paths as keys
from games.mini_carwars.words.phrases import percent
from images.canvas import Canvas
from images.choices import Choices
from images.mini_carwars.field import Sheet, put_things
from images.mini_carwars.labels import Rect, Want, place
from images.mini_carwars.model import LETTERS, Board, inches, long
from images.mini_carwars.plane import Bar, Map, dashed, lay, put_ground, stroke
from images.mini_carwars.tags import Mark, Note
from images.parts import Part, Text, column, row
from images.theme import (
    DEEP,
    GAP,
    HEADER,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
    Colour,
)

HEIGHT: Final = 808
_FIELD: Final[Rect] = (0, HEADER + 1, 736, HEIGHT)
_LEFT: Final = 752
_ROW: Final = 80
_MOST: Final = 8
"""Rows that have room."""
_TALL: Final = 136
"""Height of a row that shows its sum, px: where they are few."""
_FEW: Final = 3
"""As many targets get their range and the letters of their sides."""


class Shot(msgspec.Struct, frozen=True):
    """A firing action with what it needs."""

    path: tuple[str, ...]
    gun: str
    target: int
    """Vehicle, or -1 for a smokescreen."""
    label: str
    side: int
    aim: Aim | None


class FireReading(msgspec.Struct, frozen=True):
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


def gun_words(car: Vehicle, places: Sequence[int]) -> str:
    """A weapon with its mount: "MG front", "2 MG front"."""
    mounted = car.kind.weapons[places[0]]
    count = f"{len(places)} " if len(places) > 1 else ""
    where = "turret" if mounted.mount == TOP else SIDES[mounted.mount]
    return f"{count}{KINDS[mounted.kind].short} {where}"


def side_words(side: int) -> str:
    """A side shot at."""
    return "turret" if side == TOP else SIDES[side]


def sum_words(found: Aim) -> str:
    """What the needed roll is made of: "8 to hit, −1 range, +1 computer"."""
    parts = [f"{'−' if p.points < 0 else '+'}{abs(p.points)} {p.reason}" for p in found.sum.parts]
    return ", ".join([f"{found.need} to hit", *parts])


def _shot(view: State, lines: Sight, car: Vehicle, path: tuple[str, ...]) -> Shot:
    weapons, *aimed = path[1:] if path[0] == keys.OUT else path
    places = keys.places(weapons)
    gun = gun_words(car, places)
    if not aimed:
        return Shot(path, gun, -1, "", -1, None)
    target, side = map(keys.number, aimed)
    found = aim(view, car.number, view.person, Fire(places, target, side), lines)
    return Shot(path, gun, target, view.cars[target].label, side, found)


def read_fire(view: State, players: Sequence[Player], choices: Choices) -> FireReading:
    """Everything the picture of a shot shows."""
    car = view.cars[view.asked]
    lines = sight(view)
    # What is out of action stands apart until it is chosen, or there is nothing else.
    paths = [path for path in choices.paths if path[0] != keys.HOLD]
    paths = [path for path in paths if path[0] != keys.OUT] or paths
    shots = [_shot(view, lines, car, path) for path in paths]
    shots.sort(key=lambda shot: (shot.aim is None, -(shot.aim.odds if shot.aim else 0)))
    return FireReading(
        board=Board(view, players),
        car=car,
        person=car.crew[max(view.person, 0)].role,
        shots=tuple(shots),
        hold=any(path[0] == keys.HOLD for path in choices.paths),
    )


def fire_map(model: FireReading) -> Map:
    """The plane with the firer and all its targets, as large as fits."""
    boxes = [model.car.box]
    wanted = {shot.target for shot in model.listed}
    boxes += [car.box for car in model.board.view.cars if car.number in wanted]
    xs, ys = [box.x for box in boxes], [box.y for box in boxes]
    upward = model.board.view.road is None
    wide, high = max(ys) - min(ys), max(xs) - min(xs)
    if upward:
        wide, high = high, wide
    left, top, right, foot = _FIELD
    scale = min((right - left) / (wide + 3.2), (foot - top) / (high + 2.6), 120.0)
    at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Map.about(scale, at, ((left + right) / 2, (top + foot) / 2), upward)


def _outside(to: Map, box: Box, side: int) -> Point:
    """Where the letter of a side stands: a little beyond its middle, px."""
    air = 24 / to.scale
    if side == TOP:
        return to.at(*box.at(-box.side - 0.6 * air, box.half + 0.6 * air))
    x, y = box.middle(side)
    length = ((x - box.x) ** 2 + (y - box.y) ** 2) ** 0.5
    return to.at(x + (x - box.x) / length * air, y + (y - box.y) / length * air)


def _put_lines(sheet: Sheet, model: FireReading, to: Map) -> None:
    """A dotted line for every shot, the range of every target, the letters of the sides."""
    drawn: set[tuple[Point, Point]] = set()
    few = len({shot.target for shot in model.listed if shot.aim}) <= _FEW
    ranges: dict[int, tuple[str, Point]] = {}
    sides: set[tuple[int, int]] = set()
    for shot in model.listed:
        if shot.aim is None:
            continue
        start, end = to.at(*shot.aim.start), to.at(*shot.aim.end)
        if (start, end) not in drawn:
            drawn.add((start, end))
            stroke(sheet.canvas, dashed([start, end], 4, 9), PAPER, 3)
            steps = max(1, round(math.dist(start, end) / 20))
            for i in range(1, steps):
                across = round(start[0] + (end[0] - start[0]) * i / steps)
                down = round(start[1] + (end[1] - start[1]) * i / steps)
                sheet.taken.append((across - 9, down - 9, across + 9, down + 9))
        clouds = f" · {shot.aim.clouds} smoke" if shot.aim.clouds else ""
        middle = (start[0] * 0.45 + end[0] * 0.55, start[1] * 0.45 + end[1] * 0.55)
        ranges.setdefault(shot.target, (f"{inches(shot.aim.range)} in{clouds}", middle))
        sides.add((shot.target, shot.side))
    cars = {car.number: car for car in model.board.view.cars}
    for target, side in sorted(sides) if few else ():
        at = _outside(to, cars[target].box, side)
        mark = Mark(LETTERS[side], 17)
        sheet.lay(mark, at)
        across, down = round(at[0]), round(at[1])
        sheet.taken.append((across - 17, down - 17, across + 17, down + 17))
    wants, notes = [], []
    for words, (x, y) in ranges.values() if few else ():
        note = Note(words, "")
        near = (round(x) - 4, round(y) - 4, round(x) + 4, round(y) + 4)
        wants.append(Want(near, note.width, note.height))
        notes.append(note)
    sheet.label()
    for note, spot in zip(notes, place(wants, sheet.taken, sheet.bounds), strict=True):
        lay(sheet.canvas, note, spot.x, spot.y)


def _rows(model: FireReading) -> Part:
    """Every shot with the roll it needs and its odds."""
    tall = (_TALL if len(model.shots) <= 5 else _ROW) - 8
    rows = [_row(shot, tall) for shot in model.listed]
    if more := len(model.shots) - len(rows):
        rows.append(Text(f"and {more} more", 30, MUTE, "t", height=48))
    if model.hold:
        words = "or hold fire" if model.shots else "nothing to shoot at: hold fire"
        rows.append(Text(words, 30, MUTE, "t", height=48))
    return column(*rows, gap=8)


def _row(shot: Shot, tall: int) -> Part:
    found = shot.aim
    gun = Text(shot.gun, 34, grow=1, height=27)
    figures: list[Part] = []
    if found is None:
        words = "a cloud behind, −2 a shot" if shot.target < 0 else "cannot hit"
    else:
        words = f"at {shot.label} {side_words(shot.side)}, {inches(found.range)} in"
        hits = found.roll <= 12
        figures = [
            Text(f"{found.roll}+" if hits else "–", 46, anchor="middle", width=88),
            Text(percent(found.odds) if hits else "no hit", 40, anchor="right", width=108),
        ]
    names = column(row(gun), row(Text(words, 28, SOFT, "t", grow=1, height=25)), gap=2, grow=1)
    head = row(names, *figures, gap=8, height=54)
    below = [Text(sum_words(found), 26, MUTE, "t", lines=2, top=True, height=54)] if found else []
    return column(
        head, *(below if tall >= _TALL - 8 else ()), panel=PANEL, pad=9, gap=2, height=tall
    )


@dataclass(slots=True)
class FirePart(Part):
    """The plane with all lines of fire, and a row for each shot."""

    model: FireReading

    def least(self) -> tuple[int, int]:
        return PAGE, HEIGHT - HEADER

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        _put_plane(canvas, self.model)
        rows = _rows(self.model)
        canvas.fill(_LEFT - 16, y + 1, PAGE - _LEFT + 16, h - 1, ground)
        rows.draw(canvas, _LEFT, y + GAP, PAGE - GAP - _LEFT, rows.least()[1], ground)
        canvas.put(Bar(), 0, 0)

    def words(self, brief: bool = False) -> Iterator[str]:
        yield f"The {self.model.person} of your {self.model.car.label}."
        for shot in self.model.shots:
            yield f"{shot.gun}{_words(shot)}."
        if self.model.hold:
            yield "Or hold fire."


def _words(shot: Shot) -> str:
    if shot.aim is None:
        return f": {'a smoke cloud behind you' if shot.target < 0 else 'cannot hit'}"
    odds = f"{shot.aim.roll} or more, {percent(shot.aim.odds)}"
    needs = "cannot hit" if shot.aim.roll > 12 else odds
    at = f" at {shot.label} {side_words(shot.side)}, {long(shot.aim.range)}"
    return f"{at}: {needs} ({sum_words(shot.aim)})"


def _put_plane(canvas: Canvas, model: FireReading) -> None:
    left, top, right, foot = _FIELD
    upward = model.board.view.road is None
    bounds = (left + 10, top + 8, right - 8, foot - 8)
    sheet = Sheet(canvas, bounds, upward=upward)
    to = fire_map(model)
    canvas.fill(left, top, right - left, foot - top, DEEP)
    put_ground(canvas, to, _FIELD, not upward)
    put_things(sheet, model.board, to, _FIELD, model.car.number)
    sheet.wants = [
        want
        for want in sheet.wants
        if left < want[0].near[2] and want[0].near[0] < right and want[0].near[3] < foot + 20
    ]
    _put_lines(sheet, model, to)
