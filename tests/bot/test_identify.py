"""Shards of several processes connect one after another, as Discord wants it of one token.

Two bots with a store each are here in one process; `test_demo` starts real ones.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.local import LocalDiscord, Rate, Rates
from bot.settings import Settings
from bot.store import DatabaseAway, Store
from bot.tables import membership
from bot.tables.membership import Membership, wall
from tests.bot.pits import DOCUMENT, Clock, begin

SHARDS = 3
APART_MS = 1_000
WINDOW = 0.1
"""Seconds; far less than they are apart, so that a busy machine does no harm."""


@asynccontextmanager
async def at_once(url: str, local: LocalDiscord) -> AsyncIterator[None]:
    """Two processes with shards 0 and 1, and 2, that start at once; entered when all are there."""
    async with AsyncExitStack() as beside:

        async def one(*shards: int) -> None:
            store = await Store.open(url)
            beside.push_async_callback(store.close)
            member = await Membership.join(store, url, wall, shards, SHARDS)
            beside.push_async_callback(member.leave)
            member.identify_ms = APART_MS
            settings = Settings(shard_ids=shards, shard_count=SHARDS)
            bot, running = await begin(local, store, Clock(), settings, member=member)
            beside.push_async_callback(asyncio.wait, [running])
            beside.push_async_callback(bot.close)

        await asyncio.gather(one(0, 1), one(2))
        yield


async def test_no_shard_of_any_process_connects_too_early(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "m.sqlite3"
    shutil.copy(empty_database, file)
    local = LocalDiscord(openapi=DOCUMENT, limits=Rates(identify=Rate(2, WINDOW)), shards=SHARDS)
    taken: list[int] = []
    identify = Store.identify

    async def noted(store: Store, key: int, every_ms: int) -> int:
        wait = await identify(store, key, every_ms)
        if not wait:
            taken.append(key)
        return wait

    monkeypatch.setattr(Store, "identify", noted)
    await local.start()
    local.point_client_here()
    try:
        async with at_once(f"sqlite+aiosqlite:///{file}", local):
            assert local.shards.connected == {0, 1, 2}
    finally:
        await local.stop()
    assert local.shards.too_early == 0
    # Two may connect at once, one with an even number and one with an odd.
    assert sorted(taken) == [0, 0, 1]


async def test_who_cannot_reach_the_database_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'm.sqlite3'}"
    store = await Store.open(url)
    member = await Membership.join(store, url, wall, (0,), 2)
    trouble = [DatabaseAway("away")]
    identify = store.identify

    async def away_once(*what: Any) -> int:
        if trouble:
            raise trouble.pop()
        return await identify(*what)

    monkeypatch.setattr(store, "identify", away_once)
    monkeypatch.setattr(membership, "AGAIN_SECONDS", 0.01)
    await member.may_identify(0)
    assert trouble == []
    assert await store.identify(0, member.identify_ms) > 0
    await member.leave()
    await store.close()
