"""What only PostgreSQL does: several processes at once, lost connections, servers that refuse."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, NullPool, insert, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.check_database import forget, look, running
from bot.own_postgres import Server, lifeline, shared
from bot.store import (
    DatabaseAway,
    DatabaseLocked,
    DatabaseUnwritable,
    Deadline,
    NoticeRow,
    Outgoing,
    ServerFull,
    Store,
    StoreError,
    VersionConflict,
    matches,
    outbox,
)
from bot.store.errors import DatabaseCorrupt, DatabaseMissing, DatabaseTooNew, RowRefused
from bot.store.migrate import config
from bot.store.postgres import PostgresConnections, connected, driver, engine_of, held, normal
from bot.store.statement import Run, Statement
from bot.store.tables import metadata
from tests.postgres import new_database, server
from tests.store.rows import ANN, SEED, commit, match, move, version_of

ID = "7KQ2MX9A01"


@pytest.fixture
async def there() -> AsyncIterator[str]:
    """A database with the tables in it."""
    async with new_database() as url:
        yield url


@asynccontextmanager
async def line(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection beside the store's."""
    address = make_url(url)
    raw = await asyncpg.connect(
        host=address.query["host"], user=address.username, database=address.database
    )
    yield raw
    await raw.close()


async def is_waited_for(raw: asyncpg.Connection) -> None:
    """Wait until somebody waits for a lock of this connection's: there are others on the server."""
    those = "FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    while not await raw.fetchval(f"SELECT count(*) {those}"):  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)


async def refused(url: str) -> StoreError:
    """Why a database cannot be opened: one sentence."""
    with pytest.raises(StoreError) as refusal:
        await Store.open(url, busy_timeout_ms=50)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)
    return refusal.value


# -- opening


async def test_servers_and_databases_that_are_not_there(there: str) -> None:
    for url, kind, says in (
        (there.replace("?host=/", "?host=/nowhere/"), DatabaseAway, "cannot be reached"),
        ("postgresql://u:hidden@127.0.0.1:9/none", DatabaseAway, "none at 127.0.0.1:9 cannot be"),
        (there.replace("/d", "/other", 1), DatabaseMissing, "There is no database other"),
        (there.replace("motordrome@", "stranger:hidden@"), DatabaseMissing, "refuses the user"),
        ("postgresql://u:hidden@127.0.0.1:9", DatabaseMissing, "names no database"),
        ("postgresql://u:hidden@127.0.0.1:port/none", DatabaseMissing, "is no address"),
        (f"{there}&colour=red", DatabaseMissing, "cannot be used"),
    ):
        refusal = await refused(url)
        assert type(refusal) is kind, url
        assert says in str(refusal)
        assert "hidden" not in str(refusal)


