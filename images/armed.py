"""A car with its weapons, or with what is left of its armor, round it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.engine.plane import FRONT, LEFT, RIGHT
from images.canvas import Canvas
from images.cars import Portrait
from images.counters import flame
from images.gauges import Gauge
from images.icons import Icon
from images.labels import Rect
from images.panels import Hatching, put_zero
from images.parts import Part
from images.pen import Figure
from images.theme import INK, MUTE, PANEL, PAPER, SOFT, Colour

ROOF: Final = 4
"""Where a turret stands, beside the sides of a counter."""
_AROUND: Final = 34
"""Size of a weapon's icon beside a vehicle, px."""


class Armed(Part):
    """A vehicle, nose up, with the icon of each weapon at the side that it fires from; of those in
    the turret on the roof."""

    seat: int
    arms: Mapping[int, Sequence[str]]
    """Icons by side."""
    length: int
    crew: int = 0
    """As many helmets stand in the upper left corner."""
    grey: bool = False
    kind: str = "car"

    def least(self) -> tuple[int, int]:
        car = self._car(PANEL)
        return self.width or car.width + 2 * _AROUND, self.height or car.height + 2 * _AROUND

    def _car(self, ground: Colour) -> Portrait:
        return Portrait(self.seat, self.length, self.grey, ground, label="", kind=self.kind)

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        car, across, down = self._car(ground), x + w // 2, y + h // 2
        canvas.put(car, across - car.width // 2, down - car.height // 2)
        ink, soft = (MUTE, MUTE) if self.grey else (PAPER, SOFT)
        for at in range(self.crew):
            canvas.put(Icon("driver", 30, soft, ground), x, y + 36 * at)
        for side, arms in self.arms.items():
            beside = car.width // 2 + _AROUND // 2 if side in (LEFT, RIGHT) else 0
            before = 0 if beside or side == ROOF else car.height // 2 + _AROUND // 2
            for at, name in enumerate(arms):
                aside = (2 * at + 1 - len(arms)) * (_AROUND + 2) // 2
                icon = Icon(name, _AROUND - 4, ink, INK if side == ROOF else ground)
                left = across + (-beside if side == LEFT else beside) + (0 if beside else aside)
                top = down + (-before if side == FRONT else before) + (aside if beside else 0)
                left, top = left - icon.width // 2, top - icon.height // 2
                if side == ROOF:
                    canvas.fill(left, top, icon.width, icon.height, INK)
                canvas.put(icon, left, top)


class Armored(Part):
    """A car, nose up in the middle of its room, with what is left of its armor round it: in front,
    behind, at its left and at its right."""

    seat: int
    armor: Sequence[int]
    whole: int
    """On each side of a whole car."""
    length: int
    """Of the car, px."""
    grey: bool = False
    fires: Collection[int] = ()
    """Which of them burn."""
    thick: int = 24
    """Of a gauge, px."""

    @property
    def size(self) -> int:
        """Of the numbers beyond the gauges."""
        return self.thick * 3 // 2 + self.length // 10

    @property
    def sides(self) -> Sequence[tuple[Rect, tuple[int, int]]]:
        """Left, top, width and height of each gauge, and the middle of its number, px from the
        middle of the car."""
        thick, number, long = self.thick, self.size * 2 // 3, round(self.length * 0.585)
        beside, ahead = (each + thick * 7 // 5 for each in (self.length // 4, long))
        across, end = 2 * beside, beside + number
        return (
            ((-beside, -ahead, across, thick), (end, thick // 2 - ahead)),
            ((-beside, ahead - thick, across, thick), (end, ahead - thick // 2)),
            ((-beside, -long, thick, 2 * long), (-end, 0)),
            ((beside - thick, -long, thick, 2 * long), (end, 0)),
        )

    def middle(self, x: int, y: int, w: int, h: int) -> tuple[int, int]:
        """Where the car is; the numbers ahead and behind reach farther to its right than anything
        to its left."""
        return x + min(w // 2, w - self.length // 4 - 5 * self.thick), y + h // 2

    def draw(self, canvas: Canvas, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        x, y = self.middle(x, y, w, h)
        car, group = Portrait(self.seat, self.length, self.grey, ground), self.whole
        canvas.put(car, x - car.width // 2, y - car.height // 2)
        ink, fire = MUTE if self.grey else PAPER, flame(44, ground)
        for side, (left, (box, (dx, dy))) in enumerate(zip(self.armor, self.sides, strict=True)):
            gauge: Figure = Gauge(self.whole, left, *box[2:], group if group % 3 else 3, ground)
            if self.grey or not left:
                gauge = Hatching(*box[2:], ground=ground)
            canvas.put(gauge, x + box[0], y + box[1])
            if left:
                canvas.write(x + dx, y + dy, str(left), self.size, ground, ink, "middle")
            else:
                put_zero(canvas, x + dx, y + dy, self.size, ground)
            if side in self.fires:
                aside, down = (-dx, dy) if dy else (dx, -self.size)
                canvas.put(fire, x + aside - fire.width // 2, y + down - fire.height // 2)
