"""Opens whichever database an address names."""

from __future__ import annotations

from bot.store.address import is_postgres, parsed
from bot.store.connections import Connections
from bot.store.postgres import PostgresConnections
from bot.store.sqlite import SqliteConnections


async def connect(url: str, busy_timeout_ms: int) -> Connections:
    """Connect to a database and bring it up to date. Raises what `Store.open` raises."""
    address = parsed(url)
    if is_postgres(address):
        return await PostgresConnections.open(address, busy_timeout_ms)
    return await SqliteConnections.open(address, busy_timeout_ms)
