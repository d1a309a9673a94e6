"""Short matches of every game through the real client, while the bot is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest

from bot import demo, local
from bot.demo import People, Plan, judge, many
from bot.demo.process import BotProcess
from bot.local import LocalDiscord
from bot.local.hub import HANGS
from bot.store.processes import LEASE_MS
from tests.postgres import new_database, server


def hurried(game: str, seats: int = 0, seed: int = 5, computers: int = 0, **options: str) -> Plan:
    """A match ten times as fast as on Discord; how fast this machine is does not matter."""
    return Plan(
        game=game, seats=seats, computers=computers, seed=seed, options=options, hurry=10,
        speed=False,
    )  # fmt: skip


SHORT = [
    hurried("carwars", 2, computers=1, armor_points="1", rounds="6"),
    hurried("carwars-cards", 3, single_duel="true"),
    hurried("mini-carwars", 2, scenario="pack-attack"),
    hurried("nascards", 2, computers=1, goal="100"),
    hurried("world-auto-racing", 2, computers=1, length="60"),
]
LONG = [
    (hurried("carwars", 2, 6, 1, rounds="12"), 5),
    (hurried("carwars-cards", 4, 6, single_duel="true"), 3),
    (hurried("mini-carwars", 2, 6, scenario="road-duel"), 9),
    (hurried("nascards", 3, 6, 1, goal="200"), 3),
    (hurried("world-auto-racing", 3, 6, 1), 3),
]
"""And after how many moves the bot is killed each time."""


async def outcome(folder: Path, plan: Plan, url: str = "") -> tuple[str, int]:
    """Play a match in which nothing may be wrong; its digest, and how often the bot was killed."""
    people, record = await demo.play(plan, folder / f"{plan.kill_every}.sqlite3", url=url)
    assert people.wrong == []
    assert people.local.hub.limits.rates == local.hurried(local.DISCORD, plan.hurry)
    assert record is not None
    assert record.match.status == "finished" or (plan.most and record.match.status == "ended")
    return judge.digest(record), people.bot.kills


async def same_with_kills(folder: Path, plan: Plan, every: int) -> None:
    """A match in which the bot is killed comes to the end of one in which it is not."""
    plan = msgspec.structs.replace(plan, fixed=True)
    calm, none = await outcome(folder, plan)
    killed, kills = await outcome(folder, msgspec.structs.replace(plan, kill_every=every))
    assert none == 0 < kills
    assert killed == calm


@pytest.mark.long
@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.game)
async def test_kills_change_nothing(plan: Plan, tmp_path: Path) -> None:
    """Nothing is lost, doubled, refused or too fast; played again, it comes to the same."""
    await same_with_kills(tmp_path, plan, 7)


@pytest.mark.long
async def test_kills_change_nothing_on_a_server_either(tmp_path: Path) -> None:
    """On PostgreSQL a match in which the bot is killed comes to the end of one on SQLite."""
    plan = msgspec.structs.replace(SHORT[3], fixed=True)
    calm, _ = await outcome(tmp_path, plan)
    async with new_database(empty=True) as url:
        killed, kills = await outcome(tmp_path, msgspec.structs.replace(plan, kill_every=7), url)
    assert kills > 0
    assert killed == calm


@pytest.mark.long
@pytest.mark.parametrize(("plan", "every"), LONG, ids=lambda part: getattr(part, "game", ""))
async def test_many_kills_change_nothing_in_a_long_match(
    plan: Plan, every: int, tmp_path: Path
) -> None:
    await same_with_kills(tmp_path, plan, every)


async def test_a_bot_that_ends_by_itself_is_told_of_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its people do not wait ten minutes for an answer that cannot come."""
    begin = People.open_table

    async def open_table(people: People) -> None:
        await begin(people)
        assert people.bot._process is not None
        assert people.bot._process.pid is not None
        os.kill(people.bot._process.pid, signal.SIGSEGV)

    monkeypatch.setattr(People, "open_table", open_table)
    people, _ = await demo.play(SHORT[0], tmp_path / "bot.sqlite3", lambda _: None)
    assert people.wrong[0] == "The bot has ended by itself, with -11."


DEMO: Final = """
import asyncio, pathlib, sys
from bot.demo.process import BotProcess
from bot.local import LocalDiscord
from bot.local.hub import HANGS

async def main():
    local = LocalDiscord()
    await local.start()
    bot = BotProcess(local, pathlib.Path(sys.argv[1]))
    await bot.start()
    print(bot._process.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""
"""A demo that runs until it is killed, and tells the number of its bot's process."""


def test_a_demo_that_is_killed_leaves_no_bot_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DEMO, str(tmp_path / "m.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as demo:
        assert demo.stdout is not None
        bot = os.pidfd_open(int(demo.stdout.readline()))
        try:
            demo.kill()
            ended, _, _ = select.select([bot], [], [], HANGS)
            assert ended == [bot]
        finally:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(bot, signal.SIGKILL)
            os.close(bot)


@pytest.mark.long
@pytest.mark.parametrize("plan", SHORT, ids=lambda plan: plan.game)
async def test_people_who_press_anything_lose_nothing(plan: Plan, tmp_path: Path) -> None:
    """Those who press always alike leave out what can be laid aside, taken back and looked up."""
    await outcome(tmp_path, msgspec.structs.replace(plan, kill_every=3, most=80))


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_processes_that_are_killed_and_stopped_lose_nothing(
    database: str, tmp_path: Path
) -> None:
    """Nothing is lost, doubled, left stale or too fast on three processes with one database, whose
    clocks differ by minutes."""
    plan = hurried("carwars-cards", 2, single_duel="true")
    plan = msgspec.structs.replace(plan, tables=3, processes=3, database=database)
    if database == "postgresql":
        url = await (await server()).database()
    else:
        url = f"sqlite+aiosqlite:///{tmp_path / 'demo.sqlite3'}"
    wrong, fleet = await many.play(plan, tmp_path, url)
    assert wrong == []
    assert fleet.kills + fleet.stops


@pytest.mark.long
async def test_who_was_stopped_ends_when_another_has_its_shard(tmp_path: Path) -> None:
    local = LocalDiscord()
    await local.start()
    first, second = (
        BotProcess(local, tmp_path / "m.sqlite3", shards=(0,), shard_count=1) for _ in range(2)
    )
    try:
        await first.start()
        stopped = asyncio.create_task(first.pause(2 * LEASE_MS / 1000))
        await second.start()
        await stopped
        assert await first.ended() == 1
        await local.until(lambda: len(local.shards.sessions) == 1)
        assert second.alive
        assert await second.stop() == 0
    finally:
        await first.stop()
        await second.stop()
        await local.stop()


@pytest.mark.long
async def test_by_post_who_is_away_is_called(tmp_path: Path) -> None:
    """The clock jumps by an hour again and again: whoever is asked is rung, once."""
    plan = hurried("world-auto-racing", 3, length="60", pace="post")
    await outcome(tmp_path, msgspec.structs.replace(plan, hurry=50, most=10))


async def test_the_command_says_what_it_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    plan = hurried("world-auto-racing", 1, computers=1, length="60")
    assert await demo.run(plan) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "problems: none"
    assert said[-2].startswith("digest: ")
    assert said[-3].startswith("told: 429 0, late answers ")
    assert any(line.endswith(" presses acknowledged") for line in said)
