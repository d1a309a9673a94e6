"""What goes wrong on Discord's side and on ours, with three processes: each ends with the table
playable, or closed with a word to its players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from bot.app import Motordrome
from bot.delivery import discord_calls
from bot.delivery.outbox import RETRY_MS
from bot.local import User
from bot.store.statement import Statement
from bot.store.tables import processes
from bot.tables.membership import SHARED_LEASE_MS
from bot.tables.stored import ANSWERED_MS
from tests.bot.faults import capture_logs
from tests.bot.pits import MINUTE, find, follow_up, question
from tests.bot.several import Several
from tests.bot.test_full_disk import room

HANDS = ("armor front, swerve", "laser front, swerve")
RETRY = 3 * RETRY_MS // 1000
LEASE = SHARED_LEASE_MS // 1000 + 1
QUARTER = 16 * 60
"""Seconds after which no answer to a press can be changed any more."""


async def moves_on(three: Several) -> User:
    """Whoever is asked answers."""
    user = next(u for u in (three.ann, three.ben) if question(three.panel(u)))
    await three.answer(user)
    return user


# -- a process is stopped, and goes on when others have taken over

_LAPSE = Statement(
    update(processes).where(processes.c.id == bindparam("process")).values(lease_until=0)
)


async def taken_for_dead(three: Several, stopped: Motordrome) -> None:
    """Its lease is over, and the others know: what it did is theirs now."""
    stopped.delivery._stopping = True  # it stands still, and so looks for nothing new
    assert stopped.member._process is not None
    number = stopped.member._process.id
    await three.bots[2].store.write(lambda run: run.change(_LAPSE, process=number))
    stopped.member._until = 0.0
    for bot in three.bots:
        if bot is not stopped:
            await bot.member.renew()
            assert bot.member.living == 2


async def goes_on(three: Several, stopped: Motordrome) -> None:
    """It finds itself taken for dead and begins again, and so the others learn."""
    stopped.delivery._stopping = False
    stopped._running.append(asyncio.create_task(stopped.delivery.run(), name="delivery again"))
    with capture_logs() as logs:
        await stopped.member.renew()
    assert "taken for dead" in logs[0]["event"]
    for bot in three.bots:
        await bot.member.renew()
        assert bot.member.living == 3


async def test_who_is_stopped_before_a_call_makes_none_when_it_goes_on(three: Several) -> None:
    """What it has drawn is old by then."""
    await three.lay(*HANDS)
    stopped, (first, _, heir) = three.bot, three.bots
    paint, reached, go = stopped.pictures.paint, asyncio.Event(), asyncio.Event()

    async def held(*what: Any) -> Any:
        """It has its turn, and draws what it is about to show."""
        post = await paint(*what)
        reached.set()
        await go.wait()
        return post

    stopped.pictures.paint = held  # type: ignore[method-assign, assignment]
    board = three.board()
    edits = board.edits
    three.bot, three.store = heir, heir.store
    await three.answer(three.ann)
    await reached.wait()
    await taken_for_dead(three, stopped)
    three.clock.now += 1000 * LEASE
    for bot in (first, heir):
        bot.matches.wake()
    await three.local.until(lambda: board.edits > edits)  # another process has shown it
    await three.local.until(lambda: not first.delivery._sending and not heir.delivery._sending)
    calls = len(three.local.calls)
    go.set()
    await asyncio.gather(*stopped.delivery._sending)
    assert len(three.local.calls) == calls
    stopped.pictures.paint = paint  # type: ignore[method-assign]
    three.bot, three.store = stopped, stopped.store
    await goes_on(three, stopped)
    await three.later(LEASE)
    await three.is_whole()


async def test_who_is_stopped_in_the_midst_of_a_call_leaves_nothing_stale(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was about to send reaches Discord a minute later, over what is newer."""
    await three.lay(*HANDS)
    stopped, (_, _, heir) = three.bot, three.bots
    edit, reached, go = discord_calls.edit, asyncio.Event(), asyncio.Event()
    board, late = three.board(), []
    edits = board.edits

    async def held(client: Any, channel: int, message: int, post: Any) -> None:
        if client is stopped and message == board.id and not reached.is_set():
            reached.set()
            await go.wait()
            late.append(message)
        await edit(client, channel, message, post)

    monkeypatch.setattr(discord_calls, "edit", held)
    three.bot, three.store = heir, heir.store
    await three.answer(three.ann)
    await reached.wait()
    await taken_for_dead(three, stopped)
    await three.bots[0].matches.change(three.match_id, lambda match: setattr(match, "undos", 5))
    three.clock.now += 1000 * LEASE
    heir.matches.wake()
    await three.local.until(lambda: board.edits > edits)
    await moves_on(three)
    go.set()
    await three.settled()
    assert late == [board.id]
    three.bot, three.store = stopped, stopped.store
    await goes_on(three, stopped)
    await three.later(LEASE)
    await three.is_whole()


