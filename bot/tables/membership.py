"""This process among those that share the database.

A process that is alone (SQLite, no SHARD_IDS) holds a lock of its file for as long as it lives, and
has nothing to renew. One of several has a lease in the table `processes`. The time that a process
goes by is the database's, so that clocks which differ by minutes do no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final, Self

import structlog
from sqlalchemy import make_url

from bot.store import Home, ShardTaken, Store, StoreError, files
from bot.store.processes import IDENTIFY_MS, LEASE_MS, Process, Roll

log = structlog.get_logger(__name__)

RENEW_SECONDS: Final = 2.0
KNOWN_SECONDS: Final = 3.0
"""Who joins calls nobody for so long: each of the others counts it with its next renewal, and the
calls that each made in the second before that are a larger part's."""
SHARED_LEASE_MS: Final = 12_000
"""How long a row of work belongs to who has claimed it, where others may take it over."""
AGAIN_SECONDS: Final = 0.5
"""How often a process looks whether the lease of one that has died is over, or the database there
again."""
SAME_MS: Final = 100
"""A clock that differs by no more than that from the database's is taken for the same."""
TOLD_MS: Final = 2_000
"""One that differs by more than that is told of."""


def wall() -> int:
    """The time of day on this machine, in ms."""
    return time.time_ns() // 1_000_000


