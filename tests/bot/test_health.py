"""Metrics and health: what is counted, and what is said when the bot cannot serve."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter

import aiohttp
import pytest

from bot import health
from bot.settings import SettingsError
from tests.bot.pits import SEED, Pits
from tests.bot.test_full_disk import room


async def read(url: str) -> tuple[int, str]:
    """Status and text of an address."""
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        return answer.status, await answer.text()


async def counted(url: str) -> tuple[Counter[str], str]:
    """What is counted, by name and labels, and the whole page."""
    status, text = await read(f"{url}/metrics")
    assert status == 200
    lines = re.findall(r"^(motordrome_\S+) (\S+)$", text, re.MULTILINE)
    return Counter({name: int(float(value)) for name, value in lines}), text


async def test_presses_moves_calls_and_answers_are_counted(pits: Pits) -> None:
    async with health.served(pits.bot, 0) as url:
        assert await read(f"{url}/health") == (200, "ok\n")
        before, _ = await counted(url)
        await pits.deal(2)
        await pits.press(pits.ann, "hand")
        after, page = await counted(url)
    new = after - before
    presses = len(pits.local.world.interactions)
    # A command, and whatever was pressed after it.
    assert new['motordrome_presses_total{kind="application_command"}'] == 1
    assert new['motordrome_presses_total{kind="component"}'] == presses - 1
    assert new['motordrome_discord_calls_total{route="answer",status="200"}'] == presses
    assert new["motordrome_answer_seconds_count"] == presses
    assert new["motordrome_moves_stored_total"] == (await pits.stored()).moves
    assert new['motordrome_discord_calls_total{route="send",status="200"}'] > 0
    assert after["motordrome_live_tables"] == 1
    assert after["motordrome_outbox_rows"] == 0
    assert "motordrome_event_loop_lag_seconds_count" in after
    tokens = [each.token for each in pits.local.world.interactions.values()]
    for secret in (pits.local.token, SEED.hex(), "Ann", pits.match_id, *tokens):
        assert secret not in page


async def test_what_cannot_serve_says_so(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    async with health.served(pits.bot, 0) as url:
        held = threading.Event()
        slow = asyncio.create_task(pits.store.read(lambda run: held.wait()))
        assert await read(f"{url}/health") == (503, "The database does not answer.\n")
        held.set()
        await slow
        monkeypatch.setattr(health, "PATIENCE", 600.0)
        assert await read(f"{url}/health") == (200, "ok\n")
        await room(pits.store, False)
        full = (503, "The database cannot be written; is the disk full?\n")
        assert await read(f"{url}/health") == full
        await room(pits.store, True)
        assert await read(f"{url}/health") == (200, "ok\n")
        gone = asyncio.create_task(pits.bot.wait_for("shard_disconnect"))
        await asyncio.sleep(0)
        pits.local.misbehave.drop_socket()
        await gone
        told = await health.Health(pits.bot).trouble()
        assert told == ["The connection to Discord is lost (shard 0)."]
        ended = pits.bot._running[0]
        ended.cancel()
        await asyncio.wait([ended])
        assert (
            "A part of the bot has ended; start it again."
            in await health.Health(pits.bot).trouble()
        )
        await pits.stop()
        status, told_last = await read(f"{url}/health")
        assert status == 503
        assert "The bot is stopping." in told_last
        with pytest.raises(SettingsError, match=r"Port \d+ cannot be used .* METRICS_PORT"):
            async with health.served(pits.bot, int(url.rpartition(":")[2])):
                pass
        await pits.start()
