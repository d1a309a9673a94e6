"""Answers in time: three seconds, however slow the drawing is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bot.local import Outcome
from bot.local.hub import HANGS
from images.carwars_cards import ARTIST
from tests.bot.faults import capture_logs, errors
from tests.bot.pits import PATIENT, Pits, find, question, verbs


class Easel:
    """The artist's hand, held back until `brush` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.brush = threading.Event()
        self.begun = threading.Event()
        self._monkeypatch = monkeypatch

    def hurry(self) -> None:
        """Let every interaction be deferred at once that is not answered at once."""
        self._monkeypatch.setattr("bot.delivery.answering.PATIENCE", 0.0)

    def hold(self, name: str) -> None:
        """Let one of the artist's pictures wait for the brush."""
        draw = getattr(ARTIST, name)

        def slowly(*args: Any) -> Any:
            self.begun.set()
            assert self.brush.wait(30)
            return draw(*args)

        self._monkeypatch.setattr(ARTIST, name, slowly)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    made = Easel(monkeypatch)
    yield made
    made.brush.set()


async def test_a_slow_hand_is_promised_and_then_comes(pits: Pits, easel: Easel) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.bot.pictures._kept.clear()
    easel.hold("hand")
    easel.hurry()
    made = pits.local.begin_press(pits.ann, pits.board(), find(pits.board(), "hand"))
    outcome = Outcome(pits.local.hub, made)
    await pits.local.until(lambda: made.answer == 5)
    assert outcome.messages[0].thinking
    assert outcome.messages[0].ephemeral
    easel.brush.set()
    await pits.answered(outcome)
    panel = outcome.ephemeral
    assert panel is not None
    assert not panel.thinking
    assert question(panel)
    assert panel.attachments[0].width


async def test_a_slow_move_on_the_panel_changes_it_at_last(pits: Pits, easel: Easel) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel = pits.panel(pits.ann)
    before = question(panel)
    easel.hold("hand")
    easel.hurry()
    made = pits.local.begin_press(pits.ann, panel, find(panel, "some"), ["0"])
    await pits.local.until(lambda: made.answer == 6)
    easel.brush.set()
    await pits.answered(Outcome(pits.local.hub, made))
    assert question(panel) > before
    assert len(pits.messages(pits.local.dm(pits.ann), pits.ann)) == 1


async def test_a_slow_board_holds_up_nobody_who_presses_start(pits: Pits, easel: Easel) -> None:
    await pits.open(2)
    easel.hold("board")
    lobby = pits.board()
    easel.hurry()
    outcome = await pits.press(pits.ann, "start")
    assert outcome.updated
    assert "The match has begun." in lobby.text
    easel.brush.set()
    await pits.settled()
    assert "respond" in verbs(pits.board())
    assert len(pits.public()) == 1


async def test_a_late_step_shows_the_picture_again(pits: Pits, easel: Easel) -> None:
    """A step that changes no picture sends the one it has drawn, also after a deferral."""
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel = pits.panel(pits.ann)
    picture, drawn = panel.attachments[0], pits.bot.pictures.drawn
    easel.hurry()
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    made = pits.local.begin_press(pits.ann, panel, find(panel, "why"))
    await pits.local.until(lambda: made.answer == 6)
    lock.release()
    await pits.answered(Outcome(pits.local.hub, made))
    assert "Rules: Your turn" in panel.text
    assert [each.data for each in panel.attachments] == [picture.data]
    assert pits.bot.pictures.drawn == drawn, "it was drawn before"


async def test_late_options_still_change_the_lobby(pits: Pits, easel: Easel) -> None:
    await pits.open(1)
    form = (await pits.press(pits.ann, "options")).modal
    assert form is not None
    easel.hurry()
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    made = pits.local.begin_submit(pits.ann, form, {"pace": "post"})
    await pits.local.until(lambda: made.answer is not None)
    lock.release()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    await pits.settled()
    assert "slow" in pits.board().text
    assert not any(message.thinking for message in outcome.messages)


async def test_a_form_that_comes_too_late_is_said_so(pits: Pits, easel: Easel) -> None:
    await pits.open(1)
    easel.hurry()
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    made = pits.local.begin_press(pits.ann, pits.board(), find(pits.board(), "options"))
    await pits.local.until(lambda: made.answer is not None)
    lock.release()
    await pits.local.until(lambda: bool(made.follow_ups))
    outcome = made.follow_ups[0]
    assert outcome.text == "That took too long. Please press it again."
    assert outcome.ephemeral


async def test_a_slow_refusal_still_reaches_its_player_alone(pits: Pits, easel: Easel) -> None:
    await pits.open(2)
    easel.hurry()
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    made = pits.local.begin_press(pits.ben, pits.board(), find(pits.board(), "start"))
    await pits.local.until(lambda: made.answer is not None)
    lock.release()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    private = [message for message in outcome.messages if message.ephemeral]
    assert [m.text for m in private] == ["Only the host of this table can start it."]
    assert "start" in verbs(pits.board())


