"""The outbox by itself: it finds what is due, sends nothing twice at a time, and goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.discord_calls import Unable
from bot.delivery.outbox import LEASE_MS
from bot.local.hub import HANGS
from bot.store import OutboxRow
from tests.bot.pits import MINUTE, Pits
from tests.store.rows import next_due


class Probe:
    """A kind of row of the test's own: what was sent of it, and whether sending comes to an end."""

    def __init__(self, pits: Pits) -> None:
        self.sent: list[str] = []
        self.heard = asyncio.Event()
        self.slow = asyncio.Event()
        """Rows named `slow` wait for it."""
        pits.bot.delivery.handlers["probe"] = self.send
        pits.bot.delivery.every = 0.02
        pits.bot.matches.wake()

    async def send(self, row: OutboxRow, rest: str) -> None:
        self.sent.append(rest)
        self.heard.set()
        if rest == "slow":
            await self.slow.wait()

    async def hears(self) -> None:
        """Wait until one more row is being sent."""
        async with asyncio.timeout(HANGS):
            await self.heard.wait()
        self.heard.clear()


async def put(pits: Pits, rest: str, due: int | None = None) -> None:
    """Put a row in, and tell nobody."""
    await pits.store.post(pits.match_id, f"probe:{rest}", b"", pits.clock(), due=due)


async def test_what_the_clock_alone_makes_due_is_sent(pits: Pits) -> None:
    await pits.open(1)
    probe = Probe(pits)
    await put(pits, "later", pits.clock() + MINUTE)
    await pits.settled()
    assert not probe.sent
    pits.clock.now += MINUTE
    await probe.hears()
    assert probe.sent == ["later"]


async def test_what_takes_longer_than_its_lease_is_not_sent_twice_at_a_time(pits: Pits) -> None:
    await pits.open(1)
    probe = Probe(pits)
    await put(pits, "slow")
    await probe.hears()
    for _ in range(3):
        pits.clock.now += 2 * LEASE_MS
        await put(pits, "slow")  # newer, and it has to wait
        await put(pits, "quick")
        await probe.hears()
    assert probe.sent == ["slow", "quick", "quick", "quick"]
    probe.slow.set()
    await pits.settled()
    assert probe.sent[4:] == ["slow"], "the newest one, once"
    assert await next_due(pits.store) is None


async def test_what_is_newer_goes_as_soon_as_its_place_is_free(pits: Pits) -> None:
    await pits.open(1)
    probe = Probe(pits)
    await put(pits, "slow")
    await probe.hears()
    pits.bot.delivery.every = 3600.0  # nothing is found by looking now and then
    await put(pits, "slow")
    await put(pits, "quick")
    pits.bot.matches.wake()
    await probe.hears()
    await next_due(pits.store)  # the outbox has looked once more
    probe.slow.set()
    await probe.hears()
    assert probe.sent == ["slow", "quick", "slow"]


async def test_no_failure_ends_the_outbox(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await pits.open(1)
    probe = Probe(pits)
    claim = pits.store.outbox_claim
    failed: list[bool] = []

    async def fails_once(*how: Any) -> list[OutboxRow]:
        if not failed:
            failed.append(True)
            raise RuntimeError("what nobody has foreseen")
        return await claim(*how)

    monkeypatch.setattr(pits.store, "outbox_claim", fails_once)
    await put(pits, "first")
    await probe.hears()
    assert failed
    assert probe.sent == ["first"]


async def test_a_failure_behind_what_discord_refuses_is_logged(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(2)
    faults: list[str] = []

    async def refuses(row: OutboxRow, rest: str) -> None:
        raise Unable("forbidden")

    async def fails(row: OutboxRow, error: Unable) -> None:
        raise RuntimeError("what nobody has foreseen")

    monkeypatch.setattr(pits.bot.delivery, "_given_up", fails)
    monkeypatch.setattr(pits.bot.matches.faults, "note", lambda *fault: faults.append(fault[1]))
    pits.bot.delivery.handlers["probe"] = refuses
    await put(pits, "refused")
    pits.bot.matches.wake()
    await pits.settled()
    assert faults == ["what could not be delivered was not told: probe:refused"]
    assert await next_due(pits.store) is None
