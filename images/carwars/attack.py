"""An attack to be chosen: the best ones in rows, and the arena with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.carwars.arena import thing as form_hull
from games.carwars.catalog import CARDS
from games.carwars.drops import may_lay
from games.carwars.moves import Fire
from games.carwars.outlook import Aim, ranked
from games.carwars.state import THING, State, Thing
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Point
from games.engine.players import Player
from games.engine.shapes import at
from images import fonts
from images.canvas import Canvas
from images.cars import SeatPlate
from images.carwars.dice import Dice, letters, named
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
from images.labels import Rect
from images.panels import Panel, put_icon, put_zero
from images.parts import Header, Part, Picture, column, row
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
        for other in model.board.shown:
            if other is not car and sheet.shows(other.x, other.y, 0.6):
                sheet.car(other, tall=44 if sheet.to.scale >= 80 else 36)
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
                x, y = sheet.to.at(*spot)
                around = round(x) - 21, round(y) - 21, round(x) + 21, round(y) + 21
                if sheet.is_clear(around):
                    sheet.taken.append(sheet.lay(Arc(LETTERS[side], side in lit), spot))
                    break

    def _label(self, sheet: Field, key: tuple[int, int, int], numbers: Sequence[int],
               line: tuple[Point, Point], ranged: set[int]) -> None:  # fmt: skip
        """The numbers of its rows at a side that is attacked; range and cover once a target."""
        _, body, side = key
        keys = Keys(tuple(str(number + 1) for number in numbers))
        (x, y), (to_x, to_y) = line
        near = (round(to_x) - 6, round(to_y) - 6, round(to_x) + 6, round(to_y) + 6)
        sheet.want(keys, near, f"key-{body}-{side}", None)
        if body in ranged:
            return
        ranged.add(body)
        aim = self.model.aims[numbers[0]]
        middle = round(x * 0.45 + to_x * 0.55), round(y * 0.45 + to_y * 0.55)
        spot = (middle[0] - 4, middle[1] - 4, middle[0] + 4, middle[1] + 4)
        cover = str(aim.target.cover) if aim.target.cover else ""
        sheet.want(Reach(lengths(aim.target.distance), cover), spot, f"range-{body}", None)


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


class Reach(Figure, frozen=True):
    """The range to a target, and the shields that its cover gives."""

    words: str
    cover: str = ""
    ground: Colour = ASPHALT

    @property
    def _note(self) -> Note:
        return Note(self.words, "", size=32)

    @property
    def width(self) -> int:
        return self._note.width + (58 if self.cover else 0)

    @property
    def height(self) -> int:
        return 54 if self.cover else self._note.height

    def paint(self, pen: Pen) -> None:
        note = self._note
        note.paint(pen.moved(0, (self.height - note.height) // 2))
        if self.cover:
            Shields(self.cover).paint(pen.moved(note.width + 4, 0))


# -- the rows


class _Ground(Figure, frozen=True):
    """The ground of a row with its number's tab."""

    width: int
    height: int
    best: bool
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        frame, weight = (PAPER, 6) if self.best else (EDGE, 2)
        Panel(w, h, RAISED, frame, weight, 20).paint(pen)
        pen.polygon([(0, 0), (58, 0), (44, h), (0, h)], PAPER)
        pen.rect(436, 16, 2, h - 32, LINE)


