"""Migrations: what they build is what the tables say."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path
from typing import Final

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.match.seats import Guest
from bot.store import (
    Deadline,
    DesignRow,
    DraftRow,
    InteractionRow,
    NoticeRow,
    Outgoing,
    Store,
    matches,
    migrate,
    outbox,
)
from bot.store.archive import KEPT_MS
from bot.store.migrate import config
from bot.store.statement import Statement
from bot.store.tables import metadata
from tests.store import rows
from tests.store.databases import ID

DEADLINE: Final = Deadline(number=1, seat=0, due_at=1)


async def test_migrated_tables_are_the_tables(url: str, file: Path) -> None:
    await (await Store.open(url)).close()
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    engine.dispose()


async def test_keys_indexes_and_cascades_are_the_same_too(
    url: str, file: Path, tmp_path: Path
) -> None:
    await (await Store.open(url)).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'made'}")
    metadata.create_all(engine)
    engine.dispose()
    assert _schema(file) == _schema(tmp_path / "made")


def _schema(file: Path) -> dict[str, list[str]]:
    connection = sqlite3.connect(file)
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'"
    ).fetchall()
    connection.close()
    assert rows
    # A column that was added later stands behind the keys.
    return {name: sorted(re.findall(r"[^\s,()]+", sql)) for name, sql in rows}


def test_migrations_are_one_line() -> None:
    script = ScriptDirectory.from_config(config())
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_a_database_that_is_made_while_another_process_looks_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    heads = MigrationContext.get_current_heads

    def made_after_a_look(context: MigrationContext) -> tuple[str, ...]:
        found = heads(context)
        monkeypatch.undo()
        with engine.connect() as other:
            migrate.up_to_date(other, "here")
        return found

    monkeypatch.setattr(MigrationContext, "get_current_heads", made_after_a_look)
    with engine.connect() as connection:
        assert not migrate.is_current(connection, "here")
        assert migrate.is_current(connection, "here")
    engine.dispose()


async def test_what_is_asked_often_is_found_by_an_index(url: str, file: Path) -> None:
    await (await Store.open(url)).close()
    connection = sqlite3.connect(file)

    def plan(statement: Statement, **values: object) -> str:
        text = statement.sqlite
        rows = connection.execute("EXPLAIN QUERY PLAN " + text.sql, text.values(values))
        return "; ".join(row[3] for row in rows)

    assert "uq_matches_open_channel" in plan(matches._OPEN_IN, channel=1)
    assert "ix_matches_open_place" in plan(matches._OPEN_LINES)
    assert "ix_matches_open_place" in plan(matches._OPEN_AT, guild=1)
    assert "ix_matches_open_parent" in plan(matches._OPEN_UNDER, parent=1)
    assert "ix_outbox_due_at" in plan(outbox._is_due(None), now=1)
    assert "ix_seats_user_id" in plan(matches._OF_USER, user=1, most=5)
    connection.close()


REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010")
TEXTS = {"id": "M", "match_id": "M", "status": "live", "kind": "watches", "target": "board"}
"""What a text must be for a row to be read; others may be anything."""


def _kinds(file: Path) -> dict[str, set[str]]:
    """How the values of each column are stored, by "table.column": SQLite itself lets any kind
    stand in any column."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return {
            f"{table.name}.{column.name}": {
                kind
                for (kind,) in connection.execute(
                    f'SELECT DISTINCT typeof("{column.name}") FROM {table.name}'
                )
            }
            for table in metadata.sorted_tables
            for column in table.columns
        }


def _allowed(name: str) -> set[str]:
    table, _, column = name.partition(".")
    of = metadata.tables[table].c[column]
    kind = {int: "integer", str: "text", bytes: "blob"}[of.type.python_type]
    return {kind, "null"} if of.nullable else {kind}


