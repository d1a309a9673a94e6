"""The address of a database, as DATABASE_URL writes it."""

from __future__ import annotations

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import DatabaseMissing


def is_postgres(address: URL) -> bool:
    """Whether an address is one of PostgreSQL."""
    return address.get_backend_name() in ("postgresql", "postgres")


def parsed(url: str | URL) -> URL:
    """An address. Raises `DatabaseMissing` for what is none, without repeating a word of it: a part
    of a password might stand where it does not belong."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise DatabaseMissing(
            "DATABASE_URL is no address of a database; it should look like "
            "sqlite+aiosqlite:///var/games.sqlite3 or postgresql://user:password@host/database."
        ) from error
    # An @ that is left over was meant for the password, and so was what stands before it.
    if address.host is not None and "@" in f"{address.host}{address.database}":
        raise DatabaseMissing(
            "DATABASE_URL has more than one @; in a user's name or a password write @ as %40, "
            "/ as %2F, : as %3A and % as %25."
        )
    return address
