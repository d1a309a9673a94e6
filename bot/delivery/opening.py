"""The gate for opening direct messages: one at a time, for the whole bot.

Discord wants a direct message to be the user's own doing, and shuts a bot out that opens many. So
each user's channel is opened once ever, one in two and a half seconds, and where Discord says stop
nobody's is opened for a while. The gate is a note of the store, so all processes share one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeVar

import msgspec
import structlog

from bot.delivery.discord_calls import Unable
from bot.match.notices import Person
from bot.tables.matches import Matches
from bot.words import say

log = structlog.get_logger(__name__)
T = TypeVar("T")

NOTE: Final = say("opening.direct_messages")
EVERY_MS: Final = 2_500
"""One opening in this time."""
LATE_MS: Final = 2_500
"""Who comes to a turn later than that takes another."""
MOST_WAIT_MS: Final = 10_000
"""Who would wait longer for a turn comes again."""
SHUT_MS: Final = 10 * 60_000
"""How long the gate is shut when Discord says that openings come too fast; doubled each time."""
MOST_SHUT_MS: Final = 24 * 3_600_000
REFUSED_MS: Final = 10 * 60_000
MOST_REFUSED: Final = 3
"""So many people refused in that time for no reason of their own,"""
OFF_MS: Final = 3_600_000
"""and for so long nobody is written to."""


class Open(Protocol):
    """Opens a user's channel; `anew` asks Discord even where discord.py knows one."""

    def __call__(self, user: int, *, anew: bool = False) -> Awaitable[int]: ...


class Gate(msgspec.Struct, omit_defaults=True):
    """How the gate stands. Times in ms."""

    next_at: int = 0
    shut_until: int = 0
    shut_for: int = 0
    """How long it was shut the last time."""
    refused: dict[int, int] = {}
    """When people were refused lately, by user."""
    off_until: int = 0

    def turn(self, now: int, every: int) -> int | None:
        """Take a turn; how long to wait for it in ms, or None where there is none."""
        wait = max(0, self.next_at - now)
        if self.is_shut(now) or wait > MOST_WAIT_MS:
            return None
        self.next_at = now + wait + every
        return wait

    def is_shut(self, now: int) -> bool:
        """Whether nothing may be opened."""
        return now < max(self.shut_until, self.off_until)

    def too_fast(self, now: int) -> int:
        """Discord says that openings come too fast; for how long the gate is shut, in ms."""
        if now >= self.shut_until:  # else it is one that was under way
            calm = now - self.shut_until >= MOST_SHUT_MS
            self.shut_for = SHUT_MS if calm else min(2 * self.shut_for or SHUT_MS, MOST_SHUT_MS)
            self.shut_until = now + self.shut_for
        return self.shut_for

    def refuses(self, now: int, user: int) -> bool:
        """Somebody has been refused; True where that turns direct messages off."""
        self.refused = {u: at for u, at in self.refused.items() if now - at < REFUSED_MS}
        self.refused[user] = now
        if len(self.refused) < MOST_REFUSED or now < self.off_until:
            return False
        self.off_until, self.refused = now + OFF_MS, {}
        return True


def _gate(kept: str) -> Gate:
    try:
        return msgspec.json.decode(kept, type=Gate)
    except msgspec.MsgspecError:
        return Gate()


class Opening:
    """Opens direct message channels. `every_ms` is the time between two; who comes later than
    `late_ms` to a turn takes another."""

    def __init__(self, matches: Matches, open_dm: Open) -> None:
        self._matches = matches
        self._open_dm = open_dm
        self._known: Gate | None = None
        """The gate as it was last seen; it stays so where nobody else can change it."""
        self.every_ms = EVERY_MS
        self.late_ms = LATE_MS

    async def _look(self) -> Gate:
        if self._known is None or not self._matches.member.alone:
            read = _gate(await self._matches.store.note(NOTE) or "")
            # Unless somebody has been at the gate meanwhile.
            if self._known is None or not self._matches.member.alone:
                self._known = read
        return self._known

    async def shut_for(self, person: Person) -> bool:
        """Whether nobody can write to that user now, for no reason of his own."""
        gate, now = await self._look(), self._matches.now()
        return now < gate.off_until or (not person.dm and gate.is_shut(now))

    async def off(self) -> bool:
        """Whether nobody is written to."""
        return self._matches.now() < (await self._look()).off_until

    async def channel(self, user: int, *, anew: bool = False) -> int:
        """A user's direct message channel; opened if he has none yet, or (`anew`) has none any
        more. Raises `Unable`."""
        person = await self._matches.people.one(user)
        return await self._open(user, anew=anew) if anew or not person.dm else person.dm

    async def _at_gate(self, act: Callable[[Gate], T]) -> T:
        """Do something at the gate, in one transaction."""

        def change(kept: str) -> tuple[str, tuple[T, Gate]]:
            gate = _gate(kept)
            out = act(gate)
            return msgspec.json.encode(gate).decode(), (out, gate)

        out, self._known = await self._matches.store.change_note(NOTE, change)
        return out

    async def _turn(self) -> None:
        """Wait for a turn. Where the machine stands still for a while, those who wait would all go
        at once: who is late waits anew. Raises `Unable`."""
        while True:
            wait = await self._at_gate(lambda gate: gate.turn(self._matches.now(), self.every_ms))
            if wait is None:
                raise Unable("too_fast")
            due = self._matches.now() + wait
            if wait:
                await asyncio.sleep(wait / 1000)
            if self._matches.now() - due < self.late_ms:
                return

    async def _open(self, user: int, *, anew: bool) -> int:
        await self._turn()
        try:
            channel = await self._open_dm(user, anew=anew)
        except Unable as error:
            if error.reason == "too_fast":
                shut_for = await self._at_gate(lambda gate: gate.too_fast(self._matches.now()))
                log.warning("direct messages are opened too fast", minutes=shut_for // 60_000)
            elif error.reason == "forbidden":
                await self.refused(user)
            raise
        await self._matches.people.set_dm(user, channel, closed=False)
        return channel

    async def takes_none(self, user: int, error: Unable) -> None:
        """A direct message to a user was refused: no more is sent to him."""
        if error.reason == "forbidden":
            await self.refused(user)
        await self._matches.people.set_dm(user, 0, closed=True)

    async def refused(self, user: int) -> None:
        """Discord refuses a direct message to a user, and not because he takes none."""
        if await self._at_gate(lambda gate: gate.refuses(self._matches.now(), user)):
            log.error("Discord refuses direct messages to several people; none for an hour")
