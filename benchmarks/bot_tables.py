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
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from benchmarks import bot_process
from bot.demo.choice import AtRandom, button, question
from bot.local import Channel, Guild, LocalDiscord, Message, Outcome, User
from bot.settings import LOCAL_URL

PATIENCE: Final = 60.0
"""Seconds after which something counts as stuck."""
LOOK_AGAIN: Final = 3.0
"""Seconds in which nobody at a table reads a question, after which all of them press My hand."""
_DUE: Final = "SELECT count(*) FROM outbox WHERE due_at <= {now}"
_ACCEPTED: Final = 6
"""Type of an answer without a word."""


class Place(NamedTuple):
    """Where a process of a commit runs."""

    tree: Path
    python: str


HERE: Final = Place(Path(__file__).parents[1], sys.executable)


class Orderly(Protocol):
    """A bot that tables are opened on: one process, or several."""

    async def order(self, name: str, **given: object) -> Any: ...

    async def settled(self) -> None: ...


class Obeying:
    """A process that obeys one order a line (`bot_process`)."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def order(self, name: str, **given: object) -> Any:
        """Have an order carried out; returns its answer. Raises `EOFError` when it died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode((name, given)) + b"\n")
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError(f"the process ended during {name!r}")
        return msgspec.json.decode(line)

    async def end(self) -> None:
        """Let the process go."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


async def obeying(place: Place, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Start Python in a place, as a process that takes orders."""
    return await asyncio.create_subprocess_exec(
        place.python, *arguments, cwd=place.tree, env={**os.environ, **environment},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24,
    )  # fmt: skip


class Bot(Obeying):
    """The bot's process, and its database seen from outside."""

    def __init__(
        self, process: asyncio.subprocess.Process, database: Path, *, limited: bool
    ) -> None:
        super().__init__(process)
        self._limited = limited
        self._database = database
        self._read = sqlite3.connect(f"file:{database}?mode=ro", uri=True)

    def _number(self, question: str) -> int:
        return int(self._read.execute(question).fetchone()[0] or 0)

    def know(self, dms: Iterable[tuple[int, int]]) -> None:
        """People have been written to before. Of each the id and the direct message channel: a new
        one is opened in two seconds only."""
        with contextlib.closing(sqlite3.connect(self._database)) as database, database:
            database.executemany(
                "INSERT INTO users (user_id, dm_channel, dms_closed, prefs) VALUES (?, ?, 0, ?)",
                ((user, channel, b"{}") for user, channel in dms),
            )

    def moves(self) -> int:
        """Durable moves of all tables together."""
        return self._number("SELECT sum(last_move) FROM matches")

    async def settled(self) -> None:
        """Wait until everything that is due by the bot's clock has been told."""
        async with asyncio.timeout(PATIENCE):
            # Another process's database tells nobody that it has changed.
            while self._number(  # noqa: ASYNC110
                _DUE.format(now=bot_process.now(limited=self._limited))
            ):
                await asyncio.sleep(0.005)

    async def end(self) -> None:
        """Let the process go."""
        self._read.close()
        await super().end()


