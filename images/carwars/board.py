"""The board: the arena from above with everything at its true place, and a cell for each car; and
the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from games.carwars.ground import place_of
from games.carwars.setup import usual_places
from games.carwars.state import Car, State
from games.engine.plane import Point
from games.engine.players import SEAT_LETTERS, Player
from games.engine.shapes import Pose, at
from games.engine.voice import minus
from images.arena import (
    HEAD,
    MORE,
    SIDE,
    WIDE,
    ArenaPicture,
    Inset,
    Round,
    arena_map,
)
from images.canvas import Canvas, Scene
from images.carwars import outcome
from images.carwars.field import Field, happened, line_of
from images.carwars.happened import NEWS
from images.carwars.model import LETTERS, SIDES, Board, box, heading, say, texts
from images.carwars.pieces import Ghost
from images.choices import Choices, Now
from images.counters import Key, flame, tenths
from images.field import Plane
from images.labels import Rect
from images.news import LOW
from images.parts import (
    Drawn,
    Header,
    Laid,
    Part,
    Picture,
    Sign,
    Soft,
    Stamp,
    Text,
    column,
    figure,
    plate,
    row,
    space,
)
from images.plane import Map
from images.theme import ALARM, DEEP, INK, MUTE, PANEL, PAPER
from images.words import name_of

_word: Final = partial(say, "board")
_CELL: Final = 182
"""Height of a car's cell where they are at most four, px."""
_LOW: Final = 150
"""In a lower one there is no small car with its sides,"""
_TWO: Final = 112
"""and in a lower one there is one line of figures instead of two."""
_SIGNS: Final = ("power", "tire", "driver", "called")
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


def seen_of(model: Board) -> Map:
    """Where lengths lie: as near as all cars in action fit; else the acting one and what has just
    happened; else the whole arena."""
    wide, high = place_of(model.view).size
    whole, acting, focus = max(wide, high), model.acting, list[Point]()
    live, wrecks = (
        [box(car.pose, 1.17) for car in model.shown if bool(car.out) is out]
        for out in (False, True)
    )
    if acting is not None and len(live) <= _FEW:
        ends = [end for shot in model.latest.shots for end in line_of(model.view, shot)]
        focus = [(acting.x, acting.y), *model.latest.meets, *ends]
    near = model.view.phase != "places"
    zooms = [zoom for zoom in _ZOOMS if near and zoom <= _PART * whole]
    cropped, center = min(_CROPPED, whole), (wide / 2, high / 2)
    return arena_map(live, wrecks, focus, zooms, whole, center, cropped, _AROUND)


class Arena(Plane):
    """The field with everything on it."""

    model: Board
    whole: bool
    """All of it is seen."""
    spots: Sequence[tuple[str, Pose]] | None = None
    """Where a car may start, by key; None where nobody is asked that."""

    def words(self, brief: bool = False) -> Iterator[str]:
        if self.spots is None:
            yield from _told(self.model, brief)
        for key, pose in self.spots or ():
            yield say("places", "spot" if key else "new", key=key, at=pose, nose=heading(pose[2]))

    def compose(self, canvas: Canvas, field: Rect) -> None:
        model, just = self.model, happened(self.model)
        sheet = Field(canvas, seen_of(model), field)
        sheet.ground(model.view)
        just.put_below(sheet)
        order = sorted(model.shown, key=lambda car: (not car.out, car is model.acting))
        sheet.cars(order, model.acting, own=model.acting)
        just.put_above(sheet)
        for car in model.shown:
            if not car.out and sheet.shows(car.x, car.y):
                sheet.numbers_of(model, car)
        for key, pose in self.spots or ():
            scale, angle = round(sheet.to.scale), tenths(-pose[2] % 360)
            sheet.stand(Ghost(model.view.seat or 0, scale, angle, True), pose[:2])
            if key:
                sheet.stand(Key(key), at(pose, 0.5 + 28 / scale, 0.0))
        sheet.label()
        if not self.whole:
            sheet.edge()


