"""PostgreSQL: a connection that writes and one that reads, through asyncpg.

A piece of work is the same plain function that SQLite's thread runs. Here it runs in a greenlet on
the event loop, and each of its statements is a visit to the server; a batch of moves is a dozen
visits, because their rows are written a table at a time (`bot.store.connections.Joint`).

Other processes write the same database at the same time. A transaction sees what others have
committed before each of its statements (READ COMMITTED): whoever writes what hangs on what it has
read names a version in the statement, locks the rows it reads, or asks to be `alone`.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from typing import Any, Final, Self

from sqlalchemy import URL, NullPool, exc
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import migrate
from bot.store.connections import Connection, Connections, How, Work, looked, transacted
from bot.store.errors import (
    DatabaseAway,
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseMissing,
    DatabaseUnwritable,
    RowRefused,
    StoreError,
)
from bot.store.statement import Run, Statement

CONNECT_SECONDS: Final = 10.0
"""How long a server is waited for at a start."""
ANSWER_SECONDS: Final = 30.0
"""How long the answer to a statement is waited for; a lock of another process for less."""
LISTEN_AGAIN_SECONDS: Final = 1.0
"""After so long a connection that listened and was lost is made anew."""
CHANNEL: Final = "motordrome"
_TELL: Final = (
    f"SELECT pg_notify('{CHANNEL}', coalesce(string_agg(DISTINCT guild_id::text, ','), ''))"
    " FROM matches WHERE id = ANY($1)"
)
"""Names the servers of matches; none is named where that might be more than a word may hold."""
_MOST_NAMED: Final = 300
_STATEMENTS_KEPT: Final = 512
"""Prepared statements a connection keeps; there are fewer than that."""
_ASLEEP_MS: Final = 15_000
"""Others wait for the rows of a transaction whose process stands still: the server ends it then."""
_IN_USE: Final = 0x6D6F746F72647231
"""Number of the lock that every bot shares as long as it has the database open."""


def normal(address: URL) -> URL:
    """The address as SQLAlchemy and asyncpg take it, whichever way it is written.

    Raises `DatabaseMissing` for one that names no database.
    """
    if not address.database:
        raise DatabaseMissing(
            "DATABASE_URL names no database; it should look like "
            "postgresql://user:password@host/database."
        )
    query = dict(address.query)
    if "sslmode" in query:  # as every other program calls it
        query["ssl"] = query.pop("sslmode")
    return address.set(drivername="postgresql+asyncpg", query=query)


def name_of(address: URL) -> str:
    """A database in a sentence: without its user and password."""
    host = address.host or address.query.get("host") or "localhost"
    port = f":{address.port}" if address.port else ""
    return f"{address.database} at {host}{port}"


def trouble(error: Exception, where: str) -> StoreError:
    """What a failure of the driver or the server means, and what to do about it."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, exc.DBAPIError) and isinstance(error.orig, Exception):
        error = error.orig
    # The first line alone: further ones may hold the row, and a row may be a seed.
    why = str(error).partition("\n")[0].rpartition(">: ")[2]
    state = getattr(error, "sqlstate", None) or ""
    match state[:2], state:
        case "22" | "23", _:
            return RowRefused(f"The database refused a row: {why}.")
        case "28", _:
            return DatabaseMissing(
                f"PostgreSQL refuses the user or the password for the database {where}; check "
                "its address."
            )
        case _, "3D000":
            return DatabaseMissing(
                f"There is no database {where}; make it with createdb, or check its address."
            )
        case _, "40001" | "40P01" | "55P03" | "57014":
            return DatabaseLocked(
                f"The database {where} is in use by another program; stop it and start again."
            )
        case "53", "53300":
            return DatabaseAway(
                f"The database {where} takes no more connections; stop what else uses it, or let "
                "max_connections be larger."
            )
        case ("53" | "58", _) | (_, "25006" | "42501"):
            return DatabaseUnwritable(
                f"The database {where} cannot be written ({why}); make room on its disk and check "
                "the rights of its user."
            )
        case "XX", "XX001" | "XX002":
            return DatabaseCorrupt(f"The database {where} is damaged ({why}); restore a backup.")
        case ("08", _) | (_, "57P01" | "57P02" | "57P03" | "57P05" | "25P03"):
            return _away(where)
    if isinstance(error, ssl.SSLCertVerificationError) or "rejected SSL upgrade" in why:
        return DatabaseMissing(
            f"The database {where} cannot be reached with the SSL that its address asks for "
            f"({why}); check sslmode there."
        )
    if isinstance(error, OSError | TimeoutError) or "connection" in why:
        return _away(where)
    return StoreError(f"The database {where} could not be used: {why}.")


def _away(where: str) -> DatabaseAway:
    return DatabaseAway(
        f"The database {where} cannot be reached; start PostgreSQL, or check its address."
    )


