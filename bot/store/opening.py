"""Opens whichever database an address names."""

from __future__ import annotations

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store import postgres
from bot.store.connections import Connections
from bot.store.errors import DatabaseMissing
from bot.store.sqlite import SqliteConnections


def parsed(url: str) -> URL:
    """An address. Raises `DatabaseMissing` for what is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseMissing(
            "DATABASE_URL is no address of a database; it should look like "
            "sqlite+aiosqlite:///var/games.sqlite3 or postgresql://user:password@host/database."
        ) from error


async def connect(url: str, busy_timeout_ms: int) -> Connections:
    """Connect to a database and bring it up to date. Raises what `Store.open` raises."""
    address = parsed(url)
    if postgres.is_postgres(address):
        return await postgres.PostgresConnections.open(address, busy_timeout_ms)
    return await SqliteConnections.open(address, busy_timeout_ms)
