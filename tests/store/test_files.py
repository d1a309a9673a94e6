"""The database as files: what the file alone holds, and who may read it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.store import Store, migrate
from bot.store.errors import DatabaseCorrupt
from tests.store.databases import at, copied_alone, made, mode, save_in
from tests.store.rows import SEED, match

# ruff: noqa: ASYNC240 - files are what is tested


# -- the file alone


async def test_the_file_alone_of_a_running_bot_is_not_empty(url: str, file: Path) -> None:
    """Nobody should copy it so, but who has done it has lost minutes, not everything."""
    store = await Store.open(url)
    with copied_alone(file) as copy:
        await (await Store.open(at(copy))).close()
    await store.new_match(match(save=b"S"), SEED)
    await store.copy_log()
    with copied_alone(file) as copy:
        assert await save_in(copy) == b"S"
    await store.close()


async def test_closing_leaves_all_in_the_file(url: str, file: Path) -> None:
    store, second = await Store.open(url), await Store.open(url)
    await store.new_match(match(save=b"S"), SEED)
    await store.close()
    with copied_alone(file) as copy:
        assert await save_in(copy) == b"S"
    await second.close()


async def test_a_start_copies_the_log_of_a_bot_that_was_killed(
    store: Store, file: Path, tmp_path: Path
) -> None:
    await store.new_match(match(save=b"S"), SEED)
    killed = tmp_path / "killed.sqlite3"
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", f"{killed}{end}")
    after = await Store.open(at(killed))
    with copied_alone(killed) as copy:
        assert await save_in(copy) == b"S"
    await after.close()


async def test_a_new_file_has_its_tables_before_it_has_a_log(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a bot that is killed at its very first start would leave what is refused as cut."""
    up_to_date = migrate.up_to_date
    found: list[tuple[str]] = []

    def then_copied(connection: Connection, where: str) -> None:
        up_to_date(connection, where)
        with copied_alone(file) as copy, closing(sqlite3.connect(copy)) as alone:
            found.extend(alone.execute("SELECT name FROM sqlite_master WHERE name = 'moves'"))

    monkeypatch.setattr(migrate, "up_to_date", then_copied)
    await (await Store.open(url)).close()
    assert found == [("moves",)]


async def test_a_file_that_was_copied_without_its_log_is_refused(url: str, file: Path) -> None:
    """As bots before this one left it: 8 KiB, everything in the -wal."""
    file.parent.mkdir()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA page_size=8192")
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE matches (id)")
    connection.execute("COMMIT")
    with copied_alone(file) as copy:
        assert copy.stat().st_size == 8192
        with pytest.raises(DatabaseCorrupt, match="copied without its -wal"):
            await Store.open(at(copy))
        assert copy.stat().st_size == 8192
    connection.close()


async def test_a_file_that_was_cut_is_refused(url: str, file: Path) -> None:
    await made(file, b"S" * 60_000)
    file.write_bytes(file.read_bytes()[: 8192 * 6])
    with pytest.raises(DatabaseCorrupt):
        await Store.open(url)


# -- who may read it


async def test_only_its_owner_can_read_the_database(store: Store, file: Path) -> None:
    await store.new_match(match(), SEED)
    assert mode(file.parent) == 0o700
    names = ("", "-wal", "-shm", "-lock")
    assert {end: mode(file.with_name(file.name + end)) for end in names} == dict.fromkeys(
        names, 0o600
    )


async def test_rights_of_an_older_database_are_mended_and_its_folder_left(
    url: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir(mode=0o755)
    await made(file)
    assert "mode is mended" not in capsys.readouterr().out
    file.chmod(0o644)
    store = await Store.open(url)
    assert capsys.readouterr().out.count("mode is mended") == 1
    assert mode(file) == 0o600
    assert mode(file.with_name(file.name + "-wal")) == 0o600
    assert mode(file.parent) == 0o755
    await store.close()
