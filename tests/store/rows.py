"""Rows for tests, in few words."""

from __future__ import annotations

from typing import Any

from sqlalchemy import case, func, select

from bot.store import Commit, MatchRow, MoveRow, SeatRow, Store
from bot.store.statement import Statement
from bot.store.tables import outbox

ANN, BEN, COLE = 2**63 - 25, 1002, 1003
"""Users. Ids of Discord fill 64 bits."""
SEED = bytes(range(32))


def match(id: str = "7KQ2MX9A01", channel: int = 70, **more: Any) -> MatchRow:
    """A lobby in a channel, with Ann as host and Ben beside her."""
    values: dict[str, Any] = {
        "game": "carwars-cards",
        "guild_id": 7,
        "host_id": ANN,
        "created_at": 1,
        "seats": [
            SeatRow(seat=0, name="Ann", user_id=ANN),
            SeatRow(seat=1, name="Ben", user_id=BEN),
        ],
    }
    return MatchRow(id=id, channel_id=channel, **(values | more))


def move(n: int, **more: Any) -> MoveRow:
    """An answer of seat 0."""
    values: dict[str, Any] = {"seat": 0, "kind": "answer", "number": n, "value": b"1", "at": n}
    return MoveRow(n=n, **(values | more))


def commit(version: int, id: str = "7KQ2MX9A01", at: int = 10, **more: Any) -> Commit:
    """A commit made from that version."""
    return Commit(match_id=id, expected_version=version, at=at, **more)


async def version_of(store: Store, match_id: str) -> int | None:
    """The version a match has now; None where there is none."""
    glance = await store.glance(match_id)
    return glance.version if glance is not None else None


_LATER = case((outbox.c.due_at < outbox.c.lease_until, outbox.c.lease_until), else_=outbox.c.due_at)
_NEXT = Statement(select(func.min(_LATER)))


async def next_due(store: Store) -> int | None:
    """When the next row of the outbox can be claimed; None when there is none."""
    due: int | None = await store.read(lambda run: run.one(_NEXT))
    return due
