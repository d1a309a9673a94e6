"""Saving moves: the store against what most bots do, on the same tables, in one run.

    python -m benchmarks.store [--rounds 5] [--shortest]

A move is one update of a save and one row of the log, durable (WAL, synchronous FULL), at
50 tables at once, each making its next move when the last has been acknowledged. Figures are the
median of some rounds; the ways take turns, because the machine is never the same for long.

The same on a PostgreSQL server of the benchmark's own, which waits for the disk: there the store is
measured against itself with one transaction a move, over one line and over ten.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import aiosqlite

from benchmarks.arguments import parser
from bot import own_postgres
from bot.store import Commit, Deadline, InteractionRow, MatchRow, MoveRow, Outgoing, SeatRow, Store

TABLES: Final = 50
SIZES: Final = {"10 KB saves": 9_900, "saves of the card game, 1.2 KB": 1_100}
"""The first is the measure of docs/performance.md, the second what is played today."""
Saves = list[bytes]
VALUE: Final = b'{"type":"play","card":17,"on":2}'
EVENTS: Final = b'[{"type":"attacked","by":0,"on":2,"points":7}]' * 4


class Size(NamedTuple):
    """How much is measured."""

    rounds: int
    busy: int
    """Moves of each busy table in a round."""
    busy_peer: int
    """The same the peer's way, which takes longer."""
    lone: int
    """Moves of a table alone in a round."""


WHOLE: Final = Size(5, 100, 10, 100)
SHORTEST: Final = Size(1, 2, 1, 2)
Move = Callable[[str, int], Awaitable[None]]
_INTERACTIONS: Final = itertools.count(1 << 60)
LINES: Final = 10
ONE_EACH: Final = "one transaction a move"
TEN_LINES: Final = "the same over ten lines"
GROUPED: Final = "store, a whole move"


async def busy(move: Move, names: list[str], start: int, each: int) -> tuple[float, float]:
    """Moves a second with every table at it, and the 99th percentile of a move in ms."""
    waits: list[float] = []

    async def table(name: str) -> None:
        for n in range(start, start + each):
            began = time.perf_counter()
            await move(name, n)
            waits.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(table(name) for name in names))
    took = time.perf_counter() - began
    return len(waits) / took, sorted(waits)[int(len(waits) * 0.99)] * 1000


async def lone(move: Move, name: str, start: int, count: int) -> float:
    """Median time of a move when nobody else moves, in microseconds."""
    waits = []
    for n in range(start, start + count):
        began = time.perf_counter()
        await move(name, n)
        waits.append(time.perf_counter() - began)
    return statistics.median(waits) * 1e6


def saves_of(size: int) -> Saves:
    """Saves of different length and content: SQLite does not write a page that stays the same."""
    return [os.urandom(size + 17 * k) for k in range(16)]


