"""Group commit: few transactions, each piece of work whole, nobody answered before the disk."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import literal_column, select

from bot.store import DatabaseUnwritable, MatchRow, Store, StoreError, VersionConflict
from bot.store.connections import Work
from bot.store.errors import RowRefused
from bot.store.opening import connect
from bot.store.sqlite import SqliteConnections
from bot.store.statement import Run, Statement
from bot.store.together import LARGEST, Together
from tests.store.rows import SEED, commit, match, move, version_of

IDS = [f"7KQ2MX9A{number:02}" for number in range(8)]


async def filled(store: Store) -> None:
    """Eight tables."""
    for number, name in enumerate(IDS):
        await store.new_match(match(name, number), SEED)


async def test_a_bad_piece_is_undone_alone(store: Store) -> None:
    await filled(store)
    await store.append(commit(0, IDS[3], moves=[move(1)]))
    outcomes = await asyncio.gather(
        *(store.append(commit(0, name, save=b"S", moves=[move(1)])) for name in IDS[:3]),
        # Its UPDATE works before its move is refused: that too must be undone.
        store.append(commit(1, IDS[3], save=b"S", moves=[move(1)])),
        store.append(commit(5, IDS[4], save=b"S", moves=[move(1)])),
        *(store.append(commit(0, name, save=b"S", moves=[move(1)])) for name in IDS[5:]),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [
        *[int] * 3,
        RowRefused,
        VersionConflict,
        *[int] * 3,
    ]
    for name in [*IDS[:3], *IDS[5:]]:
        row = await store.match(name)
        assert row is not None
        assert (row.version, row.save, row.last_move) == (1, b"S", 1)
    for name, version in ((IDS[3], 1), (IDS[4], 0)):
        row = await store.match(name)
        assert row is not None
        assert (row.version, row.save) == (version, None)


async def test_a_bad_read_spoils_nobody_elses(store: Store) -> None:
    await filled(store)
    nowhere = Statement(select(literal_column("nowhere")))
    found = await asyncio.gather(
        store.match(IDS[0]),
        store.read(lambda run: run.rows(nowhere)),
        store.match(IDS[1]),
        return_exceptions=True,
    )
    assert [type(each) for each in found[::2]] == [MatchRow, MatchRow]
    assert isinstance(found[1], StoreError)
    assert await store.match(IDS[2]) is not None


async def test_what_the_database_has_undone_is_acknowledged_to_nobody(store: Store) -> None:
    """A piece of work that passes over an error of the database's may have lost all of it."""
    await filled(store)
    nowhere = Statement(select(literal_column("nowhere")))

    def passes_over(run: Run) -> None:
        with contextlib.suppress(Exception):
            run.rows(nowhere)

    outcomes = await asyncio.gather(
        store.append(commit(0, IDS[0], moves=[move(1)])),
        store.write(passes_over),
        return_exceptions=True,
    )
    told = isinstance(outcomes[0], int)
    assert told == (await version_of(store, IDS[0]) == 1)


async def test_two_moves_from_one_version_in_one_batch(store: Store) -> None:
    await filled(store)
    outcomes = await asyncio.gather(
        *(store.append(commit(0, IDS[0], moves=[move(n)])) for n in (1, 2, 3)),
        return_exceptions=True,
    )
    assert [type(each) for each in outcomes] == [int, VersionConflict, VersionConflict]
    assert await store.moves(IDS[0]) == [move(1)]


async def test_what_is_asked_for_together_goes_together(url: str) -> None:
    lines = await connect(url, 200)
    sizes: list[int] = []

    async def spy(works: Sequence[Work]) -> list[Any]:
        sizes.append(len(works))
        return await lines.write(works)

    writer = Together(spy)
    answers = await asyncio.gather(*(writer.do(_number(n)) for n in range(LARGEST + 40)))
    assert answers == list(range(LARGEST + 40))
    assert sizes == [LARGEST, 40]
    await writer.close()
    await lines.close()


def _number(n: int) -> Any:
    def work(run: Run) -> int:
        return n

    return work


async def test_nobody_is_answered_before_the_commit(url: str) -> None:
    lines = await connect(url, 200)
    done, answer = asyncio.Event(), asyncio.Event()

    async def slow_disk(works: Sequence[Work]) -> list[Any]:
        outcomes = await lines.write(works)
        done.set()
        await answer.wait()
        return outcomes

    writer = Together(slow_disk)
    first = asyncio.create_task(writer.do(_number(1)))
    await done.wait()
    late = asyncio.create_task(writer.do(_number(2)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not first.done()
    assert not late.done()
    answer.set()
    assert (await first, await late) == (1, 2)
    await writer.close()
    await lines.close()


async def test_a_caller_who_gave_up_waiting_in_the_queue_is_passed_over(url: str) -> None:
    lines = await connect(url, 200)
    begun, go_on = asyncio.Event(), asyncio.Event()
    sizes: list[int] = []

    async def slow_disk(works: Sequence[Work]) -> list[Any]:
        sizes.append(len(works))
        begun.set()
        await go_on.wait()
        return await lines.write(works)

    writer = Together(slow_disk)
    first = asyncio.create_task(writer.do(_number(1)))
    await begun.wait()
    second, third = (asyncio.create_task(writer.do(_number(n))) for n in (2, 3))
    await asyncio.sleep(0)
    second.cancel()
    go_on.set()
    assert await first == 1
    assert await third == 3
    assert sizes == [1, 1]
    await writer.close()
    await lines.close()


async def test_a_full_disk_refuses_everybody_and_is_got_over(store: Store, file: Path) -> None:
    await filled(store)
    assert isinstance(store._connections, SqliteConnections)
    hop = store._connections._writing.hop

    def pages(most: int) -> Any:
        return lambda connection: connection.execute(f"PRAGMA max_page_count={most}").fetchone()

    await hop(pages(1))  # SQLite takes the pages there are for the least
    outcomes = await asyncio.gather(
        *(store.append(commit(0, name, save=b"x" * 100_000)) for name in IDS),
        return_exceptions=True,
    )
    assert {type(each) for each in outcomes} == {DatabaseUnwritable}
    await hop(pages(100_000))
    assert [await version_of(store, name) for name in IDS] == [0] * 8
    assert await store.append(commit(0, IDS[0], save=b"x" * 100_000)) == 1


async def test_closing_finishes_what_was_asked_for(url: str) -> None:
    store = await Store.open(url)
    await filled(store)
    asked = [asyncio.create_task(store.append(commit(0, name, save=b"S"))) for name in IDS]
    await asyncio.sleep(0)
    await store.close()
    assert [await each for each in asked] == [1] * 8
    with pytest.raises(StoreError):
        await store.append(commit(1, IDS[0]))
    await store.close()


async def test_what_is_acknowledged_is_durable(store: Store, file: Path) -> None:
    def settings(connection: sqlite3.Connection) -> list[Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "page_size")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert isinstance(store._connections, SqliteConnections)
    for line in (store._connections._writing, store._connections._reading):
        assert await line.hop(settings) == ["wal", 2, 1, 8192]
