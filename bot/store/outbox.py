"""The outbox: one row for each thing to tell, claimed with a lease.

A newer thing for the same (match, target) takes the place of the one that waits, with a new id.
The lease belongs to the place, so a target is never being sent twice at a time, and an older edit
can never arrive after a newer one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, bindparam, delete, literal_column, or_, select, update

from bot.store.rows import Home, OutboxRow, Outgoing
from bot.store.statement import Query, Run, Statement, fields, of_match, upsert
from bot.store.tables import matches, outbox

_ID_BITS: Final = 62
_FREE: Final = {"attempts": 0, "lease_until": 0, "lease": 0}

_here = of_match(outbox) & (outbox.c.target == bindparam("to"))
_ready = (outbox.c.due_at <= bindparam("now")) & (outbox.c.lease_until <= bindparam("now"))

_PUT: Final = upsert(outbox, "id", "payload", "attempts", least=("due_at",))


@cache
def _of(home: Home | None) -> tuple[ColumnElement[bool], ...]:
    """Which rows can be claimed, of tables at home there."""
    if home is None:
        return (_ready,)
    shard = matches.c.guild_id.op(">>")(literal_column("22")).op("%")(home.count)
    its_match = select(matches.c.id).where(
        matches.c.id == outbox.c.match_id, or_(*(shard == each for each in home.shards))
    )
    return _ready, its_match.exists()


@cache
def _is_due(home: Home | None) -> Statement:
    return Statement(select(outbox.c.id).where(*_of(home)).limit(1))


@cache
def _due(home: Home | None) -> Query[OutboxRow]:
    return Query(
        OutboxRow,
        select(*fields(OutboxRow, outbox))
        .where(*_of(home))
        .order_by(outbox.c.due_at)
        .limit(bindparam("most"))
        .with_for_update(skip_locked=True, of=outbox),
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
    .where(_here, outbox.c.id == bindparam("mine_id"), outbox.c.lease == bindparam("mine"))
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
_WAITS: Final = Statement(select(outbox.c.payload).where(_here))


def _new_id() -> int:
    return random.getrandbits(_ID_BITS) or 1


def put(
    run: Run,
    match_id: str,
    target: str,
    payload: bytes,
    now: int,
    *,
    due: int | None = None,
    id: int = 0,
) -> None:
    """Put something in, not to be sent before `due`; it takes the place of what waits for the same
    target. By its `id` it can be settled."""
    at = now if due is None else due
    put_all(run, [(match_id, Outgoing(target=target, payload=payload, due_at=at, id=id), now)])


def put_all(run: Run, those: Iterable[tuple[str, Outgoing, int]]) -> None:
    """Put several things in, each given with its match and when that is, in ms."""
    rows: list[dict[str, Any]] = [
        {
            "match_id": match_id,
            "target": each.target,
            "id": each.id or _new_id(),
            "payload": each.payload,
            "created_at": now,
            "due_at": each.due_at or now,
            **_FREE,
        }
        for match_id, each, now in those
    ]
    run.change_many(_PUT, rows)
    if rows:
        run.tell({row["match_id"] for row in rows})


def is_due(run: Run, now: int, home: Home | None = None) -> bool:
    """Whether there is anything to claim."""
    return bool(run.rows(_is_due(home), now=now))


def waiting(run: Run, match_id: str, target: str) -> bytes | None:
    """The payload of what waits for a target; None where nothing does."""
    return run.one(_WAITS, of_match=match_id, to=target)


def claim(
    run: Run, limit: int, now: int, lease_ms: int, home: Home | None = None
) -> list[OutboxRow]:
    """Lease what is due, of tables at home there; None: of all."""
    lease = _new_id()
    found = run.structs(_due(home), now=now, most=limit)
    claim = {"until": now + lease_ms, "new_lease": lease}
    run.change_many(_LEASE, ({**_place(row), **claim} for row in found))
    return [msgspec.structs.replace(row, lease=lease) for row in found]


def _place(row: OutboxRow) -> dict[str, Any]:
    return {"of_match": row.match_id, "to": row.target}


def settle(run: Run, match_id: str, target: str, id: int) -> bool:
    """What a row asks for has been done without it; False where another has taken its place, or
    it has been sent meanwhile."""
    return bool(run.change(_SENT, of_match=match_id, to=target, sent=id))


def complete(run: Run, row: OutboxRow) -> bool:
    """It has been sent. Whether something was put in meanwhile for the same target, which can be
    claimed now."""
    if run.change(_SENT, **_place(row), sent=row.id):
        return False
    fail(run, row, 0)
    return True


def postpone(run: Run, row: OutboxRow, due_at: int) -> None:
    """Its time is later: it can be claimed again from `due_at` on, and has not failed. A newer one
    for the same target can be claimed now. Where somebody else has claimed it meanwhile nothing
    changes."""
    if not run.change(_POSTPONE, **_place(row), mine_id=row.id, mine=row.lease, due=due_at):
        fail(run, row, 0)


def fail(run: Run, row: OutboxRow, retry_at: int) -> None:
    """It could not be sent: nothing is claimed for this target before `retry_at`, unless somebody
    else has claimed it meanwhile."""
    run.change(_RELEASE, **_place(row), mine=row.lease, until=retry_at)


def release(run: Run) -> None:
    """Free every place."""
    run.change(_RELEASE_ALL)
