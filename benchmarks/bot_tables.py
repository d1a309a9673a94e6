"""The bot's process and the tables at it, as people use them, for `benchmarks.bot`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import bot_process
from bot import custom_ids
from bot.demo import CHOICES, RARELY
from bot.local import Channel, Interaction, LocalDiscord, Message, Pressable, User
from bot.settings import LOCAL_URL

PATIENCE: Final = 30.0
"""Seconds after which something counts as stuck."""
_DUE: Final = "SELECT count(*) FROM outbox WHERE due_at <= {now}"


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
        """Wait until everything that is to be told by now has been told; calls come later."""
        async with asyncio.timeout(PATIENCE):
            # Another process's database tells nobody that it has changed.
            while self._number(_DUE.format(now=time.time_ns() // 1_000_000)):  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    async def end(self) -> None:
        """Let the process go."""
        self._read.close()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


@contextlib.asynccontextmanager
async def started(local: LocalDiscord, *, limited: bool = False) -> AsyncIterator[Bot]:
    """A bot on a local Discord, with an empty database. Unless `limited` it keeps no limit over
    all its calls, as the local Discord has none then."""
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
        if not limited:
            await bot.order("unlimited")
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
        return next(
            m for m in reversed(shown) if m.pressables and not m.ephemeral and not m.content
        )

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
            if not message.content and choices(message)[0]:
                return message
        return None

    def stamp(self) -> tuple[int, ...]:
        """What changes when a direct message does, for waiting."""
        marks: list[int] = []
        for user_id, dm in self._dms.items():
            messages = self.local.messages(dm, self.people[user_id])
            marks += (len(messages), sum(message.edits for message in messages))
        return tuple(marks)

    async def press(
        self, user_id: int, message: Message, custom_id: str, values: Any = None
    ) -> int:
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
        items, weights = choices(panel)
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


def choices(message: Message) -> tuple[list[Pressable], list[int]]:
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