async def test_a_server_without_ssl_is_not_waited_for() -> None:
    async def no_ssl(asked: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        await asked.readexactly(8)
        answer.write(b"N")
        await asked.read()
        answer.close()
        await answer.wait_closed()
        ended.set()

    ended = asyncio.Event()
    async with await asyncio.start_server(no_ssl, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        refusal = await refused(f"postgresql://u:hidden@127.0.0.1:{port}/m?sslmode=require")
        await ended.wait()
    assert type(refusal) is DatabaseMissing
    assert "with the SSL that its address asks for" in str(refusal)


async def test_every_way_to_write_the_address(there: str) -> None:
    for url in (
        there,
        there.replace("+asyncpg", ""),
        there.replace("postgresql+asyncpg", "postgres"),
    ):
        await (await Store.open(f"{url}&sslmode=prefer")).close()


async def test_databases_that_are_not_ours_are_left_as_they_are(there: str) -> None:
    async with line(there) as raw:
        await raw.execute("UPDATE alembic_version SET version_num = '9999'")
        assert isinstance(await refused(there), DatabaseTooNew)
        assert await raw.fetchval("SELECT version_num FROM alembic_version") == "9999"
    async with new_database(empty=True) as empty, line(empty) as raw:
        await raw.execute("CREATE TABLE recipes (name text)")
        assert isinstance(await refused(empty), DatabaseCorrupt)
        assert await raw.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname='public'") == 1


async def test_a_database_that_may_only_be_read(there: str) -> None:
    store = await Store.open(there)
    async with line(there) as raw:
        name = make_url(there).database
        await raw.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await store.close()
    store = await Store.open(there)
    with pytest.raises(DatabaseUnwritable):
        await store.new_match(match(), SEED)
    assert await store.match(ID) is None
    await store.close()


async def test_no_bot_starts_while_another_program_has_it_to_itself(there: str) -> None:
    engine = engine_of(normal(make_url(there)), 50)
    copying = await connected(engine)
    assert await held(copying, alone=True)
    assert isinstance(await refused(there), DatabaseLocked)
    await copying.close()
    first, second = await Store.open(there), await Store.open(there)
    copying = await connected(engine)
    assert not await held(copying, alone=True)
    await copying.close()
    await first.close()
    await second.close()
    await engine.dispose()


@pytest.mark.long
async def test_a_check_says_what_a_start_would_say(there: str) -> None:
    async def found(url: str) -> list[tuple[bool, str]]:
        return [(each.good, each.sentence) for each in await asyncio.to_thread(look, url)]

    (good, first), (free, second) = await found(there)
    assert good
    assert free
    assert first.endswith("can be read and written and up to date.")
    assert second == "No bot has it open."
    assert not await asyncio.to_thread(running, there)
    bot = await Store.open(there)
    await bot.set_note("commands", "told")
    assert (await found(there))[1] == (True, "A bot has it open now.")
    assert await asyncio.to_thread(running, there)
    await asyncio.to_thread(forget, there, "commands")
    assert await bot.note("commands") == ""
    await bot.close()
    async with line(there) as raw:
        await raw.execute("UPDATE alembic_version SET version_num = '0001'")
        assert "pg_dump" in (await found(there))[0][1]
        await raw.execute("UPDATE alembic_version SET version_num = '9999'")
    away = "postgresql://u:hidden@127.0.0.1:9/none"
    for url in (there, away, there.replace("/d", "/other", 1)):
        assert await found(url) == [(False, str(await refused(url)))]
    async with new_database(empty=True) as empty:
        assert "the first start makes its tables" in (await found(empty))[0][1]
        assert isinstance(await refused(empty.replace("motordrome@", "x@")), DatabaseMissing)


# -- the tables


def _at(revision: str) -> Any:
    def upgrade(connection: Connection) -> None:
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)

    return upgrade


@pytest.mark.long
async def test_the_first_tables_with_a_live_match_in_them_become_todays() -> None:
    async with new_database(empty=True) as url:
        engine = create_async_engine(url, poolclass=NullPool)
        async with engine.begin() as connection:
            await connection.run_sync(_at("0001"))
            for table in ("matches", "seats", "moves", "outbox", "deadlines", "users", "secrets"):
                columns = await connection.run_sync(_columns, table)
                row = {name: _value(name, kind) for name, kind in columns.items()}
                marks = ", ".join(f":{name}" for name in row)
                await connection.execute(text(f"INSERT INTO {table} VALUES ({marks})"), row)
        store = await Store.open(url)
        found = await store.match("M")
        assert found is not None
        assert (found.status, found.version, len(found.seats)) == ("live", 1, 1)
        assert [each.value for each in await store.moves("M")] == [b"[]"]
        assert await store.append(commit(1, "M", moves=[move(2)])) == 2
        assert [line.id for line in await store.open_lines() if line.goes_on] == ["M"]
        assert len(await store.outbox_claim(5, 100)) == len(await store.deadlines_due(100)) == 1
        await store.close()
        async with engine.connect() as connection:
            assert await connection.run_sync(_differences) == []
            migrated = await connection.run_sync(_keys)
        async with new_database(empty=True) as other:
            made = create_async_engine(other, poolclass=NullPool)
            async with made.begin() as connection:
                await connection.run_sync(metadata.create_all)
                assert await connection.run_sync(_keys) == migrated
            await made.dispose()
        await engine.dispose()


def _columns(connection: Connection, table: str) -> dict[str, str]:
    rows = connection.execute(
        text("SELECT column_name, data_type FROM information_schema.columns "
             "WHERE table_name = :t ORDER BY ordinal_position"), {"t": table}
    )  # fmt: skip
    return {name: kind for name, kind in rows}


def _value(name: str, kind: str) -> object:
    known = {"id": "M", "match_id": "M", "status": "live", "target": "board"}
    if kind == "text":
        return known.get(name, "")
    return b"[]" if kind == "bytea" else 1


def _differences(connection: Connection) -> list[Any]:
    found: list[Any] = compare_metadata(MigrationContext.configure(connection), metadata)
    return found


def _keys(connection: Connection) -> set[tuple[str, ...]]:
    """Indexes and constraints, and how each column is compared."""
    rows = connection.execute(
        text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' "
             "AND tablename != 'alembic_version' UNION ALL "
             "SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint "
             "WHERE connamespace = 'public'::regnamespace "
             "AND conrelid != coalesce(to_regclass('alembic_version')::oid, 0) UNION ALL "
             "SELECT table_name || '.' || column_name || ' ' || collation_name "
             "FROM information_schema.columns WHERE table_schema = 'public' "
             "AND table_name != 'alembic_version' AND data_type = 'text'")
    )  # fmt: skip
    return {tuple(row) for row in rows}


