"""Statements of SQLAlchemy Core, compiled once and then run as what they are: text and values.

Core's own execution costs several times what SQLite needs for a row, so it is paid for once per
statement instead of once per move. A piece of work is a plain function of a `Run`; it never knows
which database it runs on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import Column, ColumnElement, Table, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import CompilerElement

S = TypeVar("S", bound=msgspec.Struct)
_SQLITE: Final = sqlite.dialect(paramstyle="named")


def of_match(table: Table) -> ColumnElement[bool]:
    """The rows of the match whose id is given as `of_match`."""
    key = table.c.match_id if "match_id" in table.c else table.c.id
    return key == bindparam("of_match")


def of_user(table: Table) -> ColumnElement[bool]:
    """The rows of the user whose id is given as `user`."""
    return table.c.user_id == bindparam("user")


def fields(kind: type[msgspec.Struct], *tables: Table) -> list[Column[Any]]:
    """The columns with a struct's fields by their names, each from the first table that has it."""
    names = kind.__struct_fields__
    return [next(table.c[name] for table in tables if name in table.c) for name in names]


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


class Query(Statement, Generic[S]):
    """A query for `fields` of a kind of struct: each row that it finds is one."""

    __slots__ = ("kind",)

    def __init__(self, kind: type[S], core: Executable) -> None:
        super().__init__(core)
        self.kind = kind


class Run:
    """Runs statements inside the transaction a piece of work belongs to, on a connection of
    sqlite3 and in the connection's own thread."""

    __slots__ = ("_execute", "_executemany")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute
        self._executemany = connection.executemany

    def rows(self, statement: Statement, **values: Any) -> list[tuple[Any, ...]]:
        """The rows a query finds."""
        return self._execute(statement.sql, {**statement.fixed, **values}).fetchall()

    def column(self, statement: Statement, **values: Any) -> list[Any]:
        """The first column of the rows a query finds."""
        return [row[0] for row in self.rows(statement, **values)]

    def one(self, statement: Statement, **values: Any) -> Any | None:
        """What stands in the first row and column; None where a query finds no row."""
        return next(iter(self.column(statement, **values)), None)

    def structs(self, query: Query[S], **values: Any) -> list[S]:
        """The rows a query finds, as structs."""
        kind = query.kind
        return [
            # Not strict: what is true or false is stored as 1 or 0.
            msgspec.convert(dict(zip(kind.__struct_fields__, row, strict=True)), kind, strict=False)
            for row in self.rows(query, **values)
        ]

    def struct(self, query: Query[S], **values: Any) -> S | None:
        """The first row a query finds, as a struct; None where it finds none."""
        return next(iter(self.structs(query, **values)), None)

    def change(self, statement: Statement, **values: Any) -> int:
        """How many rows an INSERT, UPDATE or DELETE has touched."""
        return self._execute(statement.sql, {**statement.fixed, **values}).rowcount

    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        """The same statement for many values."""
        self._executemany(statement.sql, ({**statement.fixed, **each} for each in values))


def plain(row: msgspec.Struct, **more: Any) -> dict[str, Any]:
    """A struct's values by column, and more of them."""
    return {**msgspec.structs.asdict(row), **more}