async def test_a_slow_command_is_promised_and_then_comes(pits: Pits, easel: Easel) -> None:
    easel.hold("card")
    easel.hurry()
    made = pits.local.begin_command(pits.ann, pits.channel, "card", {"name": "smokescreen"})
    await pits.local.until(lambda: made.answer == 5)
    easel.brush.set()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    assert outcome.ephemeral is not None
    assert outcome.ephemeral.alts[0]


async def test_other_tables_do_not_wait_for_a_slow_picture(pits: Pits, easel: Easel) -> None:
    first = await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    board = pits.board()
    arena = pits.local.add_channel("arena")
    await pits.open(2, channel=arena, people=[pits.cora, pits.dev])
    pits.bot.pictures._kept.clear()
    easel.hold("hand")
    slow = pits.local.begin_press(pits.ann, board, find(board, "hand"))
    await pits.local.until(easel.begun.is_set)
    leave = find(pits.board(arena), "unjoin")
    outcome = await pits.local.click(pits.dev, pits.board(arena), leave)
    assert "Dev" not in pits.board(arena).text
    assert not outcome.failed
    easel.brush.set()
    await pits.answered(Outcome(pits.local.hub, slow))
    assert (await pits.match(first)).status == "live"


async def test_an_answer_that_comes_too_late_is_not_a_fault(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    before = await pits.stored()
    panel = pits.panel(pits.ann)
    made = pits.local.begin_press(pits.ann, panel, find(panel, "some"), ["0"])
    made.made_at -= 2 * PATIENT  # long ago, by Discord's clock
    await pits.local.until(lambda: any(call.code == 10062 for call in pits.local.calls))
    await pits.settled()
    assert (await pits.stored()).moves == before.moves + 1, "the move counts"
    assert question(pits.panel(pits.ann)) == (await pits.match()).waiting()[0].number
    assert made.answer is None


async def test_a_late_refusal_of_play_is_read_by_its_player_alone(pits: Pits, easel: Easel) -> None:
    await pits.open(1)
    easel.hurry()
    lock = pits.bot.matches._lock(pits.match_id)
    await lock.acquire()
    before = len(pits.public())
    made = pits.local.begin_command(pits.ben, pits.channel, "play", {"game": "carwars-cards"})
    await pits.local.until(lambda: made.answer == 5)
    lock.release()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    assert outcome.text
    assert all(message.ephemeral for message in outcome.messages)
    assert len(pits.public()) == before


async def test_a_late_board_is_public_and_plays(
    pits: Pits, easel: Easel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It follows a promise that was private, and is the board all the same."""
    gate, opened = asyncio.Event(), pits.bot.matches.open

    async def slowly(**given: Any) -> Any:
        await gate.wait()
        return await opened(**given)

    monkeypatch.setattr(pits.bot.matches, "open", slowly)
    easel.hurry()
    made = pits.local.begin_command(pits.ann, pits.channel, "play", {"game": "carwars-cards"})
    await pits.local.until(lambda: made.answer == 5)
    gate.set()
    outcome = await pits.answered(Outcome(pits.local.hub, made))
    promised, board = outcome.messages
    assert promised.ephemeral
    assert promised.text == "Posted below, for everyone to see."
    assert not board.ephemeral
    await pits.press(pits.ben, "join", board)
    await pits.settled()
    assert "**B** Ben" in pits.board().text
    assert pits.public() == [board]


async def test_a_promised_answer_is_filled_by_its_own_edit(pits: Pits, easel: Easel) -> None:
    """A further message straight after a promise would fill it too, but that way is deprecated."""
    easel.hold("card")
    easel.hurry()
    made = pits.local.begin_command(pits.ann, pits.channel, "card", {"name": "smokescreen"})
    await pits.local.until(lambda: made.answer == 5)
    easel.brush.set()
    await pits.answered(Outcome(pits.local.hub, made))
    calls = [(c.method, c.files) for c in pits.local.calls if c.interaction == made.id]
    assert calls == [("POST", 0), ("PATCH", 1)]
    assert made.follow_ups == []


async def test_an_answer_that_discord_leaves_open_holds_up_nobody(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.answering.CALL_SECONDS", 0.2)
    await pits.open(1)
    join = find(pits.board(), "join")
    pits.local.misbehave.delay_next(60.0)
    async with asyncio.timeout(HANGS):
        hangs = asyncio.create_task(pits.local.forge(pits.ben, pits.board(), join))
        await pits.bot.wait_for("interaction")
        with capture_logs() as logs:
            outcome = await pits.forge(pits.cora, join)
    assert outcome.updated
    assert [seat.name for seat in (await pits.match()).seats] == ["Ann", "Ben", "Cora"]
    assert errors(logs) == []
    hangs.cancel()
    await asyncio.gather(hangs, return_exceptions=True)
