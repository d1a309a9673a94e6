"""A part of the arena being composed: its ground, what lies on it, and the labels of that."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final

import images.field
from games.carwars import events as e
from games.carwars.arena import EDGES, KINDS, Arena, Terrain, form_of, walls
from games.carwars.catalog import CARDS
from games.carwars.ground import place_of
from games.carwars.state import THING, Car, State, Thing
from games.engine.plane import BACK, FRONT, Box, Point, side_struck
from games.engine.players import SEAT_LETTERS
from games.engine.shapes import Hull, Pose, at, own
from images import fonts
from images.arena import frame, put_edges
from images.canvas import Canvas, Scene
from images.carwars.happened import Shot
from images.carwars.model import WAYS, Board, beyond, box, icon_of, say, speed_of, texts
from images.carwars.pieces import Barrel, CarPiece, FlatCard, Slab
from images.counters import Plate, Shields, Words, flame, tenths
from images.labels import Line, Rect, around
from images.pen import Figure, Pen, Square
from images.plane import Map, clip, clip_shape, clipped, scattered
from images.shots import Fired, Happened, Points
from images.strokes import beam, fill_area, lay
from images.theme import (
    ALARM,
    ASPHALT,
    CLAY,
    DIRT,
    EDGE,
    GRASS,
    GRID,
    INK,
    MUTE,
    PANEL,
    RAISED,
    SMALLEST,
    SOFT,
    STEEL,
    TUFT,
    WELL,
    WHITE,
    Colour,
)

_FROM: Final = ((0.5, 0.0), (0.24, -0.25), (-0.5, 0.0), (0.24, 0.25))
"""Where lines begin and end on each side of a car (ahead, to the left), in L: beside its number
board."""
_MUZZLE: Final = 1.3
"""A shot begins so much farther out than the side."""
_WHEELS: Final = (0.17, -0.17)
"""How far beside the middle wheels run, in L."""
_FAR: Final = 40.0
"""An arc reaches so far, in L."""
_LINES: Final = ((1.0, 0.5), (1.0, -0.5), (-1.0, -0.5), (-1.0, 0.5))
"""Lines between firing arcs, as (ahead, to the left): that of a side lies between its line and the
next one."""
_FLAT: Final = {
    "mud": (DIRT, WHITE), "clay": (CLAY, INK), "oil": (INK, SOFT), "smoke": (MUTE, INK),
    "foam": (WHITE, INK), "concussion_mine": (ALARM, INK), "fire_mine": (ALARM, INK),
}  # fmt: skip
"""Colour of a hazard and of its name."""
_NAMED: Final = 40
"""px an L from which rough ground is named, and the floor worn: twice as much from 1.5 times it."""
_STEP: Final = 4
"""Scales of maps are multiples of so many px: what is drawn once serves more of them."""


class Tuft(Square, frozen=True):
    """Grass."""

    size: int
    ground: Colour = GRASS

    @property
    def width(self) -> int:
        return self.size + 2

    def paint(self, pen: Pen) -> None:
        s = self.size
        for start, end in ((0.2, 0.0), (0.45, 0.5), (0.7, 0.95)):
            top = 1 if start == 0.45 else s * 0.3
            pen.line([(s * start, s), (s * end, top)], TUFT, 2)


def armed(car: Car) -> set[int]:
    """Its sides with weapons that may still be used."""
    armed = [one for one in car.cards if CARDS[one.card].type == "weapon" and not one.down]
    return {one.side for one in armed if one.side >= 0}


def fitted(view: State, boxes: Sequence[Box], field: Rect, most: float, air: float = 1.0) -> Map:
    """A map of the arena on which shapes are as large as fits, at most so many px an L; what lies
    outside the arena is shown where that cannot be helped alone."""
    (left, top, right, foot), (wide, high) = field, place_of(view).size
    for _ in range(2):
        to = Map.fit(boxes, field, True, (right - left, foot - top), most, air)
        most = to.scale // _STEP * _STEP or to.scale
    x = _inside(to.x, left, right - wide * to.scale)
    y = -_inside(-to.y, -foot, -top - high * to.scale)
    return replace(to, x=round(x), y=round(y))


def _inside(at: float, one: float, other: float) -> float:
    """Where the arena begins, between two edges of a field; in the middle of a larger field."""
    return (one + other) / 2 if one < other else min(max(at, other), one)


def _on(ground: Terrain, point: Point, air: float) -> bool:
    """Whether a point lies on some ground, so far inside its edge."""
    if not ground.radius:
        ahead, left = own((*ground.at, ground.heading), point)
        return abs(ahead) < ground.size[0] / 2 - air and abs(left) < ground.size[1] / 2 - air
    far = math.dist(point, ground.at)
    return ground.inner + air * bool(ground.inner) < far < ground.radius - air


class Floor(Scene, frozen=True):
    """The floor of an arena: its rough ground, wear, and a grid of lengths."""

    arena: Arena
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        wide, high = self.arena.size
        return math.ceil(wide * self.scale), math.ceil(high * self.scale)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        wide, high = self.size
        self.paint(canvas, Map(self.scale, x, y + high, True), (x, y, x + wide, y + high))

    def paint(
        self, canvas: Canvas, to: Map, inside: Rect, lit: Sequence[Sequence[Point]] = ()
    ) -> None:
        """What of it lies inside; shapes that are lit lie below all but the asphalt."""
        left, top, right, foot = inside
        canvas.fill(left, top, right - left, foot - top, ASPHALT)
        fill_area(canvas, lit, RAISED, rough=True)
        for ground in sorted(self.arena.terrain, key=lambda each: each.level):
            _put_terrain(canvas, to, ground, inside)
        columns = range(math.ceil((left - to.x) / to.scale), int((right - to.x) / to.scale) + 1)
        rows = range(math.ceil((to.y - foot) / to.scale), int((to.y - top) / to.scale) + 1)
        if to.scale >= _NAMED:
            _put_specks(canvas, to, (columns, rows), inside)
        for each in columns:
            canvas.fill(round(to.x + each * to.scale), top, 1, foot - top, GRID)
        for each in rows:
            canvas.fill(left, round(to.y - each * to.scale), right - left, 1, GRID)


def _put_terrain(canvas: Canvas, to: Map, ground: Terrain, inside: Rect) -> None:
    """Rough ground with its tufts; a ring is bare within."""

    def round_it(radius: float) -> list[Point]:
        return [to.at(*at((*ground.at, 3.6 * n), radius, 0.0)) for n in range(100)]

    lies = box((*ground.at, ground.heading), *ground.size)
    whole = round_it(ground.radius) if ground.radius else [to.at(*each) for each in lies.corners]
    fill_area(canvas, [clip_shape(whole, inside)], GRASS)
    if ground.inner:
        fill_area(canvas, [clip_shape(round_it(ground.inner), inside)], ASPHALT, GRASS)
    (left, top, right, foot), size = inside, max(8, round(to.scale * 0.2))
    reach, tuft = ground.radius or max(ground.size) / 2, Tuft(size)
    cells = (range(math.floor(each - reach), math.ceil(each + reach)) for each in ground.at)
    for column, row in product(*cells):
        along, up = scattered(11 * column + 17 * row)
        across, down = to.px(column + along, row + up)
        seen = left < across - size < right - 2 * size and top < down - size < foot - 2 * size
        if seen and _on(ground, (column + along, row + up), 0.2):
            lay(canvas, tuft, across - tuft.width // 2, down - tuft.height // 2)


def _put_specks(canvas: Canvas, to: Map, cells: tuple[range, range], inside: Rect) -> None:
    left, top, right, foot = inside
    columns, rows = (range(each.start - 1, each.stop) for each in cells)
    kinds = ((0, PANEL), (13, GRID))[: 1 if to.scale < 1.5 * _NAMED else 2]
    for column, row, (other, ink) in product(columns, rows, kinds):
        along, up = scattered(7 * column + 29 * row + other)
        x, y = to.px(column + along, row + up)
        if left <= x < right - 5 and top <= y < foot - 3:
            canvas.fill(x, y, 5, 3, ink)


class Field(images.field.Sheet):
    """A part of the arena. A length on the plane is an L."""

    # -- the ground

    def ground(
        self, view: State, arc: Pose | None = None, lit: Collection[int] = (),
        below: Iterable[Sequence[Point]] = (),
    ) -> None:  # fmt: skip
        """The arena's floor with what lies there, and with the firing arcs of a car: the `lit` ones
        in a tone of their own, with whole lines. What lies there is seen on the shapes below."""
        canvas, to = self.canvas, self.to
        floor = Floor(place_of(view), to.scale)
        self.arena = floor.arena
        self.beside = list[tuple[str, Point]]()
        left, top = round(to.x), round(to.y) - floor.size[1]
        inside = clip((left, top, left + floor.size[0], round(to.y)), self.field)
        if inside != self.field:
            first, high, right, foot = self.field
            canvas.fill(first, high, right - first, foot - high, INK)
        if arc is None:
            canvas.lie(floor, left, top)
        else:
            ends = [at(arc, _FAR * ahead, _FAR * left) for ahead, left in _LINES]
            wedges = [
                [to.at(*point) for point in (arc[:2], ends[side], ends[side - 3])] for side in lit
            ]
            floor.paint(canvas, to, inside, [clip_shape(each, inside) for each in wedges])
            for side, (ahead, aside) in enumerate(_LINES):
                on = side in lit or (side - 1) % 4 in lit
                near, far = at(arc, 0.56 * ahead, 0.56 * aside), ends[side]
                if (seen := clipped((to.at(*near), to.at(*far)), inside)) is not None:
                    beam(canvas, *seen, ((MUTE if on else EDGE, 2.4),), () if on else (12, 10))
        fill_area(canvas, [[to.at(*point) for point in each] for each in below], WELL)
        self._things(view)

    def label(self) -> None:
        """Put all labels that are wanted, those of the ground last."""
        for words, at_ in self.beside:
            self.want(Words(words), around(*self.to.at(*at_), 20), words, None)
        for each in self.arena.terrain if self.to.scale >= _NAMED else ():
            words, (x, y) = say("board", "rough", level=each.level).upper(), each.at
            here = y - (each.inner + each.radius) / 2 if each.inner else y
            if self.shows(x, here, -0.5):
                near = around(*self.to.at(x, here), 4)
                self.want(Words(words, ground=GRASS), near, words, None)
        super().label()

    def edge(self) -> None:
        """What is seen ends here, but for the walls of the arena."""
        put_edges(self.canvas, self.to, self.field)
        wide, high = self.arena.size
        (x, y), (to_x, to_y) = self.to.at(0.0, high), self.to.at(wide, 0.0)
        box = round(x - 6), round(y - 6), round(to_x + 6), round(to_y + 6)
        frame(self.canvas, box, 6, SOFT)

    # -- what lies on it

    @staticmethod
    def walls(view: State) -> list[Box]:
        """Barriers, and walls within the arena."""
        hulls = [
            Hull(form_of(thing.kind), thing.pose) for thing in view.things
            if not thing.gone and KINDS[thing.kind].cover == "full"
        ]  # fmt: skip
        hulls += walls(place_of(view))[EDGES:]
        return [box(hull.pose, 2 * hull.form.half, 2 * hull.form.side) for hull in hulls]

    def _things(self, view: State) -> None:
        """Obstacles and hazards."""
        for hull in walls(self.arena)[EDGES:]:
            self._slab(hull)
        for thing in view.things:
            if not thing.gone and self.shows(thing.x, thing.y, 0.6):
                self.thing(thing)

    def thing(self, thing: Thing) -> None:
        """An obstacle or hazard at its heading."""
        k, place = self.to.scale, (thing.x, thing.y)
        kind, form = KINDS[thing.kind], form_of(thing.kind)
        if form.rim:
            self.stand(Barrel(max(4, round(form.rim * k))), place)
            return
        long, wide = 2 * form.half, 2 * form.side
        if kind.weight == "drive_thru":
            fill, ink = _FLAT.get(thing.kind, (STEEL, WHITE))
            name = texts("flat").get(thing.kind, kind.name.upper())
            angle = tenths(-thing.heading % 360)
            if fonts.width(name, SMALLEST) > 0.8 * long * k and not self.small:
                self.beside.append((name, place))
                name = ""
            self.lay(FlatCard(round(long * k), round(wide * k), angle, name, fill, ink), place)
        else:
            self._slab(Hull(form, thing.pose))
        self.taken.append(self.to.around(box(thing.pose, long, wide)))

    def _slab(self, hull: Hull) -> None:
        long, wide = (round(2 * each * self.to.scale) for each in (hull.form.half, hull.form.side))
        self.lay(Slab(long, wide, tenths(-hull.heading % 360)), (hull.x, hull.y))

    def cars(
        self, cars: Iterable[Car], acting: Car | None = None, tall: int = 44, tag: bool = True,
        own: Car | None = None,
    ) -> None:  # fmt: skip
        """Those that are seen, one after the other; an arrow at the edge points to each that still
        fights and is not seen, with how far it is from one's `own` car."""
        for car in cars:
            if self.shows(car.x, car.y, 0.6):
                self.car(car, car is acting, tall, tag)
            if not (own is None or car.out or self.shows(car.x, car.y)):
                plate = Plate(car.owner, SEAT_LETTERS[car.owner], beyond(own, car), tall - 4)
                self.point_to((car.x, car.y), plate, plate.label)

    def car(self, car: Car, acts: bool = False, tall: int = 44, tag: bool = True) -> None:
        """A car or wreck at its heading with its fires; its tag is wanted."""
        k, letter, out = round(self.to.scale), SEAT_LETTERS[car.owner], bool(car.out)
        self.canvas.part = letter
        angle = tenths(-car.heading % 360)
        guns = () if k < 40 or out else tuple(sorted(armed(car)))
        piece = CarPiece(car.owner, k, angle, guns, out, acts, board=not self.small)
        self.lay(piece, (car.x, car.y))
        near = self.to.around(box(car.pose, 1.17), 4 if acts else 1)
        self.taken.append(near)
        if tag and not out:
            self.want(Plate(car.owner, letter, speed_of(car), tall, acts), near, letter)

    def numbers_of(self, board: Board, car: Car) -> None:
        """Its armor round it, and its fires; what a side has left that was just struck stands
        beside what it has lost."""
        size = 28 if self.to.scale < 90 else 30
        struck = {blow[:2] for blow in board.latest.blows}
        shown = {
            side: Points(str(points), size)
            for side, points in enumerate(car.armor) if (car.owner, side) not in struck
        }  # fmt: skip
        self.flames(car)
        self.numbers(box(car.pose, 1.17), shown, SEAT_LETTERS[car.owner], aside=30 / self.to.scale)

    def flames(self, car: Car, size: int = 42) -> None:
        """A flame at every side that is on fire."""
        beside = box(car.pose, 1.3 + 26 / self.to.scale, 0.6 + 26 / self.to.scale)
        for side in car.fires:
            corner = beside.corner((side + 1) % 4)
            middle = beside.middle(side)
            spot = (middle[0] + corner[0]) / 2, (middle[1] + corner[1]) / 2
            self.stand(flame(size), spot)


