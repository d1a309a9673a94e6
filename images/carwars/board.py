"""The board: the arena from above with everything at its true place, and a cell for each car; and
the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.carwars.ground import place_of
from games.carwars.state import Car
from games.engine.plane import Box
from games.engine.players import SEAT_LETTERS
from games.engine.voice import minus
from images.arena import (
    HEAD,
    INSET,
    SIDE,
    WIDE,
    ArenaPicture,
    Round,
    frame,
    panel_head,
    put_inset,
    seen_of,
)
from images.canvas import Canvas
from images.carwars import outcome
from images.carwars.field import Field
from images.carwars.happened import NEWS
from images.carwars.model import LETTERS, SIDES, Board, apart, lengths, say, texts
from images.carwars.shots import line_of, put_latest, put_shots, struck
from images.counters import Flame, Plate
from images.labels import Rect
from images.parts import Drawn, Header, Part, Picture, Sign, Stamp, Text, column, plate, row, space
from images.plane import Map
from images.theme import ALARM, DEEP, GAP, MUTE, PANEL, PAPER, SEAT_PAINT, SOFT, Colour
from images.words import MOST_ALT, name_of, shorten

_CELL: Final = 182
"""Height of a car's cell where they are at most four, px."""
_SMALL: Final = 150
"""In a lower one the car with its sides stands beside the name,"""
_LOW: Final = 120
"""and in a lower one there is no such car,"""
_TWO: Final = 112
"""and one line instead of two."""
_NEWS: Final = 164
"""Height of the last attack, where there is room for it."""
_FEW: Final = 4
"""Among more cars no part of the arena is left out."""
_ZOOMS: Final = (6.0, 8.0, 10.0, 12.0)
"""L across that are shown, the fewest that hold all cars."""
_PART: Final = 0.75
"""More than this part of the arena: then all of it is shown."""
_CROPPED: Final = 10.0
"""At least so many around the acting one where not all fit."""
_AROUND: Final = 1.6
"""Around the outermost cars, in L."""


def arena_map(model: Board) -> Map:
    """Where lengths lie: as near as all cars in action fit; else the acting one and what has just
    happened; else the whole arena."""
    wide, high = place_of(model.view).size
    whole, center = max(wide, high), (wide / 2, high / 2)
    live = [(car.x, car.y) for car in model.shown if not car.out] or [center]
    acting, here = model.acting, live
    if acting is not None and len(live) <= _FEW:
        ends = [end for shot in model.latest.shots for end in line_of(model.view, shot)]
        here = [(acting.x, acting.y), *model.latest.meets, *ends]
    near = model.view.phase != "places"
    zooms = [zoom for zoom in _ZOOMS if near and zoom <= _PART * whole]
    seen, at = seen_of(live, here, zooms, whole, center, min(_CROPPED, whole), _AROUND)
    return Map.about(SIDE / seen, at, (GAP + SIDE / 2, GAP + SIDE / 2), True)


