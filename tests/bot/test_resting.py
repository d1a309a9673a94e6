"""Tables that rest: left by their people, asleep after a week; what wakes them, and their end."""

from __future__ import annotations

import random

import pytest

from bot.delivery.panels import QUIET_MS
from bot.local import Message
from bot.match import resting
from bot.match.state import TURN_SECONDS
from bot.posts import boards
from bot.store import Deadline
from bot.tables import rows
from tests.bot import faults
from tests.bot.pits import MINUTE, Pits, find, follow_up, question, verbs
from tests.bot.test_clocks import later
from tests.bot.test_play import take_any
from tests.bot.test_ringing import silent

pytestmark = pytest.mark.long

HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
LONG = {"single_duel": "true", "window_seconds": "3600"}
LEFT = "Everyone has left, so this table is paused until one of its players presses a button; it "
ASLEEP = "Nobody has pressed a button for a week, so this table sleeps until one of its players "


async def clocks(pits: Pits, match_id: str = "") -> list[Deadline]:
    row = await pits.store.match(match_id or pits.match_id)
    assert row is not None
    return row.deadlines


async def goes_on(pits: Pits) -> None:
    """Ann is asked, can answer, and the computers play."""
    match = await pits.match()
    assert (match.status, match.resting) == ("live", "")
    assert not match.seats[0].computer
    panel = pits.panel(pits.ann)
    assert question(panel)
    assert "paused" not in panel.text
    moves = (await pits.stored()).moves
    await take_any(pits, pits.ann, panel, random.Random(1))
    await pits.settled()
    assert (await pits.stored()).moves > moves


async def left(pits: Pits) -> Message:
    """A table of Ann and a computer that she has left; its board."""
    await pits.deal(1, computers=1, options=LONG)
    board = pits.board()
    await pits.command(pits.ann, "leave")
    await pits.settled()
    return board


async def asleep(pits: Pits) -> Message:
    """A table of Ann and a computer that sleeps; its board."""
    await pits.deal(1, computers=1, options=LONG)
    await later(pits, WEEK)
    return pits.board()


# -- left by its people


async def test_the_last_one_may_leave_and_the_table_is_paused(pits: Pits) -> None:
    await pits.deal(1, computers=2, options=LONG)
    moves = (await pits.stored()).moves
    outcome = await pits.command(pits.ann, "leave")
    said = await follow_up(outcome)
    assert "You were the last one playing, so this table is paused." in said
    assert "it closes in 24 hours if nobody comes back." in said
    await pits.settled()
    assert (await pits.match()).resting == resting.LEFT
    after = await pits.stored()
    assert (after.status, after.moves) == ("live", moves), "no computer plays on"
    due = pits.clock() + DAY
    assert await clocks(pits) == [Deadline(number=0, seat=0, due_at=due, stage=rows.RESTS)]
    for message in (pits.board(), pits.panel(pits.ann)):
        assert f"{LEFT}closes <t:{due // 1000}:R> if nobody does." in message.text
        assert "wake" in verbs(message)
        assert not {"respond", "pass", "pick"} & set(verbs(message))
        assert "runs out" not in message.text


async def test_nothing_goes_on_after_a_restart_either(pits: Pits) -> None:
    await left(pits)
    before = await pits.stored()
    edits = pits.board().edits
    await pits.stop()
    await pits.start()
    await pits.settled()
    await later(pits, DAY - 1)
    assert await pits.stored() == before
    assert pits.board().edits == edits
    assert not any(line.goes_on for line in await pits.store.open_lines())


async def test_a_table_that_was_left_closes_after_a_day_with_its_standings(pits: Pits) -> None:
    board = await left(pits)
    await later(pits, DAY - 1)
    assert (await pits.stored()).status == "live"
    await later(pits, 1)
    assert (await pits.stored()).status == "ended"
    over = "Everyone left and nobody came back within a day, so this match has ended."
    for message in (board, pits.panel(pits.ann)):
        assert over in message.text
        assert message.alts, "how they stood"
        assert verbs(message) == []
    outcome = await pits.command(pits.ann, "verify", {"table": pits.match_id})
    assert "come out the same" in outcome.text