class Plane(images.field.Plane):
    """The arena around some boxes, in a part of a picture; its words are said elsewhere."""

    view: State
    boxes: Sequence[Box]
    most: float
    """px an L."""
    air: float
    """Around the boxes, in L."""
    paint: Callable[[Field], None]
    """Draws what lies on ground and things."""
    arc: Pose | None = None
    """Whose firing arcs are shown, and which are lit."""
    lit: Collection[int] = ()
    below: Iterable[Sequence[Point]] = ()
    """Shapes that things lie on."""

    def compose(self, canvas: Canvas, field: Rect) -> None:
        sheet = Field(canvas, fitted(self.view, self.boxes, field, self.most, self.air), field)
        sheet.ground(self.view, self.arc, self.lit, self.below)
        self.paint(sheet)
        sheet.edge()
        sheet.label()


# -- what has just happened: attacks and what they took, collisions, and the marks of who drove


def side_middle(car: Car, side: int, out: float = 0.0) -> Point:
    """The middle of a side, so far outside."""
    (ahead, left), (right, down) = _FROM[side], WAYS[side]
    return at(car.pose, ahead - out * down, left - out * right)


def ends_of(view: State, seat: int, place: int, target: int, side: int) -> tuple[Point, Point]:
    """From where and to where an attack goes on the plane."""
    car = view.cars[seat]
    if target >= THING:
        thing = view.things[target - THING]
        end = thing.x, thing.y
    elif side < 0:
        end = view.cars[target].x, view.cars[target].y
    else:
        end = side_middle(view.cars[target], side)
    mounted = car.cards[place].side
    start = mounted if mounted >= 0 else side_struck(box(car.pose), end)
    ahead, left = _FROM[start]
    gun = ahead if start in (FRONT, BACK) else 0.0
    return at(car.pose, gun * _MUZZLE, left * _MUZZLE), end


