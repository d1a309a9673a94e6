"""PostgreSQL is restarted, or cannot be reached, while three processes play on it: everybody is
told so in a sentence, nothing is lost, and play goes on by itself once it is back."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot import serving
from bot.local import User
from bot.local.hub import HANGS
from bot.own_postgres import Server, lifeline, shared
from bot.settings import Settings
from bot.store import DatabaseAway
from bot.store.errors import DatabaseMissing
from bot.store.statement import Statement
from bot.store.tables import processes
from bot.words import say
from tests.bot.faults import capture_logs
from tests.bot.pits import MINUTE, find, follow_up, question
from tests.bot.several import Several, playing
from tests.bot.test_process import start
from tests.postgres import Wire, server, wired

AWAY = say("answering.the_database_is_away")
BUSY = say("notify.the_database_is_busy")
HANDS = ("armor front, swerve", "laser front, swerve")


class Trouble:
    """Three processes, and the way to their database."""

    def __init__(self, three: Several, wire: Wire) -> None:
        self.three = three
        self.wire = wire


@pytest.fixture
async def trouble(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Trouble]:
    async with wired(await server()) as (wire, url), playing(url, 3, monkeypatch) as three:
        yield Trouble(three, wire)


async def says_so(three: Several, user: User) -> None:
    """Whatever is pressed and typed, at whichever process, gets one sentence."""
    panel, board = three.panel(user), three.board()
    if question(panel):
        assert await follow_up(await three.press(user, "pick", panel)) == AWAY
    for verb in ("hand", "rules"):
        assert await follow_up(await three.press(user, verb, board)) == AWAY
    for command in ("hand", "games"):
        assert await follow_up(await three.command(user, command)) == AWAY


def no_faults(logs: list[Any]) -> None:
    """A database that is away is logged as that, and is no fault of the program's."""
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    assert any("cannot be reached" in line.get("why", "") for line in logs)


@pytest.fixture(scope="module")
def folder() -> Any:
    with lifeline() as folder:
        yield folder


@pytest.fixture
async def its_own(folder: Path) -> Server:
    """A server that no other test uses."""
    await server()  # or skipped
    return await shared(folder)


