"""SQLite: a connection that writes and one that reads, each with a thread of its own.

A whole transaction is one hop to the connection's thread. A hop per statement, as drivers for
asyncio do it, would cost more than the statements.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Self, TypeVar

import aiosqlite
from sqlalchemy import URL, NullPool, exc
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import files, migrate
from bot.store.connections import Connection, Connections, How, Work, looked, transacted
from bot.store.errors import (
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseUnwritable,
    RowRefused,
    StoreError,
)
from bot.store.statement import Run, Statement

T = TypeVar("T")
_STATEMENTS_KEPT: Final = 256
"""Prepared statements a connection keeps; there are fewer than that."""


def trouble(error: Exception, where: str) -> StoreError:
    """What a failure of the driver means, and what to do about it."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, exc.DBAPIError) and isinstance(error.orig, Exception):
        error = error.orig
    if not isinstance(error, sqlite3.Error):
        return StoreError(f"The database {where} could not be used: {error}.")
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseLocked(
                f"The database {where} is in use by another program; stop it and start again."
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseCorrupt(
                f"The database {where} is damaged or is something else; put a backup in its "
                "place, or move it away to begin with an empty one."
            )
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseMissing(
                f"The database {where} cannot be opened; check DATABASE_URL and the rights of "
                "its folder."
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return DatabaseUnwritable(
                f"The database {where} cannot be written ({error}); make room on the disk and "
                "check the rights of the file and its folder."
            )
        case sqlite3.SQLITE_CONSTRAINT:
            return RowRefused(f"The database refused a row: {error}.")
    return StoreError(f"The database {where} could not be used: {error}.")


@contextlib.contextmanager
def telling(where: str) -> Iterator[None]:
    """What the driver raises inside becomes a `StoreError`."""
    try:
        yield
    except (sqlite3.Error, exc.DBAPIError) as error:
        raise trouble(error, where) from error


class Threaded(aiosqlite.Connection):
    """A connection that does a whole piece of work in one hop to its thread."""

    async def hop(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call `work` with the connection, in the connection's thread."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class SqliteConnections(Connections):
    """One connection to write, one to read, and the engine that made them."""

    _writing: Threaded
    _reading: Threaded

    def __init__(self, engine: AsyncEngine, in_use: files.InUse, where: str) -> None:
        self._engine = engine
        self._in_use = in_use
        self._where = where
        self._held: list[AsyncConnection] = []

    @classmethod
    async def open(cls, address: URL, busy_timeout_ms: int) -> Self:
        """Connect, bring the tables up to date. Raises what `Store.open` raises."""
        path = files.path_of(address)
        where = str(path)
        files.make_folder(path)
        files.make_file(path)
        in_use = files.InUse(path, alone=False)
        engine = create_async_engine(
            address,
            poolclass=NullPool,
            connect_args={
                "async_creator_fn": _connect,
                "isolation_level": None,  # transactions begin where we say so
                "timeout": busy_timeout_ms / 1000,
                "cached_statements": _STATEMENTS_KEPT,
            },
        )
        self = cls(engine, in_use, where)
        try:
            # Migrations have a connection of their own: what they leave open would hold up
            # checkpoints. Its end copies into the file what a bot that was killed has left in the
            # log.
            async with engine.connect() as first:
                await self._threaded(first)
                await first.run_sync(migrate.up_to_date, where)
            self._writing = await self._another()
            await self._writing.hop(_log_ahead)
            self._reading = await self._another()
            files.shut(path)
        except Exception as error:
            await self._let_go()
            raise trouble(error, where) from error
        return self

    async def _another(self) -> Threaded:
        self._held.append(await self._engine.connect())
        return await self._threaded(self._held[-1])

    async def _threaded(self, connection: AsyncConnection) -> Threaded:
        own = (await connection.get_raw_connection()).driver_connection
        assert isinstance(own, Threaded)
        await own.hop(lambda raw: _prepare(raw, self._where))
        return own

    async def close(self) -> None:
        """Copy the log into the file, then close both connections."""
        if self._held:
            with contextlib.suppress(sqlite3.Error):
                await self._writing.hop(_checkpoint)
        await self._let_go()

    async def _let_go(self) -> None:
        for connection in self._held:
            await connection.close()
        self._held = []
        await self._engine.dispose()
        self._in_use.close()

    async def copy_log(self) -> None:
        """Copy what the log holds into the database file."""
        with telling(self._where):
            await asyncio.to_thread(_checkpoint_beside, self._where)

    async def shrink(self) -> None:
        """Give free pages back to the disk until they are at most a quarter of the file.

        Nothing for a database made before files could shrink: there they are only used again.
        """
        with telling(self._where):
            while await self._writing.hop(_shrink):
                pass

    async def read(self, works: Sequence[Work]) -> list[Any]:
        return await self._done(self._reading, looked, works)

    async def write(self, works: Sequence[Work]) -> list[Any]:
        return await self._done(self._writing, transacted, works)

    async def _done(self, on: Threaded, how: How, works: Sequence[Work]) -> list[Any]:
        with telling(self._where):
            return await on.hop(lambda raw: how(_Connection(raw, self._where), works))


class _Run(Run):
    """On a connection of sqlite3 and in the connection's own thread."""

    __slots__ = ("_execute", "_executemany")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute
        self._executemany = connection.executemany

    def rows(self, statement: Statement, **values: Any) -> list[tuple[Any, ...]]:
        text = statement.sqlite
        return self._execute(text.sql, text.values(values)).fetchall()

    def change(self, statement: Statement, **values: Any) -> int:
        text = statement.sqlite
        return self._execute(text.sql, text.values(values)).rowcount

    def changed(self, statement: Statement, values: Sequence[Mapping[str, Any]]) -> list[bool]:
        execute, text = self._execute, statement.sqlite
        return [execute(text.sql, text.values(each)).rowcount > 0 for each in values]

    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        text = statement.sqlite
        self._executemany(text.sql, map(text.values, values))

    def alone(self, number: int) -> None:
        """Nothing: whoever writes is alone."""

    def tell(self, match_ids: Collection[str]) -> None:
        """Nothing: the others look by themselves."""


class _Connection(Connection):
    """A connection of sqlite3, in its own thread."""

    READ = "BEGIN"
    WRITE = "BEGIN IMMEDIATE"

    def __init__(self, raw: sqlite3.Connection, where: str) -> None:
        self._raw = raw
        self._where = where
        self.run = _Run(raw)

    def say(self, words: str) -> None:
        self._raw.execute(words)

    @property
    def in_transaction(self) -> bool:
        return self._raw.in_transaction

    def trouble(self, error: Exception) -> Exception:
        return trouble(error, self._where) if isinstance(error, sqlite3.Error) else error


def _connect(*args: Any, **options: Any) -> Threaded:
    connection = Threaded(lambda: sqlite3.connect(*args, **options), iter_chunk_size=64)
    # The program may end without closing: what has been acknowledged is on disk.
    connection._thread.daemon = True
    return connection


_INCREMENTAL: Final = 2
"""How `PRAGMA auto_vacuum` names it."""
_SHRINK_BITE: Final = 128
"""Pages given back in one transaction."""
_OF_A_NEW_FILE: Final = (
    # A save and its row in one or two pages, and free pages that can be given back.
    "page_size=8192",
    "auto_vacuum=INCREMENTAL",
)
"""No other file takes these, and the second would write to it all the same: also to the file of a
newer program, which is left as it is."""
_PRAGMAS: Final = (
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",  # what is deleted is overwritten
    "cache_size=-16000",  # 16 MB
    "wal_autocheckpoint=2000",  # 16 MB of log between copies into the file
)
_WAL_TRIES: Final = 20


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    for pragma in (*(() if pages else _OF_A_NEW_FILE), *_PRAGMAS):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    # The tables of a new file are made before it gets a log (`_log_ahead`), so a file that has
    # had one and holds nothing is a copy without it.
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    if mode == "wal" and not connection.execute("SELECT 1 FROM sqlite_master").fetchall():
        raise DatabaseCorrupt(
            f"The database {where} is empty: it was copied without its -wal file. Put a backup "
            "in its place, or move it away to begin with an empty one."
        )


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to a write-ahead log."""
    for left in reversed(range(_WAL_TRIES)):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if left == 0 or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            # The change to WAL does not wait for a process that is doing the same; this does.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        else:
            return


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Copy the whole log into the file and begin it anew, or as much as goes without waiting."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout=0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout={patience}")


def _checkpoint_beside(where: str) -> None:
    """Copy the log into the file on a connection of its own: neither of the others is held up."""
    with contextlib.closing(sqlite3.connect(where, timeout=0)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def _shrink(connection: sqlite3.Connection) -> bool:
    """Give some free pages back; False when there is nothing to do."""
    (mode,), (free,), (pages,) = (
        connection.execute(f"PRAGMA {name}").fetchone()
        for name in ("auto_vacuum", "freelist_count", "page_count")
    )
    if mode != _INCREMENTAL or 4 * free <= pages:
        return False
    connection.execute(f"PRAGMA incremental_vacuum({_SHRINK_BITE})").fetchall()
    return True
