"""Boards that chat has buried come down again, at the right moment and once."""

from __future__ import annotations

import asyncio

import pytest

from bot.local import Message
from bot.local.hub import Call
from bot.match import resting
from bot.match.seats import Shown
from bot.tables.sight import (
    APART_MS,
    AT_A_TURN,
    AT_ANY_QUESTION,
    FRESH_MS,
    IN_SECRET,
    QUIET_MS,
    THUMB_MS,
    Chat,
    Sight,
    live_window,
    may_move,
)
from tests.bot import faults
from tests.bot.pits import MINUTE, Pits, follow_up, verbs
from tests.bot.several import Several
from tests.store.rows import next_due

SILENT = 1 << 12
HANDS = ("gun front, swerve, smoke", "laser left, smoke")


# -- the rules, without a bot


def chat(messages: int) -> Chat:
    """A board with so many messages below it."""
    made = Chat()
    made.shown(100)
    for number in range(messages):
        made.wrote(101 + number, 1_000 * number)
    return made


@pytest.mark.parametrize(
    ("messages", "turn", "buried"),
    [
        (AT_A_TURN - 1, True, False),
        (AT_A_TURN, True, True),
        (AT_A_TURN, False, False),
        (AT_ANY_QUESTION - 1, False, False),
        (AT_ANY_QUESTION, False, True),
    ],
)
def test_how_many_messages_bury_a_board(messages: int, turn: bool, buried: bool) -> None:
    assert chat(messages).buries(turn=turn) is buried


def test_only_what_stands_below_counts() -> None:
    made = chat(12)
    made.gone([101, 102, 103])
    assert not made.buries(turn=False)
    assert made.buries(turn=True)
    made.shown(111)
    assert made.below == [112]
    made.wrote(105, 0)
    assert made.below == [112], "an event that comes late is of a message above"


def test_a_board_waits_for_quiet_thumbs_and_its_own_time() -> None:
    made = Chat()
    made.shown(100)
    assert made.free_at("live", 7) == 7 + APART_MS["live"]
    assert made.free_at("post", 7) == 7 + APART_MS["post"]
    made.wrote(101, 200_000)
    assert made.free_at("live", 7) == 200_000 + QUIET_MS
    made.pressed(99, 300_000)
    assert made.free_at("live", 7) == 200_000 + QUIET_MS, "that is another message"
    made.pressed(100, 300_000)
    assert made.free_at("live", 7) == 300_000 + THUMB_MS


def test_an_old_board_is_not_posted_anew_while_a_live_window_runs() -> None:
    match = faults.match_of("carwars-cards", settle=False)
    assert live_window(match), "it begins with one"
    assert not may_move(match, Sight(), MINUTE)
    match.pace = "post"
    assert may_move(match, Sight(), MINUTE)


def test_a_board_comes_down_for_people_alone() -> None:
    match, sight = faults.match_of("nascards"), Sight()
    match.board = Shown(match.channel_id, 100)
    sight.free_at(match)
    for number in range(AT_ANY_QUESTION):
        sight.wrote(match.channel_id, 101 + number, 0)
    assert sight.opens(match, MINUTE)
    for seat in match.seats:
        seat.computer = "normal"
    assert not sight.opens(match, MINUTE)


# -- at a table


async def write(pits: Pits, messages: int) -> None:
    """People write in the channel, and the bot hears of it."""
    last = None
    for number in range(messages):
        last = pits.local.write(pits.stranger, pits.channel, f"line {number}")
    watched = pits.bot.matches.sight._watched[pits.match_id]
    if last is not None:
        number = last.id
        for _ in range(1000):
            if number in watched.chat.below:
                return
            await asyncio.sleep(0.001)
        raise AssertionError("the bot did not hear of it")


async def turn_over(pits: Pits) -> None:
    """Ann plays nothing, and Ben's turn begins."""
    await pits.press(pits.ann, "some", pits.panel(pits.ann), values=["0"])
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.settled()


async def later(pits: Pits, ms: int) -> None:
    """The clock moves on, and the bot looks at the outbox."""
    pits.clock.now += ms
    pits.bot.matches.wake()
    await pits.settled()


def sends(pits: Pits, since: int) -> list[Call]:
    """Messages posted in the channel since the call of that number."""
    return [
        call
        for call in pits.local.calls[since:]
        if (call.method, call.route) == ("POST", "/channels/{channel_id}/messages")
        and call.params["channel_id"] == str(pits.channel.id)
    ]


def bottom(pits: Pits) -> Message:
    return pits.public()[-1]


