"""One car's cell on the board, large for up to two in a row and small for three."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.carwars_cards.cards import ARMOR_LIMIT, DRIVER_LIMIT, TIRE_LIMIT
from games.carwars_cards.match import KILL
from games.engine.players import SEAT_LETTERS
from images import fonts
from images.canvas import Canvas
from images.cars import Portrait, SeatPlate
from images.carwars_cards.reading import (
    STAMPS,
    TIRES,
    CarReading,
    IncomingReading,
)
from images.gauges import Arrow, Cells, Gauge, Hatching
from images.panels import (
    Chip,
    Panel,
    put_chip,
    put_icon,
    put_stamp,
    put_zero,
    text_width,
    write_name,
)
from images.theme import ALARM, DEEP, INK, LINE, MUTE, PANEL, PAPER, SOFT, Colour

FRONT, BACK, LEFT, RIGHT = range(4)
_GAUGE = 24
_AIR = 10
"""Between a car and its gauges, px."""


class Scale(NamedTuple):
    """Sizes of a car with its four gauges, px."""

    length: int
    """Length of the car."""
    type: int
    """Type of the numbers."""
    pad: int
    """Room beside a gauge for its number."""
    hit: tuple[int, int, int]
    """Width, height and type of the plate of a hit on its way."""
    lift: int
    """How far above the middle of a car such a plate stands at its left or right."""


LARGE: Final = Scale(148, 50, 62, (56, 44, 34), 56)
SMALL: Final = Scale(104, 46, 56, (58, 32, 30), 44)


def put_armored(
    canvas: Canvas,
    car: CarReading,
    cx: int,
    cy: int,
    scale: Scale,
    incoming: IncomingReading | None = None,
) -> None:
    """A car nose up around (cx, cy) with the armor left on its four sides.

    An attack on its way stands beside the gauge of the side it would hit.
    """
    length = scale.length
    portrait = Portrait(car.seat, length)
    half_wide, half_long = length // 4, round(length * 1.17 / 2)
    across = length // 2 + 96
    canvas.put(portrait, cx - portrait.width // 2, cy - portrait.height // 2)
    beside = half_wide + _AIR + _GAUGE
    ahead = half_long + _AIR + _GAUGE
    gauges = (
        (cx - across // 2, cy - ahead, across, _GAUGE),
        (cx - across // 2, cy + ahead - _GAUGE, across, _GAUGE),
        (cx - beside, cy - half_long, _GAUGE, 2 * half_long),
        (cx + beside - _GAUGE, cy - half_long, _GAUGE, 2 * half_long),
    )
    out = beside + scale.pad // 2 + 6
    numbers = (
        (cx + across // 2 + 38, cy - ahead + _GAUGE // 2),
        (cx + across // 2 + 38, cy + ahead - _GAUGE // 2),
        (cx - out, cy),
        (cx + out, cy),
    )
    for left, (x, y, w, h), (nx, ny) in zip(car.armor, gauges, numbers, strict=True):
        if left:
            canvas.put(Gauge(ARMOR_LIMIT, left, w, h), x, y)
            canvas.write(nx, ny, str(left), scale.type, PANEL, anchor="middle")
        else:
            canvas.put(Hatching(w, h), x, y)
            put_zero(canvas, nx, ny, scale.type - 8, h=40 if scale is SMALL else 48)
    if incoming is not None and incoming.side >= 0:
        x, y, w, h = gauges[incoming.side]
        tips = (
            (x - 8, y + h // 2),
            (x - 8, y + h // 2),
            (x - 6, cy - scale.lift),
            (x + w + 6, cy - scale.lift),
        )
        _put_hit(canvas, incoming, tips[incoming.side], scale.hit)


def _put_hit(
    canvas: Canvas, incoming: IncomingReading, tip: tuple[int, int], size: tuple[int, int, int]
) -> None:
    """The hit on its way, pointed at `tip`: the points that come through, or a shield."""
    w, h, type_size = size
    flip = incoming.side == RIGHT
    x, y = tip[0] - (0 if flip else w), tip[1]
    canvas.put(Arrow(w, h, ALARM, flip), x, y - h // 2)
    middle = x + w // 2 + (h // 7 if flip else -h // 7)
    if incoming.net:
        canvas.write(middle, y, f"−{incoming.net}", type_size, ALARM, INK, "middle")
    else:
        put_icon(canvas, "armor", middle, y, h * 5 // 8, INK, ALARM)


def _put_target(canvas: Canvas, icon: str, x: int, y: int) -> None:
    """An inverse icon: the thing an attack on its way would hurt."""
    canvas.fill(x - 24, y - 24, 48, 48, ALARM)
    put_icon(canvas, icon, x, y, 38, INK, ALARM)


def put_rows(
    canvas: Canvas, car: CarReading, x: int, y: int, incoming: IncomingReading | None = None
) -> None:
    """Tires and driver, one under the other: icon, cells, number; 202 px wide."""
    rows = (("tire", car.tires, TIRE_LIMIT), ("driver", car.driver, DRIVER_LIMIT))
    for i, (icon, left, limit) in enumerate(rows):
        middle = y + 22 + 62 * i
        if incoming is not None and _aims_at(incoming, icon):
            _put_target(canvas, icon, x + 20, middle)
        else:
            put_icon(canvas, icon, x + 20, middle, 44, PAPER if left else ALARM)
        if left:
            canvas.put(Cells(limit, left, 106, 28), x + 50, middle - 14)
            canvas.write(x + 190, middle, str(left), 48, PANEL, anchor="middle")
        else:
            canvas.put(Hatching(112, 28, 6), x + 46, middle - 14)
            put_zero(canvas, x + 190, middle, 40)


def _aims_at(incoming: IncomingReading, icon: str) -> bool:
    return incoming.side == TIRES if icon == "tire" else incoming.to_driver


def _put_ground(
    canvas: Canvas, car: CarReading, box: tuple[int, int, int, int], acts: bool
) -> Colour:
    x, y, w, h = box
    ground = PANEL if car.running else DEEP
    canvas.put(Panel(w, h, ground, PAPER if acts else None), x, y)
    return ground


def put_large(
    canvas: Canvas, car: CarReading, x: int, y: int, acts: bool, incoming: IncomingReading | None
) -> None:
    """A cell of 576 by 382 px."""
    w, h = 576, 382
    ground = _put_ground(canvas, car, (x, y, w, h), acts)
    ink = PAPER if car.running else MUTE
    canvas.put(SeatPlate(car.seat, 56, not car.running, ground), x + 18, y + 16)
    canvas.write(x + w - 32, y + 44, str(car.points), 56, ground, ink, "right")
    right = w - 32 - text_width(str(car.points), 56) - 36
    if car.running:
        canvas.write(x + right, y + 46, str(car.cards), 44, ground, SOFT, "right")
        right -= text_width(str(car.cards), 44) + 30
        put_icon(canvas, "cards", x + right, y + 44, 40, SOFT, ground)
        right -= 22
    write_name(canvas, car.name, car.computer, x + 148, y + 44, 46, right - 148 - 14, ground, ink)
    canvas.fill(x + 18, y + 83, w - 36, 2, LINE)
    if not car.running:
        _put_out_large(canvas, car, x, y)
        return
    put_armored(canvas, car, x + 156, y + 234, LARGE, incoming)
    put_rows(canvas, car, x + 342, y + 104, incoming)
    _put_marks_large(canvas, car, x + 334, y + 234)


def _put_marks_large(canvas: Canvas, car: CarReading, x: int, y: int) -> None:
    """Two rows: worded chips while they fit, then icons alone."""
    marks = car.marks
    worded = marks if len(marks) <= 2 else marks[:1] if len(marks) <= 5 else ()
    for i, mark in enumerate(worded):
        put_chip(canvas, Chip(224, 52, mark.icon, mark.bad), x, y + 62 * i, mark.short)
    if len(marks) <= 2:
        return
    places = [(i % 4, i // 4) for i in range(8)] if not worded else [(i, 1) for i in range(4)]
    rest = marks[len(worded) :]
    for mark, (column, row) in zip(rest, places, strict=False):
        last_place = (column, row) == places[-1] and len(rest) > len(places)
        _put_small_chip(
            canvas, mark.icon, mark.bad, last_place, x + 56 * column, y + 62 * row, 56, 52
        )


def _put_small_chip(
    canvas: Canvas, icon: str, bad: bool, more: bool, x: int, y: int, w: int, h: int
) -> None:
    """A chip of one icon, or of an ellipsis where there are `more` than fit."""
    if more:
        canvas.write(x + w // 2, y + h // 2, fonts.ELLIPSIS, 40, PANEL, SOFT, "middle")
    else:
        canvas.put(Chip(w, h, icon, bad, words=False), x, y)


def _put_out_large(canvas: Canvas, car: CarReading, x: int, y: int) -> None:
    portrait = Portrait(car.seat, 176, True, DEEP)
    canvas.put(portrait, x + 150 - portrait.width // 2, y + 233 - portrait.height // 2)
    stamp, sentence = STAMPS.get(car.status, STAMPS["out"])
    put_stamp(canvas, x + 262, y + 140, 270, 84, stamp, 72, MUTE, DEEP)
    if car.out_by < 0:
        for i, line in enumerate(fonts.wrap(sentence, 34, 270, 2)):
            canvas.write(x + 270, y + 264 + 44 * i, line, 34, DEEP, SOFT, face="t")
        return
    canvas.write(x + 270, y + 264, "disabled by", 34, DEEP, SOFT, face="t")
    canvas.put(SeatPlate(car.out_by, 48, ground=DEEP), x + 444, y + 240)
    credit = f"+{KILL} points for {SEAT_LETTERS[car.out_by]}"
    canvas.write(x + 270, y + 318, credit, 34, DEEP, SOFT, face="t")


def put_small(
    canvas: Canvas,
    car: CarReading,
    x: int,
    y: int,
    w: int,
    acts: bool,
    incoming: IncomingReading | None,
) -> None:
    """A cell of `w` by 388 px."""
    h = 388
    ground = _put_ground(canvas, car, (x, y, w, h), acts)
    ink = PAPER if car.running else MUTE
    canvas.put(SeatPlate(car.seat, 48, not car.running, ground), x + 12, y + 12)
    canvas.write(x + w - 28, y + 36, str(car.points), 46, ground, ink, "right")
    room = w - 118 - 28 - text_width(str(car.points), 46) - 12
    write_name(canvas, car.name, car.computer, x + 118, y + 36, 38, room, ground, ink)
    if not car.running:
        _put_out_small(canvas, car, x, y)
        return
    put_armored(canvas, car, x + 162, y + 186, SMALL, incoming)
    crowded = len(car.marks) > 4
    canvas.fill(x + 14, y + 311, (292 if crowded else w - 28), 2, LINE)
    _put_foot(canvas, car, x, y + 348, 98 if crowded else 122, incoming)
    for i, mark in enumerate(car.marks[:6]):
        more = i == 5 and len(car.marks) > 6
        _put_small_chip(canvas, mark.icon, mark.bad, more, x + w - 64, y + 78 + 47 * i, 50, 42)


def _put_foot(
    canvas: Canvas, car: CarReading, x: int, y: int, pitch: int, incoming: IncomingReading | None
) -> None:
    """Tires, driver and hand along the foot of a small cell."""
    for i, (icon, left) in enumerate(
        (("tire", car.tires), ("driver", car.driver), ("cards", car.cards))
    ):
        at = x + 24 + i * pitch
        gone = left == 0 and icon != "cards"
        if incoming is not None and icon != "cards" and _aims_at(incoming, icon):
            _put_target(canvas, icon, at + 20, y)
        else:
            put_icon(canvas, icon, at + 20, y, 40, ALARM if gone else PAPER)
        if gone:
            wide = min(52, pitch - 54)
            put_zero(canvas, at + 48 + wide // 2, y, 38, w=wide, h=40)
        else:
            canvas.write(at + 50, y, str(left), 44, PANEL)


def _put_out_small(canvas: Canvas, car: CarReading, x: int, y: int) -> None:
    portrait = Portrait(car.seat, 152, True, DEEP)
    canvas.put(portrait, x + 84 - portrait.width // 2, y + 226 - portrait.height // 2)
    stamp, sentence = STAMPS.get(car.status, STAMPS["out"])
    put_stamp(canvas, x + 146, y + 132, 212, 72, stamp, 56, MUTE, DEEP)
    if car.out_by < 0:
        for i, line in enumerate(fonts.wrap(sentence, 32, 200, 3)):
            canvas.write(x + 158, y + 240 + 42 * i, line, 32, DEEP, SOFT, face="t")
        return
    canvas.write(x + 158, y + 240, "disabled by", 32, DEEP, SOFT, face="t")
    canvas.put(SeatPlate(car.out_by, 44, ground=DEEP), x + 154, y + 266)
    canvas.write(x + 256, y + 288, f"+{KILL}", 40, DEEP, SOFT)