@pytest.mark.parametrize("mode", ["immediate", "fast"])
async def test_a_server_that_is_restarted(
    mode: str, its_own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await its_own.database()
    async with playing(url, 3, monkeypatch) as three:
        await three.lay(*HANDS)
        before = await three.stored()
        with capture_logs() as logs:
            await asyncio.to_thread(its_own.stop, mode)
            await says_so(three, three.ann)
            await asyncio.to_thread(its_own.start)
        no_faults(logs)
        assert await three.stored() == before
        await three.is_whole()
    await its_own.drop(url)


_LAPSE = Statement(update(processes).values(lease_until=0))


async def lapses(three: Several) -> None:
    """The database has been away for longer than a lease: all are over, and everybody knows."""
    await three.store.write(lambda run: run.change(_LAPSE))
    for bot in three.bots:
        bot.member._until = 0.0
        assert not bot.member.alive()


async def test_a_database_that_cannot_be_reached_for_a_minute(trouble: Trouble) -> None:
    """Clocks ring meanwhile, messages are on their way, and every process is taken for dead."""
    three, wire = trouble.three, trouble.wire
    await three.lay(*HANDS)
    before, sent = await three.stored(), asyncio.Event()
    show = three.bot.delivery.handlers["board"]

    async def cut_meanwhile(row: Any, rest: str) -> None:
        await wire.cut()
        sent.set()
        await show(row, rest)

    with capture_logs() as logs:
        three.bot.delivery.handlers["board"] = cut_meanwhile
        await three.store.post(three.match_id, "board", b"", three.clock())
        await sent.wait()
        three.bot.delivery.handlers["board"] = show
        three.clock.now += MINUTE
        for user in (three.ann, three.ben):
            await says_so(three, user)
        for bot in three.bots:
            with pytest.raises(DatabaseAway):
                await bot.clocks.tick()
            with pytest.raises(DatabaseAway):
                await bot.member.renew()
        await wire.mend()
        await lapses(three)
        for bot in three.bots:
            await bot.member.renew()
            assert bot.member.alive()
        for bot in three.bots:
            await bot.member.renew()
            assert bot.member.living == 3
    no_faults(logs)
    assert await three.stored() == before
    await three.is_whole()
    left = await three.store.outbox_claim(99, three.clock())
    assert [row for row in left if row.target == "board"] == []


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_commit_whose_answer_is_lost_is_stored_once_or_not_at_all(
    trouble: Trouble, arrives: bool
) -> None:
    """The player is told to look, and what he presses then counts once."""
    three, wire = trouble.three, trouble.wire
    await three.lay(*HANDS)
    before = await three.stored()
    store = three.bots[0].store
    append = store.append

    async def lost(commit: Any) -> int:
        if arrives:
            await append(commit)
        await wire.cut()
        store.append = append  # type: ignore[method-assign]
        return await append(commit)

    store.append = lost  # type: ignore[method-assign]
    panel = three.panel(three.ann)
    custom_id = find(panel, "some")
    outcome = await three.press(three.ann, "some", panel, values=["0"])
    assert await follow_up(outcome) == AWAY
    await wire.mend()
    for bot in three.bots:
        await bot.member.renew()
    three.clock.now += MINUTE
    await three.settled()
    stored = await three.stored()
    assert stored.moves == before.moves + arrives
    if arrives:
        assert not (await three.forge(three.ann, custom_id, panel, ["0"])).failed
        assert (await three.stored()).moves == stored.moves
    await three.is_whole()


async def test_a_network_that_swallows_what_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection ends, and nothing comes back: each is given up after a while, which is 10 s for
    a new one and 30 s for an answer outside."""
    monkeypatch.setattr("bot.store.postgres.CONNECT_SECONDS", 1.0)
    async with wired(await server()) as (wire, url), playing(url, 3, monkeypatch) as three:
        await three.lay(*HANDS)
        before, panel = await three.stored(), three.panel(three.ann)
        with capture_logs() as logs:
            wire.silence()
            with monkeypatch.context() as patched:
                patched.setattr("bot.store.postgres.ANSWER_SECONDS", 0.1)
                asked = await three.press(three.ann, "some", panel, values=["0"])
                assert await follow_up(asked) == AWAY
                assert await follow_up(await three.command(three.ben, "hand")) == AWAY
            await wire.mend()
        no_faults(logs)
        assert await three.stored() == before
        await three.is_whole()


async def test_what_discord_tells_meanwhile_is_looked_up_afterwards(trouble: Trouble) -> None:
    """A channel is deleted while nobody can note it: the table's people read so later."""
    three, wire = trouble.three, trouble.wire
    await three.lay(*HANDS)
    with capture_logs() as logs:
        await wire.cut()
        three.local.misbehave.delete_channel(three.channel)
        await three.local.until(lambda: any("an event waits" in line["event"] for line in logs))
        await wire.mend()
        for bot in three.bots:
            await bot.keep_house(1)
    no_faults(logs)
    await three.settled()
    assert (await three.match()).resting
    assert "I can't reach its channel" in "".join(m.content for m in three.notices(three.ann))


# -- a start


async def ends(work: Coroutine[Any, Any, object]) -> None:
    async with asyncio.timeout(HANGS):
        await work


async def test_a_start_waits_for_its_database_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "LOOK_AGAIN_SECONDS", 0.01)
    stop = asyncio.Event()
    async with wired(await server()) as (wire, url):
        await wire.cut()
        with capture_logs() as logs, pytest.raises(DatabaseAway):
            await serving._opened(Settings(database_url=url, database_wait=0), stop)
        assert logs == []
        with capture_logs() as logs:
            opening = asyncio.create_task(
                serving._opened(Settings(database_url=url, database_wait=600), stop)
            )
            while not logs:  # noqa: ASYNC110 - the other task logs
                await asyncio.sleep(0)
            await wire.mend()
            store = await opening
        assert [line["event"] for line in logs] == ["waiting for the database"]
        assert store is not None
        await store.close()
        wrong = url.replace("/d", "/other", 1)
        with pytest.raises(DatabaseMissing):
            await serving._opened(Settings(database_url=wrong, database_wait=600), stop)
        await wire.cut()
        stop.set()
        assert await serving._opened(Settings(database_url=url, database_wait=600), stop) is None


@pytest.mark.long
async def test_a_process_that_is_started_before_its_database(tmp_path: Path) -> None:
    async with wired(await server()) as (wire, url):
        await wire.cut()
        process = await start(tmp_path, DATABASE_URL=url.replace("+asyncpg", ""))
        assert process.stdout is not None
        assert process.stderr is not None
        async with asyncio.timeout(HANGS):
            said = (await process.stderr.readline()).decode()
            while "waiting for the database" not in said:
                said = (await process.stderr.readline()).decode()
            await wire.mend()
            assert b"Motordrome is ready." in await process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            await process.communicate()
        assert process.returncode == 0
