"""The outbox and the clocks: folded, leased, never two senders at one message."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.store import UNSURE, Deadline, DueRow, Home, OutboxRow, Outgoing, Store, Unsure
from tests.store.rows import ANN, SEED, commit, match, next_due, version_of

ID = "7KQ2MX9A01"


@pytest.fixture(autouse=True)
async def table(store: Store) -> None:
    """One match."""
    await store.new_match(match(), SEED)


async def tell(store: Store, payload: bytes, now: int, **more: Any) -> None:
    """A commit that wants the board refreshed."""
    version = await version_of(store, ID)
    assert version is not None
    out = Outgoing(target="board", payload=payload, **more)
    await store.append(commit(version, at=now, outbox=[out]))


def told(rows: list[OutboxRow]) -> list[bytes]:
    """What claimed rows say."""
    return [row.payload for row in rows]


async def test_ten_quick_moves_are_one_edit(store: Store) -> None:
    for n in range(10):
        await tell(store, b"%d" % n, now=100 + n)
    (row,) = await store.outbox_claim(32, now=110)
    assert (row.match_id, row.target, row.payload) == (ID, "board", b"9")
    assert (row.created_at, row.due_at, row.attempts) == (100, 100, 0)
    await store.outbox_complete(row)
    assert await next_due(store) is None


async def test_targets_are_claimed_by_the_time_they_were_due(store: Store) -> None:
    for at, target in ((30, "hand:2"), (10, "board"), (20, "hand:1"), (99, "late")):
        await store.post(ID, target, b"", at)
    rows = await store.outbox_claim(2, now=50)
    assert [row.target for row in rows] == ["board", "hand:1"]
    assert [row.target for row in await store.outbox_claim(9, now=50)] == ["hand:2"]
    assert await next_due(store) == 99


async def test_nothing_is_sent_before_it_is_due(store: Store) -> None:
    await tell(store, b"1", now=100, due_at=400)
    await tell(store, b"2", now=150, due_at=900)
    assert await store.outbox_claim(9, now=399) == []
    assert told(await store.outbox_claim(9, now=400)) == [b"2"]


async def test_a_newer_one_waits_while_the_older_is_being_sent(store: Store) -> None:
    await tell(store, b"old", now=100)
    (old,) = await store.outbox_claim(9, now=100)
    await tell(store, b"new", now=101)
    assert await store.outbox_claim(9, now=102) == []
    await store.outbox_complete(old)
    (new,) = await store.outbox_claim(9, now=103)
    assert new.payload == b"new"
    assert new.id != old.id
    await store.outbox_complete(new)
    assert await next_due(store) is None


async def test_a_sender_that_died_loses_its_lease(store: Store) -> None:
    await tell(store, b"x", now=100)
    (first,) = await store.outbox_claim(9, now=100, lease_ms=1000)
    assert await store.outbox_claim(9, now=1099) == []
    (second,) = await store.outbox_claim(9, now=1100, lease_ms=1000)
    assert (second.id, second.attempts) == (first.id, 1)
    # The first was only slow: it must not free the place under the second.
    await store.outbox_postpone(first, 0)
    assert await store.outbox_claim(9, now=1150) == []
    await tell(store, b"y", now=1200)
    await store.outbox_complete(first)
    await store.outbox_fail(first, retry_at=0)
    assert await store.outbox_claim(9, now=1200) == []
    await store.outbox_complete(second)
    assert told(await store.outbox_claim(9, now=1201)) == [b"y"]


async def test_a_slow_sender_does_not_take_out_what_came_later(store: Store) -> None:
    await tell(store, b"x", now=100)
    (slow,) = await store.outbox_claim(9, now=100, lease_ms=10)
    (quick,) = await store.outbox_claim(9, now=200)
    await store.outbox_complete(quick)
    await tell(store, b"y", now=300)
    await store.outbox_complete(slow)
    assert told(await store.outbox_claim(9, now=300)) == [b"y"]


async def test_a_failed_target_is_left_alone_until_its_time(store: Store) -> None:
    await tell(store, b"x", now=100)
    (row,) = await store.outbox_claim(9, now=100)
    await store.outbox_fail(row, retry_at=5_000)
    assert await next_due(store) == 5_000
    (again,) = await store.outbox_claim(9, now=5_000)
    assert again.attempts == 1
    await store.outbox_fail(again, retry_at=9_000)
    await tell(store, b"y", now=6_000)
    assert await store.outbox_claim(9, now=8_999) == []
    (newer,) = await store.outbox_claim(9, now=9_000)
    assert (newer.payload, newer.attempts) == (b"y", 0)


async def test_two_processes_never_claim_the_same(store: Store, url: str) -> None:
    other = await Store.open(url)
    for n in range(40):
        await store.post(ID, f"hand:{n}", b"", 1)
    claims = await asyncio.gather(
        *(each.outbox_claim(7, now=5) for each in (store, other) for _ in range(4))
    )
    targets = [row.target for rows in claims for row in rows]
    assert sorted(targets) == sorted(f"hand:{n}" for n in range(40))
    await other.close()


async def test_due_deadlines_are_claimed_once_per_lease(store: Store) -> None:
    bells = [
        Deadline(number=5, seat=1, due_at=300, stage=0),
        Deadline(number=5, seat=1, due_at=400, stage=1),
    ]
    await store.append(commit(0, deadlines=bells))
    assert await store.deadlines_due(299) == []
    ping = DueRow(match_id=ID, number=5, seat=1, due_at=300, stage=0, lease_until=1300)
    assert await store.deadlines_due(300, lease_ms=1000) == [ping]
    assert await store.deadlines_due(400, lease_ms=2000) == [
        DueRow(match_id=ID, number=5, seat=1, due_at=400, stage=1, lease_until=2400)
    ]
    assert await store.deadlines_due(1299) == []
    (again,) = await store.deadlines_due(1300, lease_ms=1000)
    assert (again.stage, again.lease_until) == (0, 2300)
    # Who had it before was only slow: it must not free the clock under who has it now.
    await store.deadline_release(ping)
    assert await store.deadlines_due(1301) == []
    await store.deadline_release(again)
    assert await store.deadlines_due(1302, lease_ms=10) == [
        msgspec.structs.replace(again, lease_until=1312)
    ]
    await store.append(commit(1, deadlines=()))
    assert await store.deadlines_due(10**12) == []


async def test_rows_are_claimed_where_their_table_is_at_home(store: Store) -> None:
    await store.new_match(match("EAST", channel=71, guild_id=(4 << 22) + 7), SEED)
    await store.new_match(match("WEST", channel=72, guild_id=(5 << 22) + 7), SEED)
    for match_id in ("EAST", "WEST"):
        await store.post(match_id, "board", b"", 10)
    west = await store.outbox_claim(9, 20, home=Home(3, (2,)))
    assert [row.match_id for row in west] == ["WEST"]
    assert await store.outbox_claim(9, 20, home=Home(3, (0, 2))) == []
    east = await store.outbox_claim(9, 20, home=Home(3, (0, 1)))
    assert [row.match_id for row in east] == ["EAST"]


HAND = "hand:0"


async def shown(store: Store, *, version: int, row: int = 0) -> list[OutboxRow]:
    """What is to be sent once more after Ann's hand has been shown, made of that version."""
    unsure = Unsure(target=HAND, version=version, at=50, row=row)
    await store.hand_shown(ID, ANN, 5, 6, "key", unsure=unsure)
    return await store.outbox_claim(9, 9_999)


async def targets(store: Store, *, version: int, row: int = 0) -> list[str]:
    """The targets of that."""
    return [row.target for row in await shown(store, version=version, row=row)]


async def test_an_answer_settles_the_row_of_what_it_shows(store: Store) -> None:
    out = Outgoing(target=UNSURE + HAND, due_at=2_000, id=77)
    await store.append(commit(0, at=40, outbox=[out]))
    assert await store.outbox_claim(9, 1_999) == []
    assert await shown(store, version=1, row=77) == []
    assert await next_due(store) is None


async def test_what_was_shown_of_an_older_match_is_shown_once_more(store: Store) -> None:
    await store.append(commit(0, at=40))
    assert await targets(store, version=0) == [UNSURE + HAND]


async def test_what_two_have_shown_at_a_time_is_shown_once_more(store: Store) -> None:
    """The row that an answer was to settle has been sent meanwhile, or has a newer one's place."""
    await store.append(commit(0, at=40, outbox=[Outgoing(target=UNSURE + HAND, due_at=40, id=77)]))
    (row,) = await store.outbox_claim(9, 40)
    await store.outbox_complete(row)
    assert await targets(store, version=1, row=77) == [UNSURE + HAND]
