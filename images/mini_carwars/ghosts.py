"""A move to be chosen: the ways a vehicle can move now, what they would come to, and the plane
around it with where each would end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.plane import Box, gap
from games.engine.players import Player
from games.engine.sweep import Swing
from games.mini_carwars.maneuvers import WAYS, end, legs
from games.mini_carwars.moves import Drive
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.outcomes import Outcome, outcome
from games.mini_carwars.words.paths import turn
from games.mini_carwars.words.phrases import VALUES, inches, mph, percent, phrase, two_dice
from images.canvas import Canvas
from images.cars import BODIES
from images.choices import Choices
from images.counters import Head, Mark, Note, dart
from images.field import Plane
from images.icons import paint_icon
from images.labels import Rect
from images.mini_carwars.field import Sheet
from images.mini_carwars.model import Board, tell
from images.mini_carwars.plane import Standing, put_ground
from images.parts import Part, Soft, Text, column, row
from images.pen import Pen, dashed
from images.plane import Map
from images.theme import (
    ALARM,
    ASPHALT,
    DEEP,
    GAP,
    INK,
    MUTE,
    PAGE,
    PAPER,
    RAISED,
    SEAT_PAINT,
    SOFT,
    Colour,
)
from images.words import listed

PLANE: Final = 572
"""Height of the plane, px."""
_LEGEND: Final = 128
_LARGEST: Final = 210.0
"""px an inch at most."""
_ROOM: Final = 460
"""For the vehicle and where it can go, px."""
_WIDE: Final = 960
"""For the vehicles around, along the picture, px."""
_SMALLEST: Final = 120.0
"""px an inch at least for vehicles around to be taken in."""
_MANY: Final = 12
"""More ends of one group are shown by their arrow heads alone."""
_DIAL: Final = 9
"""From so many groups on they stand on a dial: the angles of a pivot."""


class Ghost(NamedTuple):
    """Where one way to move would end."""

    path: tuple[str, ...]
    drive: Drive
    box: Box
    hits: tuple[str, ...]
    """Labels of what it would touch."""
    done: Outcome

    @property
    def rolls(self) -> str:
        """The control rolls it needs."""
        done = self.done
        which = "rolls" if done.rolls else "no_roll"
        return phrase(which, rolls=done.rolls, dice=two_dice(done.add))

    @property
    def risk(self) -> str:
        """The same with their odds."""
        odds = phrase("trouble", odds=percent(self.done.trouble))
        return self.rolls + odds * bool(self.done.rolls)


class Group(NamedTuple):
    """Ways to move that begin with the same key: one thing to press."""

    key: str
    name: str
    number: str
    """On its button, if it has one."""
    foot: str
    ghosts: tuple[Ghost, ...]

    @property
    def bad(self) -> bool:
        """Whichever way, it touches something."""
        return all(ghost.hits for ghost in self.ghosts)


class MoveReading(NamedTuple):
    """A move to be chosen."""

    board: Board
    car: Vehicle
    groups: tuple[Group, ...]
    idle: tuple[tuple[str, str], ...]
    """Sorts of moves there are none of now, with the reason."""
    chosen: Sequence[str]
    """What has been pressed so far."""

    @property
    def ghosts(self) -> list[Ghost]:
        return [ghost for group in self.groups for ghost in group.ghosts]


def drive_of(path: Sequence[str]) -> Drive:
    """The move that a path says."""
    amount, corner = turn(path[1]) if path[1:] else (0, "")
    return Drive(path[0], amount, "" if path[0] == "drift" else corner)


def names(path: Sequence[str]) -> list[str]:
    """A move part by part.

    >>> names(("swerve", "l30right")), names(("drift", "r2"))
    (['swerve', 'L 30° hold right corner'], ['drift', 'R ½ inch'])
    """
    out = list(path[:1])
    for key in path[1:]:
        amount, corner = turn(key)
        if not amount:
            out.append(phrase("no_turn"))
            continue
        how = "drift" if path[0] == "drift" else "turn"
        hold = f" {phrase('hold', corner=corner)}" * key.endswith(("left", "right"))
        out.append(phrase(f"by_{how}", size=abs(amount), right=amount > 0) + hold)
    return out


def told(ghosts: Sequence[Ghost]) -> str:
    """What some ways to move come to."""
    least = min(ghosts, key=lambda ghost: ghost.done.rolls)
    words = [least.risk]
    labels = listed(sorted({label for ghost in ghosts for label in ghost.hits}))
    for what, those in (
        ("end_hits", [ghost for ghost in ghosts if ghost.hits]),
        ("end_off_road", [ghost for ghost in ghosts if ghost.done.off_road]),
        ("end_debris", [ghost for ghost in ghosts if ghost.done.debris]),
    ):
        if not those:
            continue
        every = len(those) == len(ghosts)
        said = phrase(what, hits=labels, one=every or len(those) == 1)
        if not every:
            said = phrase("some", some=len(those), of=len(ghosts), what=said)
        most = max(those, key=lambda ghost: ghost.done.rolls)
        words.append(f"{said} ({most.risk})" if most.done.rolls > least.done.rolls else said)
    return ", ".join(words)


def read_move(view: State, players: Sequence[Player], choices: Choices) -> MoveReading:
    """Everything the picture of a move shows."""
    car, depth = view.cars[view.asked], len(choices.path)
    groups: dict[str, list[Ghost]] = {}
    labels = {other.number: other.label for other in view.cars}
    for path in choices.paths:
        drive = drive_of(path)
        done, box = outcome(view, car, drive), end(car.box, drive, car.speed < 0)
        hits = tuple(labels.get(one, VALUES["things"]["wall"]) for one in done.met)
        ghost = Ghost(path, drive, box, hits, done)
        groups.setdefault(path[min(depth, len(path) - 1)], []).append(ghost)
    out = []
    for key, ghosts in groups.items():
        name = names(ghosts[0].path)[: depth + 1][-1]
        held = None if depth else choices.playable.get(WAYS.index(key))
        number, foot = (held.key, held.caption) if held else ("", "")
        out.append(Group(key, name, number, foot, tuple(ghosts)))
    idle = () if depth else tuple((WAYS[at], why) for at, why in choices.unplayable.items())
    return MoveReading(Board(view, players), car, tuple(out), idle, names(choices.path))


# -- its picture


class GhostBody(Standing, frozen=True):
    """The outline of a vehicle where it would be; a `strong` one is filled and dashed."""

    seat: int
    length: int
    cycle: bool
    angle: int
    strong: bool
    bad: bool
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        k, middle = self.length, self.width / 2
        kind, along, across = ("cycle", 1.0, 1.5) if self.cycle else ("car", 0.86, 0.95)
        points = self.turn([(x * k * along, y * k * across) for x, y in BODIES[kind].outline])
        colour = ALARM if self.bad else SEAT_PAINT[self.seat]
        if self.strong:
            pen.polygon(points, INK)
        pen.outline(points, colour, 7 if self.strong else 4)
        for piece in dashed([*points, points[0]], (10, 8 if self.strong else 16)):
            pen.line(piece, PAPER, 3.5 if self.strong else 2)
        nose = k * (0.36 if self.cycle else 0.44)
        r = k * (0.14 if self.strong else 0.075) * (1.5 if self.cycle else 1)
        tip = nose - (k * 0.12 if self.strong else 0)
        pen.polygon(self.turn(dart(tip, 2 * r)), PAPER)
        if self.bad:
            paint_icon(pen, "hit", middle, middle, k * 0.3, ALARM, INK)


def move_map(model: MoveReading, field: Rect) -> Map:
    """The plane around the vehicle and where it can go, as large as fits.

    As long as few ends are shown the vehicles around are taken in, nearest first, while all of it
    stays large enough.
    """
    board, own = model.board, model.car.box
    boxes, upward = [own, *(ghost.box for ghost in model.ghosts)], board.view.road is None
    to = Map.fit(boxes, field, upward, (_ROOM, _ROOM), _LARGEST)
    few = not model.chosen or len(model.ghosts) == 1
    others = [car.box for car in board.shown] if few else []
    for box in sorted(others, key=lambda each: gap(own, each)):
        boxes.append(box)
        wider = Map.fit(boxes, field, upward, (_WIDE, _ROOM), to.scale)
        if wider.scale < _SMALLEST:
            break
        to = wider
    return to


def _angle(to: Map, heading: float) -> int:
    return round(to.angle(heading) * 10) % 3600


def _outlined(model: MoveReading) -> list[Ghost]:
    """The ends drawn in outline: all of them where they are few, else the outermost of each group
    and side."""
    if len(model.ghosts) <= 4:
        return model.ghosts
    out: list[Ghost] = []
    for group in model.groups:
        # Of two that turn as far, the one about the corner on that side goes farther out.
        ends = sorted(group.ghosts, key=lambda g: (g.drive.size, g.drive.hold == g.drive.way))
        sides = {ghost.drive.way if ghost.drive.amount else "": ghost for ghost in ends}
        out += sides.values() if len(ends) <= _MANY else ()
    return out


def _put_ghosts(sheet: Sheet, model: MoveReading) -> None:
    """Where the ways end, and where few are left the corner that a turn is made about."""
    outlined, car, to = _outlined(model), model.car, sheet.to
    single = len(model.ghosts) == 1
    for ghost in sorted(outlined, key=lambda each: -each.drive.size):
        box, strong = ghost.box, single or ghost.drive.how == "straight"
        length, angle = round(box.length * to.scale), _angle(to, box.heading)
        bad = bool(ghost.hits)
        sheet.lay(GhostBody(car.owner, length, car.kind.cycle, angle, strong, bad), (box.x, box.y))
    for ghost in model.ghosts:
        if ghost not in outlined:
            head = Head(_angle(to, ghost.box.heading), bool(ghost.hits))
            sheet.lay(head, ghost.box.at(0.0, ghost.box.half))
        sheet.taken.append(to.around(ghost.box, -6))
    sheet.vehicle(car, 42, acts=True)
    for ghost in model.ghosts if len(model.ghosts) <= 2 else ():
        turn = legs(car.box, ghost.drive, car.speed < 0)[-1]
        if isinstance(turn, Swing):
            sheet.lay(Mark("", 11, PAPER, INK), turn.about)


def _put_dial(sheet: Sheet, model: MoveReading) -> None:
    """The angles of a pivot around the vehicle, each where its nose would point."""
    x, y = sheet.to.at(model.car.x, model.car.y)
    # Two about different corners point the same way, as do both ways round to 180 degrees.
    groups: dict[int, Group] = {}
    for group in model.groups:
        drive = group.ghosts[0].drive
        half = drive.size == 180
        at = drive.size if half else drive.amount
        if at not in groups or (drive.hold == drive.way and not (half and group.bad)):
            groups[at] = group._replace(name=phrase("half_turn")) if half else group
    for group in groups.values():
        angle = sheet.to.angle(group.ghosts[0].box.heading)
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        sheet.put(Head(round(angle * 10) % 3600, group.bad), x + 330 * cos, y + 205 * sin)
        note = Note(group.name.upper(), "", group.bad, size=28)
        sheet.taken.append(sheet.put(note, x + 440 * cos, y + 262 * sin))
    sheet.vehicle(model.car, 42, acts=True)


def _put_names(sheet: Sheet, model: MoveReading) -> None:
    """The name of every group beside where it ends; a single way in full."""
    single, few = len(model.ghosts) == 1, len(model.groups) <= 4
    for at, group in enumerate(model.groups):
        # Names take turns between left and right: ends of several groups lie close together.
        sign = -1 if at % 2 or len(model.groups) < 3 else 1
        ghost = max(group.ghosts, key=lambda each: (sign * each.drive.amount, each.drive.hold))
        aside = math.copysign(0.15, ghost.drive.amount) if ghost.drive.amount else 0.0
        right = aside * ghost.box.width
        point = ghost.box.at(right, ghost.box.half * 0.9)
        name, rolls = f"{group.number} {group.name}".strip(), {g.done.rolls for g in group.ghosts}
        if single:
            name, point = " ".join(names(ghost.path)[:2]), (ghost.box.x, ghost.box.y)
        told_too = single or (few and len(rolls) == 1 and rolls != {0})
        note = Note(name.upper(), ghost.rolls if told_too else "", group.bad)
        near = sheet.to.around(Box(*point, 0.0, 0.0, 0.0), 10)
        sheet.want(note, near, note.title, PAPER)


def _legend(model: MoveReading) -> Part:
    """A cell for every sort of move with what it comes to; later what has been chosen."""
    if model.chosen or not model.groups:
        chosen = Text(" · ".join(model.chosen).upper(), 34)
        said = told(model.ghosts) if model.ghosts else ""
        return column(chosen, Soft(said, 32), pad=12, gap=8, say="", grow=1)
    cells = [
        _cell(group.number, group.name, group.foot or told(group.ghosts), PAPER)
        for group in model.groups
    ]
    cells += [_cell("", name, why, None) for name, why in model.idle]
    return row(*cells[:5], say="", grow=1)


def _cell(number: str, name: str, text: str, frame: Colour | None) -> Part:
    ink, soft, panel = (PAPER, SOFT, RAISED) if frame else (MUTE, MUTE, DEEP)
    head = row(
        *[Text(number, 40)] * bool(number), Text(name.upper(), 38, ink, grow=1), gap=14, height=40
    )
    below = Text(text, 34, soft, "t", lines=2, floor=26, height=64)
    return column(head, below, panel=panel, frame=frame, pad=12, gap=0, grow=1)


def move_part(model: MoveReading) -> Part:
    """The plane around the vehicle with all ghosts, and a legend below it."""
    legend = row(_legend(model), pad=GAP, height=_LEGEND + 2 * GAP, panel=INK, corner=0)
    return column(_Moves(model, width=PAGE, height=PLANE), legend, gap=0)


class _Moves(Plane):
    model: MoveReading

    def compose(self, canvas: Canvas, field: Rect) -> None:
        model, to = self.model, move_map(self.model, field)
        put_ground(canvas.fill, to, field)
        sheet = Sheet(canvas, to, field)
        sheet.things(model.board, (), hidden=model.car.number)
        dial, own = len(model.groups) >= _DIAL, model.car
        for car in model.board.shown if not dial else ():
            if not (car is own or car.out or sheet.shows(car.x, car.y, 0.62)):
                sheet.beyond(car, 36, inches(gap(own.box, car.box)).split()[0])
        # Names keep clear of the vehicles and of where moves end; what lies around is labelled
        # last, and the vehicle itself not at all.
        around, canvas.part = [*sheet.wants], "ghosts"
        (_put_dial if dial else _put_ghosts)(sheet, model)
        sheet.wants = []
        if not dial:
            _put_names(sheet, model)
        sheet.wants += around
        sheet.label()

    def words(self, brief: bool = False) -> Iterator[str]:
        model, car = self.model, self.model.car
        yield phrase("own", car=car.label, speed=mph(car.speed))
        if model.chosen:
            yield phrase("chosen", chosen=", ".join(model.chosen))
        same: dict[str, list[str]] = {}
        for group in model.groups:
            name = f"{group.number} {group.name[:1].upper()}{group.name[1:]}".strip()
            same.setdefault(told(group.ghosts), []).append(name)
        for what, called in same.items():
            yield f"{', '.join(called)}: {what}."
        for name, why in model.idle:
            yield phrase("idle", name=name, why=why)
        near = [each for each in model.board.shown if each.number != car.number]
        if near:
            told_near = (tell("near", model.board.view, each, car) for each in near)
            yield phrase("near", cars="; ".join(told_near))
