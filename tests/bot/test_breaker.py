"""Bad moments: two actions at once, a database in use, a table that cannot be read."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot import logs
from bot.delivery import discord_calls
from bot.match.match import Match
from bot.presses import table_talk
from bot.store import DatabaseLocked
from bot.tables.actor import Actor
from bot.tables.clocks import Clocks
from tests.bot.pits import MINUTE, Pits, find, follow_up, question
from tests.bot.test_plans import answer_all
from tests.bot.test_table_talk import discard

pytestmark = pytest.mark.long

# -- votes


async def asked_back(pits: Pits) -> int:
    """Ann has discarded and asks to take it back; returns the move that is to stay."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    await discard(pits)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    await pits.press(pits.ben, "some", pits.panel(pits.ben), values=["0"])
    await pits.settled()
    await pits.command(pits.ben, "undo")
    await pits.settled()
    vote = (await pits.match()).vote
    assert vote is not None
    return vote.back_to


async def test_the_last_yes_and_the_undo_are_one_commit(pits: Pits) -> None:
    """Between two, a move could slip in that nobody has agreed to take back."""
    back_to = await asked_back(pits)
    before = await pits.stored()
    await pits.press(pits.ann, "agree")
    after = await pits.stored()
    assert after.version == before.version + 1
    log = await pits.store.moves(pits.match_id)
    assert [move.n for move in log if move.undone] == [
        n for n in range(back_to + 1, before.moves + 1)
    ]


async def test_asking_for_another_move_is_no_yes(pits: Pits) -> None:
    """Two people press Undo: each means a move of his own."""
    back_to = await asked_back(pits)
    before = await pits.stored()
    outcome = await pits.command(pits.ann, "undo")
    assert "The table is already voting on something else." in await follow_up(outcome)
    vote = (await pits.match()).vote
    assert vote is not None
    assert (vote.back_to, vote.yes) == (back_to, [1])
    assert (await pits.stored()).save == before.save


async def test_the_last_yes_and_the_end_are_one_commit(pits: Pits) -> None:
    """A process that dies between them would leave a vote that is won and does nothing."""
    await pits.deal(2)
    await pits.command(pits.ann, "end")
    await pits.settled()
    before = await pits.stored()
    await pits.press(pits.ben, "agree")
    after = await pits.stored()
    assert (after.status, after.version) == ("ended", before.version + 1)
    alone = await pits.deal(1, computers=1, channel=pits.local.add_channel("back-alley"))
    match = await pits.match(alone)
    table = await pits.stored(alone)
    await table_talk.ask_to_end(Actor(pits.bot.matches, alone, match.host_id, 1), typed=True)
    after = await pits.stored(alone)
    assert (after.status, after.version) == ("ended", table.version + 1)


# -- taking back


async def test_who_takes_back_is_not_passed_again(pits: Pits) -> None:
    """Passing every window answered for him; taking that back means to be asked."""
    await pits.deal(3, options={"window_seconds": "3600"})
    await pits.press(pits.ann, "passes", pits.panel(pits.ann))
    outcome = await pits.command(pits.ann, "undo")
    assert "Your question is open again." in await follow_up(outcome)
    await pits.settled()
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    match = await pits.match()
    assert match.ask_of(0) is not None
    assert question(pits.panel(pits.ann)) == match.ask_of(0).number  # type: ignore[union-attr]


async def test_an_answer_taken_back_does_not_return_with_an_old_save(pits: Pits) -> None:
    """A save made with several moves at once holds them all, the one taken back later too."""
    await pits.lay("smoke", "gun front, gun left, gun right, swerve", "smoke, swerve", "smoke")
    sitting = pits.people[:4]
    ann, _, cora, _ = sitting

    def turn(match: Match) -> None:
        """Whose action it is plays on Ann if he can, and ends his turn."""
        ask = match.running().asks[0]
        play = (option for option in ask.options if getattr(option, "on", None) == 0)
        value = next(play, ask.default) if match.seats[2].passes else ask.default
        match.answer(sitting[ask.seat].id, ask.number, value)

    def to_a_window(match: Match) -> None:
        """As computers play in one commit: turns end, and another begins with an attack."""
        while match.last_move < 10 or match.waiting()[0].kind != "action":
            turn(match)
        while match.waiting()[0].seat != 1 or match.waiting()[0].kind != "action":
            turn(match)
        match.seats[2].passes = match.seats[3].passes = True
        turn(match)

    for _ in range(2):  # the discard and the pass that ends a turn: a save of the laid position
        await pits.bot.matches.change(pits.match_id, turn)
    await pits.bot.matches.change(pits.match_id, to_a_window)
    await pits.settled()
    match = await pits.match()
    assert [(ask.seat, ask.kind) for ask in match.waiting()] == [
        (2, "negation"), (3, "negation"), (0, "answer"),
    ]  # fmt: skip
    table = match.running()
    assert [ask.seat for ask in table.asks] == [0], "the others' wishes have passed for them"
    last = (await pits.store.moves(pits.match_id))[-1]
    assert (last.seat, last.checkpoint is not None) == (3, True)

    assert "Taken back" in (await pits.command(cora, "undo")).text
    for user in (ann, cora):
        await pits.settled()
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()
    assert (await pits.match()).waiting()[0].kind != "negation"
    await pits.command(cora, "undo")
    for user in sitting:
        if user is not cora:
            await pits.settled()
            await pits.press(user, "agree")
    match = await pits.match()
    assert match.vote is None
    assert [ask.seat for ask in match.running().asks] == [2], "Cora is asked again"


