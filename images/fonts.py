"""Saira in the sizes asked for, and text made to fit a width."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import fontpkg
from PIL import Image, ImageDraw, ImageFont

from images.theme import AXES, SMALLEST, Face

ELLIPSIS: Final = "…"
_MISSING: Final = "\uffff"
_LONGEST: Final = 400
"""Characters of a text that are looked at; no picture has room for more."""

# A face of FreeType holds the glyph it is drawing, so two threads must not use one at once.
_pen_down = threading.RLock()


@lru_cache(maxsize=128)
def _font(size: int, face: Face) -> ImageFont.FreeTypeFont:
    # Setting the axes changes the object for everyone who holds it: one object for each use.
    regular = fontpkg.path("Saira").parent / "Saira[wdth,wght].ttf"
    font = ImageFont.truetype(str(regular), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes(list(AXES[face]))
    return font


@lru_cache(maxsize=4096)
def _has_glyph(char: str) -> bool:
    with _pen_down:
        font = _font(32, "b")
        mask, missing = font.getmask(char), font.getmask(_MISSING)
        return mask.size != missing.size or bytes(mask) != bytes(missing)


@lru_cache(maxsize=4096)
def _drawable(char: str) -> str:
    kind = unicodedata.category(char)
    if kind in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if kind in ("Mn", "Me", "Cf"):
        return ""
    if kind in ("Cs", "Co"):
        return _MISSING
    if _has_glyph(char):
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if plain != char and all(map(_has_glyph, plain)) else _MISSING


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """The text as this font can write it, on one line.

    Styled letters become plain ones and spaces are joined. Control and direction marks go. A
    letter the font lacks stays and is drawn as an empty box, without the marks laid over it.
    """
    composed = unicodedata.normalize("NFC", text[:_LONGEST])
    out = "".join(_drawable(char) for char in composed)
    return " ".join(out.split())


class _Glyph(NamedTuple):
    """One letter: px to the next one, its ink box seen from its start, and how much of each px of
    that box is inked."""

    advance: int
    box: tuple[int, int, int, int]
    mask: Image.Image


@lru_cache(maxsize=4096)
def _glyph(char: str, size: int, face: Face) -> _Glyph:
    """A letter looks alike wherever it stands: advances are whole px, and Saira's kerning is not in
    the table that FreeType reads."""
    with _pen_down:
        font = _font(size, face)
        left, top, right, bottom = map(int, font.getbbox(char, anchor="ls"))
        mask = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(mask).text((-left, -top), char, font=font, fill=255, anchor="ls")
        return _Glyph(int(font.getlength(char)), (left, top, right, bottom), mask)


@lru_cache(maxsize=4096)
def width(text: str, size: int, face: Face = "b") -> int:
    """Advance width in px."""
    return sum(_glyph(char, size, face).advance for char in text)


@lru_cache(maxsize=256)
def cap_height(size: int, face: Face) -> int:
    """Height of a capital in px: text is centred on it, not on the font's own middle."""
    with _pen_down:
        return round(-_font(size, face).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=2048)
def fit(
    text: str, size: int, room: int, face: Face = "b", floor: int = SMALLEST
) -> tuple[str, int]:
    """The text and size with which it stays within `room` px: smaller first, then cut short."""
    text = drawable(text)
    while size > floor and width(text, size, face) > room:
        size -= 2
    size = max(size, floor)
    return cut(text, size, room, face), size


def cut(text: str, size: int, room: int, face: Face = "b") -> str:
    """The text, ended with an ellipsis when it is wider than `room` px."""
    if width(text, size, face) <= room:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, face) <= room:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + ELLIPSIS


@lru_cache(maxsize=1024)
def wrap(text: str, size: int, room: int, lines: int, face: Face = "t") -> Sequence[str]:
    """At most `lines` lines no wider than `room` px; the last is cut short when more follows."""
    words = drawable(text).split(" ")
    out: list[str] = []
    line = ""
    for i, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size, face) > room:
            if len(out) == lines - 1:
                line = " ".join([line, *words[i:]])
                break
            out.append(line)
            line = word
        else:
            line = longer
    return (*(cut(each, size, room, face) for each in out), cut(line, size, room, face))


def coverage(text: str, size: int, face: Face) -> tuple[int, int, Image.Image]:
    """Left and top of a text's ink, seen from the start of its baseline, and how much of each px
    from there on is inked, 0 to 255."""
    glyphs, at = [], 0
    for char in text:
        advance, (left, top, right, bottom), mask = _glyph(char, size, face)
        glyphs.append((at + left, top, at + right, bottom, mask.im))
        at += advance
    if not glyphs:
        return 0, 0, Image.new("L", (1, 1))
    lefts, tops, rights, bottoms, _ = zip(*glyphs, strict=True)
    left, top = min(lefts), min(tops)
    image = Image.new("L", (max(max(rights) - left, 1), max(max(bottoms) - top, 1)))
    # Without `Image.paste` around it, which takes several times as long as the pasting itself.
    paste = image.im.paste
    for x, y, to_x, to_y, core in glyphs:
        paste(255, (x - left, y - top, to_x - left, to_y - top), core)
    return left, top, image