def _asked(raw: DBAPIConnection, method: str, *words: Any) -> Any:
    """What the server answers to a call of asyncpg's. A connection on which it does not is given
    up."""
    try:
        return raw.run_async(lambda own: getattr(own, method)(*words, timeout=ANSWER_SECONDS))
    except TimeoutError:
        raw.driver_connection.terminate()
        raise


class _Run(Run):
    """In a greenlet of an asyncpg connection."""

    __slots__ = ("_raw", "_tells")

    def __init__(self, raw: DBAPIConnection, tells: bool) -> None:
        self._raw = raw
        self._tells = tells

    def rows(self, statement: Statement, **values: Any) -> Sequence[Sequence[Any]]:
        text = statement.postgres
        found: Sequence[Sequence[Any]] = _asked(self._raw, "fetch", text.sql, *text.values(values))
        return found

    def change(self, statement: Statement, **values: Any) -> int:
        text = statement.postgres
        told: str = _asked(self._raw, "execute", text.sql, *text.values(values))
        return int(told.rpartition(" ")[2])  # UPDATE 1, INSERT 0 1

    def changed(self, statement: Statement, values: Sequence[Mapping[str, Any]]) -> list[bool]:
        assert statement.key is not None
        text, name = statement.telling, statement.key[1]
        given = [text.values(each) for each in values]
        touched = {row[0] for row in _asked(self._raw, "fetchmany", text.sql, given)}
        return [each[name] in touched for each in values]

    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        text = statement.postgres
        if given := [text.values(each) for each in values]:
            _asked(self._raw, "executemany", text.sql, given)

    def alone(self, number: int) -> None:
        _asked(self._raw, "execute", f"SELECT pg_advisory_xact_lock(1, {number % (1 << 31)})")

    def tell(self, match_ids: Collection[str]) -> None:
        if self._tells:
            named = [*match_ids] if len(match_ids) <= _MOST_NAMED else []
            _asked(self._raw, "execute", _TELL, named)


class _Connection(Connection):
    """A connection of asyncpg, in a greenlet."""

    READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    WRITE = "BEGIN"

    def __init__(self, raw: DBAPIConnection, where: str, tells: bool) -> None:
        self._raw = raw
        self._where = where
        self.run = _Run(raw, tells)

    def say(self, words: str) -> None:
        """Raises `StoreError` where the server has undone what it was to keep."""
        try:
            done = _asked(self._raw, "execute", words)
        except Exception:
            if words != "ROLLBACK":
                raise
            # What has led to it is to be told. Without its connection the server undoes it, too.
            self._raw.driver_connection.terminate()
            return
        if words == "COMMIT" and done != words:
            raise StoreError(f"The database {self._where} has undone what it was to write.")

    @property
    def in_transaction(self) -> bool:
        raw = self._raw.driver_connection
        return not raw.is_closed() and bool(raw.is_in_transaction())

    def trouble(self, error: Exception) -> Exception:
        return trouble(error, self._where) if _is_of_the_driver(error) else error

    def passes(self, error: Exception) -> bool:
        return getattr(error, "sqlstate", "") in ("40001", "40P01")


def _is_of_the_driver(error: Exception) -> bool:
    """Whether an error came from the driver or the server, and not from the work itself."""
    of = error.orig if isinstance(error, exc.DBAPIError) else error
    return isinstance(of, OSError | TimeoutError) or "asyncpg" in type(of).__module__


@contextlib.contextmanager
def telling(where: str) -> Iterator[None]:
    """What the driver raises inside becomes a `StoreError`."""
    try:
        yield
    except Exception as error:
        if not _is_of_the_driver(error):
            raise
        raise trouble(error, where) from error


def engine_of(address: URL, busy_timeout_ms: int, asleep_ms: int = _ASLEEP_MS) -> AsyncEngine:
    """What connects to a database, and is cut off where a transaction stands still for `asleep_ms`
    (0: never). Raises `DatabaseMissing` where the driver is not installed."""
    try:
        return create_async_engine(
            address,
            poolclass=NullPool,
            connect_args={
                "timeout": CONNECT_SECONDS,
                "statement_cache_size": _STATEMENTS_KEPT,
                "max_cached_statement_lifetime": 0,
                "server_settings": {
                    "application_name": "motordrome",
                    "lock_timeout": str(busy_timeout_ms),
                    "idle_in_transaction_session_timeout": str(asleep_ms),
                },
            },
        )
    except ModuleNotFoundError as error:
        raise DatabaseMissing(
            "DATABASE_URL names PostgreSQL, and its driver is not installed; install asyncpg "
            "(the extra postgres)."
        ) from error


async def connected(engine: AsyncEngine) -> AsyncConnection:
    """A connection on which what is committed is durable."""
    try:
        connection = await engine.connect()
    except (TypeError, ValueError) as error:
        raise DatabaseMissing(f"DATABASE_URL cannot be used: {error}.") from error
    async with _kept(connection):
        await driver(connection).execute(
            "SELECT set_config('synchronous_commit', 'on', false) "
            "WHERE current_setting('synchronous_commit') = 'off'"
        )
    return connection