@contextlib.asynccontextmanager
async def started(
    local: LocalDiscord, *, limited: bool = False, place: Place = HERE
) -> AsyncIterator[Bot]:
    """A bot on a local Discord, with an empty database. Unless `limited` its clock stands still,
    and it keeps no limit over all its calls (`bot_process`)."""
    with tempfile.TemporaryDirectory(prefix="motordrome-", dir=os.environ.get("BENCH_DIR")) as it:
        database = Path(it) / "bot.sqlite3"
        environment = {
            LOCAL_URL: local.url,
            bot_process.TOKEN: local.token,
            bot_process.DATABASE: str(database),
        }
        if limited:
            environment[bot_process.LIMITED] = "1"
        process = await obeying(place, "-m", "benchmarks.bot_process", **environment)
        await local.until(lambda: local.bot_online, 60)
        bot = Bot(process, database, limited=limited)
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
        self.rng = random.Random(channel.id)
        self._chooser = AtRandom(self.rng)
        self._private: dict[int, Message] = {}
        """The private hands that people have opened in the channel."""
        self._passed: dict[int, int] = {}
        """Questions that people have passed on the board: their hands may show them still."""
        self.waits: list[float] = []
        """Seconds until each press was answered."""
        self.unanswered = 0
        """Presses that were not answered, or whose promised answer did not come."""

    @property
    def known_dms(self) -> list[tuple[int, int]]:
        """Each person's id and direct message channel, 0 for who takes no direct messages."""
        return [(u.id, self._dms[u.id].id if u.dms_open else 0) for u in self.people.values()]

    # -- what people see

    def board(self) -> Message:
        """The newest message in the channel that is a board."""
        shown = self.local.messages(self.channel, self._host)
        return next(
            m for m in reversed(shown) if m.pressables and not m.ephemeral and not m.content
        )

    @property
    def dealt(self) -> bool:
        """Whether a board is out."""
        shown = self.local.messages(self.channel, self._host)
        return any(button(message, "hand") for message in shown)

    @property
    def over(self) -> bool:
        """Whether the board says that the match is over."""
        return button(self.board(), "hand") is None

    def _hands(self, user_id: int) -> list[Message]:
        """Where a player looks for his hand, the newest first: at the private one in the channel,
        if he has opened it, else at his direct messages."""
        if user_id in self._private:
            return [self._private[user_id]]
        return self.local.messages(self._dms[user_id], self.people[user_id])[::-1]

    def hand(self, user_id: int) -> Message | None:
        """What shows a player his open question; None while he sees none."""
        for message in self._hands(user_id):
            if question(message) not in (0, self._passed.get(user_id)):
                return message
        return None

    def _stamp(self) -> list[tuple[int, int]]:
        """What changes when anybody's hand does."""
        return [(hand.id, hand.edits) for user in self.people for hand in self._hands(user)]

    # -- what people do

    async def _press(
        self, user_id: int, message: Message, custom_id: str, values: Any = None
    ) -> Outcome:
        """Press and wait for the answer, whether one comes or not."""
        began = time.perf_counter()
        made = self.local.begin_press(self.people[user_id], message, custom_id, values)
        await made.done.wait()
        self.waits.append(time.perf_counter() - began)
        self.unanswered += made.failed
        return Outcome(self.local.hub, made)

    async def _finished(self, made: Outcome) -> Outcome:
        """What has been promised has come."""
        try:
            return await made.finished()
        except TimeoutError:
            self.unanswered += 1
            return made

    async def choose(self, user_id: int, hand: Message) -> None:
        """Press something that a hand shows."""
        choice = self._chooser.choose("", hand, frozenset())
        await self._finished(await self._press(user_id, hand, choice.item.custom_id, choice.values))

    async def pass_on_board(self, user_id: int, number: int) -> None:
        """Press Pass on the board, to answer the question of that number."""
        board = self.board()
        custom_id = button(board, "pass")
        if custom_id is None:
            return
        made = await self._press(user_id, board, custom_id)
        if made.interaction.answer == _ACCEPTED:
            self._passed[user_id] = number

    async def open_hand(self, user_id: int) -> Message | None:
        """Press My hand; returns the private hand if it puts a question."""
        board = self.board()
        custom_id = button(board, "hand")
        if custom_id is None:
            return None
        made = await self._finished(await self._press(user_id, board, custom_id))
        if made.ephemeral is None:
            return None
        self._private[user_id] = made.ephemeral
        self._passed.pop(user_id, None)
        return self.hand(user_id)

    async def play(self, until: float) -> None:
        """Somebody answers what he is asked, again and again, until that time."""
        looked = time.perf_counter()
        while (now := time.perf_counter()) < until and not self.over:
            stamp = self._stamp()
            ready = [(user, hand) for user in self.people if (hand := self.hand(user)) is not None]
            if ready:
                await self.choose(*self.rng.choice(ready))
                looked = time.perf_counter()
            elif now - looked > LOOK_AGAIN:
                for user in self.people:
                    await self.open_hand(user)
                looked = time.perf_counter()
            else:
                with contextlib.suppress(TimeoutError):
                    await self.local.until(
                        lambda stamp=stamp: self._stamp() != stamp,  # type: ignore[misc]
                        max(0.01, min(1.0, until - now)),
                    )


async def tables(
    local: LocalDiscord, bot: Orderly, count: int, people: int, *, computers: int = 0,
    closed: bool = False, guild: Guild | None = None,
) -> list[Table]:  # fmt: skip
    """New tables, dealt and shown; in that server, if it is to be known which."""
    made = []
    for number in range(count):
        channel = local.add_channel(f"table-{number}", guild=guild)
        guests = [local.add_user(f"P{n}", dms_open=not closed) for n in range(people)]
        made.append(Table(local, channel, guests))
    channels = [table.channel.id for table in made]
    known = [table.known_dms for table in made]
    where = {} if guild is None else {"guild": guild.id}  # older commits do not ask
    await bot.order("open", channels=channels, people=known, computers=computers, **where)
    await bot.settled()
    return made


class Asked(NamedTuple):
    """A question that is put to somebody."""

    user: int
    number: int
    window: bool


async def asked(bot: Bot) -> dict[int, list[Asked]]:
    """What live tables ask of people, by channel."""
    found = await bot.order("asked")
    return {int(channel): [Asked(*each) for each in asks] for channel, asks in found.items()}
