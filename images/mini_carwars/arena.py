"""The arena: its field with walls, and the panel of vehicles beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.mini_carwars.ground import ARENA, THICK
from games.mini_carwars.state import Vehicle
from images import fonts
from images.canvas import Canvas
from images.mini_carwars.field import Sheet, tag_height
from images.mini_carwars.model import Board, game_of, letters, moment_of, tag
from images.mini_carwars.plane import Map, put_ground
from images.mini_carwars.tags import Plate
from images.panels import Page
from images.parts import Drawn, Line, Part, Picture, Stamp, Text, column, plate, row, space
from images.theme import ALARM, DEEP, GAP, HEADER, INK, MUTE, PAGE, PANEL, PAPER, SOFT, Colour
from images.words import name_of

_SIDE: Final = 868
_INCHES: Final = ARENA + 2 * THICK
"""Across the arena, its outer walls included."""
_WIDE: Final = PAGE - _SIDE - 3 * GAP
"""Of the panel, px."""
_HEAD: Final = 132
_ZOOMS: Final = (72.0, 56.0)
"""px an inch, the largest that shows all vehicles in action; below the last all of the arena."""
_AIR: Final = 2.0
"""Around the outermost vehicles, in inches."""


def arena_map(cars: Sequence[Vehicle]) -> Map:
    """Where inches lie: near, where all vehicles in action fit, else the whole arena."""
    middle = GAP + _SIDE / 2, GAP + _SIDE / 2
    live = [car for car in cars if not car.out] or cars
    spans = [(min(ways), max(ways)) for ways in zip(*((car.x, car.y) for car in live), strict=True)]
    for scale in _ZOOMS:
        seen = _SIDE / scale
        if all(high - low + 2 * _AIR <= seen for low, high in spans):
            most = (_INCHES - seen) / 2
            x, y = (max(min((low + high) / 2, most), -most) for low, high in spans)
            return Map.about(scale, (x, y), middle, upward=True)
    return Map.about(_SIDE / _INCHES, (0.0, 0.0), middle, upward=True)


class ArenaPicture(Picture):
    """The arena as large as the picture, the moment and who acts beside it."""

    def page(self) -> Page:
        return Page(_SIDE + 2 * GAP)

    def compose(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, PAGE, HEADER + 2, INK)
        self.body.draw(canvas, GAP, GAP, PAGE - 2 * GAP, _SIDE, INK)


@dataclass(slots=True)
class Arena(Part):
    """The field with everything on it, at the left of the panel."""

    model: Board

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, cars = self.model, self.model.view.cars
        to, field = arena_map(model.shown), (x, y, x + h, y + h)
        put_ground(canvas.fill, to, field)
        sheet = Sheet(canvas, to, field)
        # A wreck may lie where nobody drives any more.
        sheet.things(model, model.framed, tall=tag_height(len(cars)) - 6, air=0)
        sheet.label()
        high = min(124, (_SIDE - _HEAD) // len(cars)) - 8
        strips = (_strip(model, car, high) for car in cars)
        panel = column(_head(model), *strips, gap=8)
        panel.draw(canvas, x + h + GAP, y, _WIDE, _SIDE, ground)


def _head(model: Board) -> Line:
    """Turn, phase, and who does what."""
    turn, _, phase = moment_of(model.view).partition(" · ")
    told = [Text(phase, 28, SOFT, "t", grow=1)] if phase else []
    plates = [plate(seat, 52, DEEP) for seat in model.actors[:1]]
    who = row(*plates, column(*told, Text(model.verb, 36, grow=1), gap=0, grow=1), gap=8)
    title = Text(f"{game_of(model.view)} · {turn}".upper(), 28, MUTE)
    blade = column(panel=PAPER, corner=0, width=10, height=_HEAD)
    inside = column(space(1), title, who, space(1), gap=8, grow=1)
    return row(blade, inside, space(1), panel=DEEP, gap=12, height=_HEAD, name="header")


def _strip(model: Board, car: Vehicle, tall: int) -> Line:
    """A vehicle: who drives it, and its armor or what everyone knows of it."""
    out, acts = bool(car.out), car.number == model.framed
    fill, ink = (DEEP, MUTE) if out else (PANEL, PAPER)
    size, two = min(44, tall - 12), tall >= 84
    tagged = Plate(car.owner, car.label, tag(car), size, acts, out, ground=fill)
    name = Text(name_of(model.players, car.owner), 34, ink, grow=1)
    first = size + 12 * two
    lines = [row(Drawn(tagged), name, gap=6, height=first)]
    if two:
        lines.append(row(*_condition(model, car, ink), gap=8, height=tall - 12 - first))
    frame = PAPER if acts else None
    return row(
        space(4), column(*lines, gap=0, grow=1),
        panel=fill, frame=frame, pad=6, gap=2, height=tall, name=car.label,
    )  # fmt: skip


def _condition(model: Board, car: Vehicle, ink: Colour) -> list[Part]:
    if model.view.bare:
        sides = range(4 + (len(car.armor) > 4 and car.armor[4] > 0))
        return [
            Stamp("0", 34, ALARM, width=50)
            if side in car.breached and not car.armor[side]
            else Text(str(car.armor[side]), 34, ink, anchor="middle", width=46)
            for side in sides
        ]
    bare = letters(car)
    stamps: list[Part] = [Stamp(bare, 30, ALARM)] if bare else []
    room = _WIDE - 32 - sum(stamp.least()[0] for stamp in stamps)
    words = _state(car) or ("" if bare or car.out else "no side breached")
    if fonts.width(words, 26, "t") > room:
        words = _state(car, short=True)
    return [*stamps, Text(words, 28, MUTE if car.out else SOFT, "t", grow=1)]


def _state(car: Vehicle, short: bool = False) -> str:
    """What everyone knows of the people and the power plant; `short`, people by a letter."""
    hurt = [
        f"{person.role[:1].upper() if short else person.role} "
        f"{('', 'hurt', 'out', 'dead')[min(person.hits, 3)]}"
        for person in car.crew
        if person.hits
    ]
    return " · ".join([*hurt, *(["no power"] if car.plant_gone else [])])