async def test_a_computers_secret_answer_stays_secret(pits: Pits) -> None:
    """Taking back moves the count of moves on; reasons of an open window are still nobody's."""
    await pits.deal(2, computers=1, options={"window_seconds": "3600"})
    moves = await pits.store.moves(pits.match_id)
    assert [m.kind for m in moves] == ["start", "computer"]
    assert moves[1].why
    for _ in range(2):
        outcome = await pits.forge(pits.ben, f"whycomputer:{pits.match_id}")
        assert "No computer seat has played yet." in outcome.text
        await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
        await pits.command(pits.ann, "undo")
        await pits.settled()


async def test_a_computers_purchase_stays_secret_until_all_have_bought(pits: Pits) -> None:
    """Nothing has been told to everyone yet, over however many windows."""
    await pits.deal(1, game="mini-carwars", computers=1)
    moves = await pits.store.moves(pits.match_id)
    bought = [move for move in moves if move.kind == "computer"]
    assert bought
    assert all(move.why for move in bought)
    outcome = await pits.forge(pits.ann, f"whycomputer:{pits.match_id}")
    assert "No computer seat has played yet." in outcome.text
    await answer_all(pits, "vehicle")
    speed = [move for move in await pits.store.moves(pits.match_id) if move.kind == "computer"][-1]
    assert speed.why != bought[-1].why
    outcome = await pits.forge(pits.ann, f"whycomputer:{pits.match_id}")
    assert bought[-1].why in outcome.text
    assert speed.why not in outcome.text, "the speeds are still being chosen"


async def test_a_slow_answer_does_not_put_an_old_hand_back(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table goes on while the answer to Why? is on its way to Discord."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel, update = pits.panel(pits.ann), discord_calls.update
    edits = panel.edits
    made, go = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any, **options: Any) -> None:
        made.set()
        await go.wait()
        await update(*args, **options)

    monkeypatch.setattr(discord_calls, "update", slowly)
    click = pits.local.begin_press(pits.ann, panel, find(panel, "why"))
    await made.wait()
    number = (await pits.match()).waiting()[0].number
    await pits.bot.matches.change(pits.match_id, lambda s: s.time_out(number))
    lock = pits.bot.delivery.lock(pits.match_id, "hand:0")
    await pits.local.until(lambda: bool(lock._waiters) or panel.edits > edits)
    go.set()
    await click.done.wait()
    await pits.settled()
    ask = (await pits.match()).ask_of(0)
    assert question(pits.panel(pits.ann)) == (ask.number if ask else 0)


# -- a new table's first messages


async def test_a_greeting_never_covers_a_hand(pits: Pits) -> None:
    """Start is pressed while the new table's players are still being greeted."""
    await pits.deal(2)
    hand = pits.panel(pits.ben).text
    assert await pits.bot.delivery.greet(pits.match_id, pits.ben.id) is None
    assert pits.panel(pits.ben).text == hand
    assert question(pits.panel(pits.ben))


async def test_a_player_who_has_left_is_not_greeted(pits: Pits) -> None:
    await pits.open(2)
    await pits.press(pits.ben, "unjoin")
    assert await pits.bot.delivery.greet(pits.match_id, pits.ben.id) is None


# -- trouble with the database


