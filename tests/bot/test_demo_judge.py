"""The demo's judge finds every fault that is planted in the database of a real match."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import discord
import msgspec
import pytest

from bot.demo import People, Plan, judge
from bot.demo.choice import FROM_NOW_ON
from bot.demo.judge import Press
from bot.demo.process import BotProcess
from games.engine import chance
from games.engine.found import find
from games.nascards.moves import Aim, Drive
from tests.bot.pits import Pits, ids, opened

pytestmark = pytest.mark.long

MATCH = Plan(game="world-auto-racing", seats=2, options={"length": "60"}, seed=2, hurry=100)
Presses = list[Press]
Plant = Callable[[sqlite3.Connection, Presses], object]


def playing(pits: Pits, folder: Path) -> People:
    """People of a demo at a bot that runs in this process."""
    pits.bot.matches._new_id = ids()
    database = folder / "motordrome.sqlite3"
    return People(MATCH, pits.local, BotProcess(pits.local, database))


class Evidence(msgspec.Struct):
    """A finished match: the bytes of its database, its id, and what people pressed."""

    files: dict[str, bytes]
    match_id: str
    log: Presses


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A match in which nothing went wrong."""
    folder = tmp_path_factory.mktemp("match")

    async def play() -> Evidence:
        async with opened(folder) as pits:
            people = playing(pits, folder)
            await people.open_table()
            await people.play()
            await pits.settled()
            match_id, log = people.match_id, people.log
            assert people.wrong == []
        files = {file.name: file.read_bytes() for file in folder.glob("motordrome.sqlite3*")}
        return Evidence(files, match_id, log)

    return asyncio.run(play())


class Case(msgspec.Struct):
    """The match to plant a fault in: its database and its presses."""

    database: Path
    match_id: str
    log: Presses

    @property
    def url(self) -> str:
        """The database's address."""
        return f"sqlite+aiosqlite:///{self.database}"

    async def faults(self) -> list[str]:
        """What the judge finds now."""
        record = await judge.read(self.url, self.match_id, self.log)
        return judge.faults(record, self.log) + judge.again(record)


@pytest.fixture
def case(evidence: Evidence, tmp_path: Path) -> Case:
    for name, data in evidence.files.items():
        (tmp_path / name).write_bytes(data)
    log = msgspec.convert(msgspec.to_builtins(evidence.log), Presses)
    return Case(tmp_path / "motordrome.sqlite3", evidence.match_id, log)


@pytest.fixture
def rows(case: Case) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(case.database)
    yield database
    database.close()


async def test_a_sound_match_has_no_fault(case: Case) -> None:
    assert await case.faults() == []
    assert sum(press.standing == "made" for press in case.log) > 20


def _own(rows: sqlite3.Connection) -> int:
    """A move in the middle of the match that somebody pressed."""
    ((n,),) = rows.execute(
        "SELECT n FROM moves WHERE kind = 'answer' ORDER BY n LIMIT 1 OFFSET 9"
    ).fetchall()
    return int(n)


def _shift(rows: sqlite3.Connection, after: int, by: int) -> None:
    """Give later moves other numbers, as a store that knew no better would have."""
    rows.execute("UPDATE moves SET n = -(n + ?) WHERE n > ?", (by, after))
    rows.execute("UPDATE moves SET n = -n WHERE n < 0")
    rows.execute("UPDATE matches SET last_move = last_move + ?", (by,))


def never_stored(rows: sqlite3.Connection, log: Presses) -> None:
    n = _own(rows)
    of_move = "(SELECT interaction_id FROM moves WHERE n = ?)"
    rows.execute(f"DELETE FROM interactions WHERE id = {of_move}", (n,))
    rows.execute("DELETE FROM moves WHERE n = ?", (n,))
    _shift(rows, n, -1)


