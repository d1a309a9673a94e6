"""What one commit draws and saves, timed in its own environment: `benchmarks.against` starts it.

It runs in another commit's tree, so it imports only what 8b942c4 has, too: `benchmarks.pictures`,
`benchmarks.store` and `benchmarks.bot_process`. It obeys one order a line, as the latter does.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from benchmarks import bot_process, pictures, store

MOST: Final = 6
"""Cars of a usual table."""
CROWD: Final = 26
SAVE: Final = 1_100
"""Bytes: a save of the card game."""


class Orders:
    """What the benchmark may ask. Each order is a method that takes and gives JSON."""

    def __init__(self, folder: Path, closing: AsyncExitStack) -> None:
        self._folder = folder
        self._closing = closing
        self._boards = {name: make() for name, make in pictures.GAMES.items()}
        self._moves: dict[str, store.Move] = {}

    async def orders(self) -> list[str]:
        """The orders that this commit's `benchmarks.bot_process` takes."""
        return [name for name in vars(bot_process.Orders) if not name.startswith("_")]

    async def kinds(self) -> list[tuple[str, int]]:
        """The boards that are drawn: a game, and how many cars."""
        return [
            (name, seats)
            for name, boards in self._boards.items()
            for seats in boards.seats
            if seats <= MOST or seats == CROWD
        ]

    async def board(self, game: str, seats: int, first: int, count: int) -> float:
        """Seconds of the thread's processor time that a board takes, the median of `count` views.

        The views follow from the numbers from `first` on; as many before them warm the tiles.
        """
        boards = self._boards[game]
        took = []
        for number in range(first - count, first + count):
            view = boards.view(number, seats)
            began = time.thread_time()
            boards.board(view)
            took.append(time.thread_time() - began)
        return statistics.median(took[count:])

    async def saved(self, way: str, first: int, each: int) -> float:
        """Seconds a durable move, of `each` moves at every one of 50 tables at once.

        `way` is "bare", the rows that most bots write, or "whole", all that the bot writes. Moves
        are numbered, from `first` on: from 1, and then from where the last ones ended.
        """
        if way not in self._moves:
            opened = await store.opened(self._folder, way)
            self._closing.push_async_callback(opened.close)
            self._moves[way] = getattr(store, way)(opened, store.saves_of(SAVE))
        names = [f"M{number:09}" for number in range(1, store.TABLES + 1)]
        rate, _ = await store.busy(self._moves[way], names, first, each)
        return 1 / rate


async def main() -> None:
    """Obey until standard input ends."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as folder:
        async with AsyncExitStack() as closing:
            orders = Orders(Path(folder), closing)
            for line in sys.stdin:
                name, given = json.loads(line)
                print(json.dumps(await getattr(orders, name)(**given)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
