"""Clocks: deadlines are rows; whoever claims a due one plays it out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from bot.store import DatabaseLocked, DatabaseUnwritable, DueRow, StoreError
from bot.tables.matches import Matches
from bot.tables.membership import SHARED_LEASE_MS

log = structlog.get_logger(__name__)

LEASE_MS: Final = 30_000
"""How long a clock belongs to a process that is alone."""
FIRST_REST_MS: Final = 30_000
MOST_DOUBLED: Final = 7
"""A clock that fails is tried again after half a minute, at last after an hour."""
KEPT_MS: Final = 3_600_000
"""How long after that a match which has no such clock any more is remembered."""


class Clocks:
    """Looks for due deadlines and lets the matches act on them."""

    def __init__(self, matches: Matches, every: float = 1.0) -> None:
        self._matches = matches
        self._every = every
        self._ticking = asyncio.Lock()
        self._held: list[DueRow] = []
        """Claimed, and neither played out nor freed: the database could not be written, or this
        ends."""
        self._stopping = False
        self._soon = asyncio.Event()
        matches.wake_at = self._wake_at
        self._failed: dict[str, tuple[int, int]] = {}
        """How often running a match's clock has failed, and when it is tried again, in ms."""

    async def run(self) -> None:
        """Until cancelled. A failure is logged and does not stop the clocks."""
        while not self._stopping:
            try:
                await self.tick()
            except StoreError as error:
                log.warning("the clocks could not be read", why=str(error))
            except Exception as error:
                self._matches.faults.tell("", "the clocks could not be read", error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._every):
                    await self._soon.wait()
            self._soon.clear()

    def _wake_at(self, at: int) -> None:
        """Look at that time (ms). Were an answer that waits given with the next look by habit, its
        time would tell that the table has given it."""
        seconds = max(0, at - self._matches.now()) / 1000
        asyncio.get_running_loop().call_later(seconds, self._soon.set)

    async def finish(self) -> None:
        """Play out what is being played out, and then nothing more: another process, or this one's
        next start, need not wait for the end of a lease."""
        self._stopping = True
        async with self._ticking:
            try:
                await self._let_go()
            except StoreError as error:
                log.warning("clocks wait for the end of their leases", why=str(error))

    async def tick(self) -> int:
        """Play out everything that is due now, after whatever is being played out already.

        Returns how many deadlines it were.
        """
        async with self._ticking:
            await self._let_go()
            now = self._matches.now()
            self._failed = {k: (n, at) for k, (n, at) in self._failed.items() if now < at + KEPT_MS}
            lease = SHARED_LEASE_MS if self._matches.member.shared else LEASE_MS
            due = await self._matches.store.deadlines_due(now, lease)
            for row in due:
                if self._stopping:
                    self._held.append(row)
                else:
                    await self._play_out(row)
        return len(due)

    async def _let_go(self) -> None:
        """Free what is held, as soon as the database can be written again."""
        while self._held:
            await self._matches.store.deadline_release(self._held[-1])
            self._held.pop()

    async def _play_out(self, row: DueRow) -> None:
        """One deadline. A match whose clock fails is tried again ever more seldom: the clocks of
        other tables must not wait behind it, nor the log fill."""
        match_id, now = row.match_id, self._matches.now()
        times, again_at = self._failed.get(match_id, (0, 0))
        if now < again_at:
            return
        try:
            with structlog.contextvars.bound_contextvars(match_id=match_id):
                await self._matches.deadline(row)
        except (DatabaseLocked, DatabaseUnwritable) as error:
            log.warning("a clock waits", match_id=match_id, why=str(error))
            self._held.append(row)
        except Exception as error:
            self._failed[match_id] = (
                times + 1,
                now + FIRST_REST_MS * 2 ** min(times, MOST_DOUBLED),
            )
            self._matches.faults.tell(match_id, "a clock could not be played out", error)
        else:
            self._failed.pop(match_id, None)
