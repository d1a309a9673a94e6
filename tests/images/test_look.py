"""The look: palette, type, and cars that stay apart for every eye."""

from __future__ import annotations

import itertools

import pytest
from PIL import Image, ImageDraw

from images import fonts
from images.canvas import tile
from images.cars import Portrait, SeatPlate
from images.encode import ramp
from images.icons import NAMES, Icon
from images.theme import (
    ALARM,
    ALARM_GROUND,
    DEEP,
    INK,
    MUTE,
    PALETTE,
    PANEL,
    PAPER,
    RAISED,
    SEAT_PAINT,
    SOFT,
    Colour,
    Rgb,
)

# Machado, Oliveira and Fernandes (2009), severity 1, for linear light; grey is luminance.
EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
APART = 24
"""Least mean difference between two seats' tiles, of 255."""


def linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen(colour: Rgb, eye: str) -> Rgb:
    """A colour as such an eye sees it."""
    light = [linear(part) for part in colour]
    out = []
    for row in EYES[eye]:
        share = min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True))))
        share = share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
        out.append(round(255 * share))
    return out[0], out[1], out[2]


def contrast(first: Colour, second: Colour) -> float:
    def luminance(colour: Colour) -> float:
        return sum(
            w * linear(p) for w, p in zip((0.2126, 0.7152, 0.0722), PALETTE[colour], strict=True)
        )

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def test_the_palette_has_64_entries_and_every_seat_its_own_paint() -> None:
    assert len(PALETTE) == 64
    assert len(set(SEAT_PAINT)) == 8
    assert PALETTE[SEAT_PAINT[0]] == (0xE6, 0x9F, 0x00)
    assert PALETTE[SEAT_PAINT[6]] == (0xCC, 0x79, 0xA7)
    assert PALETTE[63] == (0xF9, 0xE9, 0xA0)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("kind", ["plate", "car"])
def test_no_two_seats_look_alike(eye: str, kind: str) -> None:
    colours = [seen(entry, eye) for entry in PALETTE]
    tiles = [
        tile(SeatPlate(seat, 56) if kind == "plate" else Portrait(seat, 104)).tobytes()
        for seat in range(8)
    ]
    for first, second in itertools.combinations(range(8), 2):
        pairs = zip(tiles[first], tiles[second], strict=True)
        gaps = [
            sum(abs(a - b) for a, b in zip(colours[p], colours[q], strict=True)) / 3
            for p, q in pairs
            if p != q
        ]
        share = 0.52 if kind == "plate" else 0.5
        mean = sum(gaps) / (len(tiles[first]) * share)
        assert mean >= APART, (first, second, mean)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((PAPER, ground) for ground in (INK, DEEP, PANEL, RAISED, ALARM_GROUND)),
        *((SOFT, ground) for ground in (DEEP, PANEL, RAISED)),
        *((MUTE, ground) for ground in (DEEP, PANEL)),
        *((INK, ground) for ground in (PAPER, MUTE, ALARM)),
    ],
)
def test_text_can_be_read_on_its_ground(ink: Colour, ground: Colour) -> None:
    assert contrast(ink, ground) >= 4.5


def test_an_edge_runs_from_its_ground_to_its_ink() -> None:
    steps = ramp(PANEL, PAPER)
    assert len(steps) == 256
    assert (steps[0], steps[255]) == (PANEL, PAPER)


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_inside_its_box_and_like_no_other(name: str) -> None:
    drawn = tile(Icon(name, 56))
    assert PAPER in drawn.tobytes()
    assert all(
        tile(Icon(other, 56)).tobytes() != drawn.tobytes() for other in NAMES if other != name
    )


def test_a_name_shrinks_to_the_floor_and_is_then_cut() -> None:
    short, size = fonts.fit("Rook", 46, 400)
    assert (short, size) == ("Rook", 46)
    shrunk, size = fonts.fit("A name of some length", 46, 300)
    assert (shrunk, size < 46) == ("A name of some length", True)
    long, size = fonts.fit("A name of some length " * 9, 46, 300)
    assert (long.endswith("…"), size) == (True, 26)
    assert fonts.width(long, size) <= 300


def test_text_wraps_at_words_and_is_cut_in_the_last_line() -> None:
    lines = fonts.wrap("one two three four five six seven eight nine ten", 34, 200, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(fonts.width(line, 34, "t") <= 200 for line in lines)
    assert fonts.wrap("short", 34, 200, 2) == ("short",)


def test_letters_the_font_lacks_become_boxes_and_styled_ones_plain() -> None:
    assert fonts.drawable("𝓡𝓸𝓸𝓴 Ⓑ") == "Rook B"
    assert fonts.drawable("日é−×…") == "\uffffé−×…"
    assert fonts.drawable("a\n\x00b\u202e\u0301c") == "a bc"
    assert fonts.coverage(fonts.drawable("日"), 40, "b")[2].getbbox()


@pytest.mark.parametrize("words", ["AVATAR 117 W.", "Týpo fjj “−60”", "f"])
def test_letters_stand_where_the_font_itself_writes_them(words: str) -> None:
    """Tiles and pens lay kept letters; Pillow writes the line in one."""
    left, top, cover = fonts.coverage(words, 40, "b")
    ours, whole = Image.new("L", (500, 90)), Image.new("L", (500, 90))
    ours.paste(cover, (20 + left, 60 + top))
    ImageDraw.Draw(whole).text((20, 60), words, 255, fonts._font(40, "b"), "ls")
    assert ours.tobytes() == whole.tobytes()
