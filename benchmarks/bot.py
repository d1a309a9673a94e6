"""The whole bot: calls a move costs, stalls of its event loop, memory, processor time, latency.

    python -m benchmarks.bot

The bot is a process of its own (`benchmarks.bot_process`) with the real discord.py, its database
and its pictures; the local Discord and the people are in this one, and everything is on loopback.
People press only what messages show them. Targets: one REST call for a move that changes only the
board, no stall of the event loop over 50 ms while six tables render, at most 10 KB for an idle
table and no View held, and (secondary) at most five times the processor time of a plain POST.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web

from benchmarks import bot_process
from bot import custom_ids
from bot.demo import CHOICES, RARELY
from bot.local import Channel, Interaction, LocalDiscord, Message, Pressable, User
from bot.settings import LOCAL_URL

TABLES: Final = 50
IDLE: Final = 2000
KEPT: Final = 256
"""Sessions the bot keeps in memory (`bot.sessions`)."""
SECONDS: Final = 6.0
"""How long a stretch of free play is watched."""
ROUNDS: Final = 10
"""Rounds in which every table with an open window has it passed."""
POSTS: Final = 1000
LONE: Final = 60
"""Presses of one table alone."""


class Bot:
    """The bot's process, and its database seen from outside."""

    def __init__(self, process: asyncio.subprocess.Process, database: Path) -> None:
        self._process = process
        self._read = sqlite3.connect(f"file:{database}?mode=ro", uri=True)

    async def order(self, name: str, **given: object) -> Any:
        """Have an order carried out; returns its answer. Raises `EOFError` when the bot died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode((name, given)) + b"\n")
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError(f"the bot ended during {name!r}")
        return msgspec.json.decode(line)

    def _number(self, question: str) -> int:
        return int(self._read.execute(question).fetchone()[0] or 0)

    def moves(self) -> int:
        """Durable moves of all tables together."""
        return self._number("SELECT sum(last_move) FROM matches")

    async def settled(self) -> None:
        """Wait until everything that is to be told has been told."""
        while self._number("SELECT count(*) FROM outbox"):
            await asyncio.sleep(0.005)

    async def end(self) -> None:
        """Let the process go."""
        self._read.close()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


@contextlib.asynccontextmanager
async def started(local: LocalDiscord) -> AsyncIterator[Bot]:
    """A bot on a local Discord, with an empty database."""
    with tempfile.TemporaryDirectory(prefix="motordrome-", dir=os.environ.get("BENCH_DIR")) as it:
        database = Path(it) / "bot.sqlite3"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.bot_process",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24,
            env={**os.environ, LOCAL_URL: local.url, bot_process.TOKEN: local.token,
                 bot_process.DATABASE: str(database)},
        )  # fmt: skip
        await local.until(lambda: local.bot_online, 60)
        bot = Bot(process, database)
        try:
            yield bot
        finally:
            await bot.end()


class Table:
    """A table and those who sit at it, as the local Discord shows it to them."""

    def __init__(self, local: LocalDiscord, channel: Channel, people: list[User]) -> None:
        self.local = local
        self.channel = channel
        self.people = {user.id: user for user in people}
        self._dms = {user.id: local.dm(user) for user in people}
        self._host = people[0]
        self.whim = random.Random(channel.id)
        self.waits: list[tuple[float, int]] = []
        """Of each press: seconds until it was answered, and the interaction."""

    def board(self) -> Message:
        """The message in the channel."""
        shown = self.local.messages(self.channel, self._host)
        return next(m for m in reversed(shown) if m.pressables and not m.ephemeral)

    def button(self, verb: str) -> str | None:
        """Custom id of a button on the board."""
        for item in self.board().pressables:
            pressed = custom_ids.read(item.custom_id)
            if pressed is not None and pressed.verb == verb:
                return item.custom_id
        return None

    def hand(self, user_id: int) -> Message | None:
        """A player's direct message with something to choose."""
        for message in reversed(self.local.messages(self._dms[user_id], self.people[user_id])):
            if _choices(message)[0]:
                return message
        return None

    def stamp(self) -> tuple[int, ...]:
        """What changes when a direct message does, for waiting."""
        marks: list[int] = []
        for user_id, dm in self._dms.items():
            messages = self.local.messages(dm, self.people[user_id])
            marks += (len(messages), messages[-1].edits if messages else 0)
        return tuple(marks)

    async def press(self, user_id: int, message: Message, custom_id: str, values: Any = None) -> int:
        """Press and wait for the answer; returns the interaction's id."""
        began = time.perf_counter()
        made = self.local.begin_press(self.people[user_id], message, custom_id, values)
        await made.done.wait()
        self.waits.append((time.perf_counter() - began, made.id))
        if made.failed:
            raise TimeoutError(f"{custom_id} was not answered")
        return made.id

    async def choose(self, user_id: int, panel: Message) -> int:
        """Press something that the panel shows, as people do."""
        items, weights = _choices(panel)
        item = self.whim.choices(items, weights)[0]
        values = None
        if item.options:
            lines = [str(option["value"]) for option in item.options]
            values = self.whim.sample(lines, max(1, item.least))
        return await self.press(user_id, panel, item.custom_id, values)

    async def private_hand(self, user_id: int) -> Message:
        """The hand as the button under the board shows it."""
        made = await self.press(user_id, self.board(), self.button("hand") or "")
        found: Interaction = self.local.world.interactions[made]
        assert found.original is not None
        return found.original

    async def play(self, until: float) -> None:
        """Everyone answers what he is asked as fast as he is, until that time."""
        while time.perf_counter() < until:
            stamp = self.stamp()
            ready = [(u, panel) for u in self.people if (panel := self.hand(u)) is not None]
            if ready:
                await self.choose(*self.whim.choice(ready))
                continue
            with contextlib.suppress(TimeoutError):
                await self.local.until(
                    lambda stamp=stamp: self.stamp() != stamp,  # type: ignore[misc]
                    max(0.01, min(1.0, until - time.perf_counter())),
                )