async def test_what_is_asked_often_is_found_by_an_index(there: str) -> None:
    async with line(there) as raw:
        await raw.execute("SET enable_seqscan = off")

        async def plan(statement: Statement, **values: object) -> str:
            text = statement.postgres
            rows = await raw.fetch("EXPLAIN " + text.sql, *text.values(values))
            return "; ".join(row[0] for row in rows)

        assert "uq_matches_open_channel" in await plan(matches._OPEN_IN, channel=1)
        assert "ix_matches_open_place" in await plan(matches._OPEN_AT, guild=1)
        assert "ix_matches_open_parent" in await plan(matches._OPEN_UNDER, parent=1)
        assert "ix_outbox_due_at" in await plan(outbox._is_due(None), now=1)
        assert "ix_seats_user_id" in await plan(matches._OF_USER, user=1, most=5)


# -- connections


async def test_what_is_acknowledged_is_durable(there: str) -> None:
    name = make_url(there).database
    async with line(there) as raw:
        await raw.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = await Store.open(there)
    assert isinstance(store._connections, PostgresConnections)
    assert store._connections._writing is not None
    raw = driver(store._connections._writing)
    assert await raw.fetchval("SHOW synchronous_commit") == "on"
    await store.close()


async def test_connections_that_are_lost_are_made_anew(there: str) -> None:
    store = await Store.open(there)
    await store.new_match(match(), SEED)
    async with line(there) as raw:
        cut = (
            "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid != pg_backend_pid()"
        )
        assert await raw.fetchval(cut) == 2
        for _ in range(2):
            with contextlib.suppress(DatabaseAway, VersionConflict):  # a loss not yet noticed
                await store.append(commit(0, save=b"S"))
            with contextlib.suppress(DatabaseAway):
                await version_of(store, ID)
        assert await version_of(store, ID) == 1
        assert not await raw.fetchval("SELECT pg_try_advisory_lock($1)", _in_use())
    await store.close()


async def test_a_connection_that_cannot_be_used_is_closed(
    there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unheard(*_: Any, **__: Any) -> bool:
        raise TimeoutError

    monkeypatch.setattr("bot.store.postgres.held", unheard)
    with pytest.raises(DatabaseAway):
        await Store.open(there)
    others = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid != pg_backend_pid()"
    )
    async with line(there) as raw, asyncio.timeout(30):
        while await raw.fetchval(others):  # it ends a moment after it was told to
            pass


def _in_use() -> int:
    from bot.store import postgres  # noqa: PLC0415 - a number of its own

    return postgres._IN_USE


async def test_a_store_that_is_cancelled_ends(there: str) -> None:
    """As at a loop's end: in the midst of a statement, where asyncpg takes no other at once."""
    store = await Store.open(there)
    await store.new_match(match(), SEED)
    async with line(there) as raw, raw.transaction():
        await raw.execute("SELECT 1 FROM matches FOR UPDATE")
        moving = asyncio.create_task(store.append(commit(0, save=b"S")))
        await is_waited_for(raw)
        store._writes._task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await store._writes._task
    moving.cancel()
    assert await version_of(store, ID) == 0
    await store._reads.close()
    await store._connections.close()


