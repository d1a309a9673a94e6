"""The board: the arena from above with everything at its true place, and a cell for each car; and
the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.carwars.ground import place_of
from games.carwars.state import Car
from games.engine.plane import BACK, FRONT, LEFT, RIGHT, Box
from games.engine.players import SEAT_LETTERS
from games.engine.voice import minus
from images.arena import (
    HEAD,
    INSET,
    SIDE,
    WIDE,
    ArenaPicture,
    frame,
    panel_head,
    seen_of,
)
from images.arena import put_inset as inset
from images.canvas import Canvas
from images.cars import Portrait
from images.carwars.field import Field
from images.carwars.model import (
    SIDES,
    Board,
    apart,
    box,
    left_of,
    lengths,
    say,
    speed_of,
)
from images.carwars.shots import ends_of, put_latest, put_shots, struck
from images.counters import Plate
from images.labels import Rect
from images.panels import Leaning, Panel
from images.parts import Header, Part, Picture, Sign, Text, row
from images.plane import Map
from images.theme import (
    ALARM,
    DEEP,
    GAP,
    INK,
    MUTE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SOFT,
    Colour,
)
from images.words import name_of

_CELL: Final = 182
"""Height of a car's cell where they are at most four, px."""
_LOW: Final = 104
"""In a lower one there is no car with its sides."""
_ROUND: Final = 128
"""Width of that, px."""


_ZOOMS: Final = (6.0, 8.0, 10.0, 12.0, 14.0)
"""L across that are shown, the fewest that hold all cars."""


def arena_map(model: Board) -> Map:
    """Where lengths lie: as near as all cars in action fit; else the acting one and what has just
    happened; else the whole arena."""
    wide, high = place_of(model.view).size
    whole, center = max(wide, high), (wide / 2, high / 2)
    live = [(car.x, car.y) for car in model.shown if not car.out] or [center]
    acting, latest = model.acting, model.latest
    here = live
    if acting is not None and len(live) <= 4:
        here = [(acting.x, acting.y), *latest.meets]
        for shot in latest.shots:
            here += ends_of(
                model.view,
                shot.attack.seat,
                shot.attack.place,
                shot.attack.target,
                shot.attack.side,
            )
    zooms = [zoom for zoom in _ZOOMS if zoom < whole - 1]
    seen, at = seen_of(live, here, zooms, whole, center, min(10.0, whole), 1.6)
    return Map.about(SIDE / seen, at, (GAP + SIDE / 2, GAP + SIDE / 2), True)