async def test_the_outbox_outlives_a_locked_database(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    claim = pits.store.outbox_claim
    failed = asyncio.Event()

    async def locked(*args: Any) -> Any:
        if not failed.is_set():
            failed.set()
            raise DatabaseLocked("in use")
        return await claim(*args)

    monkeypatch.setattr(pits.store, "outbox_claim", locked)
    pits.bot.matches.wake()
    await failed.wait()
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await asyncio.wait_for(pits.settled(), 10)
    assert not next(t for t in pits.bot._running if t.get_name() == "delivery").done()


async def test_computers_outlive_a_locked_database(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody but they can move the table: they have to try again by themselves."""
    await pits.open(1, computers=1)
    append = pits.store.append
    failed: list[Any] = []

    async def locked(commit: Any) -> int:
        if not failed and any(move.kind == "computer" for move in commit.moves):
            failed.append(commit)
            raise DatabaseLocked("in use")
        return await append(commit)

    monkeypatch.setattr("bot.tables.matches.REST_SECONDS", 0)
    monkeypatch.setattr(pits.store, "append", locked)
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert failed
    assert any(move.kind == "computer" for move in await pits.store.moves(pits.match_id))


def spoil(file: Path, match_id: str) -> None:
    """Write over a match what no version of the game can read."""
    with sqlite3.connect(file) as line:
        line.execute(
            "UPDATE matches SET save = '{', version = version + 1 WHERE id = ?", (match_id,)
        )
    line.close()


async def test_one_spoilt_table_does_not_keep_the_bot_from_starting(
    pits: Pits, tmp_path: Path
) -> None:
    spoilt = await pits.deal(2)
    await pits.deal(2, channel=pits.local.add_channel("back-alley"))
    await pits.stop()
    spoil(tmp_path / "motordrome.sqlite3", spoilt)
    await pits.start()
    await pits.settled()
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    assert (await pits.stored()).moves == 2


async def test_one_spoilt_table_does_not_stop_the_others_clocks(pits: Pits, tmp_path: Path) -> None:
    spoilt = await pits.deal(2)
    other = await pits.deal(2, channel=pits.local.add_channel("back-alley"))
    spoil(tmp_path / "motordrome.sqlite3", spoilt)
    pits.clock.now += 60 * MINUTE
    await Clocks(pits.bot.matches).tick()
    assert any(move.kind == "clock" for move in await pits.store.moves(other))


# -- logs


def test_a_traceback_tells_no_values() -> None:
    """structlog would print every local variable (a seed among them) wherever rich is installed."""
    before = structlog.get_config()
    try:
        logs.set_up("INFO")
        (renderer,) = [
            p
            for p in structlog.get_config()["processors"]
            if isinstance(p, structlog.dev.ConsoleRenderer)
        ]
        assert renderer.exception_formatter is structlog.dev.plain_traceback
    finally:
        structlog.configure(**before)


async def test_a_yes_to_one_vote_is_no_yes_to_the_next(pits: Pits) -> None:
    await asked_back(pits)
    board = pits.board()
    agree = find(board, "agree")
    await pits.press(pits.ann, "refuse")
    await pits.command(pits.ben, "end")
    await pits.settled()
    outcome = await pits.forge(pits.ann, agree, board)
    assert "That vote is over." in await follow_up(outcome)
    match = await pits.match()
    assert match.status == "live"
    assert match.vote is not None
    assert match.vote.yes == [match.seat_of(pits.ben.id)]


async def test_taking_an_answer_back_wins_no_time(pits: Pits) -> None:
    """Else two clicks a minute would hold up a window for ever."""
    pits.match_id = await pits.deal(3, game="nascards")
    match = await pits.match()
    assert len(match.waiting()) == 3
    due = match.due_of(0)
    first = match.ask_of(0)
    assert first is not None
    for _ in range(2):
        pits.clock.now += MINUTE
        ask = (await pits.match()).ask_of(0)
        assert ask is not None
        answer = partial(Match.answer, user_id=pits.ann.id, number=ask.number, answer=ask.default)
        await pits.bot.matches.change(pits.match_id, answer)
        await pits.command(pits.ann, "undo")
        await pits.settled()
    match = await pits.match()
    again = match.ask_of(0)
    assert again is not None
    assert again.number == first.number, "the same question"
    assert [match.due_of(seat) for seat in range(3)] == [due] * 3


async def test_who_has_left_for_good_does_not_come_back(pits: Pits) -> None:
    """Else a vote would wait for somebody who plays no more, and a table never end."""
    pits.match_id = await pits.deal(3, game="nascards")
    ann, ben, _ = pits.people[:3]
    old = find(pits.panel(ben), "pick", "stay")
    await pits.command(ben, "leave", {"how": "retire"})
    await pits.settled()
    await pits.press(ben, "missed")
    await pits.forge(ben, old, pits.panel(ben))
    assert "You have left this match for good." in pits.panel(ben).text
    for command in ("undo", "end"):
        outcome = await pits.command(ben, command)
        assert "You have left this match for good." in await follow_up(outcome)
    outcome = await pits.command(ben, "hand")
    assert "any button takes your seat back" not in outcome.text
    match = await pits.match()
    assert match.people() == [0, 2]
    assert match.vote is None
    assert match.host_id == ann.id


async def test_who_takes_an_answer_back_plays_again(pits: Pits) -> None:
    pits.match_id = await pits.deal(3, game="nascards")
    ben = pits.ben
    await pits.press(ben, "pick", pits.panel(ben), "stay")
    await pits.command(ben, "leave")
    await pits.settled()
    await pits.command(ben, "undo")
    await pits.settled()
    match = await pits.match()
    assert match.people() == [0, 1, 2]
    assert match.ask_of(1) is not None
    assert match.due_of(1) == match.due_of(0)
