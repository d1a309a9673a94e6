"""Opens whichever database an address names."""

from __future__ import annotations

from bot.store import postgres
from bot.store.address import parsed
from bot.store.line import Lines
from bot.store.sqlite import SqliteLines


async def open_lines(url: str, busy_timeout_ms: int) -> Lines:
    """Connect to a database and bring it up to date. Raises what `Store.open` raises."""
    address = parsed(url)
    if postgres.is_postgres(address):
        return await postgres.PostgresLines.open(address, busy_timeout_ms)
    return await SqliteLines.open(address, busy_timeout_ms)