class Membership:
    """One process: its lease, its shards, and how many others are alive."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        shards: tuple[int, ...] = (),
        shard_count: int = 0,
    ) -> None:
        self._store = store
        self._now = now
        self._shards = shards
        self._shard_count = shard_count
        self._process: Process | None = None
        self._roll = Roll(0, ())
        self._ahead = 0
        """By how much the database's clock is ahead of this machine's, in ms."""
        self._measured = False
        self._until = 0.0
        """Until when the lease holds for certain, on this process's monotonic clock."""
        self._running: files.Running | None = None
        self.identify_ms = IDENTIFY_MS
        """How far IDENTIFYs of all processes are apart."""
        self.renewed: Callable[[], None] = lambda: None
        """Called after each renewal."""

    @classmethod
    async def join(
        cls,
        store: Store,
        database_url: str,
        now: Callable[[], int],
        shards: tuple[int, ...] = (),
        shard_count: int = 0,
    ) -> Self:
        """Begin, with these shards; without any, with all. Waits for the end of the lease of a
        process that has died with one of them, and until all others know of this one. Raises
        `ShardTaken` where that one is alive, and `DatabaseLocked` where a bot that is alone plays
        on the same file."""
        self = cls(store, now, shards, shard_count)
        url = make_url(database_url)
        if url.get_backend_name() == "sqlite":
            alone = not shards
            self._running = files.Running(files.path_of(url), alone=alone)
            if alone:
                return self
        try:
            await self._enter()
        except BaseException:
            self._close()
            raise
        return self

    async def _enter(self) -> None:
        """Take a lease. A lease that is renewed while this waits is of a process that is alive."""
        seen: ShardTaken | None = None
        began = time.monotonic()
        while True:
            asked = time.monotonic()
            try:
                self._process = await self._store.join(self._shards, self._shard_count)
                break
            except ShardTaken as taken:
                seen = seen or taken
                renewed = taken.process == seen.process and taken.until > seen.until
                if renewed or asked - began > LEASE_MS / 1000 + RENEW_SECONDS:
                    raise
                if seen is taken:
                    log.warning("waiting for the lease of another process to end", why=str(taken))
                await asyncio.sleep(AGAIN_SECONDS)
        self._until = asked + LEASE_MS / 1000
        await self.renew()
        if self.living > 1:
            await self._is_known()
            await self.renew()  # others may have joined meanwhile

    async def _is_known(self) -> None:
        """Wait until each of the others has renewed its lease, and so leaves this process its part
        of Discord's limits."""
        await asyncio.sleep(KNOWN_SECONDS)

    # -- what this process is

    @property
    def shared(self) -> bool:
        """Whether it is one of several, or might be."""
        return self._process is not None

    @property
    def alone(self) -> bool:
        """Whether nobody else can write to the database: this process holds the lock of its
        file."""
        return self._running is not None and not self.shared

    def now(self) -> int:
        """The time, in ms."""
        return self._now() + self._ahead

    def alive(self) -> bool:
        """Whether nobody can have taken over what this process does."""
        return not self.shared or time.monotonic() < self._until

    @property
    def living(self) -> int:
        """How many processes share Discord's limits."""
        return max(1, len(self._roll.living))

    @property
    def home(self) -> Home | None:
        """The shards whose servers' tables are sent from here: its own, and its part of those that
        nobody who is alive has. None for all."""
        if not self.shared or not self._shards:
            return None
        living = sorted(self._roll.living, key=lambda each: each.shards)
        taken = {shard for each in living for shard in each.shards}
        # One process for each: two would send what stands in one channel side by side.
        orphans = {
            shard
            for shard in {*range(self._shard_count)} - taken
            if living and living[shard % len(living)].shards == self._shards
        }
        shards = tuple(sorted({*self._shards} | orphans))
        return None if len(shards) == self._shard_count else Home(self._shard_count, shards)

    def is_home(self, guild_id: int) -> bool:
        """Whether a table of that server is at home here: what shows it is sent from here."""
        home = self.home
        return home is None or (guild_id >> 22) % home.count in home.shards

    def hears(self, guild_id: int) -> bool:
        """Whether Discord tells this process what happens in that server."""
        return not self._shards or (guild_id >> 22) % self._shard_count in self._shards

    # -- its turn to connect

    async def may_identify(self, key: int) -> None:
        """Wait until a shard may send IDENTIFY, among those of all processes that Discord counts
        together under this key. Whoever finds the turn free takes it: there is no queue, so one
        that dies while it waits holds nobody up."""
        while True:
            try:
                wait = await self._store.identify(key, self.identify_ms) / 1000
            except StoreError as error:
                # discord.py would end the bot; it gives up this try by itself.
                log.warning("the turn to connect could not be taken", why=str(error))
                wait = AGAIN_SECONDS
            if not wait:
                return
            await asyncio.sleep(wait)

    # -- its lease

    async def run(self) -> None:
        """Renew the lease until cancelled. Raises `ShardTaken` where another process has got these
        shards meanwhile: this one must end."""
        if not self.shared:
            await asyncio.Event().wait()
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self.renew()
            except ShardTaken:
                raise
            except StoreError as error:
                log.warning("the lease could not be renewed", why=str(error))

    async def renew(self) -> None:
        """Renew the lease, and look who else is alive. A process that was stopped for so long that
        others have found its lease over begins again. Raises `ShardTaken` where that cannot be."""
        if self._process is None:
            return
        asked, mine = time.monotonic(), wall()
        roll = await self._store.renew(self._process.id)
        if roll is None:
            log.warning("this process was taken for dead; it begins again")
            again = self._shards, self._shard_count, self._process.id
            self._process = await self._store.join(*again)
            await self._is_known()
            asked, mine = time.monotonic(), wall()
            roll = await self._store.renew(self._process.id)
            if roll is None:
                return
        self._roll = roll
        self._until = asked + LEASE_MS / 1000
        on_the_way = round(500 * (time.monotonic() - asked))
        # What took long may have been stopped on either way.
        if on_the_way <= SAME_MS or not self._measured:
            self._measured = True
            self._set_clock(roll.clock - on_the_way - mine)
        self.renewed()

    def _set_clock(self, ahead: int) -> None:
        if abs(ahead - self._ahead) <= SAME_MS:
            return
        if abs(ahead - self._ahead) > TOLD_MS:
            log.warning(
                "this machine's clock differs from the database's, which counts",
                seconds=-round(ahead / 1000),
            )
        self._ahead = ahead

    async def leave(self) -> None:
        """End: its shards are free at once."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(StoreError):
                await self._store.leave(process.id)
        self._close()

    def _close(self) -> None:
        if self._running is not None:
            self._running.close()
            self._running = None
