"""A match that has long been over: small, and everything that can be asked of it as before."""

from __future__ import annotations

import random
import sqlite3
from functools import partial

import pytest

from bot.match.match import Match
from bot.posts import boards
from bot.posts.posts import Post
from bot.presses import fairness, table_talk
from bot.store.archive import KEPT_MS
from bot.tables.actor import Actor
from games.engine.found import NAMES
from tests.bot.pits import Pits, follow_up, verbs

pytestmark = pytest.mark.long

MOST_BYTES = 20_000
"""Of a match that has been over for 30 days."""
STEPS = 150
DAY = 24 * 60 * 60 * 1000


def _any(rng: random.Random, match: Match) -> None:
    """Somebody who is asked answers something."""
    ask = match.running().asks[0]
    user = match.seats[ask.seat].user_id
    assert user is not None
    match.answer(user, ask.number, rng.choice(ask.options) if ask.options else ask.default)


async def played(pits: Pits, game: str, seats: int) -> None:
    """A match played for a while, an answer taken back, and ended."""
    match_id = await pits.deal(seats, game=game)
    rng = random.Random(3)
    for _ in range(STEPS):
        await pits.bot.matches.change(match_id, partial(_any, rng))
        if (await pits.match()).status != "live":
            break
    for user in pits.people[:seats] if (await pits.match()).status == "live" else ():
        await pits.command(user, "end")
    await pits.settled()


async def asked_of_it(pits: Pits) -> list[Post]:
    """Everything that shows a match that is over."""
    match = await pits.match()
    matches, pictures = pits.bot.matches, pits.bot.pictures
    posts = [
        await pits.bot.delivery.board_post(match),
        await fairness.verify_post(matches, pits.bot.delivery, pits.match_id),
        await boards.standings(match, 0, pictures),
        await boards.chart(match, pictures),
        boards.in_words(match, pictures),
        *[
            await table_talk.what_happened(Actor(matches, pits.match_id, u.id, 0))
            for u in pits.people[:3]
        ],
    ]
    posts.append(await pits.bot.replays.post(await pits.bot.replays.film(pits.match_id)))
    return posts


def bytes_of(pits: Pits) -> int:
    """What the database holds of the match, in all its tables."""
    total = 0
    with sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///")) as connection:
        for table in ("matches", "moves", "archives", "seats", "hands", "secrets"):
            key = "id" if table == "matches" else "match_id"
            rows = connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", (pits.match_id,))
            for row in rows:
                total += sum(
                    len(each) if isinstance(each, bytes | str) else 8 for each in row if each
                )
    connection.close()
    return total


@pytest.mark.parametrize("game", NAMES)
async def test_all_that_can_be_asked_of_it_is_the_same(pits: Pits, game: str) -> None:
    await played(pits, game, 2 if game == "mini-carwars" else 3)
    before = await asked_of_it(pits)
    assert "come out the same" in " ".join(before[1].body)
    size = bytes_of(pits)
    pits.clock.now += KEPT_MS + DAY
    assert await pits.store.purge(pits.clock())
    await pits.stop()
    await pits.start()
    assert await asked_of_it(pits) == before
    assert bytes_of(pits) <= min(MOST_BYTES, size // 3)


async def test_the_running_bot_lets_go_of_it_once_an_hour(pits: Pits) -> None:
    await played(pits, "nascards", 2)
    await pits.bot.keep_house(60)
    moves = await pits.store.moves(pits.match_id)
    pits.clock.now += KEPT_MS + DAY
    await pits.bot.keep_house(59)
    assert len(moves) > 1
    assert await stored_moves(pits) == len(moves)
    await pits.bot.keep_house(60)
    assert await stored_moves(pits) == 0


async def stored_moves(pits: Pits) -> int:
    """Rows of moves that the database holds of the match."""
    with sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///")) as connection:
        query = "SELECT count(*) FROM moves WHERE match_id = ?"
        (count,) = connection.execute(query, (pits.match_id,)).fetchone()
    connection.close()
    return int(count)


async def test_its_buttons_still_work(pits: Pits) -> None:
    await pits.deal(2, game="nascards")
    rng = random.Random(3)
    while (await pits.match()).status == "live":
        await pits.bot.matches.change(pits.match_id, partial(_any, rng))
    await pits.settled()
    board = pits.board()
    pits.clock.now += KEPT_MS + DAY
    await pits.store.purge(pits.clock())
    await pits.stop()
    await pits.start()
    assert verbs(board) == ["again", "missed", "replay", "verify"]
    assert "come out the same" in await follow_up(await pits.press(pits.ben, "verify", board))
    assert "What happened" in await follow_up(await pits.press(pits.ben, "missed", board))
    shown = await pits.command(pits.ben, "verify", {"table": pits.match_id})
    assert "come out the same" in shown.text
    again = await pits.press(pits.ann, "again", board)
    assert "A new table is open" in await follow_up(again)
