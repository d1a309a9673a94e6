"""A part of a plane being composed: what lies on it, and the labels that keep clear of it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from games.engine.plane import LEFT, RIGHT, Box, Point
from images.canvas import Canvas
from images.counters import Head, Plate, tenths
from images.labels import Line, Rect, Want, crosses, leader, place
from images.parts import Part
from images.pen import Figure
from images.plane import Map, clipped
from images.strokes import lay, stroke
from images.theme import SOFT, Colour

Wanted = tuple[Want, Figure, str, Colour | None]
"""A label, what it is of, and the colour of a line to it where it is pushed."""
_BESIDE: float = 25.0
"""How far from a side the middle of its number stands, px."""


def covered(figure: Figure, x: float, y: float) -> Rect:
    """What a figure covers with its middle at a point of the picture."""
    left, top = round(x) - figure.width // 2, round(y) - figure.height // 2
    return left, top, left + figure.width, top + figure.height


class Sheet:
    """A part of a plane being composed; its ground is there already."""

    def __init__(self, canvas: Canvas, to: Map, field: Rect, small: bool = False) -> None:
        self.canvas = canvas
        self.to = to
        self.field = self.whole = field
        """The part of the picture that shows it; lines are seen in the whole of it, other things
        perhaps in less."""
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
        self.last: dict[str, tuple[int, int]] = {}
        """Where labels stood last, by part; see `Want`."""

    def lay(self, figure: Figure, at: Point) -> Rect:
        """Lay a figure with its middle at a point of the plane. Returns what it covers."""
        return self.put(figure, *self.to.at(*at))

    def put(self, figure: Figure, x: float, y: float) -> Rect:
        """Lay a figure with its middle at a point of the picture. Returns what it covers."""
        spot = covered(figure, x, y)
        lay(self.canvas, figure, *spot[:2])
        return spot

    def stand(self, figure: Figure, at: Point) -> None:
        """Lay a figure of which labels keep clear."""
        self.taken.append(self.lay(figure, at))

    def seen(self, line: Line) -> Line | None:
        """What is seen of a line of the plane, in the picture."""
        start, end = (self.to.at(*point) for point in line)
        seen = clipped((start, end), self.whole)
        return seen if seen is not None and math.dist(*seen) > 1 else None

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
        self.wants = []

    def shows(self, x: float, y: float, air: float = 0.0) -> bool:
        """Whether a point of the plane is at most so many inches outside."""
        left, top, right, foot = self.field
        across, down = self.to.at(x, y)
        px = air * self.to.scale
        return left - px <= across <= right + px and top - px <= down <= foot + px

    def point_to(self, at: Point, tag: Plate, part: str) -> None:
        """What lies outside: an arrow to it at the edge, its tag wanted beside that."""
        (x, y), (left, top, right, foot) = self.to.at(*at), self.field
        edge = min(max(x, left + 20), right - 20), min(max(y, top + 20), foot - 20)
        angle = math.degrees(math.atan2(y - edge[1], x - edge[0]))
        near = self.put(Head(tenths(angle % 360)), *edge)
        self.taken.append(near)
        self.want(tag, near, part)

    def numbers(self, box: Box, shown: Mapping[int, Figure], part: str, aside: float = 0.0) -> None:
        """Figures beside the sides of a counter, each where nothing else lies; with `aside` they
        stand so far to one hand where a line would run through them. The label of that part keeps
        clear of them."""
        air, own = 2 * _BESIDE / self.to.scale, self.to.at(box.x, box.y)
        around = Box(*box.pose, box.length + air, box.width + air)
        there: list[Rect] = []
        for side, figure in shown.items():
            x, y = around.middle(side)
            dx, dy = (box.fx, box.fy) if side in (LEFT, RIGHT) else (box.fy, -box.fx)
            for way in (0.0, aside, -aside) if aside else (0.0,):
                at = self.to.at(x + dx * way, y + dy * way)
                spot = covered(figure, *at)
                crossed = aside and self.is_crossed(spot)
                if not crossed and self.is_free(spot, own):
                    there.append(self.put(figure, *at))
                    break
        self.taken += there
        if there:
            near = self.to.around(box, 34)
            self.wants = [
                (want._replace(near=near) if of == part else want, figure, of, line)
                for want, figure, of, line in self.wants
            ]

    def is_crossed(self, spot: Rect) -> bool:
        """Whether a line runs through a rectangle of the picture."""
        return any(crosses(line, spot) for line in self.lines)

    def is_free(self, spot: Rect, own: Point) -> bool:
        """Whether nothing lies there, but the counter whose middle that is."""
        left, top, right, foot = spot
        low_x, low_y, high_x, high_y = self.bounds
        if left < low_x or top < low_y or right > high_x or foot > high_y:
            return False
        return not any(
            left < to_x and x < right and top < to_y and y < foot
            for x, y, to_x, to_y in self.taken
            if not (x < own[0] < to_x and y < own[1] < to_y)
        )


class Plane(Part):
    """A part of a plane, within the room that it has."""

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        field = x, y, x + w, y + h
        canvas.within(field, lambda inside: self.compose(inside, field))

    def compose(self, canvas: Canvas, field: Rect) -> None:
        """Draw what is seen in a field of the picture."""
        raise NotImplementedError
