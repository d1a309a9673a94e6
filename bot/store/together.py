"""Group commit, and reading together: what is asked for meanwhile goes in one transaction.

An fsync costs as much as the work of dozens of moves, and a hop to a connection's thread as much as
a read. While one transaction is on its way, what else is asked for gathers in a queue and goes
together with the next; nobody waits for company, and nobody is answered before the commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from bot.store.connections import Work
from bot.store.errors import StoreError
from bot.store.statement import Run

T = TypeVar("T")
LARGEST: Final = 256
"""Pieces of work in one transaction: a bound on how long the first of them waits for the last."""


class Together:
    """Gathers pieces of work. `transact` does some in one transaction: `Connections.read` or
    `Connections.write`."""

    def __init__(self, transact: Callable[[Sequence[Work]], Awaitable[list[Any]]]) -> None:
        self._transact = transact
        self._queue: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._asked = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store")

    async def do(self, work: Callable[[Run], T]) -> T:
        """Do a piece of work; returns or raises what it does, once that is on disk.

        Work runs in another thread and must touch nothing but its `Run`: when another piece of
        the same transaction fails, it is undone and runs again. It may still be done when the
        caller is cancelled.
        """
        if self._closing:
            raise StoreError("The store has been closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.append((work, future))
        self._asked.set()
        return await future

    async def close(self) -> None:
        """Do what is in the queue, then end."""
        self._closing = True
        self._asked.set()
        await self._task

    async def _run(self) -> None:
        while self._queue or not self._closing:
            await self._asked.wait()
            self._asked.clear()
            while batch := self._take():
                await self._do(batch)
                # Those just answered may have their next move ready: let it come along.
                await asyncio.sleep(0)

    def _take(self) -> list[tuple[Work, asyncio.Future[Any]]]:
        batch: list[tuple[Work, asyncio.Future[Any]]] = []
        while self._queue and len(batch) < LARGEST:
            work, future = self._queue.popleft()
            if not future.done():  # cancelled while it waited
                batch.append((work, future))
        return batch

    async def _do(self, batch: list[tuple[Work, asyncio.Future[Any]]]) -> None:
        try:
            outcomes = await self._transact([work for work, _ in batch])
        except Exception as error:
            outcomes = [error] * len(batch)
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if future.done():
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)