class _Row(Part):
    """An attack: weapon and crew member, target, dice, and what it may come to."""

    model: AttackModel
    number: int

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, aim = self.model, self.model.aims[self.number]
        view, fire = model.board.view, aim.fire
        canvas.put(_Ground(w, h, not self.number, ground), x, y)
        canvas.write(x + 25, y + h // 2, str(self.number + 1), 46, PAPER, INK, "middle")
        put_icon(canvas, icon_of(aim.card), x + 92, y + 38, 44, PAPER, RAISED)
        arc = SIDES[aim.arc] if aim.arc >= 0 else ""
        room = 290 - fonts.width(arc, 28, "t")
        wide = canvas.write(x + 126, y + 38, short(aim.card), 40, RAISED, room=room)
        canvas.write(x + 136 + wide, y + 40, arc, 28, RAISED, MUTE, face="t")
        who = CARDS[view.cars[model.seat].cards[fire.crew].card].subtype
        crew = "driver" if who == "driver" else "called"
        put_icon(canvas, crew, x + 412, y + 38, 28, MUTE, RAISED)
        if fire.target < THING:
            canvas.put(SeatPlate(fire.target, 40, False, RAISED), x + 70, y + 70)
            canvas.write(x + 160, y + 91, SIDES[fire.side] if fire.side >= 0 else "", 36, RAISED)
        else:
            canvas.write(x + 72, y + 91, body_name(view, fire.target), 36, RAISED)
        self._dice(canvas, x + 248, y + 73)
        self._worth(canvas, x, y)

    def _dice(self, canvas: Canvas, x: int, y: int) -> None:
        aim = self.model.aims[self.number]
        looks = letters(aim.dice)
        size = 36 if len(looks) <= 4 else 30 if len(looks) <= 5 else 26
        if looks:
            dice = Dice(looks, size, 3, 3, RAISED)
            canvas.put(dice, x, y + (36 - size) // 2)
            x += dice.width + 6
        if aim.flat:
            canvas.write(x, y + 18, f"+{aim.flat}", 34, RAISED)

    def _worth(self, canvas: Canvas, x: int, y: int) -> None:
        model, aim = self.model, self.model.aims[self.number]
        put_icon(canvas, "hit", x + 464, y + 41, 40, PAPER, RAISED)
        canvas.write(x + 490, y + 41, f"{aim.basic:.1f}", 52, RAISED)
        icon, words = self._beside()
        if words:
            put_icon(canvas, icon, x + 464, y + 91, 32, SOFT, RAISED)
            canvas.write(x + 490, y + 91, words, 36, RAISED, SOFT)
        armor = armor_at(model, aim)
        if armor is None:
            return
        if armor:
            canvas.write(x + 590, y + 41, str(armor), 52, RAISED, anchor="middle")
        else:
            put_zero(canvas, x + 590, y + 41, 38, RAISED, 54, 44)
        put_icon(canvas, "armor", x + 590, y + 91, 32, PAPER if armor else ALARM, RAISED)

    def _beside(self) -> tuple[str, str]:
        """What else it may do: tires, or a fire or an explosion with its chance."""
        aim = self.model.aims[self.number]
        if aim.tire >= 0.05:
            return "tire", f"{aim.tire:.1f}"
        if aim.special >= 0.005:
            icon = "fire" if aim.card.wrench == "fire" else "blast"
            return icon, percent(aim.special)
        return "", ""

    def words(self, brief: bool = False) -> Iterator[str]:
        model, aim = self.model, self.model.aims[self.number]
        view, fire, armor = model.board.view, aim.fire, armor_at(model, aim)
        icon, more = self._beside()
        facts = [say("attack", "dice", dice=named(aim.dice), flat=f" +{aim.flat}" * bool(aim.flat))]
        facts.append(say("attack", "worth", damage=f"{aim.basic:.1f}"))
        facts += [say("attack", icon, many=more)] if more else []
        facts += [say("attack", "armor", armor=armor)] if armor is not None else []
        facts.append(say("attack", "range", far=lengths(aim.target.distance)))
        facts += [say("attack", "cover", shields=aim.target.cover)] if aim.target.cover else []
        at = body_name(view, fire.target)
        side = SIDES[fire.side] if fire.side >= 0 else ""
        who = CARDS[view.cars[model.seat].cards[fire.crew].card].subtype
        arc = f" {SIDES[aim.arc]}" if aim.arc >= 0 else ""
        yield say("attack", "row", number=self.number + 1, weapon=aim.card.name, arc=arc, who=who,
                  target=f"{at} {side}".strip(), facts=", ".join(facts))  # fmt: skip


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The attacks of a seat that is asked for one."""
    model = read_attack(view, players, choices)
    rows = [_Row(model, at, width=624, height=_ROW) for at in range(len(model.aims))]
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
