"""Several processes of the bot on one PostgreSQL, and many tables: what they cost.

    python -m benchmarks.processes [--shortest]

Moves: one process and three, each side on a database of its own of one server, take turns in one
run. At each table somebody presses what his direct message shows, once in three seconds on either
side: some 15 moves a second, and the calls for them are what Discord's limit over all leaves to one
token. (A process that is pressed as fast as it answers tells of several moves at once.) Direct
messages come to shard 0 and the tables are at home at all three, which is as much apart as can be:
two of three moves are stored by one process and told by another. Targets: a move costs three
processes at most 1.25x the processor time that it costs one, without pictures, and at most 1% of
all commits are repeated because the match had another version.

Many tables: one process starts on 10,000 live tables and on 100, in turns, and owes the boards of
100 of them. Targets: the first answer comes after at most 1.5x the time, what is owed has been told
within 10 s, and 10,000 tables that nobody plays at cost at most 100 MB more than none. (One is
taken for none: what the first board costs is no table's.)

Throughput on more cores than there are here is not measured: people and the local Discord use them,
too. What one core carries is reckoned from a move's processor time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg

from benchmarks import bot_process
from benchmarks.arguments import parser
from benchmarks.bot_process import NOW_MS
from benchmarks.bot_tables import HERE, PATIENCE, Obeying, Table, obeying, tables
from benchmarks.start import HOUR_MS, PER_MATCH
from bot import own_postgres
from bot.demo.many import servers_of
from bot.local import Channel, LocalDiscord, Rates, User
from bot.local.limits import is_interaction_route
from bot.settings import LOCAL_URL

PROCESSES: Final = 3
EVERY: Final = 24
"""Seconds between two moves at a table, where tables are reckoned from moves."""
AT_ONCE: Final = 20
_DUE: Final = "SELECT count(*) FROM outbox WHERE due_at <= $1"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Size(NamedTuple):
    """How much is measured."""

    rounds: int
    tables: int
    """Busy ones, on either side."""
    seconds: float
    """How long each side plays in each round."""
    every: float
    """Seconds between two presses at a table."""
    starts: int
    few: int
    many: int
    """Live tables that a process starts on."""
    owed: int
    """Boards that it has to show then."""


WHOLE: Final = Size(
    rounds=3, tables=51, seconds=6.0, every=3.0, starts=2, few=100, many=10_000, owed=100
)
SHORTEST: Final = Size(rounds=1, tables=3, seconds=0.3, every=0.1, starts=1, few=3, many=12, owed=3)


class Fleet:
    """Processes that share a database, and the database as it is seen from outside."""

    def __init__(
        self, local: LocalDiscord, bots: Sequence[Obeying], line: asyncpg.Connection, *, real: bool
    ) -> None:
        self.local = local
        self.servers = servers_of(local, PROCESSES)
        """One of each shard."""
        self.line = line
        self._bots = bots
        self._real = real

    async def order(self, name: str, **given: Any) -> Any:
        """Have an order carried out by all of them: their answers. What is of one server goes to
        the process that has it, alone."""
        if "guild" in given:
            return await self._bots[(given["guild"] >> 22) % len(self._bots)].order(name, **given)
        return await asyncio.gather(*(bot.order(name, **given) for bot in self._bots))

    async def moves(self) -> int:
        """Durable moves of all tables together."""
        return int(await self.line.fetchval("SELECT sum(last_move) FROM matches") or 0)

    async def settled(self) -> None:
        """Wait until everything that is due by the processes' clock has been told."""
        async with asyncio.timeout(PATIENCE):
            # A database is not told by another process that it has changed.
            while await self.line.fetchval(_DUE, bot_process.now(limited=self._real)):  # noqa: ASYNC110
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def fleet(
    local: LocalDiscord, url: str, count: int, *, real: bool = False
) -> AsyncIterator[Fleet]:
    """So many processes on a database, connected; one of them alone has all shards. With `real`
    they keep real time and Discord's limits."""
    line = await asyncpg.connect(url.replace("+asyncpg", ""))
    bots = []
    try:
        for shard in range(count):
            environment = {
                LOCAL_URL: local.url,
                bot_process.TOKEN: local.token,
                bot_process.URL: url,
                bot_process.SHARDS: f"{shard} {count}" if count > 1 else "",
            } | ({bot_process.LIMITED: "1"} if real else {})
            bots.append(Obeying(await obeying(HERE, "-m", "benchmarks.bot_process", **environment)))
        await local.until(lambda: len(local.shards.connected) == count)
        yield Fleet(local, bots, line, real=real)
    finally:
        await asyncio.gather(*(bot.end() for bot in bots))
        await line.close()


