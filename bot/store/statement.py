"""Statements of SQLAlchemy Core, compiled once and then run as what they are: text and values.

Core's own execution costs several times what a database needs for a row, so it is paid for once
per statement instead of once per move. A piece of work is a plain function of a `Run`; it never
knows which database it runs on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, Final, Generic, TypeVar

import msgspec
from sqlalchemy import Column, ColumnElement, Dialect, Table, Update, bindparam, case
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import CompilerElement

S = TypeVar("S", bound=msgspec.Struct)
Core = Executable | Callable[[Callable[[Table], Any]], Executable]
"""A statement, or one made with the INSERT of a database: only that one knows ON CONFLICT."""
_SQLITE: Final = sqlite.dialect(paramstyle="qmark")
_POSTGRES: Final = asyncpg.dialect()  # type: ignore[no-untyped-call]


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


class Text:
    """A statement as a database takes it."""

    __slots__ = ("_in_order", "fixed", "sql")

    def __init__(self, core: Executable, columns: Sequence[str] | None, dialect: Dialect) -> None:
        assert isinstance(core, CompilerElement)
        compiled = core.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        self.sql = compiled.string
        names = tuple(compiled.positiontup or ())
        # SQLite takes a row by place in two thirds of the time that it takes one by names.
        self._in_order: Callable[[Mapping[str, Any]], tuple[Any, ...]] = (
            itemgetter(*names)
            if len(names) > 1
            else lambda given: tuple(given[name] for name in names)
        )
        self.fixed = {
            name: bind.value for bind, name in compiled.bind_names.items() if not bind.required
        }
        """Values that stand in the statement itself."""

    def values(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values in their order."""
        return self._in_order({**self.fixed, **given} if self.fixed else given)


class Statement:
    """A statement with named values. `columns` are those an INSERT or UPDATE takes by name; `key`
    is the column that tells the rows of an UPDATE apart, with the name of its value."""

    def __init__(
        self,
        core: Core,
        columns: Sequence[str] | None = None,
        key: tuple[Column[Any], str] | None = None,
    ) -> None:
        self._core = core
        self._columns = columns
        self.key = key
        self.sqlite = Text(self._with(sqlite.insert), columns, _SQLITE)

    def _with(self, insert: Callable[[Table], Any]) -> Executable:
        return self._core if isinstance(self._core, Executable) else self._core(insert)

    @cached_property
    def postgres(self) -> Text:
        """The same for PostgreSQL, with `$1` for the first value."""
        return Text(self._with(postgresql.insert), self._columns, _POSTGRES)

    @cached_property
    def telling(self) -> Text:
        """The same UPDATE for PostgreSQL, which returns the key of each row that it touches."""
        core = self._with(postgresql.insert)
        assert self.key is not None
        assert isinstance(core, Update)
        return Text(core.returning(self.key[0]), self._columns, _POSTGRES)


def upsert(
    table: Table, *columns: str, least: Sequence[str] = (), most: Sequence[str] = ()
) -> Statement:
    """Inserts a row, or writes these columns of the one that has its key; of those in `least` and
    `most` the smaller and the larger value stays."""
    keys = [column.name for column in table.primary_key.columns]

    def core(insert: Callable[[Table], Any]) -> Executable:
        made = insert(table)
        new = made.excluded
        kept = {name: new[name] for name in columns}
        kept |= {
            name: case((table.c[name] < new[name], table.c[name]), else_=new[name])
            for name in least
        }
        kept |= {
            name: case((table.c[name] > new[name], table.c[name]), else_=new[name]) for name in most
        }
        done: Executable = made.on_conflict_do_update(index_elements=keys, set_=kept)
        return done

    return Statement(core, [*table.c.keys()])


class Query(Statement, Generic[S]):
    """A query for `fields` of a kind of struct: each row that it finds is one."""

    def __init__(self, kind: type[S], core: Executable) -> None:
        super().__init__(core)
        self.kind = kind


class Run(ABC):
    """Runs statements inside the transaction a piece of work belongs to."""

    __slots__ = ()

    @abstractmethod
    def rows(self, statement: Statement, **values: Any) -> Sequence[Sequence[Any]]:
        """The rows a query finds."""

    @abstractmethod
    def change(self, statement: Statement, **values: Any) -> int:
        """How many rows an INSERT, UPDATE or DELETE has touched."""

    @abstractmethod
    def changed(self, statement: Statement, values: Sequence[Mapping[str, Any]]) -> list[bool]:
        """The same UPDATE for many values: for each whether it has touched a row. The statement
        has a `key`; each of the values must have another."""

    @abstractmethod
    def change_many(self, statement: Statement, values: Iterable[Mapping[str, Any]]) -> None:
        """The same statement for many values."""

    @abstractmethod
    def alone(self, number: int) -> None:
        """Let nobody else who asks for the same number go on before the transaction's end: for work
        that writes what hangs on more than the rows it writes. The number of a user or a server is
        its id."""

    @abstractmethod
    def tell(self, match_ids: Collection[str]) -> None:
        """Let other processes hear, once this is committed, that there is something to tell of
        these matches; nothing where they look by themselves (`Connections.listen`)."""

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


def plain(row: msgspec.Struct, **more: Any) -> dict[str, Any]:
    """A struct's values by column, and more of them."""
    values = msgspec.structs.asdict(row)
    values.update(more)
    return values
