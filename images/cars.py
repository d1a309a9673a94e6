"""Cars seen from above, their number boards, and the plates that name a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from games.engine.players import SEAT_LETTERS
from images.kept import kept
from images.pen import SCALE, Pen, Point, leaning, spline
from images.theme import (
    ALARM,
    EDGE,
    INK,
    MUTE,
    PALETTE,
    PANEL,
    PAPER,
    SEAT_LIVERY,
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
    *((-0.56, 0.0), (-0.56, 0.16), (-0.535, 0.225), (-0.42, 0.248), (-0.24, 0.242)),
    *((-0.08, 0.218), (0.10, 0.212), (0.25, 0.236), (0.37, 0.228), (0.47, 0.172)),
    *((0.55, 0.105), (0.585, 0.0)),
)
BODY: Final = tuple(spline([*_HALF, *((x, -y) for x, y in _HALF[-2:0:-1])], 5))
"""Outline of a car in car lengths, nose at +x; it stays within its base of 1.17 by 0.5."""


def _paint(seat: int, grey: bool) -> tuple[Rgb, Rgb]:
    if grey:
        return PALETTE[STEEL], PALETTE[SLATE]
    return PALETTE[SEAT_PAINT[seat]], PALETTE[SEAT_PATTERN[seat]]


class _Pattern:
    """One seat's livery in a box of height h, its nose to the right."""

    def __init__(self, draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], ink: Rgb):
        self.draw, self.ink = draw, ink
        self.x0, self.y0, self.x1, self.y1 = box
        self.h = self.y1 - self.y0

    def rect(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.draw.rectangle((x0, y0, x1, y1), fill=self.ink)

    def columns(self, first: float, step: float) -> list[float]:
        """Left edges from `first` on, `step` apart, both in heights of the box."""
        x, out = self.x0 + first * self.h, []
        while x < self.x1:
            out.append(x)
            x += step * self.h
        return out

    def stripe(self) -> None:
        middle = (self.y0 + self.y1) / 2
        self.rect(self.x0, middle - self.h * 0.15, self.x1, middle + self.h * 0.15)

    def slashes(self) -> None:
        h = self.h
        for x in self.columns(-0.9, 0.60):
            foot, top = (x, self.y1), (x + h * 0.90, self.y0)
            corners = [foot, (x + h * 0.20, self.y1), top, (x + h * 0.70, self.y0)]
            self.draw.polygon(corners, fill=self.ink)

    def chevrons(self) -> None:
        h, middle = self.h, (self.y0 + self.y1) / 2
        for x in self.columns(-0.5, 0.54):
            arrow = [(x, self.y0), (x + h * 0.18, self.y0), (x + h * 0.56, middle)]
            arrow += [(x + h * 0.18, self.y1), (x, self.y1), (x + h * 0.38, middle)]
            self.draw.polygon(arrow, fill=self.ink)

    def checks(self) -> None:
        k = self.h / 4
        for i, x in enumerate(self.columns(0, 0.25)):
            for j in range(i % 2, 4, 2):
                self.rect(x, self.y0 + j * k, x + k, self.y0 + (j + 1) * k)

    def rails(self) -> None:
        for share in (0.20, 0.64):
            top = self.y0 + self.h * share
            self.rect(self.x0, top, self.x1, top + self.h * 0.16)

    def hoops(self) -> None:
        for x in self.columns(0.10, 0.46):
            self.rect(x, self.y0, x + self.h * 0.20, self.y1)

    def dots(self) -> None:
        r = self.h * 0.105
        for i, x in enumerate(self.columns(0.16, 0.27)):
            for share in (0.35, 0.65) if i % 2 else (0.2, 0.5, 0.8):
                y = self.y0 + self.h * share
                self.draw.ellipse((x - r, y - r, x + r, y + r), fill=self.ink)

    def halves(self) -> None:
        self.rect(self.x0, (self.y0 + self.y1) / 2, self.x1, self.y1)


def draw_livery(
    draw: ImageDraw.ImageDraw, seat: int, box: tuple[float, float, float, float], ink: Rgb
) -> None:
    """The seat's pattern over a box whose paint is already laid."""
    getattr(_Pattern(draw, box, ink), SEAT_LIVERY[seat])()


@kept
def car_image(seat: int, length: int, heading: int, grey: bool, edge: float) -> Image.Image:
    """A car of `length` px as RGBA at three times its size, its heading in degrees from the right,
    counter-clockwise; `edge` is its outline in lengths. Shared: never draw on it."""
    k = length * SCALE * 2
    wide, high = int(k * 1.36), int(k * 0.74)
    cx, cy = wide / 2, high / 2
    paint, pattern = _paint(seat, grey)
    dull = PALETTE[EDGE]

    def at(*points: Point) -> list[Point]:
        return [(cx + x * k, cy + y * k) for x, y in points]

    image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    rim = at(*((x * (1 + edge * 1.6), y * (1 + edge * 3.6)) for x, y in BODY))
    ImageDraw.Draw(image).polygon(rim, fill=(*(dull if grey else PALETTE[PAPER]), 255))

    layer = Image.new("RGB", (wide, high), paint)
    draw = ImageDraw.Draw(layer)
    box = (cx - 0.585 * k, cy - 0.25 * k, cx + 0.60 * k, cy + 0.25 * k)
    draw_livery(draw, seat, box, pattern)
    glass = PALETTE[TYRE]
    for sx in (-0.335, 0.335):
        for sy in (-0.232, 0.232):
            (corner, far) = at((sx - 0.10, sy - 0.05), (sx + 0.10, sy + 0.05))
            draw.rounded_rectangle((*corner, *far), 0.03 * k, fill=glass)
    windscreen = at(
        *((0.10, -0.165), (0.235, -0.135), (0.262, 0.0)),
        *((0.235, 0.135), (0.10, 0.165), (0.125, 0.0)),
    )
    draw.polygon(windscreen, fill=glass)
    glint = at((0.125, -0.145), (0.222, -0.118), (0.243, 0.0), (0.222, 0.118), (0.125, 0.145))
    draw.line(glint, fill=dull if grey else PALETTE[SOFT], width=max(1, int(0.016 * k)))
    rear = at(
        *((-0.27, -0.15), (-0.335, -0.125), (-0.345, 0.0)),
        *((-0.335, 0.125), (-0.27, 0.15), (-0.285, 0.0)),
    )
    draw.polygon(rear, fill=glass)
    (wing, wing_end, strip, strip_end) = at(
        (-0.555, -0.20), (-0.485, 0.20), (-0.545, -0.185), (-0.515, 0.185)
    )
    draw.rectangle((*wing, *wing_end), fill=glass)
    draw.rectangle((*strip, *strip_end), fill=paint)
    for side in (-1, 1):
        head = ((0.435, 0.215), (0.52, 0.15), (0.50, 0.105), (0.41, 0.165))
        tail = ((-0.57, 0.14), (-0.57, 0.215), (-0.54, 0.215), (-0.54, 0.14))
        draw.polygon(at(*((x, side * y) for x, y in head)), fill=dull if grey else PALETTE[WHITE])
        tail_light = PALETTE[SLATE] if grey else PALETTE[ALARM]
        draw.polygon(at(*((x, side * y) for x, y in tail)), fill=tail_light)
    body = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(body).polygon(at(*BODY), fill=255)
    image.paste(layer, (0, 0), body)
    image = image.resize((wide // 2, high // 2), Image.Resampling.BOX)
    if heading % 360:
        image = image.rotate(heading, Image.Resampling.BICUBIC, expand=True)
    return image


@dataclass(frozen=True, slots=True)
class Running:
    """A car with its nose to the right and its number board, in a box just larger than its base.

    A car under 60 px long has a board without a letter: the plate beside it says whose it is.
    """

    seat: int
    length: int
    grey: bool = False
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return 2 * (int(self.length * 0.604) + 1)

    @property
    def height(self) -> int:
        return 2 * int(self.length * 0.285)

    def paint(self, pen: Pen) -> None:
        self._paint(pen, 0)
        if self.length >= 60:
            self._number(pen, self.width // 2 - 0.06 * self.length, self.height // 2)

    def _paint(self, pen: Pen, heading: int) -> None:
        """The car, in the middle of the box."""
        car = car_image(self.seat, self.length, heading, self.grey, 0.02)
        w, h = self.width * SCALE, self.height * SCALE
        left, top = (car.width - w) // 2, (car.height - h) // 2
        car = car.crop((left, top, left + w, top + h))
        pen.masked(car.convert("RGB"), car.getchannel("A"), 0, 0)

    def _number(self, pen: Pen, x: float, y: float) -> None:
        """A number board: paper disc in a tyre-black ring, its letter upright."""
        radius = 0.17 * self.length
        pen.disc(x, y, radius, TYRE)
        pen.disc(x, y, radius * 0.90, MUTE if self.grey else PAPER)
        pen.text(x, y, SEAT_LETTERS[self.seat], round(radius * 1.55), INK, "middle")


@dataclass(frozen=True, slots=True)
class Portrait(Running):
    """A car nose up."""

    @property
    def width(self) -> int:
        return 2 * int(self.length * 0.285)

    @property
    def height(self) -> int:
        return 2 * (int(self.length * 0.604) + 1)

    def paint(self, pen: Pen) -> None:
        self._paint(pen, 90)
        self._number(pen, self.width // 2, self.height // 2 + 0.06 * self.length)


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """A seat's tag: livery, and its letter on paper."""

    seat: int
    tall: int
    grey: bool = False
    ground: Colour = PANEL

    @property
    def foot(self) -> int:
        """Width of the plate at its foot, px."""
        return round(self.tall * 1.75)

    @property
    def width(self) -> int:
        return self.foot + self.tall // 4 + 1

    @property
    def height(self) -> int:
        return self.tall

    def paint(self, pen: Pen) -> None:
        w, h, k = self.foot, self.tall, self.tall * 0.25
        middle = w * 0.52
        paint, pattern = _paint(self.seat, self.grey)
        size = (w * SCALE, h * SCALE)
        block = Image.new("RGB", size, paint)
        draw_livery(ImageDraw.Draw(block), self.seat, (0, 0, *size), pattern)
        mask = Image.new("L", size, 0)
        corners = leaning(0, 0, middle * SCALE, h * SCALE, 0.25)
        ImageDraw.Draw(mask).polygon(corners, fill=255)
        pen.masked(block, mask, 0, 0)
        letter = [(middle + k, 0.0), (w + k, 0.0), (float(w), float(h)), (middle, float(h))]
        pen.polygon(letter, MUTE if self.grey else PAPER)
        pen.text(
            (middle + w + k) / 2, h / 2, SEAT_LETTERS[self.seat], round(h * 0.86), INK, "middle"
        )


def paint_ring(pen: Pen, seat: int, middle: float, radius: float) -> None:
    """A number board with a ring in a seat's colour, still without its letter."""
    pen.disc(middle, middle, radius, SEAT_PAINT[seat])
    pen.disc(middle, middle, radius * 0.80, TYRE)
    pen.disc(middle, middle, radius * 0.74, PAPER)


@dataclass(frozen=True, slots=True)
class Badge:
    """A number board with a ring in its seat's colour: whose a shared thing is."""

    seat: int
    radius: int
    ground: Colour = PANEL

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    @property
    def height(self) -> int:
        return self.width

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        paint_ring(pen, self.seat, middle, r)
        pen.text(middle, middle, SEAT_LETTERS[self.seat], round(r * 1.25), INK, "middle")
