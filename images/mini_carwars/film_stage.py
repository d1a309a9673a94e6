"""One picture of a film: a board with its things moved, and a caption; where its camera stands, and
where vehicles are on their way.

The road runs to the right as on the board; in the arena north is up. The camera is as near as what
it has to show allows. It stands still while the action stays in its picture, and pans when it does
not: that is calmer to watch, and a picture that stands still costs next to nothing in a GIF. The
arena is always at least as wide as the picture, and nothing outside its walls is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

import images.plane_film
from games.engine.plane import FL, FR, Box
from games.engine.sweep import Leg, part_of
from games.mini_carwars.events import Pose
from games.mini_carwars.ground import ARENA, THICK
from games.mini_carwars.state import PHASES
from games.mini_carwars.words.phrases import SCENARIOS, phrase
from images.canvas import Canvas
from images.counters import Plate
from images.film_frame import FIELD, FOOT, HEAD, HIGH, WIDE, put_head
from images.mini_carwars.field import Sheet
from images.mini_carwars.model import Board
from images.mini_carwars.plane import put_ground
from images.panels import Leaning
from images.pen import Figure, Point
from images.plane import Map, leg
from images.strokes import stroke
from images.theme import DEEP, EDGE, INK, LINE, PAPER, WELL

TALL: Final = 22
"""Height of tags, px."""
MARKS: Final = 4.7
"""The numbers of the inches stand so far to the right of the road's middle, where that is seen."""
CROWD: Final = 14
"""Among more vehicles those out of action have no tag, and among more in action only the one that
acts: all of them would hide the rest."""
MAP: Final = HIGH - HEAD - FOOT
"""Height of the part that shows the ground, px."""
ZOOMS: Final = (46, 38, 32, 27, 23, 20)
"""px an inch, the nearest first; a car is never smaller than the last."""
OUTSIDE: Final = ARENA + 2 * THICK
"""The arena with its walls, in inches."""
ARENA_ZOOMS: Final = (*(zoom for zoom in ZOOMS if zoom * OUTSIDE > WIDE), WIDE / OUTSIDE)
"""The same in the arena, which is as wide as the picture in the farthest one."""
MARGIN: Final = 1.2
"""Inches that stay free around what is shown."""
AHEAD: Final = 5.0
"""Inches of road in front of it, where there is room."""
FORWARD: Final = 0.4
"""Of the road that is free in the picture, how far its middle is moved ahead."""


class Camera(NamedTuple):
    """What is in the middle, in inches, and how many px an inch has."""

    x: float
    y: float
    scale: float
    upward: bool = False
    """+y is up, as in the arena; else it is to the right, as on the road."""

    @property
    def halves(self) -> Point:
        """How far from its middle the edges of the picture lie along x and along y, in inches."""
        across, down = WIDE / 2 / self.scale, MAP / 2 / self.scale
        return (across, down) if self.upward else (down, across)

    @property
    def map(self) -> Map:
        """Where inches lie in the picture."""
        middle = WIDE / 2, HEAD + MAP / 2
        return Map.about(self.scale, (self.x, self.y), middle, self.upward)

    def shows(self, points: Iterable[Point], margin: float = 0.0) -> bool:
        """Whether all of these are in the picture, so many inches inside its edges."""
        in_x, in_y = (half - margin for half in self.halves)
        return all(abs(x - self.x) <= in_x and abs(y - self.y) <= in_y for x, y in points)

    def off(self, x: float, y: float) -> float:
        """How far a point is from the picture, in inches."""
        in_x, in_y = self.halves
        return math.hypot(max(abs(x - self.x) - in_x, 0.0), max(abs(y - self.y) - in_y, 0.0))