def lost_move(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute("DELETE FROM moves WHERE n = ?", (_own(rows),))


def stored_twice(rows: sqlite3.Connection, log: Presses) -> None:
    n = _own(rows)
    _shift(rows, n, 1)
    rows.execute("CREATE TEMPORARY TABLE copied AS SELECT * FROM moves WHERE n = ?", (n,))
    rows.execute("UPDATE copied SET n = n + 1")
    rows.execute("INSERT INTO moves SELECT * FROM copied")


def changed_event(rows: sqlite3.Connection, log: Presses) -> None:
    ((n, events),) = rows.execute(
        "SELECT n, events FROM moves WHERE length(events) > 20 ORDER BY n LIMIT 1 OFFSET 4"
    ).fetchall()
    told = msgspec.json.decode(events)
    rows.execute("UPDATE moves SET events = ? WHERE n = ?", (msgspec.json.encode(told[:-1]), n))


def changed_result(rows: sqlite3.Connection, log: Presses) -> None:
    ((result,),) = rows.execute("SELECT result FROM matches").fetchall()
    ended = msgspec.json.decode(result)
    ended["scores"][0] += 1
    rows.execute("UPDATE matches SET result = ?", (msgspec.json.encode(ended),))


def another_answer(rows: sqlite3.Connection, log: Presses) -> None:
    (_, value), (n, other) = rows.execute(
        "SELECT max(n), value FROM moves WHERE kind = 'answer' GROUP BY value LIMIT 2"
    ).fetchall()
    assert value != other
    rows.execute("UPDATE moves SET value = ? WHERE n = ?", (value, n))


def another_seat(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute("UPDATE moves SET seat = 1 - seat WHERE n = ?", (_own(rows),))


def taken_back(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute("UPDATE moves SET undone = 1 WHERE n = ?", (_own(rows),))


def without_a_press(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute("UPDATE moves SET interaction_id = NULL WHERE n = ?", (_own(rows),))


def of_nobody(rows: sqlite3.Connection, log: Presses) -> None:
    log.remove(next(press for press in log if press.standing == "made"))


def given_from_now_on(rows: sqlite3.Connection, log: Presses) -> None:
    log[:] = [press for press in log if press.verb not in FROM_NOW_ON]
    rows.execute("UPDATE moves SET kind = 'wish', interaction_id = NULL WHERE n = ?", (_own(rows),))


def decided_for_a_person(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute(
        "UPDATE moves SET kind = 'computer', interaction_id = NULL WHERE n = ?", (_own(rows),)
    )


def given_unasked(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute(
        "UPDATE moves SET kind = 'forced', interaction_id = NULL WHERE n = ?", (_own(rows),)
    )


def stored_though_refused(rows: sqlite3.Connection, log: Presses) -> None:
    next(press for press in log if press.standing == "made").standing = "nothing"


def half_a_lost_press(rows: sqlite3.Connection, log: Presses) -> None:
    press = next(press for press in log if press.standing == "made")
    press.standing = "lost"
    rows.execute("DELETE FROM interactions WHERE id = ?", (press.id,))


def another_seed(rows: sqlite3.Connection, log: Presses) -> None:
    rows.execute("UPDATE secrets SET seed = ?", (b"another seed" * 3,))


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (never_stored, "An acknowledged press is not stored: "),
        (lost_move, "are not all there, or not in order."),
        (lost_move, "A press is stored 0 times: "),
        (stored_twice, "A press is stored 2 times: "),
        (stored_twice, "are answered more than once."),
        (changed_event, "comes out differently."),
        (changed_result, "Played again, the result is another."),
        (another_answer, "is another answer than was pressed: "),
        (another_seat, "is not what was pressed: "),
        (taken_back, "are undone, and nobody has asked for that."),
        (without_a_press, "is a person's, and no press belongs to it."),
        (of_nobody, "is of a press that nobody made."),
        (given_from_now_on, "was given from now on, and nobody had it so."),
        (decided_for_a_person, "was decided for a person who plays himself."),
        (given_unasked, "was given unasked, though there was something to choose."),
        (stored_though_refused, "A press that was not acknowledged is stored: "),
        (half_a_lost_press, "Moves of a press are stored without its interaction: "),
        (another_seed, "The seed is not the one that was sealed."),
    ],
)
async def test_a_planted_fault_is_found(
    case: Case, rows: sqlite3.Connection, plant: Plant, found: str
) -> None:
    with rows:
        plant(rows, case.log)
    assert any(found in fault for fault in await case.faults())


@pytest.mark.parametrize(
    ("answer", "fits"),
    [(Aim((0, 2)), True), (Aim((2,)), False), (Drive((7,)), False)],
)
def test_several_things_chosen_at_once_are_an_answer_of_several(answer: object, fits: bool) -> None:
    """Cars aimed at have a key each, and no name of what they were chosen from."""
    press = Press(1, 2, "some", 3, ("cars",))
    value = msgspec.json.encode(answer)
    assert judge.leads_to(find("nascards"), press, value) is fits


async def test_a_press_lost_to_a_kill_may_be_stored_or_not(
    case: Case, rows: sqlite3.Connection
) -> None:
    next(press for press in case.log if press.standing == "made").standing = "lost"
    case.log.append(Press(1, case.log[0].user_id, "pick", 3, ("stop",)))
    assert await case.faults() == []


async def test_what_was_stored_at_one_kill_is_there_at_the_next(
    case: Case, rows: sqlite3.Connection
) -> None:
    before = await judge.read(case.url, case.match_id, case.log)
    assert judge.grown(before, before) == []
    with rows:
        rows.execute("UPDATE moves SET why = 'so' WHERE n = 3")
    after = await judge.read(case.url, case.match_id, case.log)
    assert judge.grown(before, after) == ["A move that was stored has changed or is gone."]


async def test_a_digest_tells_results_events_and_moves_apart(
    case: Case, rows: sqlite3.Connection
) -> None:
    seen = {judge.digest(await judge.read(case.url, case.match_id, case.log))}
    for plant in (changed_event, changed_result, another_answer, another_seat):
        with rows:
            plant(rows, case.log)
        seen.add(judge.digest(await judge.read(case.url, case.match_id, case.log)))
    assert len(seen) == 5


async def test_a_draw_that_is_not_of_the_seed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, ticks = chance._numbers, itertools.count()

    def of_the_time(key: bytes, wanted: int) -> Iterator[int]:
        return real(hashlib.sha256(b"%d" % next(ticks) + key).digest(), wanted)

    monkeypatch.setattr(chance, "_numbers", of_the_time)
    async with opened(tmp_path) as pits:
        people = playing(pits, tmp_path)
        await people.open_table()
        await people.play()
        await pits.settled()
        record = await judge.read(people.bot.url, people.match_id, people.log)
    assert judge.faults(record, people.log) == []
    (fault,) = judge.again(record)
    assert fault.endswith("is not what the sealed seed gives.")


async def test_a_press_that_is_never_answered_is_found(tmp_path: Path) -> None:
    """However long a slow machine may take: this bot has read it and says nothing."""
    async with opened(tmp_path, interaction_seconds=5.0) as pits:
        people, answer = playing(pits, tmp_path), pits.bot.clicks.press
        swallowed: list[int] = []

        async def component(interaction: discord.Interaction) -> None:
            if len(people.log) == 5 and not swallowed:
                swallowed.append(interaction.id)
            else:
                await answer(interaction)

        pits.bot.clicks.press = component  # type: ignore[method-assign]
        await people.open_table()
        await people.play()
        await pits.settled()
        (lost,) = [press for press in people.log if press.id in swallowed]
        (fault,) = people.wrong
        assert fault.endswith(f"'s press was not answered: {lost}.")