async def test_who_is_stopped_before_a_commit_writes_nothing_old(three: Several) -> None:
    """Its player's clock runs out meanwhile, and another process plays that."""
    await three.lay(*HANDS)
    stopped, heir = three.bots[0], three.bots[2]  # presses in direct messages come to the first
    append, reached, go = stopped.store.append, asyncio.Event(), asyncio.Event()

    async def held(commit: Any) -> int:
        reached.set()
        await go.wait()
        return await append(commit)

    stopped.store.append = held  # type: ignore[method-assign]
    panel = three.panel(three.ann)
    number = question(panel)
    pressing = asyncio.create_task(three.press(three.ann, "some", panel, values=["0"]))
    await reached.wait()
    await taken_for_dead(three, stopped)
    three.clock.now += 60 * MINUTE
    await heir.clocks.tick()
    stored = await three.stored()
    stopped.store.append = append  # type: ignore[method-assign]
    go.set()
    outcome = await pressing
    assert not outcome.failed
    moves = [move for move in await three.store.moves(three.match_id) if move.number == number]
    assert [move.kind for move in moves] == ["clock"]
    assert (await three.stored()).moves == stored.moves
    assert panel.deleted or question(panel) != number, "the old question stands there no more"
    await goes_on(three, stopped)
    await three.later(RETRY)
    await three.is_whole()


# -- answers later than fifteen minutes


async def test_a_hand_in_the_channel_whose_token_has_ended(three: Several) -> None:
    """It stays as it was; a press on it shows what is true, and the next one opens a new one."""
    await three.lay(*HANDS)
    old = (await three.press(three.ann, "hand")).ephemeral
    assert old is not None
    asked = question(old)
    three.local.hub.token_seconds = 0.0  # while the bot takes the token for good
    await moves_on(three)
    await three.later(QUARTER)
    assert question(old) == asked
    three.local.hub.token_seconds = 900.0
    late = await three.press(three.ann, "some", old, values=["0"])
    assert not late.failed
    new = (await three.press(three.ann, "hand")).ephemeral
    assert new is not None
    assert new is not old
    assert question(new) == question(three.panel(three.ann))
    await three.later(RETRY)
    await three.is_whole()


