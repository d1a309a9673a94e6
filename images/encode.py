"""From rows of palette numbers to PNG bytes.

`isal` packs six to ten times as fast as Pillow does, into files up to a fifth larger. The few
pictures that are too large then go through `zlib-ng`, which packs twice as fast as Pillow.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Final

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from images.theme import INK, PALETTE, Colour

_FLAT: Final = [part for entry in PALETTE for part in entry]
MOST: Final = 70_000
"""Bytes that no picture may exceed."""


def _house() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_FLAT + list(PALETTE[INK]) * (256 - len(PALETTE)))
    # Pillow sets the colours only here, and frees those before: by then no thread may read them.
    image.load()
    return image


_HOUSE: Final = _house()
"""The house palette, read by all threads that draw."""


def numbered(image: Image.Image) -> Image.Image:
    """An RGB image as a sheet of palette numbers in mode L, each px its nearest entry."""
    near = image.quantize(palette=_HOUSE, dither=Image.Dither.NONE)
    return Image.frombytes("L", near.size, near.tobytes())


@lru_cache(maxsize=256)
def ramp(ground: Colour, ink: Colour) -> bytes:
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
    return numbered(edge).tobytes()


# -- rows as a PNG has them: a byte that names the filter, always 0 (none), then palette numbers


def empty(width: int, height: int) -> bytearray:
    """Rows of a sheet in the first colour, INK, and one more, for `mapped`."""
    return bytearray((width + 1) * (height + 1))


def rows_of(sheet: Image.Image) -> bytearray:
    """The rows of a sheet of palette numbers in mode L."""
    rows = empty(*sheet.size)
    mapped(rows, sheet.width).paste(sheet)
    return rows


def mapped(
    rows: bytearray, width: int, box: tuple[int, int, int, int] | None = None
) -> Image.Image:
    """The picture in some rows, or what of it lies in a box, in mode L: what is drawn on it stands
    in the rows at once."""
    left, top, right, foot = box or (0, 0, width, len(rows) // (width + 1) - 1)
    # It begins behind the first filter byte, and Pillow wants a whole row for each of its lines.
    data, size = memoryview(rows)[1 + top * (width + 1) + left :], (right - left, foot - top)
    image = Image.frombuffer("L", size, data, "raw", "L", width + 1, 1)  # type: ignore[arg-type]
    image.readonly = 0
    return image


# -- the file


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


_PALETTE: Final = _chunk(b"PLTE", bytes(_FLAT))
_END: Final = _chunk(b"IEND", b"")


def png(rows: bytearray, width: int) -> bytes:
    """A PNG of at most `MOST` bytes with the house palette, of rows as `rows_of` makes them."""
    height = len(rows) // (width + 1) - 1
    size = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", size) + _PALETTE
    beside = len(head) + len(_chunk(b"IDAT", b"")) + len(_END)
    packed = _packed(memoryview(rows)[: (width + 1) * height], MOST - beside)
    return b"".join((head, _chunk(b"IDAT", packed), _END))


_LEVEL: Final = 2
"""Of isal, which has 0 to 3: a sixth smaller than 0 in the same time; 3 is slower and larger."""
_HARDER: Final = (2, 3, 6, 9)
"""Levels of zlib-ng for what isal does not pack small enough."""


def _packed(rows: memoryview, room: int) -> bytes:
    """A zlib stream, of at most `room` bytes if any level reaches that."""
    data: bytes = isal_zlib.compress(rows, _LEVEL)
    _clear()
    for level in _HARDER:
        if len(data) <= room:
            break
        data = zlib_ng.compress(rows, level)
    return data


def _clear() -> None:
    """Clear the upper halves of the processor's vector registers.

    isal leaves them in use (https://github.com/intel/isa-l/issues/24); on some processors that
    makes zlib, and all code for older vector units, up to three times slower in the same thread.
    zlib-ng's sum clears them when it is done.
    """
    zlib_ng.adler32(_ENOUGH)


_ENOUGH: Final = bytes(4096)
"""A shorter text is summed without vectors."""
