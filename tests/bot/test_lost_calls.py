"""A network that loses calls, or their answers, while three processes play: no message is posted
twice, and none is left as it was."""

from __future__ import annotations

import random

import pytest

from bot.delivery.outbox import RETRY_MS
from bot.demo.choice import Alike
from bot.local import User
from bot.local.hub import Loss
from tests.bot.faults import capture_logs
from tests.bot.pits import question
from tests.bot.several import Several

HANDS = ("armor front, swerve", "laser front, swerve")
SENDS = ("POST", "/channels/{channel_id}/messages")
DELETES = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
RETRY = 3 * RETRY_MS // 1000
MENDED = 60
"""Seconds in which what was lost more than once has come again."""
EVERY: tuple[Loss, ...] = ("request", "answer")
"""A gateway's own refusal (502) has discord.py sleep for seconds: the soak has those, too."""


async def moves_on(three: Several) -> None:
    """Whoever is asked answers."""
    await three.answer(next(u for u in (three.ann, three.ben) if question(three.panel(u))))


@pytest.mark.parametrize("lost", EVERY)
async def test_a_board_that_is_posted_anew_is_one_message(three: Several, lost: Loss) -> None:
    """The table has gone on by the time the board is sent once more."""
    await three.lay(*HANDS)
    with capture_logs() as logs:
        three.local.misbehave.delete_message(three.board())
        three.local.misbehave.lose_next(lost, *SENDS)
        await moves_on(three)
        await three.settled()
        await moves_on(three)
        await three.later(RETRY)
    assert [line["event"] for line in logs if line["log_level"] == "error"] == []
    await three.is_whole()


async def test_a_board_that_another_process_sends_once_more_is_one_message(three: Several) -> None:
    """Who has posted it is gone before it heard so, and the table has gone on."""
    await three.lay(*HANDS)
    three.local.misbehave.delete_message(three.board())
    three.local.misbehave.lose_next("answer", *SENDS)
    await moves_on(three)
    await three.settled()
    await three.stop_home()
    await moves_on(three)
    await three.later(RETRY)
    await three.is_whole()


@pytest.mark.parametrize("lost", EVERY)
async def test_the_board_before_it_goes_all_the_same(three: Several, lost: Loss) -> None:
    await three.lay(*HANDS)
    three.local.misbehave.lose_next(lost, *DELETES, n=3)  # the client tries twice by itself
    await three.bot.delivery.board(three.match_id, anew=True)
    await three.settled()
    await three.later(RETRY)
    await three.is_whole()


@pytest.mark.parametrize("lost", EVERY)
async def test_a_board_that_somebody_has_come_down_is_one_message(
    three: Several, lost: Loss
) -> None:
    """Nobody has heard whether it stands at the bottom, and nothing happens at the table."""
    await three.lay(*HANDS)
    before = three.board()
    three.local.misbehave.lose_next(lost, *SENDS)
    assert not await three.bot.delivery.board_now(three.match_id, anew=True)
    await three.later(RETRY)
    assert before.deleted
    await three.is_whole()


@pytest.mark.parametrize("lost", EVERY)
async def test_a_start_is_sealed_once(three: Several, lost: Loss) -> None:
    await three.open(2)
    three.local.misbehave.lose_next(lost, *SENDS)
    await three.press(three.ann, "start")
    await three.later(RETRY)
    assert len(three.seals()) == 1
    await three.is_whole()


async def presses(three: Several, user: User) -> None:
    """Press what is shown, whatever becomes of it; a hand that is out of date says so."""
    panel = three.panel(user)
    choice = Alike("lost").choose(user.name, panel, set())
    local, custom_id = three.local, choice.item.custom_id
    begun = local.begin_press(user, panel, custom_id, choice.values)
    # An answer that is lost never comes: it is the loss that ends the wait, not a time.
    await local.until(lambda: begun.answer is not None or any(
        call.lost for call in local.calls if call.interaction == begun.id
    ))  # fmt: skip
    await three.handled()
    await three.settled()


@pytest.mark.parametrize("seed", range(4))
async def test_every_tenth_call_is_lost(three: Several, seed: int) -> None:
    """Also those that answer presses: the player presses again. Now and then the board is posted
    anew. What was lost is made good by itself: each move is judged before the next one shows it,
    too."""
    await three.deal(2, options={"single_duel": "true", "pace": "post"})
    misbehave, rng = three.local.misbehave, random.Random(seed)
    with capture_logs() as logs:
        for number in range(20):
            misbehave.lose_calls(0.1, rng, EVERY)
            if number % 3 == 0:
                await three.bot.delivery.board_now(three.match_id, anew=True)
            asked = [u for u in (three.ann, three.ben) if question(three.panel(u))]
            for user in asked[:1]:
                await presses(three, user)
            await three.later(RETRY)
            misbehave.lose_calls(0.0, rng)
            await three.later(MENDED)
            await three.shows_what_is_true()
    assert [line["event"] for line in logs if line["log_level"] == "error"] == []
    assert any(call.lost for call in three.local.calls)
    numbers = [m.number for m in await three.store.moves(three.match_id) if m.number]
    assert len(numbers) == len({*numbers}), "each question is answered once"
    await three.is_whole()
