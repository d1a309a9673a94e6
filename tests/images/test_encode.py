"""PNG files: what is packed by whom, how large they are, and that no thread is left slow."""

from __future__ import annotations

import ast
import random
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from images import encode
from images.encode import MOST, mapped, png, rows_of
from images.theme import PALETTE

WIDTH, HEIGHT = 1200, 900
ROOT = Path(encode.__file__).parent.parent


def strewn(share: float) -> Image.Image:
    """A sheet of palette numbers, a share of whose px are of any colour."""
    dice = random.Random(share)
    sheet = Image.new("L", (WIDTH, HEIGHT))
    for _ in range(round(share * WIDTH * HEIGHT)):
        sheet.putpixel(
            (dice.randrange(WIDTH), dice.randrange(HEIGHT)), dice.randrange(len(PALETTE))
        )
    return sheet


PLAIN, BUSY, WILD = strewn(0.0), strewn(0.026), strewn(0.2)


@pytest.fixture
def packers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who is called, in order: isal, ng with its level, or the sum that clears the registers."""
    calls: list[str] = []

    def isal(data: Any, level: int) -> bytes:
        calls.append("isal")
        return packs(data, level)

    def harder(data: Any, level: int) -> bytes:
        calls.append(f"ng {level}")
        return packs_harder(data, level)

    def adler32(data: bytes) -> int:
        calls.append("cleared")
        assert len(data) >= 64  # shorter texts are summed without vectors and clear nothing
        return sums(data)

    packs, packs_harder = isal_zlib.compress, zlib_ng.compress
    sums = zlib_ng.adler32
    monkeypatch.setattr(isal_zlib, "compress", isal)
    monkeypatch.setattr(zlib_ng, "compress", harder)
    monkeypatch.setattr(zlib_ng, "adler32", adler32)
    return calls


@pytest.mark.parametrize("sheet", [PLAIN, BUSY, WILD])
def test_a_file_holds_the_sheet_and_the_house_palette(sheet: Image.Image) -> None:
    data = png(rows_of(sheet), WIDTH)
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", sheet.size)
        assert image.getpalette() == [part for entry in PALETTE for part in entry]
        assert image.tobytes() == sheet.tobytes()


def test_the_chunks_are_whole_and_zlib_reads_them() -> None:
    data = png(rows_of(BUSY), WIDTH)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, kinds, packed = 8, [], b""
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert int.from_bytes(data[at + 8 + size : at + 12 + size]) == zlib.crc32(kind + body)
        kinds.append(kind)
        packed = body if kind == b"IDAT" else packed
        at += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    rows = zlib.decompress(packed)
    assert len(rows) == (WIDTH + 1) * HEIGHT
    assert set(rows[:: WIDTH + 1]) == {0}


def test_what_is_drawn_on_a_map_stands_in_its_rows() -> None:
    rows = rows_of(PLAIN)
    picture = mapped(rows, WIDTH)
    # Over every edge: the bytes that name the filters must stay.
    picture.im.paste(7, (-5, -5, WIDTH + 5, 1))
    picture.im.paste(8, (WIDTH - 1, 1, WIDTH + 1, HEIGHT + 1))
    assert rows[0] == rows[WIDTH + 1] == 0
    assert rows[1 : WIDTH + 1] == bytes([7]) * WIDTH
    assert rows[WIDTH + 2 : 2 * WIDTH + 2] == bytes(WIDTH - 1) + bytes([8])
    assert set(rows[:: WIDTH + 1]) == {0}
    assert len(rows) == (WIDTH + 1) * (HEIGHT + 1)


def test_a_part_of_a_map_is_that_part_and_nothing_is_drawn_beyond_it() -> None:
    rows, box = rows_of(PLAIN), (3, 2, WIDTH, HEIGHT)
    part = mapped(rows, WIDTH, box)
    part.im.paste(7, (-5, -5, WIDTH, HEIGHT))
    drawn = PLAIN.copy()
    drawn.paste(7, box)
    assert mapped(rows, WIDTH).tobytes() == drawn.tobytes()
    assert set(rows[:: WIDTH + 1]) == {0}


def test_isal_packs_what_it_packs_small_enough(packers: list[str]) -> None:
    assert len(png(rows_of(PLAIN), WIDTH)) < MOST
    assert packers == ["isal", "cleared"]


def test_what_isal_leaves_too_large_is_packed_harder(packers: list[str]) -> None:
    assert len(png(rows_of(BUSY), WIDTH)) <= MOST
    assert packers == ["isal", "cleared", "ng 2", "ng 3", "ng 6"]


def test_what_nothing_packs_small_enough_was_tried_hardest(packers: list[str]) -> None:
    assert len(png(rows_of(WILD), WIDTH)) > MOST
    assert packers == ["isal", "cleared", "ng 2", "ng 3", "ng 6", "ng 9"]


def test_the_registers_are_cleared_before_anything_else_runs(packers: list[str]) -> None:
    """isal leaves the vector registers in use, which makes zlib slow in the same thread."""
    for sheet in (PLAIN, BUSY, WILD):
        png(rows_of(sheet), WIDTH)
    after = [packers[i + 1] for i, call in enumerate(packers) if call == "isal"]
    assert after == ["cleared"] * 3


def test_isal_is_called_in_one_place_and_never_by_the_bot() -> None:
    """Whoever uses isal must clear up after it, so nobody but `images.encode` uses it."""
    users = []
    for folder in ("bot", "games", "images"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
                users += [file for name in names if name.split(".")[0] == "isal"]
    assert users == [ROOT / "images" / "encode.py"]
    calls = [
        node.attr
        for node in ast.walk(ast.parse(Path(encode.__file__).read_text()))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "isal_zlib"
    ]
    assert calls == ["compress"]


def test_the_palette_is_set_before_threads_share_it() -> None:
    """A palette that Pillow has yet to set is freed by one thread while another reads it: the
    process dies of that about once in a hundred cold starts."""
    image = encode._house()
    assert image.palette is not None
    assert not image.palette.dirty