# -- moves


class Played(NamedTuple):
    """What free play cost until everything was told."""

    moves: int
    seconds: float
    spent: tuple[float, ...]
    """Processor seconds of each process."""
    server: float
    """Those of PostgreSQL."""
    calls: int
    """To Discord's REST API."""
    counted: int
    """Those of them that Discord's limit over all counts."""

    @property
    def each(self) -> float:
        """Processor time of a move, all processes of the bot together, in ms."""
        return 1000 * sum(self.spent) / max(1, self.moves)


def spent_by(server: own_postgres.Server) -> float:
    """Processor seconds of PostgreSQL's processes, of those that have ended, too."""
    first = (server.folder / "data" / "postmaster.pid").read_text().split()[0]
    total = 0
    for each in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = each.read_text().rpartition(")")[2].split()
            if each.parent.name == first:
                total += sum(map(int, fields[11:15]))
            elif fields[1] == first:
                total += sum(map(int, fields[11:13]))
    return total / _TICKS


async def people(table: Table, seconds: float, every: float) -> None:
    """Somebody at a table presses what he is shown, again and again."""
    began = time.perf_counter()
    due = began + table.rng.uniform(0, every)
    while due < began + seconds and not table.over:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        ready = [(user, hand) for user in table.people if (hand := table.hand(user)) is not None]
        if ready:
            await table.choose(*table.rng.choice(ready))
        due += every


