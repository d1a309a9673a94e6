"""A stop finishes what is under way; what Discord has given up is not carried out."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.local import LocalDiscord
from bot.local.hub import HANGS
from bot.presses.door import OLDEST_MS, RESTARTING
from bot.store import OutboxRow, ShardTaken, Store
from tests.bot.faults import capture_logs, errors
from tests.bot.pits import Pits, find, follow_up, question
from tests.bot.test_process import start


class Held:
    """A commit that waits until a test lets it go on."""

    def __init__(self, pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        append = pits.store.append

        async def held(commit: Any) -> int:
            self.begun.set()
            await self.go.wait()
            return await append(commit)

        monkeypatch.setattr(pits.store, "append", held)


async def test_a_stop_answers_what_is_under_way(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    before = await pits.stored()
    held = Held(pits, monkeypatch)
    panel = pits.panel(pits.ann)
    with capture_logs() as logs:
        press = asyncio.create_task(pits.press(pits.ann, "some", panel, values=["0"]))
        await held.begun.wait()
        stop = asyncio.create_task(pits.bot.close())
        await asyncio.sleep(0)
        board = pits.board()
        for late in (
            await pits.local.click(pits.ben, board, find(board, "hand")),
            await pits.local.command(pits.ben, pits.channel, "games", {}),
        ):
            await late.finished()
            assert RESTARTING in await follow_up(late)
        assert not stop.done()
        held.go.set()
        outcome = await press
        await stop
    assert outcome.updated
    assert not outcome.failed
    assert (await pits.stored()).moves > before.moves
    assert errors(logs) == []
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert question(pits.panel(pits.ann)), "what was not told before is told after"


async def test_a_stop_stores_what_computers_are_doing(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.open(1, computers=1)
    append = pits.store.append
    begun, go = asyncio.Event(), asyncio.Event()

    async def held(commit: Any) -> int:
        if any(move.kind == "computer" for move in commit.moves):
            begun.set()
            await go.wait()
        return await append(commit)

    monkeypatch.setattr(pits.store, "append", held)
    await pits.press(pits.ann, "start")
    await begun.wait()
    # Sends wait for the match, too: this is about the computers alone.
    stop = asyncio.create_task(pits.bot.matches.finish())
    for _ in range(200):
        await asyncio.sleep(0)
    assert not stop.done()
    go.set()
    await stop
    assert any(move.kind == "computer" for move in await pits.store.moves(pits.match_id))
    await pits.stop()
    await pits.start()


async def test_a_stop_sends_what_is_being_sent(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    delivery = pits.bot.delivery
    send, begun, go = delivery.handlers["board"], asyncio.Event(), asyncio.Event()
    sent = []

    async def held(row: OutboxRow, rest: str) -> None:
        begun.set()
        await go.wait()
        await send(row, rest)
        sent.append(row.target)

    delivery.handlers["board"] = held
    await pits.store.post(pits.match_id, "board", b"", pits.clock())
    pits.bot.matches.wake()
    await begun.wait()
    stop = asyncio.create_task(pits.bot.close())
    for _ in range(200):
        await asyncio.sleep(0)
    assert not stop.done()
    go.set()
    await stop
    assert sent == ["board"]
    await pits.stop()
    await pits.start()


async def test_a_stop_does_not_wait_for_ever(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    monkeypatch.setattr("bot.app.DRAIN_SECONDS", 0.05)
    held = Held(pits, monkeypatch)
    panel = pits.panel(pits.ann)
    pits.local.begin_press(pits.ann, panel, find(panel, "some"), ["0"])
    await held.begun.wait()
    with capture_logs() as logs:
        await pits.bot.close()
    assert [line["event"] for line in errors(logs)] == ["stopped before everything was done"]
    held.go.set()
    await pits.stop()
    await pits.start()
    await pits.settled()


async def test_what_discord_has_given_up_is_not_carried_out(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    plan = (await pits.command(pits.ann, "games")).text
    assert plan
    before = await pits.stored()
    lobby = pits.local.add_channel("back-alley")
    await pits.open(1, channel=lobby, people=[pits.cora])
    form = (await pits.press(pits.cora, "luck", pits.board(lobby))).modal
    table = await pits.stored()
    pits.bot.door._now = lambda: pits.clock() + OLDEST_MS + 1
    panel = pits.panel(pits.ann)
    pits.local.hub.interaction_seconds = 0.5
    with capture_logs() as logs:
        outcomes = await asyncio.gather(
            pits.press(pits.ann, "some", panel, values=["0"]),
            pits.command(pits.ben, "leave"),
            pits.submit(pits.cora, form, {"words": "seven"}),
        )
    assert all(outcome.failed for outcome in outcomes)
    assert len(errors(logs)) == 3
    assert await pits.stored() == table
    assert await pits.stored("TABLE001") == before
    pits.bot.door._now = lambda: pits.clock() + OLDEST_MS
    await pits.press(pits.ann, "some", panel, values=["0"])
    assert (await pits.stored("TABLE001")).moves > before.moves


async def test_a_process_that_is_told_to_stop_leaves_its_shards_to_the_next(tmp_path: Path) -> None:
    """At once: nobody has to wait for the end of its lease."""
    local = LocalDiscord(limits="off", shards=1)
    await local.start()
    shards = {"SHARD_IDS": "0", "SHARD_COUNT": "1"}
    process = await start(
        tmp_path, DISCORD_TOKEN=local.token, MOTORDROME_LOCAL_URL=local.url, **shards
    )
    try:
        await local.until(lambda: local.bot_online)
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'm.sqlite3'}")
        with pytest.raises(ShardTaken):
            await store.join((0,), 1)
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(HANGS):
            _, error = await process.communicate()
        assert process.returncode == 0, error.decode()
        assert (await store.join((0,), 1)).shards == (0,)
        await store.close()
    finally:
        if process.returncode is None:
            process.kill()
        await local.stop()


async def test_a_process_that_is_told_to_stop_answers_first(tmp_path: Path) -> None:
    """SIGTERM, as systemd and Docker send it, while Discord is slow to take an answer."""
    local = LocalDiscord(limits="off", interaction_seconds=HANGS)
    ann = local.add_user("Ann")
    channel = local.add_channel("pit-lane")
    await local.start()
    process = await start(tmp_path, DISCORD_TOKEN=local.token, MOTORDROME_LOCAL_URL=local.url)
    try:
        await local.until(lambda: local.bot_online)
        local.misbehave.delay_next(1.0, 2)
        asked = asyncio.create_task(local.command(ann, channel, "play", {"game": "carwars-cards"}))
        await local.until(lambda: bool(local.world.interactions))
        await local.until(lambda: not local.hub.mischief.delays)
        process.send_signal(signal.SIGTERM)
        outcome = await asked
        async with asyncio.timeout(HANGS):
            _, error = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
        await local.stop()
    assert process.returncode == 0, error.decode()
    assert b"Traceback" not in error
    assert not re.search(rb"error|exception", error, re.IGNORECASE), error.decode()
    assert not outcome.failed
    assert any(m.pressables for m in local.messages(channel, ann))
