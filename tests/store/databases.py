"""Database files for tests: made, copied and looked into from outside."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store import Store
from tests.store.rows import SEED, match

ID = "7KQ2MX9A01"


def at(file: Path) -> str:
    """The address of a database file."""
    return f"sqlite+aiosqlite:///{file}"


async def made(file: Path, save: bytes = b"S") -> None:
    """A database with one match, closed."""
    store = await Store.open(at(file))
    await store.new_match(match(save=save), SEED)
    await store.close()


async def save_in(file: Path) -> bytes | None:
    """The save of the match in a database."""
    store = await Store.open(at(file))
    row = await store.match(ID)
    await store.close()
    assert row is not None
    return row.save


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def whole(folder: Path) -> dict[str, bytes]:
    """The files of a folder; locks aside, which hold nothing."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name[-5:] != "-lock"}


@contextmanager
def copied_alone(file: Path) -> Iterator[Path]:
    """A copy of the database file without what stands beside it."""
    copy = file.with_name("copied.sqlite3")
    shutil.copy(file, copy)
    yield copy
    copy.unlink()


def lose_the_thread(file: Path) -> None:
    """Overwrite where the pages of a long save say which page is next."""
    pages = bytearray(file.read_bytes())
    for at in range(0, len(pages), 8192):
        if pages[at + 4 : at + 5000] == b"S" * 4996:
            pages[at : at + 4] = b"\xff" * 4
    file.write_bytes(pages)