async def play(server: own_postgres.Server, side: Fleet, size: Size) -> Played:
    """New tables, shared out among the servers of all shards."""
    local, busy = side.local, list[Table]()
    for guild in side.servers:
        busy += await tables(local, side, size.tables // len(side.servers), 4, guild=guild)
    # Whoever hears of a table for the first time loads it, and what is known of its people.
    await asyncio.gather(*(people(table, size.every, size.every) for table in busy))
    await side.settled()
    local.calls.clear()
    moves, before, of_server = await side.moves(), await side.order("cpu"), spent_by(server)
    began = time.perf_counter()
    await asyncio.gather(*(people(table, size.seconds, size.every) for table in busy))
    await side.settled()
    took, after = time.perf_counter() - began, await side.order("cpu")
    return Played(
        await side.moves() - moves,
        took,
        tuple(now - then for now, then in zip(after, before, strict=True)),
        spent_by(server) - of_server,
        len(local.calls),
        sum(not is_interaction_route(call.route) for call in local.calls),
    )


async def moves(server: own_postgres.Server, size: Size) -> None:
    """One process and three, in turns, without pictures; then each once with them."""
    async with contextlib.AsyncExitStack() as beside:
        sides = []
        for count in (1, PROCESSES):
            local = LocalDiscord(limits="off", wall=lambda: NOW_MS / 1000, shards=count)
            await local.start()
            beside.push_async_callback(local.stop)
            url = await server.database()
            sides.append(await beside.enter_async_context(fleet(local, url, count)))
        for side in sides:
            await side.order("pictures", shown=False)
        plain = []
        for _ in range(size.rounds):
            plain.append([await play(server, side, size) for side in sides])
        conflicts = [sum(each) for each in zip(*await sides[1].order("commits"), strict=True)]
        for side in sides:
            await side.order("pictures", shown=True)
        drawn = [await play(server, side, size) for side in sides]
    ratios = sorted(three.each / one.each for one, three in plain)
    print(
        f"a move, {size.tables} tables with a press in {size.every:g} s, no pictures:"
        f" processor time over {PROCESSES} processes"
    )
    print(
        f"  {statistics.median(ratios):.2f} of one process's (target 1.25; {len(ratios)} rounds,"
        f" {ratios[0]:.2f} to {ratios[-1]:.2f})"
    )
    print(
        f"  commits repeated: {conflicts[1]} of {conflicts[0]},"
        f" {100 * conflicts[1] / max(1, conflicts[0]):.2f}% (target 1)"
    )
    shares = [sum(each.spent[at] for _, each in plain) for at in range(PROCESSES)]
    whole = sum(shares)
    print("  of that time", ", ".join(f"{share / whole:.0%}" for share in shares), "by shard")
    _carried(plain, drawn)


def _carried(plain: Sequence[Sequence[Played]], drawn: Sequence[Played]) -> None:
    """What one core carries, as a table."""
    print(f"{'':<26}{'ms a move':>10}{'PostgreSQL':>11}{'moves/s':>9}{'tables':>8}{'calls':>7}")
    for at, count in enumerate((1, PROCESSES)):
        for what, some in (
            ("no pictures", [each[at] for each in plain]),
            ("pictures", [drawn[at]]),
        ):
            moves = max(1, sum(each.moves for each in some))
            each = 1000 * sum(sum(one.spent) for one in some) / moves
            of_server = 1000 * sum(one.server for one in some) / moves
            counted = sum(one.counted for one in some) / moves
            print(
                f"{count} process{'es' if count > 1 else ''}, {what:<14}"
                f"{each:>10.1f}{of_server:>11.1f}{1000 / each:>9.0f}{1000 * EVERY / each:>8.0f}"
                f"{counted:>7.1f}"
            )
    print(
        "  ms of the bot's and of PostgreSQL's processor time; moves a second and tables with a"
        f" move every {EVERY} s that one core of bot carries; calls a move that Discord's limit"
        " over all counts"
    )


# -- many tables


class Started(NamedTuple):
    """One start."""

    online: float
    """Seconds from the start of the process until it was connected."""
    answered: float
    """Until it had answered somebody who asked for his hand."""
    told: float
    """Until everything that it owed had been told."""
    memory: int
    """Resident bytes after that."""
    touched: int
    """The same after somebody at each table has asked for his hand; 0 where nobody has."""


class Tables:
    """A database with so many live tables, each in a channel of its own."""

    def __init__(self, url: str, count: int) -> None:
        # Starts are what is measured, and not how many shards connect at once.
        self.local = LocalDiscord(limits=Rates(identify=None))
        self._url = url
        self._channels: list[Channel] = []
        self._people: list[User] = []
        self.count = count

    async def make(self) -> None:
        """One table is opened and dealt; the others are copies of its rows."""
        await self.local.start()
        async with fleet(self.local, self._url, 1, real=True) as side:
            (table,) = await tables(self.local, side, 1, 4, guild=self.local.guild)
            await side.settled()
        self._channels = [table.channel]
        self._channels += [self.local.add_channel(f"copy-{n}") for n in range(1, self.count)]
        self._people = [*table.people.values()]
        await copy(self._url, self._channels[1:])

    async def start(self, owed: int, *, touch: bool) -> Started:
        """Start a process on them that owes so many boards."""
        line = await asyncpg.connect(self._url.replace("+asyncpg", ""))
        await line.execute(
            "INSERT INTO outbox (match_id, target, id, payload, created_at, due_at, attempts,"
            " lease_until, lease) SELECT id, 'board', row_number() OVER (), '', 0, 0, 0, 0, 0"
            " FROM matches ORDER BY id LIMIT $1 ON CONFLICT DO NOTHING", owed,
        )  # fmt: skip
        await line.close()
        began = time.perf_counter()
        async with fleet(self.local, self._url, 1, real=True) as side:
            online = time.perf_counter() - began
            await self._ask(0)
            answered = time.perf_counter() - began
            await side.settled()
            told = time.perf_counter() - began
            ((memory, _),) = await side.order("memory")
            touched = 0
            if touch:
                await side.order("pictures", shown=False)
                free = asyncio.Semaphore(AT_ONCE)

                async def one(number: int) -> None:
                    async with free:
                        await self._ask(number)

                await asyncio.gather(*(one(number) for number in range(len(self._channels))))
                ((touched, _),) = await side.order("memory")
            return Started(online, answered, told, memory, touched)

    async def _ask(self, number: int) -> None:
        user = self._people[number % len(self._people)]
        outcome = await self.local.command(user, self._channels[number], "hand")
        await outcome.finished()
        if outcome.failed:
            raise TimeoutError("a hand was not shown")


async def copy(url: str, channels: Sequence[Channel]) -> None:
    """A copy of the one match for each of these channels. Its clocks run an hour longer, or those
    of all tables would ring while a start is measured."""
    line = await asyncpg.connect(url.replace("+asyncpg", ""))
    async with line.transaction():
        await line.execute("UPDATE deadlines SET due_at = due_at + $1", HOUR_MS)
        match_id = await line.fetchval("SELECT id FROM matches")
        new = [(f"C{number:09}", each.id, match_id) for number, each in enumerate(channels)]
        await line.execute("CREATE TEMP TABLE copies (new text, channel bigint, old text)")
        await line.executemany("INSERT INTO copies VALUES ($1, $2, $3)", new)
        for table in ("matches", *PER_MATCH):
            names = await line.fetch(
                "SELECT column_name FROM information_schema.columns WHERE table_name = $1", table
            )
            key = "id" if table == "matches" else "match_id"
            given = {key: "c.new", "channel_id": "c.channel"}
            columns = [str(row[0]) for row in names]
            values = ", ".join(given.get(name, f"t.{name}") for name in columns)
            await line.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values}"
                f" FROM {table} t JOIN copies c ON t.{key} = c.old"
            )
    await line.execute("ANALYZE")
    await line.close()


