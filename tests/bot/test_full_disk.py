"""A disk without room: nothing is lost, and the table goes on as soon as there is room again.

The test's clock stands still, so what waited for the end of a lease would wait for ever. The
database refuses writes as it does on a full disk: its line may only read for a while.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from bot.delivery.delivery import Delivery
from bot.local.hub import HANGS
from bot.match.state import TURN_SECONDS
from bot.store import DatabaseUnwritable, OutboxRow, Store
from bot.store.sqlite import SqliteConnections
from tests.bot.pits import Pits, follow_up, verbs
from tests.store.rows import next_due

TURN = 1000 * TURN_SECONDS["live"]


async def room(store: Store, there_is: bool) -> None:
    """Let the database be written, or not."""
    pragma = f"PRAGMA query_only={int(not there_is)}"
    assert isinstance(store._connections, SqliteConnections)
    await store._connections._writing.hop(lambda connection: connection.execute(pragma).fetchall())


async def until_held(pits: Pits, held: bool = True) -> None:
    """Wait until rows have been claimed that cannot be noted as sent, or until they are free."""
    pits.bot.matches.wake()
    async with asyncio.timeout(HANGS):
        while bool(pits.bot.delivery._held) != held:  # noqa: ASYNC110 - another task changes it
            await asyncio.sleep(0)


async def test_a_press_on_a_full_disk_is_refused_and_works_again_at_once(pits: Pits) -> None:
    await pits.open(1)
    before = await pits.stored()
    await room(pits.store, False)
    outcome = await pits.press(pits.ben, "join")
    assert "Something went wrong here (fault " in await follow_up(outcome)
    assert await pits.stored() == before
    await room(pits.store, True)
    await pits.press(pits.ben, "join")
    await pits.settled()
    assert "**B** Ben" in pits.board().text


async def test_what_was_being_told_is_told_when_there_is_room_again(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(1)
    deliver = pits.bot.delivery._deliver
    filled: list[OutboxRow] = []

    async def the_disk_fills_up_meanwhile(row: OutboxRow) -> None:
        if not filled:
            filled.append(row)
            await room(pits.store, False)
        await deliver(row)

    monkeypatch.setattr(pits.bot.delivery, "_deliver", the_disk_fills_up_meanwhile)
    await pits.store.post(pits.match_id, "board", b"", pits.clock())
    await until_held(pits)
    with pytest.raises(DatabaseUnwritable):
        await pits.store.set_note("a", "b")
    with suppress(DatabaseUnwritable):
        await pits.bot.delivery._let_go()
    assert pits.bot.delivery._held, "kept until it can be written"
    await room(pits.store, True)
    await until_held(pits, False)
    await pits.settled()
    assert await next_due(pits.store) is None
    await pits.press(pits.ben, "join")
    await pits.settled()
    assert "join" in verbs(pits.board())
    assert "**B** Ben" in pits.board().text


async def test_what_is_held_while_rows_are_let_go_is_let_go_too(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, matches, wake = pits.store, pits.bot.matches, pits.bot.matches.wake
    delivery = Delivery(matches, pits.bot.pictures, pits.bot)
    matches.wake = wake
    first, second = (
        OutboxRow(
            id=number, match_id="NONE", target="board", payload=b"", created_at=0, due_at=0,
            attempts=0, lease=0,
        )
        for number in (1, 2)
    )  # fmt: skip
    fail = store.outbox_fail
    freed: list[OutboxRow] = []

    async def meanwhile(row: OutboxRow, retry_at: int) -> None:
        if not freed:
            delivery._held.append(second)
        freed.append(row)
        await fail(row, retry_at)

    monkeypatch.setattr(store, "outbox_fail", meanwhile)
    delivery._held.append(first)
    await delivery._let_go()
    assert freed == [first, second]


async def test_a_clock_that_rings_on_a_full_disk_rings_again_at_once(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve", "laser left, smoke")
    before = await pits.stored()
    matches = pits.bot.matches
    deadline = matches.deadline

    async def full(row: object) -> None:
        await room(pits.store, False)
        await deadline(row)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(matches, "deadline", full)
        pits.clock.now += TURN
        await pits.bot.clocks.tick()
    assert await pits.stored() == before
    await room(pits.store, True)
    await pits.bot.clocks.tick()
    await pits.settled()
    log = await pits.store.moves(pits.match_id, before.moves)
    assert [(move.kind, move.seat) for move in log] == [("clock", 0)]
