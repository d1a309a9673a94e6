"""Matches that began under the first dice: a database of that time is carried over and goes on.

`tests/data/before_sealed_message.sqlite3.xz` was written by the commit before sealing messages:
one finished and one live match of each game.
"""

from __future__ import annotations

import lzma
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local import Channel
from bot.store import Store
from tests.bot.pits import Pits, opened, question
from tests.bot.test_play import take_any

STORED = Path(__file__).parents[1] / "data" / "before_sealed_message.sqlite3.xz"
FINISHED = {
    "carwars-cards": "XK0SHC1YJY",
    "mini-carwars": "Q39J7A4KEE",
    "nascards": "8VVBJEXEJ0",
    "world-auto-racing": "B52WJMT17J",
}
LIVE = {
    "carwars-cards": "02HKF9CZ5W",
    "mini-carwars": "WB346WBF9R",
    "nascards": "BEPY740BD2",
    "world-auto-racing": "EGWWM8PWSQ",
}
GAMES = tuple(FINISHED)


def move_in(pits: Pits, file: Path) -> None:
    """Give the stored matches the people, the server and a channel each of this local Discord."""
    connection = sqlite3.connect(file)
    with connection:
        rows = connection.execute("SELECT match_id, seat, user_id FROM seats").fetchall()
        for match_id, seat, old in rows:
            new = pits.people[seat].id
            for table in ("seats", "hands"):
                sql = f"UPDATE {table} SET user_id = ? WHERE match_id = ? AND user_id = ?"
                connection.execute(sql, (new, match_id, old))
            sql = "UPDATE matches SET host_id = ? WHERE id = ? AND host_id = ?"
            connection.execute(sql, (new, match_id, old))
        connection.execute("UPDATE hands SET channel = 0, message = 0")
        for match_id in (*FINISHED.values(), *LIVE.values()):
            place = pits.local.add_channel(f"table-{match_id.lower()}")
            connection.execute(
                "UPDATE matches SET channel_id = ?, guild_id = ?, board_message = 0 WHERE id = ?",
                (place.id, pits.local.guild.id, match_id),
            )
        connection.execute("DELETE FROM users")
    connection.close()


@pytest.fixture
async def carried(tmp_path: Path) -> AsyncIterator[Pits]:
    """The bot, started on the old database."""
    old = tmp_path / "old.sqlite3"
    old.write_bytes(lzma.decompress(STORED.read_bytes()))
    async with opened(tmp_path, old, prepare=move_in) as pits:
        yield pits


async def channel_of(pits: Pits, match_id: str) -> Channel:
    row = await pits.store.match(match_id)
    assert row is not None
    return pits.local.world.channels[row.channel_id]


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_match_is_verified_with_its_own_dice(carried: Pits, game: str) -> None:
    outcome = await carried.command(carried.stranger, "verify", {"table": FINISHED[game]})
    said = outcome.text
    assert "come out the same." in said or "Played under older rules" in said
    assert "changed" not in said
    assert "The seed is not" not in said


@pytest.mark.parametrize("game", GAMES)
async def test_what_happened_in_a_finished_match_can_still_be_told(
    carried: Pits, game: str
) -> None:
    """Every event that was stored is read and put into words."""
    match_id = FINISHED[game]
    match = await carried.match(match_id)
    moves = await carried.store.moves(match_id)
    from bot.posts import naming  # noqa: PLC0415
    from bot.tables import rows  # noqa: PLC0415

    players = naming.names_for_text(match)
    for move in moves:
        events = rows.told_of(match.game, move.events)
        assert events or move.events == b"[]", f"events of move {move.n} cannot be read"
        for told in events:
            match.game.words.event(told.event, players, None)
    outcome = await carried.command(carried.ann, "replay", {"table": match_id})
    message = outcome.message or outcome.messages[-1]
    assert message.attachments[0].filename.endswith(".gif")


@pytest.mark.parametrize("game", GAMES)
async def test_a_live_match_goes_on_to_its_end_with_its_own_dice(carried: Pits, game: str) -> None:
    match_id = LIVE[game]
    carried.match_id = match_id
    await carried.store.show_anew(carried.clock())
    carried.bot.matches.wake()
    await carried.settled()
    match = await carried.match()
    assert match.status == "live"
    assert match.seal_message == 0
    assert any(carried.panel(user) for user in carried.people[: len(match.seats)])
    rng = random.Random(3)
    for _ in range(12):
        match = await carried.match()
        if match.status != "live":
            break
        assert match.table is not None
        user = carried.people[match.table.asks[0].seat]
        if not question(carried.panel(user)):
            break
        await take_any(carried, user, carried.panel(user), rng)
        await carried.settled()
    place = await channel_of(carried, match_id)
    for user in carried.people[: len(match.seats)]:
        if (await carried.match()).status == "live":
            await carried.command(user, "end", channel=place)
            await carried.settled()
    assert (await carried.stored()).status in ("ended", "finished")
    moves = [move for move in await carried.store.moves(match_id) if not move.undone]
    assert [move for move in moves if move.draws is None], "moves from before have no draws"
    assert [move for move in moves if move.draws is not None], "moves since have them"
    outcome = await carried.command(carried.stranger, "verify", {"table": match_id})
    assert "come out the same." in outcome.text or (
        "Played under older rules" in outcome.text
        and "The match began before draws were kept" in outcome.text
    )


async def test_the_file_is_what_it_says(tmp_path: Path) -> None:
    """It was written at the schema before draws were kept."""
    old = tmp_path / "old.sqlite3"
    old.write_bytes(lzma.decompress(STORED.read_bytes()))
    connection = sqlite3.connect(old)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002",)]
    states = dict(connection.execute("SELECT id, status FROM matches").fetchall())
    connection.close()
    assert states == {m: "finished" for m in FINISHED.values()} | {m: "live" for m in LIVE.values()}
    store = await Store.open(f"sqlite+aiosqlite:///{old}")
    assert {line.id for line in await store.open_lines()} == {*LIVE.values()}
    await store.close()
