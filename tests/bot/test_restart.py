"""The row owns the match: restarts in the middle of anything, two processes, a busy database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, NullPool, create_engine, insert, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.app import Motordrome
from bot.match.match import Match
from bot.store import UNSURE, Commit, Store
from bot.store.migrate import config
from bot.store.tables import metadata
from tests.bot.pits import MINUTE, NOON, Pits, begin, find, follow_up, question, verbs
from tests.postgres import new_database
from tests.store.test_migrations import REVISIONS

HOUR: Final = 60 * MINUTE
LAST: Final = REVISIONS[-2]
"""The revision before today's."""


def _at(connection: Connection, revision: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Make an empty database one of that revision, with as much of these rows as it has a place
    for."""
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, revision)
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        for row in rows.get(table.name, ()):
            old = {name: value for name, value in row.items() if name in table.columns}
            connection.execute(insert(table).values(old))


async def set_back(pits: Pits, revision: str, url: str) -> None:
    """Have the bot start on another database: what it has, as a release of that revision had it."""
    engine = create_engine(pits.url.replace("+aiosqlite", ""))
    with engine.connect() as connection:
        rows = {
            table.name: [dict(row._mapping) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }
    engine.dispose()
    there = create_async_engine(url, poolclass=NullPool)
    async with there.begin() as line:
        await line.run_sync(_at, revision, rows)
    await there.dispose()
    pits.url = url


@pytest.fixture
async def older(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database of that kind."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'older.sqlite3'}"
        return
    async with new_database(empty=True) as url:
        yield url


OLDER: Final = [
    pytest.param("sqlite", LAST),
    *(pytest.param("sqlite", each, marks=pytest.mark.long) for each in REVISIONS if each != LAST),
    pytest.param("postgresql", REVISIONS[0], marks=pytest.mark.long),
]


@pytest.mark.parametrize(("older", "revision"), OLDER, indirect=["older"])
async def test_a_window_outlives_the_process_and_an_upgrade(
    older: str, pits: Pits, revision: str
) -> None:
    await pits.deal(3, options={"window_seconds": "3600"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    numbers = [ask.number for ask in (await pits.match()).waiting()]
    before = await pits.stored()
    panel, board = pits.panel(pits.ben), pits.board()
    await pits.stop()
    await set_back(pits, revision, older)
    await pits.start()
    await pits.settled()
    assert (await pits.stored()).save == before.save
    assert [ask.number for ask in (await pits.match()).waiting()] == numbers
    if revision >= "0006":  # before, nobody noted how old a hand is
        assert pits.board() is board, "nothing is posted anew"
        assert pits.panel(pits.ben) is panel
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.press(pits.cora, "pass", pits.board())
    await pits.settled()
    assert (await pits.stored()).moves > before.moves
    assert (await pits.match()).waiting()[0].kind == "action"


async def test_what_was_not_told_before_is_told_after(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.bot.delivery._awake.clear()
    row = await pits.store.match(pits.match_id)
    assert row is not None
    await pits.stop()
    store = await Store.open(pits.url)
    # As if the process had died between a move and what was to be told of it.
    await store.board_shown(pits.match_id, row.board_message, "something old", row.board_at)
    await store.post(pits.match_id, "board", b"", NOON)
    await store.close()
    await pits.start()
    await pits.settled()
    assert (await pits.match()).board.key != "something old"


async def test_who_is_alone_waits_for_no_lease_of_the_one_before(pits: Pits) -> None:
    """That was killed with a board and a clock in its hands."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await pits.settled()
    board, now = pits.board(), pits.clock() + HOUR
    edits = board.edits
    await pits.store.post(pits.match_id, UNSURE + "board", b"", pits.clock())
    assert await pits.store.outbox_claim(9, pits.clock(), HOUR)
    clocks = await pits.store.deadlines_due(now, HOUR)
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert board.edits == edits + 1
    pits.clock.now = now
    assert await pits.bot.clocks.tick() == len(clocks) > 0


async def test_computers_go_on_after_a_restart(pits: Pits, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if the process died before the computer's answer was stored.
    monkeypatch.setattr(pits.bot.matches, "drive", lambda match_id: None)
    await pits.deal(2, computers=1, options={"window_seconds": "3600"})
    match = await pits.match()
    (computer,) = (number for number, seat in enumerate(match.seats) if seat.computer)
    assert match.ask_of(computer) is not None
    await pits.stop()
    await pits.start()
    await pits.settled()
    match = await pits.match()
    assert match.ask_of(computer) is None
    assert len(match.waiting()) == 3
    assert not any(line.goes_on for line in await pits.store.open_lines())


async def test_a_restart_loads_and_draws_nothing_that_has_not_changed(pits: Pits) -> None:
    for number in range(3):
        await pits.deal(2, computers=1, channel=pits.local.add_channel(f"pit-{number}"))
    calls = len(pits.local.calls)
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert not pits.bot.matches._kept
    assert pits.bot.pictures.drawn == 0
    sent = [c for c in pits.local.calls[calls:] if "messages" in c.route]
    assert sent == []


async def test_a_board_that_shows_the_same_is_not_drawn_to_find_that_out(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await pits.stop()
    await pits.start()
    edits = pits.board().edits
    await pits.store.post(pits.match_id, "board", b"", NOON)
    pits.bot.matches.wake()
    await pits.settled()
    assert (pits.bot.pictures.drawn, pits.board().edits) == (0, edits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    await pits.settled()
    assert pits.bot.pictures.drawn > 0
    assert pits.board().edits > edits


async def test_a_table_that_need_not_go_on_is_looked_at_once(pits: Pits) -> None:
    """As every live table after the update that brought the mark."""
    await pits.deal(2)
    before = await pits.stored()
    row = await pits.store.match(pits.match_id)
    assert row is not None
    commit = Commit(match_id=row.id, expected_version=row.version, at=NOON, goes_on=True)
    await pits.store.append(commit)
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert not any(line.goes_on for line in await pits.store.open_lines())
    assert (await pits.stored()).moves == before.moves


async def test_messages_that_are_lost_are_posted_anew(pits: Pits) -> None:
    await pits.deal(2)
    for message in (pits.board(), pits.panel(pits.ann)):
        pits.local.misbehave.delete_message(message)
    await pits.stop()
    await pits.start(post_anew=True)
    await pits.settled()
    assert "respond" in verbs(pits.board())
    assert question(pits.panel(pits.ann))


async def test_a_lost_connection_is_taken_up_again(pits: Pits) -> None:
    await pits.deal(2)
    pits.local.misbehave.drop_socket()
    made = pits.local.begin_press(pits.ann, pits.board(), find(pits.board(), "pass"))
    await made.done.wait()
    assert not made.failed
    assert (await pits.stored()).moves == 2


# -- two processes on one database


@asynccontextmanager
async def second(pits: Pits) -> AsyncIterator[Motordrome]:
    """Another bot of the same application on the same database, where neither is alone then."""
    if pits.bot.member.alone:
        await pits.bot.member.leave()
    store = await Store.open(pits.url, busy_timeout_ms=2000)
    try:
        bot, running = await begin(pits.local, store, pits.clock)
        try:
            yield bot
        finally:
            await bot.close()
            await running
    finally:
        await store.close()


async def test_two_processes_that_hear_the_same_click_act_once(pits: Pits) -> None:
    await pits.deal(3, options={"window_seconds": "3600"})
    before = await pits.stored()
    async with second(pits):
        for user in pits.people[:3]:
            outcome = await pits.press(user, "pick", pits.panel(user), "pass")
            assert not outcome.failed
            assert "went wrong" not in outcome.text
    await pits.settled()
    log = await pits.store.moves(pits.match_id, before.moves)
    assert [move.kind for move in log].count("answer") == 3
    assert len({move.interaction_id for move in log if move.interaction_id}) == 3


async def test_what_another_process_did_is_seen(pits: Pits) -> None:
    """Each process has the match in memory; the version tells that it is an old one."""
    await pits.deal(2, options={"window_seconds": "3600"})
    async with second(pits) as bot:
        there = await bot.matches.look(pits.match_id)
        asks = {ask.seat: ask for ask in there.waiting()}
        await bot.matches.change(
            pits.match_id, lambda s: s.answer(pits.ann.id, asks[0].number, asks[0].default)
        )
        here = await pits.bot.matches.look(pits.match_id)
        assert here.ask_of(0) is None
        await pits.bot.matches.change(
            pits.match_id, lambda s: s.answer(pits.ben.id, asks[1].number, asks[1].default)
        )
        assert (await bot.matches.look(pits.match_id)).waiting()[0].kind == "action"


async def test_two_processes_at_once_lose_nothing(pits: Pits) -> None:
    await pits.deal(6, options={"window_seconds": "3600"})
    async with second(pits) as bot:
        asks = {ask.seat: ask for ask in (await pits.match()).waiting()}
        ids = [user.id for user in pits.people]
        await asyncio.gather(
            *(
                (bot if seat % 2 else pits.bot).matches.change(
                    pits.match_id,
                    partial(Match.answer, user_id=ids[seat], number=ask.number, answer=ask.default),
                )
                for seat, ask in asks.items()
            )
        )
        log = await pits.store.moves(pits.match_id, 1)
        assert sorted(move.seat for move in log if move.kind == "answer") == list(range(6))
        assert (await bot.matches.look(pits.match_id)).waiting()[0].kind == "action"


async def test_a_table_is_opened_once_in_a_channel_by_whichever_process(pits: Pits) -> None:
    async with second(pits):
        outcome = await pits.command(pits.ann, "play")
    assert not outcome.failed
    assert len(await pits.store.open_lines()) == 1


# -- a database in trouble


async def test_a_locked_database_changes_nothing_and_says_so(pits: Pits, tmp_path: Path) -> None:
    pits.patience_ms = 50
    await pits.stop()
    await pits.start()
    await pits.open(1)
    before = await pits.stored()
    holder = sqlite3.connect(tmp_path / "motordrome.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    outcome = await pits.press(pits.ben, "join")
    assert "Something went wrong here (fault " in await follow_up(outcome)
    assert "locked" not in outcome.text
    assert "sqlite" not in outcome.text.lower()
    holder.execute("ROLLBACK")
    holder.close()
    assert await pits.stored() == before
    outcome = await pits.press(pits.ben, "join")
    assert "**B** Ben" in pits.board().text
    assert "join" in verbs(pits.board())
