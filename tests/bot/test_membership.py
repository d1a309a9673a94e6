"""A process among others: what its lease is good for, and whose clock counts."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import lobby
from bot.match.match import Match
from bot.posts.hands import kept_key
from bot.store import DatabaseAway, DatabaseLocked, ShardTaken, Store, processes
from bot.store.purge import LOBBY_MS
from bot.tables import membership
from bot.tables.matches import Matches, NoSuchMatch
from bot.tables.membership import KNOWN_SECONDS, Membership, wall
from tests.bot.faults import capture_logs

MINUTE = 60_000


@pytest.fixture(autouse=True)
def _soon_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody renews a lease here but a test."""
    monkeypatch.setattr(membership, "KNOWN_SECONDS", 0.0)


async def test_who_is_alone_has_no_lease_and_everything(store: Store, url: str) -> None:
    alone = await Membership.join(store, url, wall)
    assert (alone.shared, alone.living, alone.home) == (False, 1, None)
    assert alone.alive()
    assert alone.hears(123 << 22)
    with pytest.raises(DatabaseLocked, match="another bot"):
        await Membership.join(store, url, wall)
    with pytest.raises(DatabaseLocked, match="all shards"):
        await Membership.join(store, url, wall, (0,), 2)
    await alone.leave()
    await (await Membership.join(store, url, wall)).leave()


async def test_a_shard_of_nobody_is_at_home_in_one_process(store: Store, url: str) -> None:
    """Were it two, both would send what stands in one of its channels, side by side."""
    first = await Membership.join(store, url, wall, (0,), 5)
    assert first.living == 1
    assert first.home is None
    second = await Membership.join(store, url, wall, (1,), 5)
    await first.renew()
    assert first.living == second.living == 2
    assert [first.is_home(shard << 22) for shard in range(5)] == [True, False, True, False, True]
    assert [second.is_home(shard << 22) for shard in range(5)] == [False, True, False, True, False]
    assert [second.hears(shard << 22) for shard in range(5)] == [False, True, False, False, False]
    await second.leave()
    await first.renew()
    assert first.home is None
    await first.leave()


async def test_who_joins_has_no_part_of_the_limits_before_the_others_know(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the parts would be more than the whole. So it is for who is taken for dead. Who has
    joined meanwhile is counted, too."""
    monkeypatch.setattr(membership, "KNOWN_SECONDS", KNOWN_SECONDS)
    waited: list[float] = []
    others: list[Membership] = []

    async def passes(seconds: float) -> None:
        waited.append(seconds)
        for other in others:
            await other.renew()
        if len(waited) == 1:
            await store.join((2,), 3)

    monkeypatch.setattr(membership, "asyncio", SimpleNamespace(sleep=passes))
    first = await Membership.join(store, url, wall, (0,), 3)
    assert waited == []
    others.append(first)
    second = await Membership.join(store, url, wall, (1,), 3)
    assert (waited, first.living, second.living) == ([KNOWN_SECONDS], 2, 3)
    # A larger part that was taken just before that renewal is of a second that is over.
    assert KNOWN_SECONDS >= membership.RENEW_SECONDS + 1
    await store.leave(second._process.id)  # type: ignore[union-attr]
    await first.renew()
    assert first.living == 2
    await second.renew()
    assert (waited, first.living, second.living) == ([KNOWN_SECONDS] * 2, 3, 3)
    for member in (second, first):
        await member.leave()


@pytest.mark.parametrize("off", [5 * MINUTE, -5 * MINUTE])
async def test_the_clock_of_the_database_counts(
    store: Store, url: str, off: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = wall
    monkeypatch.setattr(membership, "wall", lambda: right() + off)
    with capture_logs() as logs:
        member = await Membership.join(store, url, membership.wall, (0,), 2)
    assert [line["event"] for line in logs] == [
        "this machine's clock differs from the database's, which counts"
    ]
    assert abs(member.now() - right()) < MINUTE
    assert member.alive()
    await member.leave()


async def test_who_has_begun_again_without_hearing_of_it_is_not_in_its_own_way(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database went away with the answer: its row, once more, is of this process."""
    monkeypatch.setattr(processes, "LEASE_MS", 0)
    slow = await Membership.join(store, url, wall, (0,), 2)
    other = await Membership.join(store, url, wall, (1,), 2)
    monkeypatch.setattr(processes, "LEASE_MS", 60_000)
    await other.renew()
    join = store.join

    async def unheard(*what: Any) -> Any:
        await join(*what)
        raise DatabaseAway("gone")

    monkeypatch.setattr(store, "join", unheard)
    with pytest.raises(DatabaseAway):
        await slow.renew()
    monkeypatch.setattr(store, "join", join)
    await slow.renew()
    assert slow.alive()
    await slow.leave()
    await other.leave()


async def test_who_was_taken_for_dead_begins_again_unless_his_shard_is_taken(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LEASE_MS", 0)
    monkeypatch.setattr(membership, "LEASE_MS", 0)
    slow = await Membership.join(store, url, wall, (0,), 2)
    assert not slow.alive()  # it makes no call from here on
    heir = await Membership.join(store, url, wall, (0,), 2)
    monkeypatch.setattr(processes, "LEASE_MS", 60_000)
    monkeypatch.setattr(membership, "LEASE_MS", 60_000)
    await heir.renew()
    assert heir.alive()
    with pytest.raises(ShardTaken, match="shard 0"):
        await slow.renew()
    assert not slow.alive()
    await heir.leave()
    await slow.renew()
    assert slow.alive()
    await slow.leave()


async def test_a_lease_counts_from_when_it_was_asked_for(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is stopped while the answer is on its way may have been taken over when it comes."""
    passed = 0.0
    clock = SimpleNamespace(monotonic=lambda: passed, time_ns=time.time_ns)
    monkeypatch.setattr(membership, "time", clock)
    member = await Membership.join(store, url, lambda: MINUTE, (0,), 1)
    renew = store.renew

    async def late(process: int) -> Any:
        nonlocal passed
        roll = await renew(process)
        passed += processes.LEASE_MS / 1000
        return roll

    assert member.alive()
    monkeypatch.setattr(store, "renew", late)
    await member.renew()
    assert not member.alive()
    await member.leave()


async def test_only_who_is_alone_believes_what_is_in_memory(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    glances: list[str] = []
    glance = store.glance

    async def counted(match_id: str) -> Any:
        glances.append(match_id)
        return await glance(match_id)

    monkeypatch.setattr(store, "glance", counted)
    alone = await Membership.join(store, url, wall)
    for member, looks in ((alone, 0), (Membership(store, wall), 1)):
        matches = Matches(store, member, hand_key=kept_key)
        match = await opened(matches, channel=looks)
        assert await matches.look(match.id) is match
        assert glances == [match.id] * looks
    await alone.leave()
    assert not alone.alone


async def test_what_has_been_purged_is_in_nobodys_memory(store: Store, url: str) -> None:
    now = MINUTE
    member = await Membership.join(store, url, lambda: now)
    matches = Matches(store, member, hand_key=kept_key)
    over, plays = await opened(matches, channel=1), await opened(matches, channel=2)
    await matches.change(over.id, lobby.close)
    await matches.look(over.id)
    now += LOBBY_MS
    await matches.purge()
    assert (await matches.look(plays.id)).status == "lobby"
    with pytest.raises(NoSuchMatch):
        await matches.look(over.id)
    await member.leave()


async def opened(matches: Matches, *, channel: int) -> Match:
    """A lobby in a channel."""
    return await matches.open(
        game="carwars-cards", guild_id=1, channel_id=channel, user_id=3, name="Ann"
    )