def _choices(message: Message) -> tuple[list[Pressable], list[int]]:
    """What can be chosen on a panel and how likely it is; empty when nothing is asked there."""
    items, weights, asked = [], [], False
    for item in message.pressables:
        pressed = custom_ids.read(item.custom_id)
        weight = CHOICES.get(pressed.verb, 0) if pressed is not None else 0
        if pressed is None or item.disabled or not weight:
            continue
        asked = asked or pressed.verb in ("pick", "choose")
        if RARELY & set(pressed.path) and not pressed.sure:
            weight = 1  # or every duel would be over in a few turns
        items.append(item)
        weights.append(weight)
    return (items, weights) if asked else ([], [])


async def tables(
    local: LocalDiscord, bot: Bot, count: int, people: int, *, computers: int = 0,
    closed: bool = False,
) -> list[Table]:  # fmt: skip
    """New tables, dealt and shown."""
    made = []
    for number in range(count):
        channel = local.add_channel(f"table-{number}")
        guests = [local.add_user(f"P{n}", dms_open=not closed) for n in range(people)]
        made.append(Table(local, channel, guests))
    channels = [table.channel.id for table in made]
    users = [list(table.people) for table in made]
    await bot.order("open", channels=channels, people=users, computers=computers, closed=closed)
    await bot.settled()
    return made


async def asked(bot: Bot, table: Table) -> list[tuple[int, int, bool]]:
    """(user, question, whether it is a window) of everyone the table asks."""
    found = await bot.order("asked")
    return [(user, number, window) for user, number, window in found[str(table.channel.id)]]


# -- stalls of the event loop


def _stalls(what: str, ticked: Sequence[Sequence[float]]) -> None:
    gaps, own = (sorted(1000 * gap for gap in some) for some in ticked)
    print(
        f"{what:<37} longest {own[-1]:5.1f} ms, p99 {own[len(own) * 99 // 100]:4.1f}"
        f" (with waits for a processor {gaps[-1]:5.1f} and {gaps[len(gaps) * 99 // 100]:4.1f};"
        f" {len(own)} ticks)"
    )


async def stalls() -> None:
    """Six tables at once, from the first picture of a new process on."""
    local = LocalDiscord(limits="off")
    await local.start()
    try:
        async with started(local) as bot:
            print(f"event loop, {SECONDS:.0f} s each (target: none over 50 ms)")
            await bot.order("tick")
            await asyncio.sleep(1)
            _stalls("  nothing to do", await bot.order("ticked"))
            await bot.order("tick")
            six = await tables(local, bot, 6, 4)
            _stalls("  six tables dealt, a cold start", await bot.order("ticked"))
            await _watch(bot, six, "  six tables of people, all pictures")
            await _watch(
                bot, await tables(local, bot, 6, 1, computers=3), "  six tables, three computers each"
            )
    finally:
        await local.stop()