def _picture(
    header: Header, model: Board, foot: Part | None = None,
    spots: Sequence[tuple[str, Pose]] | None = None,
) -> Picture:  # fmt: skip
    """The arena with a cell for each car."""
    (wide, high), cars = place_of(model.view).size, model.view.cars
    size, tall = max(wide, high), min(_CELL, (SIDE - HEAD) // len(cars) - 8)
    live = [(car.x, car.y, car.owner) for car in model.shown if not car.out]
    words, walls = (_word("inset"), _word("inset_size", size=f"{size:g}")), Field.walls(model.view)
    inset = Inset(seen_of(model), size, (wide / 2, high / 2), walls, live, *words)
    last = outcome.last_attack(model, MORE) if model.latest.shots else None
    cells = [_cell(model, car, tall) for car in cars]
    body = Arena(model, inset.whole, spots)
    more = partial(_around, model.view)
    return ArenaPicture(header, body, foot=foot, more=more, cells=cells, inset=inset, last=last)


def _cell(model: Board, car: Car, tall: int) -> Part:
    """A car as it is shown now."""
    left = (car.power, car.tires, car.left(0), car.left(1)) if car.cards else ()
    lost = bool(model.view.round and not car.out and car.out_of_control)
    return Laid(scene=_Cell(
        car.owner, name_of(model.players, car.owner), car.name, tall,
        car.owner in model.asked and not car.out, car.out, lost, left, tuple(car.armor),
        bool(car.fires), model.latest.last.get(car.owner),
    ), height=tall)  # fmt: skip


class _Cell(Scene, frozen=True):
    """A car: who drives it, what became of it or whether it is out of control, what it has left,
    and where it was hit last."""

    owner: int
    driver: str
    name: str
    tall: int
    acts: bool
    out: str
    lost: bool
    """It is out of control."""
    left: tuple[int, ...]
    """Power, tires, driver and gunner; nothing before it is built."""
    armor: tuple[int, ...]
    burns: bool
    last: tuple[int, int] | None
    """The side that was hit last, and the points."""

    @property
    def size(self) -> tuple[int, int]:
        return WIDE, self.tall

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        self._parts().draw(canvas, x, y, *self.size, INK)

    def _parts(self) -> Part:
        out, low = bool(self.out), self.tall < _LOW
        fill, ink, size = DEEP if out else PANEL, MUTE if out else PAPER, 34 if low else 40
        flames = [Drawn(flame(26), width=36)] * self.burns
        head = row(
            plate(self.owner, size, out), Text(self.driver, 36, ink, grow=1), *flames * low,
            *[Sign("control", 32, ALARM)] * self.lost, gap=10, height=size + 2,
        )  # fmt: skip
        if not self.left:
            body = [head, Text(_word("builds"), 34, MUTE, "t"), space()]
        elif out:
            stamp = Stamp(texts("fates")[self.out].upper(), 30, MUTE, height=30 if low else 38)
            body = [head, space(), row(stamp, space()), space()]
        elif low:
            body = [head, *self._rows()]
        else:
            figures = self._figures()
            rows: list[Part] = [row(*figures[at : at + 2], gap=2, height=36) for at in (0, 2)]
            if self.last:
                words = Text(f"{minus(-self.last[1])} {SIDES[self.last[0]]}", 34, face="t", grow=1)
                rows.append(row(Sign("hit", 28, width=32), words, gap=4, height=36))
            elif self.name:
                rows.append(Soft(self.name, height=36))
            numbers = {
                side: (str(points), 36, PAPER) if points else ("0", 30, ALARM)
                for side, points in enumerate(self.armor)
            }
            around = Round(self.owner, numbers, width=112)
            beside = column(*rows, space(), gap=1, width=148)
            body = [head, row(beside, space(), *flames, around, gap=0, grow=1)]
        edge, lines = [space(6)] * (not low), column(*body, gap=1, grow=1)
        return row(
            *edge, lines, *edge, panel=fill, frame=PAPER if self.acts else None, pad=8, gap=0,
            name=SEAT_LETTERS[self.owner],
        )  # fmt: skip

    def _figures(self) -> list[Part]:
        out = list[Part]()
        for icon, count in zip(_SIGNS, self.left, strict=True):
            ink = PAPER if count else ALARM
            sign = Sign(icon, 30, ink, width=34)
            out.append(row(sign, Text(str(count), 36, ink, width=30), gap=2))
        return out

    def _rows(self) -> list[Part]:
        """All in two lines, or in one what a car has most of."""
        figures, armor, two = self._figures(), list[Part](), self.tall >= _TWO
        for letter, points in zip(LETTERS, self.armor, strict=True):
            count = figure(points, 36) if two or points else Text("0", 36, ALARM)
            armor.append(row(Text(letter, 30, MUTE), count, gap=3, width=66 * two))
        if two:
            return [row(*each, gap=14, height=28, grow=1) for each in (figures, armor)]
        return [row(*figures[:2], space(), *armor, gap=5, height=28, grow=1)]


def _spots(view: State, choices: Choices) -> Iterator[tuple[str, Pose]]:
    """Keys and poses of the usual places; of one that is being typed, as far as it is known."""
    path, places = choices.path, usual_places(view, view.seat or 0)
    if path[:1] == ("place",) and len(path) > 2:
        x, y, *turned = (float(each[1:]) for each in path[1:])
        yield "", (x / 100, y / 100, turned[0] if turned else 0.0)
        return
    for key in (each[0] for each in choices.paths):
        if key[1:].isdigit() and int(key[1:]) in places:
            yield str(int(key[1:]) + 1), places[int(key[1:])]


# -- all of it


def _legend() -> Part:
    """What the signs in the cells count."""
    signs = texts("signs").items()
    counts = [row(Sign(icon, 28, MUTE), Soft(it, 30), gap=6) for icon, it in signs]
    return row(*counts, width=484)


def picture(model: Board) -> Picture:
    """The whole board; while somebody is asked about an attack that is not over, that."""
    view = model.view
    asked = view.attack is not None or (view.harm and view.harm[0].asks)
    if asked and model.latest.shots:
        attack = outcome.picture(model)
        head = replace(attack.header, say=f"{model.whose} {attack.header.say}")
        return replace(attack, header=head, more=lambda: [*_told(model), *_around(view)])
    title = say("game", "title")
    header = Header(title, model.moment, model.asked, model.verb, say=model.whose)
    news = NEWS.strip(model.latest.news, model.players, 1) or space()
    news.grow = 1
    foot = row(news, _legend(), panel=DEEP, corner=0, height=LOW, say="")
    return _picture(header, model, foot)


def shown(view: State, players: Sequence[Player], now: Now) -> Picture:
    """The board of a moment."""
    return picture(Board(view, players, now))


def places(view: State, players: Sequence[Player], choices: Choices) -> Picture:
    """The arena for a seat that is asked where it starts."""
    model = Board(view, players)
    return _picture(model.header(choices.title), model, spots=[*_spots(view, choices)])


def _told(model: Board, brief: bool = False) -> list[str]:
    """Each car, the acting one first, and what has just happened; in brief without places, and that
    comes first."""
    acting, told = model.acting, model.sentences
    order = sorted(model.view.cars, key=lambda car: (car is not acting, bool(car.out), car.owner))
    cars = [model.tell(car, brief) for car in order]
    just = [_word("just", told="; ".join(told))] if told else []
    return [*just, *cars] if brief else [*cars, *just]


def _around(view: State) -> list[str]:
    """Things and rough ground, with their places in the arena."""
    things = "; ".join(
        _word("thing", thing=texts("things").get(each.kind, each.kind), at=each)
        for each in view.things if not each.gone
    )  # fmt: skip
    shapes = "; ".join(
        _word("ring" if each.inner else "disc", of=each, outer=each.radius or max(each.size) / 2)
        for each in place_of(view).terrain
    )
    told = (things, _word("around", things=things)), (shapes, _word("ground", shapes=shapes))
    return [words for lies, words in told if lies]