async def test_a_buried_board_comes_down_once_and_silently(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    since = len(pits.local.calls)
    await turn_over(pits)
    assert pits.board() is old, "somebody has just written"
    await later(pits, QUIET_MS)
    new = pits.board()
    assert new is not old
    assert old.deleted
    assert bottom(pits) is new
    assert (await pits.match()).board.message == new.id
    (call,) = sends(pits, since)
    assert call.body["flags"] & SILENT
    await later(pits, 10 * MINUTE)
    assert pits.board() is new
    assert await next_due(pits.store) is None


async def test_the_board_of_a_table_that_rests_by_then_stays(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    await turn_over(pits)
    await pits.bot.matches.change(pits.match_id, lambda s: resting.rest(s, resting.ASLEEP))
    await later(pits, QUIET_MS)
    assert pits.board() is old


async def test_a_buried_board_comes_down_where_another_process_plays_the_press(
    three: Several,
) -> None:
    """The table's home alone hears the channel, and presses in direct messages come to shard 0."""
    await three.lay(*HANDS)
    old = three.board()
    await later(three, MINUTE)
    await write(three, AT_A_TURN)
    await turn_over(three)
    await later(three, QUIET_MS)
    assert old.deleted
    assert three.board().id > old.id


async def test_three_lines_bury_nothing(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN - 1)
    await turn_over(pits)
    await later(pits, MINUTE)
    assert pits.board() is old


async def test_lines_that_are_deleted_again_do_not_count(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    line = pits.messages()[-1]
    pits.local.misbehave.delete_message(line)
    watched = pits.bot.matches.sight._watched[pits.match_id]
    for _ in range(1000):
        if line.id not in watched.chat.below:
            break
        await asyncio.sleep(0.001)
    await turn_over(pits)
    await later(pits, MINUTE)
    assert pits.board() is old


async def test_a_press_on_the_board_keeps_it_where_it_is(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    await turn_over(pits)
    pits.clock.now += QUIET_MS - 1_000
    await pits.press(pits.stranger, "rules", old)
    await later(pits, 1_000)
    assert pits.board() is old, "a thumb is on it"
    await later(pits, THUMB_MS)
    assert pits.board() is not old


async def test_no_board_moves_while_a_live_window_runs(pits: Pits) -> None:
    await pits.deal(2, options={"window_seconds": "3600"})
    old = pits.board()
    assert "respond" in verbs(old)
    await later(pits, MINUTE)
    await write(pits, AT_ANY_QUESTION)
    since = len(pits.local.calls)
    match = await pits.match()
    payload = str(match.board.message).encode()
    await pits.store.post(pits.match_id, "buried", payload, pits.clock())
    await later(pits, QUIET_MS)
    await later(pits, MINUTE)
    assert pits.board() is old
    assert sends(pits, since) == []
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()
    await later(pits, MINUTE)
    assert pits.board() is not old
    assert len(sends(pits, since)) == 1


async def test_a_restart_neither_loses_nor_doubles_it(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    since = len(pits.local.calls)
    await turn_over(pits)
    await pits.stop()
    await pits.start()
    await later(pits, QUIET_MS)
    assert old.deleted
    assert len(sends(pits, since)) == 1
    await pits.stop()
    await pits.start()
    await later(pits, MINUTE)
    assert len(sends(pits, since)) == 1


async def test_after_a_restart_chat_is_counted_from_the_first_line(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await pits.stop()
    await pits.start()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    await turn_over(pits)
    await later(pits, QUIET_MS)
    assert old.deleted


async def test_a_board_that_somebody_deletes_before_it_comes_down(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await later(pits, MINUTE)
    await write(pits, AT_A_TURN)
    await turn_over(pits)
    pits.local.misbehave.delete_message(old)
    await later(pits, QUIET_MS)
    boards = [m for m in pits.public() if m.pressables]
    assert len(boards) == 1
    assert (await pits.match()).board.message == boards[0].id


async def test_the_board_stands_below_the_sealing_message(pits: Pits) -> None:
    await pits.open(2)
    lobby = pits.board()
    since = len(pits.local.calls)
    await pits.press(pits.ann, "start")
    await pits.settled()
    (seal,) = pits.seals()
    assert pits.board().id > seal.id
    assert lobby.deleted
    assert len(pits.public()) == 1
    *_, board = sends(pits, since)
    assert board.body["flags"] & SILENT


async def test_the_old_one_of_two_boards_works_or_says_so(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await pits.command(pits.ann, "end")
    await pits.settled()
    # The old one could not be taken away: it still stands.
    keep = old.id
    match = await pits.match()
    await pits.bot.matches.board_shown(match, old.id + 1, "other", pits.clock())
    outcome = await pits.press(pits.ben, "agree", old)
    assert not outcome.failed
    await pits.settled()
    assert (await pits.match()).status == "ended", "the press counts"
    assert "further down" in pits.local.world.messages[pits.channel.id][keep].text
    assert (await pits.match()).board.message != keep


async def test_an_old_board_says_where_the_new_one_is_when_a_press_is_refused(pits: Pits) -> None:
    await pits.lay(*HANDS)
    old = pits.board()
    await pits.command(pits.ann, "end")
    await pits.settled()
    match = await pits.match()
    await pits.bot.matches.board_shown(match, old.id + 1, "other", pits.clock())
    outcome = await pits.press(pits.stranger, "agree", old)
    assert "further down" in old.text
    assert "You are not playing" in await follow_up(outcome)


async def test_a_thread_by_post_is_kept_awake(pits: Pits) -> None:
    thread = pits.local.add_thread(pits.channel, "table")
    await pits.deal(2, channel=thread, options={"pace": "post"})
    old = pits.board(thread)
    await later(pits, FRESH_MS - 1)
    assert pits.board(thread) is old
    await later(pits, 1)
    new = pits.board(thread)
    assert new is not old
    await later(pits, FRESH_MS)
    assert pits.board(thread) is not new
    assert len(pits.public(thread)) == 1


async def test_a_press_in_secret_keeps_no_board_where_it_is(pits: Pits) -> None:
    """When the board may move would tell that somebody has answered."""
    await pits.deal(2)
    sight, match = pits.bot.matches.sight, await pits.match()
    before = sight.thumb_at(match)
    for verb in sorted(IN_SECRET):
        sight.pressed(pits.match_id, pits.board().id, verb, pits.clock() + 60_000)
        assert sight.thumb_at(match) == before, verb
    sight.pressed(pits.match_id, pits.board().id, "more", pits.clock() + 60_000)
    assert sight.thumb_at(match) > before
