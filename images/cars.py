"""Cars seen from above, their number boards, and the plates that name a seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec
from PIL import Image, ImageDraw

from games.engine.players import SEAT_LETTERS
from games.engine.rows import read_file
from images import fonts
from images.kept import kept
from images.pen import SCALE, Figure, Pen, Point, Square, leaning, spline
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


class Shape(msgspec.Struct, frozen=True):
    """A part of a body, in its lengths."""

    points: tuple[Point, ...]
    ink: str = "tyre"
    kind: Literal["polygon", "line", "bar", "block"] = "polygon"
    weight: float = 0.0
    """Of a line; of a block the radius of its corners."""
    both: bool = False
    """It is on both sides alike."""

    @property
    def flipped(self) -> Shape:
        """The same on the other side."""
        points = tuple((x, -y) for x, y in self.points)
        if self.kind == "block":
            (left, foot), (right, top) = points
            points = (left, top), (right, foot)
        return msgspec.structs.replace(self, points=points, both=False)


def _sides(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """The shapes, those of both sides twice."""
    return tuple(
        side for each in shapes for side in ((each, each.flipped) if each.both else (each,))
    )


class Body(msgspec.Struct, frozen=True, dict=True):
    """A kind of vehicle seen from above, in its lengths, nose at +x: see `data/bodies.toml`."""

    half: tuple[Point, ...]
    rim: Point
    livery: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]
    under: tuple[Shape, ...] = ()
    tile: Point = (0.604, 0.285)
    """Half of the box in which all of it has room, along and across."""
    board: float = 0.06
    """How far behind the middle its number board is."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "shapes", _sides(self.shapes))
        msgspec.structs.force_setattr(self, "under", _sides(self.under))

    @cached_property
    def outline(self) -> Sequence[Point]:
        """All round."""
        return spline([*self.half, *((x, -y) for x, y in self.half[-2:0:-1])], 5)


BODIES: Final = msgspec.convert(read_file("images", "data/bodies.toml"), dict[str, Body])
BODY: Final = BODIES["car"].outline
"""It stays within its base of 1.17 by 0.5."""


def livery(seat: int, grey: bool) -> tuple[Rgb, Rgb]:
    """Paint and pattern of a seat, or of what is out of play."""
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


class _Board:
    """A drawing board whose unit is a body's length, its middle at (0, 0)."""

    def __init__(self, image: Image.Image, unit: float) -> None:
        self.image, self.draw, self.k = image, ImageDraw.Draw(image), unit

    def at(self, points: Sequence[Point]) -> list[Point]:
        x, y = self.image.width / 2, self.image.height / 2
        return [(x + along * self.k, y + across * self.k) for along, across in points]

    def shape(self, shape: Shape, ink: Rgb, out: float = 0.0) -> None:
        """A shape, `out` lengths larger on each side."""
        points, wide = self.at(shape.points), (shape.weight + 2 * out) * self.k
        if shape.kind == "block":
            (left, top), (right, foot), o = *points, out * self.k
            box = (left - o, top - o, right + o, foot + o)
            self.draw.rounded_rectangle(box, shape.weight * self.k + 0.6 * o, fill=ink)
        elif shape.kind == "line":
            self.draw.line(points, ink, max(1, int(wide)))
        elif shape.kind == "bar":
            self.draw.line(points, ink, round(wide), "curve")
            for x, y in (points[0], points[-1]):
                self.draw.circle((x, y), wide / 2, ink)
        else:
            self.draw.polygon(points, ink)
            if out:
                closed = [*points, *points[:2]]
                self.draw.line(closed, ink, round(2 * out * self.k), "curve")