async def test_a_refusal_does_not_tell_the_row(there: str) -> None:
    """The server adds it to some errors, in a line of its own: it may hold a seed."""
    store = await Store.open(there)
    secret = Statement(insert(metadata.tables["secrets"]))
    with pytest.raises(RowRefused) as refused:
        await store.write(lambda run: run.change(secret, match_id=None, seed=b"hidden"))
    assert "violates" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert b"hidden".hex() not in str(refused.value)
    await store.close()


async def test_what_the_server_has_undone_is_not_said_to_be_written(there: str) -> None:
    """After an error it answers COMMIT with ROLLBACK."""
    store = await Store.open(there)
    note = Statement(insert(metadata.tables["notes"]))

    def swallows(run: Run) -> None:
        run.change(note, name="n", value="")
        with contextlib.suppress(asyncpg.UniqueViolationError):
            run.change(note, name="n", value="")

    with pytest.raises(StoreError, match="has undone what it was to write"):
        await store.write(swallows)
    assert await store.notes() == {}
    await store.close()


async def test_rows_that_the_server_refuses_spoil_nobodys_and_tell_nothing(there: str) -> None:
    store = await Store.open(there)
    for number in range(4):
        await store.new_match(match(f"7KQ2MX9A0{number}", number), SEED)
    outcomes = await asyncio.gather(
        store.append(commit(0, "7KQ2MX9A00", save=b"S")),
        store.append(commit(0, "7KQ2MX9A01", words="a\0b", save=b"hidden")),
        store.append(commit(0, "7KQ2MX9A02", moves=[move(2**40)], save=b"hidden")),
        store.append(commit(0, "7KQ2MX9A03", save=b"S")),
        return_exceptions=True,
    )
    assert [isinstance(each, StoreError) for each in outcomes] == [False, True, True, False]
    assert all("hidden" not in str(each) and "\n" not in str(each) for each in outcomes)
    assert [await version_of(store, f"7KQ2MX9A0{n}") for n in range(4)] == [1, 0, 0, 1]
    await store.close()


# -- several processes


