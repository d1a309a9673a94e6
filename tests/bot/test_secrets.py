"""Secrets that reach nobody, and what reaches its own seat alone.

That nobody else can tell what a seat knows is the canary's business: `tests.canary`.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot import logs
from bot.local import User
from bot.posts.pictures import Pictures
from tests.bot.pits import SEED, Pits, find
from tests.bot.test_plans import answer_all


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
    for name in ("discord", "PIL"):
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


async def test_what_is_played_is_not_logged(written: io.StringIO, pits: Pits) -> None:
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # which tells of each transaction
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    before = written.getvalue()
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert written.getvalue() == before
