"""Statements of SQLAlchemy Core, compiled once and then run as what they are: text and values.

Core's own execution costs several times what SQLite needs for a row, so it is paid for once per
statement instead of once per move. A piece of work is a plain function of a `Run`; it never knows
which database it runs on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import CompilerElement

_SQLITE: Final = sqlite.dialect(paramstyle="named")


class Statement:
    """A statement with named values. `columns` are those an INSERT or UPDATE takes by name."""

    __slots__ = ("columns", "core", "fixed", "sql")

    def __init__(self, core: Executable, columns: Sequence[str] | None = None) -> None:
        assert isinstance(core, CompilerElement)
        compiled = core.compile(dialect=_SQLITE, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        self.core = core
        self.columns = columns
        self.sql = compiled.string
        self.fixed = {
            name: bind.value for bind, name in compiled.bind_names.items() if not bind.required
        }
        """Values that stand in the statement itself."""


class Run(Protocol):
    """Runs statements inside the transaction a piece of work belongs to."""

    def rows(self, statement: Statement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows a query finds."""
        ...

    def change(self, statement: Statement, values: Mapping[str, Any]) -> int:
        """How many rows an INSERT, UPDATE or DELETE has touched."""
        ...

    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        """The same statement for many values."""
        ...


class SqliteRun:
    """`Run` on a connection of sqlite3, in the connection's own thread."""

    __slots__ = ("_execute", "_executemany")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute
        self._executemany = connection.executemany

    def rows(self, statement: Statement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """The rows a query finds."""
        if statement.fixed:
            values = {**statement.fixed, **values}
        return self._execute(statement.sql, values).fetchall()

    def change(self, statement: Statement, values: Mapping[str, Any]) -> int:
        """How many rows have been touched."""
        if statement.fixed:
            values = {**statement.fixed, **values}
        return self._execute(statement.sql, values).rowcount

    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        """The same statement for many values."""
        if statement.fixed:
            values = ({**statement.fixed, **each} for each in values)
        self._executemany(statement.sql, values)
