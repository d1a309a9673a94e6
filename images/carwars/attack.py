"""An attack to be chosen: the best ones in rows, and the arena with their lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.carwars.arena import thing as form_hull
from games.carwars.drops import may_lay
from games.carwars.moves import Fire
from games.carwars.outlook import Aim, ranked
from games.carwars.state import THING, State, Thing
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Point
from games.engine.players import Player
from games.engine.shapes import at
from images.canvas import Canvas
from images.carwars.dice import named, thrown
from images.carwars.field import Field, Plane, fitted
from images.carwars.model import (
    LETTERS,
    SIDES,
    Board,
    body_name,
    box,
    icon_of,
    lengths,
    percent,
    say,
    short,
    texts,
)
from images.carwars.pieces import Arc
from images.carwars.shots import ends_of
from images.choices import Choices
from images.counters import Key, Note, Shields
from images.labels import Rect, around
from images.parts import (
    Header,
    Part,
    Picture,
    Sign,
    Stamp,
    Text,
    column,
    plate,
    row,
    space,
)
from images.pen import Figure, Pen, dashed
from images.strokes import beam, stroke
from images.theme import (
    ALARM,
    ASPHALT,
    EDGE,
    INK,
    LINE,
    MUTE,
    PAPER,
    RAISED,
    SOFT,
    Colour,
)
from images.words import listed

_PLANE: Final = (528, 780)
_ROW: Final = 123
_MOST: Final = 6
"""Rows that have room."""
_LARGEST: Final = 110.0
"""px an L at most."""
_FIRE: Final = re.compile(r"w(\d+) t(\d+) s(\d?) c(\d+) x([\dx]*)")
_LETTER_SPOTS: Final = {
    FRONT: (1.0, 0.30), LEFT: (-0.45, 0.92), RIGHT: (0.42, -0.92), BACK: (-1.2, 0.0),
}  # fmt: skip


class AttackModel(NamedTuple):
    """Everything that the picture of an attack shows."""

    board: Board
    seat: int
    aims: Sequence[Aim]
    more: int
    """Attacks that there is no room for."""
    drops: Sequence[Thing] = ()
    """What could be laid down, where it would lie."""


def fire_of(path: Sequence[str]) -> Fire | None:
    """The attack of a whole path."""
    found = _FIRE.fullmatch(" ".join(path))
    if found is None:
        return None
    weapon, target, side, crew, extras = found.groups()
    told = tuple(int(each) for each in extras.split("x") if each)
    return Fire(int(crew), int(weapon), int(target), int(side) if side else -1, told)


def read_attack(view: State, players: Sequence[Player], choices: Choices) -> AttackModel:
    """The attacks that are still open, the best first."""
    seat = view.seat or 0
    fires = [fire for path in choices.paths if (fire := fire_of(path)) is not None]
    aims = ranked(view, seat, fires)
    weapons = {path[0] for path in choices.paths if path[1:2] == ("drop",)}
    drops = [
        Thing(each.effect.item, *pose)
        for each in view.cars[seat].offered("attack_action", "drop")
        if f"w{each.slot}" in weapons and (pose := may_lay(view, seat, each)) is not None
    ]
    return AttackModel(Board(view, players), seat, aims[:_MOST], max(0, len(aims) - _MOST), drops)


def armor_at(model: AttackModel, aim: Aim) -> int | None:
    """Armor left where an attack strikes; None of what has no sides."""
    fire = aim.fire
    return model.board.view.cars[fire.target].armor[fire.side] if fire.side >= 0 else None


# -- the arena with its lines


class _Lines(Plane):
    model: AttackModel

    def compose(self, canvas: Canvas, field: Rect) -> None:
        model, view = self.model, self.model.board.view
        car = view.cars[model.seat]
        wanted = {aim.fire.target for aim in model.aims}
        boxes = [box(car.pose), *(box(_pose(view, body)) for body in wanted)]
        sheet = Field(canvas, fitted(view, boxes, field, _LARGEST, 2.0), field)
        lit = sorted({aim.arc for aim in model.aims if aim.arc >= 0})
        sheet.ground(view, car.pose, lit)
        sheet.things(view)
        for thing in model.drops:
            sheet.thing(thing)
            corners = [sheet.to.at(*corner) for corner in form_hull(thing.kind, thing.pose).outline]
            stroke(canvas, [*dashed([*corners, corners[0]], (6, 5))], PAPER, 2.6)
        groups: dict[tuple[int, int, int], list[int]] = {}
        for number, aim in enumerate(model.aims):
            groups.setdefault((aim.arc, aim.fire.target, aim.fire.side), []).append(number)
        ends: dict[tuple[int, int, int], tuple[Point, Point]] = {}
        for key, numbers in groups.items():
            fire = model.aims[numbers[0]].fire
            start, end = ends_of(view, model.seat, fire.weapon, fire.target, fire.side)
            line = ends[key] = sheet.to.at(*start), sheet.to.at(*end)
            beam(canvas, *line, ((INK, 8.0),))
            stroke(canvas, [*dashed(line, (4, 8))], PAPER, 3.4)
            sheet.lines.append(line)
        others = [other for other in model.board.shown if other is not car]
        sheet.cars(others, tall=44 if sheet.to.scale >= 80 else 36)
        sheet.car(car, acts=True, tag=False)
        self._letters(sheet, lit)
        wants, sheet.wants = sheet.wants, []
        ranged: set[int] = set()
        for key, numbers in groups.items():
            self._label(sheet, key, numbers, ends[key], ranged)
        sheet.wants += wants
        sheet.edge()
        sheet.label()

    def _letters(self, sheet: Field, lit: Sequence[int]) -> None:
        """The letter of each arc, where nothing lies."""
        pose = self.model.board.view.cars[self.model.seat].pose
        for side, (ahead, left) in _LETTER_SPOTS.items():
            for far in (1.0, 1.35, 0.8):
                spot = at(pose, ahead * far, left * far)
                there = around(*sheet.to.at(*spot), 21)
                if sheet.is_free(there) and not sheet.is_crossed(there):
                    sheet.taken.append(sheet.lay(Arc(LETTERS[side], side in lit), spot))
                    break

    def _label(self, sheet: Field, key: tuple[int, int, int], numbers: Sequence[int],
               line: tuple[Point, Point], ranged: set[int]) -> None:  # fmt: skip
        """The numbers of its rows at a side that is attacked; range and cover once a target."""
        _, body, side = key
        keys = Keys(tuple(str(number + 1) for number in numbers))
        (x, y), (to_x, to_y) = line
        sheet.want(keys, around(to_x, to_y, 6), f"key-{body}-{side}", None)
        if body in ranged:
            return
        ranged.add(body)
        aim = self.model.aims[numbers[0]]
        spot = around(x * 0.45 + to_x * 0.55, y * 0.45 + to_y * 0.55, 4)
        sheet.want(Note(lengths(aim.target.distance), "", size=32), spot, f"range-{body}", None)
        if aim.target.cover:
            sheet.want(Shields(str(aim.target.cover)), spot, f"cover-{body}", None)


def _pose(view: State, body: int) -> tuple[float, float, float]:
    return view.cars[body].pose if body < THING else view.things[body - THING].pose


class Keys(Figure, frozen=True):
    """Numbers of choices beside each other."""

    words: tuple[str, ...]
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 40 * len(self.words) + 6

    @property
    def height(self) -> int:
        return 46

    def paint(self, pen: Pen) -> None:
        for place, words in enumerate(self.words):
            Key(words, radius=19).paint(pen.moved(40 * place, 0))


# -- the rows


def _row(model: AttackModel, number: int) -> Part:
    """An attack: weapon and crew member, target, dice, and what it may come to."""
    aim, view = model.aims[number], model.board.view
    fire, best, armor = aim.fire, number == 0, armor_at(model, aim)
    who = _crew(model, aim)
    tab = row(
        Text(str(number + 1), 46, INK, anchor="middle", width=52),
        panel=PAPER,
        corner=0,
        height=_ROW,
    )
    weapon = row(
        Sign(icon_of(aim.card), 44, width=52), Text(short(aim.card), 38),
        Text(SIDES[aim.arc] if aim.arc >= 0 else "", 34, MUTE, "t", grow=1),
        Sign("driver" if who == "driver" else "called", 28, MUTE, width=32), gap=6, height=54,
    )  # fmt: skip
    dice = thrown(aim.dice, 180, RAISED)
    whom: list[Part] = [Text(body_name(view, fire.target), 36, width=170)]
    if fire.target < THING:
        side = Text(SIDES[fire.side] if fire.side >= 0 else "", 36, width=90)
        whom = [plate(fire.target, 40, RAISED), side]
    flat = [Text(f"+{aim.flat}", 34)] * bool(aim.flat)
    target = row(*whom, *dice, *flat, gap=8, height=46)
    icon, words = _beside(aim)
    beside = [Sign(icon, 32, SOFT, width=44), Text(words, 36, SOFT)] if words else []
    worth = row(Sign("hit", 40, width=44), Text(f"{aim.basic:.1f}", 52), gap=4, height=54)
    left: Part = Text("" if armor is None else str(armor), 52, anchor="middle", width=60, height=54)
    if armor == 0:
        left = column(space(), Stamp("0", 38, ALARM, width=60, height=44), space(), height=54)
    there = [Sign("armor", 32, PAPER if armor else ALARM, height=46)] * (armor is not None)
    parts = [(weapon, target), (worth, row(*beside, gap=4, height=46)), (left, *there)]
    wide = 0, 128, 60
    columns = [
        column(space(), *each, space(), gap=0, width=width, grow=int(not width))
        for each, width in zip(parts, wide, strict=True)
    ]
    rule = column(space(), column(panel=LINE, corner=0, width=2, height=_ROW - 32), space())
    return row(
        tab, columns[0], rule, *columns[1:], Part(width=2), panel=RAISED,
        frame=PAPER if best else EDGE, gap=8, height=_ROW, say=lambda: _told(model, number),
    )  # fmt: skip


def _crew(model: AttackModel, aim: Aim) -> str:
    """Who fires: driver or gunner."""
    return model.board.view.cars[model.seat].kind(aim.fire.crew).subtype


def _beside(aim: Aim) -> tuple[str, str]:
    """What else it may do: tires, or a fire or an explosion with its chance."""
    if aim.tire >= 0.05:
        return "tire", f"{aim.tire:.1f}"
    if aim.special >= 0.005:
        return "fire" if aim.card.wrench == "fire" else "blast", percent(aim.special)
    return "", ""


def _told(model: AttackModel, number: int) -> str:
    """A row in words."""
    aim = model.aims[number]
    fire, armor, (icon, more) = aim.fire, armor_at(model, aim), _beside(aim)
    facts = [say("attack", "dice", dice=named(aim.dice), flat=f" +{aim.flat}" * bool(aim.flat))]
    facts.append(say("attack", "worth", damage=f"{aim.basic:.1f}"))
    facts += [say("attack", icon, many=more)] if more else []
    facts += [say("attack", "armor", armor=armor)] if armor is not None else []
    facts.append(say("attack", "range", far=lengths(aim.target.distance)))
    facts += [say("attack", "cover", shields=aim.target.cover)] if aim.target.cover else []
    side = SIDES[fire.side] if fire.side >= 0 else ""
    target = f"{body_name(model.board.view, fire.target)} {side}".strip()
    arc = f" {SIDES[aim.arc]}" if aim.arc >= 0 else ""
    return say("attack", "row", number=number + 1, weapon=aim.card.name, arc=arc,
               who=_crew(model, aim), target=target, facts=", ".join(facts))  # fmt: skip


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The attacks of a seat that is asked for one."""
    model = read_attack(view, players, choices)
    rows = [_row(model, at) for at in range(len(model.aims))]
    # Where nothing can be attacked the arena has all the room.
    grow = int(not rows)
    plane = _Lines(model, width=0 if grow else _PLANE[0], height=_PLANE[1], say="", grow=grow)
    right = [column(*rows, gap=8, width=624)] if rows else []
    board, verb = model.board, model.board.verb
    if model.more:
        verb = say("attack", "more", more=model.more)
    said = board.tell(view.cars[model.seat])
    if model.drops:
        names = listed([texts("things")[each.kind] for each in model.drops])
        said += f" {say('attack', 'drops', things=names)}"
    header = Header(board.moment, choices.title, (model.seat,), verb, say=said)
    return Picture(header, row(plane, *right, height=_PLANE[1]))
