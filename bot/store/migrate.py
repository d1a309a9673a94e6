"""Brings a database up to date when it is opened."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.errors import DatabaseCorrupt, DatabaseTooNew

FOLDER: Final = Path(__file__).with_name("migrations")
_ALONE: Final = {
    "sqlite": "BEGIN IMMEDIATE",  # where SQLAlchemy leaves the beginning to us
    "postgresql": "SELECT pg_advisory_xact_lock(0, 1)",
}
"""By database: nobody else migrates it before the transaction's end."""


def config() -> Config:
    """Alembic's settings: where the migrations are."""
    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return settings


@cache
def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(config())


def up_to_date(connection: Connection, where: str) -> None:
    """Run the migrations that the database has not seen, in one transaction.

    Raises `DatabaseTooNew` for a revision this program does not know, and `DatabaseCorrupt` for a
    database that somebody else has made.
    """
    settings = config()
    with connection.begin():
        if is_current(connection, where):
            return
    with connection.begin():
        # Another process may be doing the same: the lock first, then look again.
        connection.exec_driver_sql(_ALONE[connection.dialect.name])
        if not is_current(connection, where):
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")


def is_new(connection: Connection) -> bool:
    """Whether a database holds no tables at all."""
    return not inspect(connection).get_table_names()


def known() -> set[str]:
    """The revisions of a database that this program knows."""
    return {revision.revision for revision in _script().walk_revisions()}


def is_current(connection: Connection, where: str) -> bool:
    """Whether no migration is left to run. Raises what `up_to_date` raises; writes nothing."""
    # First: another process may make them all, and note the revision, between the two looks.
    empty = is_new(connection)
    there = set(MigrationContext.configure(connection).get_current_heads())
    if not there <= known():
        raise DatabaseTooNew(
            f"The database {where} was made by a newer version of Motordrome; update the program, "
            "or set DATABASE_URL to another database."
        )
    if not there and not empty:
        raise DatabaseCorrupt(
            f"The database {where} belongs to another program; set DATABASE_URL to another one."
        )
    return there == set(_script().get_heads())
