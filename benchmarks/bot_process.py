"""The bot in a process of its own, as `benchmarks.bot` and `benchmarks.processes` measure it: it
obeys one order a line.

Orders come as JSON on standard input and are answered on standard output. The bot is the real one
on the real discord.py; only its clock stands still, so that no deadline comes in between, and it
keeps no limit over all its calls, as the local Discord has none then. Where the limits are
measured (`LIMITED`) it is the bot as it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import math
import os
import sys
import threading
import time
import tracemalloc
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final

import aiohttp
import discord
import msgspec

from bot import logs, loop
from bot.app import Motordrome, warm_up
from bot.delivery.delivery import Delivery
from bot.delivery.pacing import Pace
from bot.local import point_client_at
from bot.local.lasting import Lasted, lasting
from bot.match import lobby, sealing
from bot.match.match import Match
from bot.settings import LOCAL_URL, Settings
from bot.store import Commit, Store, VersionConflict
from bot.tables.membership import Membership
from games.engine.errors import Stale

GAME: Final = "carwars-cards"
NOW_MS: Final = 1_800_000_000_000
TICK: Final = 0.001
AT_ONCE: Final = 50
DATABASE: Final = "BENCH_DATABASE"
TOKEN: Final = "BENCH_TOKEN"
LIMITED: Final = "BENCH_LIMITED"
"""Set where the bot keeps real time and Discord's limits."""
URL: Final = "BENCH_URL"
"""The database's address, for a process with a lease; it may be one of several."""
SHARDS: Final = "BENCH_SHARDS"
"""Its shard and how many there are, as "0 3"; empty for one that has all."""
PAGE: Final = os.sysconf("SC_PAGESIZE")


def now(*, limited: bool) -> int:
    """What the bot's clock shows, in ms."""
    return time.time_ns() // 1_000_000 if limited else NOW_MS


class Ticker:
    """How much later than asked for a task of the event loop runs, again and again.

    Other programs on the machine hold the loop up too. Linux tells how long a thread was ready
    and had no processor, so that part of a gap can be left out.
    """

    def __init__(self) -> None:
        self.gaps: list[float] = []
        """Seconds beyond the tick."""
        self.own: list[float] = []
        """The same without the time for which the machine was busy with something else."""
        self._queue = open(  # noqa: SIM115 - read for as long as the process lives
            f"/proc/self/task/{threading.get_native_id()}/schedstat", "rb", buffering=0
        )

    def _queued(self) -> float:
        """Seconds the loop's thread has waited for a processor, ever."""
        self._queue.seek(0)
        return int(self._queue.read().split()[1]) / 1e9

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            began, queued = time.perf_counter(), self._queued()
            await asyncio.sleep(TICK)
            gap = time.perf_counter() - began - TICK
            self.gaps.append(gap)
            self.own.append(max(0.0, gap - (self._queued() - queued)))