async def starts(server: own_postgres.Server, size: Size) -> None:
    """Starts on few tables and on many, in turns."""
    one, few, many = [Tables(await server.database(), n) for n in (1, size.few, size.many)]
    try:
        await asyncio.gather(*(each.make() for each in (one, few, many)))
        alone = await one.start(1, touch=False)
        found = []
        for turn in range(size.starts):
            last = turn == size.starts - 1
            found.append([await each.start(size.owed, touch=last) for each in (few, many)])
    finally:
        for each in (one, few, many):
            await each.local.stop()
    for at, count in enumerate((size.few, size.many)):
        some = [pair[at] for pair in found]
        print(
            f"a start with {count:,} live tables: online after"
            f" {_middle(each.online for each in some)} s, the first answer after"
            f" {_middle(each.answered for each in some)} s, nothing owed after"
            f" {_middle(each.told for each in some)} s (target 10)"
        )
    ratios = sorted(more.answered / less.answered for less, more in found)
    print(
        f"  the first answer: {statistics.median(ratios):.2f} times as late (target 1.5;"
        f" {ratios[0]:.2f} to {ratios[-1]:.2f})"
    )
    fresh = statistics.median(pair[1].memory for pair in found)
    touched = found[-1][1].touched
    print(
        f"{size.many:,} tables, memory beside the {alone.memory / 1e6:.0f} MB with one:"
        f" {(fresh - alone.memory) / 1e6:.0f} MB after the start,"
        f" {(touched - alone.memory) / 1e6:.0f} MB when somebody at each has asked for his hand"
        " (target 100)"
    )


def _middle(figures: Iterable[float]) -> str:
    some = sorted(figures)
    return f"{statistics.median(some):.2f} ({some[0]:.2f} to {some[-1]:.2f})"


async def main(size: Size) -> None:
    """Both parts."""
    if own_postgres.programs() is None:
        print(f"skipped: {own_postgres.MISSING}")
        return
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with own_postgres.lifeline() as folder:
        server = await own_postgres.shared(folder, durable=True)
        await moves(server, size)
        await starts(server, size)


if __name__ == "__main__":
    asyncio.run(main(SHORTEST if parser("processes", __doc__).parse_args().shortest else WHOLE))