async def _watch(bot: Bot, some: list[Table], what: str) -> None:
    moves = bot.moves()
    await bot.order("tick")
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(table.play(until) for table in some))
    ticked = await bot.order("ticked")
    await bot.settled()
    _stalls(f"{what}, {bot.moves() - moves} moves", ticked)


# -- calls by kind of move


async def calls(local: LocalDiscord, bot: Bot) -> None:
    """Moves one at a time, counting what each makes the bot send."""
    counted: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    lone: list[float] = []
    for closed in (True, False):
        (table,) = await tables(local, bot, 1, 4, closed=closed)
        for _ in range(LONE):
            open_asks = await asked(bot, table)
            user, _, window = table.whim.choice(open_asks)
            on_board = window and table.whim.random() < 0.6
            if on_board:
                panel = table.board()
            elif closed:
                panel = await table.private_hand(user)
            else:
                panel = table.hand(user) or await table.private_hand(user)
            await bot.settled()
            first, moves = len(local.calls), bot.moves()
            if on_board:
                made = await table.press(user, panel, table.button("pass") or "")
            else:
                made = await table.choose(user, panel)
            await bot.settled()
            if _drawn(local, made):
                lone.append(table.waits[-1][0])
            if bot.moves() == moves:
                continue
            kind = "Pass on the board" if on_board else "from the private hand"
            kind = kind if closed or on_board else "from the direct message"
            counted[f"{kind}, {'closed' if closed else 'open'} messages"].append(
                _sorted_calls(local, first, table.channel.id)
            )
    print("REST calls a move (target: 1 when only the board changes)")
    for kind, found in counted.items():
        totals = [sum(each) for each in found]
        answers, boards, hands = (statistics.mean(part) for part in zip(*found, strict=True))
        print(
            f"  {kind:<43}{statistics.mean(totals):5.2f} (answer {answers:.2f}, board {boards:.2f},"
            f" hands {hands:.2f}); {min(totals)} to {max(totals)} in {len(totals)} moves"
        )
    _latency("  lone click answered with a picture", lone)


def _sorted_calls(local: LocalDiscord, first: int, channel: int) -> tuple[int, int, int]:
    """Calls since the first: answers, the board's channel, other channels."""
    new = local.calls[first:]
    answers = sum(call.interaction is not None for call in new)
    board = sum(call.params.get("channel_id") == str(channel) for call in new)
    return answers, board, len(new) - answers - board


def _drawn(local: LocalDiscord, made: int) -> bool:
    """Whether an interaction was answered with a picture."""
    return any(call.interaction == made and call.files for call in local.calls[-500:])


