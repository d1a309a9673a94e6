"""Kinds of columns and keys, for the tables and for the migrations that build the same ones.

What stands here is never changed: migrations that have run would say something else.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
)
from sqlalchemy import text as sql

_TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Compared and put in order by its bytes, as SQLite does it, whatever the server's language is."""
_SNOWFLAKE_KEY: Final = BigInteger().with_variant(Integer, "sqlite")
"""SQLite makes the row number of an INTEGER key, and another tree for a BIGINT."""
NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
}
"""How indexes and constraints are named."""
KEY: Final[dict[str, Any]] = {"primary_key": True, "autoincrement": False}
"""Of a number that is the key, or a part of it."""


def of_match(*, cascade: bool = True, **more: Any) -> Column[str]:
    """The match that a row belongs to, with which it goes."""
    goes = ForeignKey("matches.id", ondelete="CASCADE" if cascade else None)
    return Column("match_id", _TEXT, goes, **{"primary_key": True, **more})


def whole(name: str, **more: Any) -> Column[int]:
    return Column(name, Integer, nullable=False, **more)


def flag(name: str, **more: Any) -> Column[int]:
    """0 or 1."""
    return Column(name, SmallInteger, nullable=False, **more)


def snowflake(name: str, **more: Any) -> Column[int]:
    """An id of Discord; 0 where there is none."""
    return Column(name, BigInteger, **{"nullable": False, **more})


def snowflake_key(name: str) -> Column[int]:
    """An id of Discord that is the whole key."""
    return Column(name, _SNOWFLAKE_KEY, **KEY)


def ms(name: str, **more: Any) -> Column[int]:
    """UTC milliseconds; 0 for never."""
    return Column(name, BigInteger, nullable=False, **more)


def text(name: str, **more: Any) -> Column[str]:
    return Column(name, _TEXT, **{"nullable": False, **more})


def blob(name: str, *, nullable: bool = False) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=nullable)


def only(condition: str) -> dict[str, Any]:
    """That an index is of the rows alone for which a condition holds, as text: SQLite uses such a
    one only for a condition that it can read."""
    return {"sqlite_where": sql(condition), "postgresql_where": sql(condition)}
