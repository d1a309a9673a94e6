"""What the program itself has to remember between runs, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from sqlalchemy import bindparam, insert, select, update

from bot.store.statement import Run, Statement
from bot.store.tables import notes

T = TypeVar("T")

_name = notes.c.name == bindparam("called")
_READ: Final = Statement(select(notes.c.value).where(_name))
_ALL: Final = Statement(select(notes.c.name, notes.c.value).order_by(notes.c.name))
_CHANGE: Final = Statement(update(notes).where(_name), ("value",))
_INSERT: Final = Statement(insert(notes))


def read(run: Run, name: str) -> str | None:
    """See `Store.note`."""
    found = run.rows(_READ, {"called": name})
    return found[0][0] if found else None


def every(run: Run) -> dict[str, str]:
    """See `Store.notes`."""
    return {name: value for name, value in run.rows(_ALL, {})}


def write(run: Run, name: str, value: str) -> None:
    """See `Store.set_note`."""
    if not run.change(_CHANGE, {"called": name, "value": value}):
        run.change(_INSERT, {"name": name, "value": value})


def change(run: Run, name: str, make: Callable[[str], tuple[str, T]]) -> T:
    """See `Store.change_note`."""
    value, out = make(read(run, name) or "")
    write(run, name, value)
    return out
