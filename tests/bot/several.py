"""Several processes of the bot on one database, and people at a table that all of them may play.

All are here in one process, each with a store of its own; `tests/end_to_end` kills real ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from bot.app import Motordrome
from bot.delivery.panels import QUIET_MS
from bot.demo import many
from bot.demo.choice import Alike
from bot.local import Interaction, LocalDiscord, Message, User
from bot.local.hub import HANGS
from bot.settings import Settings
from bot.store import Store
from bot.tables.membership import Membership
from tests.bot.pits import DOCUMENT, LIMITS, PATIENT, Clock, Pits, begin, ids, judge, question
from tests.store.rows import next_due


class Several(Pits):
    """People in a server of shard 1, and direct messages, which come to shard 0. `bot` is the one
    of shard 1, where the table is at home; `bots` are in the order of their shards."""

    def __init__(self, local: LocalDiscord, url: str, clock: Clock, shards: int) -> None:
        super().__init__(local, url, clock)
        self.shards = shards
        server = (local.world.new_id() >> 22) // shards * shards + 1
        west = local.add_guild("West", id=server << 22 | 1)
        self.channel = local.add_channel("west", guild=west)
        self.bots: list[Motordrome] = []
        self.sent: list[tuple[int, str]] = []
        """What was sent from the outbox, each with the shard of who sent it."""
        self.presses = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start_one(self, shard: int) -> Motordrome:
        store = await Store.open(self.url)
        member = await Membership.join(store, self.url, self.clock, (shard,), self.shards)
        settings = Settings(shard_ids=(shard,), shard_count=self.shards)
        bot, running = await begin(self.local, store, self.clock, settings, member=member)
        bot.matches.poker_faces = True
        bot.delivery.every = 0.01
        for name, handler in [*bot.delivery.handlers.items()]:

            async def noted(row, rest, name=name, handler=handler):  # type: ignore[no-untyped-def]
                self.sent.append((shard, row.target))
                await handler(row, rest)

            bot.delivery.handlers[name] = noted
        self.bots.append(bot)
        self._tasks.append(running)
        return bot

    async def start_all(self) -> None:
        for shard in range(self.shards):
            await self.start_one(shard)
        self.bot = self.bots[1]
        self.store = self.bot.store
        for bot in self.bots:
            await bot.member.renew()

    async def stop_one(self, bot: Motordrome) -> None:
        await bot.close()
        await self._tasks.pop(self.bots.index(bot))
        self.bots.remove(bot)
        await bot.member.leave()
        await bot.store.close()

    async def stop_home(self) -> None:
        """The table's home ends; `bot` is who has its tables then."""
        await self.stop_one(self.bot)
        for bot in self.bots:
            await bot.member.renew()
        (self.bot,) = (b for b in self.bots if b.member.is_home(self.channel.guild_id or 0))
        self.store = self.bot.store

    def panel(self, user: User) -> Message:
        """The newest direct message of a person, beside notices and what only answers a press."""
        shown = self.messages(self.local.dm(user), user)
        return [m for m in shown if not m.content and not m.ephemeral][-1]

    async def settled(self) -> None:
        """Wait until everything has been told."""
        async with asyncio.timeout(HANGS):
            still = 0
            # A row that has just been claimed is due later, and its sending begins a moment after.
            while still < 3:
                still = still + 1 if await self._told() else 0
                await asyncio.sleep(0.01)

    async def _told(self) -> bool:
        due = await next_due(self.store)
        busy = any(bot.delivery._sending or bot.matches._driving for bot in self.bots)
        return not busy and (due is None or due > self.clock())

    async def answer(self, user: User) -> None:
        """Press what a direct message shows until its question is answered."""
        number = question(self.panel(user))
        assert number
        while question(self.panel(user)) == number:
            panel = self.panel(user)
            choice = Alike("several").choose(user.name, panel, set())
            if choice.values is None:
                outcome = await self.local.click(user, panel, choice.item.custom_id)
            else:
                outcome = await self.local.select(user, panel, choice.item.custom_id, choice.values)
            await self.answered(outcome)
            self.presses += 1

    def hold_back(self, target: str) -> asyncio.Event:
        """The home sends nothing until it has sent a row of that kind, which sets the event: no
        other row has it look before at what another process has stored."""
        sent, handlers = asyncio.Event(), self.bot.delivery.handlers
        for name, handler in [*handlers.items()]:

            async def held(row, rest, name=name, handler=handler):  # type: ignore[no-untyped-def]
                if name != target:
                    await sent.wait()
                try:
                    await handler(row, rest)
                finally:
                    if name == target:
                        sent.set()

            handlers[name] = held
        return sent

    async def answered_or(self, died: list[bool], begun: Interaction) -> None:
        """Wait until a press has been answered, or who was to answer has died."""
        await self.local.until(lambda: begun.answer is not None or bool(died))

    async def is_whole(self) -> None:
        """Everybody is shown the open question, nothing is stale or stands twice, and play goes
        on. Whose direct messages are closed looks at the hand under the board."""
        sitting = await self.shows_what_is_true()
        match = await self.match()
        before, seats = match.last_move, {u: match.seat_of(u.id) for u in sitting if u.dms_open}
        user = next(u for u, at in seats.items() if at is not None and match.ask_of(at) is not None)
        await self.answer(user)
        await self.settled()
        await self.later(QUIET_MS // 1000 + 1)  # a direct message follows a hand in the channel
        await self.shows_what_is_true()
        assert (await self.stored()).moves > before

    async def shows_what_is_true(self) -> Sequence[User]:
        """The same, without a move; returns who sits there."""
        match = await self.match()
        sitting = [user for user in self.people if match.seat_of(user.id) is not None]
        open_to = [user for user in sitting if user.dms_open]
        await self.fresh(*open_to)
        world, bot = self.local.world, self.bot
        stale = await many.stale(world, self.match_id, bot.matches, bot.pictures)
        assert stale == [], stale
        assert len([m for m in self.public() if m.pressables and m.is_v2]) == 1, "one board"
        for user in open_to:
            direct = self.messages(self.local.dm(user), user)
            assert len([m for m in direct if m.is_v2 and not m.ephemeral]) == 1, "one hand"
            assert len(self.notices(user)) <= 1, "one notice"
        return sitting

    async def later(self, seconds: int) -> None:
        """Time passes, and what is due by then is done."""
        self.clock.now += 1000 * seconds
        await self.bot.clocks.tick()
        self.bot.matches.wake()
        await self.settled()

    async def fresh(self, *users: User) -> None:
        """Everybody's panel puts the question that is open for him, and nothing more is to come."""
        await self.settled()
        match = await self.match()
        for user in users:
            seat = match.seat_of(user.id)
            assert seat is not None
            ask = match.ask_of(seat)
            shown = question(self.panel(user))
            assert shown == (ask.number if ask is not None else 0), (user.name, shown, ask)


@asynccontextmanager
async def playing(url: str, shards: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Several]:
    """So many processes on a database that has been made; judged and taken down at the end."""
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    # Nobody renews a lease here but a test.
    for each in ("store.processes", "tables.membership"):
        monkeypatch.setattr(f"bot.{each}.LEASE_MS", 3_600_000)
    monkeypatch.setattr("bot.tables.membership.KNOWN_SECONDS", 0.0)
    clock = Clock()
    local = LocalDiscord(
        openapi=DOCUMENT, limits=LIMITS, wall=lambda: clock() / 1000, shards=shards,
        interaction_seconds=PATIENT,
    )  # fmt: skip
    await local.start()
    local.point_client_here()
    several = Several(local, url, clock, shards)
    try:
        await several.start_all()
        yield several
        await several.settled()
    finally:
        for bot in [*several.bots]:
            await several.stop_one(bot)
        await local.stop()
    judge(local)
