"""A player who wants to be forgotten: his name is gone, the match goes on, its dice still check."""

from __future__ import annotations

import random
import sqlite3

import pytest

from tests.bot.pits import Pits, follow_up, question, read
from tests.bot.test_play import take_any

pytestmark = pytest.mark.long


def stored(pits: Pits, what: str | int) -> list[str]:
    """The tables in which something stands, in whatever column."""
    out = []
    connection = sqlite3.connect(pits.url.removeprefix("sqlite+aiosqlite:///"))
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        for row in connection.execute(f"SELECT * FROM {table}"):
            texts = [v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in row]
            if any(str(what) in text for text in texts):
                out.append(table)
    connection.close()
    return sorted(set(out))


async def test_in_a_running_match_the_computer_takes_the_seat(pits: Pits) -> None:
    await pits.open(2, options={"single_duel": "true", "window_seconds": "3600"})
    form = (await pits.press(pits.ben, "luck")).modal
    await pits.submit(pits.ben, form, {"words": "seven clovers"})
    await pits.press(pits.ann, "start")
    await pits.settled()
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    await pits.settled()
    assert stored(pits, "Ben") == ["seats"]
    assert await pits.bot.matches.forget(pits.ben.id) == [pits.match_id]
    await pits.settled()
    assert stored(pits, "Ben") == []
    assert stored(pits, pits.ben.id) == []
    assert stored(pits, "seven clovers") == ["matches"], "the draws were made with these words"
    board = pits.board()
    shown = board.text + "".join(board.alts)
    assert "a former player" in shown
    assert "Ben" not in shown
    assert read(board)[0].match_id == pits.match_id
    rng = random.Random(1)
    while (await pits.match()).status == "live":
        assert question(pits.panel(pits.ann)), "nobody but Ann is waited for"
        await take_any(pits, pits.ann, pits.panel(pits.ann), rng)
        await pits.settled()
    said = await follow_up(await pits.command(pits.ann, "verify", {"table": pits.match_id}))
    assert "come out the same" in said
    assert "Players' words: seven clovers" in said


async def test_a_match_that_is_over_still_checks(pits: Pits) -> None:
    await pits.deal(2, options={"single_duel": "true", "window_seconds": "3600"})
    await pits.press(pits.ann, "pick", pits.panel(pits.ann))
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    assert await pits.bot.matches.forget(pits.ben.id) == []
    assert stored(pits, "Ben") == []
    assert stored(pits, pits.ben.id) == []
    said = await follow_up(await pits.command(pits.ann, "verify", {"table": pits.match_id}))
    assert "come out the same" in said
