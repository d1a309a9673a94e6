"""What is to be told: claims rows of the outbox and hands each to the handler of its target."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.delivery.discord_calls import NETWORK, Unable
from bot.store import DatabaseLocked, DatabaseUnwritable, OutboxRow, StoreError
from bot.tables.matches import Matches
from bot.tables.membership import SHARED_LEASE_MS
from bot.tables.sight import NotYet
from bot.tables.stored import begin
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

RETRY_MS: Final = 5_000
MOST_TRIES: Final = 8
MOST_CLAIMED: Final = 128
"""Rows that wait for their turn or are being sent."""
LEASE_MS: Final = 60_000
"""How long a row belongs to a process that is alone. Where sending takes longer (Discord has closed
a route, say) it is renewed: nothing is sent twice at a time, nor takes two of those places."""
EVERY: Final = 1.0
"""Seconds after which what is due is looked for, if nobody has said that something is."""

Handler = Callable[[OutboxRow, str], Awaitable[None]]
"""Sends one row; the string is what stands after the colon of its target, such as the seat."""


class Outbox:
    """The rows and their order; what is sent for them is the handlers' business.

    `handlers` maps the word before the colon of a target to what sends it, so that another module
    adds a kind of row with one line. A handler raises `Unable` for what Discord would not do,
    `NotYet` for what has its time later, and `Refusal` where nothing is to be sent any more.
    """

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.every = EVERY
        self.handlers: dict[str, Handler] = {}
        self._awake = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()
        self._leases: dict[OutboxRow, int] = {}
        """When the leases of the rows that are being sent end, in ms."""
        self._held: list[OutboxRow] = []
        """Claimed, and neither sent nor freed: the database could not be written, or this ends."""
        self._claiming = asyncio.Lock()
        """Held while rows are claimed."""
        self._stopping = False
        matches.wake = self._awake.set

    @property
    def _lease_ms(self) -> int:
        return SHARED_LEASE_MS if self._matches.member.shared else LEASE_MS

    async def run(self) -> None:
        """Until cancelled."""
        try:
            while not self._stopping:
                self._awake.clear()
                async with self._claiming:
                    started = await self._started()
                if not started:
                    # asyncio.wait_for of Python 3.11 can lose a cancellation.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(self.every):
                            await self._awake.wait()
        finally:
            if not self._stopping:
                await self._give_up()

    async def cancel(self) -> None:
        """Give up what is being sent, and let go of its rows: who goes on with the tables, another
        process or this one's next start, need not wait for the end of their leases."""
        await self._give_up()
        try:
            await self._let_go()
        except StoreError as error:
            log.warning("what was being sent waits for the end of its lease", why=str(error))

    async def _give_up(self) -> None:
        self._held += self._leases
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def finish(self) -> None:
        """Send what is being sent; what else is in the outbox waits for the next start."""
        self._stopping = True
        self._awake.set()
        async with self._claiming:
            pass
        while self._sending:
            await asyncio.wait(self._sending)

    async def _started(self) -> int:
        """`send_due`; after a failure what is due is looked for again after a while."""
        try:
            await self._let_go()
            return await self.send_due()
        except StoreError as error:
            log.warning("the outbox could not be read", why=str(error))
        except Exception as error:
            # Whatever it was: without the outbox nobody would be told anything any more.
            self._matches.faults.tell("", "the outbox could not be read", error)
        return 0

    async def send_due(self) -> int:
        """Start sending what is due, longest due first; returns how many rows. Each waits for its
        turn (`bot.delivery.pacing`)."""
        now = self._matches.now()
        await self._renew(now)
        most = MOST_CLAIMED - len(self._sending)
        if most <= 0:
            return 0
        member, lease = self._matches.member, self._lease_ms
        claimed = await self._matches.store.outbox_claim(most, now, lease, member.home)
        if self._stopping:
            self._held += claimed
            return 0
        begin()
        for row in claimed:
            self._leases[row] = now + lease
            task = asyncio.create_task(self._send(row))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return len(claimed)

    async def _renew(self, now: int) -> None:
        """Keep the places of what is still being sent when half of its lease is over."""
        for row, until in [*self._leases.items()]:
            if until - now <= self._lease_ms // 2 and row in self._leases:
                await self._matches.store.outbox_fail(row, now + self._lease_ms)
                if row in self._leases:
                    self._leases[row] = now + self._lease_ms

    async def _let_go(self) -> None:
        """Free the rows that a database in trouble has kept, as soon as it can be written again."""
        while self._held:
            # What fails meanwhile is held behind it.
            await self._matches.store.outbox_fail(self._held[0], self._matches.now())
            del self._held[0]

    async def _send(self, row: OutboxRow) -> None:
        structlog.contextvars.bind_contextvars(match_id=row.match_id)
        try:
            more = await self._send_and_note(row) or len(self._sending) >= MOST_CLAIMED
        except StoreError as error:
            # Nothing is wrong with the row, and nobody else may take it until it is let go.
            log.warning("a row of the outbox waits", match_id=row.match_id, why=str(error))
            self._held.append(row)
        except Exception as error:
            self._matches.faults.tell(
                row.match_id, f"what could not be delivered was not told: {row.target}", error
            )
        else:
            if more:
                self._awake.set()

    async def _send_and_note(self, row: OutboxRow) -> bool:
        """Send what a row asks for, and note what came of it. Whether there may be something newer
        for the same target, which can go now."""
        store = self._matches.store
        try:
            await self._deliver(row)
        except NotYet as later:
            await store.outbox_postpone(row, later.at)
        except Unable as error:
            log.info("not delivered", match_id=row.match_id, what=row.target, reason=error.reason)
            if error.reason == "too_fast" and row.attempts < MOST_TRIES:
                await self._later(row, error.wait)
            else:
                await store.outbox_complete(row)
                await self._given_up(row, error)
        except Refusal:  # the match is gone or asleep, or has gone on meanwhile
            await store.outbox_complete(row)
        except (DatabaseLocked, DatabaseUnwritable):
            raise
        except NETWORK as error:
            # Discord took too long, or nothing came back. It comes again.
            why = type(error).__name__
            log.warning("not delivered in time", match_id=row.match_id, what=row.target, why=why)
            await self._again_or_never(row)
        except Exception as error:
            self._matches.faults.tell(row.match_id, f"not delivered: {row.target}", error)
            await self._again_or_never(row)
        else:
            return await store.outbox_complete(row)
        return True

    async def _again_or_never(self, row: OutboxRow) -> None:
        if row.attempts >= MOST_TRIES:
            await self._matches.store.outbox_complete(row)
        else:
            await self._later(row)

    async def _later(self, row: OutboxRow, seconds: float = 0.0) -> None:
        wait = max(RETRY_MS * 2**row.attempts, int(1000 * seconds))
        await self._matches.store.outbox_fail(row, self._matches.now() + wait)

    async def _deliver(self, row: OutboxRow) -> None:
        name, _, rest = row.target.partition(":")
        handler = self.handlers.get(name)
        try:
            if handler is None:
                raise ValueError(f"an outbox row for {row.target!r}")
            await handler(row, rest)
        finally:
            # Before its place is freed: a lease renewed after that would hold up what comes next.
            self._leases.pop(row, None)

    async def _given_up(self, row: OutboxRow, error: Unable) -> None:
        """Discord will not do it; whoever builds on this may tell somebody."""