class Orders:
    """What the benchmark may ask of the bot. Each order is a method that takes and gives JSON."""

    def __init__(self, bot: Motordrome) -> None:
        self.bot = bot
        self.matches: list[str] = []
        self._ticking: asyncio.Task[None] | None = None
        self._watching = contextlib.ExitStack()
        self._calls: list[Lasted] = []
        self._waits: list[float] = []
        self._commits = [0, 0]
        self._count_commits()

    def _count_commits(self) -> None:
        append = self.bot.store.append

        async def counted(commit: Commit) -> int:
            self._commits[0] += 1
            try:
                return await append(commit)
            except VersionConflict:
                self._commits[1] += 1
                raise

        self.bot.store.append = counted  # type: ignore[method-assign]

    async def commits(self) -> list[int]:
        """Commits of matches so far, and how many of them met a newer version."""
        return self._commits

    async def cpu(self) -> float:
        """Processor seconds of the whole process, all threads."""
        return time.process_time()

    async def tick(self) -> None:
        """Begin to watch the event loop."""
        self._ticker = Ticker()
        self._ticking = asyncio.create_task(self._ticker.run())

    async def ticked(self) -> tuple[list[float], list[float]]:
        """Stop watching: the gaps, whole and own, in seconds."""
        assert self._ticking is not None
        self._ticking.cancel()
        return self._ticker.gaps, self._ticker.own

    async def watch(self) -> None:
        """Begin to time the bot's calls, and the waits of presses for the message they are on."""
        waits = self._waits
        self._calls = self._watching.enter_context(lasting(self.bot))

        class Watched:
            """The delivery as presses on hands see it, with locks that are timed."""

            def __init__(self, delivery: Delivery) -> None:
                self._delivery = delivery

            def __getattr__(self, name: str) -> Any:
                return getattr(self._delivery, name)

            @contextlib.asynccontextmanager
            async def lock(self, match_id: str, target: str) -> AsyncIterator[None]:
                began = time.perf_counter()
                async with self._delivery.lock(match_id, target):
                    waits.append(time.perf_counter() - began)
                    yield

        vars(self.bot.clicks._hands)["delivery"] = Watched(self.bot.delivery)

    async def watched(self) -> tuple[list[float], list[float]]:
        """Seconds that calls took until they returned, and that presses waited for a lock."""
        return [call.seconds for call in self._calls], self._waits

    async def look_away(self) -> None:
        """Nobody looks at a private hand any more, as five minutes after the last press on it."""
        self.bot.delivery.panels._panels.clear()

    async def open(
        self,
        channels: list[int],
        people: list[list[tuple[int, int]]],
        computers: int,
        guild: int = 1,
    ) -> None:
        """Open and deal a table in each channel of a server, and wait until its board is out.

        `people` are user ids with the direct message channels, by table; 0 for who takes no direct
        messages. They have played here before: the bot opens a new channel in two seconds only.
        """
        free = asyncio.Semaphore(AT_ONCE)

        async def one(channel: int, users: list[int]) -> None:
            async with free:
                self.matches.append(await self._table(channel, users, computers, guild))

        for user, channel in {(user, dm) for table in people for user, dm in table}:
            await self.bot.matches.people.set_dm(user, channel, closed=not channel)
            self.bot.matches.people.pressed(user)  # Join
        users = [[user for user, _ in table] for table in people]
        await asyncio.gather(*(one(c, u) for c, u in zip(channels, users, strict=True)))

    async def _table(self, channel: int, users: list[int], computers: int, guild: int) -> str:
        matches = self.bot.matches
        host = users[0]
        match = await matches.open(
            game=GAME, guild_id=guild, channel_id=channel, user_id=host, name="Ann"
        )

        def start(match: Match) -> None:
            for number, user in enumerate(users[1:]):
                lobby.join(match, user, f"Guest {number + 1}", 0)
            for _ in range(computers):
                lobby.add_computer(match, host, "normal")
            sealing.seal(match, host)

        await matches.change(match.id, start)
        with contextlib.suppress(Stale):  # another process may have been quicker
            await self.bot.delivery.sealer.seal(match.id)
        await self.bot.delivery.board(match.id)
        return match.id

    async def asked(self) -> dict[int, list[tuple[int, int, bool]]]:
        """By channel: (user id, question number, whether it is a window) of everyone asked."""
        out: dict[int, list[tuple[int, int, bool]]] = {}
        for match_id in self.matches:
            match = await self.bot.matches.look(match_id)
            if match.status != "live" or match.table is None:
                continue
            out[match.channel_id] = [
                (user, ask.number, ask.kind in match.game.windows)
                for ask in match.table.asks
                if (user := match.seats[ask.seat].user_id) is not None
            ]
        return out

    async def pictures(self, shown: bool) -> None:
        """Whether posts have pictures from now on."""

        def nothing(*_: object) -> None:
            return None

        async def nothing_later(*_: object) -> None:
            return None

        for name in ("board", "hand", "result"):
            if shown:
                vars(self.bot.pictures).pop(name, None)
            else:
                setattr(self.bot.pictures, name, nothing_later if name == "hand" else nothing)

    async def post(self, url: str, body: str, count: int) -> float:
        """Processor seconds of one plain aiohttp POST, of `count` made by 50 tasks."""
        data = body.encode()
        headers = {"Content-Type": "application/json"}

        async def several(http: aiohttp.ClientSession, number: int) -> None:
            for _ in range(number):
                async with http.post(url, data=data, headers=headers) as answer:
                    await answer.read()

        async with aiohttp.ClientSession() as http:
            await asyncio.gather(*(several(http, 2) for _ in range(AT_ONCE)))
            began = time.process_time()
            await asyncio.gather(*(several(http, count // AT_ONCE) for _ in range(AT_ONCE)))
            return (time.process_time() - began) / count

    async def memory(self) -> tuple[int, int]:
        """Resident bytes, and how many of discord.py's Views are alive.

        What drawing threads have freed is handed back first, where the C library knows how: it
        comes and goes by megabytes and belongs to no table.
        """
        gc.collect()
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
        views = sum(
            isinstance(thing, discord.ui.View | discord.ui.LayoutView | discord.ui.Modal)
            for thing in gc.get_objects()
        )
        with open("/proc/self/statm", "rb") as file:  # noqa: ASYNC230 - it is no disk
            return int(file.read().split()[1]) * PAGE, views

    async def kept(self, count: int) -> float:
        """Bytes of a match that is kept in memory: the growth when all kept ones are others."""
        gc.collect()
        tracemalloc.start()
        for match_id in self.matches[:count]:
            await self.bot.matches.look(match_id)
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return grown / count


async def _obey(bot: Motordrome) -> None:
    orders = Orders(bot)
    lines = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    while line := await lines.readline():
        name, given = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
        answer = await getattr(orders, name)(**given)
        print(msgspec.json.encode(answer).decode(), flush=True)


async def main() -> None:
    """Be the bot until standard input ends."""
    logs.set_up("WARNING")
    point_client_at(os.environ[LOCAL_URL])
    url = os.environ.get(URL)
    address = url or f"sqlite+aiosqlite:///{os.environ[DATABASE]}"
    store = await Store.open(address)
    try:
        warm_up()
        limited = LIMITED in os.environ
        clock = partial(now, limited=limited)
        settings, member = await _joined(Settings(token=os.environ[TOKEN]), store, address, clock)
        living = asyncio.create_task(member.run())
        try:
            await _serve(settings, store, member, limited=limited)
        finally:
            living.cancel()
            await member.leave()
    finally:
        await store.close()


async def _joined(
    settings: Settings, store: Store, url: str, clock: Callable[[], int]
) -> tuple[Settings, Membership]:
    """The settings and the lease of a process that may be one of several."""
    shard, count = (int(each) for each in (os.environ.get(SHARDS) or "0 0").split())
    shards = (shard,) if count else ()
    settings = msgspec.structs.replace(settings, shard_ids=shards, shard_count=count)
    return settings, await Membership.join(store, url, clock, shards, count)


async def _serve(settings: Settings, store: Store, member: Membership, *, limited: bool) -> None:
    async with Motordrome(
        settings,
        store,
        now=partial(now, limited=limited),
        member=member,
        pace=None if limited else Pace(a_second=math.inf),
        guild_ready_timeout=0,
    ) as bot:
        # With a clock that stands still no answer could wait: everybody is asked everything.
        bot.matches.poker_faces = not limited
        running = asyncio.create_task(bot.start(settings.token))
        await bot.wait_until_ready()
        await _obey(bot)
    await running


if __name__ == "__main__":
    loop.run(main())