def best(points: Sequence[Point], headings: Sequence[float]) -> Camera:
    """The camera that has these points of the road in its picture, as near as it may be; the
    farthest one, over their middle, where not all fit.

    There is room ahead of vehicles with these headings.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, long = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    scale = next(
        (z for z in ZOOMS if z * (long + AHEAD) <= WIDE and z * wide <= MAP),
        next((z for z in ZOOMS if z * long <= WIDE and z * wide <= MAP), ZOOMS[-1]),
    )
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    if all(abs(each) + MARGIN / 2 <= MAP / 2 / scale for each in xs):
        x = 0.0
    ways = [math.copysign(1.0, math.cos(math.radians(each))) for each in headings]
    way = sum(ways) / len(ways) if ways else 0.0
    return Camera(x, y + way * max(WIDE / scale - long, 0.0) * FORWARD, scale)


def best_inside(points: Sequence[Point], every: Sequence[Point]) -> Camera:
    """The camera over the middle of these points of the arena, but nothing outside the walls is
    shown. It is as near as it may be to have all of `every` in its picture, and the farthest one
    where they do not fit: so it comes nearer only when fewer fight, and does not jump about."""
    xs, ys = [x for x, _ in every], [y for _, y in every]
    wide, high = (max(each) - min(each) + 2 * MARGIN for each in (xs, ys))
    scale = next((z for z in ARENA_ZOOMS if z * wide <= WIDE and z * high <= MAP), ARENA_ZOOMS[-1])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    camera = Camera((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, scale, upward=True)
    x, y = (
        math.copysign(min(abs(middle), OUTSIDE / 2 - half), middle)
        for middle, half in zip((camera.x, camera.y), camera.halves, strict=True)
    )
    return camera._replace(x=x, y=y)


def pan(now: Camera, then: Camera, count: int) -> Iterator[Camera]:
    """`count` cameras on the way from one to the other, slow at both ends."""
    for number in range(1, count + 1):
        part = number / (count + 1)
        part = part * part * (3 - 2 * part)
        yield Camera(
            now.x + (then.x - now.x) * part,
            now.y + (then.y - now.y) * part,
            now.scale + (then.scale - now.scale) * part,
            then.upward,
        )


# -- vehicles on their way: straight lines, and turns about the corner that was held


def turn_of(start: Pose, end: Pose, amount: int = 0) -> float:
    """Degrees clockwise from one heading to the other, -180 to 180; half a turn goes the way of
    `amount`."""
    turn = (end[2] - start[2] + 180.0) % 360.0 - 180.0
    return 180.0 if turn == -180.0 and amount > 0 else turn


def steps(path: Sequence[Pose], count: int, amount: int = 0) -> list[Pose]:
    """`count` poses along a path, about as far apart as a vehicle at one speed would be seen; the
    last is its end."""
    legs = list[tuple[Box, Leg, float]]()
    for start, end in pairwise(path):
        if start != end:
            turn = turn_of(start, end, amount)
            far = math.dist(start[:2], end[:2]) + math.radians(abs(turn)) / 2
            legs.append((Box(*start, 1.0, 0.5), leg(start, end, turn, -1.0), far))
    pace, out = math.fsum(far for *_, far in legs) / count, []
    for number in range(1, count if legs else 1):
        left = pace * number
        for box, way, far in legs:
            if left <= far:
                out.append(part_of(box, way, left / far).pose)
                break
            left -= far
    return [*out, path[-1]]


# -- the picture


@dataclass(kw_only=True)
class Stage(images.plane_film.Stage):
    """Everything that is in the picture."""

    skids: list[tuple[Pose, Pose]] = field(default_factory=list)
    camera: Camera

    def plane(self, canvas: Canvas) -> None:
        to, marks = self.camera.map, self.marks
        road = not self.fight.walls
        put_ground(canvas.fill, to, FIELD)
        sheet = Sheet(canvas, to, FIELD, small=True)
        sheet.last = self.last
        if road:
            # The numbers of the inches stand beside the road, where that is seen.
            y = round(to.at(MARKS, 0.0)[1])
            sheet.inches(y if HEAD + 24 < y < HIGH - FOOT - 10 else HIGH - FOOT - 10, 14)
        for start, end in self.skids:
            wheels = [Box(x, y, start[2], 0.0, 0.36) for x, y, _ in (start, end)]
            for corner in (FL, FR):
                stroke(canvas, [[to.at(*box.corner(corner)) for box in wheels]], LINE, 3)
        sheet.things(Board(self.fight, ()), (marks.acting,), tall=TALL)
        if marks.shot is not None:
            marks.put_shot(sheet, self.fight.cars[marks.acting].owner)
        self._tags(sheet)
        marks.put(sheet, 12)
        sheet.label()

    def _tags(self, sheet: Sheet) -> None:
        """Put the tags of what is in the picture, and at its edge of what is beyond it."""
        cars, acting = self.fight.cars, self.marks.acting
        crowd = sum(not car.out for car in cars) > CROWD
        told = [
            car
            for car in cars
            if car.number == acting or not (crowd or (car.out and len(cars) > CROWD))
        ]
        far = [car for car in told if not (car.out or self.camera.shows([(car.x, car.y)]))]
        near = {car.label for car in told if car not in far}
        sheet.wants = sorted((want for want in sheet.wants if want[2] in near), key=itemgetter(2))
        for car in far:
            sheet.beyond(car, TALL, str(math.ceil(self.camera.off(car.x, car.y))))
        sheet.label()

    def head(self, canvas: Canvas) -> None:
        fight = self.fight
        title, turn = SCENARIOS[fight.options.scenario], phrase("turn", turn=fight.turn)
        put_head(canvas, title, turn * bool(fight.turn), WIDE - 274)
        for phase in range(1, PHASES + 1) if fight.turn else ():
            now, x = phase == fight.phase, WIDE - 266 + (phase - 1) * 25
            lit = PAPER if now else EDGE if phase < fight.phase else WELL
            canvas.put(Leaning(26, 18, lit, 0.2, ground=DEEP), x, 8)
            if now:
                canvas.write(x + 13, HEAD // 2, str(phase), 15, lit, INK, "middle")

    def plate(self) -> Figure:
        car = self.fight.cars[self.speaker]
        return Plate(car.owner, car.label, "", 34, ground=INK)