@kept
def car_image(
    seat: int, length: int, heading: int, grey: bool, edge: float, kind: str
) -> Image.Image:
    """A vehicle of `length` px as RGBA at three times its size, its heading in degrees from the
    right, counter-clockwise; `edge` is its outline in lengths. Shared: never draw on it."""
    k, body = length * SCALE * 2, BODIES[kind]
    size = int(k * 1.36), int(k * 0.74)
    paint, pattern = livery(seat, grey)
    dull = PALETTE[EDGE]
    rim = dull if grey else PALETTE[PAPER]
    inks = {
        "tyre": PALETTE[TYRE],
        "steel": PALETTE[STEEL],
        "paint": paint,
        "glint": dull if grey else PALETTE[SOFT],
        "light": dull if grey else PALETTE[WHITE],
        "tail": PALETTE[SLATE] if grey else PALETTE[ALARM],
    }
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    below, (along, across) = _Board(image, k), body.rim
    for shape in body.under:
        below.shape(shape, rim, edge)
    outer = [(x * (1 + edge * along), y * (1 + edge * across)) for x, y in body.outline]
    below.draw.polygon(below.at(outer), rim)
    for shape in body.under:
        below.shape(shape, inks[shape.ink])
    above = _Board(Image.new("RGB", size, paint), k)
    left, top, right, foot = body.livery
    (first, last) = above.at([(left, top), (right, foot)])
    draw_livery(above.draw, seat, (*first, *last), pattern)
    for shape in body.shapes:
        above.shape(shape, inks[shape.ink])
    mask = Image.new("1", size)
    ImageDraw.Draw(mask).polygon(above.at(body.outline), fill=1)
    image.paste(above.image, (0, 0), mask)
    image = image.resize((size[0] // 2, size[1] // 2), Image.Resampling.BOX)
    if heading % 360:
        image = image.rotate(heading, Image.Resampling.BICUBIC, expand=True)
    return image


class Portrait(Figure, frozen=True):
    """A vehicle nose up with its number board, in a box just larger than its base."""

    seat: int
    length: int
    grey: bool = False
    ground: Colour = PANEL
    label: str | None = None
    """On the board, "" for no board; None: the seat's letter."""
    kind: str = "car"
    heading: int = 90
    """Or 0, to the right."""

    @property
    def width(self) -> int:
        along, across = BODIES[self.kind].tile
        return 2 * (int(self.length * across) if self.heading else int(self.length * along) + 1)

    @property
    def height(self) -> int:
        along, across = BODIES[self.kind].tile
        return 2 * (int(self.length * along) + 1 if self.heading else int(self.length * across))

    def paint(self, pen: Pen) -> None:
        image = car_image(self.seat, self.length, self.heading, self.grey, 0.02, self.kind)
        width, height = self.width * SCALE, self.height * SCALE
        left, top = (image.width - width) // 2, (image.height - height) // 2
        image = image.crop((left, top, left + width, top + height))
        pen.masked(image.convert("RGB"), image.getchannel("A"), 0, 0)
        label = SEAT_LETTERS[self.seat] if self.label is None else self.label
        if label and (self.heading or self.length >= 60):
            back, radius = BODIES[self.kind].board * self.length, 0.17 * self.length
            dx, dy = (0.0, back) if self.heading else (-back, 0.0)
            x, y = self.width // 2 + dx, self.height // 2 + dy
            pen.disc(x, y, radius, TYRE)
            pen.disc(x, y, radius * 0.90, MUTE if self.grey else PAPER)
            size = round(radius * (1.55 if len(label) == 1 else 1.15))
            pen.text(x, y, label, size, INK, "middle")


class Running(Portrait, frozen=True):
    """A car with its nose to the right.

    Under 60 px long it has no board: the plate beside it says whose it is.
    """

    heading: int = 0


def longest(kind: str, wide: int, tall: int) -> int:
    """The length at which a vehicle with its nose to the right just fits into so many px."""
    along, across = BODIES[kind].tile
    return math.ceil(min(wide / 2 / along, (tall / 2 + 1) / across)) - 1


class SeatPlate(Figure, frozen=True):
    """A seat's tag: livery, and its letter on paper."""

    seat: int
    height: int
    grey: bool = False
    ground: Colour = PANEL
    label: str = ""
    """On the paper, instead of the seat's letter."""
    slim: bool = False
    """With less livery, where there are many."""

    @property
    def _shares(self) -> tuple[int, int]:
        """Of the livery and the letter at the plate's foot, px."""
        h, (livery, letter) = self.height, (0.5, 0.76) if self.slim else (0.91, 0.84)
        more = fonts.width(self.label[1:], round(h * 0.86))
        return round(h * livery), round(h * letter) + more

    @property
    def width(self) -> int:
        return sum(self._shares) + self.height // 4 + 1

    def paint(self, pen: Pen) -> None:
        label, shares = self.label or SEAT_LETTERS[self.seat], self._shares
        paint_plate(pen, self.seat, label, self.height, shares, self.grey)
        if self.ground == PAPER:
            # Else its half of paper could not be seen.
            h, (left, wide) = self.height, shares
            pen.outline(leaning(left, 1.5, wide - 1.5, h - 3, 0.25), INK, 3)


def paint_plate(
    pen: Pen, seat: int, label: str, h: int, widths: tuple[float, float], grey: bool
) -> None:
    """A leaning tag `h` px high: the livery and the label on paper, each so wide at its foot."""
    (x, w), k = widths, h * 0.25
    paint, pattern = livery(seat, grey)
    block = Image.new("RGB", (round((x + k) * SCALE), h * SCALE), paint)
    draw_livery(ImageDraw.Draw(block), seat, (0, 0, *block.size), pattern)
    mask = Image.new("1", block.size)
    ImageDraw.Draw(mask).polygon(leaning(0, 0, x * SCALE, h * SCALE, 0.25), fill=1)
    pen.masked(block, mask, 0, 0)
    pen.polygon(leaning(x, 0, w, h, 0.25), MUTE if grey else PAPER)
    pen.text(x + (w + k) / 2, h / 2, label, round(h * 0.86), INK, "middle")


class Badge(Square, frozen=True):
    """A number board with a ring in its seat's colour: whose a shared thing is."""

    seat: int
    radius: int
    ground: Colour = PANEL
    label: str = ""
    """On the board, instead of the seat's letter."""

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        for share, colour in ((1.0, SEAT_PAINT[self.seat]), (0.80, TYRE), (0.74, PAPER)):
            pen.disc(middle, middle, r * share, colour)
        label = self.label or SEAT_LETTERS[self.seat]
        pen.text(middle, middle, label, round(r * (1.25, 1.0, 0.8)[len(label) - 1]), INK, "middle")
