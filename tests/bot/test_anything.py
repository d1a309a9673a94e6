"""Whatever people do, at every game and on both databases: what `tests.bot.anything` says holds."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from bot.delivery import discord_calls
from bot.delivery.answering import Answering
from bot.delivery.click import Click
from bot.delivery.messages import BoardMessage, HandMessage
from bot.delivery.ringing import Ringing
from bot.match.match import Match
from bot.posts.posts import sentence
from bot.presses.hand_clicks import HandClicks
from bot.store import Commit
from bot.tables import rows
from games.engine.errors import Refusal
from tests import postgres
from tests.bot.anything import GAMES, Anything, Doing, doings
from tests.bot.faults import capture_logs
from tests.bot.pits import PATIENT, ids, opened

T = TypeVar("T")
Patch = Callable[[pytest.MonkeyPatch], None]
DATABASES: Final = ("sqlite", "postgresql")
DONE: Final = {
    **{"play": 60, "press": 16, "twice": 8, "at_once": 6, "late": 8, "forged": 24},
    **{"submit": 6, "forged_form": 6, "command": 12, "time_passes": 8, "chat": 5},
    **{"delete_message": 3, "thread": 3, "delete_channel": 1, "come_and_go": 2, "kick": 1},
    **{"open_table": 3, "end": 1, "restart": 2, "killed": 3},
}
"""What people do, and how often."""
ASKED: Final = {"play": 6, "twice": 2, "late": 4, "forged": 4}
"""The same of people who mostly answer what they are asked."""
EVERY_DAY: Final[dict[str, Any]] = {"max_examples": 3, "stateful_step_count": 20}


class People(RuleBasedStateMachine):
    """People at a bot with a new database."""

    def __init__(self, game: str, database: str, folder: Path, empty: Path) -> None:
        super().__init__()
        self._where = game, database, folder, empty
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run it to its end; what it leaves behind goes on with the next one."""
        return self._runner.run(coroutine)

    async def _open(self) -> Anything:
        game, database, folder, empty = self._where
        url = ""
        if database == "postgresql":
            url = await self._stack.enter_async_context(postgres.new_database())
        folder.mkdir()
        opening = opened(folder, None if url else empty, url=url, limits="off")
        return Anything(await self._stack.enter_async_context(opening), game)

    @initialize(first=doings("open_table"))
    def open(self, first: Doing) -> None:
        """A bot, and people at a table."""
        self.people = self.do(self._open())
        logs = self._stack.enter_context(capture_logs())

        async def begin() -> None:
            self.people.begin(logs)

        self.do(begin())
        self.step(first)

    def step(self, doing: Doing) -> None:
        """One thing that they do."""
        self.do(self.people.step(doing))
        people = self.people
        assert not people.wrong, f"{people.wrong} after: {people.log[-12:]}"

    def teardown(self) -> None:
        """Whatever they have done, each table goes on."""
        try:
            if hasattr(self, "people") and not self.people.wrong:
                self.step(Doing("goes_on", random.Random(0)))
        finally:
            try:
                self.do(self._stack.aclose())
            finally:
                self._runner.close()


class Everybody(People):
    """They do all sorts of things."""

    _rule = rule(doing=doings(*Counter(DONE).elements()))(People.step)


class Asked(People):
    """They keep to what they are asked."""

    _rule = rule(doing=doings(*Counter(ASKED).elements()))(People.step)


def do_anything(
    game: str,
    database: str,
    folder: Path,
    empty: Path,
    monkeypatch: pytest.MonkeyPatch,
    who: type[People] = Everybody,
    **how: Any,
) -> None:
    """Have hypothesis find what is wrong. Raises what it has found."""
    # A process that is stopped for a while here is no process that has died.
    monkeypatch.setattr("bot.tables.membership.LEASE_MS", 1000 * PATIENT)
    count = itertools.count()

    def people() -> People:
        monkeypatch.setattr("bot.tables.matches.new_id", ids())
        return who(game, database, folder / str(next(count)), empty)

    usual: dict[str, Any] = {
        "database": None,
        "derandomize": True,
        "deadline": None,
        "report_multiple_bugs": False,
        "suppress_health_check": [*HealthCheck],
    }
    machine: Any = people  # a class, or what makes one of it
    run_state_machine_as_test(machine, settings=settings(**{**usual, **how}))


