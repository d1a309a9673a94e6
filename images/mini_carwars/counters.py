"""What lies on the plane: vehicles at their headings, smoke, debris and walls; and what is written
beside them."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace
from PIL import Image, ImageFilter

from images import fonts
from images.cars import car_image, paint_plate
from images.icons import paint_icon
from images.kept import kept
from images.mini_carwars.plane import ASPHALT, Standing, Turned
from images.pen import SCALE, Figure, Pen, Sprite, Square, leaning, placed, slanted, turned
from images.theme import ALARM, EDGE, INK, MUTE, PAPER, SEAT_PAINT, SOFT, STEEL, TYRE, Colour

ROUND: Final = 25
"""Headings of tiles are rounded to so many tenths of a degree."""


def tenths(angle: float) -> int:
    """An angle in the picture as tiles have it, in tenths of a degree."""
    return round(angle * 10 / ROUND) * ROUND % 3600


def fitting(words: str, radius: float) -> int:
    """The type size in which a label fills its number board."""
    size = round(radius * (1.55 if len(words) == 1 else 1.3))
    while size > 8 and fonts.width(words, size) > 1.72 * radius:
        size -= 1
    return size


class Counter(Standing, Sprite, frozen=True):
    """A vehicle at its heading with its number board; a wreck has a cross instead."""

    seat: int
    label: str
    length: int
    """Of the counter, px."""
    cycle: bool
    angle: int
    """Clockwise from the right, in tenths of a degree."""
    grey: bool = False
    wreck: bool = False
    acts: bool = False
    """Its base is framed."""
    ground: Colour = ASPHALT
    body: str = "car"

    def picture(self) -> Image.Image:
        plain = replace(self, label=self.label and "A", angle=self.angle * self.wreck, ground=INK)
        sheet, half = _level(plain), self.width / 2
        cos, sin = (SCALE * way(math.radians(self.angle / 10)) for way in (math.cos, math.sin))
        left, top = sheet.width / 2 - half * (cos + sin), sheet.height / 2 - half * (cos - sin)
        matrix = cos, sin, left, -sin, cos, top
        size = self.width, self.width
        image = sheet.transform(
            size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR
        ).convert("RGBA")
        if self.label and not self.wreck:
            _, back, room = self.board
            ((x, y),) = self.turn([(-back, 0.0)])
            placed(x, y, self.label, fitting(self.label, room), INK, "middle", "b").write(image)
        return image

    @property
    def board(self) -> tuple[float, float, float]:
        """Its number board: the radius, how far it lies back, and the radius inside, px."""
        if not self.cycle:
            radius = self.length * 0.215
            return radius, self.length * 0.04, radius
        # A small one needs its letters more than its livery.
        radius = self.length * (0.36 if self.length < 60 else 0.25)
        return radius, self.length * 0.08, radius * 0.76


@kept
def _level(it: Counter) -> Image.Image:
    """A vehicle at three times its size without letters, its nose to the right: each px is the mean
    of those around it, so that any third px of a line stands for three."""
    long, wide, side = (0.862, 1.6, 1.0) if it.cycle else (0.86, 1.13, 0.5)
    across, down = it.length + 16, round(it.length * side) + 16
    pen, x, y = Pen(across, down, None), across / 2, down / 2
    image = car_image(it.seat, round(it.length * long), 0, it.grey, 0.045, it.body)
    # So the body just stays on its counter, and fills it.
    image = image.resize((image.width, round(image.height * wide)))
    at = (pen.sheet.width - image.width) // 2, (pen.sheet.height - image.height) // 2
    pen.sheet.paste(image, at)

    def outline(colour: Colour, weight: float, out: float) -> None:
        """Of the counter, `out` px around it."""
        w, h = it.length + 2 * out, it.length * side + 2 * out
        pen.outline(leaning(x - w / 2, y - h / 2, w, h, 0.0), colour, weight)

    if it.acts:
        weight = 4 if it.label else 2
        outline(PAPER, weight, weight)
    elif it.cycle and not it.grey:
        # It is narrower than its counter, which is what touches.
        outline(EDGE, 1.4, -1)
    radius, back, inner = it.board
    if it.wreck:
        arm = it.length * (0.26 if it.cycle else 0.16)
        for sign in (-1, 1):
            # Upright when all of it is turned.
            ends = turned(
                [(-arm, sign * arm), (arm, -sign * arm)], -math.radians(it.angle / 10), x, y
            )
            pen.line(ends, INK, max(7, it.length * 0.11))
            pen.line(ends, SOFT, max(4, it.length * 0.065))
    elif it.label:
        pen.disc(x - back, y, radius, TYRE)
        if it.cycle:
            # The board covers most of it: a ring shows its paint.
            pen.disc(x - back, y, radius * 0.94, STEEL if it.grey else SEAT_PAINT[it.seat])
        pen.disc(x - back, y, inner * (1.0 if it.cycle else 0.9), MUTE if it.grey else PAPER)
    return pen.sheet.convert("RGBa").filter(ImageFilter.BoxBlur(1))


class Cloud(Turned, frozen=True):
    """A smoke cloud."""

    inch: int
    """px."""
    angle: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (math.ceil(self.inch * 0.62) + 2)

    def paint(self, pen: Pen) -> None:
        k = self.inch / 80
        puffs = ((-24, 3, 17), (0, -5, 19), (24, 4, 17), (-3, 6, 18), (12, 3, 17))
        at = self.turn([(x * k, y * k) for x, y, _ in puffs])
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, r * k, EDGE)
        for (x, y), (_, _, r) in zip(at, puffs, strict=True):
            pen.disc(x, y, (r - 5) * k, MUTE)


class Shard(Turned, frozen=True):
    """A piece of debris, half an inch across the road and a quarter along it."""

    inch: int
    angle: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * (self.inch // 3 + 2)

    def paint(self, pen: Pen) -> None:
        shape = [(-18.0, -9.0), (18.0, -5.0), (12.0, 10.0), (-14.0, 8.0)]
        points = self.turn([(x * self.inch / 80, y * self.inch / 80) for x, y in shape])
        pen.polygon(points, MUTE)
        pen.outline(points, INK, 2)


class Block(Figure, frozen=True):
    """A fixed object: hatched, quieter than what drives."""

    width: int
    height: int
    ground: Colour = ASPHALT

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        shape = [(1, 1), (w - 1, 1), (w - 1, h - 1), (1, h - 1)]
        pen.hatch(shape, EDGE, STEEL, 16, 5)
        pen.outline(shape, SOFT, 3)


# -- what is written beside them


class Plate(Figure, frozen=True):
    """A vehicle's tag: livery, its label on paper, its speed, and sides known to be breached."""

    seat: int
    label: str
    words: str
    """Its speed, or what became of it; empty for neither."""
    height: int
    acts: bool = False
    grey: bool = False
    bare: str = ""
    """Letters of the sides without armor."""
    ground: Colour = ASPHALT

    @property
    def _size(self) -> int:
        """Of the letters of its speed and its bare sides, px."""
        share = 0.80 if len(self.words) < 4 else 0.68
        return max(min(26, self.height - 4), round(self.height * share))

    @property
    def _widths(self) -> tuple[int, int, int, int]:
        """Of the livery, the label, the speed and the bare sides at their foot, px."""
        h, size = self.height, self._size
        label = round(fonts.width(self.label, round(h * 0.86)) + h * 0.50)
        speed = max(round(fonts.width(self.words, size) + h * 0.8), round(h * 1.5))
        bare = round(fonts.width(self.bare, size) + h * 0.62)
        return round(h * 0.82), label, speed * bool(self.words), bare * bool(self.bare)

    @property
    def width(self) -> int:
        return sum(self._widths) + self.height // 4 + 4

    def paint(self, pen: Pen) -> None:
        h, k, size = self.height, self.height * 0.25, self._size
        block, label, w, bare = self._widths
        paint_plate(pen, self.seat, self.label, h, (block, label), self.grey)
        x = block + label
        if w:
            edge, weight = (PAPER, 4) if self.acts else (EDGE, 2)
            i = weight / 2
            pen.polygon(leaning(x, 0, w, h, 0.25), INK)
            pen.outline(leaning(x + i, i, w - 2 * i, h - 2 * i, 0.25), edge, weight)
            ink = MUTE if self.grey else PAPER
            pen.text(x + (w + k) / 2, h / 2, self.words, size, ink, "middle")
        if bare:
            pen.polygon(leaning(x + w, 0, bare, h, 0.25), ALARM)
            pen.text(x + w + (bare + k) / 2, h / 2, self.bare, size, INK, "middle")


