"""A soak: many tables of all games for minutes on several processes, with faults all the while.

People think, so that the load stays the same whatever the bot does: each table has a press every so
many seconds. Meanwhile the network loses every tenth call, processes are killed and stopped, and
PostgreSQL ends as in a crash and starts again. Then all is mended, everybody moves once more, and
what is stored and shown is judged. A figure never fails a soak; a lost move, a leak, a stuck table
and a body that Discord refuses do.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import random
import re
import socket
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.demo import judge, many
from bot.demo.judge import Record
from bot.demo.many import Fleet
from bot.demo.people import PATIENCE, People
from bot.demo.plan import Plan, of_processes
from bot.local import DISCORD, LocalDiscord, hurried
from bot.local.hub import ANSWERED_BY, Call
from bot.local.limits import is_interaction_route
from bot.match.match import Match
from bot.own_postgres import DATABASES, Server
from bot.store import Store
from bot.tables.membership import wall
from games.engine.found import NAMES

MOST_TABLES: Final = 5_000
LOST: Final = 0.1
"""How many of all calls the network loses."""
OPENING_HURRY: Final = 20
"""While tables are opened limits end so many times sooner: direct messages of 400 people would be
opened for 13 minutes."""
OPENING_LIMITS: Final = replace(hurried(DISCORD, OPENING_HURRY), open_dm=None)
"""In such a hurry what is held up for half a second would be opened too fast."""
AT_ONCE: Final = 6
"""Tables that are opened at a time, or moved on in the end."""
AWAY: Final = 5.0
"""Seconds for which PostgreSQL is away."""
LOOK_EVERY: Final = 1.0
TRIES: Final = 30
"""Presses in which a table must have moved on in the end."""
STALLS: Final = ("0.05", "0.25", "1.0")
"""Seconds from which on a stall of an event loop is counted; buckets of `metrics.LAG`."""
JUDGING: Final = "all have stopped, everything has been told; judging"
_SECRET: Final = re.compile(rb"[0-9a-f]{64}")


class Soak(msgspec.Struct, frozen=True, kw_only=True):
    """What is done for how long."""

    tables: int = 200
    minutes: float = 5.0
    processes: int = 3
    database: str = DATABASES[1]
    every: float = 24.0
    """Seconds between two presses at a table, on average."""
    seed: int = 1

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Soak:
        """From the command line."""
        return cls(**{name: getattr(arguments, name) for name in cls.__struct_fields__})

    def fault(self) -> str:
        """What is wrong with it, in a sentence; empty when nothing is."""
        if not (0 < self.minutes < float("inf") and 0 < self.every < float("inf")):
            return "--minutes and --every must be more than 0."
        return of_processes(self.tables, MOST_TABLES, self.processes, self.database)


class Traffic:
    """The bot's calls: counted and searched for secrets as they come, and not kept."""

    def __init__(self, local: LocalDiscord) -> None:
        self._local = local
        self.seeds: set[bytes] = set()
        """Of all matches, in hex."""
        self.until = float("inf")
        """What comes later is not counted."""
        self.calls = 0
        self.answers = 0
        """Those of them that no limit of Discord's counts over all."""
        self.lost = 0
        self.robbed: set[int] = set()
        """Interactions of which a call was lost."""
        self.by_second: collections.Counter[int] = collections.Counter()
        self.by_route: collections.Counter[str] = collections.Counter()
        self.leaks: list[str] = []

    def forget(self) -> None:
        """Begin to count anew; what has leaked stays."""
        self.look()
        self.calls = self.answers = self.lost = 0
        self.by_second.clear()
        self.by_route.clear()

    def look(self) -> None:
        """Take what has come since the last time."""
        done = [call for call in self._local.calls if call.took is not None]
        self._local.calls[:] = [call for call in self._local.calls if call.took is None]
        for call in done:
            self._count(call)

    def _count(self, call: Call) -> None:
        body = msgspec.json.encode(call.body, enc_hook=str)
        found = self.seeds.intersection(_SECRET.findall(body))
        if found or self._local.token.encode() in body:
            self.leaks.append(f"A secret of the house was sent: {call.method} {call.route}")
        if call.lost is not None:
            self.robbed.add(call.interaction or 0)
        if call.at > self.until:
            return
        self.calls += 1
        self.lost += call.lost is not None
        self.by_route[f"{call.method} {call.route}"] += 1
        if is_interaction_route(call.route):
            self.answers += 1
        else:
            self.by_second[int(call.at)] += 1


