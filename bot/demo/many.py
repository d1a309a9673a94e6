"""Many matches at once, on several processes of the bot that share one database.

Each process has a shard, and with it the channels of a server; direct messages come to shard 0. So
the board and the hands of one match are pressed at different processes. Processes are killed at
random and started again, until every match is over.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import NullPool, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot import own_postgres
from bot.delivery.messages import BoardMessage
from bot.demo import judge, told
from bot.demo.choice import button
from bot.demo.judge import Record
from bot.demo.leaps import Jumped, LeapingClock
from bot.demo.people import PATIENCE, People
from bot.demo.plan import Plan
from bot.demo.process import BotProcess
from bot.local import DISCORD, Guild, LocalDiscord, hurried
from bot.local.hub import ANSWERED_BY
from bot.local.openapi import find as find_openapi
from bot.local.world import World, walk
from bot.posts import hands, posts
from bot.posts.pictures import Pictures
from bot.store import Store
from bot.store.processes import LEASE_MS
from bot.store.tables import deadlines, outbox
from bot.tables.matches import Matches
from bot.tables.membership import Membership, wall
from bot.tables.rows import HELD
from bot.tables.stored import CLOCK

FIRST: Final = (1.0, 4.0)
"""Seconds to the first kill: people in a hurry may be done in a quarter of a minute."""
CALM: Final = (8.0, 20.0)
"""Seconds between one process's return and the next kill."""
OFF_MS: Final = (0, 180_000, -180_000)
"""By how much the clocks of processes are fast, in ms, in turn."""
RESTART: Final = 1.0
"""Seconds after which a process that ended at its start is started again."""
STOPPED: Final = 0.25
"""How often a process is not killed but stopped, and goes on when others have taken over."""
STOPPED_FOR: Final = (LEASE_MS / 1000 + 1, LEASE_MS / 1000 + 5)
EXCUSED: Final = 4.0
"""Seconds after the return of a process in which a press may stay without an answer."""
TOLD: Final = ("rung twice", "notices that tell")
"""What is judged of each table. How soon anything is told hangs on when who was to tell it died."""
NOTE: Final = "> "
"""How a line begins that an answer tells beside the hand."""
LOOK_EVERY: Final = 0.2
SOON_MS: Final = 30_000
"""What is due later than that is no part of what has happened."""
SETTLES_BY_MS: Final = 60_000
"""In which all must have been told after the last answer of the table's own was due."""


class Fleet:
    """The processes, and when one of them was away."""

    def __init__(self, local: LocalDiscord, bots: Sequence[BotProcess], rng: random.Random) -> None:
        self._local = local
        self._rng = rng
        self.bots = bots
        self.stops = 0
        self.failed = 0
        """Starts of processes that ended at once."""
        self._away: list[list[float]] = []
        """From when to when, on the local Discord's clock; an end of infinity for now."""

    async def start(self) -> None:
        """Start all, at once."""
        await asyncio.gather(*(bot.start() for bot in self.bots))

    async def stop(self) -> list[int | None]:
        """Ask all to end; returns their exit codes."""
        return await asyncio.gather(*(bot.stop() for bot in self.bots))

    @property
    def kills(self) -> int:
        return sum(bot.kills for bot in self.bots)

    async def harass(self, out: Callable[[str], None]) -> None:
        """Kill a process and start it again, or stop it for a while; so on until cancelled."""
        calm = FIRST
        while True:
            await asyncio.sleep(self._rng.uniform(*calm))
            calm = CALM
            bot = self._rng.choice(self.bots)
            stopped = self._rng.random() < STOPPED
            with self.absence() as times:
                await unbroken(self._hold(bot) if stopped else self._replace(bot))
            how = "stopped" if stopped else "killed"
            lasted = times[1] - times[0]
            out(f"{how}: shards {sorted(bot.shards)} were away for {lasted:.1f} s")

    @contextlib.contextmanager
    def absence(self) -> Iterator[list[float]]:
        """Something is away as long as this is entered; gives from when to when."""
        times = [self._local.clock.now(), float("inf")]
        self._away.append(times)
        try:
            yield times
        finally:
            times[1] = self._local.clock.now()

    async def _hold(self, bot: BotProcess) -> None:
        self.stops += 1
        await bot.pause(self._rng.uniform(*STOPPED_FOR))

    async def _replace(self, bot: BotProcess) -> None:
        await bot.kill()
        while True:
            try:
                await bot.start()
            except ChildProcessError:
                self.failed += 1
                await asyncio.sleep(RESTART)  # as who looks after processes does
            else:
                return

    def excuses(self, since: float) -> bool:
        """Whether a press that was made then may still be without an answer now."""
        return any(since <= end + EXCUSED for _, end in self._away)


