"""The arena: its field with walls, and the panel of vehicles beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.plane import Box
from games.mini_carwars.state import Vehicle
from images import fonts
from images.canvas import Canvas
from images.cars import SeatPlate
from images.gauges import Leaning
from images.mini_carwars.counters import Block
from images.mini_carwars.labels import Rect
from images.mini_carwars.model import Board, game_of, letters, moment_of, tag
from images.mini_carwars.plane import ASPHALT, Map, lay
from images.mini_carwars.tags import Plate
from images.panels import Panel, put_zero
from images.pen import Pen
from images.theme import (
    ALARM,
    DEEP,
    INK,
    MUTE,
    PAGE,
    PANEL,
    PAPER,
    SOFT,
    Colour,
)
from images.words import name_of

SIDE: Final = 868
FIELD: Final[Rect] = (16, 16, 884, 884)
"""Left, top, right and bottom, px."""
INCHES: Final = 21.0
"""Across the arena, its outer walls included."""
_TOP: Final = 16
_LEFT: Final = 900
_WIDE: Final = 284
_HEAD: Final = 132
_HEIGHT: Final = 900


_ZOOMS: Final = (72.0, 56.0)
"""px an inch, the largest that shows all vehicles in action; below the last all of the arena."""
_AIR: Final = 2.0
"""Around the outermost vehicles, in inches."""


def arena_map(cars: Sequence[Vehicle]) -> Map:
    """Where inches lie: near, where all vehicles in action fit, else the whole arena."""
    middle = 16 + SIDE / 2, _TOP + SIDE / 2
    live = [car for car in cars if not car.out] or list(cars)
    xs, ys = [car.x for car in live], [car.y for car in live]
    for scale in _ZOOMS:
        seen = SIDE / scale
        if max(xs) - min(xs) + 2 * _AIR <= seen and max(ys) - min(ys) + 2 * _AIR <= seen:
            most = (INCHES - seen) / 2
            x, y = (max(min((min(v) + max(v)) / 2, most), -most) for v in (xs, ys))
            return Map.about(scale, (x, y), middle, upward=True)
    return Map.about(SIDE / INCHES, (0.0, 0.0), middle, upward=True)


def put_walls(
    canvas: Canvas, to: Map, walls: Sequence[tuple[float, float, float, float]], field: Rect
) -> list[Rect]:
    """Fixed objects as far as they are seen; what they cover, px."""
    out: list[Rect] = []
    for x, y, width, length in walls:
        left, top, right, foot = to.around(Box(x, y, 0.0, length, width))
        left, top = max(left, field[0]), max(top, field[1])
        right, foot = min(right, field[2]), min(foot, field[3])
        if right - left > 2 and foot - top > 2:
            canvas.put(Block(right - left, foot - top), left, top)
            out.append((left, top, right, foot))
    return out


@dataclass(frozen=True, slots=True)
class ArenaPage:
    """An empty field and the ground of its panel."""

    width: int = PAGE
    height: int = _HEIGHT
    ground: Colour = INK

    def paint(self, pen: Pen) -> None:
        pen.rect(16, _TOP, SIDE, SIDE, ASPHALT)


def _strip_height(cars: int) -> int:
    """Height of a vehicle's strip, its gap included, px."""
    room = _HEIGHT - 32 - _HEAD
    return min(124, room // max(cars, 1))


def put_panel(canvas: Canvas, model: Board) -> None:
    """The moment, who acts, and a strip for every vehicle."""
    canvas.part = "header"
    canvas.put(Panel(_WIDE, _HEAD, DEEP), _LEFT, _TOP)
    canvas.fill(_LEFT, _TOP, 10, _HEAD, PAPER)
    turn, _, phase = moment_of(model.view).partition(" · ")
    head = f"{game_of(model.view)} · {turn}".upper()
    canvas.write(_LEFT + 28, _TOP + 28, head, 28, DEEP, MUTE, room=226)
    x = _LEFT + 28
    for seat in model.actors[:1]:
        canvas.put(SeatPlate(seat, 52, ground=DEEP), x, _TOP + 58)
        x += 110
    room = _LEFT + _WIDE - 12 - x
    if phase:
        canvas.write(x, _TOP + 66, phase, 28, DEEP, SOFT, face="t", room=room)
    canvas.write(x, _TOP + (102 if phase else 84), model.verb, 36, DEEP, room=room)
    high = _strip_height(len(model.view.cars))
    top = _TOP + _HEAD + 8
    for i, car in enumerate(model.view.cars):
        canvas.part = car.label
        _put_strip(canvas, model, car, top + i * high, high)


def _state(car: Vehicle, short: bool = False) -> str:
    """What everyone knows of the people and the power plant; `short`, people by a letter."""
    hurt = [
        f"{person.role[:1].upper() if short else person.role} "
        f"{('', 'hurt', 'out', 'dead')[min(person.hits, 3)]}"
        for person in car.crew
        if person.hits
    ]
    return " · ".join([*hurt, *(["no power"] if car.plant_gone else [])])


def _put_strip(canvas: Canvas, model: Board, car: Vehicle, y: int, high: int) -> None:
    tall = high - 8
    out, acts = bool(car.out), model.acts(car)
    fill = DEEP if out else PANEL
    frame = PAPER if acts else None
    canvas.put(Panel(_WIDE, tall, fill, frame, 5, 20), _LEFT, y)
    size = min(44, tall - 12)
    plate = Plate(car.owner, car.label, tag(car), size, acts, out, ground=fill)
    two = tall >= 84
    line = y + (12 + size // 2 if two else tall // 2)
    lay(canvas, plate, _LEFT + 12, line - size // 2)
    x = _LEFT + 12 + plate.width + 6
    name, ink = name_of(model.players, car.owner), MUTE if out else PAPER
    canvas.write(x, line, name, 34, fill, ink, room=_LEFT + _WIDE - 22 - x)
    if not two:
        return
    line = y + tall - (tall - 12 - size) // 2
    if model.view.bare:
        for side in range(4 + (len(car.armor) > 4 and car.armor[4] > 0)):
            x = _LEFT + 32 + side * 54
            if car.armor[side] or side not in car.breached:
                canvas.write(x, line, str(car.armor[side]), 34, fill, ink, "middle")
            else:
                put_zero(canvas, x, line, 34, fill, 50, 38)
        return
    x = _LEFT + 16
    bare = letters(car)
    if bare:
        wide = fonts.width(bare, 32) + 30
        canvas.put(Leaning(wide, 38, ALARM, ground=fill), x, line - 19)
        canvas.write(x + wide // 2, line, bare, 32, ALARM, INK, "middle")
        x += wide + 4
    room = _LEFT + _WIDE - 12 - x
    short = _state(car) or ("" if bare or out else "no side breached")
    if fonts.width(short, 26, "t") > room:
        short = _state(car, short=True)
    canvas.write(x + 4, line, short, 28, fill, MUTE if out else SOFT, face="t", room=room)
