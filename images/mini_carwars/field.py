"""A part of the plane being composed: what lies on it, and the labels that keep clear of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from operator import itemgetter
from typing import Final

import images.field
from games.engine.plane import FL, FR, Box, Point
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP, WIDTH
from games.mini_carwars.ground import DEBRIS
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import Vehicle
from games.mini_carwars.words.phrases import phrase
from images.canvas import Canvas
from images.counters import Block, Plate, Sign, Words, flame, tenths
from images.field import Wanted
from images.labels import Rect
from images.mini_carwars.counters import Cloud, Counter, Shard
from images.mini_carwars.model import ICONS, Board, body, gone
from images.mini_carwars.model import tag as tag_words
from images.mini_carwars.plane import ground_at
from images.plane import Map, clip
from images.shots import Fired, Happened, Points
from images.theme import SOFT

_PAST: Final = (0.7, 0.45)
"""How far behind what it missed a shot ends, and how far beside it, in inches."""
_OFF: Final = 0.16
"""How far from the side that was hit its star stands, in inches."""


def tag_height(cars: int) -> int:
    """Height of labels for so many vehicles, px."""
    return 48 if cars <= 4 else 42 if cars <= 8 else 36


class Sheet(images.field.Sheet):
    """A part of the road or the arena being composed; its ground is there already."""

    def __init__(self, canvas: Canvas, to: Map, field: Rect, small: bool = False) -> None:
        super().__init__(canvas, to, field, small)
        self.cars = 0
        """Vehicles on the map, not in this part of it alone."""
        self.debris: list[Wanted] = []
        """Labels that come after all others."""

    def label(self) -> None:
        super().label()
        self.wants, self.debris = self.debris, []
        if self.wants:
            # Words on the ground itself do not lie on the edges of the road.
            left, _, right, _ = self.field
            edges = (round(self.to.y + edge * self.to.scale) for edge in (-EDGE, EDGE))
            self.taken += [(left, y - 3, right, y + 3) for y in edges]
            self.label()

    # -- what lies on it

    def things(
        self,
        board: Board,
        framed: Collection[int],
        hidden: int = -1,
        tall: int = 42,
        air: float = 0.62,
        below: Callable[[], None] = lambda: None,
    ) -> None:
        """All that lies there but one `hidden` vehicle, as far as its middle is at most `air`
        inches outside; `below` draws what lies right below the vehicles. Labels of vehicles, `tall`
        px high, and of debris are wanted, not put: those of `framed` vehicles first, then those of
        what lies on top."""
        for wall in board.view.walls:
            left, top, right, foot = clip(self.to.around(wall.box), self.field)
            if right - left > 2 and foot - top > 2:
                self.canvas.put(Block(right - left, foot - top), left, top)
                self.taken.append((left, top, right, foot))
        self._rubble([piece for piece in board.view.lying if self.shows(*piece, air)])
        heaps = [heap for heap in board.heaps if self.shows(heap[0].x, heap[0].y, air)]
        for box, _ in heaps:
            angle, scale = tenths(self.to.angle(box.heading)), round(self.to.scale)
            self.lay(Cloud(scale, angle, ground_at(self.to, box.x)), (box.x, box.y))
            self.taken.append(self.to.around(box))
        below()
        size = max(15 if self.small else 26, round(min(30, self.to.scale * 0.375)))
        for box, count in heaps:
            # What it costs a shot through it stands above the shots.
            self.lay(Points(f"−{2 * count}", size), (box.x, box.y))
        self.cars = len(board.shown)
        cars = [car for car in board.shown if self.shows(car.x, car.y, air)]
        for car in sorted(cars, key=lambda car: (not car.out, car.number in framed, -car.y)):
            if car.number != hidden:
                self.vehicle(car, tall, car.number in framed)
        self.wants.reverse()

    def _rubble(self, pieces: Sequence[Point]) -> None:
        """Debris, its word beside each heap of it."""
        to, heaps, last = self.to, list[list[tuple[Point, Rect]]](), -math.inf
        for x, y in sorted(pieces, key=itemgetter(1)):
            angle = (620, 980, 1180, 800)[round(4 * (x + y)) % 4]
            self.lay(Shard(round(to.scale), angle, ground_at(to, x)), (x, y))
            near = to.around(Box(x, y, 0.0, *DEBRIS))
            self.taken.append(near)
            if y - last >= 4:
                heaps.append([])
            heaps[-1].append(((x, y), near))
            last = y
        for heap in heaps if not self.small else ():
            self.want(Words("debris"), min(heap)[1], "debris", None)
        self.wants, self.debris = [], self.wants

    def vehicle(self, car: Vehicle, tall: int, acts: bool = False) -> None:
        """A vehicle at its heading, its label wanted."""
        self.canvas.part = car.label
        to, grey = self.to, bool(car.out)
        counter = Counter(
            car.owner, "" if self.small else car.label, round(car.kind.length * to.scale),
            car.kind.cycle, tenths(to.angle(car.heading)), grey, car.wreck, acts,
            ground_at(to, car.x), body(car.kind),
        )  # fmt: skip
        self.lay(counter, (car.x, car.y))
        near = to.around(car.box, 4 if acts else 1)
        self.taken.append(near)
        low = max(30, tall - 10) if grey and not self.small else tall
        bare = "" if grey else gone(car, self.cars)
        tag = Plate(car.owner, car.label, tag_words(car), low, acts, grey, bare)
        self.want(tag, near, car.label)

    def beyond(self, car: Vehicle, tall: int, far: str) -> None:
        """A vehicle outside: an arrow to it at the edge, its tag with so many inches wanted."""
        tag = Plate(car.owner, car.label, phrase("beyond", inches=far), tall)
        self.point_to((car.x, car.y), tag, car.label)

    def sides(self, car: Vehicle, but: Collection[int] = ()) -> None:
        """The points of its sides round a vehicle, each where nothing else lies, `but` some; its
        label keeps clear of them."""
        shown = {
            side: Points(str(car.armor[side]))
            for side in car.kind.armored
            if side != TOP and side not in but
        }
        self.numbers(Box(*car.pose, car.kind.length, WIDTH), shown, car.label)

    def inches(self, y: int, size: int, step: int = 4) -> None:
        """Numbers of the inches along the road so far down, in letters of that size."""
        to, (left, _, right, _) = self.to, self.field
        ground = ground_at(to, (y - to.y) / to.scale)
        for inch in range(round((left - to.x) / to.scale), round((right - to.x) / to.scale) + 1):
            x, room = round(to.x + inch * to.scale), size * 3 // 2
            if inch % step or not left + room <= x <= right - room:
                continue
            self.canvas.fill(x - size // 20, y - size * 5 // 4, max(2, size // 10), size // 2, SOFT)
            words = str(inch).replace("-", "−")
            self.canvas.write(x, y, words, size, ground, SOFT, "middle")
            self.taken.append((x - size, y - size * 4 // 3, x + size, y + size * 2 // 3))


# -- what has just happened: shots and what they took, collisions and skids


def happened(board: Board) -> Happened:
    """What has just happened on the road or in the arena."""
    latest, cars = board.latest, board.view.cars
    shots = [
        Fired((x.start, _end(x)), cars[x.vehicle].owner, x.vehicle, ICONS[x.kind], x.hit)
        for x in latest.shots
    ]
    missed = [(Sign("out", 22, SOFT), _end(x)) for x in latest.shots if not x.hit]
    burning = [(flame(40), (cars[n].x, cars[n].y)) for n in latest.burning]
    hits = [_beside(cars[x.target], x.end) for x in latest.shots if x.hit]
    wheels = [
        [Box(*pose[:2], path[0][2], 0.0, 0.36) for pose in (path[0], path[-1])]
        for path in latest.tracks
    ]
    tracks = [(one.corner(at), other.corner(at)) for one, other in wheels for at in (FL, FR)]
    losses = [
        (_struck(cars[n], side), f"{cars[n].label} {side}", points,
         str(cars[n].armor[side]) if board.view.bare else "")
        for n, side, points in latest.blows if cars[n].here
    ]  # fmt: skip
    return Happened(shots, [*missed, *burning], hits, latest.meets, tracks, losses)


def _end(shot: e.Fired) -> Point:
    """Where a shot ends in the picture."""
    return shot.end if shot.hit else _missed(shot)


def _beside(car: Vehicle, at: Point) -> Point:
    """Where the star of a hit stands: a little off the side, so that it hides no label."""
    far = math.dist((car.x, car.y), at)
    share = _OFF / far if far else 0.0
    return at[0] + (at[0] - car.x) * share, at[1] + (at[1] - car.y) * share


def _struck(car: Vehicle, side: int) -> Point:
    """Where a side of a vehicle is struck."""
    return (car.x, car.y) if side == TOP else car.box.middle(side)


def _missed(shot: e.Fired) -> Point:
    """Where a shot that missed ends: behind what it was fired at, and beside it."""
    (x, y), (to_x, to_y) = shot.start, shot.end
    far = math.dist(shot.start, shot.end) or 1.0
    ahead, aside = (to_x - x) / far, (to_y - y) / far
    past, beside = _PAST
    return to_x + ahead * past - aside * beside, to_y + aside * past + ahead * beside
