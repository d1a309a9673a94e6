"""What cannot be delivered: closed direct messages, lost permissions, deleted and archived."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.opening import SHUT_MS
from bot.delivery.outbox import RETRY_MS
from bot.delivery.panels import QUIET_MS
from bot.local.errors import Refused
from bot.local.world import Channel
from bot.match import resting
from bot.posts import custom_ids
from bot.presses import moving
from bot.tables.membership import SHARED_LEASE_MS
from tests.bot.pits import MINUTE, Pits, find, follow_up, question, verbs
from tests.bot.several import Several
from tests.bot.test_kept_seats import again

CLOSED = (
    "Your direct messages are closed, so use **My hand** under the board. Nothing else changes."
)


# -- direct messages


async def test_closed_at_the_join_is_told_once_and_quietly(pits: Pits) -> None:
    pits.local.misbehave.close_dms(pits.ben)
    await pits.open(1)
    outcome = await pits.press(pits.ben, "join")
    assert await follow_up(outcome) == CLOSED
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert len(pits.public()) == 1, "nothing about it in the channel"
    tries = [call for call in pits.local.calls if call.code == 50007]
    assert len(tries) == 1, "who has refused is not asked again"
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []


async def test_the_hosts_closed_messages_are_told_too(pits: Pits) -> None:
    pits.local.misbehave.close_dms(pits.ann)
    outcome = await pits.command(pits.ann, "play")
    assert CLOSED in await follow_up(outcome)


async def test_play_goes_on_under_my_hand(pits: Pits) -> None:
    pits.local.misbehave.close_dms(pits.ann)
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    panel = (await pits.press(pits.ann, "hand")).ephemeral
    assert panel is not None
    before = await pits.stored()
    outcome = await pits.press(pits.ann, "some", panel, values=["0"])
    assert (await pits.stored()).moves > before.moves
    assert outcome.updated
    await pits.press(pits.ann, "pick", panel, "pass")
    await pits.settled()
    assert question(pits.panel(pits.ben)) == (await pits.match()).waiting()[0].number


async def test_open_again_at_the_next_table(pits: Pits) -> None:
    pits.local.misbehave.close_dms(pits.ben)
    await pits.open(2)
    pits.local.misbehave.open_dms(pits.ben)
    await pits.press(pits.ben, "unjoin")
    outcome = await pits.press(pits.ben, "join")
    assert await follow_up(outcome) == ""
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert question(pits.panel(pits.ben))


async def test_closed_in_the_middle_of_a_match_is_told_once(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.close_dms(pits.ann)
    pits.local.misbehave.delete_message(pits.panel(pits.ann))
    for place in (0, 0):
        panel = (await pits.press(pits.ann, "hand")).ephemeral
        assert panel is not None
        await pits.press(pits.ann, "some", panel, values=[str(place)])
        await pits.press(pits.ann, "pick", panel, "pass")
        await pits.settled()
        ben = pits.panel(pits.ben)
        await pits.press(pits.ben, "some", ben, values=["0"])
        await pits.press(pits.ben, "pick", ben, "pass")
        await pits.settled()
        # The direct message comes after the hand in the channel that she looks at.
        pits.clock.now += QUIET_MS
        pits.bot.matches.wake()
        await pits.settled()
    told = [m for m in pits.public() if "your direct messages are closed" in m.text]
    assert len(told) == 1
    assert told[0].mentions == [pits.ann]
    assert len([call for call in pits.local.calls if call.code == 50007]) == 1


@pytest.mark.parametrize("code", [50007, 50278])
async def test_both_ways_discord_says_closed(pits: Pits, code: int) -> None:
    await pits.open(1)
    board, join = pits.board(), find(pits.board(), "join")
    made = pits.local.begin_press(pits.ben, board, join)
    await pits.local.until(lambda: made.answer is not None)
    await pits.settled()
    pits.local.misbehave.fail_next(code=code)
    await pits.bot.delivery.greet(pits.match_id, pits.ben.id)
    assert (await pits.bot.matches.people.one(pits.ben.id)).closed


async def test_too_fast_is_tried_again_later(pits: Pits) -> None:
    await pits.open(1)
    pits.local.misbehave.open_dms_too_fast(1)
    outcome = await pits.press(pits.ben, "join")
    assert await follow_up(outcome) == "", "that is not the player's doing"
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []
    pits.clock.now += SHUT_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert question(pits.panel(pits.ben))
    assert not (await pits.bot.matches.people.one(pits.ben.id)).closed


# -- permissions


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("attach_files",), "Attach Files"),
        (("send_messages",), "Send Messages"),
        (("view_channel",), "View Channel"),
        (("read_message_history",), "Read Message History"),
        (("attach_files", "send_messages"), "Send Messages and Attach Files"),
    ],
)
async def test_a_channel_where_the_bot_may_not(
    pits: Pits, denied: tuple[str, ...], named: str
) -> None:
    channel = pits.local.add_channel("quiet", deny=denied)
    outcome = await pits.command(pits.ann, "play", channel=channel)
    said = await follow_up(outcome)
    assert said.startswith("I cannot host a table here: I need the permission ")
    assert named in said
    assert await pits.store.open_lines() == []
    assert pits.public(channel) == []


async def test_a_thread_where_the_bot_may_not_write(pits: Pits) -> None:
    parent = pits.local.add_channel("parent", deny=["send_messages_in_threads"])
    outcome = await pits.command(pits.ann, "play", channel=pits.local.add_thread(parent, "t"))
    assert "Send Messages in Threads" in await follow_up(outcome)


async def test_a_voice_channel_where_the_bot_may_not_enter(pits: Pits) -> None:
    box = pits.local.add_channel("box", voice=True, deny=["connect"])
    assert "Connect" in await follow_up(await pits.command(pits.ann, "play", channel=box))
    assert await pits.store.open_lines() == []


@pytest.mark.parametrize("denied", ["view_channel", "send_messages", "attach_files"])
async def test_permissions_lost_in_the_middle_of_a_match(pits: Pits, denied: str) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.deny(pits.channel, denied)
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    panel = pits.panel(pits.ann)
    assert question(panel) == (await pits.match()).waiting()[0].number, "hands go on"
    for user in (pits.ann, pits.ben):
        dm = [message.text for message in pits.local.messages(pits.local.dm(user), user)]
        # An edit of one's own message needs no leave to send.
        told = denied != "send_messages"
        assert sum("I may not post in" in text for text in dm) == told
    pits.local.misbehave.allow(pits.channel, denied)
    await pits.press(pits.ann, "pick", panel, "pass")
    await pits.settled()
    assert "Ben's turn" in pits.board().text
    assert question(pits.panel(pits.ben))
    assert len(pits.public()) == 1


# -- messages that go


async def test_a_deleted_board_is_posted_anew(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    old = pits.board()
    pits.local.misbehave.delete_message(old)
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.settled()
    assert pits.board() is not old
    assert (await pits.match()).board.message == pits.board().id
    assert len(pits.public()) == 1


async def test_a_deleted_hand_is_sent_anew(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.delete_message(pits.panel(pits.ben))
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()
    assert question(pits.panel(pits.ben))


async def test_an_archived_thread_wakes_with_a_new_board(pits: Pits) -> None:
    thread = pits.local.add_thread(pits.channel, "table")
    await pits.deal(2, channel=thread)
    pits.local.misbehave.archive(thread)
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()
    assert not thread.archived
    assert (await pits.match()).board.message == pits.board(thread).id
    assert "to act" in pits.board(thread).text or "turn" in pits.board(thread).text


async def test_a_click_on_a_board_in_an_archived_thread_is_answered(pits: Pits) -> None:
    thread = pits.local.add_thread(pits.channel, "table")
    await pits.deal(2, channel=thread)
    pits.local.misbehave.archive(thread)
    for user in (pits.ann, pits.ben):
        outcome = await pits.press(user, "pass", pits.board(thread))
        assert not outcome.failed
    await pits.settled()
    assert not thread.archived
    assert "turn" in pits.board(thread).text


async def test_a_channel_that_is_gone_stops_nothing_else(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    first = await pits.deal(2, channel=arena)
    second = await pits.deal(2)
    pits.local.misbehave.delete_channel(arena)
    panels = pits.messages(pits.local.dm(pits.ann), pits.ann)
    for panel in panels:
        await pits.press(pits.ann, "pick", panel, "pass")
    await pits.settled()
    assert (await pits.stored(second)).moves == 2
    assert (await pits.match(first)).resting == resting.GONE


async def test_an_old_board_is_posted_anew_rather_than_edited(pits: Pits) -> None:
    await pits.deal(2, options={"pace": "post"})
    old = pits.board()
    pits.clock.now += 51 * MINUTE
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await pits.settled()
    assert old.deleted
    assert "hand" in verbs(pits.board())


async def test_trouble_with_the_greeting_takes_nobodys_seat(pits: Pits) -> None:
    await pits.open(1)
    refuse(pits, "/users/@me/channels")
    outcome = await pits.press(pits.ben, "join")
    assert outcome.updated
    assert await follow_up(outcome) == ""
    assert (await pits.match()).seat_of(pits.ben.id) == 1


async def test_trouble_with_the_board_is_said_so(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    board = pits.board()
    refuse(pits, "/channels/{channel_id}/messages")
    outcome = await pits.command(pits.ann, "table")
    assert moving.NOT_POSTED in await follow_up(outcome)
    await pits.settled()
    assert pits.board() is board


async def test_a_table_that_has_moved_gets_its_board_later(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.delete_channel(pits.channel)
    await pits.settled()
    other = pits.local.add_channel("back-alley")
    refuse(pits, "/channels/{channel_id}/messages", 3, other)
    outcome = await pits.command(pits.ann, "table", {"table": pits.match_id}, other)
    assert await follow_up(outcome) == f"{moving.HERE} {moving.NOT_POSTED}"
    for _ in range(3):
        pits.clock.now += 20 * RETRY_MS
        pits.bot.matches.wake()
        await pits.settled()
    assert "hand" in verbs(pits.board(other))


async def test_a_new_table_that_found_discord_in_trouble_gets_its_board_later(pits: Pits) -> None:
    await pits.deal(2)
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
    await pits.settled()
    refuse(pits, "/channels/{channel_id}/messages", channel=pits.channel)
    assert "A new table is open" in await again(pits, pits.ann, pits.public()[-1])
    assert "join" not in verbs(pits.public()[-1])
    pits.clock.now += 20 * RETRY_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert "join" in verbs(pits.board())


async def test_who_plays_alone_again_is_dealt_in_once_discord_takes_the_seal(pits: Pits) -> None:
    await pits.deal(1, computers=1)
    await pits.command(pits.ann, "end")
    await pits.settled()
    old = pits.match_id
    refuse(pits, "/channels/{channel_id}/messages", channel=pits.channel)
    await pits.forge(pits.ann, custom_ids.write("again", old), pits.public()[-1])
    await pits.settled()
    board = pits.public()[-1]
    assert board.text.startswith("### Car Wars: The Card Game · Duel 1")
    assert "hand" in verbs(board)


def refuse(pits: Pits, route: str, n: int = 1, channel: Channel | None = None) -> None:
    """Discord answers 503 to the next calls that post there (to `channel`, if it is given)."""
    hub: Any = pits.local.hub
    limit, left = hub.limits.ask, iter(range(n))

    def ask(method: str, called: str, params: dict[str, str], *args: Any) -> Any:
        meant = channel is None or params.get("channel_id") == str(channel.id)
        if (method, called) == ("POST", route) and meant and next(left, None) is not None:
            raise Refused(0, status=503, message="local trouble")
        return limit(method, called, params, *args)

    hub.limits.ask = ask


async def test_trouble_at_discord_is_tried_again(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.clock.now += 200_000
    pits.local.misbehave.fail_next(3, 400)
    await pits.bot.clocks.tick()
    await pits.settled()
    assert (await pits.stored()).moves > 1
    assert "escape" not in pits.board().text
    pits.clock.now += 20 * RETRY_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert "escape" in pits.board().text
    assert (await pits.match()).board.key


@pytest.mark.parametrize("what", ["board", "hand"])
@pytest.mark.parametrize("dies", ["_post_anew", "remove"])
async def test_a_process_that_dies_while_it_replaces_a_message_leaves_one(
    three: Several, monkeypatch: pytest.MonkeyPatch, dies: str, what: str
) -> None:
    """Before the new one is there, and before it has begun to take the old one away. The press came
    to another process, and a third one goes on."""
    await three.lay("gun front, swerve", "laser left, smoke")
    old = three.board() if what == "board" else three.panel(three.ben)
    delivery, died = three.bot.delivery, []
    does = getattr(delivery, dies)

    async def gone(*what: Any) -> Any:
        if old.id in (what[-1], getattr(what[0], "message", 0)):
            died.append(True)
            raise asyncio.CancelledError
        return await does(*what)

    monkeypatch.setattr(delivery, dies, gone)
    three.clock.now += 51 * MINUTE
    while not died:
        await three.answer(three.ann)
        await three.settled()
    await three.stop_home()
    three.clock.now += SHARED_LEASE_MS
    await three.settled()
    assert old.deleted
    await three.is_whole()
