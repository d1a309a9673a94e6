"""Processes on one database: who has which shard, and until when."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.store import ShardTaken, Store, processes


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are over as soon as they begin."""
    monkeypatch.setattr(processes, "LEASE_MS", 0)


async def test_shards_are_shared_out_and_everybody_knows_who_is_alive(store: Store) -> None:
    first = await store.join((0,), 3)
    second = await store.join((1, 2), 3)
    roll = await store.renew(first.id)
    assert roll is not None
    assert {each.id: each.shards for each in roll.living} == {first.id: (0,), second.id: (1, 2)}
    assert abs(roll.clock - time.time() * 1000) < 60_000
    await store.leave(second.id)
    assert (await store.join((2,), 3)).shards == (2,)


async def test_a_lease_that_is_renewed_ends_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, more = await store.join((0,), 1), processes.LEASE_MS
    monkeypatch.setattr(processes, "LEASE_MS", processes.LEASE_MS + more)
    roll = await store.renew(mine.id)
    assert roll is not None
    (renewed,) = roll.living
    assert renewed.lease_until >= mine.lease_until + more


async def test_leases_go_by_the_clock_of_the_database(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However wrong that of the process is."""
    right, right_ns, wrong = time.time, time.time_ns, 3_600
    monkeypatch.setattr(time, "time", lambda: right() + wrong)
    monkeypatch.setattr(time, "time_ns", lambda: right_ns() + 1_000_000_000 * wrong)
    mine = await store.join((0,), 1)
    roll = await store.renew(mine.id)
    assert roll is not None
    for at in (mine.lease_until, roll.clock):
        assert abs(at - 1000 * right()) < 600_000


@pytest.mark.parametrize(
    ("shards", "count", "why"),
    [
        ((1, 2), 3, "has shard 1 already"),
        ((0, 1), 3, "has shards 0,1 already"),
        ((2,), 4, "SHARD_COUNT 3"),
        ((), 0, "all shards"),
    ],
)
async def test_a_shard_belongs_to_one_process(
    store: Store, shards: tuple[int, ...], count: int, why: str
) -> None:
    there = await store.join((0, 1), 3)
    with pytest.raises(ShardTaken, match=why) as taken:
        await store.join(shards, count)
    assert str(taken.value).endswith(".")
    assert (taken.value.process, taken.value.until) == (there.id, there.lease_until)
    roll = await store.renew(there.id)
    assert roll is not None
    assert [each.id for each in roll.living] == [there.id]


async def test_who_has_all_shards_is_alone(store: Store) -> None:
    await store.join((), 0)
    with pytest.raises(ShardTaken, match="all shards"):
        await store.join((), 0)


@pytest.mark.usefixtures("soon")
async def test_a_lease_that_is_over_is_anybodys_and_its_process_is_told(store: Store) -> None:
    dead = await store.join((0,), 2)
    heir = await store.join((0,), 2)
    assert await store.renew(dead.id) is None
    assert await store.renew(heir.id) is not None


async def test_whoever_renews_a_lease_finds_who_has_died(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should that one live all the same, it has to join again, and to wait until it is counted."""
    alive = await store.join((0,), 2)
    monkeypatch.setattr(processes, "LEASE_MS", 0)
    dead = await store.join((1,), 2)
    assert await store.renew(alive.id) is not None
    assert await store.renew(dead.id) is None


async def test_of_those_that_want_to_connect_one_may(store: Store, url: str) -> None:
    other = await Store.open(url)
    assert await store.identify(0, 3_600_000) == 0
    wait = await other.identify(0, 3_600_000)
    assert 3_500_000 < wait <= 3_600_000
    assert await other.identify(1, 3_600_000) == 0  # Discord counts these by themselves
    assert 0 < await store.identify(1, 3_600_000) <= 3_600_000
    # A turn that lies further ahead than any can was noted by a clock that was wrong.
    assert await other.identify(0, 60_000) == 0
    await other.close()


async def test_of_many_that_want_to_connect_at_once_one_may(store: Store, url: str) -> None:
    stores = [store, *[await Store.open(url) for _ in range(3)]]
    waits = await asyncio.gather(*(each.identify(0, 3_600_000) for each in stores * 3))
    assert waits.count(0) == 1
    for each in stores[1:]:
        await each.close()
