"""A tiny soak: what is played through faults is whole, and a move that is lost is found."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import tempfile
from pathlib import Path

import pytest

from bot import own_postgres
from bot.demo import soak
from bot.demo.soak import Soak
from tests.postgres import server

LOST = """
SELECT match_id, n, interaction_id FROM moves
WHERE kind = 'answer' AND interaction_id IS NOT NULL ORDER BY at DESC LIMIT 1
"""


@pytest.mark.long
async def test_a_soak_finds_the_move_that_is_lost_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny = Soak(tables=6, minutes=0.2, processes=2, database="sqlite", every=2.0)
    file, said, lost = tmp_path / "demo.sqlite3", [], ""
    monkeypatch.setattr(
        tempfile, "TemporaryDirectory", lambda **_: contextlib.nullcontext(str(tmp_path))
    )

    def out(line: str) -> None:
        nonlocal lost
        said.append(line)
        if line != soak.JUDGING:
            return
        # The bot has ended: nobody else is at the database.
        with contextlib.closing(sqlite3.connect(file)) as database:
            lost, n, interaction = database.execute(LOST).fetchone()
            database.execute("DELETE FROM moves WHERE match_id = ? AND n = ?", (lost, n))
            database.execute("DELETE FROM interactions WHERE id = ?", (interaction,))
            database.commit()

    assert await soak.run(tiny, out) == 1
    wrong = [line.strip() for line in said if line.startswith(f"  {lost}")]
    assert any("An acknowledged press is not stored" in sentence for sentence in wrong)
    assert said[-1] == f"problems: {len(wrong)}", "and nothing else is wrong"
    assert any(re.fullmatch(r"disk a table: [1-9]\d* KB, of so many moves: \d+", s) for s in said)


def test_a_soak_that_cannot_be_done_is_refused_in_a_sentence() -> None:
    assert "--tables" in Soak(tables=0, database="sqlite").fault()
    assert "--minutes" in Soak(minutes=0, database="sqlite").fault()
    assert Soak(database="sqlite").fault() == ""


@pytest.mark.long
async def test_a_soak_on_a_server_that_ends_finds_nothing(tmp_path: Path) -> None:
    """Three processes on PostgreSQL: every tenth call is lost, processes are killed and stopped,
    and halfway the server ends as in a crash and is away for a while."""
    await server()  # or skipped
    tiny = Soak(tables=5, minutes=0.3, every=2.0)
    said: list[str] = []
    with own_postgres.lifeline() as folder:
        there = await own_postgres.shared(folder)
        url = await there.database()
        assert await soak.play(tiny, tmp_path, url, there, said.append) == []
    assert "PostgreSQL restarted: 1" in said
