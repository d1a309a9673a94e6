"""The outbox: one row for each thing to tell, claimed with a lease.

A newer thing for the same (match, target) takes the place of the one that waits, with a new id.
The lease belongs to the place, so a target is never being sent twice at a time, and an older edit
can never arrive after a newer one.
"""

from __future__ import annotations

import random
from typing import Final

from sqlalchemy import bindparam, case, delete, func, insert, select, update

from bot.store.rows import OutboxRow
from bot.store.statement import Run, Statement
from bot.store.tables import outbox

_ID_BITS: Final = 62

_here = (outbox.c.match_id == bindparam("of_match")) & (outbox.c.target == bindparam("to"))
_ready = (outbox.c.due_at <= bindparam("now")) & (outbox.c.lease_until <= bindparam("now"))

_REPLACE: Final = Statement(
    update(outbox)
    .where(_here)
    .values(
        id=bindparam("new_id"),
        payload=bindparam("new_payload"),
        due_at=case((outbox.c.due_at < bindparam("due"), outbox.c.due_at), else_=bindparam("due")),
        attempts=0,
    )
)
_INSERT: Final = Statement(insert(outbox))
_IS_DUE: Final = Statement(select(outbox.c.id).where(_ready).limit(1))
_DUE: Final = Statement(
    select(
        outbox.c.match_id,
        outbox.c.target,
        outbox.c.id,
        outbox.c.payload,
        outbox.c.created_at,
        outbox.c.due_at,
        outbox.c.attempts,
    )
    .where(_ready)
    .order_by(outbox.c.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_LEASE: Final = Statement(
    update(outbox)
    .where(_here)
    .values(
        lease_until=bindparam("until"),
        lease=bindparam("new_lease"),
        attempts=outbox.c.attempts + 1,
    )
)
_SENT: Final = Statement(delete(outbox).where(_here, outbox.c.id == bindparam("sent")))
_POSTPONE: Final = Statement(
    update(outbox)
    .where(_here, outbox.c.id == bindparam("mine_id"))
    .values(due_at=bindparam("due"), attempts=0, lease_until=0, lease=0)
)
_RELEASE: Final = Statement(
    update(outbox)
    .where(_here, outbox.c.lease == bindparam("mine"))
    .values(lease_until=bindparam("until"))
)
_RELEASE_ALL: Final = Statement(
    update(outbox).where(outbox.c.lease_until > 0).values(lease_until=0, lease=0)
)
_later = case((outbox.c.due_at < outbox.c.lease_until, outbox.c.lease_until), else_=outbox.c.due_at)
_NEXT: Final = Statement(select(func.min(_later)))


def put(run: Run, match_id: str, target: str, payload: bytes, due_at: int, now: int) -> None:
    """Put something in; it takes the place of what waits for the same target."""
    new_id = random.getrandbits(_ID_BITS) or 1
    values = {"of_match": match_id, "to": target, "new_id": new_id, "new_payload": payload}
    if run.change(_REPLACE, {**values, "due": due_at}):
        return
    run.change(
        _INSERT,
        {
            "match_id": match_id,
            "target": target,
            "id": new_id,
            "payload": payload,
            "created_at": now,
            "due_at": due_at,
            "attempts": 0,
            "lease_until": 0,
            "lease": 0,
        },
    )


def is_due(run: Run, now: int) -> bool:
    """Whether there is anything to claim."""
    return bool(run.rows(_IS_DUE, {"now": now}))


def next_due(run: Run) -> int | None:
    """When the next row can be claimed."""
    found: int | None = run.rows(_NEXT, {})[0][0]
    return found


def claim(run: Run, limit: int, now: int, lease_ms: int) -> list[OutboxRow]:
    """Lease what is due."""
    lease = random.getrandbits(_ID_BITS) or 1
    found = run.rows(_DUE, {"now": now, "most": limit})
    run.change_many(
        _LEASE,
        (
            {"of_match": row[0], "to": row[1], "until": now + lease_ms, "new_lease": lease}
            for row in found
        ),
    )
    return [
        OutboxRow(
            match_id=match_id,
            target=target,
            id=number,
            payload=payload,
            created_at=created_at,
            due_at=due_at,
            attempts=attempts,
            lease=lease,
        )
        for match_id, target, number, payload, created_at, due_at, attempts in found
    ]


def complete(run: Run, row: OutboxRow) -> None:
    """Take a row that has been sent out of the box; free its place if a newer one is there."""
    place = {"of_match": row.match_id, "to": row.target}
    if not run.change(_SENT, {**place, "sent": row.id}):
        run.change(_RELEASE, {**place, "mine": row.lease, "until": 0})


def postpone(run: Run, row: OutboxRow, due_at: int) -> None:
    """Put it back for later; free its place if a newer one is there, which goes at once."""
    place = {"of_match": row.match_id, "to": row.target}
    if not run.change(_POSTPONE, {**place, "mine_id": row.id, "due": due_at}):
        run.change(_RELEASE, {**place, "mine": row.lease, "until": 0})


def fail(run: Run, row: OutboxRow, retry_at: int) -> None:
    """Hold the place until `retry_at`, unless somebody else has claimed it meanwhile."""
    values = {"of_match": row.match_id, "to": row.target, "mine": row.lease, "until": retry_at}
    run.change(_RELEASE, values)


def release(run: Run) -> None:
    """Free every place."""
    run.change(_RELEASE_ALL, {})