class Arena(Part):
    """The field with everything on it, at the left of the panel."""

    model: Board

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, field = self.model, (x, y, x + h, y + h)
        to = arena_map(model)
        whole = to.scale <= SIDE / max(place_of(model.view).size) + 1e-6
        canvas.within(field, lambda inside: self._field(inside, to, field, whole))
        if whole:
            frame(canvas, (x - 6, y - 6, x + h + 6, y + h + 6), 6, SOFT)
        self._panel(canvas, (x + h + GAP, y, y + h), None if whole else to)

    def more(self, sheet: Field) -> None:
        """What else lies there."""

    def _field(self, canvas: Canvas, to: Map, field: Rect, whole: bool) -> None:
        model, sheet = self.model, Field(canvas, to, field)
        sheet.ground(model.view)
        sheet.things(model.view)
        put_shots(sheet, model)
        count = sum(not car.out for car in model.shown)
        tall = 44 if count <= _FEW else 38
        for car in sorted(model.shown, key=lambda car: (not car.out, car is model.acting)):
            if sheet.shows(car.x, car.y, 0.6):
                sheet.car(car, car is model.acting, tall)
        put_latest(sheet, model)
        for car in model.shown:
            if car.out:
                continue
            if sheet.shows(car.x, car.y):
                sheet.numbers_of(car, struck(model, car.owner))
            elif model.acting:
                far = lengths(apart(model.acting, car))
                words, letter = say("board", "beyond", far=far), SEAT_LETTERS[car.owner]
                tag = Plate(car.owner, letter, words, 40)
                sheet.point_to((car.x, car.y), tag, letter)
        self.more(sheet)
        sheet.label()
        if not whole:
            sheet.edge()

    def _panel(self, canvas: Canvas, box: tuple[int, int, int], to: Map | None) -> None:
        """The moment, a cell for each car, and where there is room the last attack and the whole of
        an arena that is seen in part."""
        model, (left, top, foot) = self.model, box
        panel_head(model.moment, model.verb, model.asked).draw(canvas, left, top, WIDE, HEAD, DEEP)
        cars = model.view.cars
        tall = min(_CELL, (foot - top - HEAD) // len(cars) - 8)
        cells = [_cell(model, car, tall) for car in cars]
        below: list[Part] = []
        room = foot - top - HEAD - 8 - (tall + 8) * len(cars)
        side = min(room, INSET[1])
        if to is not None and side >= INSET[0]:
            below = [_Inset(model, to, height=side)]
        if model.latest.shots and room >= _NEWS + 8 + (side + 8 if below else 0):
            below.insert(0, outcome.last_attack(model, _NEWS))
        shown = column(*cells, *below[:-1], space(), *below[-1:], gap=8, width=WIDE)
        shown.draw(canvas, left, top + HEAD + 8, WIDE, foot - top - HEAD - 8, ground=0)


class _Inset(Part):
    """The whole arena, and what part of it is seen."""

    model: Board
    to: Map

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        model, to, (wide, high) = self.model, self.to, place_of(self.model.view).size
        size, half = max(wide, high), SIDE / to.scale
        small = Map.about(h / size, (wide / 2, high / 2), (x + h / 2, y + h / 2), True)
        at = (GAP + SIDE / 2 - to.x) / to.scale, (to.y - GAP - SIDE / 2) / to.scale
        put_inset(
            canvas, (x, y, x + w, y + h), small, small.around(Box(*at, 0.0, half, half)),
            [small.around(wall) for wall in Field.walls(model.view)],
            [(car.x, car.y, SEAT_PAINT[car.owner]) for car in model.shown if not car.out],
            (say("board", "inset"), say("board", "inset_size", size=f"{size:g}")),
        )  # fmt: skip


def _cell(model: Board, car: Car, tall: int) -> Part:
    """A car: who drives it, what it has left, and where it was hit last."""
    out, low, small = bool(car.out), tall < _LOW, tall < _SMALL
    acts, lost = car.owner in model.asked and not out, not out and car.out_of_control
    fill, ink, size = (DEEP if out else PANEL), (MUTE if out else PAPER), 34 if low else 40
    head = row(
        plate(car.owner, size, fill, out),
        Text(name_of(model.players, car.owner), size - 6, ink, grow=1),
        *[Sign("control", 32, ALARM)] * bool(lost and model.view.round),
        gap=10, height=size + 2,
    )  # fmt: skip
    driver, gunner = (car.left(place) if car.cards else 0 for place in (0, 1))
    own = ("power", car.power), ("tire", car.tires), ("driver", driver), ("called", gunner)
    figures = [_figure(icon, left, 28 if low else 36) for icon, left in own]
    if not car.cards:
        rows: list[Part] = [Text(say("board", "builds"), 30, MUTE, "t")]
    elif out:
        stamp = Stamp(
            texts("fates")[car.out].upper(), 26 if low else 30, MUTE, height=30 + 8 * (not low)
        )
        rows = [row(stamp, space())]
    elif low:
        armor = [part for side, points in enumerate(car.armor) for part in _armor(side, points)]
        rows = [row(*figures[:2], space(), *armor, gap=0, height=28)]
        if tall >= _TWO:
            rows = [row(*figures, space(), gap=4, height=28), row(*armor, gap=8, height=28)]
    else:
        pairs = [row(*figures[at : at + 2], gap=2, height=36) for at in (0, 2)]
        rows = [*pairs, *_last(model, car)][: (tall - 62) // 36]
        numbers = {
            side: (str(points), 34, PAPER) if points else ("0", 28, ALARM)
            for side, points in enumerate(car.armor)
        }
        around = Round(car.owner, numbers, low=10 * small, width=112)
        flames = [Drawn(Flame(26, fill), width=36)] * bool(car.fires)
        if small:
            rows = [column(head, *rows, space(), gap=2, grow=1), *flames, around]
            body: Part = row(*rows, gap=0, grow=1)
        else:
            left = column(*rows, space(), gap=1, width=148)
            body = column(head, row(left, space(), *flames, around, gap=0, grow=1), gap=2, grow=1)
    if not car.cards or out or low:
        body = column(head, *rows, space(), gap=2, grow=1)
    return column(
        body, panel=fill, frame=PAPER if acts else None, pad=8, height=tall,
        name=SEAT_LETTERS[car.owner],
    )  # fmt: skip


def _figure(icon: str, left: int, size: int) -> Part:
    ink = PAPER if left else ALARM
    number = Text(str(left), size, ink, width=size + 2)
    return row(Sign(icon, size - 6, ink, width=size - 2), number, gap=2)


def _armor(side: int, points: int) -> tuple[Part, Part]:
    letter = Text(LETTERS[side], 28, MUTE, width=17, say="")
    return letter, Text(str(points), 30, PAPER if points else ALARM, anchor="middle", width=30)


def _last(model: Board, car: Car) -> list[Part]:
    """Where it was hit last, if that is known; what the car is called until then."""
    side, points = model.latest.last.get(car.owner, (-1, 0))
    if side < 0:
        return [Text(car.name, 28, SOFT, "t", height=36)] * bool(car.name)
    words = Text(f"{minus(-points)} {SIDES[side]}", 32, face="t", grow=1)
    return [row(Sign("hit", 28, width=32), words, gap=4, height=36)]


# -- all of it


def picture(model: Board) -> Picture:
    """The whole board; while an attack is being resolved, that."""
    if resolving(model):
        return outcome.picture(outcome.OutcomeModel(model))
    header = Header(say("game", "title"), model.moment, model.asked, model.verb)
    foot = NEWS.strip(model.latest.news, model.players, 1)
    return ArenaPicture(header, Arena(model), foot=foot)


def resolving(model: Board) -> bool:
    """Whether somebody is asked about an attack that is not over."""
    view = model.view
    asked = view.attack is not None or (view.harm and view.harm[0].asks)
    return bool(asked and model.latest.shots)


class Told(Board):
    """The picture of a fight with its words."""

    def png(self) -> bytes:
        """A palette PNG, 1200 px wide."""
        return picture(self).png()

    def alt_text(self) -> str:
        """The moment, then each car, the acting one first, then what has just happened; where that
        is too long, without places."""
        if resolving(self):
            return shorten([self.whose, *picture(self).lines()], MOST_ALT)
        for brief in (False, True):
            cars = [self.tell(car, brief) for car in self._ordered]
            told = [self.whose, *cars, *self._just]
            if len(whole := " ".join(told)) <= MOST_ALT:
                return whole
        return shorten([self.whose, *self._just, *cars], MOST_ALT)

    def long_description(self) -> str:
        """A line for each car, the acting one first, then what lies in the arena."""
        cars = [self.tell(car) for car in self._ordered]
        attack = picture(self).lines() if resolving(self) else ()
        return "\n".join([self.whose, *attack, *cars, *self._just, *self._around()])

    @property
    def _ordered(self) -> Sequence[Car]:
        acting = self.acting
        key = lambda car: (car is not acting, bool(car.out), car.owner)  # noqa: E731
        return sorted(self.view.cars, key=key)

    @property
    def _just(self) -> list[str]:
        told = self.latest.sentences(self.players)
        return [say("board", "just", told="; ".join(told))] if told else []

    def _around(self) -> list[str]:
        """Things and rough ground, with their places in the arena."""
        view, out = self.view, []
        things = [
            say("board", "thing", thing=texts("things").get(each.kind, each.kind),
                x=f"{each.x:.1f}", y=f"{each.y:.1f}")
            for each in view.things if not each.gone
        ]  # fmt: skip
        shapes = [
            say("board", "ring" if each.inner else "disc", level=each.level,
                inner=f"{each.inner:g}", outer=f"{each.radius or max(each.size) / 2:g}",
                x=f"{each.at[0]:g}", y=f"{each.at[1]:g}")
            for each in place_of(view).terrain
        ]  # fmt: skip
        out += [say("board", "around", things="; ".join(things))] if things else []
        out += [say("board", "ground", shapes="; ".join(shapes))] if shapes else []
        return out
