"""Opening a database: made, brought up to date, or refused with what to do."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.store import DatabaseLocked, Store, StoreError
from bot.store.errors import DatabaseCorrupt, DatabaseMissing, DatabaseTooNew
from tests.store.databases import lose_the_thread
from tests.store.rows import SEED, commit, match, version_of

ENOUGH = 20
"""Seconds: a bound for what must end by itself."""


async def refused(url: str) -> StoreError:
    """Why the database cannot be opened."""
    async with asyncio.timeout(ENOUGH):
        with pytest.raises(StoreError) as refusal:
            await Store.open(url, busy_timeout_ms=50)
    return refusal.value


async def test_the_folder_is_made_and_matches_are_there_again(url: str) -> None:
    store = await Store.open(url)
    await store.new_match(match(), SEED)
    await store.close()
    store = await Store.open(url)
    assert await store.match("7KQ2MX9A01") == match()
    await store.close()


async def test_two_processes_may_open_a_new_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    await stores[0].new_match(match(), SEED)
    assert await stores[2].match("7KQ2MX9A01") == match()
    for store in stores:
        await store.close()


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file")
    refusal = await refused(f"sqlite+aiosqlite:///{tmp_path}/var/matches.sqlite3")
    assert isinstance(refusal, DatabaseMissing)
    assert "DATABASE_URL" in str(refusal)


async def test_addresses_that_name_no_file(tmp_path: Path) -> None:
    for url in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:", f"sqlite:///{tmp_path}"):
        assert isinstance(await refused(url), DatabaseMissing)
    assert isinstance(await refused(f"sqlite+aiosqlite:///{tmp_path}"), DatabaseMissing)


def whole(file: Path) -> bytes:
    """All that stands in a file."""
    return file.read_bytes()


async def test_a_newer_database_is_left_as_it_is(url: str, file: Path) -> None:
    await (await Store.open(url)).close()
    _run(file, "UPDATE alembic_version SET version_num = '9999'")
    before = whole(file)
    refusal = await refused(url)
    assert isinstance(refusal, DatabaseTooNew)
    assert "newer version" in str(refusal)
    assert whole(file) == before


async def test_a_file_that_is_no_database(url: str, file: Path) -> None:
    _write_a_list(file)
    assert isinstance(await refused(url), DatabaseCorrupt)


def _write_a_list(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("A shopping list: tires, tires, tires." * 300)


async def test_a_damaged_file(url: str, file: Path) -> None:
    await (await Store.open(url)).close()
    with file.open("r+b") as damaged:
        damaged.seek(100)
        damaged.write(b"\xff" * 4000)
    assert isinstance(await refused(url), DatabaseCorrupt)


async def test_damage_found_later_is_told_too(url: str, file: Path) -> None:
    store = await Store.open(url)
    await store.new_match(match(save=b"S" * 60_000), SEED)
    await store.close()
    lose_the_thread(file)
    store = await Store.open(url)
    with pytest.raises(DatabaseCorrupt):
        await store.match("7KQ2MX9A01")
    await store.close()


async def test_a_database_of_another_program(url: str, file: Path) -> None:
    file.parent.mkdir()
    _run(file, "CREATE TABLE recipes (name TEXT)")
    refusal = await refused(url)
    assert isinstance(refusal, DatabaseCorrupt)
    assert "another program" in str(refusal)
    assert _run(file, "SELECT name FROM sqlite_master") == [("recipes",)]


async def test_a_database_that_is_held_is_not_waited_for_for_ever(url: str, file: Path) -> None:
    file.parent.mkdir()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    refusal = await refused(url)
    assert isinstance(refusal, DatabaseLocked)
    assert "in use by another program" in str(refusal)
    holder.execute("ROLLBACK")
    holder.close()
    await (await Store.open(url)).close()


async def test_a_write_lock_of_another_process_refuses_writes_only(url: str, file: Path) -> None:
    store = await Store.open(url, busy_timeout_ms=50)
    await store.new_match(match(), SEED)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    async with asyncio.timeout(ENOUGH):
        with pytest.raises(DatabaseLocked):
            await store.append(commit(0, save=b"S"))
    assert await version_of(store, "7KQ2MX9A01") == 0
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.append(commit(0, save=b"S")) == 1
    await store.close()


def _run(file: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    rows = connection.execute(statement).fetchall()
    connection.commit()
    connection.close()
    return rows