async def unbroken(work: Coroutine[None, None, None]) -> None:
    """Do it whole, also where who waits for it is cancelled: a kill is never left half done."""
    doing = asyncio.create_task(work)
    try:
        await asyncio.shield(doing)
    except asyncio.CancelledError:
        await doing
        raise


@contextlib.asynccontextmanager
async def database(
    kind: str, folder: Path
) -> AsyncIterator[tuple[str, own_postgres.Server | None]]:
    """The address of a new database, and the server that it is on."""
    if kind == "sqlite":
        yield f"sqlite+aiosqlite:///{folder / 'demo.sqlite3'}", None
        return
    with own_postgres.lifeline() as there:
        server = await own_postgres.shared(there, durable=True)
        yield await server.database(), server


def discord_of(jumped: Path, **options: Any) -> tuple[LocalDiscord, LeapingClock]:
    """A local Discord that checks bodies, and its clock, which jumps as that file says to the bot's
    processes, too."""
    clock = LeapingClock(Jumped(jumped))
    return LocalDiscord(openapi=find_openapi(), clock=clock, wall=clock.wall, **options), clock


def processes(
    local: LocalDiscord,
    folder: Path,
    url: str,
    count: int,
    *,
    patient: bool,
    hurry: int,
    ports: Sequence[int] = (),
) -> list[BotProcess]:
    """So many processes of the bot on one database, not started yet; `ports` of their metrics."""
    return [
        BotProcess(
            local, folder / "demo", patient=patient, hurry=hurry, url=url, shards=(shard,),
            shard_count=count, off_ms=OFF_MS[shard % len(OFF_MS)],
            metrics_port=ports[shard] if ports else 0,
        )
        for shard in range(count)
    ]  # fmt: skip


def servers_of(local: LocalDiscord, count: int) -> list[Guild]:
    """A server for each shard."""
    first = (local.world.new_id() >> 22) // count * count
    return [
        local.add_guild(f"Speedway {shard}", id=(first + shard) << 22 | 1) for shard in range(count)
    ]


async def play(
    plan: Plan, folder: Path, url: str, out: Callable[[str], None] = print
) -> tuple[list[str], Fleet]:
    """Play on a new database; everything that was wrong, in sentences, and the processes."""
    local, _ = discord_of(
        folder / "demo-jumped",
        limits=hurried(DISCORD, plan.hurry),
        interaction_seconds=ANSWERED_BY if plan.speed else PATIENCE,
        shards=plan.processes,
    )
    await local.start()
    rng = random.Random(plan.seed)
    count = plan.processes
    bots = processes(local, folder, url, count, patient=not plan.speed, hurry=plan.hurry)
    fleet = Fleet(local, bots, rng)
    servers = servers_of(local, count)
    tables = [
        People(
            plan, local, bots[at % count],
            channel=local.add_channel(f"pit-lane-{at}", guild=servers[at % count]),
            excuses=fleet.excuses, rng=random.Random(f"{plan.seed} {at}"),
        )
        for at in range(plan.tables)
    ]  # fmt: skip
    wrong: list[str] = []
    try:
        await fleet.start()
        playing: list[asyncio.Task[None]] = []
        try:
            for people in tables:
                await people.open_table()
                # At once: how long somebody takes is how long the table may wait for him later.
                playing.append(asyncio.create_task(_play(people)))
            out(f"{len(tables)} tables are open on {count} processes")
            harassing = asyncio.create_task(fleet.harass(out))
            try:
                await asyncio.gather(*playing)
            finally:
                harassing.cancel()
                await asyncio.gather(harassing, return_exceptions=True)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        wrong += await settled(url)
        codes = await fleet.stop()
        wrong += [f"A bot ended with {code}." for code in codes if code]
        wrong += await _judged(tables, url, out)
        wrong += local.problems + local.faults + local.filled_by_follow_up
        wrong += [f"Too fast: {c.method} {c.route}" for c in local.limited if not c.ordered]
        _report(local, fleet, tables, out)
        out(f"problems: {wrong or 'none'}")
    finally:
        await fleet.stop()
        await local.stop()
    return wrong, fleet


async def _play(people: People) -> None:
    try:
        await people.play()
    except TimeoutError:
        people.wrong.append(f"Nothing could be pressed for {PATIENCE:.0f} seconds.")