@dataclass(slots=True)
class Arena(Part):
    """The field with everything on it, at the left of the panel."""

    model: Board

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model = self.model
        to, field = arena_map(model), (x, y, x + h, y + h)
        sheet = Field(canvas, to, field)
        sheet.ground(model.view)
        sheet.things(model.view)
        put_shots(sheet, model)
        for car in sorted(model.shown, key=lambda car: (not car.out, car is model.acting)):
            sheet.car(car, car is model.acting)
        put_latest(sheet, model)
        for car in model.shown:
            if not car.out:
                sheet.numbers_of(car, struck(model, car.owner))
        whole = to.scale <= SIDE / max(place_of(model.view).size) + 1e-6
        for car in model.shown if not whole else ():
            if not (car.out or sheet.shows(car.x, car.y)):
                far = lengths(apart(model.acting, car)) if model.acting else ""
                tag = Plate(car.owner, SEAT_LETTERS[car.owner], say("board", "beyond", far=far), 40)
                sheet.point_to((car.x, car.y), tag, SEAT_LETTERS[car.owner])
        sheet.label()
        if whole:
            frame(canvas, (x - 6, y - 6, x + h + 6, y + h + 6), 6, SOFT)
        else:
            sheet.edge()
        left, top = x + h + GAP, y + HEAD + 8
        count = len(model.view.cars)
        high = min(_CELL, (SIDE - HEAD) // count - 8)
        panel_head(model.moment, model.verb, model.asked).draw(canvas, left, y, WIDE, HEAD, ground)
        for car in model.view.cars:
            put_cell(canvas, model, car, (left, top, high))
            top += high + 8
        side = min(y + h - top, INSET[1])
        if side >= INSET[0] and not whole:
            _put_inset(canvas, model, to, (left, y + h - side), side)


def _put_inset(canvas: Canvas, model: Board, to: Map, at: tuple[int, int], side: int) -> None:
    """The whole arena, and what part of it is seen."""
    (left, top), (wide, high) = at, place_of(model.view).size
    size = max(wide, high)
    middle = left + side / 2, top + side / 2
    small = Map.about(side / size, (wide / 2, high / 2), middle, True)
    half = SIDE / to.scale
    center = (GAP + SIDE / 2 - to.x) / to.scale, (to.y - GAP - SIDE / 2) / to.scale
    inset(
        canvas, (left, top, left + WIDE, top + side), small,
        small.around(Box(*center, 0.0, half, half)),
        [small.around(box(thing.pose, 0.85, 0.3)) for thing in model.view.things if thing.kind == "barrier"],
        [(car.x, car.y, SEAT_PAINT[car.owner]) for car in model.shown if not car.out],
        (say("board", "inset"), say("board", "inset_size", size=f"{size:g}")),
    )  # fmt: skip


def put_cell(canvas: Canvas, model: Board, car: Car, at: tuple[int, int, int]) -> None:
    """A car: who drives it, what it has left, where it was hit last."""
    (x, y, tall), out = at, bool(car.out)
    acts = car.owner in model.asked and not out
    fill, ink = (DEEP, MUTE) if out else (PANEL, PAPER)
    size, left = min(42, tall - 12), x + 12
    canvas.part = SEAT_LETTERS[car.owner]
    canvas.put(Panel(WIDE, tall, fill, PAPER if acts else None, corner=20), x, y)
    fate = speed_of(car).upper() if out else ""
    tag = Plate(car.owner, SEAT_LETTERS[car.owner], fate, size, False, out, ground=fill)
    canvas.put(tag, left, y + 12 if tall >= 150 else y + 7)
    middle = y + (12 if tall >= 150 else 7) + size // 2
    room = WIDE - 18 - tag.width - 12
    canvas.write(
        left + tag.width + 8,
        middle,
        name_of(model.players, car.owner),
        36 if tall >= 150 else 32,
        fill,
        ink,
        room=room,
    )
    if out:
        return
    if tall >= 150:
        _put_round(canvas, model, car, (x + WIDE - _ROUND - 4, y + 46, _ROUND, tall - 50), fill)
        rows = [
            [("power", str(car.power)), ("tire", str(car.tires))],
            [("driver", str(left_of(car.driver))), ("called", str(left_of(car.gunner)))],
        ]
        for at, signs in enumerate(rows):
            for number, (icon, words) in enumerate(signs):
                spot = left + 18 + number * 76, y + 82 + 40 * at
                Sign(icon, 34 if not at else 30).draw(
                    canvas, spot[0] - 20, spot[1] - 20, 40, 40, fill
                )
                canvas.write(spot[0] + 22, spot[1], words, 40 - 4 * at, fill)
        side, points = model.latest.last.get(car.owner, (-1, 0))
        words = f"{minus(-points)} {SIDES[side]}" if side >= 0 else say("board", "not_hit")
        row(
            Sign("hit", 30, PAPER if side >= 0 else MUTE),
            Text(words, 32, PAPER if side >= 0 else MUTE, "t", grow=1),
            gap=6,
        ).draw(canvas, left + 4, y + 141, 150, 36, fill)


def _put_round(canvas: Canvas, model: Board, car: Car, box: Rect, ground: Colour) -> None:
    x, y, wide, tall = box
    middle, down = x + wide // 2, y + tall // 2
    figure = Portrait(car.owner, 42, False, ground, "", "car")
    canvas.put(figure, middle - figure.width // 2, down - figure.height // 2)
    places = {FRONT: (0, -46), RIGHT: (40, 0), BACK: (0, 46), LEFT: (-40, 0)}
    for side, points in enumerate(car.armor):
        at = middle + places[side][0], down + places[side][1]
        if points:
            canvas.write(*at, str(points), 36, ground, anchor="middle")
        else:
            canvas.put(Leaning(38, 32, ALARM, 0.2, ground=ground), at[0] - 19, at[1] - 16)
            canvas.write(*at, "0", 30, ALARM, INK, "middle")


def picture(model: Board) -> Picture:
    """The whole board."""
    return ArenaPicture(Header(say("game", "title"), model.moment, -1, model.verb), Arena(model))