@contextlib.asynccontextmanager
async def lent(
    address: URL, busy_timeout_ms: int, asleep_ms: int = _ASLEEP_MS
) -> AsyncIterator[AsyncConnection]:
    """A connection for once; `address` is a `normal` one. What the driver raises meanwhile becomes
    a `StoreError`."""
    engine = engine_of(address, busy_timeout_ms, asleep_ms)
    try:
        with telling(name_of(address)):
            connection = await connected(engine)
            try:
                yield connection
            finally:
                await connection.close()
    finally:
        await engine.dispose()


@contextlib.asynccontextmanager
async def _kept(connection: AsyncConnection) -> AsyncIterator[None]:
    """Close a new connection where what is done first on it fails."""
    try:
        yield
    except BaseException:
        await _end(connection)
        raise


def adapted(connection: AsyncConnection) -> DBAPIConnection:
    """What SQLAlchemy makes of asyncpg's connection. It is there as long as that is; to wait for
    it, as for another's, would cost a read a third more."""
    assert connection.sync_connection is not None
    raw = connection.sync_connection.connection.dbapi_connection
    assert raw is not None
    return raw


def driver(connection: AsyncConnection) -> Any:
    """asyncpg's own connection."""
    return adapted(connection).driver_connection


async def held(connection: AsyncConnection, *, alone: bool) -> bool:
    """Note on the server that a program uses the database, until the connection ends; `alone`: and
    that no other one may. False where others do."""
    lock = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    return bool(await driver(connection).fetchval(f"SELECT {lock}({_IN_USE})"))


async def _end(connection: AsyncConnection) -> None:
    with contextlib.suppress(exc.SQLAlchemyError, OSError):
        await connection.close()


class PostgresConnections(Connections):
    """One connection to write and one to read; one that has been lost is made anew."""

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self._engine = engine
        self._where = where
        self._writing: AsyncConnection | None = None
        self._reading: AsyncConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._pid = 0
        """The server's process behind the connection that writes."""

    @classmethod
    async def open(cls, address: URL, busy_timeout_ms: int) -> Self:
        """Connect, bring the tables up to date. Raises what `Store.open` raises."""
        address = normal(address)
        self = cls(engine_of(address, busy_timeout_ms), name_of(address))
        try:
            with telling(self._where):
                self._writing = await self._to_write()
                await self._writing.run_sync(migrate.up_to_date, self._where)
                self._reading = await connected(self._engine)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            self._listening = None
        for connection in (self._writing, self._reading):
            if connection is not None:
                await _end(connection)
        self._writing = self._reading = None
        await self._engine.dispose()

    async def _to_write(self) -> AsyncConnection:
        """A new connection that writes. As long as it lives the database is noted as in use."""
        connection = await connected(self._engine)
        async with _kept(connection):
            if not await held(connection, alone=False):
                raise DatabaseLocked(
                    f"The database {self._where} is being copied; start again when that is done."
                )
        self._pid = driver(connection).get_server_pid()
        return connection

    async def listen(self, heard: Callable[[Sequence[int]], None]) -> bool:
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen(heard), name="listening")
        return True

    async def _listen(self, heard: Callable[[Sequence[int]], None]) -> None:
        """On a connection of its own, and on another one when that is lost."""
        while True:
            with contextlib.suppress(Exception):
                await self._hear(heard)
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)

    async def _hear(self, heard: Callable[[Sequence[int]], None]) -> None:
        lost = asyncio.Event()

        def told(_: object, pid: int, channel: str, servers: str) -> None:
            if pid != self._pid:  # what this process itself has told comes back, too
                heard([int(each) for each in servers.split(",") if each])

        connection = await connected(self._engine)
        try:
            raw = driver(connection)
            raw.add_termination_listener(lambda _: lost.set())
            await raw.add_listener(CHANNEL, told)
            heard([])  # nobody knows what has been told meanwhile
            await lost.wait()
        finally:
            await _end(connection)

    async def read(self, works: Sequence[Work]) -> list[Any]:
        with telling(self._where):
            connection = await _still(self._reading)
            self._reading = connection or await connected(self._engine)
            return await self._done(self._reading, looked, works)

    async def write(self, works: Sequence[Work]) -> list[Any]:
        with telling(self._where):
            connection = await _still(self._writing)
            self._writing = connection or await self._to_write()
            return await self._done(self._writing, transacted, works)

    async def copy_log(self) -> None:
        """Nothing: the server does it."""

    async def shrink(self) -> None:
        """Nothing: the server does it."""

    async def _done(self, on: AsyncConnection, how: How, works: Sequence[Work]) -> list[Any]:
        raw, tells = adapted(on), self._listening is not None
        return await on.run_sync(lambda _: how(_Connection(raw, self._where, tells), works))


async def _still(connection: AsyncConnection | None) -> AsyncConnection | None:
    """A connection that is still there; what is left of a lost one is put away."""
    if connection is None or connection.closed:
        return None
    if not driver(connection).is_closed():
        return connection
    await _end(connection)
    return None