def _latency(what: str, waits: list[float]) -> None:
    waits = sorted(1000 * wait for wait in waits)
    p99 = waits[len(waits) * 99 // 100]
    print(f"{what}: p50 {statistics.median(waits):.1f} ms, p99 {p99:.1f} ms ({len(waits)} clicks)")


# -- processor time


async def sink(local: LocalDiscord) -> tuple[web.AppRunner, str, str]:
    """A plain aiohttp server, its address, and a body like those the bot sends."""
    answer = msgspec.json.encode({"id": "1", "text": "x" * 3000})

    async def take(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(body=answer, content_type="application/json")

    app = web.Application()
    app.router.add_post("/sink", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    body = next(call.body for call in reversed(local.calls) if call.interaction and call.body)
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}/sink", _text(body)


def _text(body: Any) -> str:
    return msgspec.json.encode(body, enc_hook=str).decode()


async def passes(local: LocalDiscord, bot: Bot) -> None:
    """A move without a picture, at all tables at once: Pass, pressed on the board."""
    await bot.order("pictures", shown=False)
    busy = await tables(local, bot, TABLES, 6, closed=True)
    runner, url, body = await sink(local)
    spent, made, sent, posts = 0.0, 0, 0, []
    for _ in range(ROUNDS):
        found = await bot.order("asked")
        chosen = [(t, pick) for t in busy if (pick := _window(found.get(str(t.channel.id), ())))]
        first, moves, before = len(local.calls), bot.moves(), await bot.order("cpu")
        await asyncio.gather(
            *(table.press(user, table.board(), table.button("pass") or "") for table, user in chosen)
        )
        await bot.settled()
        spent += await bot.order("cpu") - before
        made += bot.moves() - moves
        sent += len(local.calls) - first
        posts.append(await bot.order("post", url=url, body=body, count=POSTS // ROUNDS * 5))
        await asyncio.gather(*(_advance(bot, table, found) for table in busy))
        await bot.settled()
    await runner.cleanup()
    move, post = 1e6 * spent / made, 1e6 * statistics.median(posts)
    print(f"processor time of a move, {TABLES} tables at once, no picture: {move:.0f} us")
    print(f"  a plain aiohttp POST of such an answer ({len(body)} bytes): {post:.0f} us")
    print(f"  ratio {move / post:.1f} (target 5); {sent / made:.2f} REST calls, {made} moves")


def _window(found: Sequence[Sequence[Any]]) -> int:
    """Somebody who can pass, or 0."""
    return next((user for user, _, window in found if window), 0)


async def _advance(bot: Bot, table: Table, found: Any) -> None:
    """Play on a little, away from the clock."""
    for _ in range(3):
        for user, _, _ in found.get(str(table.channel.id), ())[:1]:
            panel = await table.private_hand(user)
            if _choices(panel)[0]:
                await table.choose(user, panel)


async def busy_tables(local: LocalDiscord, bot: Bot) -> None:
    """All tables as fast as they go, with pictures and without."""
    busy: list[Table] = []
    for shown in (False, True):
        await bot.order("pictures", shown=shown)
        busy = busy or await tables(local, bot, TABLES, 4)
        first, moves, spent = len(local.calls), bot.moves(), await bot.order("cpu")
        began, own = time.perf_counter(), time.process_time()
        for table in busy:
            table.waits.clear()
        await asyncio.gather(*(table.play(began + SECONDS) for table in busy))
        took = time.perf_counter() - began
        made, sent = bot.moves() - moves, len(local.calls) - first
        own, spent = time.process_time() - own, await bot.order("cpu") - spent
        waits = [wait for table in busy for wait, _ in table.waits]
        print(
            f"{TABLES} busy tables {'with' if shown else 'without'} pictures: {made / took:.0f} moves/s,"
            f" {1000 * spent / made:.1f} ms of processor and {sent / made:.1f} REST calls a move;"
            f" bot at {spent / took:.0%} of a core, local Discord and people at {own / took:.0%}"
        )
        _latency("  click", waits)
        await bot.settled()


# -- memory


async def idle() -> None:
    """Many tables that nobody plays at just now."""
    local = LocalDiscord(limits="off")
    ann, ben = local.add_user("Ann", dms_open=False), local.add_user("Ben", dms_open=False)
    channels = [local.add_channel(f"table-{n}").id for n in range(IDLE)]
    await local.start()
    try:
        async with started(local) as bot:
            warm = 2 * KEPT
            for part in (channels[:warm], channels[warm:]):
                before, _ = await bot.order("memory")
                await bot.order(
                    "open", channels=part, people=[[ann.id, ben.id]] * len(part), computers=0,
                    closed=True,
                )  # fmt: skip
                await bot.settled()
            after, views = await bot.order("memory")
            kept = await bot.order("kept", count=KEPT)
    finally:
        await local.stop()
    each = (after - before) / (IDLE - warm)
    print(f"{IDLE} idle live tables: {each / 1000:.2f} KB of resident memory each (target 10)")
    print(
        f"  {KEPT} of them kept in memory cost {kept / 1000:.1f} KB each besides:"
        f" {(each + kept * KEPT / IDLE) / 1000:.2f} KB a table with them; {views} Views held"
    )


async def main() -> None:
    """All parts, one after another."""
    await stalls()
    local = LocalDiscord(limits="off")
    await local.start()
    try:
        async with started(local) as bot:
            await calls(local, bot)
            await passes(local, bot)
            await busy_tables(local, bot)
    finally:
        await local.stop()
    await idle()


if __name__ == "__main__":
    asyncio.run(main())