async def test_of_more_than_a_word_holds_nobody_is_named(
    there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then whoever hears it looks, wherever the tables are."""
    monkeypatch.setattr("bot.store.postgres._MOST_NAMED", 2)
    here, far = [await Store.open(there) for _ in range(2)]
    heard: asyncio.Queue[list[int]] = asyncio.Queue()
    for store in (here, far):
        assert await store.listen(lambda guilds: heard.put_nowait(sorted(guilds)))
    assert [await heard.get() for _ in range(2)] == [[], []]  # who begins to listen looks once
    ids = [f"7KQ2MX9A0{number}" for number in range(3)]
    for number, id in enumerate(ids):
        await here.new_match(match(id, 70 + number, guild_id=7 + number), SEED)
    for named, told in ((ids[:2], [7, 8]), (ids, [])):
        rows = [(id, Outgoing(target="board"), 5) for id in named]
        await here.write(partial(outbox.put_all, those=rows))
        assert await heard.get() == told
    for store in (here, far):
        await store.close()


async def test_processes_hear_of_each_others_work(there: str) -> None:
    stores = [await Store.open(there) for _ in range(2)]
    heard = [asyncio.Event() for _ in stores]
    servers: list[Sequence[int]] = []

    async def listen(store: Store, event: asyncio.Event) -> bool:
        def told(guilds: Sequence[int]) -> None:
            servers.append(guilds)
            event.set()

        return await store.listen(told)

    assert all([await listen(s, e) for s, e in zip(stores, heard, strict=True)])
    one, other = heard

    async def listening() -> None:
        """Whoever begins to listen looks once: something may have been told before."""
        await asyncio.gather(*(event.wait() for event in heard))
        for event in heard:
            event.clear()
        servers.clear()

    await listening()
    await stores[0].new_match(match(), SEED)
    await stores[0].append(commit(0, outbox=[Outgoing(target="board")]))
    await other.wait()
    await stores[1].post(ID, "board", b"", 5)
    await one.wait()
    assert servers == [[7], [7]]  # the server of the match
    one.clear()

    def undone(run: Run) -> None:
        outbox.put(run, ID, "board", b"", 5)
        raise ValueError("undone")

    await stores[0].new_match(match("7KQ2MX9A02", 71, guild_id=8), SEED)
    for event in heard:
        event.clear()
    with pytest.raises(ValueError, match="undone"):
        await stores[0].write(undone)
    await stores[0].post("7KQ2MX9A02", "board", b"", 5)
    await other.wait()
    assert servers[2:] == [[8]]  # what is not committed is told to nobody
    async with line(there) as raw:
        cut = await raw.fetchval(
            "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN %'"
        )
        assert cut == 2
    one.clear()
    other.clear()
    await listening()
    await stores[0].post(ID, "board", b"", 6)
    await other.wait()
    for store in stores:
        await store.close()


async def test_nobody_hears_of_what_is_not_written_yet(there: str) -> None:
    """Who looked then would find nothing, and look again only a while later."""
    teller, listener = [await Store.open(there) for _ in range(2)]
    await teller.new_match(match(), SEED)
    heard: list[int] = []

    def listens(guilds: Sequence[int]) -> None:
        heard.append(len(guilds))

    await teller.listen(lambda guilds: None)
    await listener.listen(listens)
    async with line(there) as raw:
        while not heard:  # noqa: ASYNC110 - it listens from then on
            await asyncio.sleep(0)
        await raw.execute("BEGIN")
        await raw.execute("LOCK TABLE outbox IN EXCLUSIVE MODE")
        # Its row of the match is written and told of; that of the board waits for the lock.
        moving = asyncio.create_task(teller.write(_told_then_written))
        await is_waited_for(raw)
        await listener.note("anything")  # what has been told by now has come
        assert heard == [0]
        await raw.execute("COMMIT")
    await moving
    while len(heard) < 2:  # noqa: ASYNC110 - it is told
        await asyncio.sleep(0)
    assert heard == [0, 1]
    await teller.close()
    await listener.close()


def _told_then_written(run: Run) -> None:
    run.tell([ID])
    outbox.put(run, ID, "hand:0", b"", 5)


async def test_what_another_process_is_claiming_is_passed_over(there: str) -> None:
    store = await Store.open(there, busy_timeout_ms=200)
    for number, id in enumerate(("7KQ2MX9A01", "7KQ2MX9A02")):
        bells = [Deadline(number=5, seat=1, due_at=3)]
        await store.new_match(match(id, number, deadlines=bells), SEED)
        await store.post(id, "board", b"", 1)
    async with line(there) as raw, raw.transaction():
        for table in ("outbox", "deadlines"):
            await raw.execute(f"SELECT 1 FROM {table} WHERE match_id = $1 FOR UPDATE", ID)
        assert [row.match_id for row in await store.outbox_claim(9, 5)] == ["7KQ2MX9A02"]
        assert [row.match_id for row in await store.deadlines_due(5)] == ["7KQ2MX9A02"]
    assert [row.match_id for row in await store.outbox_claim(9, 5)] == [ID]
    assert [row.match_id for row in await store.deadlines_due(5)] == [ID]
    await store.close()


async def test_processes_that_call_somebody_at_once_ring_once(there: str) -> None:
    """Each for another table: one of them rings, and the others see that it has."""
    stores = [await Store.open(there) for _ in range(4)]
    ids = [f"7KQ2MX9A{number:02}" for number in range(4)]
    for number, id in enumerate(ids):
        await stores[0].new_match(match(id, number), SEED)

    def call(store: Store, id: str, user: int) -> Coroutine[Any, Any, NoticeRow]:
        row = NoticeRow(match_id=id, user_id=user, public=False, number=1, stage=1, at=5)
        return store.claim_notice(row, lambda rang: (not rang, "now"))

    for user in range(1, 11):
        rows = await asyncio.gather(
            *(call(store, id, user) for store, id in zip(stores, ids, strict=True))
        )
        assert sum(row.loud for row in rows) == 1
    for store in stores:
        await store.close()


async def test_processes_that_wake_tables_at_once_wake_no_more_than_a_server_may_have(
    there: str,
) -> None:
    stores = [await Store.open(there) for _ in range(4)]
    ids = [f"7KQ2MX9A{number:02}" for number in range(24)]
    for number, id in enumerate(ids):
        await stores[0].new_match(match(id, number, status="live"), SEED)
        await stores[0].append(commit(0, id, resting=True))
    woken = await asyncio.gather(
        *(
            stores[number % 4].append(
                commit(1, id, resting=False, guild_id=7, channel_id=number, most=5)
            )
            for number, id in enumerate(ids)
        ),
        return_exceptions=True,
    )
    assert await stores[0].tables_in(7) == 5
    assert sum(isinstance(each, ServerFull) for each in woken) == len(ids) - 5
    for store in stores:
        await store.close()


async def test_who_stands_in_each_others_way_is_tried_again(there: str) -> None:
    """Two wait for each other: the server breaks the store's transaction off.

    It looks for that once, when the store has waited for a second. On a machine so busy that the
    other begins to wait after that, the other is broken off and the store has nothing to try again.
    """
    store = await Store.open(there, busy_timeout_ms=600_000)
    ids = [f"7KQ2MX9A0{number}" for number in range(2)]
    for number, id in enumerate(ids):
        await store.new_match(match(id, number), SEED)
    async with line(there) as raw:
        await raw.execute("SET deadlock_timeout = '10s'")  # so it is the store that is broken off
        await raw.execute("BEGIN")
        await raw.execute("UPDATE matches SET words = 'x' WHERE id = $1", ids[1])
        both = asyncio.gather(*(store.append(commit(0, id, save=b"S")) for id in ids))
        await is_waited_for(raw)
        with contextlib.suppress(asyncpg.DeadlockDetectedError):
            await raw.execute("UPDATE matches SET words = 'x' WHERE id = $1", ids[0])
        await raw.execute("COMMIT")
        assert await both == [1, 1]
    await store.close()


async def test_processes_that_open_tables_at_once_open_no_more_than_a_server_may_have(
    there: str,
) -> None:
    stores = [await Store.open(there) for _ in range(4)]
    tables = [match(f"7KQ2MX9A{number:02}", channel=number) for number in range(24)]
    opened = await asyncio.gather(
        *(stores[number % 4].new_match(table, SEED, most=5) for number, table in enumerate(tables)),
        return_exceptions=True,
    )
    assert await stores[0].tables_in(7) == 5
    assert sum(isinstance(each, ServerFull) for each in opened) == len(tables) - 5
    for store in stores:
        await store.close()


async def test_what_hangs_on_what_is_read_is_never_lost(there: str) -> None:
    stores = [await Store.open(there) for _ in range(3)]

    def more(value: str) -> tuple[str, int]:
        return str(int(value or 0) + 1), int(value or 0)

    told = await asyncio.gather(
        *(store.change_note("count", more) for store in stores for _ in range(20)),
    )
    assert sorted(told) == list(range(60))
    await asyncio.gather(
        *(store.seen(ANN, 5) for store in stores),
        *(store.set_prefs(ANN, b"{}") for store in stores),
        *(store.server_gone(7, 9) for store in stores),
    )
    assert await stores[0].note("count") == "60"
    for store in stores:
        await store.close()


@pytest.mark.long
async def test_a_server_that_is_killed_keeps_what_was_acknowledged() -> None:
    await server()  # or skipped
    with lifeline() as folder:
        there: Server = await shared(folder, durable=True)
        url = await there.database()
        store = await Store.open(url)
        await store.new_match(match(), SEED)
        told = 0

        async def play() -> None:
            nonlocal told
            while True:
                await store.append(commit(told, moves=[move(told + 1)]))
                told += 1

        playing = asyncio.create_task(play())
        while told < 200:  # noqa: ASYNC110 - the other task counts
            await asyncio.sleep(0)
        await asyncio.to_thread(there.stop)
        with pytest.raises(StoreError, match=re.escape("cannot be reached")):
            await playing
        with pytest.raises(DatabaseAway):
            await store.match(ID)
        await asyncio.to_thread(there.start)
        version = await version_of(store, ID)
        assert version in (told, told + 1)  # one more may have been written before the telling
        assert len(await store.moves(ID)) == version
        assert await store.append(commit(version, moves=[move(version + 1)])) == version + 1
        await store.close()
