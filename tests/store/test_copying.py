"""Everything moves from one database to another, or nothing does."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, NullPool, Table, insert, select, text, update
from sqlalchemy.ext.asyncio import create_async_engine

from bot.match.seats import Guest
from bot.store import (
    DatabaseLocked,
    Deadline,
    DesignRow,
    DraftRow,
    InteractionRow,
    NoticeRow,
    Outgoing,
    Store,
    StoreError,
    copying,
    migrate,
)
from bot.store.archive import KEPT_MS
from bot.store.copying import copy
from bot.store.errors import CopyRefused, DatabaseCorrupt, DatabaseTooNew
from bot.store.tables import metadata
from tests.postgres import new_database
from tests.store.databases import at
from tests.store.rows import ANN, BEN, SEED, commit, match, move

ID = "7KQ2MX9A01"


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[str, str]]:
    """A new SQLite database and a new PostgreSQL one: their addresses."""
    async with new_database(empty=True) as url:
        yield at(tmp_path / "m.sqlite3"), url


async def filled(url: str) -> None:
    """A live match, one that is over, and what a user has."""
    store = await Store.open(url)
    await store.new_match(match(deadlines=[Deadline(number=1, seat=0, due_at=5)]), SEED)
    press = InteractionRow(id=2**62 + 5, user_id=ANN, at=1)
    moves = [move(n, checkpoint=bytes(range(256)) * 50, draws=b"[]") for n in range(1, 450)]
    await store.append(
        commit(0, save=b"S" * 70_000, status="live", moves=moves, pressed=ANN,
               outbox=[Outgoing(target="board")])
    )  # fmt: skip
    await store.new_match(match("7KQ2MX9A02", 71, words="Zoë, é or e"), SEED)
    await store.append(commit(0, "7KQ2MX9A02", status="finished", result=b"{}"))
    guest = Guest(user_id=BEN, kind="watches")
    await store.append(commit(1, "7KQ2MX9A02", guests=[guest], moves=[move(1)]))
    await store.purge(2 * KEPT_MS)  # packs it; what is older than an hour goes
    await store.append(commit(1, interaction=press, guests=[guest, guest]))
    await store.hand_shown(ID, ANN, 900, 901, "k")
    notice = NoticeRow(match_id=ID, user_id=ANN, public=False, number=1, stage=1, at=1)
    await store.claim_notice(notice, lambda rang: (True, "1"))
    await store.server_gone(8, 1)
    await store.change_server_settings(8, lambda old: b"{}")
    await store.join((0,), 2)
    await store.begin_draft(DraftRow(user_id=ANN, game="g", id="D", updated_at=1, body=b"{}"))
    design = DesignRow(id="S", user_id=1, game="g", key="n", name="n", updated_at=1, body=b"{}")
    await store.save_design(design, most=5)
    await store.share_design(1, "S", lambda: "CODE", 1, most=5)
    for name in ("b", "B", "a", "ä", "~", ""):
        await store.set_note(name, name)
    await store.close()


async def contents(url: str) -> dict[str, list[Any]]:
    """All rows of all tables."""
    engine = create_async_engine(url, poolclass=NullPool)

    def all_of(connection: Connection) -> dict[str, list[Any]]:
        def rows(table: Table) -> list[Any]:
            found = connection.execute(select(table).order_by(*table.primary_key.columns))
            return [tuple(row) for row in found]

        return {table.name: rows(table) for table in metadata.sorted_tables}

    async with engine.connect() as connection:
        out = await connection.run_sync(all_of)
    await engine.dispose()
    return out


async def run(url: str, statement: Any) -> None:
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(statement)
    await engine.dispose()


async def test_there_and_back_again(both: tuple[str, str], tmp_path: Path) -> None:
    here, there = both
    await filled(here)
    before = await contents(here)
    assert all(before.values()), "a row in every table"
    assert await copy(here, there) == sum(map(len, before.values()))
    assert await contents(there) == before
    back = at(tmp_path / "new" / "back.sqlite3")
    await copy(there, back)
    assert await contents(back) == await contents(here) == before
    store = await Store.open(back)
    assert await store.append(commit(2, moves=[move(450)])) == 3
    await store.close()


async def refused(source: str, target: str) -> StoreError:
    """Why it is not copied: one sentence."""
    with pytest.raises(StoreError) as refusal:
        await copy(source, target)
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)
    assert "hidden" not in str(refusal.value)
    return refusal.value


@pytest.mark.long
async def test_what_is_not_copied(both: tuple[str, str], tmp_path: Path) -> None:
    here, there = both
    for wrong in (
        "",
        "matches",
        "mysql://x/y",
        "postgresql://u:hidden@host:x/y",
        "sqlite+aiosqlite://",
    ):
        assert "FROM must be the address" in str(await refused(wrong, there))
        assert "TO must be the address" in str(await refused(here, wrong))
    assert "There is no database" in str(await refused(here, there))
    assert not (tmp_path / "m.sqlite3").exists()
    assert "is empty or of an older version" in str(await refused(there, here))
    assert not (tmp_path / "m.sqlite3").exists()
    await filled(here)
    assert "the same database" in str(await refused(here, at(tmp_path / "x" / ".." / "m.sqlite3")))
    assert "the same database" in str(await refused(there, there))
    await (await Store.open(there)).close()
    for url, other in ((here, there), (there, here)):
        bot = await Store.open(url)
        assert isinstance(await refused(url, at(tmp_path / "x")), DatabaseLocked)
        assert isinstance(await refused(other, url), DatabaseLocked)
        await bot.close()
    await copy(here, there)
    before = await contents(there)
    assert "is not empty" in str(await refused(here, there))
    assert "is not empty" in str(await refused(there, here))
    for url, other in ((here, there), (there, at(tmp_path / "x"))):
        await run(url, _version("9999"))
        assert isinstance(await refused(url, other), DatabaseTooNew)
        assert isinstance(await refused(here if url == there else there, url), DatabaseTooNew)
        await run(url, _version("0007"))
        assert "of an older version" in str(await refused(url, other))
        await run(url, _version(max(migrate.known())))
    assert await contents(there) == before
    with sqlite3.connect(tmp_path / "r.sqlite3") as recipes:
        recipes.execute("CREATE TABLE recipes (name)")
    assert isinstance(await refused(there, at(tmp_path / "r.sqlite3")), DatabaseCorrupt)
    assert isinstance(await refused(at(tmp_path / "r.sqlite3"), there), DatabaseCorrupt)


@pytest.mark.parametrize("back", [False, True])
async def test_a_slow_database_does_not_end_the_copy_on_the_other(
    both: tuple[str, str], back: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The server ends a bot's transaction that stands still."""
    limits: set[str] = set()
    whole = copying._copy

    async def asked(table: Table, source: Any, target: Any) -> None:
        asks = text("SHOW idle_in_transaction_session_timeout")
        limits.add((await (source if back else target).execute(asks)).scalar_one())
        await whole(table, source, target)

    here, there = both
    source, target = (there, at(tmp_path / "back.sqlite3")) if back else (here, there)
    await (await Store.open(source)).close()
    monkeypatch.setattr(copying, "_copy", asked)
    await copy(source, target)
    assert limits == {"0"}


def _version(number: str) -> Any:
    return text(f"UPDATE alembic_version SET version_num = '{number}'")


@pytest.mark.long
async def test_a_copy_that_fails_leaves_the_target_empty(
    both: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, there = both
    await filled(here)
    notes, whole = metadata.tables["notes"], copying._copy
    for spoil in (
        update(notes).where(notes.c.name == "ä").values(value="another"),
        insert(notes).values(name="more", value=""),
        notes.delete().where(notes.c.name == "~"),
    ):

        async def spoilt(table: Table, source: Any, target: Any, by: Any = spoil) -> None:
            await whole(table, source, target)
            if table is notes:
                await target.execute(by)

        monkeypatch.setattr(copying, "_copy", spoilt)
        for target in (there, at(tmp_path / "copy.sqlite3")):
            refusal = await refused(here, target)
            assert isinstance(refusal, CopyRefused)
            assert "notes is not the same" in str(refusal)
            assert not any((await contents(target)).values())
    monkeypatch.setattr(copying, "_copy", whole)
    # What SQLite takes anywhere and PostgreSQL nowhere.
    await run(here, update(notes).where(notes.c.name == "ä").values(value="a\0b"))
    assert "refused a row" in str(await refused(here, there))
    assert not any((await contents(there)).values())