def _fill(file: Path) -> None:
    """One row in every table there is, as a release of that time wrote it."""
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            if table in ("alembic_version", "archives"):  # which no hand can write
                continue
            row = {
                name: TEXTS.get(name, "") if kind == "TEXT" else b"[]" if kind == "BLOB" else 1
                for _, name, kind, *_ in connection.execute(f"PRAGMA table_info({table})")
            }
            marks = ", ".join("?" * len(row))
            names = ", ".join(f'"{name}"' for name in row)
            connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*row.values()])


@pytest.mark.parametrize("revision", REVISIONS)
async def test_rows_of_every_release_are_read(url: str, file: Path, revision: str) -> None:
    """Rows are read as structs, which take no text for bytes: whatever a column was filled with
    when it was added is of its kind, too."""
    file.parent.mkdir()
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)
        connection.commit()
    engine.dispose()
    _fill(file)
    store = await Store.open(url)
    match = await store.match("M")
    assert match is not None
    assert (len(match.seats), len(match.hands), len(match.deadlines)) == (1, 1, 1)
    assert [move.value for move in await store.moves("M")] == [b"[]"]
    assert (await store.user(1)).prefs == b"[]"
    assert await store.interaction(1) is not None
    assert [line.id for line in await store.matches_of(1)] == ["M"]
    assert [line.id for line in await store.open_lines()] == ["M"]
    assert len(await store.outbox_claim(5, 100)) == 1
    assert len(await store.deadlines_due(100)) == 1
    if revision >= "0002":
        assert await store.draft(1, "") is not None
        assert await store.shared("") is not None
        assert len(await store.designs(1, "")) == 1
    if revision >= "0005":
        assert len(await store.notices("M")) == 1
    assert await store.server_settings(1) == (b"[]" if revision >= "0009" else b"")
    await store.close()
    for name, kinds in _kinds(file).items():
        assert kinds <= _allowed(name), name


async def test_what_the_store_writes_is_of_its_columns_kind(store: Store, file: Path) -> None:
    await store.new_match(
        rows.match(guests=[Guest(user_id=3, kind="watches")], deadlines=[DEADLINE]), rows.SEED
    )
    await store.append(
        rows.commit(
            0, moves=[rows.move(1, draws=b"[]")], save=b"{}", result=b"{}", pressed=rows.ANN,
            interaction=InteractionRow(id=5, user_id=rows.ANN, at=1),
            outbox=[Outgoing(target="board", payload=b"1")],
        )
    )  # fmt: skip
    await store.set_dm(rows.BEN, 9, closed=True)
    await store.hand_shown(ID, rows.ANN, 9, 8, "key", 7)
    notice = NoticeRow(match_id=ID, user_id=rows.ANN, public=False, number=1, stage=1, at=1)
    await store.claim_notice(notice, lambda rang: (True, f"{rang}1"))
    await store.set_note("a", "b")
    await store.server_gone(8, 1)
    await store.change_server_settings(8, lambda old: old + b"{}")
    draft = DraftRow(user_id=rows.ANN, game="g", id="D", updated_at=1, body=b"{}")
    await store.begin_draft(draft)
    design = DesignRow(id="S", user_id=1, game="g", key="n", name="n", updated_at=1, body=b"{}")
    await store.save_design(design, most=5)
    await store.share_design(1, "S", lambda: "CODE", 1, most=5)
    await store.append(rows.commit(1, status="ended"))
    await store.new_match(rows.match("7KQ2MX9A02", deadlines=[DEADLINE]), rows.SEED)
    await store.append(
        rows.commit(0, "7KQ2MX9A02", outbox=[Outgoing(target="board")], moves=[rows.move(1)])
    )
    kinds = _kinds(file)
    assert all(kinds[name] <= _allowed(name) for name in kinds)
    await store.purge(KEPT_MS + 100)
    kinds = _kinds(file)
    assert kinds["archives.body"] == {"blob"}
    assert all(kinds[name] <= _allowed(name) for name in kinds)