class Note(Figure, frozen=True):
    """One or two lines on a leaning plate: a name with what it needs."""

    title: str
    text: str
    bad: bool = False
    size: int = 34
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        wide = max(fonts.width(self.title, self.size), fonts.width(self.text, 32, "t"))
        return wide + (48 if self.size >= 34 else 36)

    @property
    def height(self) -> int:
        return 96 if self.text else self.size + 16 + 6 * (self.size >= 34)

    def paint(self, pen: Pen) -> None:
        w, h = self.width, self.height
        corners = slanted(2, 2, w - 4, h - 4, 0.12)
        pen.polygon(corners, INK)
        pen.outline(corners, ALARM if self.bad else PAPER, 3)
        if self.text:
            pen.text(26, 28, self.title, self.size, PAPER)
            pen.text(22, 68, self.text, 32, SOFT, face="t")
        else:
            pen.text(w / 2, h / 2, self.title, self.size, PAPER, "middle")


class Head(Turned, frozen=True):
    """An arrow head where the nose of a vehicle would be."""

    angle: int
    ground: Colour = ASPHALT
    width: int = 26

    def paint(self, pen: Pen) -> None:
        pen.polygon(self.turn([(12.0, 0.0), (-8.0, 10.0), (-8.0, -10.0)]), PAPER)


