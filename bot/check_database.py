"""What `python -m bot check` says of the database. It looks only, and makes no file.

Each sentence about trouble is the one with which the bot itself would refuse to start.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import URL, NullPool, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import StoreError, files, migrate, postgres
from bot.store.address import is_postgres, parsed
from bot.store.errors import DatabaseLocked, DatabaseMissing
from bot.store.sqlite import trouble

PATIENCE: Final = 2.0
"""Seconds that a lock of another program is waited for."""
LEAST_ROOM: Final = 200 * 1024 * 1024
"""Bytes free on the disk below which it is time to make room: on a full disk nobody can play."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, and one sentence about it."""

    about: str
    good: bool
    sentence: str

    def __str__(self) -> str:
        return f"{'ok' if self.good else 'WRONG':6}{self.about}: {self.sentence}"


def look(url: str, *, patience: float = PATIENCE, least_room: int = LEAST_ROOM) -> list[Finding]:
    """Whether the database at that address can be read, written and used by this program.

    Not for an event loop: it waits, and PostgreSQL gets a loop of its own.
    """
    if server := _server(url):
        return asyncio.run(_look_at(server))
    try:
        path = files.path_of(url)
    except DatabaseMissing as error:
        return [Finding("Database", False, str(error))]
    there = path.is_file() and path.stat().st_size > 0
    found = _file(path, patience) if there else [_place(path)]
    return [*found, _room(path, least_room)]


def running(url: str) -> bool:
    """Whether a bot, or a restore, has the database open now. Not for an event loop."""
    if server := _server(url):
        return asyncio.run(_is_held(server))
    with contextlib.suppress(StoreError):
        path = files.path_of(url)
        # Without its file there is no lock, and making one is the bot's own business.
        lock = files.beside(Path(os.path.realpath(path)))[-1]
        if not lock.is_file():
            return False
        try:
            files.InUse(path, alone=True).close()
        except DatabaseLocked:
            return True
    return False


# -- a PostgreSQL server


def _server(url: str) -> URL | None:
    """The address of a PostgreSQL server; None for a file, and for what is no address."""
    with contextlib.suppress(StoreError):
        address = parsed(url)
        return address if is_postgres(address) else None
    return None


def _on(address: URL) -> contextlib.AbstractAsyncContextManager[AsyncConnection]:
    """A connection. Raises `StoreError`."""
    return postgres.lent(postgres.normal(address), round(1000 * PATIENCE))


async def _look_at(address: URL) -> list[Finding]:
    try:
        where = postgres.name_of(address)
        async with _on(address) as connection:
            new = await connection.run_sync(migrate.is_new)
            current = await connection.run_sync(migrate.is_current, where)
            # Begin to write, and think better of it.
            attempt = (
                "CREATE TABLE attempts (n integer)"
                if new
                else "UPDATE notes SET value = value WHERE false"
            )
            await connection.execute(text(attempt))
            await connection.rollback()
            alone = await postgres.held(connection, alone=True)
    except StoreError as error:
        return [Finding("Database", False, str(error))]
    state = (
        "and up to date."
        if current
        else "and empty; the first start makes its tables."
        if new
        else "and of an older version: back it up with pg_dump first, then the next start brings "
        "it up to date."
    )
    used = "No bot has it open" if alone else "A bot has it open now"
    return [
        Finding("Database", True, f"{where} can be read and written {state}"),
        Finding("Lock", True, f"{used}."),
    ]


async def _is_held(address: URL) -> bool:
    with contextlib.suppress(StoreError):
        async with _on(address) as connection:
            return not await postgres.held(connection, alone=True)
    return False


async def _forget(address: URL, note: str) -> None:
    with contextlib.suppress(StoreError):
        async with _on(address) as connection:
            await connection.execute(
                text("UPDATE notes SET value = '' WHERE name = :name"), {"name": note}
            )
            await connection.commit()


# -- a file


def _file(path: Path, patience: float) -> list[Finding]:
    try:
        with contextlib.closing(_opened(path, patience)) as connection:
            current = _is_current(connection, path)
            _try_to_write(connection)
    except (StoreError, sqlite3.Error, DBAPIError) as error:
        return [Finding("Database", False, str(trouble(error, str(path))))]
    where = f"sqlite+aiosqlite:///{path}"
    used = "A bot has it open now" if running(where) else "No bot has it open"
    state = (
        "and up to date."
        if current
        else "and of an older version: make a backup first, then the next start brings it up to "
        "date."
    )
    return [
        Finding("Database", True, f"{path} can be read and written {state}"),
        Finding("Lock", True, f"{used}, and nothing else holds it."),
    ]


def _opened(path: Path, patience: float) -> sqlite3.Connection:
    """The file as the bot opens it, but never a new one."""
    uri = f"{path.resolve().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Begin to write, and think better of it. To begin alone does not fail on what is read-only."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether no migration is left to run. Raises as the bot's start does."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=NullPool)
    lent = engine.connect()
    try:
        return migrate.is_current(lent, str(path))
    finally:
        lent.detach()  # the connection is not the engine's to close


def _folder(path: Path) -> Path:
    """The nearest folder around a file that is there."""
    return next(each for each in path.absolute().parents if each.exists())


def _place(path: Path) -> Finding:
    """Where there is no database yet: whether one can be made."""
    folder = _folder(path)
    real = {"effective_ids": True} if os.access in os.supports_effective_ids else {}
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK, **real):
        return Finding(
            "Database", False,
            f"There is no {path}, and none can be made in {folder}; make its folder yourself or "
            "change DATABASE_URL.",
        )  # fmt: skip
    if path.exists():
        return Finding("Database", True, f"{path} is empty; the first start makes its tables.")
    return Finding("Database", True, f"There is no {path} yet; the first start makes it.")


def _room(path: Path, least: int) -> Finding:
    free = shutil.disk_usage(_folder(path)).free
    if free < least:
        return Finding(
            "Disk", False,
            f"Only {free // 1024**2:,} MB are free where {path} is; make room, for on a full disk "
            "every press is refused.",
        )  # fmt: skip
    return Finding("Disk", True, f"{free // 1024**2:,} MB are free where {path} is.")


def forget(url: str, note: str) -> None:
    """Forget that Discord has been told our commands, so that the next start tells it again. Not
    for an event loop."""
    if server := _server(url):
        asyncio.run(_forget(server, note))
        return
    with (
        contextlib.suppress(StoreError, sqlite3.Error),
        contextlib.closing(_opened(files.path_of(url), PATIENCE)) as connection,
    ):
        connection.execute("UPDATE notes SET value = '' WHERE name = ?", (note,))