@pytest.mark.parametrize("verb", ["hand", "words", "missed", "rules", "more", "wake"])
async def test_whatever_its_people_press_wakes_it(pits: Pits, verb: str) -> None:
    board = await left(pits)
    old = find(pits.board(), "more")
    await pits.forge(pits.ann, old.replace("more:", f"{verb}:"), board)
    # While she looks at a hand in the channel, the direct message follows a little later.
    await later(pits, QUIET_MS)
    await goes_on(pits)


async def test_the_hand_wakes_it_and_shows_what_is_asked(pits: Pits) -> None:
    await left(pits)
    panel = pits.panel(pits.ann)
    outcome = await pits.press(pits.ann, "wake", panel)
    assert outcome.updated
    assert question(panel)
    await pits.settled()
    await goes_on(pits)


@pytest.mark.parametrize("command", ["hand", "table", "undo"])
async def test_a_command_of_its_people_wakes_it(pits: Pits, command: str) -> None:
    await left(pits)
    await pits.command(pits.ann, command)
    await later(pits, QUIET_MS)
    await goes_on(pits)


async def test_nobody_else_wakes_it(pits: Pits) -> None:
    board = await left(pits)
    before = await pits.stored()
    for verb in ("wake", "words", "more"):
        await pits.press(pits.stranger, verb, board)
    for command in ("table", "hand", "games"):
        await pits.command(pits.stranger, command)
    await pits.settled()
    assert await pits.stored() == before


