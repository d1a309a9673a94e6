"""Secrets that reach nobody, and what reaches its own seat alone.

That nobody else can tell what a seat knows is the canary's business: `tests.canary`.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog

from bot import logs
from bot.local import User
from bot.posts.pictures import Pictures
from bot.store import DatabaseUnwritable, Store
from bot.store.copying import copy
from tests.bot.pits import SEED, Pits, find
from tests.bot.test_plans import answer_all
from tests.store.databases import at
from tests.store.rows import commit, match, move


async def test_ones_own_car_is_whole_and_that_of_others_is_not(pits: Pits) -> None:
    """Record sheets are hidden: what is left of armor and inside is its driver's alone."""
    await pits.deal(2, game="mini-carwars")
    await answer_all(pits, "vehicle")

    async def told(user: User, verb: str) -> str:
        outcome = await pits.forge(user, f"{verb}:{pits.match_id}")
        message = outcome.message or outcome.messages[-1]
        assert message.ephemeral
        return " ".join((message.text, *message.alts))

    assert "power plant, 12 of 12" in (await told(pits.ann, "car")).lower()
    assert "power plant" not in (await told(pits.stranger, "car")).lower()
    for user, lines in (
        (pits.ann, ["A Ann: Courier in action, 60 mph (armor 95 of 95). B", "60 mph."]),
        (pits.ben, ["A Ann: Courier in action, 60 mph. B", "60 mph (armor 95 of 95)."]),
        (pits.stranger, ["A Ann: Courier in action, 60 mph. B", "60 mph."]),
    ):
        said = await told(user, "standings")
        assert " Ben: Courier in action, ".join(lines) in said


async def test_the_seed_is_nowhere_before_the_end(pits: Pits) -> None:
    await pits.deal(2)
    for name in ("verify", "table", "games", "rules"):
        outcome = await pits.command(pits.ann, name)
        assert SEED.hex() not in outcome.text
    assert "seed" not in repr(await pits.match()).lower().replace("sealed", "")
    assert SEED.hex() not in repr(await pits.match())


def test_settings_do_not_show_their_token() -> None:
    from bot.settings import Settings  # noqa: PLC0415 - beside what it checks

    settings = Settings(token="aaa.bbb.ccc")
    assert "bbb" not in repr(settings)
    assert "bbb" not in str(settings)


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Where everything is logged, at its loudest, in the form the process logs it."""
    before = structlog.get_config()
    handlers, level = logging.root.handlers[:], logging.root.level
    paper = io.StringIO()
    for name in ("discord", "PIL", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.NOTSET)  # as it is before anybody sets it up
    try:
        logs.set_up("DEBUG")
        # Where there are handlers already, as under pytest, the level stays as it was.
        logging.root.setLevel(logging.DEBUG)
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(paper))
        logging.root.addHandler(logging.StreamHandler(paper))
        yield paper
    finally:
        structlog.configure(**before)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)


async def test_no_secret_is_logged(
    written: io.StringIO, pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    hand = (await pits.match()).table.view(0).hand  # type: ignore[union-attr]
    await pits.press(pits.ann, "hand")

    async def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError(" ".join(("the paint", "is out")))

    monkeypatch.setattr(Pictures, "hand", fails)
    outcome = await pits.press(pits.ann, "hand")
    assert "The picture cannot be drawn (fault " in outcome.text
    assert "paint" not in outcome.text
    await pits.match()
    logged = written.getvalue()
    assert "RuntimeError" in logged
    assert "in fails" in logged, "the traceback"
    fault = outcome.text.partition("(fault ")[2][:6]
    line = next(line for line in logged.splitlines() if f"fault={fault}" in line)
    assert f"match_id={pits.match_id}" in line, "who was told the id is found by it"
    assert f"interaction={outcome.interaction.id}" in line
    assert "the paint is out" not in logged, "an error's own text may name a card"
    assert pits.local.token not in logged
    assert SEED.hex() not in logged
    assert repr(SEED) not in logged
    assert str(list(hand)) not in logged
    assert str(tuple(hand)) not in logged
    for interaction in pits.local.world.interactions.values():
        assert interaction.token not in logged


async def test_no_token_is_logged_where_an_answer_comes_too_late(
    written: io.StringIO, pits: Pits
) -> None:
    """Neither of a private hand that can be changed no more nor of an answer that is refused."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await pits.press(pits.ben, "hand")
    pits.local.hub.token_seconds = 0.0  # while the bot takes the token for good
    await pits.bot.matches.change(pits.match_id, lambda match: match.set_passes(pits.ben.id, True))
    await pits.settled()
    pits.local.hub.token_seconds = 900.0
    pits.local.misbehave.fail_next(1, code=10062)
    pits.local.begin_press(pits.ben, pits.board(), find(pits.board(), "hand"))
    await pits.local.until(lambda: not pits.local.hub.mischief.failures)
    await pits.settled()
    logged = written.getvalue()
    assert "a panel is gone" in logged
    assert "could not reply" in logged
    assert pits.local.token not in logged
    for interaction in pits.local.world.interactions.values():
        assert interaction.token not in logged


async def test_a_fault_beside_the_tables_is_logged_once_without_values(
    written: io.StringIO, pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packing reads saves and the clocks read questions: an error's text may name a card."""
    clocks, card = pits.bot.clocks, "the ace of smoke"

    async def fails() -> None:
        raise RuntimeError(card)

    async def fails_and_ends() -> int:
        clocks._stopping = True
        clocks._soon.set()
        raise RuntimeError(card)

    monkeypatch.setattr(pits.bot.store, "copy_log", fails)
    monkeypatch.setattr(clocks, "tick", fails_and_ends)
    for minute in (1, 2):
        await pits.bot.keep_house(minute)
        clocks._stopping = False
        await clocks.run()
    logged = written.getvalue()
    assert logged.count("housekeeping failed") == logged.count("clocks could not be read") == 1
    assert logged.count(" fault=") == 2
    assert "in fails" in logged, "the traceback"
    assert card not in logged


async def test_housekeeping_that_waits_for_the_database_is_a_line(
    written: io.StringIO, pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails() -> None:
        raise DatabaseUnwritable("The disk is full.")

    monkeypatch.setattr(pits.bot.store, "copy_log", fails)
    await pits.bot.keep_house(1)
    logged = written.getvalue()
    assert "housekeeping waits" in logged
    assert "The disk is full." in logged
    assert "Traceback" not in logged


async def test_what_is_copied_is_not_logged(written: io.StringIO, tmp_path: Path) -> None:
    here, there = at(tmp_path / "m.sqlite3"), at(tmp_path / "copy.sqlite3")
    store = await Store.open(here)
    await store.new_match(match(words="lucky words"), SEED)
    await store.append(commit(0, moves=[msgspec.structs.replace(move(1), why="It holds an ace.")]))
    await store.close()
    await copy(here, there)
    logged = written.getvalue()
    for value in ("an ace", "lucky words", "INSERT"):
        assert value not in logged


async def test_what_is_played_is_not_logged(written: io.StringIO, pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    before = written.getvalue()
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert written.getvalue() == before
