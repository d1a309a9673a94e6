"""A move to be chosen: the plane around the vehicle, with where every way to move would end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.plane import BL, BR, FL, FR, Box, Point, gap
from games.mini_carwars.words.phrases import mph
from images.canvas import Canvas
from images.cars import BODIES
from images.icons import paint_icon
from images.mini_carwars.field import Sheet, put_things
from images.mini_carwars.labels import Rect, Want, leader, place
from images.mini_carwars.model import away
from images.mini_carwars.plane import ASPHALT, Bar, Map, Square, dashed, lay, put_ground, stroke
from images.mini_carwars.tags import Mark, Note
from images.mini_carwars.ways import Ghost, MoveReading, full_name, roll_words, told
from images.parts import Part, Text, column, row
from images.pen import Pen, turned
from images.theme import (
    ALARM,
    DEEP,
    GAP,
    HEADER,
    INK,
    MUTE,
    PAGE,
    PAPER,
    RAISED,
    SEAT_PAINT,
    SOFT,
    Colour,
)

PLANE: Final = 600
"""Height of the plane, px."""
LEGEND: Final = 132
_LARGEST: Final = 210.0
"""px an inch at most."""
_ROOM: Final = 460.0
"""For the vehicle and where it can go, px."""
_WIDE: Final = 960.0
"""For the vehicles around, along the picture, px."""
_SMALLEST: Final = 120.0
"""px an inch at least for vehicles around to be taken in."""
_MANY: Final = 12
"""More ends of one group are shown by their arrow heads alone."""
_DIAL: Final = 9
"""From so many groups on they stand on a dial: the angles of a pivot."""


@dataclass(frozen=True, slots=True)
class GhostBody(Square):
    """The outline of a vehicle where it would be; a `strong` one is filled and dashed."""

    seat: int
    length: int
    cycle: bool
    angle: int
    strong: bool
    bad: bool
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        across = self.length if self.cycle else self.length / 2
        return 2 * (math.ceil(math.hypot(self.length, across) / 2) + 10)

    def paint(self, pen: Pen) -> None:
        k, middle = self.length, self.width / 2
        angle = math.radians(self.angle / 10)
        kind, along, across = ("cycle", 1.0, 1.5) if self.cycle else ("car", 0.86, 0.95)
        shape = [(x * k * along, y * k * across) for x, y in BODIES[kind].outline]
        points = turned(shape, angle, middle, middle)
        colour = ALARM if self.bad else SEAT_PAINT[self.seat]
        if self.strong:
            pen.polygon(points, INK)
            pen.outline(points, colour, 7)
        else:
            pen.outline(points, colour, 4)
        for piece in dashed([*points, points[0]], 10, 8 if self.strong else 16):
            pen.line(piece, PAPER, 3.5 if self.strong else 2)
        nose = k * (0.36 if self.cycle else 0.44)
        r = k * (0.14 if self.strong else 0.075) * (1.5 if self.cycle else 1)
        tip = nose - (k * 0.12 if self.strong else 0)
        arrow = [(tip, 0.0), (tip - 1.5 * r, r), (tip - 1.5 * r, -r)]
        pen.polygon(turned(arrow, angle, middle, middle), PAPER)
        if self.bad:
            paint_icon(pen, "hit", middle, middle, k * 0.3, ALARM, INK)


@dataclass(frozen=True, slots=True)
class Head:
    """An arrow head where the nose of a vehicle would be."""

    angle: int
    bad: bool
    ground: Colour = ASPHALT
    width: int = 26
    height: int = 26

    def paint(self, pen: Pen) -> None:
        arrow = [(11.0, 0.0), (-8.0, 9.0), (-8.0, -9.0)]
        points = turned(arrow, math.radians(self.angle / 10), 13, 13)
        pen.polygon(points, ALARM if self.bad else PAPER)


def move_map(model: MoveReading, upward: bool) -> Map:
    """The plane around the vehicle and where it can go, as large as fits.

    As long as few ends are shown the vehicles around are taken in, nearest first, while all of it
    stays large enough.
    """
    boxes = [model.car.box, *(ghost.box for ghost in model.ghosts)]
    sight, scale = _sight(boxes), _scale(boxes, _ROOM, upward)
    if not model.chosen or len(model.ghosts) == 1:
        others = [car.box for car in model.board.shown]
        for box in sorted(others, key=lambda each: gap(model.car.box, each)):
            boxes.append(box)
            wider = min(scale, _scale(boxes, _WIDE, upward))
            if wider < _SMALLEST:
                break
            sight, scale = _sight(boxes), wider
    return Map.about(scale, sight, (PAGE / 2, HEADER + PLANE / 2), upward)


def _extent(boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(corner for box in boxes for corner in box.corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _sight(boxes: Sequence[Box]) -> Point:
    """The middle of what is to be seen."""
    x0, y0, x1, y1 = _extent(boxes)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _scale(boxes: Sequence[Box], room: float, upward: bool) -> float:
    """px an inch at which boxes fit into so much room along the picture, and the usual across."""
    x0, y0, x1, y1 = _extent(boxes)
    along, across = (x1 - x0, y1 - y0) if upward else (y1 - y0, x1 - x0)
    return min(_LARGEST, room / max(along, 0.1), _ROOM / max(across, 0.1))


def _nose(box: Box, to: Map) -> Point:
    return to.at(*box.at(0.0, box.half))


def _angle(to: Map, box: Box) -> int:
    return round(to.angle(box.heading) * 10) % 3600


def _outlined(model: MoveReading) -> list[Ghost]:
    """The ends drawn in outline: all of them where they are few, else the outermost of each group
    and side."""
    ghosts = model.ghosts
    if len(ghosts) <= 4:
        return ghosts
    out: list[Ghost] = []
    for group in model.groups:
        if len(group.ghosts) > _MANY:
            continue
        for sign in (-1, 1):
            side = [g for g in group.ghosts if g.drive.amount * sign > 0]
            # Of two that turn as far, the one about the corner on that side goes farther out.
            held = "left" if sign < 0 else "right"
            side.sort(key=lambda g: (abs(g.drive.amount), g.drive.hold == held))
            out += side[-1:]
        out += [ghost for ghost in group.ghosts if not ghost.drive.amount]
    return out


def _put_ghosts(sheet: Sheet, model: MoveReading, to: Map) -> None:
    outlined = _outlined(model)
    single = len(model.ghosts) == 1
    for ghost in sorted(outlined, key=lambda each: -abs(each.drive.amount)):
        body = GhostBody(
            *(model.car.owner, round(ghost.box.length * to.scale), model.car.kind.cycle),
            angle=_angle(to, ghost.box),
            strong=single or ghost.drive.how == "straight",
            bad=bool(ghost.hits),
        )
        sheet.lay(body, to.at(ghost.box.x, ghost.box.y))
    for ghost in model.ghosts:
        if ghost not in outlined:
            sheet.lay(Head(_angle(to, ghost.box), bool(ghost.hits)), _nose(ghost.box, to))


def _put_held(sheet: Sheet, model: MoveReading, to: Map) -> None:
    """A ring at the corner that a turn is made about."""
    if len(model.ghosts) > 2:
        return
    back = model.car.speed < 0
    corners = {"left": FL if back else BL, "right": FR if back else BR}
    for ghost in model.ghosts:
        if ghost.drive.amount and ghost.drive.hold:
            corner = to.at(*ghost.box.corner(corners[ghost.drive.hold]))
            sheet.lay(Mark("", 11, PAPER, INK, INK), corner)


def _put_dial(sheet: Sheet, model: MoveReading, to: Map) -> None:
    """The angles of a pivot around the vehicle, each where its nose would point."""
    box = model.car.box
    middle = to.at(box.x, box.y)
    for group in model.groups:
        ghost = group.ghosts[0]
        angle = to.angle(ghost.box.heading)
        if abs(ghost.drive.amount) == 180:
            # Both ways round end here: they stand beside one another.
            angle -= math.copysign(6, ghost.drive.amount)
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        sheet.lay(
            Head(round(angle * 10) % 3600, group.bad),
            (middle[0] + 330 * cos, middle[1] + 205 * sin),
        )
        at = (middle[0] + 440 * cos, middle[1] + 262 * sin)
        sheet.canvas.part = group.name
        note = Note(group.name, "", group.bad, size=28)
        sheet.lay(note, at)
        x, y = round(at[0]), round(at[1])
        sheet.taken.append((x - 60, y - 24, x + 60, y + 24))


def _put_names(sheet: Sheet, model: MoveReading, to: Map) -> None:
    """The name of every group beside where it ends, with a line to it."""
    single = len(model.ghosts) == 1
    wants: list[Want] = []
    notes: list[Note] = []
    for at, group in enumerate(model.groups):
        # Names take turns between left and right: ends of several groups lie close together.
        sign = -1 if at % 2 or len(model.groups) < 3 else 1
        ghost = max(
            group.ghosts,
            key=lambda each: (sign * each.drive.amount if not single else 0, each.drive.hold),
        )
        if group.key in ("left", "right"):
            aside = -0.3 if group.key == "left" else 0.3
        else:
            aside = math.copysign(0.15, ghost.drive.amount) if ghost.drive.amount else 0.0
        x, y = to.at(*ghost.box.at(aside * ghost.box.width, ghost.box.half * 0.9))
        near = (round(x) - 10, round(y) - 10, round(x) + 10, round(y) + 10)
        if single:
            x, y = to.at(ghost.box.x, ghost.box.y)
            near = (round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12)
            note = Note(full_name(ghost), roll_words(ghost, model.add), bool(ghost.hits))
        else:
            name = f"{group.number} {group.name}".strip()
            rolls = {each.done.rolls for each in group.ghosts}
            same = len(group.ghosts) == 1 or len(rolls) == 1
            text = roll_words(group.ghosts[0], model.add) if same and rolls != {0} else ""
            note = Note(name, text if len(model.groups) <= 4 else "", group.bad)
        wants.append(Want(near, note.width, note.height))
        notes.append(note)
    spots = place(wants, sheet.taken, sheet.bounds)
    for want, spot in zip(wants, spots, strict=True):
        line = leader(want, spot)
        if math.dist(*line) > 12:
            stroke(sheet.canvas, [line], PAPER, 2.4)
    for note, spot in zip(notes, spots, strict=True):
        sheet.taken.append((spot.x, spot.y, spot.x + note.width, spot.y + note.height))
        sheet.canvas.part = note.title
        lay(sheet.canvas, note, spot.x, spot.y)


def _legend(model: MoveReading) -> Part:
    """A cell for every sort of move with what it comes to; later what has been chosen."""
    if model.chosen or not model.groups:
        head = Text(model.chosen.upper(), 34, grow=1)
        said = told(model.ghosts, model.add) if model.ghosts else ""
        return column(row(head), Text(said, 32, SOFT, "t", grow=1), pad=12, gap=8)
    cells = [
        _cell(group.number, group.name, group.foot or told(group.ghosts, model.add), PAPER)
        for group in model.groups
    ]
    cells += [_cell("", name.upper(), why, None) for name, why in model.idle]
    return row(*cells[:5])


def _cell(number: str, name: str, text: str, frame: Colour | None) -> Part:
    ink, soft = (PAPER, SOFT) if frame else (MUTE, MUTE)
    key = [Text(number, 40)] if number else []
    head = row(*key, Text(name, 38, ink, grow=1), gap=14)
    return column(
        head, Text(text, 26, soft, "t", lines=2, height=64), panel=RAISED if frame else DEEP,
        frame=frame, pad=12, gap=2, grow=1, height=LEGEND - 16,
    )  # fmt: skip


@dataclass(slots=True)
class MovePart(Part):
    """The plane around the vehicle with all ghosts, and a legend below it."""

    model: MoveReading

    def least(self) -> tuple[int, int]:
        return PAGE, PLANE + LEGEND

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        _put_plane(canvas, self.model)
        foot = y + PLANE
        canvas.fill(x, foot, w, LEGEND, ground)
        _legend(self.model).draw(canvas, GAP, foot + 8, w - 2 * GAP, LEGEND - 16, ground)
        canvas.put(Bar(), 0, 0)

    def words(self, brief: bool = False) -> Iterator[str]:
        model, car = self.model, self.model.car
        yield f"Your {car.label}, {mph(car.speed)}."
        if model.chosen:
            yield f"So far: {model.chosen.replace(' · ', ', ')}."
        same: dict[str, list[str]] = {}
        for group in model.groups:
            name = f"{group.number} {group.name.capitalize()}".strip()
            same.setdefault(told(group.ghosts, model.add), []).append(name)
        for what, names in same.items():
            yield f"{', '.join(names)}: {what}."
        for name, why in model.idle:
            yield f"No {name}: {why}."
        near = [each for each in model.board.shown if each.number != car.number]
        if near:
            yield f"Around you: {'; '.join(away(car, each) for each in near)}."


def _put_plane(canvas: Canvas, model: MoveReading) -> None:
    board = model.board
    field = (0, HEADER + 1, PAGE, HEADER + PLANE)
    upward = board.view.road is None
    sheet = Sheet(canvas, (12, HEADER + 10, PAGE - 12, HEADER + PLANE - 8), upward=upward)
    to = move_map(model, upward)
    own = model.car
    put_ground(canvas, to, field, not upward)
    put_things(sheet, board, to, field, own.number, hidden=own.number)
    around, sheet.wants = sheet.wants, []
    dial = len(model.groups) >= _DIAL
    canvas.part = "ghosts"
    if not dial:
        _put_ghosts(sheet, model, to)
    sheet.vehicle(to, own, 42, acts=True)
    _put_held(sheet, model, to)
    # Names keep clear of the vehicles and of where moves end; what lies around is labelled last.
    if dial:
        _put_dial(sheet, model, to)
    else:
        for ghost in model.ghosts:
            sheet.taken.append(to.around(ghost.box, -6))
        _put_names(sheet, model, to)
    sheet.wants = [want for want in around if _whole(want[0].near, field)]
    sheet.label()


def _whole(near: Rect, field: Rect) -> bool:
    """Whether something is seen well enough to be labelled."""
    x, y = (near[0] + near[2]) // 2, (near[1] + near[3]) // 2
    return field[0] < x < field[2] and field[1] < y < field[3]