async def test_of_two_who_left_one_comes_back(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await pits.command(pits.ben, "leave")
    await pits.settled()
    assert (await pits.match()).resting == ""
    await pits.command(pits.ann, "leave")
    await pits.settled()
    assert (await pits.match()).resting == resting.LEFT
    await pits.press(pits.ann, "wake")
    await pits.settled()
    assert [bool(seat.computer) for seat in (await pits.match()).seats] == [False, True]
    await goes_on(pits)


async def test_who_has_left_it_ends_it_for_good_if_he_likes(pits: Pits) -> None:
    await left(pits)
    outcome = await pits.command(pits.ann, "end")
    assert "Match ended." in await follow_up(outcome)
    await pits.settled()
    assert (await pits.stored()).status == "ended"
    assert "This match was ended early." in pits.public()[0].text


async def test_who_would_end_it_for_others_who_have_left_it_is_asked_first(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    for user in (pits.ben, pits.ann):
        await pits.command(user, "leave")
    (asked,) = (await pits.command(pits.ann, "end")).messages
    assert "End the match? Nobody else is asked." in asked.text
    assert "**B** Ben could still come back." in asked.text
    assert (await pits.match()).status == "live"
    outcome = await pits.press(pits.ann, "end", asked)
    assert "Match ended." in await follow_up(outcome)
    assert (await pits.match()).status == "ended"


async def test_where_nobody_can_come_back_it_ends_at_once(pits: Pits) -> None:
    await pits.deal(1, computers=1, game="mini-carwars")
    outcome = await pits.command(pits.ann, "leave", {"how": "retire"})
    assert "You were the last person at the table, so the match has ended." in outcome.text
    assert (await pits.stored()).status == "ended"


async def test_who_is_forgotten_last_leaves_a_table_that_rests(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await pits.command(pits.ann, "leave")
    await pits.bot.matches.forget(pits.ben.id)
    await pits.settled()
    assert (await pits.match()).resting == resting.LEFT
    await pits.press(pits.ann, "wake")
    await pits.settled()
    assert (await pits.match()).resting == ""


# -- its channel is free


async def test_its_channel_takes_another_table_and_it_goes_on_elsewhere(pits: Pits) -> None:
    old = await left(pits)
    first = pits.match_id
    second = await pits.deal(2, people=[pits.ben, pits.cora], options=LONG)
    assert second != first
    pits.match_id = first
    before = await pits.stored()
    hint = f"Type `/table table:{first}` in another channel to go on there."
    outcome = await pits.press(pits.ann, "wake", old)
    assert f"Another table has its channel now. {hint}" in await follow_up(outcome)
    outcome = await pits.command(pits.ann, "table", {"table": first})
    assert hint in await follow_up(outcome)
    outcome = await pits.command(pits.ann, "table")
    assert "The board has been posted again." in await follow_up(outcome), "the other table's"
    assert await pits.stored() == before
    arena = pits.local.add_channel("arena")
    outcome = await pits.command(pits.ann, "table", {"table": first}, arena)
    assert "The table is here now, and the match goes on." in await follow_up(outcome)
    await pits.settled()
    assert old.deleted
    assert f"Table {first}" in pits.board(arena).text
    assert f"<#{arena.id}>" in pits.panel(pits.ann).text
    assert (await pits.store.open_match_in(arena.id)) == first
    assert (await pits.store.open_match_in(pits.channel.id)) == second
    await goes_on(pits)
    await pits.stop()
    await pits.start()
    await goes_on(pits)


async def test_the_seal_is_found_where_it_was_posted(pits: Pits) -> None:
    await left(pits)
    (seal,) = pits.seals()
    arena = pits.local.add_channel("arena")
    await pits.command(pits.ann, "table", {"table": pits.match_id}, arena)
    await pits.command(pits.ann, "end", channel=arena)
    await pits.settled()
    outcome = await pits.command(pits.ann, "verify", {"table": pits.match_id})
    assert f"/{pits.channel.id}/{seal.id}" in outcome.text
    assert "come out the same" in outcome.text


def test_the_seal_stays_where_the_match_began_however_often_it_moves() -> None:
    match = faults.match_of("nascards")
    began = boards.sealed_in(match)
    for channel in (3, 4):
        resting.rest(match, resting.GONE)
        resting.move(match, 1, 9, channel)
        assert boards.sealed_in(match) == began


def test_a_table_that_leaves_its_own_thread_has_no_sign_there_any_more() -> None:
    match = faults.match_of("nascards")
    match.thread, match.parent_id = "own", 7
    resting.rest(match, resting.GONE)
    resting.move(match, 1, 9, 3)
    assert (match.thread, match.parent_id) == ("", 0)


async def test_a_table_that_is_being_played_stays_where_it_is(pits: Pits) -> None:
    await pits.deal(2)
    before = await pits.stored()
    arena = pits.local.add_channel("arena")
    outcome = await pits.command(pits.ann, "table", {"table": pits.match_id}, arena)
    assert f"That table is being played in <#{pits.channel.id}>." in await follow_up(outcome)
    outcome = await pits.command(pits.stranger, "table", {"table": pits.match_id}, arena)
    assert "You are not playing at this table." in await follow_up(outcome)
    assert await pits.stored() == before
    assert pits.public(arena) == []


async def test_where_the_bot_may_not_post_it_does_not_go(pits: Pits) -> None:
    await left(pits)
    shut = pits.local.add_channel("shut", deny=["send_messages"])
    outcome = await pits.command(pits.ann, "table", {"table": pits.match_id}, shut)
    assert "I need the permission Send Messages in this channel." in await follow_up(outcome)
    assert (await pits.match()).resting == resting.LEFT


# -- alone at the table


async def test_who_plays_alone_has_no_clock_and_is_reminded_once(pits: Pits) -> None:
    await pits.deal(1, computers=1, options=LONG)
    panel = pits.panel(pits.ann)
    assert "runs out" not in pits.board().text + panel.text
    await later(pits, 10 * MINUTE - 1)
    assert pits.notices(pits.ann) == []
    await later(pits, 1)
    (reminded,) = pits.notices(pits.ann)
    await pits.stop()
    await pits.start()
    for _ in range(6):
        await later(pits, DAY)
    assert pits.notices(pits.ann) == [reminded]
    assert pits.panel(pits.ann) is panel
    assert not any(move.kind == "clock" for move in await pits.store.moves(pits.match_id))
    await goes_on(pits)


async def test_by_post_the_reminder_comes_after_a_day(pits: Pits) -> None:
    await pits.deal(1, computers=1, options={"pace": "post"})
    await later(pits, DAY - 1)
    assert pits.notices(pits.ann) == []
    await later(pits, 1)
    assert len(pits.notices(pits.ann)) == 1


async def test_the_clock_stops_for_who_stays_and_starts_when_the_other_is_back(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    assert "runs out" in pits.board().text
    await pits.command(pits.ben, "leave")
    await pits.settled()
    assert "runs out" not in pits.board().text + pits.panel(pits.ann).text
    await later(pits, 3 * HOUR)
    assert not (await pits.match()).seats[0].missed
    await pits.press(pits.ben, "hand")
    await pits.settled()
    due = pits.clock() + 1000 * TURN_SECONDS["live"]
    assert (await pits.match()).due_of(0) == due
    assert f"<t:{due // 1000}:R>" in pits.board().text


async def test_a_reminder_in_quiet_hours_rings_when_they_are_over(pits: Pits) -> None:
    """No clock runs out before, so he is still waited for then."""
    await pits.command(pits.ann, "notify", {"quiet": "22-7", "now": "23:00"})
    await pits.deal(1, computers=1)
    rang = len(pits.local.pushes(pits.ann))
    await later(pits, 10 * MINUTE)
    (notice,) = pits.notices(pits.ann)
    assert silent(notice)
    assert len(pits.local.pushes(pits.ann)) == rang
    await later(pits, 8 * HOUR - 10 * MINUTE)
    (notice,) = pits.notices(pits.ann)
    assert not silent(notice)
    assert len(pits.local.pushes(pits.ann)) == rang + 1
    await later(pits, 48 * HOUR)
    assert len(pits.local.pushes(pits.ann)) == rang + 1


async def test_who_is_left_alone_by_clocks_has_none_and_is_reminded_once(pits: Pits) -> None:
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    for _ in range(2):
        await take_any(pits, pits.ann, pits.panel(pits.ann), random.Random(1))
        await pits.settled()
        while (await pits.match()).ask_of(0) is None:
            due = (await pits.match()).earliest_due()
            assert due is not None
            await later(pits, due - pits.clock())
            await pits.settled()
    match = await pits.match()
    assert match.people() == [0]
    assert match.earliest_due() is None
    assert "runs out" not in pits.board().text + pits.panel(pits.ann).text
    await later(pits, resting.ALONE_MS["live"] - 1)
    assert pits.notices(pits.ann) == []
    await later(pits, 1)
    assert len(pits.notices(pits.ann)) == 1
    await later(pits, DAY)
    assert len(pits.notices(pits.ann)) == 1
    assert (await pits.match()).seats[0].missed == 0


# -- asleep


async def test_after_a_week_without_a_press_it_sleeps(pits: Pits) -> None:
    await pits.deal(1, computers=1, options=LONG)
    await later(pits, WEEK - 1)
    assert (await pits.match()).resting == ""
    await later(pits, 1)
    assert (await pits.match()).resting == resting.ASLEEP
    for message in (pits.board(), pits.panel(pits.ann)):
        assert ASLEEP in message.text
        assert "wake" in verbs(message)
    assert await pits.store.open_match_in(pits.channel.id) is None


async def test_a_press_that_changes_nothing_counts(pits: Pits) -> None:
    await pits.deal(1, computers=1, options=LONG)
    await later(pits, WEEK - HOUR)
    await pits.press(pits.ann, "words")
    await later(pits, WEEK - 1)
    assert (await pits.match()).resting == ""
    await later(pits, 1)
    assert (await pits.match()).resting == resting.ASLEEP


async def test_a_strangers_press_does_not_count(pits: Pits) -> None:
    await pits.deal(1, computers=1, options=LONG)
    await later(pits, WEEK - HOUR)
    await pits.press(pits.stranger, "words")
    await later(pits, HOUR)
    assert (await pits.match()).resting == resting.ASLEEP


async def test_games_wakes_it_where_it_was(pits: Pits) -> None:
    await asleep(pits)
    outcome = await pits.command(pits.ann, "games")
    assert f"table {pits.match_id}: asleep" in outcome.text
    (listed,) = outcome.messages
    assert listed.labels == [f"Wake {pits.match_id}"]
    outcome = await pits.press(pits.ann, "wake", listed)
    assert not outcome.failed
    await later(pits, QUIET_MS)
    await goes_on(pits)
    assert pits.panel(pits.ann).channel_id == pits.local.dm(pits.ann).id
    assert await pits.store.open_match_in(pits.channel.id) == pits.match_id


async def test_games_brings_it_to_another_channel_when_its_own_is_taken(pits: Pits) -> None:
    await asleep(pits)
    first = pits.match_id
    await pits.open(2, people=[pits.ben, pits.cora])
    pits.match_id = first
    arena = pits.local.add_channel("arena")
    outcome = await pits.command(pits.ann, "games", channel=pits.local.dm(pits.ann))
    (listed,) = outcome.messages
    assert listed.labels == [f"Move {first} here"]
    outcome = await pits.press(pits.ann, "move", listed)
    assert "A table needs a channel of a server" in await follow_up(outcome)
    for message in (listed, *outcome.messages):
        pits.local.misbehave.delete_message(message)
    (listed,) = (await pits.command(pits.ann, "games", channel=arena)).messages
    outcome = await pits.press(pits.ann, "move", listed)
    assert "The table is here now" in await follow_up(outcome)
    await pits.settled()
    assert first in pits.board(arena).text
    await goes_on(pits)


async def test_after_two_months_asleep_it_ends_with_its_standings(pits: Pits) -> None:
    board = await asleep(pits)
    await later(pits, 60 * DAY - 1)
    assert (await pits.stored()).status == "live"
    await later(pits, 1)
    assert (await pits.stored()).status == "ended"
    shown = board if not board.deleted else pits.public()[-1]
    assert "Nobody pressed a button for two months, so this match has ended." in shown.text
    assert shown.alts
    assert pits.panel(pits.ann).alts


async def test_a_table_of_several_sleeps_too_and_computers_do_not_play_it_out(pits: Pits) -> None:
    """Clocks hand seats over until one person is left, who has none."""
    await pits.deal(2, options={"pace": "post"})
    for _ in range(20):
        await later(pits, DAY)
    match = await pits.match()
    assert match.resting == resting.ASLEEP
    assert len(match.people()) == 1
    asked = match.ask_of(match.people()[0])
    assert asked is not None


async def test_a_press_while_it_falls_asleep_is_not_lost(pits: Pits) -> None:
    """The clock's row has been claimed when the press comes."""
    await pits.deal(1, computers=1, options=LONG)
    pits.clock.now += WEEK
    (due,) = [d for d in await pits.store.deadlines_due(pits.clock()) if d.stage == rows.RESTS]
    await pits.press(pits.ann, "words")
    await pits.bot.matches.deadline(due)
    await pits.settled()
    assert (await pits.match()).resting == ""
    await goes_on(pits)


async def test_a_table_from_before_gets_its_times(pits: Pits) -> None:
    """One that was stored without them, with a clock for somebody alone."""
    await pits.deal(1, computers=1, options=LONG)
    match = await pits.match()
    (ask,) = [a for a in match.waiting() if a.seat == 0]
    match.pressed_at = match.reminded = match.rests_at = 0
    match.due = {ask.number: pits.clock() + MINUTE}
    assert not match.time_out(ask.number)
    match.set_clocks(pits.clock())
    assert match.rests_at == pits.clock() + WEEK
    assert match.due == {}
