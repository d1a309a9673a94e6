"""An attack to be chosen: the best ones in rows, and the arena with their lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from games.carwars.arena import thing as form_hull
from games.carwars.attack import attacks
from games.carwars.drops import may_lay
from games.carwars.offers import ATTACKS
from games.carwars.outlook import Aim, ranked
from games.carwars.state import THING, State, Thing
from games.engine.players import Player
from images.carwars.dice import named, thrown
from images.carwars.field import Field, Plane, ends_of
from images.carwars.model import (
    LETTERS,
    Board,
    body_name,
    box,
    icon_of,
    lengths,
    percent,
    say,
    side_of,
    target_name,
    texts,
)
from images.choices import Choices
from images.counters import Key, Mark, Note, Shields
from images.labels import around
from images.parts import Part, Picture, Sign, Text, column, figure, middle, plate, row
from images.pen import Figure, Pen, dashed
from images.strokes import beam, stroke
from images.theme import ALARM, ASPHALT, EDGE, INK, LINE, MUTE, PAPER, RAISED, SOFT, Colour
from images.words import listed

_word: Final = partial(say, "attack")
_ROW: Final = 123


class AttackModel(NamedTuple):
    """Everything that the picture of an attack shows."""

    board: Board
    seat: int
    aims: Sequence[Aim]
    more: int
    """Attacks that there is no room for."""
    numbered: bool
    """They are offered, each by a button with its number."""
    drops: Sequence[Thing] = ()
    """What could be laid down, where it would lie."""


def read_attack(view: State, players: Sequence[Player], choices: Choices) -> AttackModel:
    """The attacks that are still open, the best first."""
    seat = view.seat or 0
    aims = ranked(view, seat, [x for x in attacks(view, seat) if x.path in choices.paths])
    weapons = {path[0] for path in choices.paths if path[1:2] == ("drop",)}
    drops = [
        Thing(each.effect.item, *pose)
        for each in view.cars[seat].offered("attack_action", "drop")
        if f"w{each.slot}" in weapons and (pose := may_lay(view, seat, each)) is not None
    ]
    more = max(0, len(aims) - ATTACKS)
    return AttackModel(Board(view, players), seat, aims[:ATTACKS], more, not choices.path, drops)


# -- the arena with its lines


def _plane(model: AttackModel) -> Plane:
    view, car = model.board.view, model.board.view.cars[model.seat]
    wanted = {aim.fire.target for aim in model.aims}
    poses = [view.cars[n].pose if n < THING else view.things[n - THING].pose for n in wanted]
    boxes, lit = [box(pose) for pose in (car.pose, *poses)], {aim.arc for aim in model.aims} - {-1}
    paint = partial(_put_lines, model, lit)
    return Plane(view, boxes, 110.0, 2.0, paint, car.pose, sorted(lit), grow=1)


def _put_lines(model: AttackModel, lit: set[int], sheet: Field) -> None:
    board, view = model.board, model.board.view
    car, large = view.cars[model.seat], sheet.to.scale >= 80
    for thing in model.drops:
        sheet.thing(thing)
        corners = [sheet.to.at(*corner) for corner in form_hull(thing.kind, thing.pose).outline]
        stroke(sheet.canvas, [*dashed([*corners, corners[0]], (6, 5))], PAPER, 2.6)
    groups: dict[tuple[int, int, int], list[int]] = {}
    for number, aim in enumerate(model.aims):
        groups.setdefault((aim.arc, aim.fire.target, aim.fire.side), []).append(number)
    ranged = set[int]()
    for (_, body, side), numbers in groups.items():
        fire, target = model.aims[numbers[0]].fire, model.aims[numbers[0]].target
        ends = ends_of(view, model.seat, fire.weapon, body, side)
        line = (x, y), (to_x, to_y) = sheet.to.at(*ends[0]), sheet.to.at(*ends[1])
        beam(sheet.canvas, *line, ((INK, 8.0),))
        stroke(sheet.canvas, [*dashed(line, (4, 8))], PAPER, 3.4)
        sheet.lines.append(line)
        if model.numbered:
            keys = Keys(tuple(str(number + 1) for number in numbers))
            sheet.want(keys, around(to_x, to_y, 6), line=None)
        if body not in ranged:
            spot = around(x * 0.45 + to_x * 0.55, y * 0.45 + to_y * 0.55, 4)
            sheet.want(Note(lengths(target.distance), "", size=32), spot, line=None)
            if target.cover:
                sheet.want(Shields(str(target.cover)), spot, line=None)
        ranged.add(body)
    others = [other for other in board.shown if other is not car]
    sheet.cars(others, tall=44 if large else 36, own=car)
    sheet.car(car, acts=True, tag=False)
    letters = {
        side: Mark(LETTERS[side], 20, INK, PAPER if side in lit else EDGE) for side in range(4)
    }
    sheet.numbers(box(car.pose, 1.17), letters, "arcs", aside=0.5)


class Keys(Figure, frozen=True):
    """Numbers of choices beside each other."""

    words: tuple[str, ...]
    ground: Colour = ASPHALT
    height: int = 46

    @property
    def width(self) -> int:
        return 40 * len(self.words) + 6

    def paint(self, pen: Pen) -> None:
        for place, words in enumerate(self.words):
            Key(words, radius=19).paint(pen.moved(40 * place, 0))


# -- the rows


def _row(model: AttackModel, number: int) -> Part:
    """An attack: weapon and crew member, target, dice, and what it may come to."""
    aim, view = model.aims[number], model.board.view
    fire, seen, best = aim.fire, aim.target, number == 0
    who = view.cars[model.seat].kind(fire.crew).subtype
    arc, name = side_of(aim.arc), body_name(view, fire.target)
    key = str(number + 1) if model.numbered else ""
    tab = Text(key, 46, INK, anchor="middle", width=52)
    weapon = row(
        Sign(icon_of(aim.card), 44, width=52),
        Text(aim.card.short, 38, grow=1, say=f"{key} {aim.card.name} {arc}".strip()),
        Text(arc, 34, MUTE, "t", say=""),
        Sign("driver" if who == "driver" else "called", 28, MUTE, width=32, say=who),
        gap=6, height=54,
    )  # fmt: skip
    flat = f"+{aim.flat}" * bool(aim.flat)
    at_whom = _word("at", target=target_name(view, fire.target, fire.side))
    whom: list[Part] = [Text(name, 36, width=170, say=at_whom)]
    if fire.target < THING:
        whom = [plate(fire.target, 40), Text(side_of(fire.side), 36, width=72, say=at_whom)]
    room = 160 - 26 * bool(flat)
    dice = thrown(aim.dice, room, f"{named(aim.dice)} {flat}".rstrip())
    target = row(*whom, *dice, *[Text(flat, 34, say="")] * bool(flat), gap=8, height=46)
    basic = f"{aim.basic:.1f}"
    hits = Text(basic, 52, say=_word("worth", damage=basic))
    worth = row(Sign("hit", 40, width=44), hits, gap=4, height=54)
    left: list[Part] = [Part(width=60, height=54)]
    if fire.side >= 0:
        armor = view.cars[fire.target].armor[fire.side]
        said = _word("armor", armor=armor)
        count = figure(armor, 52, said, 60)
        left = [row(count, height=54), Sign("armor", 32, PAPER if armor else ALARM, height=46)]
    facts = [_word("range", far=lengths(seen.distance))]
    facts += [_word("cover", shields=seen.cover)] * bool(seen.cover)
    return row(
        row(tab, panel=PAPER if model.numbered else RAISED, corner=0, say=""),
        middle(weapon, target, gap=0, grow=1),
        middle(column(panel=LINE, corner=0, width=2, height=_ROW - 32)),
        middle(worth, row(*_special(aim), gap=4, height=46), gap=0, width=128),
        middle(*left, gap=0, width=60), Part(width=2, say=", ".join(facts)),
        panel=RAISED, frame=PAPER if best else EDGE, gap=8, height=_ROW,
    )  # fmt: skip


def _special(aim: Aim) -> list[Part]:
    """What else it may do: tires, or a fire or an explosion with its chance."""
    icon, words = "tire", f"{aim.tire:.1f}"
    if aim.tire < 0.05:
        icon = "fire" if aim.card.wrench == "fire" else "blast"
        words = percent(aim.special)
    said = Text(words, 36, SOFT, say=_word(icon, many=words))
    return [Sign(icon, 32, SOFT, width=44), said] * (aim.tire >= 0.05 or aim.special >= 0.005)


def picture(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The attacks of a seat that is asked for one."""
    model = read_attack(view, players, choices)
    rows = [_row(model, at) for at in range(len(model.aims))]
    right = [column(*rows, gap=8, width=624)] if rows else []
    verb = _word("more", more=model.more) if model.more else model.board.verb
    said = model.board.tell(view.cars[model.seat])
    if model.drops:
        names = listed([texts("things")[each.kind] for each in model.drops])
        said += f" {_word('drops', things=names)}"
    header = model.board.header(choices.title, said, verb)
    return Picture(header, row(_plane(model), *right, height=780))
