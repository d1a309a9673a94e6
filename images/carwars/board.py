"""The board: the arena from above with everything at its true place, and a cell for each car; and
the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from games.carwars.ground import place_of
from games.carwars.state import Car
from games.engine.players import SEAT_LETTERS
from games.engine.voice import minus
from images.arena import (
    HEAD,
    INSET,
    SIDE,
    WIDE,
    ArenaPicture,
    Inset,
    Round,
    frame,
    panel_head,
    seen_of,
)
from images.canvas import Canvas, Scene
from images.carwars import outcome
from images.carwars.field import Field, line_of, put_latest, put_shots, struck
from images.carwars.happened import NEWS
from images.carwars.model import LETTERS, SIDES, Board, apart, lengths, say, texts
from images.counters import Flame, Plate
from images.labels import Rect
from images.news import LOW
from images.parts import (
    Drawn,
    Header,
    Laid,
    Part,
    Picture,
    Sign,
    Stamp,
    Text,
    column,
    plate,
    row,
    space,
)
from images.plane import Map
from images.theme import ALARM, DEEP, GAP, INK, MUTE, PANEL, PAPER, SOFT, Colour
from images.words import MOST_ALT, name_of, shorten

_word: Final = partial(say, "board")
_CELL: Final = 182
"""Height of a car's cell where they are at most four, px."""
_SMALL: Final = 150
"""In a lower one the car with its sides stands beside the name,"""
_LOW: Final = 120
"""and in a lower one there is no such car,"""
_TWO: Final = 112
"""and one line instead of two."""
_SIGNS: Final = ("power", "tire", "driver", "called")
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
    to = Map.about(SIDE / seen, at, (GAP + SIDE / 2, GAP + SIDE / 2), True)
    # The floor is drawn once for all places where it may lie.
    return replace(to, x=round(to.x), y=round(to.y))


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
        order = sorted(model.shown, key=lambda car: (not car.out, car is model.acting))
        sheet.cars(order, model.acting, tall)
        put_latest(sheet, model)
        for car in model.shown:
            if car.out:
                continue
            if sheet.shows(car.x, car.y):
                sheet.numbers_of(car, struck(model, car.owner))
            elif model.acting:
                far = lengths(apart(model.acting, car))
                words, letter = _word("beyond", far=far), SEAT_LETTERS[car.owner]
                tag = Plate(car.owner, letter, words, 40)
                sheet.point_to((car.x, car.y), tag, letter)
        self.more(sheet)
        sheet.label()
        if not whole:
            sheet.edge()

    def _panel(self, canvas: Canvas, box: tuple[int, int, int], to: Map | None) -> None:
        """The moment, a cell for each car, and where there is room the last attack and the whole of
        an arena that is seen in part."""
        model, (left, top, foot), (wide, high) = self.model, box, place_of(self.model.view).size
        panel_head(model.moment, model.verb, model.asked).draw(canvas, left, top, WIDE, HEAD, DEEP)
        cars = model.view.cars
        tall = min(_CELL, (foot - top - HEAD) // len(cars) - 8)
        cells = [Laid(_Cell.of(model, car, tall)) for car in cars]
        below: list[Part] = []
        room = foot - top - HEAD - 8 - (tall + 8) * len(cars)
        side = min(room, INSET[1])
        if to is not None and side >= INSET[0]:
            size = max(wide, high)
            below = [Inset(
                to, size, (wide / 2, high / 2), Field.walls(model.view),
                [(car.x, car.y, car.owner) for car in model.shown if not car.out],
                _word("inset"), _word("inset_size", size=f"{size:g}"), height=side,
            )]  # fmt: skip
        if model.latest.shots and room >= _NEWS + 8 + (side + 8 if below else 0):
            below.insert(0, outcome.last_attack(model, _NEWS))
        shown = column(*cells, *below[:-1], space(), *below[-1:], gap=8, width=WIDE)
        shown.draw(canvas, left, top + HEAD + 8, WIDE, foot - top - HEAD - 8, ground=0)


class _Cell(Scene, frozen=True):
    """A car: who drives it, what it has left, and where it was hit last. Most of them look as they
    did on the board before."""

    owner: int
    name: str
    tall: int
    acts: bool
    out: str
    """What became of it, if anything."""
    lost: bool
    """It is out of control."""
    left: tuple[int, ...]
    """Power, tires, driver, gunner; of a car that is not built yet nothing."""
    armor: tuple[int, ...]
    burns: bool
    last: tuple[int, int] | None
    """The side where it was hit last, and the points."""
    called: str
    """The car's own name."""

    @classmethod
    def of(cls, model: Board, car: Car, tall: int) -> _Cell:
        """As it is shown now."""
        left = (car.power, car.tires, car.left(0), car.left(1)) if car.cards else ()
        acts = car.owner in model.asked and not car.out
        lost = bool(model.view.round and not car.out and car.out_of_control)
        return cls(
            car.owner, name_of(model.players, car.owner), tall, acts, car.out, lost, left,
            tuple(car.armor), bool(car.fires), model.latest.last.get(car.owner), car.name,
        )  # fmt: skip

    @property
    def size(self) -> tuple[int, int]:
        return WIDE, self.tall

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        out, low = bool(self.out), self.tall < _LOW
        fill, ink, size = (DEEP if out else PANEL), (MUTE if out else PAPER), 34 if low else 40
        head = row(
            plate(self.owner, size, fill, out), Text(self.name, size - 6, ink, grow=1),
            *[Sign("control", 32, ALARM)] * self.lost, gap=10, height=size + 2,
        )  # fmt: skip
        body: Sequence[Part]
        if not self.left:
            body = [head, Text(_word("builds"), 34, MUTE, "t"), space()]
        elif out:
            stamp = Stamp(texts("fates")[self.out].upper(), 26 if low else 30, MUTE)
            body = [head, row(stamp, space(), height=30 if low else 38), space()]
        else:
            body = [head, *self._rows(), space()] if low else self._large(head)
        column(
            *body, panel=fill, frame=PAPER if self.acts else None, pad=8, gap=1,
            height=self.tall, name=SEAT_LETTERS[self.owner],
        ).draw(canvas, x, y, *self.size, INK)  # fmt: skip

    def _figures(self, size: int) -> list[Part]:
        inks = [PAPER if left else ALARM for left in self.left]
        return [
            row(Sign(icon, size - 6, ink, width=size - 2),
                Text(str(left), size, ink, width=size + 2), gap=2)
            for icon, left, ink in zip(_SIGNS, self.left, inks, strict=True)
        ]  # fmt: skip

    def _rows(self) -> Sequence[Part]:
        """All in two lines, or in one what a car has most of."""
        figures, armor = self._figures(28), list[Part]()
        for letter, points in zip(LETTERS, self.armor, strict=True):
            ink = PAPER if points else ALARM
            armor += [Text(letter, 28, MUTE, width=17),
                      Text(str(points), 30, ink, anchor="middle", width=30)]  # fmt: skip
        if self.tall < _TWO:
            return [row(*figures[:2], space(), *armor, gap=0, height=28)]
        return [row(*figures, space(), gap=4, height=28), row(*armor, gap=8, height=28)]

    def _large(self, head: Part) -> Sequence[Part]:
        """With the car and what each side has left."""
        figures = self._figures(36)
        rows: list[Part] = [row(*figures[at : at + 2], gap=2, height=36) for at in (0, 2)]
        numbers = {
            side: (str(points), 34, PAPER) if points else ("0", 28, ALARM)
            for side, points in enumerate(self.armor)
        }
        flames = [Drawn(Flame(26, PANEL), width=36)] * self.burns
        if self.tall < _SMALL:
            left = column(head, *rows, space(), gap=2, grow=1)
            return [
                row(left, *flames, Round(self.owner, numbers, low=10, width=112), gap=0, grow=1)
            ]
        if self.last:
            words = Text(f"{minus(-self.last[1])} {SIDES[self.last[0]]}", 34, face="t", grow=1)
            rows.append(row(Sign("hit", 28, width=32), words, gap=4, height=36))
        elif self.called:
            rows.append(Text(self.called, 34, SOFT, "t", height=36))
        left, around = (
            column(*rows, space(), gap=1, width=148),
            Round(self.owner, numbers, width=112),
        )
        return [head, row(left, space(), *flames, around, gap=0, grow=1)]


# -- all of it


def picture(model: Board) -> Picture:
    """The whole board; while an attack is being resolved, that."""
    if resolving(model):
        return outcome.picture(outcome.OutcomeModel(model))
    header = Header(say("game", "title"), model.moment, model.asked, model.verb)
    news = NEWS.strip(model.latest.news, model.players, 1) or space()
    news.grow = 1
    signs = texts("signs").items()
    # What the signs in the cells count.
    counts = [row(Sign(icon, 28, MUTE), Text(it, 30, SOFT, "t"), gap=6) for icon, it in signs]
    foot = row(news, row(*counts, width=484, say=""), panel=DEEP, corner=0, height=LOW)
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
        return [_word("just", told="; ".join(told))] if told else []

    def _around(self) -> list[str]:
        """Things and rough ground, with their places in the arena."""
        view, out = self.view, []
        things = [
            _word("thing", thing=texts("things").get(each.kind, each.kind),
                x=f"{each.x:.1f}", y=f"{each.y:.1f}")
            for each in view.things if not each.gone
        ]  # fmt: skip
        shapes = [
            _word("ring" if each.inner else "disc", level=each.level,
                inner=f"{each.inner:g}", outer=f"{each.radius or max(each.size) / 2:g}",
                x=f"{each.at[0]:g}", y=f"{each.at[1]:g}")
            for each in place_of(view).terrain
        ]  # fmt: skip
        out += [_word("around", things="; ".join(things))] if things else []
        out += [_word("ground", shapes="; ".join(shapes))] if shapes else []
        return out
