"""What lies and drives on the road of a film: small RGBA pictures, kept by size and heading."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image, ImageDraw

from images import fonts
from images.cars import draw_livery
from images.icons import paint_icon
from images.kept import kept
from images.mini_carwars.counters import vehicle_image
from images.pen import SCALE, Anchor, Pen, placed
from images.theme import (
    ALARM,
    EDGE,
    INK,
    LINE,
    MUTE,
    PALETTE,
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

FLAME: Final = 63
"""Palette entry of the heart of a fire."""
HEADINGS: Final = 2.5
"""Degrees to which a heading is rounded."""


@kept
def vehicle(
    seat: int, cycle: bool, inch: int, heading: float, grey: bool, wreck: bool, framed: bool
) -> Image.Image:
    """A vehicle at `inch` px an inch, `heading` degrees clockwise from the right; `framed` shows
    its counter."""
    k = inch * SCALE
    long, wide = (k / 2 if cycle else k), k / 2
    body = vehicle_image(seat, inch // 2 if cycle else inch, cycle, grey)
    room = body.width + 8 * SCALE, body.height + 8 * SCALE
    sheet = Image.new("RGBA", room, (0, 0, 0, 0))
    sheet.paste(body, (4 * SCALE, 4 * SCALE))
    draw = ImageDraw.Draw(sheet)
    x, y = (room[0] - long) / 2, (room[1] - wide) / 2
    if wreck:
        arm, (mid_x, mid_y) = wide * 0.36, (room[0] / 2, room[1] / 2)
        for sign in (-1, 1):
            cross = (mid_x - arm, mid_y - sign * arm, mid_x + arm, mid_y + sign * arm)
            draw.line(cross, fill=PALETTE[INK], width=4 * SCALE)
            draw.line(cross, fill=PALETTE[SOFT], width=2 * SCALE)
    if framed:
        box = (x - 1.5 * SCALE, y - 1.5 * SCALE, x + long + 1.5 * SCALE, y + wide + 1.5 * SCALE)
        draw.rectangle(box, outline=PALETTE[PAPER], width=round(1.6 * SCALE))
    return _turned(sheet, heading)


def _turned(sheet: Image.Image, heading: float) -> Image.Image:
    """A picture at three times its size turned clockwise, then reduced; its middle stays."""
    if heading % 360:
        sheet = sheet.rotate(-heading, Image.Resampling.BICUBIC, expand=True)
    step = 2 * SCALE
    room = math.ceil(sheet.width / step) * step, math.ceil(sheet.height / step) * step
    even = Image.new("RGBA", room, (0, 0, 0, 0))
    even.paste(sheet, ((room[0] - sheet.width) // 2, (room[1] - sheet.height) // 2))
    return even.reduce(SCALE)


@kept
def cloud(inch: int, heading: float) -> Image.Image:
    """A smoke cloud, 1 inch by 1/2: three discs."""
    k = inch * SCALE
    sheet = Image.new("RGBA", (round(k * 1.1), round(k * 0.66)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(sheet)
    for colour, grow in ((EDGE, 1.0), (MUTE, 0.72)):
        for x, y, r in ((0.25, 0.36, 0.2), (0.55, 0.3, 0.27), (0.84, 0.36, 0.21)):
            reach = r * grow
            box = [(v * k) for v in (x - reach, y - reach, x + reach, y + reach)]
            draw.ellipse(box, fill=PALETTE[colour])
    return _turned(sheet, heading)


@kept
def rubble(inch: int) -> Image.Image:
    """A piece of debris, 1/4 inch along the road and 1/2 across, in splinters."""
    k = inch * SCALE
    sheet = Image.new("RGBA", (round(0.3 * k), round(0.54 * k)), (0, 0, 0, 0))
    draw = ImageDraw.Draw(sheet)
    for shape in (
        ((0.02, 0.02), (0.2, 0.07), (0.14, 0.2)),
        ((0.12, 0.2), (0.28, 0.17), (0.26, 0.33), (0.16, 0.3)),
        ((0.03, 0.32), (0.17, 0.38), (0.08, 0.52)),
    ):
        draw.polygon([(x * k, y * k) for x, y in shape], fill=PALETTE[MUTE], outline=PALETTE[INK])
    return _turned(sheet, 0)


@kept
def icon(name: str, size: int, ink: Colour, hole: Colour, edge: Colour) -> Image.Image:
    """An icon of its own, without a ground, in an edge of 2 px."""
    room = size + 8
    shape = Pen(room, room, TYRE)
    paint_icon(shape, name, room / 2, room / 2, size, WHITE, WHITE)
    mask = shape.finish().convert("L").point([min(255, max(0, (v - 6) * 2)) for v in range(256)])
    wide = Pen(room, room, TYRE)
    paint_icon(wide, name, room / 2, room / 2, size + 6, WHITE, WHITE)
    halo = wide.finish().convert("L").point([min(255, max(0, (v - 6) * 2)) for v in range(256)])
    inner = Pen(room, room, ink)
    paint_icon(inner, name, room / 2, room / 2, size, ink, hole)
    out = Image.new("RGBA", (room, room), PALETTE[edge])
    out.putalpha(halo)
    out.paste(inner.finish(), (0, 0), mask)
    return out


def hit_star(size: int) -> Image.Image:
    """Where a shot or a collision struck."""
    return icon("hit", size, ALARM, ALARM, PAPER)


def flames(large: bool) -> Image.Image:
    """One of the two pictures of a fire."""
    return icon("fire", 30 if large else 24, ALARM, FLAME, INK)


def puff(size: int) -> Image.Image:
    """A shot that missed."""
    return icon("out", size, SOFT, SOFT, INK)


@kept
def tag(seat: int, label: str, right: str, dull: bool, acting: bool) -> Image.Image:
    """What stands beside a vehicle: its seat's livery, its letter on paper, its speed or fate."""
    high, block = 20, 12
    letter = round(fonts.width(label, 17)) + 8
    words = round(fonts.width(right, 17)) + 10 if right else 0
    wide = block + letter + words + (2 if right else 0)
    image = Image.new("RGB", (wide * SCALE, high * SCALE), PALETTE[INK])
    draw = ImageDraw.Draw(image)
    paint: Rgb = PALETTE[STEEL if dull else SEAT_PAINT[seat]]
    pattern: Rgb = PALETTE[SLATE if dull else SEAT_PATTERN[seat]]
    draw.rectangle((0, 0, block * SCALE, high * SCALE), fill=paint)
    cut = Image.new("RGB", ((block - 1) * SCALE, (high - 2) * SCALE), paint)
    draw_livery(ImageDraw.Draw(cut), seat, (0, 0, cut.width, cut.height), pattern)
    image.paste(cut, (SCALE, SCALE))
    ground = PALETTE[MUTE if dull else PAPER]
    draw.rectangle((block * SCALE, 0, (block + letter) * SCALE - 1, high * SCALE - 1), fill=ground)
    edge = PALETTE[PAPER if acting else EDGE if not dull else LINE]
    draw.rectangle((0, 0, wide * SCALE - 1, high * SCALE - 1), outline=edge, width=SCALE)
    image = image.reduce(SCALE)
    draw = ImageDraw.Draw(image)
    write(draw, block + letter / 2, high / 2, label, 17, INK, "middle")
    if right:
        ink = MUTE if dull else PAPER
        write(draw, block + letter + words / 2 + 1, high / 2, right, 17, ink, "middle")
    return image


def write(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    words: str,
    size: int,
    ink: Colour = PAPER,
    anchor: Anchor = "left",
) -> None:
    """One line of text, its capitals centred on y."""
    text = placed(x, y, words, size, ink, anchor, "b")
    fonts.write(draw, text.x, text.y, words, size, "b", PALETTE[ink])
