"""What the program itself has to remember between runs, by name."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import bindparam, select

from bot.store.statement import Run, Statement, upsert
from bot.store.tables import notes

T = TypeVar("T")

_name = notes.c.name == bindparam("called")
_READ: Final = Statement(select(notes.c.value).where(_name))
_ALL: Final = Statement(select(notes.c.name, notes.c.value).order_by(notes.c.name))
_WRITE: Final = upsert(notes, "value")


def read(run: Run, name: str) -> str | None:
    """Something the program has to remember between runs, such as which commands Discord has; None
    when it has not been set."""
    return run.one(_READ, called=name)


def every(run: Run) -> dict[str, str]:
    """All that the program has noted, by name. There are a few."""
    return {name: value for name, value in run.rows(_ALL)}


def write(run: Run, name: str, value: str) -> None:
    """Remember something under a name."""
    run.change(_WRITE, name=name, value=value)


def change(run: Run, name: str, make: Callable[[str], tuple[str, T]]) -> T:
    """Read a note (empty where there is none), write what `make` makes of it, and return what else
    it gives: all in one transaction."""
    run.alone(zlib.crc32(name.encode()))
    value, out = make(read(run, name) or "")
    write(run, name, value)
    return out
