"""A process killed in the middle of play loses no move it has acknowledged."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.store import Store
from tests.store.rows import move, version_of

ROOT = Path(__file__).parents[2]
BEFORE_THE_KILL = 400
"""Acknowledged moves."""


async def test_every_acknowledged_move_is_there_and_none_twice(url: str) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.store.crash_child",
        url,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    lines = [await child.stdout.readline() for _ in range(BEFORE_THE_KILL)]
    child.kill()
    lines += (await child.stdout.read()).splitlines(keepends=True)
    await child.wait()
    acknowledged: dict[str, int] = {}
    for line in lines:
        if line.endswith(b"\n"):
            table, n = line.decode().split()
            acknowledged[table] = int(n)
    assert len(acknowledged) == 10

    store = await Store.open(url)
    for name, last in acknowledged.items():
        row = await store.match(name)
        assert row is not None
        # A move more may be there than was told: it was killed between the disk and the telling.
        assert last <= row.version <= last + 1
        assert row.save == b"save %d" % row.version
        assert await store.moves(name) == [move(n) for n in range(1, row.version + 1)]
        assert await store.interaction(row.version * 100 + int(name[-2:])) is not None
        assert await store.interaction((row.version + 1) * 100 + int(name[-2:])) is None
    boards = {row.match_id: row.payload for row in await store.outbox_claim(32, now=10**9)}
    assert boards == {name: b"%d" % ((await version_of(store, name)) or 0) for name in acknowledged}
    await store.close()