class Gauges:
    """What the processes say of themselves, also those that have been killed since."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._lives: dict[tuple[int, float], dict[str, float]] = {}
        """What each process said last, by port and start."""
        self._last: dict[int, dict[str, float]] = {}

    async def look(self) -> None:
        """Ask them. One that is away is asked another time."""
        patience = aiohttp.ClientTimeout(total=2 * LOOK_EVERY)
        async with aiohttp.ClientSession(timeout=patience) as session:
            await asyncio.gather(*(self._ask(session, port) for port in self._ports))

    async def _ask(self, session: aiohttp.ClientSession, port: int) -> None:
        with contextlib.suppress(aiohttp.ClientError, TimeoutError):
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                page = await answer.text()
            said = {
                sample.name + sample.labels.get("le", ""): sample.value
                for family in text_string_to_metric_families(page)
                for sample in family.samples
            }
            self._lives[port, said["process_start_time_seconds"]] = said
            self._last[port] = said

    def forget(self) -> None:
        """Begin to count anew."""
        self._lives.clear()

    @property
    def resident(self) -> float:
        """Bytes of memory of all processes that live now."""
        return sum(said["process_resident_memory_bytes"] for said in self._last.values())

    def stalls(self, seconds: str) -> int:
        """How often an event loop was later than that."""
        name = "motordrome_event_loop_lag_seconds"
        return round(
            sum(said[f"{name}_count"] - said[f"{name}_bucket{seconds}"]
                for said in self._lives.values())
        )  # fmt: skip


class Run:
    """One soak, on a local Discord that has been started."""

    def __init__(
        self,
        soak: Soak,
        local: LocalDiscord,
        folder: Path,
        url: str,
        server: Server | None,
        out: Callable[[str], None],
    ) -> None:
        self.soak = soak
        self.local = local
        self._folder = folder
        self._url = url
        self._server = server
        self._out = out
        self._rng = random.Random(soak.seed)
        ports = _free_ports(soak.processes)
        self._gauges = Gauges(ports)
        self._traffic = Traffic(self.local)
        self._opening = self._fleet(ports, patient=True, hurry=OPENING_HURRY)
        self._fleet_now = self._fleet(ports, patient=False, hurry=1)
        self.tables: list[People] = []
        self.records: list[Record] = []
        self._mended = False
        """Nothing goes wrong any more."""
        self._restarts = 0
        self._began = self._ended = 0.0
        self._wall = (0, 0)
        """The same on the clock of the day, in ms."""
        self._settled_at = 0
        self._empty = 0.0
        self._disk = (0, 0)
        """Bytes of the database without a table, and at the end."""

    def _fleet(self, ports: Sequence[int], *, patient: bool, hurry: int) -> Fleet:
        bots = many.processes(
            self.local, self._folder, self._url, self.soak.processes, patient=patient, hurry=hurry,
            ports=ports,
        )  # fmt: skip
        return Fleet(self.local, bots, self._rng)

    async def run(self) -> list[str]:
        """All of it; what was wrong, in sentences."""
        try:
            await self._open()
            await self._fleet_now.start()
            await self._soak()
            wrong = await self._settle()
            codes = await self._fleet_now.stop()
            self._out(JUDGING)
            wrong += [f"A bot ended with {code}." for code in codes if code]
            wrong += await self._judged()
        finally:
            await self._opening.stop()
            await self._fleet_now.stop()
        self._report(wrong)
        return wrong

    # -- the tables

    async def _open(self) -> None:
        """Open all tables, faster than Discord lets anybody."""
        count, fleet = self.soak.processes, self._opening
        servers = many.servers_of(self.local, count)
        await fleet.start()
        await self._gauges.look()
        self._empty, empty = self._gauges.resident, await _disk(self._url)
        self._disk = (empty, empty)
        self.tables = [
            People(
                _plan(at, self.soak.seed),
                self.local, fleet.bots[at % count],
                channel=self.local.add_channel(f"pit-lane-{at}", guild=servers[at % count]),
                excuses=lambda pressed: not self._mended,
                rng=random.Random(f"{self.soak.seed} {at}"),
            )
            for at in range(self.soak.tables)
        ]  # fmt: skip
        await self._at_each(People.open_table)
        store = await Store.open(self._url)
        try:
            seeds = [await store.seed(people.match_id) for people in self.tables]
        finally:
            await store.close()
        self._traffic.seeds = {seed.hex().encode() for seed in seeds if seed is not None}
        await fleet.stop()
        games = collections.Counter(people.plan.game for people in self.tables)
        self._out(f"{len(self.tables)} tables are open: {_listed(games)}")

    async def _at_each(self, do: Callable[[People], Awaitable[None]]) -> None:
        """Do it at every table, at some of them at once."""
        waiting = iter(self.tables)

        async def some() -> None:
            for people in waiting:
                await do(people)

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(some())

    # -- what goes on

    async def _soak(self) -> None:
        local, hub = self.local, self.local.hub
        hub.limits.rates, hub.interaction_seconds = DISCORD, ANSWERED_BY
        self._traffic.forget()
        self._gauges.forget()
        self._began, first = local.clock.now(), wall()
        self._ended = self._began + 60 * self.soak.minutes
        local.misbehave.lose_calls(LOST, self._rng)
        beside = [
            asyncio.create_task(each)
            for each in (
                self._fleet_now.harass(self._out), self._restart(), self._every(self._gauges.look)
            )
        ]  # fmt: skip
        try:
            await asyncio.gather(*(self._play(people) for people in self.tables))
        finally:
            self._traffic.look()
            self._ended, self._wall = local.clock.now(), (first, wall())
            self._traffic.until = self._ended
            for task in beside:
                task.cancel()
            trouble = await asyncio.gather(*beside, return_exceptions=True)
            local.misbehave.lose_calls(0.0, self._rng)
        for error in trouble:
            if isinstance(error, Exception):
                raise error

    async def _every(self, look: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self._traffic.look()
            await look()

    async def _restart(self) -> None:
        """Halfway PostgreSQL ends as in a crash, and is there again a little later."""
        await asyncio.sleep(30 * self.soak.minutes)
        if self._server is not None:
            await many.unbroken(self._restarted(self._server))

    async def _restarted(self, server: Server) -> None:
        with self._fleet_now.absence() as times:
            await asyncio.to_thread(server.stop)
            await asyncio.sleep(AWAY)
            await asyncio.to_thread(server.start)
        self._restarts += 1
        self._out(f"PostgreSQL was away for {times[1] - times[0]:.1f} s")

    async def _play(self, people: People) -> None:
        """One table's presses, by the clock, until the time is over."""
        rng = random.Random(f"{self.soak.seed} {people.channel.name}")
        every, now = self.soak.every, self.local.clock.now
        due = now() + rng.uniform(0, every)
        since = now()
        """When somebody last had something to press, or the table itself answered."""
        while due < self._ended:
            await asyncio.sleep(max(0.0, due - now()))
            if _is_over(people):
                return
            if await self._pressed(people):
                since = now()
                due = max(due + rng.uniform(0.5, 1.5) * every, now())
            elif now() - since > PATIENCE:
                if not await people.table_answers():
                    people.wrong.append(f"Nothing could be pressed for {PATIENCE:.0f} seconds.")
                    return
                since = now()  # what the table answers must be shown before there is a button
            else:
                due = now() + LOOK_EVERY

    async def _pressed(self, people: People) -> bool:
        """Somebody presses something; False where nobody has anything to press."""
        known = len(people.log)
        try:
            pressed = await people.press_once()
        except TimeoutError:
            pressed = True  # it was put off, and who had put it off died
        except LookupError:
            pressed = False  # its board is being posted anew
        for press in people.log[known:]:
            # Nobody knows whether a commit has come through whose server went away.
            if press.standing == "nothing" and self._fleet_now.excuses(press.at):
                press.standing = "lost"
        return pressed

    async def _settle(self) -> list[str]:
        """Nothing goes wrong any more: all is told, and each table moves on once."""
        wrong = await many.settled(self._url)
        self._mended = True
        await self._at_each(self._moves_on)
        wrong += await many.settled(self._url)
        self._settled_at = wall()
        for people in self.tables:
            await people.look()
        await self._gauges.look()
        return wrong

    async def _moves_on(self, people: People) -> None:
        before = people.made()
        for _ in range(TRIES):
            if _is_over(people) or people.made() > before:
                return
            with contextlib.suppress(TimeoutError, LookupError):
                if await people.press_once():
                    continue
            await asyncio.sleep(LOOK_EVERY)
        people.wrong.append("It is stuck: nobody could move it on in the end.")

    # -- what came of it

    async def _judged(self) -> list[str]:
        """What is wrong with what is stored and what was shown."""
        self._traffic.look()
        wrong = [*self._traffic.leaks]
        # As it was then: clocks run on while judges look.
        async with many.judging(self._url, lambda: self._settled_at) as (matches, pictures):
            for people in self.tables:
                store = matches.store
                record = await judge.read_from(store, people.match_id, people.log)
                record = msgspec.structs.replace(record, seed=await store.seed(people.match_id))
                self.records.append(record)
                match = await matches.look(people.match_id)
                found = [*_as_stored(match, record), *_stuck(match, people)]
                found += await many.faults(people, record, matches, pictures)
                wrong += [f"{people.match_id} ({people.plan.game}): {each}" for each in found]
        local = self.local
        self._disk = (self._disk[0], await _disk(self._url))
        wrong += local.problems + local.faults + local.filled_by_follow_up
        wrong += [f"Too fast: {call.method} {call.route}" for call in local.limited]
        return wrong

    def _report(self, wrong: Sequence[str]) -> None:
        """What it came to, a figure a line."""
        seconds, traffic, fleet = self._ended - self._began, self._traffic, self._fleet_now
        presses = [
            press for people in self.tables for press in people.log if press.at <= self._ended
        ]
        made = sorted(press.took for press in presses if press.standing == "made")
        unheard = [press for press in presses if press.standing == "lost"]
        heard = len(presses) - len(unheard)
        robbed = [press for press in unheard if press.id in traffic.robbed]
        away = [press for press in unheard if fleet.excuses(press.at) and press not in robbed]
        first, last = self._wall
        moves = sum(first <= move.at <= last for record in self.records for move in record.moves)
        counted = traffic.calls - traffic.answers
        used, count = self._gauges.resident, len(self.tables)
        empty, full = self._disk
        shares = {share: made[len(made) * share // 100] if made else 0.0 for share in (50, 99)}
        for line in (
            f"time: {seconds:.0f} s",
            f"tables: {count}, {sum(map(_is_over, self.tables))} of them finished",
            f"people: {sum(len(people.all) for people in self.tables)}",
            f"offered load: {count / self.soak.every:.2f} presses a second",
            f"carried load: {heard / seconds:.2f} presses a second answered",
            f"  acknowledged as moves: {len(made) / seconds:.2f} a second",
            f"moves stored, computers' too: {moves / seconds:.2f} a second",
            f"click to acknowledged answer, p50: {shares[50]:.3f} s",
            f"click to acknowledged answer, p99: {shares[99]:.3f} s",
            f"presses without an answer: {len(unheard)} of {len(presses)}",
            f"  a call about them was lost: {len(robbed)}",
            f"  a process or the database was away: {len(away)}",
            f"  neither: {len(unheard) - len(robbed) - len(away)}",
            f"calls that Discord's limit over all counts: {counted / seconds:.2f} a second",
            f"  in the busiest second: {max(traffic.by_second.values(), default=0)}",
            f"calls a move, all of them: {traffic.calls / max(1, moves):.2f}",
            f"calls a move, without answers to presses: {counted / max(1, moves):.2f}",
            *(f"  {route}: {many_of}" for route, many_of in traffic.by_route.most_common()),
            *(f"event loop later than {each} s: {self._gauges.stalls(each)} times"
              for each in STALLS),
            f"memory of {self.soak.processes} processes: {self._empty / 1e6:.0f} MB without a "
            f"table, {used / 1e6:.0f} MB at the end",
            f"memory a table: {(used - self._empty) / count / 1e3:.0f} KB",
            f"database: {empty / 1e6:.1f} MB without a table, {full / 1e6:.1f} MB at the end",
            f"disk a table: {(full - empty) / count / 1e3:.0f} KB, of so many moves: "
            f"{sum(len(record.moves) for record in self.records) / count:.0f}",
            f"processes killed: {fleet.kills}",
            f"  of these, starts that failed: {fleet.failed}",
            f"processes stopped for a while: {fleet.stops}",
            f"PostgreSQL restarted: {self._restarts}",
            f"calls lost: {traffic.lost} of {traffic.calls}",
            *(f"  {sentence}" for sentence in wrong),
            f"problems: {len(wrong) or 'none'}",
        ):  # fmt: skip
            self._out(line)


async def _disk(url: str) -> int:
    """Bytes that a database takes."""
    sqlite = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    server = "SELECT pg_database_size(current_database())"
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.connect() as line:
        asked = sqlite if engine.dialect.name == "sqlite" else server
        return int((await line.execute(text(asked))).scalar_one())


def _as_stored(match: Match, record: Record) -> list[str]:
    """The stored moves, played from the seed, come to the stored state."""
    *_, table = [None, *judge.tables(record)]
    if table is None or match.table is None:
        return []
    if msgspec.json.encode(table.save()) == msgspec.json.encode(match.table.save()):
        return []
    return ["Played again, the moves do not come to the stored state."]


def _stuck(match: Match, people: People) -> Iterator[str]:
    """Questions that are not shown to whom they are put, and a table at which nobody is asked."""
    if match.status != "live":
        return
    users = {user.id: user for user in people.all}
    asked = False
    for number, seat in enumerate(match.seats):
        ask, user = match.ask_of(number), users.get(seat.user_id or 0)
        asked = asked or seat.held is not None  # an answer that waits comes by the clock
        if ask is None or user is None:
            continue
        asked = True
        if people.asked(user) != ask.number:
            yield f"It is stuck: question {ask.number} is not shown to seat {number}."
    if not asked:
        yield "It is stuck: no person is asked, and no computer plays."


def _plan(at: int, seed: int) -> Plan:
    """What is played at a table: all games in turn, with a computer or with a third person, who
    keeps his direct messages closed."""
    game = NAMES[at % len(NAMES)]
    if Plan(game=game).room()[1] < 3:
        people, computers = 2, 0
    else:
        people, computers = ((2, 1), (3, 0))[at // len(NAMES) % 2]
    return Plan(game=game, seats=people, computers=computers, seed=seed, speed=False)


def _is_over(people: People) -> bool:
    try:
        return people.finished()
    except LookupError:
        return False  # its board is being posted anew


def _listed(games: dict[str, int]) -> str:
    return ", ".join(f"{count} {game}" for game, count in games.items())


def _free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody uses now."""
    with contextlib.ExitStack() as held:
        sockets: list[Any] = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


async def play(
    soak: Soak, folder: Path, url: str, server: Server | None = None,
    out: Callable[[str], None] = print,
) -> list[str]:  # fmt: skip
    """Soak a new database, on a server that is restarted where there is one; all that was wrong, in
    sentences."""
    local, _ = many.discord_of(
        folder / "demo-jumped",
        limits=OPENING_LIMITS,
        interaction_seconds=PATIENCE,
        shards=soak.processes,
    )
    await local.start()
    try:
        return await Run(soak, local, folder, url, server, out).run()
    finally:
        await local.stop()


async def run(soak: Soak, out: Callable[[str], None] = print) -> int:
    """Soak; 0 when nothing was wrong, else 1 (2 for what cannot be done)."""
    if fault := soak.fault():
        out(fault)
        return 2
    with tempfile.TemporaryDirectory(prefix="motordrome-") as folder:
        async with many.database(soak.database, Path(folder)) as (url, server):
            wrong = await play(soak, Path(folder), url, server, out)
    return 1 if wrong else 0