def line_of(view: State, shot: Shot) -> Line:
    """From where to where an attack went on the plane."""
    x = shot.attack
    return ends_of(view, x.seat, x.place, x.target, x.side)


def happened(board: Board) -> Happened:
    """What has just happened in the arena."""
    view, latest, signs = board.view, board.latest, list[tuple[Figure, Point]]()
    shots, hits = list[Fired](), list[Point]()
    for shot in latest.shots:
        x, line = shot.attack, line_of(view, shot)
        shots.append(Fired(line, x.seat, x.seat, icon_of(CARDS[x.card]), not shot.held))
        if shot.held:
            signs.append((Shields(radius=21), _outside(view, x, line[1], 0.16)))
        else:
            hits.append(_outside(view, x, line[1]))
    tracks = [
        (at(one, -0.35, wheel), at(other, -0.35, wheel))
        for path in latest.tracks for one, other in pairwise(path) for wheel in _WHEELS
    ]  # fmt: skip
    losses = [
        (side_middle(view.cars[seat], side), f"{seat} {side}", points, str(left))
        for seat, side, points, left in latest.blows if not view.cars[seat].gone
    ]  # fmt: skip
    return Happened(shots, signs, hits, latest.meets, tracks, losses)


def _outside(view: State, x: e.Attacked, end: Point, off: float = 0.07) -> Point:
    """A little off the side that was attacked, so that the number board stays free."""
    if x.target >= THING or x.side < 0:
        return end
    return side_middle(view.cars[x.target], x.side, off)
