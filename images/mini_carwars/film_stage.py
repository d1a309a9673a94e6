"""One picture of a film: a board with its things moved, and a caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from PIL import Image

from games.engine.plane import FL, FR, Box
from games.mini_carwars.events import Pose
from games.mini_carwars.state import PHASES, State, Vehicle
from games.mini_carwars.words.phrases import SCENARIOS
from images.canvas import Canvas, TileCanvas
from images.gauges import Leaning
from images.mini_carwars.field import Sheet
from images.mini_carwars.film_camera import FOOT, HEAD, HIGH, WHOLE, WIDE, Camera
from images.mini_carwars.labels import Rect
from images.mini_carwars.model import Board
from images.mini_carwars.plane import Map, dashed, lay, put_ground, stroke
from images.mini_carwars.tags import Note, Plate, Sign
from images.panels import Panel
from images.parts import Text
from images.pen import Point
from images.theme import DEEP, EDGE, INK, LINE, MUTE, PAPER, SOFT, WELL

FIELD: Final[Rect] = (0, HEAD, WIDE, HIGH - FOOT)
_PAGE: Final = Panel(WIDE, HIGH, DEEP, corner=0, ground=DEEP)
TALL: Final = 22
"""Height of tags, px."""
MARKS: Final = 4.7
"""The numbers of the inches stand so far to the right of the road's middle, where that is seen."""
CROWD: Final = 14
"""Among more vehicles those out of action have no tag, and among more in action only the one that
acts: all of them would hide the rest."""


@dataclass
class Marks:
    """What is shown for a moment on top of everything."""

    acting: int = -1
    shot: tuple[Point, Point, float] | None = None
    """From, to, and how much of it is drawn."""
    signs: Sequence[tuple[Sign, Point]] = ()
    """Each with its place."""
    loss: tuple[Point, str] | None = None
    """Points of damage, where they were done."""


@dataclass
class Stage:
    """Everything that is in the picture."""

    fight: State
    skids: list[tuple[Pose, Pose]] = field(default_factory=list)
    caption: str = ""
    speaker: int = -1
    """Vehicle the caption is about, or -1."""
    camera: Camera = WHOLE
    marks: Marks = field(default_factory=Marks)
    _last: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where tags stood last; see `Sheet`."""

    def draw(self) -> Image.Image:
        """The picture as palette numbers, in mode L."""
        canvas, to, marks = TileCanvas(_PAGE), self.camera.map, self.marks
        road = not self.fight.walls
        put_ground(canvas.fill, to, FIELD)
        sheet = Sheet(canvas, to, FIELD, small=True)
        sheet.last = self._last
        if road:
            # The numbers of the inches stand beside the road, where that is seen.
            y = round(to.at(MARKS, 0.0)[1])
            sheet.inches(y if HEAD + 24 < y < HIGH - FOOT - 10 else HIGH - FOOT - 10, 14)
        for start, end in self.skids:
            wheels = [Box(x, y, start[2], 0.0, 0.36) for x, y, _ in (start, end)]
            for corner in (FL, FR):
                stroke(canvas, [[to.at(*box.corner(corner)) for box in wheels]], LINE, 3)
        sheet.things(Board(self.fight, ()), marks.acting, tall=TALL)
        if marks.shot is not None:
            gun, struck, part = marks.shot
            (left, top), (right, foot) = to.at(*gun), to.at(*struck)
            reached = left + (right - left) * part, top + (foot - top) * part
            line = dashed([(left, top), reached], 4, 5)
            stroke(canvas, line, INK, 6)
            stroke(canvas, line, PAPER, 3)
        self._tags(sheet, to)
        for sign, at in marks.signs:
            sheet.lay(sign, at)
        if marks.loss is not None:
            near = to.around(Box(*marks.loss[0], 0.0, 0.0, 0.0), 12)
            sheet.want(Note(marks.loss[1], "", bad=True, size=22), near, line=None)
            sheet.label()
        self._head(canvas)
        self._foot(canvas)
        return canvas.sheet()

    # -- tags

    def _tags(self, sheet: Sheet, to: Map) -> None:
        """Write the tags of what is in the picture, and at its edge of what is beyond it."""
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
            self._beyond(sheet, to, car)
        sheet.label()

    def _beyond(self, sheet: Sheet, to: Map, car: Vehicle) -> None:
        """A vehicle outside the picture: its tag at the edge, with its distance from there."""
        x, y = to.at(car.x, car.y)
        left, top, right, foot = FIELD
        edge_x, edge_y = min(max(x, left), right), min(max(y, top), foot)
        far = math.ceil(math.dist((x, y), (edge_x, edge_y)) / to.scale)
        plate = Plate(car.owner, car.label, f"{far} in", TALL)
        at_x = round(min(max(x - plate.width / 2, left + 12), right - plate.width - 12))
        at_y = round(min(max(y - TALL / 2, top + 8), foot - TALL - 8))
        lay(sheet.canvas, plate, at_x, at_y)
        sheet.taken.append((at_x, at_y, at_x + plate.width, at_y + TALL))
        if edge_x != x:
            tip, back = (4, 9) if x < left else (right - 5, right - 10)
            middle = at_y + TALL // 2
            stroke(
                sheet.canvas, [[(back, middle - 6), (tip, middle), (back, middle + 6)]], PAPER, 3
            )

    # -- the frame

    def _head(self, canvas: Canvas) -> None:
        fight = self.fight
        canvas.fill(0, 0, WIDE, HEAD, DEEP)
        canvas.fill(0, 0, 6, HEAD, PAPER)
        canvas.fill(0, HEAD - 1, WIDE, 1, LINE)
        title = SCENARIOS[fight.options.scenario].upper()
        canvas.write(20, HEAD // 2, title, 17, DEEP, MUTE)
        if not fight.turn:
            return
        canvas.write(WIDE - 274, HEAD // 2, f"Turn {fight.turn}", 22, DEEP, anchor="right")
        for phase in range(1, PHASES + 1):
            now, x = phase == fight.phase, WIDE - 266 + (phase - 1) * 25
            lit = PAPER if now else EDGE if phase < fight.phase else WELL
            canvas.put(Leaning(26, 18, lit, 0.2, ground=DEEP), x, 8)
            if now:
                canvas.write(x + 13, HEAD // 2, str(phase), 15, lit, INK, "middle")

    def _foot(self, canvas: Canvas) -> None:
        top, left = HIGH - FOOT, 16
        canvas.fill(0, top, WIDE, FOOT, INK)
        canvas.fill(0, top, WIDE, 1, SOFT)
        if self.speaker >= 0:
            car = self.fight.cars[self.speaker]
            plate = Plate(car.owner, car.label, "", 34)
            lay(canvas, plate, left, top + (FOOT - 34) // 2)
            left += plate.width + 8
        words = Text(self.caption, 32, lines=2, floor=22)
        words.draw(canvas, left, top, WIDE - left - 12, FOOT, INK)
