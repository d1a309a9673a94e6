"""A move to be chosen: the plane around the vehicle, with where every way to move would end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.plane import BL, BR, FL, FR, Box, Point, gap
from games.mini_carwars.words.phrases import percent
from images import fonts
from images.canvas import Canvas
from images.cars import BODY as CAR_BODY
from images.icons import paint_icon
from images.mini_carwars.field import Sheet, put_surroundings
from images.mini_carwars.labels import Rect, Want, leader, place
from images.mini_carwars.plane import ASPHALT, Map, dashed, lay, stroke
from images.mini_carwars.portrait import BODY as CYCLE_BODY
from images.mini_carwars.tags import Mark, Note
from images.mini_carwars.ways import Ghost, Group, MoveReading, full_name, roll_words
from images.panels import Panel, write_fit
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
HEIGHT: Final = HEADER + PLANE + LEGEND
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
class GhostBody:
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

    @property
    def height(self) -> int:
        return self.width

    def paint(self, pen: Pen) -> None:
        k, middle = self.length, self.width / 2
        angle = math.radians(self.angle / 10)
        body, along, across = (CYCLE_BODY, 1.0, 1.5) if self.cycle else (CAR_BODY, 0.86, 0.95)
        shape = [(x * k * along, y * k * across) for x, y in body]
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


def move_map(reading: MoveReading, upward: bool) -> Map:
    """The plane around the vehicle and where it can go, as large as fits.

    As long as few ends are shown the vehicles around are taken in, nearest first, while all of it
    stays large enough.
    """
    boxes = [reading.car.box, *(ghost.box for ghost in reading.ghosts)]
    sight, scale = _sight(boxes), _scale(boxes, _ROOM, upward)
    if not reading.chosen or len(reading.ghosts) == 1:
        others = [car.box for car in reading.board.shown]
        for box in sorted(others, key=lambda each: gap(reading.car.box, each)):
            boxes.append(box)
            wider = min(scale, _scale(boxes, _WIDE, upward))
            if wider < _SMALLEST:
                break
            sight, scale = _sight(boxes), wider
    x, y = sight
    middle = HEADER + PLANE / 2
    if upward:
        return Map(scale, PAGE / 2 - x * scale, middle + y * scale, upward=True)
    return Map(scale, PAGE / 2 - y * scale, middle - x * scale)


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


def _outlined(reading: MoveReading) -> list[Ghost]:
    """The ends drawn in outline: all of them where they are few, else the outermost of each group
    and side."""
    ghosts = reading.ghosts
    if len(ghosts) <= 4:
        return ghosts
    out: list[Ghost] = []
    for group in reading.groups:
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


def _put_ghosts(sheet: Sheet, reading: MoveReading, to: Map) -> None:
    outlined = _outlined(reading)
    single = len(reading.ghosts) == 1
    for ghost in sorted(outlined, key=lambda each: -abs(each.drive.amount)):
        body = GhostBody(
            *(reading.car.owner, round(ghost.box.length * to.scale), reading.car.kind.cycle),
            angle=_angle(to, ghost.box),
            strong=single or ghost.drive.how == "straight",
            bad=bool(ghost.hits),
        )
        sheet.lay(body, to.at(ghost.box.x, ghost.box.y))
    for ghost in reading.ghosts:
        if ghost not in outlined:
            sheet.lay(Head(_angle(to, ghost.box), bool(ghost.hits)), _nose(ghost.box, to))


def _put_held(sheet: Sheet, reading: MoveReading, to: Map) -> None:
    """A ring at the corner that a turn is made about."""
    if len(reading.ghosts) > 2:
        return
    back = reading.car.speed < 0
    corners = {"left": FL if back else BL, "right": FR if back else BR}
    for ghost in reading.ghosts:
        if ghost.drive.amount and ghost.drive.hold:
            corner = to.at(*ghost.box.corner(corners[ghost.drive.hold]))
            sheet.lay(Mark("", 11, PAPER, INK, INK), corner)


def _put_dial(sheet: Sheet, reading: MoveReading, to: Map) -> None:
    """The angles of a pivot around the vehicle, each where its nose would point."""
    box = reading.car.box
    middle = to.at(box.x, box.y)
    for group in reading.groups:
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


def _put_names(sheet: Sheet, reading: MoveReading, to: Map) -> None:
    """The name of every group beside where it ends, with a line to it."""
    single = len(reading.ghosts) == 1
    wants: list[Want] = []
    notes: list[Note] = []
    for at, group in enumerate(reading.groups):
        # Names take turns between left and right: ends of several groups lie close together.
        sign = -1 if at % 2 or len(reading.groups) < 3 else 1
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
            note = Note(full_name(ghost), roll_words(ghost, reading.add), bool(ghost.hits))
        else:
            name = f"{group.number} {group.name}".strip()
            rolls = {each.done.rolls for each in group.ghosts}
            same = len(group.ghosts) == 1 or len(rolls) == 1
            text = roll_words(group.ghosts[0], reading.add) if same and rolls != {0} else ""
            note = Note(name, text if len(reading.groups) <= 4 else "", group.bad)
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


def _put_legend(canvas: Canvas, reading: MoveReading, top: int) -> None:
    """A cell for every sort of move with what it comes to; later what has been chosen."""
    canvas.fill(0, top, PAGE, LEGEND, INK)
    if reading.chosen or not reading.groups:
        canvas.write(GAP + 12, top + 36, reading.chosen.upper(), 34, INK)
        words = _legend_words(reading)
        write_fit(canvas, GAP + 12, top + 82, words, 32, PAGE - 2 * GAP - 24, INK, SOFT, face="t")
        return
    cells: list[tuple[str, str, str, bool]] = [
        (group.number, group.name, group.foot or _group_words(group, reading.add), True)
        for group in reading.groups
    ]
    cells += [("", name.upper(), why, False) for name, why in reading.idle]
    cells = cells[:5]
    wide = (PAGE - GAP * (len(cells) + 1)) // len(cells)
    for i, (number, name, text, live) in enumerate(cells):
        canvas.part = name
        x = GAP + i * (wide + GAP)
        fill = RAISED if live else DEEP
        canvas.put(Panel(wide, LEGEND - 16, fill, PAPER if live else None, 4, 20), x, top + 8)
        start = x + 20
        if number:
            canvas.write(start, top + 33, number, 40, fill, PAPER)
            start += round(fonts.width(number, 40)) + 14
        write_fit(canvas, start, top + 33, name, 38, wide - 40, fill, PAPER if live else MUTE)
        lines = fonts.wrap(text, 26, wide - 32, 2)
        for row, line in enumerate(lines):
            y = top + (84 if len(lines) == 1 else 70 + 29 * row)
            canvas.write(x + 20, y, line, 26, fill, SOFT if live else MUTE, face="t")


def _group_words(group: Group, add: int) -> str:
    first = group.ghosts[0]
    if first.done.rolls:
        return f"{roll_words(first, add)}, trouble {percent(first.done.trouble)}"
    return "no roll"


def _legend_words(reading: MoveReading) -> str:
    """What the moves still open would come to."""
    ghosts = reading.ghosts
    if not ghosts:
        return ""
    words = []
    hits = sorted({label for ghost in ghosts for label in ghost.hits})
    if hits:
        which = "hits" if all(ghost.hits for ghost in ghosts) else "some hit"
        words.append(f"{which} {', '.join(hits)}")
    if any(ghost.done.off_road for ghost in ghosts):
        words.append("off the road" if len(ghosts) == 1 else "some leave the road")
    if any(ghost.done.debris for ghost in ghosts):
        words.append("over debris" if len(ghosts) == 1 else "some run over debris")
    rolls = max(ghosts, key=lambda ghost: ghost.done.rolls)
    if rolls.done.rolls:
        words.append(
            f"{roll_words(rolls, reading.add)}: {percent(rolls.done.trouble)} for 11 or more, "
            "a fishtail or worse"
        )
    else:
        words.append("no control roll")
    return " · ".join(words)


def compose_move(canvas: Canvas, reading: MoveReading) -> None:
    """The plane with all ghosts, and the legend; the header is drawn by the caller."""
    board = reading.board
    field = (0, HEADER + 1, PAGE, HEADER + PLANE)
    upward = board.view.road is None
    sheet = Sheet(canvas, (12, HEADER + 10, PAGE - 12, HEADER + PLANE - 8), upward=upward)
    to = move_map(reading, upward)
    own = reading.car
    put_surroundings(sheet, board, to, field, own.number, hidden=own.number)
    around, sheet.wants = sheet.wants, []
    dial = len(reading.groups) >= _DIAL
    canvas.part = "ghosts"
    if not dial:
        _put_ghosts(sheet, reading, to)
    sheet.vehicle(to, own, 42, acts=True)
    _put_held(sheet, reading, to)
    # Names keep clear of the vehicles and of where moves end; what lies around is labelled last.
    if dial:
        _put_dial(sheet, reading, to)
    else:
        for ghost in reading.ghosts:
            sheet.taken.append(to.around(ghost.box, -6))
        _put_names(sheet, reading, to)
    sheet.wants = [want for want in around if _whole(want[0].near, field)]
    sheet.label()
    _put_legend(canvas, reading, HEADER + PLANE)


def _whole(near: Rect, field: Rect) -> bool:
    """Whether something is seen well enough to be labelled."""
    x, y = (near[0] + near[2]) // 2, (near[1] + near[3]) // 2
    return field[0] < x < field[2] and field[1] < y < field[3]
