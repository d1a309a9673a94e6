"""Whatever people do, everybody is answered, nothing raises, and each press is stored once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.click import Click
from bot.delivery.ringing import Ringing
from bot.presses.board_clicks import BoardClicks
from bot.presses.hand_clicks import HandClicks
from games.engine.errors import Refusal
from tests.bot.anything import Anything
from tests.bot.pits import ids, opened

STEPS = 50
MANY = 120
Patch = Callable[[pytest.MonkeyPatch], None]


async def done(
    seed: int, steps: int, folder: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """What was wrong after so many actions."""
    monkeypatch.setattr("bot.tables.matches.new_id", ids())
    async with opened(folder, empty, limits="off") as pits:
        return await Anything(pits, seed).go(steps)


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_people_do(
    seed: int, tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await done(seed, STEPS, tmp_path, empty_database, monkeypatch) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 105))
async def test_whatever_people_do_for_longer(
    seed: int, tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await done(seed, MANY, tmp_path, empty_database, monkeypatch) == []


def _no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button does nothing."""

    async def rules(self: BoardClicks, click: Click) -> None:
        pass

    monkeypatch.setattr(BoardClicks, "on_rules", rules)


def _raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calling people raises."""

    async def put_right(*given: Any) -> None:
        raise KeyError

    monkeypatch.setattr(Ringing, "_put_right", put_right)


def _stored_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers is told that it was not taken, after it was."""
    honest = HandClicks._act

    async def act(self: HandClicks, click: Click, *given: Any) -> None:
        await honest(self, click, *given)
        raise Refusal("That can't be chosen here any more.")

    monkeypatch.setattr(HandClicks, "_act", act)


def _not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who answers is shown the hand, and nothing is stored."""

    async def act(self: HandClicks, click: Click, *given: Any) -> None:
        match = await self.matches.look(click.pressed.match_id)
        await self.show_panel(click, match, match.my_seat(click.user))

    monkeypatch.setattr(HandClicks, "_act", act)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (_no_answer, "was not answered"),
        (_raises, "logged: "),
        (_stored_and_refused, "is stored, and was told: "),
        (_not_stored, "does not go on"),
    ],
)
async def test_a_planted_fault_is_found(
    plant: Patch, found: str, tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    wrong = await done(2, STEPS, tmp_path, empty_database, monkeypatch)
    assert any(found in each for each in wrong)