def appended(folder: Path, count: int, save: bytes) -> float:
    """Median time of an append of a save with fdatasync, in microseconds: what the disk asks."""
    file = os.open(folder / "append", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    waits = []
    for _ in range(count):
        began = time.perf_counter()
        os.write(file, save)
        os.fdatasync(file)
        waits.append(time.perf_counter() - began)
    os.close(file)
    return statistics.median(waits) * 1e6


def bare(store: Store, saves: Saves) -> Move:
    """The store's move with what the peers write, and nothing else."""

    async def move(name: str, n: int) -> None:
        row = MoveRow(n=n, seat=0, kind="answer", number=n, value=VALUE, events=EVENTS, at=n)
        await store.append(
            Commit(match_id=name, expected_version=n - 1, at=n, save=saves[n % 16], moves=[row])
        )

    return move


def whole(store: Store, saves: Saves) -> Move:
    """A move as the bot makes it: with its seat, clocks, interaction and outbox."""

    async def move(name: str, n: int) -> None:
        row = MoveRow(n=n, seat=0, kind="answer", number=n, value=VALUE, events=EVENTS, at=n)
        await store.append(
            Commit(
                match_id=name,
                expected_version=n - 1,
                at=n,
                save=saves[n % 16],
                status="live",
                moves=[row],
                seats=[SeatRow(seat=0, name="Ann", user_id=5, seen=n)],
                deadlines=[Deadline(number=n, seat=1, due_at=n + 180_000)],
                outbox=[Outgoing(target="board"), Outgoing(target="hand:1")],
                interaction=InteractionRow(id=next(_INTERACTIONS), user_id=5, at=n),
            )
        )

    return move


def four_awaits(connection: aiosqlite.Connection, lock: asyncio.Lock, saves: Saves) -> Move:
    """Plain aiosqlite: begin, update, insert, commit, each an await of its own."""

    async def move(name: str, n: int) -> None:
        async with lock:
            await connection.execute("BEGIN IMMEDIATE")
            await connection.execute(
                "UPDATE matches SET version = version + 1, updated_at = ?, last_move = ?, save = ?"
                " WHERE id = ? AND version = ?",
                (n, n, saves[n % 16], name, n - 1),
            )
            await connection.execute(
                "INSERT INTO moves VALUES (?, ?, 0, 'answer', ?, ?, ?, NULL, '', NULL, ?, 0, NULL)",
                (name, n, n, VALUE, EVENTS, n),
            )
            await connection.commit()

    return move


def apart(stores: Sequence[Store], how: Callable[[Store, Saves], Move], saves: Saves) -> Move:
    """A move as a transaction of its own, on whichever of these stores has nothing to do."""
    free: asyncio.Queue[Move] = asyncio.Queue()
    for store in stores:
        free.put_nowait(how(store, saves))

    async def move(name: str, n: int) -> None:
        one = await free.get()
        try:
            await one(name, n)
        finally:
            free.put_nowait(one)

    return move


async def opened(folder: Path, name: str) -> Store:
    """A store on a file, with tables enough. Older commits have it, too (`benchmarks.against`)."""
    return await opened_at(f"sqlite+aiosqlite:///{folder / name}")


async def opened_at(url: str) -> Store:
    """A store with tables enough."""
    store = await Store.open(url)
    for number in range(TABLES + 1):
        seats = [SeatRow(seat=0, name="Ann", user_id=5), SeatRow(seat=1, name="Ben", user_id=6)]
        match_id = MatchRow(
            id=f"M{number:09}",
            game="carwars-cards",
            guild_id=1,
            channel_id=number + 1,
            host_id=5,
            status="live",
            created_at=1,
            seats=seats,
        )
        await store.new_match(match_id, b"seed")
    return store


async def main(size: Size) -> None:
    """Run for both kinds of save and print."""
    for title, length in SIZES.items():
        await measure(title, saves_of(length), size)
    if own_postgres.programs() is None:
        print(f"-- PostgreSQL: skipped. {own_postgres.MISSING}")
        return
    with own_postgres.lifeline() as folder:
        server = await own_postgres.shared(folder, durable=True)
        for title, length in SIZES.items():
            await on_postgres(server, title, saves_of(length), size)


async def on_postgres(server: own_postgres.Server, title: str, saves: Saves, size: Size) -> None:
    """The store with and without group commit, in turn."""
    names = [f"M{number:09}" for number in range(TABLES + 1)]
    urls = [await server.database() for _ in range(4)]
    first, second, third, fourth = [await opened_at(url) for url in urls]
    more = [await Store.open(urls[1]) for _ in range(LINES - 1)]
    ways: dict[str, tuple[Move, int]] = {
        ONE_EACH: (apart([first], whole, saves), size.busy_peer),
        TEN_LINES: (apart([second, *more], whole, saves), size.busy_peer),
        "store, the same rows": (bare(third, saves), size.busy),
        GROUPED: (whole(fourth, saves), size.busy),
    }
    rates: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    alone: dict[str, list[float]] = {way: [] for way in ways}
    for turn in range(size.rounds):
        for way, (move, each) in ways.items():
            rates[way].append(await busy(move, names[1:], 1 + turn * each, each))
            alone[way].append(await lone(move, names[0], 1 + turn * size.lone, size.lone))
    for store in (first, second, third, fourth, *more):
        await store.close()
    table(f"PostgreSQL, {title}", rates, alone)
    print(f"times one transaction a move: {over(rates, GROUPED, ONE_EACH):.1f} (target 3)")
    print(f"times that over ten lines: {over(rates, GROUPED, TEN_LINES):.1f}")


def over(rates: dict[str, list[tuple[float, float]]], mine: str, peer: str) -> float:
    """The median of how many times faster one way was than another."""
    pairs = zip(rates[mine], rates[peer], strict=True)
    return statistics.median(ours / theirs for (ours, _), (theirs, _) in pairs)


async def measure(title: str, saves: Saves, size: Size) -> None:
    """All ways in turn with saves of one size."""
    names = [f"M{number:09}" for number in range(TABLES + 1)]
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_DIR")) as there:
        folder = Path(there)
        await (await opened(folder, "plain")).close()
        connection = await aiosqlite.connect(folder / "plain", isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        first, second = [await opened(folder, name) for name in ("bare", "whole")]
        ways: dict[str, tuple[Move, int]] = {
            "aiosqlite, four awaits": (
                four_awaits(connection, asyncio.Lock(), saves),
                size.busy_peer,
            ),
            "store, the same rows": (bare(first, saves), size.busy),
            "store, a whole move": (whole(second, saves), size.busy),
        }
        rates: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        alone: dict[str, list[float]] = {way: [] for way in ways}
        floor: list[float] = []
        for turn in range(size.rounds):
            floor.append(appended(folder, size.lone, saves[0]))
            for way, (move, each) in ways.items():
                rates[way].append(await busy(move, names[1:], 1 + turn * each, each))
                alone[way].append(await lone(move, names[0], 1 + turn * size.lone, size.lone))
        await connection.close()
        await first.close()
        await second.close()
    report(title, rates, alone, statistics.median(floor))


def report(
    title: str,
    rates: dict[str, list[tuple[float, float]]],
    alone: dict[str, list[float]],
    floor: float,
) -> None:
    """Print the medians and the ratios."""
    peer, mine, _ = rates
    table(title, rates, alone)
    print(f"times aiosqlite's rate: {over(rates, mine, peer):.1f} (target 15)")
    print(f"one append with fdatasync: {floor:.0f} us")
    print(f"a lone move: {statistics.median(alone[mine]) / floor:.2f} of that (target 2)")


def table(
    title: str, rates: dict[str, list[tuple[float, float]]], alone: dict[str, list[float]]
) -> None:
    """Print the medians."""
    print(f"-- {title}")
    print(f"{TABLES} busy tables{'moves/s':>22}{'p99 ms':>9}{'lone us':>9}")
    for way, figures in rates.items():
        rate = statistics.median(each for each, _ in figures)
        p99 = statistics.median(each for _, each in figures)
        print(f"{way:<24}{rate:>13,.0f}{p99:>9.1f}{statistics.median(alone[way]):>9.0f}")


if __name__ == "__main__":
    wanted = parser("store", __doc__)
    wanted.add_argument("--rounds", type=int, default=WHOLE.rounds)
    given = wanted.parse_args()
    asyncio.run(main(SHORTEST if given.shortest else WHOLE._replace(rounds=given.rounds)))
