"""A part of the plane being composed: what lies on it, and the labels that keep clear of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from operator import itemgetter

from games.engine.plane import Box, Point
from games.mini_carwars.catalog import TOP, WIDTH
from games.mini_carwars.ground import DEBRIS
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import Vehicle
from games.mini_carwars.words.phrases import phrase
from images.canvas import Canvas
from images.labels import Rect, Want, leader, place
from images.mini_carwars.counters import Block, Cloud, Counter, Head, Plate, Shard, Words, tenths
from images.mini_carwars.model import Board, body, letters
from images.mini_carwars.model import tag as tag_words
from images.mini_carwars.plane import Map, clip
from images.pen import Figure
from images.shots import Points
from images.strokes import lay, stroke
from images.theme import SOFT, Colour

Wanted = tuple[Want, Figure, str, Colour | None]
"""A label, what it is of, and the colour of a line to it where it is pushed."""


def tag_height(cars: int) -> int:
    """Height of labels for so many vehicles, px."""
    return 48 if cars <= 4 else 42 if cars <= 8 else 36


class Sheet:
    """A part of the plane being composed; its ground is there already."""

    def __init__(self, canvas: Canvas, to: Map, field: Rect, small: bool = False) -> None:
        self.canvas = canvas
        self.to = to
        self.field = field
        """The part of the picture that shows it."""
        self.small = small
        """Letters are smaller, and vehicles have no number boards: their tags say who they are."""
        air = 6 if small else 12
        left, top, right, foot = field
        self.bounds = left + air, top + air, right - air, foot - air
        """Labels stay inside."""
        self.taken: list[Rect] = []
        self.lines: list[tuple[Point, Point]] = []
        """What labels must keep clear of."""
        self.wants: list[Wanted] = []
        """Labels not yet put."""
        self.debris: list[Wanted] = []
        """Those that come after all others."""
        self.last: dict[str, tuple[int, int]] = {}
        """Where labels stood last, by part; see `Want`."""

    def lay(self, figure: Figure, at: Point) -> Rect:
        """Lay a figure with its middle at a point of the plane. Returns what it covers."""
        return self.put(figure, *self.to.at(*at))

    def put(self, figure: Figure, x: float, y: float) -> Rect:
        """Lay a figure with its middle at a point of the picture. Returns what it covers."""
        left, top = round(x) - figure.width // 2, round(y) - figure.height // 2
        lay(self.canvas, figure, left, top)
        return left, top, left + figure.width, top + figure.height

    def want(self, figure: Figure, near: Rect, part: str = "", line: Colour | None = SOFT) -> None:
        """Have a label put near something whose middle is seen."""
        left, top, right, foot = self.field
        if left <= (near[0] + near[2]) / 2 <= right and top <= (near[1] + near[3]) / 2 <= foot:
            want = Want(near, figure.width, figure.height, self.last.get(part))
            self.wants.append((want, figure, part, line))

    def label(self) -> None:
        """Put all labels that are wanted, the first ones best."""
        spots = place([want for want, *_ in self.wants], self.taken, self.bounds, self.lines)
        for (want, _, part, line), spot in zip(self.wants, spots, strict=True):
            self.taken.append((spot.x, spot.y, spot.x + want.width, spot.y + want.height))
            if not spot.pushed:
                left, top, right, foot = want.near
                self.last[part] = spot.x - (left + right) // 2, spot.y - (top + foot) // 2
            elif line is not None:
                stroke(self.canvas, [leader(want, spot)], line, 2.4)
        for (_, figure, part, _), spot in zip(self.wants, spots, strict=True):
            self.canvas.part = part
            lay(self.canvas, figure, spot.x, spot.y)
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
            self.lay(Cloud(scale, angle, self.to.ground(box.x)), (box.x, box.y))
            self.taken.append(self.to.around(box))
        below()
        size = max(15 if self.small else 26, round(min(30, self.to.scale * 0.375)))
        for box, count in heaps:
            # What it costs a shot through it stands above the shots.
            self.lay(Points(f"−{2 * count}", size), (box.x, box.y))
        cars = [car for car in board.shown if self.shows(car.x, car.y, air)]
        for car in sorted(cars, key=lambda car: (not car.out, car.number in framed, -car.y)):
            if car.number != hidden:
                self.vehicle(car, tall, car.number in framed)
        self.wants.reverse()

    def shows(self, x: float, y: float, air: float = 0.0) -> bool:
        """Whether a point of the plane is at most so many inches outside."""
        left, top, right, foot = self.field
        across, down = self.to.at(x, y)
        px = air * self.to.scale
        return left - px <= across <= right + px and top - px <= down <= foot + px

    def _rubble(self, pieces: Sequence[Point]) -> None:
        """Debris, its word beside each heap of it."""
        to, heaps, last = self.to, list[list[tuple[Point, Rect]]](), -math.inf
        for x, y in sorted(pieces, key=itemgetter(1)):
            angle = (620, 980, 1180, 800)[round(4 * (x + y)) % 4]
            self.lay(Shard(round(to.scale), angle, to.ground(x)), (x, y))
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
            to.ground(car.x), body(car.kind),
        )  # fmt: skip
        self.lay(counter, (car.x, car.y))
        near = to.around(car.box, 4 if acts else 1)
        self.taken.append(near)
        low = max(30, tall - 10) if grey and not self.small else tall
        tag = Plate(car.owner, car.label, tag_words(car), low, acts, grey, letters(car))
        self.want(tag, near, car.label)

    def beyond(self, car: Vehicle, tall: int, far: str) -> None:
        """A vehicle outside: an arrow to it at the edge, its tag with so many inches wanted."""
        (x, y), (left, top, right, foot) = self.to.at(car.x, car.y), self.field
        at = min(max(x, left + 20), right - 20), min(max(y, top + 20), foot - 20)
        angle = math.degrees(math.atan2(y - at[1], x - at[0]))
        near = self.put(Head(tenths(angle % 360)), *at)
        self.taken.append(near)
        self.want(Plate(car.owner, car.label, phrase("beyond", inches=far), tall), near, car.label)

    def sides(self, car: Vehicle, but: Collection[int] = ()) -> None:
        """The points of its sides round a vehicle, each where nothing else lies, `but` some; its
        label keeps clear of them."""
        low_x, low_y, high_x, high_y = self.bounds
        air, own = 50 / self.to.scale, self.to.at(car.x, car.y)
        around = Box(*car.pose, car.kind.length + air, WIDTH + air)
        shown: list[Rect] = []
        for side in car.kind.armored:
            if side == TOP or side in but:
                continue
            at, figure = self.to.at(*around.middle(side)), Points(str(car.armor[side]))
            left, top = round(at[0]) - figure.width // 2, round(at[1]) - figure.height // 2
            right, foot = left + figure.width, top + figure.height
            outside = left < low_x or top < low_y or right > high_x or foot > high_y
            # What lies round its own middle is the vehicle itself.
            if not (outside or any(
                left < to_x and x < right and top < to_y and y < foot
                for x, y, to_x, to_y in self.taken
                if not (x < own[0] < to_x and y < own[1] < to_y)
            )):  # fmt: skip
                shown.append(self.put(figure, *at))
        self.taken += shown
        if shown:
            near = self.to.around(car.box, 34)
            self.wants = [
                (want._replace(near=near) if part == car.label else want, figure, part, line)
                for want, figure, part, line in self.wants
            ]

    def inches(self, y: int, size: int, step: int = 4) -> None:
        """Numbers of the inches along the road so far down, in letters of that size."""
        to, (left, _, right, _) = self.to, self.field
        ground = to.ground((y - to.y) / to.scale)
        for inch in range(round((left - to.x) / to.scale), round((right - to.x) / to.scale) + 1):
            x, room = round(to.x + inch * to.scale), size * 3 // 2
            if inch % step or not left + room <= x <= right - room:
                continue
            self.canvas.fill(x - size // 20, y - size * 5 // 4, max(2, size // 10), size // 2, SOFT)
            words = str(inch).replace("-", "−")
            self.canvas.write(x, y, words, size, ground, SOFT, "middle")
            self.taken.append((x - size, y - size * 4 // 3, x + size, y + size * 2 // 3))