async def test_an_answer_that_comes_too_late_is_shown_by_the_hand(
    three: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press was stored after a quarter of an hour: nothing can be told of it where it was."""
    await three.lay(*HANDS)
    store, panel = three.bots[0].store, three.panel(three.ann)
    append, number = store.append, question(panel)
    monkeypatch.setattr("bot.delivery.answering.PATIENCE", 0.01)

    async def late(commit: Any) -> int:
        await three.local.until(lambda: press.answer is not None)  # it was put off
        three.local.hub.token_seconds = 0.0
        three.clock.now += 1000 * QUARTER
        return await append(commit)

    store.append = late  # type: ignore[method-assign]
    press = three.local.begin_press(three.ann, panel, find(panel, "some"), ["0"])
    await press.done.wait()
    await three.local.until(lambda: three.local.hub.token_seconds == 0.0)
    await three.handled()
    three.local.hub.token_seconds = 900.0
    store.append = append  # type: ignore[method-assign]
    moves = [move for move in await three.store.moves(three.match_id) if move.number == number]
    assert [move.kind for move in moves] == ["answer"]
    await three.later(ANSWERED_MS // 1000 + 1)
    await three.is_whole()


async def test_a_form_that_is_sent_after_a_quarter_of_an_hour_counts(three: Several) -> None:
    await three.open(2)
    form = (await three.press(three.ben, "luck")).modal
    await three.later(QUARTER)
    await three.submit(three.ben, form, {"words": "seven"})
    assert (await three.match()).seats[1].words == "seven"
    await three.press(three.ann, "start")
    await three.later(RETRY)
    await three.is_whole()


# -- Discord, and the people on it

Fault = Callable[[Several], Awaitable[None]]


async def board_deleted(three: Several) -> None:
    three.local.misbehave.delete_message(three.board())


async def too_many_requests(three: Several) -> None:
    three.local.misbehave.rate_limit_next(4, 0.01)


async def server_error(three: Several) -> None:
    three.local.misbehave.fail_next(1, 502)


async def refused(three: Several) -> None:
    three.local.misbehave.fail_next(2, 400)


async def too_late(three: Several) -> None:
    """The answer to a press is refused."""
    panel = three.panel(three.ann)
    three.local.misbehave.fail_next(1, code=10062)
    three.local.begin_press(three.ann, panel, find(panel, "why"))
    await three.local.until(lambda: not three.local.hub.mischief.failures)


async def gateway_cut(three: Several) -> None:
    three.local.misbehave.drop_socket()
    await three.local.until(lambda: three.local.shards.connected == {*range(three.shards)})


async def server_away(three: Several) -> None:
    guild = three.local.world.guilds[three.channel.guild_id or 0]
    three.local.misbehave.outage(guild)
    three.local.misbehave.end_outage(guild)


DISCORD_FAULTS: tuple[Fault, ...] = (
    board_deleted,
    too_many_requests,
    server_error,
    refused,
    too_late,
    gateway_cut,
    server_away,
)


@pytest.mark.parametrize("fault", DISCORD_FAULTS, ids=lambda fault: fault.__name__)
async def test_a_fault_of_discords_leaves_the_table_playable(three: Several, fault: Fault) -> None:
    """Whatever it costs: somebody presses once more, and everybody is shown what is true."""
    await three.lay(*HANDS)
    before = (await three.stored()).moves
    await fault(three)
    await three.bots[0].matches.change(three.match_id, lambda match: match.time_out(
        match.waiting()[0].number
    ))  # fmt: skip
    await three.settled()
    assert (await three.stored()).moves > before
    for _ in range(3):
        await three.later(2 * RETRY)
    await three.is_whole()


async def test_closed_direct_messages(three: Several) -> None:
    """Who closes them is told so in the channel, and plays under the board."""
    await three.lay(*HANDS)
    three.local.misbehave.close_dms(three.ben)
    three.local.misbehave.delete_message(three.panel(three.ben))
    while (await three.match()).ask_of(1) is None:
        await moves_on(three)
        await three.settled()
    assert any("could not be delivered" in m.text or "direct messages" in m.text
               for m in three.public())  # fmt: skip
    hand = (await three.press(three.ben, "hand")).ephemeral
    assert hand is not None
    ask = (await three.match()).ask_of(1)
    assert ask is not None
    assert question(hand) == ask.number
    before = (await three.stored()).moves
    await three.bots[2].matches.change(
        three.match_id, lambda match: match.answer(three.ben.id, ask.number, ask.default)
    )
    await three.later(RETRY)
    assert (await three.stored()).moves > before


async def test_no_permission_to_post(three: Several) -> None:
    """People are told by direct message why the board stands still, and play on in their hands."""
    await three.lay(*HANDS)
    three.local.misbehave.deny(three.channel, "view_channel", "send_messages")
    await moves_on(three)
    await three.later(RETRY)
    for user in (three.ann, three.ben):
        assert any("may not" in m.content for m in three.notices(user))
    three.local.misbehave.allow(three.channel, "view_channel", "send_messages")
    await moves_on(three)
    await three.later(11 * 60)
    await three.is_whole()


async def test_a_channel_that_is_deleted_closes_the_table_with_a_word(three: Several) -> None:
    await three.lay(*HANDS)
    three.local.misbehave.delete_channel(three.channel)
    await three.local.until(lambda: bool(three.notices(three.ann)))
    await three.settled()
    assert (await three.match()).resting
    for user in (three.ann, three.ben):
        assert "I can't reach its channel" in three.notices(user)[0].content


async def test_a_bot_that_is_thrown_out_goes_on_when_it_is_back(three: Several) -> None:
    await three.lay(*HANDS)
    guild = three.local.world.guilds[three.channel.guild_id or 0]
    three.local.misbehave.kick_bot(guild)
    bots = three.bots
    await three.local.until(lambda: all(bot.get_guild(guild.id) is None for bot in bots))
    await three.settled()
    assert (await three.match()).resting
    three.local.invite_bot(guild)
    await three.local.until(lambda: three.bot.get_guild(guild.id) is not None)
    await three.settled()
    await three.command(three.ann, "table", {"table": three.match_id})
    await three.later(RETRY)
    await three.is_whole()


async def test_a_full_disk(three: Several) -> None:
    await three.lay(*HANDS)
    before, panel = await three.stored(), three.panel(three.ann)
    for bot in three.bots:
        await room(bot.store, False)
    # One comes to the first process, the other to the table's home.
    for outcome in (
        await three.press(three.ann, "some", panel, values=["0"]),
        await three.command(three.ben, "leave"),
    ):
        assert "Something went wrong here (fault " in await follow_up(outcome)
    assert await three.stored() == before
    for bot in three.bots:
        await room(bot.store, True)
    await three.later(RETRY)
    await three.is_whole()
