"""From a sheet of palette numbers to PNG bytes."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from images.theme import INK, PALETTE, Colour

_FLAT: Final = [part for entry in PALETTE for part in entry]
LEVEL: Final = 3
"""Compression: a fifth smaller than level 1 for half a millisecond, half the time of level 6."""


@lru_cache(maxsize=1)
def _house_palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_FLAT + list(PALETTE[INK]) * (256 - len(PALETTE)))
    return image


def numbered(image: Image.Image) -> Image.Image:
    """An RGB image as a sheet of palette numbers in mode L, each px its nearest entry."""
    near = image.quantize(palette=_house_palette(), dither=Image.Dither.NONE)
    return Image.frombytes("L", near.size, near.tobytes())


@lru_cache(maxsize=256)
def ramp(ground: Colour, ink: Colour) -> tuple[Colour, ...]:
    """The entry for each coverage, 0 to 255, of an edge of `ink` on `ground`."""
    below, above = PALETTE[ground], PALETTE[ink]
    edge = Image.new("RGB", (256, 1))
    edge.putdata(
        [
            tuple(
                (b * (255 - share) + a * share + 127) // 255
                for b, a in zip(below, above, strict=True)
            )
            for share in range(256)
        ]
    )
    return tuple(numbered(edge).tobytes())


def png(sheet: Image.Image) -> bytes:
    """A PNG with the house palette. The sheet, in mode L, is used up: it becomes mode P."""
    sheet.putpalette(_FLAT)
    out = BytesIO()
    sheet.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


MOST: Final = 70_000
"""Bytes that no picture may exceed."""


def slimmed(data: bytes) -> bytes:
    """A PNG of ours in at most `MOST` bytes: packed harder, which takes longer, if it is larger."""
    for level in (6, 9):
        if len(data) <= MOST:
            break
        out = BytesIO()
        with Image.open(BytesIO(data)) as image:
            image.save(out, "PNG", compress_level=level)
        data = out.getvalue()
    return data
