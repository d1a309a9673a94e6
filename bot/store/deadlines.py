"""Clocks are rows: whoever claims a due one plays it out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.rows import Deadline, DueRow
from bot.store.statement import Run, Statement
from bot.store.tables import deadlines

_ready = (deadlines.c.due_at <= bindparam("now")) & (deadlines.c.lease_until <= bindparam("now"))
_CLEAR: Final = Statement(delete(deadlines).where(deadlines.c.match_id == bindparam("of_match")))
_INSERT: Final = Statement(insert(deadlines))
_OF: Final = Statement(
    select(deadlines.c.number, deadlines.c.seat, deadlines.c.due_at, deadlines.c.stage)
    .where(deadlines.c.match_id == bindparam("of_match"))
    .order_by(deadlines.c.due_at)
)
_IS_DUE: Final = Statement(select(deadlines.c.number).where(_ready).limit(1))
_DUE: Final = Statement(
    select(
        deadlines.c.match_id,
        deadlines.c.number,
        deadlines.c.seat,
        deadlines.c.due_at,
        deadlines.c.stage,
    )
    .where(_ready)
    .order_by(deadlines.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LEASE: Final = Statement(
    update(deadlines)
    .where(
        deadlines.c.match_id == bindparam("of_match"),
        deadlines.c.number == bindparam("question"),
        deadlines.c.stage == bindparam("ring"),
    )
    .values(lease_until=bindparam("until"))
)
_RELEASE_ALL: Final = Statement(
    update(deadlines).where(deadlines.c.lease_until > 0).values(lease_until=0)
)


def replace(run: Run, match_id: str, new: Iterable[Deadline]) -> None:
    """Make these the deadlines of a match."""
    run.change(_CLEAR, {"of_match": match_id})
    write(run, match_id, new)


def write(run: Run, match_id: str, new: Iterable[Deadline]) -> None:
    """Add deadlines to a match."""
    run.change_many(
        _INSERT,
        [{"match_id": match_id, "lease_until": 0, **msgspec.structs.asdict(row)} for row in new],
    )


def read(run: Run, match_id: str) -> list[Deadline]:
    """The deadlines of a match, the earliest first."""
    return [
        Deadline(number=number, seat=seat, due_at=due_at, stage=stage)
        for number, seat, due_at, stage in run.rows(_OF, {"of_match": match_id})
    ]


def is_due(run: Run, now: int) -> bool:
    """Whether there is anything to claim."""
    return bool(run.rows(_IS_DUE, {"now": now}))


def claim(run: Run, now: int, lease_ms: int, limit: int) -> list[DueRow]:
    """Lease what is due."""
    found = [
        DueRow(match_id=match_id, number=number, seat=seat, due_at=due_at, stage=stage)
        for match_id, number, seat, due_at, stage in run.rows(_DUE, {"now": now, "most": limit})
    ]
    run.change_many(
        _LEASE,
        [
            {
                "of_match": row.match_id,
                "question": row.number,
                "ring": row.stage,
                "until": now + lease_ms,
            }
            for row in found
        ],
    )
    return found


def let_go(run: Run, row: DueRow) -> None:
    """Let a deadline that has been claimed be claimed anew."""
    place = {"of_match": row.match_id, "question": row.number, "ring": row.stage}
    run.change(_LEASE, {**place, "until": 0})


def release(run: Run) -> None:
    """Let every due deadline be claimed anew."""
    run.change(_RELEASE_ALL, {})
