"""Threads that are archived or locked: all are answered, and read how the match goes on."""

from __future__ import annotations

import random

import discord
import pytest

from bot.delivery.delivery import SHUT_MS, locked
from bot.local import Channel, Message, Outcome
from bot.match import resting, sealing
from bot.presses import moving
from bot.presses.hosting import THREAD_LOCKED
from bot.presses.notify import WHERES
from tests.bot.faults import capture_logs, errors
from tests.bot.pits import Pits, follow_up
from tests.bot.several import Several
from tests.bot.test_plans import duel
from tests.bot.test_play import take_any
from tests.bot.test_resting import LONG
from tests.bot.workbench import bench, racks_only


@pytest.fixture
async def thread(pits: Pits) -> Channel:
    return pits.local.add_thread(pits.local.add_channel("arena"), "a table")


def lock(pits: Pits, thread: Channel, *, archived: bool) -> None:
    if archived:
        pits.local.misbehave.archive(thread, locked=True)
    else:
        pits.local.misbehave.lock(thread)


async def everybody_passes(pits: Pits) -> None:
    for user in pits.people[:2]:
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()


async def goes_on(pits: Pits) -> None:
    """Whoever is asked can answer by direct message."""
    before = await pits.stored()
    ask = (await pits.match()).waiting()[0]
    user = pits.people[ask.seat]
    await take_any(pits, user, pits.panel(user), random.Random(1))
    await pits.settled()
    assert (await pits.stored()).moves > before.moves


# -- locked


async def test_no_table_is_opened_in_a_locked_thread(pits: Pits, thread: Channel) -> None:
    pits.local.misbehave.lock(thread)
    outcome = await pits.command(pits.ann, "play", channel=thread)
    assert await follow_up(outcome) == THREAD_LOCKED
    assert await pits.store.open_lines() == []


async def test_nor_is_one_opened_there_again(pits: Pits, thread: Channel) -> None:
    await pits.deal(1, computers=1, channel=thread)
    await pits.command(pits.ann, "end", channel=thread)
    await pits.settled()
    pits.local.misbehave.lock(thread)
    outcome = await pits.forge(pits.ann, f"again:{pits.match_id}", pits.public(thread)[-1])
    assert await follow_up(outcome) == THREAD_LOCKED
    assert await pits.store.open_lines() == []


async def test_whoever_manages_threads_is_not_locked_out(pits: Pits, thread: Channel) -> None:
    await pits.stop()
    pits.local.world.bot_permissions |= discord.Permissions(manage_threads=True).value
    await pits.start()
    pits.local.misbehave.lock(thread)
    await pits.deal(2, channel=thread)
    outcome = await pits.command(pits.ann, "games")
    assert "[to the board]" in outcome.text
    assert outcome.messages[0].labels == []


@pytest.mark.parametrize("archived", [False, True], ids=["open", "archived"])
async def test_a_lobby_in_a_locked_thread_says_why_it_does_not_start(
    pits: Pits, thread: Channel, archived: bool
) -> None:
    await pits.open(2, channel=thread)
    board = pits.board(thread)
    lock(pits, thread, archived=archived)
    outcome = await pits.press(pits.ann, "start", board)
    await pits.settled()
    assert sealing.LOCKED in (outcome.text if archived else board.text)
    assert (await pits.match()).status == "lobby"


