"""The processes that share the database: which shards each has, and until when it counts as alive.

A process has one lease, which it renews by the database's clock: the clocks of machines may differ
by minutes. Whoever finds one that is over deletes it. What its process had claimed of the outbox
and of the clocks ends by itself, a little later.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import BigInteger, bindparam, delete, insert, select, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from bot.store import notes
from bot.store.errors import ShardTaken
from bot.store.statement import Run, Statement
from bot.store.tables import processes

LEASE_MS: Final = 10_000
"""How long a process counts as alive after it was last heard of."""
IDENTIFY_MS: Final = 5_500
"""How long after one IDENTIFY the next may go: Discord wants five seconds between both as they come
to it, and the first may be longer on its way."""
_JOINING: Final = zlib.crc32(b"shards")
EVERY: Final = "all"
"""Shards of a process that has all of them, however many those are."""


class _Clock(FunctionElement[int]):
    """The time on the database's clock, in ms."""

    type = BigInteger()
    inherit_cache = True


@compiles(_Clock, "sqlite")
def _of_sqlite(element: _Clock, compiler: SQLCompiler, **_: object) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(_Clock, "postgresql")
def _of_postgresql(element: _Clock, compiler: SQLCompiler, **_: object) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


_CLOCK: Final = Statement(select(_Clock()))
_LIVING: Final = Statement(
    select(*processes.columns).where(processes.c.lease_until > bindparam("at"))
)
_REAP: Final = Statement(delete(processes).where(processes.c.lease_until <= bindparam("at")))
_JOIN: Final = Statement(insert(processes))
_RENEW: Final = Statement(
    update(processes).where(processes.c.id == bindparam("process")), ("lease_until",)
)
_LEAVE: Final = Statement(delete(processes).where(processes.c.id == bindparam("process")))


class Process(msgspec.Struct, frozen=True):
    """One process and its shards; none for one that has all."""

    id: int
    shards: tuple[int, ...]
    shard_count: int
    lease_until: int
    """By the database's clock, in ms."""


class Roll(msgspec.Struct, frozen=True):
    """Who is alive, and the time on the database's clock (ms)."""

    clock: int
    living: tuple[Process, ...]


def _clock(run: Run) -> int:
    return int(run.one(_CLOCK) or 0)


def _roll(run: Run) -> Roll:
    clock = _clock(run)
    living = tuple(
        Process(id, _read(shards), count, until)
        for id, shards, count, until in run.rows(_LIVING, at=clock)
    )
    return Roll(clock, living)


def _read(shards: str) -> tuple[int, ...]:
    return () if shards == EVERY else tuple(int(each) for each in shards.split(","))


def _written(shards: Iterable[int]) -> str:
    return ",".join(str(each) for each in shards) or EVERY


def join(run: Run, shards: tuple[int, ...], shard_count: int, process_id: int = 0) -> Process:
    """A process begins with these shards (none: all), or begins again by the `process_id` that it
    has: what it had stored, and never heard of because the database went away, is its own.

    Raises `ShardTaken` where one that is alive has any of them, or counts them otherwise.
    """
    run.alone(_JOINING)  # two that begin at once do so one after the other
    roll = _roll(run)
    for other in roll.living:
        if other.id == process_id:
            continue
        shared = not shards or not other.shards or {*shards} & {*other.shards}
        if shared or other.shard_count != shard_count:
            raise ShardTaken(_why(other, shards, shard_count), other.id, other.lease_until)
    run.change(_REAP, at=roll.clock)
    run.change(_LEAVE, process=process_id)
    number = process_id or random.getrandbits(62) or 1
    new = Process(number, tuple(shards), shard_count, roll.clock + LEASE_MS)
    run.change(
        _JOIN,
        id=new.id,
        shards=_written(shards),
        shard_count=shard_count,
        lease_until=new.lease_until,
    )
    return new


def _why(other: Process, shards: tuple[int, ...], shard_count: int) -> str:
    if not other.shards or not shards:
        return (
            "Another bot runs on this database, and one of both has all shards: stop it, or give "
            "each process its SHARD_IDS and the same SHARD_COUNT."
        )
    both = sorted({*shards} & {*other.shards})
    if both:
        word = "shard" if len(both) == 1 else "shards"
        return (
            f"Another process has {word} {_written(both)} already: give each process its own "
            "SHARD_IDS."
        )
    return (
        f"Another process runs with SHARD_COUNT {other.shard_count}: stop all processes before "
        f"you start one with {shard_count}."
    )


def renew(run: Run, process_id: int) -> Roll | None:
    """A process is alive; who else is. None where somebody has found its lease over and deleted
    it: it has to join again."""
    clock = _clock(run)
    if not run.change(_RENEW, process=process_id, lease_until=clock + LEASE_MS):
        return None
    run.change(_REAP, at=clock)
    return _roll(run)


def leave(run: Run, process_id: int) -> None:
    """A process ends."""
    run.change(_LEAVE, process=process_id)


def identify(run: Run, key: int, every_ms: int) -> int:
    """Take the next IDENTIFY of the shards that Discord counts together under this key: 0 where it
    may go now. Else nothing is taken, and it is the time in ms after which to ask again."""
    name = f"identify:{key}"
    run.alone(zlib.crc32(name.encode()))
    clock = _clock(run)
    wait = int(notes.read(run, name) or 0) - clock
    if 0 < wait <= every_ms:  # what is later was noted by another clock
        return wait
    notes.write(run, name, str(clock + every_ms))
    return 0