async def settled(url: str) -> list[str]:
    """Wait until everything has been told, and no answer waits; what is wrong with that."""
    engine = create_async_engine(url, poolclass=NullPool)
    held = select(deadlines.c.due_at, deadlines.c.match_id).where(deadlines.c.stage == HELD)
    told = select(outbox.c.due_at, outbox.c.match_id, outbox.c.target, outbox.c.attempts)
    until = wall() + SETTLES_BY_MS
    while True:
        now = wall()
        async with engine.connect() as line:
            waiting = (await line.execute(held)).all()
            left = (await line.execute(told)).all()
        # Some clock or other is always over soon where tables go on: nothing of that has happened.
        left = [row for row in left if row.target != CLOCK or row.due_at <= now]
        soon = [row for row in (*waiting, *left) if row.due_at <= now + SOON_MS]
        if not soon:
            return []
        # The table may take as long for an answer as its player did: by then it is due.
        until = max([until, *(row.due_at + SETTLES_BY_MS for row in waiting)])
        if now > until:
            return [f"Something was still to be told in the end: {tuple(row)}." for row in soon]
        await asyncio.sleep(LOOK_EVERY)


async def _judged(tables: Sequence[People], url: str, out: Callable[[str], None]) -> list[str]:
    """What is wrong with what is stored and what is shown, table by table."""
    wrong: list[str] = []
    async with judging(url, wall) as (matches, pictures):
        for people in tables:
            record = await judge.read_from(matches.store, people.match_id, people.log)
            found = await faults(people, record, matches, pictures)
            if record.match.status != "finished":
                found.append(f"It did not finish: {record.match.status}.")
            wrong += [f"{people.match_id}: {sentence}" for sentence in found]
    return wrong


@contextlib.asynccontextmanager
async def judging(url: str, now: Callable[[], int]) -> AsyncIterator[tuple[Matches, Pictures]]:
    """What judges look at, as it is at the time of day that `now` gives (ms)."""
    store, pictures = await Store.open(url), Pictures()
    try:
        yield Matches(store, Membership(store, now), hand_key=hands.kept_key), pictures
    finally:
        pictures.close()
        await store.close()


async def faults(people: People, record: Record, matches: Matches, pictures: Pictures) -> list[str]:
    """What is wrong with what is stored of a table, what is shown, and what people were told."""
    found = people.wrong + judge.faults(record, people.log) + judge.again(record)
    found += await stale(people.local.world, people.match_id, matches, pictures)
    counts = told.counts(people.evidence(record))
    return found + [sentence for kind in TOLD for sentence in counts[kind]]


async def stale(world: World, match_id: str, matches: Matches, pictures: Pictures) -> list[str]:
    """Messages of a match which do not show what they would if they were made now. What the answer
    to a press tells beside that stands until the next change."""
    match, out = await matches.look(match_id), []
    over = match.status in ("finished", "ended")
    board = world.find_message(match.channel_id, match.board.message)
    wanted = BoardMessage(matches, pictures).undrawn(match)
    if board is None or _words(posts.components(wanted)) != _words(board.components):
        out.append("The board is stale.")
    for number, seat in enumerate(match.seats):
        if not seat.hand.message:
            continue
        hand = world.find_message(seat.hand.channel, seat.hand.message)
        due = match.due_of(number, matches.now())
        post = await hands.hand(match, number, pictures, due_ms=due)
        if hand is not None and button(hand, "back") is not None and not over:
            continue  # an answer is begun on it, which is stored nowhere
        if hand is None or _words(posts.components(post)) != _words(hand.components):
            out.append(f"The hand of seat {number} is stale.")
        direct = world.messages[seat.hand.channel].values()
        if over and any(message.author.bot and not message.is_v2 for message in direct):
            out.append(f"A notice to seat {number} still stands.")
    return out


def _words(components: Sequence[dict[str, object]]) -> list[object]:
    texts = [part["content"] for part in walk([*components]) if part["type"] == 10]
    return [text for text in texts if not str(text).startswith(NOTE)]


def report_calls(local: LocalDiscord, out: Callable[[str], None]) -> None:
    """How often the bot called what, and what Discord refused."""
    calls = collections.Counter(f"{call.method} {call.route}" for call in local.calls)
    refused = collections.Counter(
        f"{call.status} {call.code} {call.method} {call.route}"
        for call in local.calls
        if call.status >= 400
    )
    for route, many in calls.most_common():
        out(f"  {many:6} {route}")
    out(f"calls that Discord refused: {dict(refused) or 'none'}")


def _report(
    local: LocalDiscord, fleet: Fleet, tables: Sequence[People], out: Callable[[str], None]
) -> None:
    made = sum(people.made() for people in tables)
    presses = sum(len(people.log) for people in tables)
    lost = sum(press.standing == "lost" for people in tables for press in people.log)
    out(f"{presses} presses, {made} acknowledged as moves, {lost} lost")
    out(f"{fleet.kills} processes killed, {fleet.stops} stopped for a while")
    out(f"{local.shards.identifies} IDENTIFYs, and {local.shards.too_early} that came too early")
    report_calls(local, out)
    waits = sorted(wait.seconds for wait in local.waits if wait.answer is not None)
    if waits:
        half, most = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        out(f"answers: half within {half:.2f} s, 99 of 100 within {most:.2f} s")
