"""Opens whichever database an address names."""

from __future__ import annotations

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import postgres
from bot.store.errors import DatabaseMissing
from bot.store.line import Lines
from bot.store.sqlite import SqliteLines


def parsed(url: str) -> URL:
    """An address. Raises `DatabaseMissing` for what is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseMissing(
            "DATABASE_URL is no address of a database; it should look like "
            "sqlite+aiosqlite:///var/games.sqlite3 or postgresql://user:password@host/database."
        ) from error


async def open_lines(url: str, busy_timeout_ms: int) -> Lines:
    """Connect to a database and bring it up to date. Raises what `Store.open` raises."""
    address = parsed(url)
    if postgres.is_postgres(address):
        return await postgres.PostgresLines.open(address, busy_timeout_ms)
    return await SqliteLines.open(address, busy_timeout_ms)
