"""Clocks are rows: whoever claims a due one plays it out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.rows import Deadline, DueRow
from bot.store.statement import Query, Run, Statement, fields, of_match, plain
from bot.store.tables import deadlines

_ready = (deadlines.c.due_at <= bindparam("now")) & (deadlines.c.lease_until <= bindparam("now"))
_CLEAR: Final = Statement(delete(deadlines).where(of_match(deadlines)))
_INSERT: Final = Statement(insert(deadlines))
_OF: Final = Query(
    Deadline,
    select(*fields(Deadline, deadlines)).where(of_match(deadlines)).order_by(deadlines.c.due_at),
)
_IS_DUE: Final = Statement(select(deadlines.c.number).where(_ready).limit(1))
_DUE: Final = Query(
    DueRow,
    select(*fields(DueRow, deadlines))
    .where(_ready)
    .order_by(deadlines.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True),
)
_LEASE: Final = Statement(
    update(deadlines)
    .where(
        of_match(deadlines),
        deadlines.c.number == bindparam("question"),
        deadlines.c.stage == bindparam("ring"),
        deadlines.c.lease_until == bindparam("mine"),
    )
    .values(lease_until=bindparam("until"))
)
_RELEASE_ALL: Final = Statement(
    update(deadlines).where(deadlines.c.lease_until > 0).values(lease_until=0)
)


def replace(run: Run, new: Sequence[tuple[str, Iterable[Deadline]]]) -> None:
    """Make these the deadlines of matches, each given with its id."""
    run.change_many(_CLEAR, [{"of_match": match_id} for match_id, _ in new])
    rows = [plain(row, match_id=id, lease_until=0) for id, those in new for row in those]
    run.change_many(_INSERT, rows)


def read(run: Run, match_id: str) -> list[Deadline]:
    """The deadlines of a match, the earliest first."""
    return run.structs(_OF, of_match=match_id)


def is_due(run: Run, now: int) -> bool:
    """Whether there is anything to claim."""
    return bool(run.rows(_IS_DUE, now=now))


def claim(run: Run, now: int, lease_ms: int, limit: int) -> list[DueRow]:
    """Lease what is due."""
    until = now + lease_ms
    found = run.structs(_DUE, now=now, most=limit)
    run.change_many(_LEASE, (_lease(row, until) for row in found))
    return [msgspec.structs.replace(row, lease_until=until) for row in found]


def _lease(row: DueRow, until: int) -> dict[str, Any]:
    place = {"of_match": row.match_id, "question": row.number, "ring": row.stage}
    return {**place, "mine": row.lease_until, "until": until}


def let_go(run: Run, row: DueRow) -> None:
    """It could not be dealt with: it can be claimed again now, unless somebody else has claimed it
    meanwhile."""
    run.change(_LEASE, **_lease(row, 0))


def release(run: Run) -> None:
    """Let every due deadline be claimed anew."""
    run.change(_RELEASE_ALL)
