"""Notices on Discord: what rings, where, how often, and that nothing is left standing."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import msgspec
import pytest

from bot.delivery import discord_calls
from bot.delivery.click import ONE_LINE
from bot.delivery.outbox import RETRY_MS
from bot.local import Channel, Message, User
from bot.match.calls import mute
from bot.match.match import Match
from bot.match.notices import BEGUN, LAPSES, SHARED_MS
from bot.match.state import TURN_SECONDS, WINDOW_SECONDS_BY_POST
from bot.posts.posts import Post
from bot.presses.board_clicks import DONE
from bot.presses.notify import NO_HOURS
from bot.store import NoticeRow
from bot.tables.stored import NOTICE
from tests.bot.faults import match_of
from tests.bot.pits import MINUTE, Pits, find, item, question, verbs

S = 1000
TURN = S * TURN_SECONDS["live"]
HOUR = 60 * MINUTE
HANDS = ("gun front, swerve, smoke", "laser left, smoke")
GAME = "Car Wars: The Card Game"


async def later(pits: Pits, ms: int) -> None:
    """Let time pass, play out what is due, and wait until it has been told."""
    pits.clock.now += ms
    await pits.bot.clocks.tick()
    pits.bot.matches.wake()
    await pits.settled()


def pushes(pits: Pits, user: User) -> list[str]:
    """What rang at a person with words. Boards and hands have none."""
    return [push.text for push in pits.local.pushes(user) if push.text]


def calls(pits: Pits, channel: Channel | None = None) -> list[Message]:
    """The plain messages of the bot that stand in the channel."""
    return [message for message in pits.public(channel) if message.content]


def silent(message: Message) -> bool:
    return bool(message.flags & (1 << 12))


def links(message: Message) -> dict[str, str]:
    """The links under a message by their labels."""
    rows: list[Any] = message.components
    return {b["label"]: b["url"] for row in rows for b in row["components"] if b.get("url")}


async def act(pits: Pits, user: User) -> None:
    """Answer one's own question: discard the first card."""
    await pits.press(user, "some", pits.panel(user), values=["0"])
    await pits.settled()


# -- the table of times, with a bot


