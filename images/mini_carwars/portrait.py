"""A vehicle large, nose up, with its label on the number board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from images.cars import car_image, draw_livery
from images.kept import kept
from images.pen import SCALE, Pen, spline
from images.theme import (
    ALARM,
    EDGE,
    INK,
    MUTE,
    PALETTE,
    PANEL,
    PAPER,
    SEAT_PAINT,
    SEAT_PATTERN,
    SLATE,
    SOFT,
    STEEL,
    TYRE,
    WHITE,
    Colour,
    Rgb,
)

_HALF: Final = (
    *((-0.46, 0.0), (-0.45, 0.075), (-0.36, 0.115), (-0.22, 0.15), (-0.02, 0.165)),
    *((0.14, 0.15), (0.26, 0.115), (0.35, 0.07), (0.38, 0.0)),
)
BODY: Final = tuple(spline([*_HALF, *((x, -y) for x, y in _HALF[-2:0:-1])], 5))
"""Outline of a cycle without its wheels in lengths, nose at +x."""
_WHEELS: Final = ((0.24, 0.565, 0.062), (-0.565, -0.26, 0.085))
"""From, to and half the width of the front and of the rear wheel, in lengths."""
_BAR: Final = ((0.10, -0.235), (0.20, -0.10), (0.20, 0.10), (0.10, 0.235))
"""The handlebar."""


class _Sheet:
    """A drawing board whose unit is the cycle's length, its middle at (0, 0)."""

    def __init__(self, image: Image.Image, unit: float) -> None:
        self.draw, self.k = ImageDraw.Draw(image), unit
        self.x, self.y = image.width / 2, image.height / 2

    def at(self, points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(self.x + x * self.k, self.y + y * self.k) for x, y in points]

    def block(self, x0: float, x1: float, half: float, ink: Rgb, out: float = 0.0) -> None:
        """A rounded block along the cycle, `out` lengths larger on each side."""
        (first, last) = self.at(((x0 - out, -half - out), (x1 + out, half + out)))
        self.draw.rounded_rectangle((*first, *last), (half + out) * 0.6 * self.k, fill=ink)

    def bar(self, ink: Rgb, weight: float) -> None:
        self.draw.line(self.at(_BAR), fill=ink, width=round(weight * self.k), joint="curve")
        for end in (_BAR[0], _BAR[-1]):
            ((x, y),) = self.at((end,))
            r = weight * self.k / 2
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


@kept
def cycle_image(seat: int, length: int, heading: int, grey: bool, edge: float) -> Image.Image:
    """A cycle of `length` px as RGBA at three times its size, its heading in degrees from the
    right, counter-clockwise; `edge` is its outline in lengths. Shared: never draw on it."""
    k = length * SCALE * 2
    wide, high = int(k * 1.36), int(k * 0.74)
    rim, dull, tyre = PALETTE[EDGE if grey else PAPER], PALETTE[EDGE], PALETTE[TYRE]
    paint, pattern = PALETTE[SEAT_PAINT[seat]], PALETTE[SEAT_PATTERN[seat]]
    if grey:
        paint, pattern = PALETTE[STEEL], PALETTE[SLATE]
    outline = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    under = _Sheet(outline, k)
    for x0, x1, half in _WHEELS:
        under.block(x0, x1, half, rim, edge)
    under.bar(rim, 0.055 + 2 * edge)
    body = tuple((x * (1 + edge * 2.4), y * (1 + edge * 7)) for x, y in BODY)
    under.draw.polygon(under.at(body), fill=rim)
    for x0, x1, half in _WHEELS:
        under.block(x0, x1, half, tyre)
    under.bar(tyre, 0.055)

    layer = Image.new("RGB", (wide, high), paint)
    over = _Sheet(layer, k)
    (first, last) = over.at(((-0.46, -0.17), (0.40, 0.17)))
    draw_livery(over.draw, seat, (*first, *last), pattern)
    seat_back = ((-0.44, -0.06), (-0.30, -0.085), (-0.30, 0.085), (-0.44, 0.06))
    over.draw.polygon(over.at(seat_back), fill=tyre)
    screen = ((0.15, -0.115), (0.245, -0.085), (0.275, 0.0), (0.245, 0.085), (0.15, 0.115))
    over.draw.polygon(over.at(screen), fill=tyre)
    glint = dull if grey else PALETTE[SOFT]
    over.draw.line(over.at(screen), fill=glint, width=max(1, int(0.016 * k)))
    light = ((0.32, -0.045), (0.37, -0.03), (0.37, 0.03), (0.32, 0.045))
    over.draw.polygon(over.at(light), fill=dull if grey else PALETTE[WHITE])
    tail = ((-0.46, -0.045), (-0.435, -0.045), (-0.435, 0.045), (-0.46, 0.045))
    over.draw.polygon(over.at(tail), fill=PALETTE[SLATE] if grey else PALETTE[ALARM])
    mask = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(mask).polygon(over.at(BODY), fill=255)
    outline.paste(layer, (0, 0), mask)
    image = outline.resize((wide // 2, high // 2), Image.Resampling.BOX)
    if heading % 360:
        image = image.rotate(heading, Image.Resampling.BICUBIC, expand=True)
    return image


@dataclass(frozen=True, slots=True)
class Pose:
    """A vehicle nose up with its label, "A" or "B3" or none, in a box just larger than its base."""

    seat: int
    label: str
    length: int
    cycle: bool = False
    grey: bool = False
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return 2 * int(self.length * 0.285)

    @property
    def height(self) -> int:
        return 2 * (int(self.length * 0.604) + 1)

    def paint(self, pen: Pen) -> None:
        draw = cycle_image if self.cycle else car_image
        image = draw(self.seat, self.length, 90, self.grey, 0.02)
        x, y = self.width // 2, self.height // 2
        left = (image.width - self.width * SCALE) // 2
        top = (image.height - self.height * SCALE) // 2
        image = image.crop((left, top, left + self.width * SCALE, top + self.height * SCALE))
        pen.masked(image.convert("RGB"), image.getchannel("A"), 0, 0)
        if not self.label:
            return
        radius = 0.17 * self.length
        middle = y + 0.06 * self.length
        pen.disc(x, middle, radius, TYRE)
        pen.disc(x, middle, radius * 0.90, MUTE if self.grey else PAPER)
        size = round(radius * (1.55 if len(self.label) == 1 else 1.15))
        pen.text(x, middle, self.label, size, INK, "middle")
