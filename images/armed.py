"""A car with its weapons round it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.plane import FRONT, LEFT, RIGHT
from images.canvas import Canvas
from images.cars import Portrait
from images.icons import Icon
from images.parts import Part
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