WHERE: Final = [(game, database) for database in DATABASES for game in GAMES]


@pytest.mark.parametrize(("game", "database"), WHERE)
def test_whatever_people_do(
    game: str,
    database: str,
    tmp_path: Path,
    empty_database: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    do_anything(game, database, tmp_path, empty_database, monkeypatch, **EVERY_DAY)


# -- faults planted on purpose


def _no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button does nothing."""

    async def pick(self: HandClicks, click: Click) -> None:
        pass

    monkeypatch.setattr(HandClicks, "on_pick", pick)


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


def _stored_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer is stored twice."""
    honest = Match._given

    def given(self: Match, *of: Any) -> Any:
        emitted = honest(self, *of)
        self.moves.append(self.moves[-1])
        self.last_move += 1
        return emitted

    monkeypatch.setattr(Match, "_given", given)


def _old_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored of a table beside its moves is as old as the move before."""
    honest, saves = rows.commit_of, [b""]

    def commit_of(match: Match, *given: Any, **how: Any) -> Commit:
        commit = honest(match, *given, **how)
        saves.append(commit.save if isinstance(commit.save, bytes) else b"")
        return msgspec.structs.replace(commit, save=saves[-2]) if saves[-2] else commit

    monkeypatch.setattr(rows, "commit_of", commit_of)


def _old_button_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button of a question that is settled gives the default of the one that is open."""
    honest = HandClicks.on_pick

    async def pick(self: HandClicks, click: Click) -> None:
        match = await click.look()
        seat = match.seat_of(click.user)
        ask = match.ask_of(seat) if seat is not None else None
        if ask is None or ask.number == click.pressed.number:
            await honest(self, click)
        else:
            await self._act(click, ask.number, ask.default)

    monkeypatch.setattr(HandClicks, "on_pick", pick)


def _tells_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel is told that somebody has pressed something on his hand."""
    honest = HandClicks.on_pick

    async def pick(self: HandClicks, click: Click) -> None:
        await honest(self, click)
        place = self.delivery._client.get_partial_messageable((await click.look()).channel_id)
        await discord_calls.send(place, sentence("Somebody thinks about it."))

    monkeypatch.setattr(HandClicks, "on_pick", pick)


def _told_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told that nothing was done is told so twice."""
    honest = Answering.reply

    async def reply(self: Answering, post: Any, **how: Any) -> Any:
        await honest(self, post, **how)
        return await honest(self, post, **how)

    monkeypatch.setattr(Answering, "reply", reply)


def _board_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that stands is left as it is."""
    honest = BoardMessage.wanted

    async def wanted(self: BoardMessage, match: Match) -> Any:
        return None if match.board.message > match.seal_message else await honest(self, match)

    monkeypatch.setattr(BoardMessage, "wanted", wanted)


def _hand_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others' hands are left as they are once they stand."""
    honest = HandMessage.wanted

    async def wanted(self: HandMessage, match: Match) -> Any:
        shown = match.seats[self.seat].hand.message
        return None if shown else await honest(self, match)

    monkeypatch.setattr(HandMessage, "wanted", wanted)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (_no_answer, "was not answered"),
        (_raises, "logged: "),
        (_stored_and_refused, "is stored, and was told: "),
        (_not_stored, "does not go on"),
        (_stored_twice, "is stored 2 times|cannot be made again"),
        (_old_save, "is not what its moves come to"),
        (_old_button_acts, "answers another question"),
        (_tells_others, "others see that"),
        (_told_twice, "was answered more than once"),
        (_board_stays, "the board of TABLE001 is not what it would be"),
        (_hand_stays, "of TABLE001 is not what it would be"),
    ],
)
def test_a_planted_fault_is_found(
    plant: Patch, found: str, tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=found):
        do_anything(
            "carwars-cards", "sqlite", tmp_path, empty_database, monkeypatch, who=Asked,
            max_examples=10, stateful_step_count=20, phases=[Phase.generate],
        )  # fmt: skip
