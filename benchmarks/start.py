"""A start with many live tables: how long until the bot is online, and until it answers.

    python -m benchmarks.start                   5,000 live tables
    python -m benchmarks.start --shortest        50

People open and deal one table; the others are copies of its rows, each in a channel of its own.
Then the bot is started as an operator starts it, and as soon as it is online somebody at each of
twenty tables asks for his hand. The bot is a process of its own, and everything is on loopback.
Target: 5,000 live tables online and answering within 4 s, and no message that nobody asked for.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.arguments import parser
from bot.demo.process import BotProcess
from bot.local import Channel, LocalDiscord, Message, User
from bot.posts import custom_ids

TABLES: Final = 5_000
FEW: Final = 50
"""Tables of the shortest form."""
ASKING: Final = 20
NAMES: Final = ("Ann", "Ben", "Cora", "Dev")
HOUR_MS: Final = 3_600_000
PER_MATCH: Final = ("seats", "hands", "secrets", "moves", "deadlines")


def copy(database: Path, channels: list[Channel]) -> None:
    """A copy of the one match for each of these channels. Its clocks run an hour longer, or those
    of all tables would ring while the start is measured."""
    connection = sqlite3.connect(database)
    with connection:
        connection.execute("UPDATE deadlines SET due_at = due_at + ?", (HOUR_MS,))
        (match_id,) = connection.execute("SELECT id FROM matches").fetchone()
        for table in ("matches", *PER_MATCH):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            given = {key: ":new", "channel_id": ":channel"}
            columns = ", ".join(given.get(name, name) for name in names)
            connection.executemany(
                f"INSERT INTO {table} SELECT {columns} FROM {table} WHERE {key} = :match",
                [
                    {"new": f"C{number:09}", "channel": channel.id, "match": match_id}
                    for number, channel in enumerate(channels)
                ],
            )
    connection.close()


async def deal(local: LocalDiscord, channel: Channel, people: list[User]) -> None:
    """A table with these people, who press Start."""

    def board() -> Message:
        return next(m for m in reversed(local.messages(channel, people[0])) if m.pressables)

    async def press(user: User, verb: str) -> None:
        found = [(item.custom_id, custom_ids.read(item.custom_id)) for item in board().pressables]
        custom_id = next(each for each, read in found if read is not None and read.verb == verb)
        await (await local.click(user, board(), custom_id)).finished()

    await (await local.command(people[0], channel, "play", {"game": "carwars-cards"})).finished()
    for user in people[1:]:
        await press(user, "join")
    await press(people[0], "start")


async def settled(database: Path) -> None:
    """Wait until everything has been told."""
    connection = sqlite3.connect(database)
    # Another process's database tells nobody that it has changed.
    while connection.execute("SELECT count(*) FROM outbox").fetchone()[0]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    connection.close()


async def main(count: int) -> None:
    """Make the tables, start, ask, and print."""
    local = LocalDiscord(limits="off")
    people = [local.add_user(name) for name in NAMES]
    channels = [local.add_channel(f"table-{number}") for number in range(count)]
    await local.start()
    with tempfile.TemporaryDirectory(prefix="motordrome-", dir=os.environ.get("BENCH_DIR")) as it:
        database = Path(it) / "start.sqlite3"
        bot = BotProcess(local, database, cold=True)
        try:
            await bot.start()
            await deal(local, channels[0], people)
            await local.until(lambda: all(local.messages(local.dm(u), u) for u in people), 60)
            await settled(database)
            await bot.stop()
            copy(database, channels[1:])
            await measure(local, bot, channels, people)
        finally:
            await bot.stop()
            await local.stop()


async def measure(
    local: LocalDiscord, bot: BotProcess, channels: list[Channel], people: list[User]
) -> None:
    """Start on all of them."""
    first, began = len(local.calls), time.perf_counter()
    await bot.start()
    online = time.perf_counter() - began
    asked = channels[:: max(1, len(channels) // ASKING)][:ASKING]

    async def ask(number: int, channel: Channel) -> None:
        outcome = await local.command(people[number % len(people)], channel, "hand")
        await outcome.finished()
        if outcome.failed:
            raise TimeoutError("a hand was not shown")

    await asyncio.gather(*(ask(number, channel) for number, channel in enumerate(asked)))
    answered = time.perf_counter() - began
    await settled(bot.database)
    told = [c for c in local.calls[first:] if "/messages" in c.route and c.interaction is None]
    cores, load = os.cpu_count(), os.getloadavg()[0]
    print(f"a start with {len(channels)} live tables ({cores} cores, load {load:.1f})")
    print(f"  online after {online:.2f} s, {len(asked)} hands shown after {answered:.2f} s", end="")
    print(f" (target 4); messages that nobody asked for: {len(told)}")


if __name__ == "__main__":
    asyncio.run(main(FEW if parser("start", __doc__).parse_args().shortest else TABLES))