class Words(Figure, frozen=True):
    """A word written on the ground itself."""

    words: str
    height: int = 36
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return fonts.width(self.words, 30, "t") + 8

    def paint(self, pen: Pen) -> None:
        pen.text(4, self.height / 2, self.words, 30, SOFT, face="t")


class Mark(Square, frozen=True):
    """A letter in a ring: a side of a counter, or the key of a choice."""

    words: str
    radius: int
    fill: Colour = INK
    edge: Colour = SOFT
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle = self.width / 2
        pen.disc(middle, middle, self.radius, self.edge)
        pen.disc(middle, middle, self.radius - 3, self.fill)
        if self.words:
            size = max(fitting(self.words, self.radius * 0.92), 14)
            pen.text(middle, middle, self.words, size, PAPER, "middle")


class Gun(Turned, frozen=True):
    """What was fired, in a ring of who fired it, with a point towards the target."""

    icon: str
    seat: int
    angle: int
    radius: int = 20
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 56

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        for long, wide, ink in ((r + 27, r + 4, INK), (r + 21, r, PAPER)):
            pen.polygon(self.turn([(long, 0.0), (r * 0.3, wide), (r * 0.3, -wide)]), ink)
        pen.disc(middle, middle, r, SEAT_PAINT[self.seat])
        pen.disc(middle, middle, r - 3, INK)
        paint_icon(pen, self.icon, middle, middle, r * 1.3, PAPER, INK)


class Impact(Square, frozen=True):
    """Where vehicles have run into something: it was no shot."""

    radius: int
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return 2 * self.radius + 2

    def paint(self, pen: Pen) -> None:
        middle, r = self.width / 2, self.radius
        for radius, ink in ((r, INK), (r - 2, PAPER), (r - 5, INK)):
            pen.disc(middle, middle, radius, ink)
        paint_icon(pen, "ram", middle, middle, r * 1.15, PAPER, INK)


class Sign(Square, frozen=True):
    """An icon in an edge that sets it off from what lies below it."""

    name: str
    size: int
    ink: Colour
    edge: Colour = INK
    ground: Colour = ASPHALT

    @property
    def width(self) -> int:
        return self.size + 8

    def paint(self, pen: Pen) -> None:
        middle = self.width / 2
        paint_icon(pen, self.name, middle, middle, self.size + 6, self.edge, self.edge)
        paint_icon(pen, self.name, middle, middle, self.size, self.ink, self.edge)
