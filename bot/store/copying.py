"""Moves everything from one database into another, empty one, and compares the two.

No bot may have either open meanwhile. The rows of all tables are one transaction of the target, so
a copy that is broken off leaves it as empty as it was.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from sqlalchemy import URL, NullPool, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store import files, migrate, postgres, sqlite
from bot.store.address import is_postgres, parsed
from bot.store.errors import CopyRefused, DatabaseLocked, StoreError
from bot.store.store import Store
from bot.store.tables import metadata

_BITE: Final = 200
"""Rows that are under way at a time."""
_PATIENCE_MS: Final = 5_000


async def copy(source: str, target: str) -> int:
    """Copy a database, given by its SQLAlchemy URL, into another; returns how many rows it has.

    Raises `CopyRefused` for what is no address, a source that is not there, empty or older than
    this program, and a target that is the source or holds anything; `DatabaseTooNew`,
    `DatabaseCorrupt`, `DatabaseLocked` (a bot has one of them open) and what else `Store.open`
    raises. Then nothing has been changed.
    """
    whence, whither = _address("FROM", source), _address("TO", target)
    if _place(whence) == _place(whither):
        raise CopyRefused("FROM and TO are the same database; name another one.")
    async with _opened(whence) as here:
        if not await here.run_sync(migrate.is_current, _name(whence)):
            raise CopyRefused(
                f"The database {_name(whence)} is empty or of an older version; start the bot on "
                "it once, stop it, and copy then."
            )
        if _is_made(whither):
            async with _opened(whither) as there:
                await _check_empty(there, _name(whither))
        await (await Store.open(target)).close()
        async with _opened(whither) as there, there.begin():
            # Somebody else may have been quicker.
            await _check_empty(there, _name(whither))
            for table in metadata.sorted_tables:
                await _copy(table, here, there)
            return sum([await _compared(each, here, there) for each in metadata.sorted_tables])


def _address(word: str, url: str) -> URL:
    with contextlib.suppress(StoreError):
        address = parsed(url)
        if is_postgres(address):
            return postgres.normal(address)
        return address.set(database=str(files.path_of(address)))
    raise CopyRefused(
        f"{word} must be the address of a database, such as "
        "sqlite+aiosqlite:///var/motordrome.sqlite3 or postgresql://user:password@host/database."
    )


def _place(address: URL) -> tuple[object, ...]:
    """Where a database is, whoever asks for it."""
    if is_postgres(address):
        host = address.host or address.query.get("host") or "localhost"
        return host, address.port or 5432, address.database
    return (files.path_of(address).resolve(),)


def _name(address: URL) -> str:
    """A database in a sentence."""
    if is_postgres(address):
        return postgres.name_of(address)
    return str(address.database)


def _is_made(address: URL) -> bool:
    """Whether there is something to look into: a file is made by whoever opens it."""
    if is_postgres(address):
        return True
    path = files.path_of(address)
    return path.is_file() and path.stat().st_size > 0


def _opened(address: URL) -> contextlib.AbstractAsyncContextManager[AsyncConnection]:
    """A connection to a database that nobody else may open meanwhile."""
    return _postgres(address) if is_postgres(address) else _sqlite(address)


@contextlib.asynccontextmanager
async def _postgres(address: URL) -> AsyncIterator[AsyncConnection]:
    # Each database waits for the other, however slow that is, and nobody for either.
    async with postgres.lent(address, _PATIENCE_MS, asleep_ms=0) as connection:
        if not await postgres.held(connection, alone=True):
            where = postgres.name_of(address)
            raise DatabaseLocked(
                f"The database {where} is in use by a bot; stop it and start again."
            )
        yield connection


@contextlib.asynccontextmanager
async def _sqlite(address: URL) -> AsyncIterator[AsyncConnection]:
    path = files.path_of(address)
    if not _is_made(address):
        raise CopyRefused(f"There is no database {path} to copy; check the address.")
    engine = create_async_engine(address, poolclass=NullPool)
    try:
        with files.InUse(path, alone=True), sqlite.telling(str(path)):
            async with engine.connect() as connection:
                yield connection
    finally:
        await engine.dispose()


async def _check_empty(there: AsyncConnection, where: str) -> None:
    """Raise `CopyRefused` for a database that holds anything."""
    if await there.run_sync(migrate.is_new):
        return
    empty = await there.run_sync(migrate.is_current, where)
    for table in metadata.sorted_tables if empty else ():
        empty = empty and not (await there.execute(select(select(table).exists()))).scalar()
    if not empty:
        raise CopyRefused(f"The database {where} is not empty; copy into a new one.")


def _rows(table: Table) -> Any:
    return select(table).order_by(*table.primary_key.columns)


async def _copy(table: Table, here: AsyncConnection, there: AsyncConnection) -> None:
    found = await here.stream(_rows(table))
    async for some in found.partitions(_BITE):
        await there.execute(insert(table), [dict(row._mapping) for row in some])


async def _compared(table: Table, here: AsyncConnection, there: AsyncConnection) -> int:
    """How many rows a table has. Raises `CopyRefused` where the two differ."""
    count = 0
    first, second = [await each.stream(_rows(table)) for each in (here, there)]
    copies = second.partitions(_BITE)
    async for some in first.partitions(_BITE):
        rows: Sequence[Any] = await anext(copies, [])
        if [tuple(row) for row in some] != [tuple(row) for row in rows]:
            raise CopyRefused(f"The copy of the table {table.name} is not the same.")
        count += len(some)
    if await anext(copies, []):
        raise CopyRefused(f"The copy of the table {table.name} is not the same.")
    return count