async def test_who_is_here_is_called_after_eight_seconds_and_at_half_clock(pits: Pits) -> None:
    await pits.lay(*HANDS)
    hand, before = pits.panel(pits.ann), len(pushes(pits, pits.ann))
    await later(pits, 8 * S - 1)
    assert pits.notices(pits.ann) == []
    await later(pits, 1)
    (first,) = pits.notices(pits.ann)
    said = f"Your move · {GAME} · Attack, play a special or discard. 3 minutes."
    assert first.content == said
    assert pushes(pits, pits.ann)[before:] == [said]
    assert pits.panel(pits.ann) is hand, "the hand stays where it is"
    await later(pits, TURN // 2 - 8 * S)
    (second,) = pits.notices(pits.ann)
    assert first.deleted
    assert second.content.startswith(f"Still your move · {GAME} · ")
    assert second.content.endswith(" 90 seconds left.")
    assert len(pushes(pits, pits.ann)) == before + 2
    await act(pits, pits.ann)
    assert pits.notices(pits.ann) == []
    assert await pits.store.notices(pits.match_id) == []


async def test_who_has_looked_is_not_called_before_half_clock(pits: Pits) -> None:
    await pits.lay(*HANDS)
    pits.clock.now += 5 * S
    await pits.press(pits.ann, "why", pits.panel(pits.ann))
    await later(pits, 4 * S)
    assert pits.notices(pits.ann) == []
    await later(pits, TURN // 2)
    assert len(pits.notices(pits.ann)) == 1


async def test_ones_own_press_shows_the_next_question(pits: Pits) -> None:
    await pits.lay("gun front, swerve, swerve, smoke, smoke", "laser left, smoke")
    pits.clock.now += 60 * S
    await act(pits, pits.ann)
    match = await pits.match()
    ask = match.ask_of(0)
    assert ask is not None
    assert [at - pits.clock() for at in match.rings[ask.number]] == [TURN // 2]


def _lapse(match: Match, number: int) -> None:
    """A clock runs out; its player stays at the table, else the other one has no clock."""
    for seat in match.seats:
        seat.missed = 0
    match.time_out(number)


async def test_who_is_away_is_called_at_once(pits: Pits) -> None:
    await pits.lay(*HANDS)
    pits.clock.now += 3 * MINUTE - S
    await pits.press(pits.ann, "hand")
    await later(pits, 2 * S)  # the clock: Ben, who pressed Join three minutes ago, is asked
    match = await pits.match()
    while match.ask_of(1) is None:
        ask = match.ask_of(0)
        assert ask is not None
        await pits.bot.matches.change(pits.match_id, partial(_lapse, number=ask.number))
        match = await pits.match()
    await pits.settled()
    (notice,) = pits.notices(pits.ben)
    assert notice.content.startswith("Your move")
    assert not silent(notice)


async def test_by_post_after_twenty_seconds_and_at_half_and_late(pits: Pits) -> None:
    await pits.deal(2, options={"pace": "post"})
    await later(pits, S * WINDOW_SECONDS_BY_POST)  # the opening lapses
    ask = (await pits.match()).waiting()[0]
    assert ask.kind == "action"
    user = pits.people[ask.seat]
    stood = []
    for wait in (20 * S - 1, 1, 12 * HOUR - 20 * S, 9 * HOUR):
        await later(pits, wait)
        stood.append([notice.content.rpartition(". ")[2] for notice in pits.notices(user)])
    assert stood == [[], ["24 hours."], ["12 hours left."], ["3 hours left."]]


# -- once, whatever goes wrong


async def test_a_notice_that_stands_is_not_sent_again(pits: Pits) -> None:
    """However often it is put right, and long after Discord has forgotten its nonce."""
    await pits.lay(*HANDS)
    await later(pits, 8 * S)
    stand = pits.notices(pits.ann)
    assert len(stand) == 1
    pits.local.hub.nonces.clear()
    await pits.store.post(pits.match_id, f"{NOTICE}0", b"", pits.clock())
    await later(pits, S)
    assert pits.notices(pits.ann) == stand


def lose_next(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The next notice: Discord posts it, and the bot does not hear so."""
    send = discord_calls.send
    lost: list[int] = []

    async def lose(channel: Any, post: Any, **how: Any) -> int:
        message = await send(channel, post, **how)
        if post.ring and not lost:
            lost.append(message)
            raise TimeoutError
        return message

    monkeypatch.setattr(discord_calls, "send", lose)
    return lost


async def test_a_notice_whose_answer_was_lost_is_no_second_message(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.lay(*HANDS)
    before = len(pushes(pits, pits.ann))
    lost = lose_next(monkeypatch)
    await later(pits, 8 * S)
    await later(pits, 3 * RETRY_MS)
    assert [message.id for message in pits.notices(pits.ann)] == lost
    assert len(pushes(pits, pits.ann)) == before + 1


@pytest.mark.parametrize("where", ["dm", "channel"])
async def test_nor_does_it_stay_where_its_question_is_settled(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """By the time it would be sent once more; as where a process dies before it has noted it."""
    for user in (pits.ann, pits.ben):
        await pits.command(user, "notify", {"where": where})
    await pits.lay(*HANDS)
    await later(pits, 4 * S)
    before = {user: len(pushes(pits, user)) for user in (pits.ann, pits.ben)}
    lost = lose_next(monkeypatch)
    await later(pits, 4 * S)
    await later(pits, SHARED_MS)
    assert len(lost) == 1
    await pits.bot.matches.change(pits.match_id, lambda match: match.end())
    await later(pits, 3 * RETRY_MS)
    standing = [*pits.notices(pits.ann), *pits.notices(pits.ben), *calls(pits)]
    assert [message.id for message in standing] == []
    assert await pits.store.notices(pits.match_id) == []
    assert all(len(pushes(pits, user)) <= before[user] + 1 for user in before), "none rings twice"


@pytest.mark.parametrize("stands", [False, True])
async def test_who_was_to_share_a_call_is_called_once_whoever_needs_it_no_more(
    pits: Pits, monkeypatch: pytest.MonkeyPatch, *, stands: bool
) -> None:
    """Who had taken it on died, before the call or after it; one of both has muted the table by the
    time it comes again."""
    await close(pits, pits.ben, pits.cora)
    await pits.deal(3)
    before, ringing = len(pushes(pits, pits.cora)), pits.bot.delivery.ringing
    post = ringing._post

    async def dies(message: Post, *rows: NoticeRow) -> int:
        monkeypatch.undo()
        if stands:
            await post(message, *rows)
        raise TimeoutError

    monkeypatch.setattr(ringing, "_post", dies)
    await later(pits, SHARED_MS)
    await pits.bot.matches.change(pits.match_id, partial(mute, user_id=pits.ben.id, muted=True))
    await later(pits, 3 * RETRY_MS)
    (call,) = calls(pits)
    assert {user.id for user in call.mentions} == {pits.cora.id, *[pits.ben.id] * stands}
    assert not silent(call)
    assert len(pushes(pits, pits.cora)) == before + 1
    await pits.bot.matches.change(pits.match_id, lambda match: match.end())
    await later(pits, S)
    assert calls(pits) == []
    assert await pits.store.notices(pits.match_id) == []


async def test_what_is_sent_while_it_is_settled_goes_too(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who takes a notice away has looked when it had no message yet."""
    await pits.lay(*HANDS)
    ringing = pits.bot.delivery.ringing
    post, looked = ringing._post, []

    async def slowly(message: Post, *rows: NoticeRow) -> int:
        looked.extend(await pits.store.notices(pits.match_id))
        return await post(message, *rows)

    monkeypatch.setattr(ringing, "_post", slowly)
    await later(pits, 8 * S)
    (notice,), (row,) = pits.notices(pits.ann), looked
    assert not row.message
    await ringing.take_away(msgspec.structs.replace(row, stage=row.stage + 1))
    assert not notice.deleted, "another one stands in its place"
    await ringing.take_away(row)
    assert notice.deleted
    assert await pits.store.notices(pits.match_id) == []


# -- short windows


async def test_the_first_window_of_who_is_away_lasts_half_a_minute_for_him(pits: Pits) -> None:
    await pits.open(2, options={"window_seconds": "15"})
    pits.clock.now += 4 * MINUTE
    await pits.press(pits.ann, "start")
    await pits.settled()
    match = await pits.match()
    assert {ask.kind for ask in match.waiting()} == {"opening"}
    usual = match.seconds_for(match.waiting()[0])
    assert usual < 30
    assert [((match.due_of(seat) or 0) - pits.clock()) // S for seat in (0, 1)] == [usual, 30]
    board = pits.board()
    shown = board.text
    await pits.press(pits.ann, "pass")
    await later(pits, S)
    assert pits.board().text == shown, "whether Ann has answered does not show in the clock"
    assert pits.notices(pits.ben)[0].content == (
        f"The match has begun · {GAME} · Setup: play cards now, or press Ready. 30 seconds."
    )
    assert "pass" in verbs(pits.notices(pits.ben)[0])


@pytest.mark.parametrize("answers", [True, False])
async def test_a_time_that_is_over_gives_way_to_the_next(pits: Pits, answers: bool) -> None:
    await pits.open(3, options={"window_seconds": "15"})
    pits.clock.now += 4 * MINUTE
    await pits.command(pits.cora, "games")
    await pits.press(pits.ann, "start")
    await pits.settled()
    match, began, board = await pits.match(), pits.clock(), pits.board()
    usual = match.seconds_for(match.waiting()[0])
    assert _times(board) == [began + usual * S]
    if answers:
        await pits.press(pits.ann, "pass")
        await pits.press(pits.cora, "pass")
    await later(pits, usual * S - 1)
    assert _times(board) == [began + usual * S]
    edits = board.edits
    await later(pits, 1)
    assert len((await pits.match()).waiting()) == 3, "Ben has half a minute"
    assert _times(board) == [began + 30 * S], "nothing that is over, answered or not"
    assert board.edits == edits + 1
    shown = await pits.command(pits.dev, "table", {"show": "status"})
    assert f"<t:{(began + 30 * S) // 1000}:R>" in shown.text
    await later(pits, (30 - usual) * S)
    assert (await pits.match()).waiting()[0].kind == "action"


def _times(board: Message) -> list[int]:
    """The times that run out on a board, in ms."""
    return [1000 * int(each) for each in re.findall(r"Time runs out <t:(\d+):R>", board.text)]


async def test_no_time_is_shown_that_is_over(pits: Pits) -> None:
    """The bot was away when the clock ran out, and its clocks have not looked yet."""
    await pits.deal(2, options={"pace": "post"})
    due = (await pits.match()).earliest_due()
    assert due is not None
    for now, stands in ((due - 1, True), (due, False)):
        pits.clock.now = now
        await pits.command(pits.ann, "table")
        games, hand = await pits.command(pits.ann, "games"), await pits.command(pits.ann, "hand")
        shown = [pits.board().text, games.text, hand.text]
        assert [f"<t:{due // 1000}:R>" in text for text in shown] == [stands] * 3


async def test_three_lapsed_windows_and_the_seat_passes_until_he_presses(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await pits.bot.matches.change(
        pits.match_id, lambda s: setattr(s.seats[1], "lapsed", LAPSES - 1)
    )
    await pits.bot.matches.change(pits.match_id, lambda s: setattr(s.seats[1], "lapsed", LAPSES))
    await pits.settled()
    assert "You pass short windows until you press something." in pits.panel(pits.ben).text
    assert (await pits.store.match(pits.match_id)).seats[1].lapsed == LAPSES  # type: ignore[union-attr]
    await pits.press(pits.ben, "words")
    await pits.settled()
    assert (await pits.match()).seats[1].lapsed == 0
    assert "You pass" not in pits.panel(pits.ben).text


def test_a_window_that_lapses_is_counted_and_after_three_the_seat_passes() -> None:
    match = match_of("carwars-cards", 3, settle=False)
    numbers = {ask.seat: ask.number for ask in match.waiting()}
    match.seats[1].lapsed = LAPSES - 2
    assert match.time_out(numbers[1])
    assert (match.seats[1].lapsed, match.seats[1].missed) == (LAPSES - 1, 0)
    assert match.is_away(2)
    again = match_of("carwars-cards", 3, settle=False)
    again.poker_faces = True
    again.seats[1].lapsed, again.seats[2].lapsed = LAPSES, LAPSES - 1
    again._pass_windows()
    assert [(move.seat, move.kind) for move in again.moves[1:]] == [(1, "wish")]
    again.take_seat_back(2)
    assert again.seats[1].lapsed == 0
    assert not again.is_away(2)


# -- the start


async def test_the_greeting_becomes_the_hand_and_one_notice_rings(pits: Pits) -> None:
    await pits.open(2)
    greeting = pits.panel(pits.ben)
    assert "notify" in verbs(greeting)
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert pits.panel(pits.ben) is greeting, "nothing is posted anew"
    assert question(greeting)
    (notice,) = pits.notices(pits.ben)
    assert notice.content.startswith("The match has begun · ")
    assert pits.notices(pits.ann) == [], "who pressed Start knows"
    assert links(notice).keys() == {"Board"}, "the hand is right above"
    assert len(pushes(pits, pits.ben)) == 1


async def test_a_first_hand_leaves_the_ring_to_its_notice(pits: Pits) -> None:
    await pits.open(2)
    # No greeting came to him, so the hand is a message of its own.
    pits.local.misbehave.delete_message(pits.panel(pits.ben))
    rang = len(pits.local.pushes(pits.ben))
    await pits.press(pits.ann, "start")
    await pits.settled()
    assert question(pits.panel(pits.ben))
    (push,) = pits.local.pushes(pits.ben)[rang:]
    assert push.text.startswith("The match has begun · ")


async def test_who_is_not_asked_first_hears_it_too(pits: Pits) -> None:
    await pits.deal(3, game="world-auto-racing")
    match = await pits.match()
    asked = {ask.seat for ask in match.waiting()}
    for seat, user in enumerate(pits.people[:3]):
        if seat and seat not in asked:
            (notice,) = pits.notices(user)
            assert notice.content == "The match has begun · World Auto Racing."
    assert asked != {0, 1, 2}


# -- links and buttons


async def test_the_buttons_of_a_notice(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await later(pits, 8 * S)
    (notice,) = pits.notices(pits.ann)
    guild = pits.channel.guild_id
    assert links(notice) == {"Board": f"https://discord.com/channels/{guild}/{pits.channel.id}"}
    other = pits.local.add_channel("other")
    await pits.command(pits.ann, "play", channel=other)  # a greeting below the hand
    await later(pits, TURN // 2)
    (notice,) = pits.notices(pits.ann)
    hand = (await pits.match()).seats[0].hand
    assert (
        links(notice)["Hand"] == f"https://discord.com/channels/@me/{hand.channel}/{hand.message}"
    )


async def test_pass_on_a_notice(pits: Pits) -> None:
    await pits.deal(2)
    (notice,) = pits.notices(pits.ben)
    outcome = await pits.press(pits.ben, "pass", notice)
    await pits.settled()
    assert outcome.messages == []
    assert notice.deleted
    assert (await pits.match()).ask_of(1) is None


async def test_a_notice_that_goes_while_its_pass_is_answered(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    await pits.deal(2)
    (notice,) = pits.notices(pits.ben)
    change = pits.bot.matches.change

    async def slowly(*given: Any, **how: Any) -> Any:
        changed = await change(*given, **how)
        await pits.local.until(lambda: notice.deleted)
        return changed

    monkeypatch.setattr(pits.bot.matches, "change", slowly)
    outcome = await pits.press(pits.ben, "pass", notice)
    assert not outcome.failed
    assert [(m.text, m.ephemeral) for m in outcome.messages] == [(DONE, True)]
    assert (await pits.match()).ask_of(1) is None


async def test_mute_this_table(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await later(pits, 8 * S)
    (notice,) = pits.notices(pits.ann)
    outcome = await pits.press(pits.ann, "mute", notice)
    await pits.settled()
    assert "muted until the match ends" in "".join(m.text for m in outcome.messages)
    assert notice.deleted
    await later(pits, TURN // 2)
    assert pits.notices(pits.ann) == []
    panel = await pits.press(pits.ann, "notify", (await pits.press(pits.ann, "more")).ephemeral)
    assert panel.ephemeral is not None
    assert item(panel.ephemeral, "unmute").label == "Ring again here"
    await pits.press(pits.ann, "unmute", panel.ephemeral)
    assert not (await pits.match()).seats[0].muted


# -- in the channel


async def close(pits: Pits, *users: User) -> None:
    for user in users:
        pits.local.misbehave.close_dms(user)


async def test_closed_messages_share_one_call_in_the_channel(pits: Pits) -> None:
    await close(pits, pits.ben, pits.cora)
    await pits.deal(3)
    assert calls(pits) == []
    await later(pits, 2 * S)
    (call,) = calls(pits)
    assert {user.id for user in call.mentions} == {pits.ben.id, pits.cora.id}
    assert f"<@{pits.ben.id}> <@{pits.cora.id}> The match has begun · {GAME}" in call.content
    assert verbs(call) == ["hand", "pass", "mute"]
    assert not silent(call)
    before = call.content, call.edits
    await pits.press(pits.ben, "pass", call)
    await pits.settled()
    assert not call.deleted, "that somebody has answered shows nowhere"
    assert (call.content, call.edits) == before
    for user in (pits.ann, pits.cora):
        await pits.press(user, "pass")
    await pits.settled()
    assert call.deleted


async def test_who_has_answered_is_called_with_the_others(pits: Pits) -> None:
    """A name that is missing in the channel would tell who has answered."""
    await close(pits, pits.ben, pits.cora)
    await pits.deal(3, game="nascards")
    await later(pits, 2 * S)
    match = await pits.match()
    assert {ask.seat for ask in match.waiting()} >= {1, 2}
    panel = (await pits.press(pits.ben, "hand")).ephemeral
    assert panel is not None
    ask = match.ask_of(1)
    assert ask is not None
    await pits.bot.matches.change(
        pits.match_id, lambda s: s.answer(pits.ben.id, ask.number, ask.default)
    )
    await later(pits, TURN // 2)
    await later(pits, 2 * S)
    (call,) = calls(pits)
    assert {user.id for user in call.mentions} == {pits.ben.id, pits.cora.id}
    assert call.content.split(" · ")[0].endswith("Still your move")


async def test_who_has_looked_is_called_in_the_channel_with_the_others(pits: Pits) -> None:
    """There a missing name would tell that somebody has looked, or answered, so soon."""
    await pits.command(pits.ann, "notify", {"where": "channel"})
    await pits.deal(3, game="nascards")
    assert 0 in {ask.seat for ask in (await pits.match()).waiting()}
    await later(pits, 5 * S)
    await pits.press(pits.ann, "hand")
    await later(pits, 3 * S)
    await later(pits, 2 * S)
    (call,) = calls(pits)
    assert [user.id for user in call.mentions] == [pits.ann.id]


# -- settings


async def test_where(pits: Pits) -> None:
    await pits.command(pits.ben, "notify", {"where": "none"})
    await pits.command(pits.cora, "notify", {"where": "both"})
    await pits.deal(4)
    await later(pits, 2 * S)
    assert pits.notices(pits.ben) == []
    assert len(pits.notices(pits.cora)) == 1
    assert len(pits.notices(pits.dev)) == 1
    (call,) = calls(pits)
    assert [user.id for user in call.mentions] == [pits.cora.id]


async def test_a_call_in_the_channel_rings_nobody_in_quiet_hours(pits: Pits) -> None:
    await pits.command(pits.ben, "notify", {"where": "channel", "quiet": "22-7", "now": "22:30"})
    await pits.command(pits.cora, "notify", {"where": "channel"})
    await pits.deal(4)
    rang = len(pits.local.pushes(pits.ben))
    await later(pits, 2 * S)
    (call,) = calls(pits)
    named = call.content.split(f" {BEGUN}")[0].split()
    assert named == [f"<@{pits.ben.id}>", f"<@{pits.cora.id}>"]
    assert [user.id for user in call.mentions] == [pits.cora.id]
    assert len(pits.local.pushes(pits.ben)) == rang


async def test_another_place_leaves_quiet_hours_as_they_are(pits: Pits) -> None:
    await pits.command(pits.ben, "notify", {"quiet": "22-7", "now": "22:30"})
    outcome = await pits.command(pits.ben, "notify", {"where": "channel"})
    assert "22:00 to 7:00" in outcome.messages[0].text


async def test_none_takes_open_notices_away(pits: Pits) -> None:
    await pits.deal(2)
    assert pits.notices(pits.ben)
    await pits.command(pits.ben, "notify", {"where": "none"})
    await pits.settled()
    assert pits.notices(pits.ben) == []


async def test_quiet_hours_make_no_sound_and_one_rings_at_the_end(pits: Pits) -> None:
    await pits.open(2, options={"pace": "post"})
    # It is 8:00 UTC at NOON; for Ben it is 22:30.
    assert pits.clock() // HOUR % 24 == 8
    outcome = await pits.command(pits.ben, "notify", {"quiet": "22-7", "now": "22:30"})
    (shown,) = outcome.messages
    assert "22:00 to 7:00; it is about 22:30 for you (time zones differ by quarter" in shown.text
    await pits.press(pits.ann, "start")
    await pits.settled()
    (notice,) = pits.notices(pits.ben)
    assert silent(notice)
    rang = len(pushes(pits, pits.ben))
    await later(pits, 4 * HOUR)
    (half,) = pits.notices(pits.ben)
    assert silent(half)
    assert len(pushes(pits, pits.ben)) == rang
    match = await pits.match()
    ask = match.ask_of(1)
    assert ask is not None
    assert match.rings[ask.number] == (), "the clock ends before the quiet hours"
    await later(pits, 4 * HOUR)  # the opening has lapsed; it is half past six for Ben
    while (match := await pits.match()).ask_of(1) is None:
        number = match.waiting()[0].number
        await pits.bot.matches.change(pits.match_id, partial(_lapse, number=number))
    await later(pits, 20 * S)
    match = await pits.match()
    ask = match.ask_of(1)
    assert ask is not None
    assert next((at // MINUTE) % 60 for at in match.rings[ask.number]) == 30
    assert silent(pits.notices(pits.ben)[0])
    await later(pits, 30 * MINUTE)
    (loud,) = pits.notices(pits.ben)
    assert not silent(loud)
    assert len(pushes(pits, pits.ben)) == rang + 1


async def test_bad_settings_are_refused_in_one_sentence(pits: Pits) -> None:
    for given, said in (
        ({"quiet": "25-7", "now": "8"}, "“25” is no time of day."),
        ({"quiet": "22-22", "now": "8"}, "can't begin and end at the same time."),
        ({"quiet": "22"}, "Write quiet hours like 22-7, or off."),
        ({"quiet": "22-7"}, "Tell me what time it is for you now"),
        ({"quiet": "22-7", "now": "soon"}, "“soon” is no time of day."),
        ({"quiet": "22-7", "now": "*@here*"}, "“\\*@\u200bhere\\*” is no time of day."),
    ):
        outcome = await pits.command(pits.ann, "notify", given)
        assert said in outcome.messages[0].text
        assert (await pits.store.user(pits.ann.id)).prefs == b"{}"


async def test_a_place_that_there_is_not_changes_nothing(pits: Pits) -> None:
    await pits.command(pits.ben, "notify", {"quiet": "22-7", "now": "22:30"})
    before = (await pits.bot.matches.people.one(pits.ben.id)).prefs
    outcome = await pits.raw_command(pits.ben, "notify", {"where": "moon"})
    assert ONE_LINE in outcome.text
    assert (await pits.bot.matches.people.one(pits.ben.id)).prefs == before


async def test_a_time_without_quiet_hours_says_what_is_missing(pits: Pits) -> None:
    outcome = await pits.command(pits.ben, "notify", {"now": "22:30"})
    assert NO_HOURS in outcome.text


async def test_the_panel_and_its_form(pits: Pits) -> None:
    panel = (await pits.command(pits.ann, "notify")).messages[0]
    await pits.forge(pits.ann, "notices:where", panel, ["channel"])
    assert "**Where:** In the channel." in panel.text
    form = (await pits.forge(pits.ann, "notices:quiet", panel)).modal
    await pits.submit(pits.ann, form, {"from": "10 pm", "until": "6:30", "now": "9"})
    assert "22:00 to 6:30; it is about 9:00 for you" in panel.text
    assert "Clocks don't stop" in panel.text
    await pits.forge(pits.ann, "notices:clear", panel)
    assert "**Quiet hours:** none." in panel.text
    assert (await pits.store.user(pits.ann.id)).prefs == b'{"where":"channel"}'
    outcome = await pits.forge(pits.ann, "notices:where", panel, ["moon"])
    assert "Choose one line of the list." in "".join(m.text for m in outcome.messages)


async def test_a_fault_on_the_panel_is_answered_with_its_number(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = (await pits.command(pits.ann, "notify")).messages[0]

    async def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pits.bot.matches.people, "set_prefs", fails)
    outcome = await pits.forge(pits.ann, "notices:where", panel, ["channel"])
    assert "(fault " in "".join(m.text for m in outcome.messages)


# -- how often


async def test_two_tables_at_once_ring_once(pits: Pits) -> None:
    await pits.lay(*HANDS)
    other = pits.local.add_channel("other")
    await pits.deal(2, channel=other, people=(pits.cora, pits.ann))
    await later(pits, 8 * S)
    both = pits.notices(pits.ann)
    assert sorted(silent(notice) for notice in both) == [False, True]


async def test_a_reminder_keeps_its_distance_from_a_call_that_came_late(
    pits: Pits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord held it up, or the process that was to send it died."""
    await pits.lay(*HANDS)
    before, post = len(pushes(pits, pits.ann)), pits.bot.delivery.ringing._post

    async def late(message: Post, *rows: NoticeRow) -> int:
        monkeypatch.undo()
        pits.clock.now += TURN // 2 - 15 * S
        return await post(message, *rows)

    monkeypatch.setattr(pits.bot.delivery.ringing, "_post", late)
    await later(pits, 8 * S)
    (first,) = pits.notices(pits.ann)
    await later(pits, 7 * S)
    (second,) = pits.notices(pits.ann)
    assert (silent(first), silent(second)) == (False, True)
    assert second.content.startswith("Still your move")
    assert len(pushes(pits, pits.ann)) == before + 1


async def test_a_match_that_ends_leaves_no_notice(pits: Pits) -> None:
    await close(pits, pits.cora)
    await pits.deal(3)
    await later(pits, 2 * S)
    assert pits.notices(pits.ben)
    assert calls(pits)
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end")
        await pits.settled()
    assert (await pits.match()).status == "ended"
    assert pits.notices(pits.ben) == []
    assert calls(pits) == []
    assert await pits.store.notices(pits.match_id) == []


# -- restarts, and what was stored


async def test_a_settled_notice_goes_after_a_restart(pits: Pits) -> None:
    await pits.lay(*HANDS)
    await later(pits, 8 * S)
    (notice,) = pits.notices(pits.ann)
    await pits.bot.delivery.finish()  # nothing is sent any more
    ask = (await pits.match()).ask_of(0)
    assert ask is not None
    await pits.bot.matches.change(
        pits.match_id, lambda s: s.answer(pits.ann.id, ask.number, ask.default)
    )
    assert not notice.deleted
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert notice.deleted


async def test_a_ladder_and_the_last_press_outlive_the_process(pits: Pits) -> None:
    await pits.lay(*HANDS)
    match = await pits.match()
    rings, called = match.rings, match.called
    await pits.stop()
    await pits.start()
    match = await pits.match()
    assert (match.rings, match.called) == (rings, called)
    person = await pits.bot.matches.people.one(pits.ann.id)
    assert person.seen == pits.clock(), "with the Start that she pressed"


async def test_a_press_is_stored_once_a_minute(pits: Pits) -> None:
    await pits.deal(2)
    before = (await pits.store.user(pits.ben.id)).seen_at
    assert before == pits.clock()
    pits.clock.now += MINUTE - 1
    await pits.press(pits.ben, "words")
    assert (await pits.store.user(pits.ben.id)).seen_at == before
    pits.clock.now += 1
    await pits.press(pits.ben, "words")
    assert (await pits.store.user(pits.ben.id)).seen_at == pits.clock()
    await pits.press(pits.stranger, "words")
    assert (await pits.store.data_of(pits.stranger.id))["user"] is None, "nothing of strangers"


async def test_forgetting_takes_notices_along(pits: Pits) -> None:
    await pits.deal(2)
    (notice,) = pits.notices(pits.ben)
    asked = (await pits.command(pits.ben, "privacy")).messages[0]
    sure = (await pits.forge(pits.ben, "privacy:ask", asked)).messages[0]
    await pits.forge(pits.ben, "privacy:sure", sure)
    await pits.settled()
    assert notice.deleted
    data = await pits.store.data_of(pits.ben.id)
    assert (data["user"], data["notices"]) == (None, [])


async def test_a_press_is_stored_with_what_it_did(pits: Pits) -> None:
    await pits.lay(*HANDS)
    pits.clock.now += 2 * MINUTE
    ask = (await pits.match()).ask_of(0)
    assert ask is not None
    pits.bot.matches.people.pressed(pits.ann.id)
    await pits.bot.matches.change(
        pits.match_id,
        lambda s: s.answer(pits.ann.id, ask.number, ask.default),
        interaction=(pits.clock.now, pits.ann.id),
    )
    assert (await pits.store.user(pits.ann.id)).seen_at == pits.clock()


async def test_a_channel_of_direct_messages_is_opened_once_ever(pits: Pits) -> None:
    await pits.deal(2)
    await pits.stop()  # discord.py forgets the channels that it knew
    await pits.start()
    other = pits.local.add_channel("other")
    await pits.deal(2, channel=other)
    opened = [call for call in pits.local.calls if call.route == "/users/@me/channels"]
    assert len(opened) == 2
    assert find(pits.notices(pits.ben)[-1], "mute")
