"""Migrations: what they build is what the tables say."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store import Store, matches, outbox
from bot.store.migrate import config
from bot.store.statement import Statement
from bot.store.tables import metadata


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


async def test_what_is_asked_often_is_found_by_an_index(url: str, file: Path) -> None:
    await (await Store.open(url)).close()
    connection = sqlite3.connect(file)

    def plan(statement: Statement, **values: object) -> str:
        rows = connection.execute("EXPLAIN QUERY PLAN " + statement.sql, statement.fixed | values)
        return "; ".join(row[3] for row in rows)

    assert "uq_matches_open_channel" in plan(matches._OPEN_IN, channel=1)
    assert "ix_matches_open_place" in plan(matches._OPEN_LINES)
    assert "ix_matches_open_place" in plan(matches._PLACES_AT, guild=1)
    assert "ix_matches_open_parent" in plan(matches._OPEN_UNDER, parent=1)
    assert "ix_outbox_due_at" in plan(outbox._IS_DUE, now=1)
    assert "ix_seats_user_id" in plan(matches._OF_USER, user=1, most=5)
    connection.close()
