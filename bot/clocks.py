"""Clocks: deadlines are rows; whoever claims a due one plays it out."""

from __future__ import annotations

import asyncio

import structlog

from bot.sessions import Sessions
from bot.store import DatabaseLocked, DatabaseUnwritable, DueRow, StoreError

log = structlog.get_logger(__name__)


class Clocks:
    """Looks for due deadlines and lets the sessions act on them."""

    def __init__(self, sessions: Sessions, every: float = 1.0) -> None:
        self._sessions = sessions
        self._every = every
        self._ticking = asyncio.Lock()
        self._held: list[DueRow] = []
        """Claimed, and neither played out nor freed, because the database could not be written."""

    async def run(self) -> None:
        """Until cancelled. A failure is logged and does not stop the clocks."""
        while True:
            try:
                await self.tick()
            except StoreError as error:
                log.warning("the clocks could not be read", why=str(error))
            except Exception:
                log.exception("the clocks could not be read")
            await asyncio.sleep(self._every)

    async def tick(self) -> int:
        """Play out everything that is due now, after whatever is being played out already.

        Returns how many deadlines it were.
        """
        async with self._ticking:
            while self._held:
                await self._sessions.store.deadline_release(self._held[-1])
                self._held.pop()
            due = await self._sessions.store.deadlines_due(self._sessions.now())
            for row in due:
                try:
                    await self._sessions.deadline(row)
                except (DatabaseLocked, DatabaseUnwritable) as error:
                    log.warning("a clock waits", match=row.match_id, why=str(error))
                    self._held.append(row)
                except Exception:
                    # The clocks of other tables must not wait behind a table that cannot be read.
                    log.exception("a clock could not be played out", match=row.match_id)
        return len(due)