@pytest.mark.parametrize("archived", [False, True], ids=["open", "archived"])
async def test_the_people_of_a_locked_thread_are_told_and_take_the_match_elsewhere(
    three: Several, archived: bool
) -> None:
    """The moves come to another process than the thread's, which ends meanwhile; a third one finds
    the thread locked, too."""
    thread = three.local.add_thread(three.channel, "a table")
    await three.deal(2, channel=thread, options=LONG)
    lock(three, thread, archived=archived)
    with capture_logs() as logs:
        three.local.misbehave.delete_message(three.board(thread))
        await everybody_passes(three)
    assert errors(logs) == []
    said = locked(await three.match())

    def told() -> list[int]:
        seated = (three.ann, three.ben)
        return [sum(said in notice.content for notice in three.notices(user)) for user in seated]

    assert told() == [1, 1]
    await three.stop_home()
    await three.answer(three.people[(await three.match()).waiting()[0].seat])
    await three.settled()
    assert told() == [1, 1], "once"
    three.bot = await three.start_one(1)
    three.store = three.bot.store
    for bot in three.bots:
        await bot.member.renew()
    outcome = await three.command(three.ann, "games")
    assert f"<#{thread.id}> is locked" in outcome.text
    assert f"`/table table:{three.match_id}`" in outcome.text
    assert outcome.messages[0].labels == [f"Move {three.match_id} here"]
    outcome = await three.command(three.ben, "table", {"table": three.match_id})
    assert await follow_up(outcome) == moving.HERE
    await three.settled()
    assert f"Table {three.match_id}" in three.board().text
    assert await three.store.open_match_in(three.channel.id) == three.match_id
    assert await three.store.open_match_in(thread.id) is None
    await three.later(SHUT_MS // 1000)
    assert told() == [0, 0], "it goes with the trouble"
    await three.is_whole()


async def test_what_they_were_told_goes_with_the_match_after_a_restart(
    pits: Pits, thread: Channel
) -> None:
    await pits.deal(2, channel=thread, options=LONG)
    lock(pits, thread, archived=False)
    pits.local.misbehave.delete_message(pits.board(thread))
    await everybody_passes(pits)
    await pits.stop()
    await pits.start()
    for user in pits.people[:2]:
        await pits.command(user, "end", {"table": pits.match_id})
    pits.clock.now += SHUT_MS
    await pits.settled()
    for user in pits.people[:2]:
        own = pits.messages(pits.local.dm(user), user)
        assert not any("is locked" in message.content for message in own)


async def test_the_button_of_the_list_takes_it_elsewhere_too(pits: Pits, thread: Channel) -> None:
    await pits.deal(2, channel=thread, options=LONG)
    pits.local.misbehave.lock(thread)
    (listed,) = (await pits.command(pits.ann, "games")).messages
    outcome = await pits.press(pits.ann, "move", listed)
    assert moving.HERE in await follow_up(outcome)
    await pits.settled()
    await goes_on(pits)


async def test_a_thread_that_is_unlocked_again(pits: Pits, thread: Channel) -> None:
    await pits.deal(2, channel=thread)
    pits.local.misbehave.lock(thread)
    outcome = await pits.command(pits.ann, "table", channel=thread)
    assert locked(await pits.match()) in await follow_up(outcome)
    pits.local.misbehave.lock(thread, locked=False)
    outcome = await pits.command(pits.ann, "games")
    assert "locked" not in outcome.text
    outcome = await pits.command(pits.ann, "table", {"table": pits.match_id})
    assert "Only a paused one can move." in await follow_up(outcome)


async def test_a_paused_table_is_not_taken_into_a_locked_thread(
    pits: Pits, thread: Channel
) -> None:
    await pits.deal(2, options=LONG)
    await pits.bot.matches.change(pits.match_id, lambda s: resting.rest(s, resting.ASLEEP))
    await pits.settled()
    pits.local.misbehave.lock(thread)
    outcome = await pits.command(pits.ann, "table", {"table": pits.match_id}, thread)
    assert await follow_up(outcome) == THREAD_LOCKED
    assert (await pits.match()).resting == resting.ASLEEP


# -- archived: nobody can edit there, not even a private answer


async def hand(pits: Pits, thread: Channel) -> Message:
    (panel,) = (await pits.press(pits.ann, "hand", pits.board(thread))).messages
    return panel


async def press_hand(pits: Pits, thread: Channel, verb: str, *path: str) -> Outcome:
    panel = await hand(pits, thread)
    pits.local.misbehave.archive(thread, locked=True)
    return await pits.press(pits.ann, verb, panel, *path)


async def test_a_hand_in_an_archived_thread_is_answered_with_a_new_one(
    pits: Pits, thread: Channel
) -> None:
    await pits.deal(2, channel=thread, options=LONG)
    outcome = await press_hand(pits, thread, "pick", "pass")
    (answer,) = outcome.messages
    assert answer.ephemeral
    assert "### Your hand" in answer.text
    assert (await pits.stored()).moves == 2
    await pits.settled()


async def test_why_in_an_archived_thread_is_answered(pits: Pits, thread: Channel) -> None:
    await pits.deal(2, channel=thread, options=LONG)
    outcome = await press_hand(pits, thread, "why")
    (answer,) = outcome.messages
    assert answer.ephemeral


async def test_a_form_in_an_archived_thread_is_answered_and_its_answer_stays(
    pits: Pits, thread: Channel
) -> None:
    await duel(pits, channel=thread)
    panel = await hand(pits, thread)

    async def plan(message: Message) -> Outcome:
        form = (await pits.press(pits.ann, "plan", message)).modal
        return await pits.submit(pits.ann, form, {"text": "straight"})

    pits.local.misbehave.archive(thread, locked=True)
    (answer,) = (await plan(panel)).messages
    assert "**Your plan:** straight" in answer.text
    pits.local.misbehave.unarchive(thread)
    outcome = await plan(answer)
    assert outcome.updated
    assert not answer.deleted
    await pits.settled()


async def test_notices_in_an_archived_thread_are_set_and_shown(pits: Pits, thread: Channel) -> None:
    (panel,) = (await pits.command(pits.ann, "notify", channel=thread)).messages
    pits.local.misbehave.archive(thread)
    said = f"**Where:** {WHERES['none'][0]}."
    outcome = await pits.local.select(pits.ann, panel, "notices:where", ["none"])
    (answer,) = (await pits.answered(outcome)).messages
    assert answer.ephemeral
    assert said in answer.text
    pits.local.misbehave.unarchive(thread)
    await pits.answered(await pits.local.select(pits.ann, answer, "notices:where", ["both"]))
    assert not answer.deleted
    assert WHERES["both"][0] in answer.text


async def test_a_deletion_in_an_archived_thread_is_told(pits: Pits, thread: Channel) -> None:
    (shown,) = (await pits.command(pits.ann, "privacy", channel=thread)).messages
    asked = await pits.answered(await pits.local.click(pits.ann, shown, "privacy:ask"))
    pits.local.misbehave.archive(thread)
    outcome = await pits.answered(
        await pits.local.click(pits.ann, asked.messages[0], "privacy:sure")
    )
    assert "Your data is deleted" in outcome.text


async def test_a_garage_in_an_archived_thread_is_answered(
    pits: Pits, thread: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    racks_only(monkeypatch)
    visitor = bench(pits)
    await visitor.open(channel=thread)
    pits.local.misbehave.archive(thread)
    outcome = await visitor.press("new")
    assert not outcome.failed
    assert outcome.messages[0].pressables
