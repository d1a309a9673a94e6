"""Channels, threads and servers that are gone: the match waits, and goes on where it is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.app import Motordrome
from bot.local import Channel, Guild, Message, User
from bot.match import resting
from bot.match.notices import MOST_CHARACTERS
from bot.presses import moving
from bot.tables.actor import Actor
from tests.bot.pits import MINUTE, NOON, Pits, find, follow_up, question, verbs
from tests.bot.test_clicks import nothing_happens
from tests.bot.test_clocks import later
from tests.bot.test_restart import second
from tests.bot.test_resting import LONG, clocks, goes_on

pytestmark = pytest.mark.long

DAY = 24 * 60 * MINUTE
KEPT_MS = 30 * DAY
"""What README and /privacy promise: a test of its own number would let it change unseen."""
LOST = "I can't reach this table's channel any more, so the match is paused until one of its "
TOLD = "Car Wars: The Card Game · I can't reach its channel, so it is paused. "
"""A notice says less: a lock screen shows only so much."""


async def heard(pits: Pits, seen: Callable[[], bool]) -> None:
    """Wait until discord.py has heard of it, and the bot has done all that it does then."""
    await pits.local.until(seen)
    while tasks := [t for t in asyncio.all_tasks() if t.get_name().startswith("discord.py: on_")]:
        await asyncio.wait(tasks)
    await pits.settled()


async def delete(pits: Pits, place: Channel) -> None:
    pits.local.misbehave.delete_channel(place)
    await heard(pits, lambda: pits.bot.get_channel(place.id) is None)


async def kick(pits: Pits) -> None:
    guild = pits.local.guild
    pits.local.misbehave.kick_bot(guild)
    await heard(pits, lambda: pits.bot.get_guild(guild.id) is None)


def inside(pits: Pits, guild: Guild) -> bool:
    """Whether the bot knows that it is in a server."""
    known = pits.bot.get_guild(guild.id)
    return known is not None and not known.unavailable


async def invite(pits: Pits) -> None:
    """The bot is invited again."""
    guild = pits.local.guild
    guild.bot_inside = True
    pits.local.misbehave.end_outage(guild)
    await heard(pits, lambda: inside(pits, guild))


def lose(pits: Pits, place: Channel) -> None:
    """Delete a channel without a word to the bot."""
    del pits.local.world.channels[place.id], pits.local.world.messages[place.id]


def hand(pits: Pits, user: User) -> Message:
    """The hand in somebody's direct messages."""
    own = pits.messages(pits.local.dm(user), user)
    return [m for m in own if not m.content and not m.ephemeral][-1]


def paused(pits: Pits, message: Message) -> None:
    """The hand says that the match waits, and how to go on."""
    what = f"players types `/table table:{pits.match_id}` in another channel; it closes <t:"
    assert LOST + what in message.text
    assert "runs out" not in message.text


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_who_can_be_reached_is_told_and_no_clock_runs(pits: Pits, kind: str) -> None:
    place = pits.local.add_channel("arena")
    if kind == "thread":
        place = pits.local.add_thread(place, "a table")
    await pits.deal(2, channel=place, options=LONG)
    await delete(pits, place)
    for user in pits.people[:2]:
        (told,) = pits.notices(user)
        assert told.content.startswith(
            f"{TOLD}To go on, type /table table:{pits.match_id} in another channel within 60 days."
        )
        assert len(told.content) <= MOST_CHARACTERS, "a lock screen shows what to do"
        listed = (await pits.command(user, "games")).text
        assert f"type `/table table:{pits.match_id}` in another to go on there" in listed
        paused(pits, hand(pits, user))
        assert verbs(hand(pits, user)) == ["end"]
    moves = (await pits.stored()).moves
    (due,) = await clocks(pits)
    assert due.due_at == pits.clock() + 60 * DAY
    await later(pits, DAY)
    assert (await pits.stored()).moves == moves
    assert len(pits.notices(pits.ann)) == 1


async def test_a_parent_takes_its_threads_along(pits: Pits) -> None:
    parent = pits.local.add_channel("arena")
    thread = pits.local.add_thread(parent, "a table")
    await pits.deal(2, channel=thread)
    await delete(pits, parent)
    await heard(pits, lambda: pits.bot.get_channel(thread.id) is None)
    paused(pits, hand(pits, pits.ann))


async def test_only_the_tables_of_that_channel_wait(pits: Pits) -> None:
    other = await pits.deal(2)
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena)
    await delete(pits, arena)
    assert (await pits.match(other)).resting == ""


async def test_what_is_pressed_on_an_old_hand_is_not_played(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    late = find(hand(pits, pits.ann), "pick", "pass")
    await delete(pits, arena)
    panel = hand(pits, pits.ann)
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, late, panel)
    assert panel.text.count(LOST) == 1
    outcome = await pits.command(pits.ann, "hand")
    assert LOST in outcome.text


async def test_they_end_it_by_their_usual_vote_from_their_hands(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(3, channel=arena)
    await delete(pits, arena)
    outcome = await pits.press(pits.ann, "end", hand(pits, pits.ann))
    assert "when most people at the table agree: see your hand." in await follow_up(outcome)
    await pits.settled()
    panel = hand(pits, pits.ben)
    assert "**A** Ann asks to end this match. Agreed: **A** Ann" in panel.text
    assert verbs(panel) == ["agree", "refuse"]
    await pits.press(pits.ben, "agree", panel)
    await pits.settled()
    assert (await pits.stored()).status == "ended"
    for user in pits.people[:3]:
        assert "It has ended." in hand(pits, user).text
        assert hand(pits, user).alts, "how they stood"
        assert verbs(hand(pits, user)) == []


async def test_they_end_or_leave_it_by_its_id(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(3, channel=arena)
    await delete(pits, arena)
    dm = pits.local.dm(pits.ann)
    for command in ("end", "leave"):
        outcome = await pits.command(pits.stranger, command, {"table": pits.match_id})
        assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.command(pits.ann, "leave", {"table": pits.match_id}, dm)
    assert "The computer plays your seat now." in await follow_up(outcome)
    assert (await pits.match()).resting == resting.GONE
    await pits.command(pits.ben, "end", {"table": pits.match_id.lower()})
    assert (await pits.stored()).status == "live"
    await pits.command(pits.cora, "end", {"table": pits.match_id}, pits.local.dm(pits.cora))
    assert (await pits.stored()).status == "ended"


async def test_one_of_them_takes_it_into_another_channel_and_it_goes_on(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    outcome = await pits.command(pits.stranger, "table", {"table": pits.match_id})
    assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.command(pits.ben, "table", {"table": pits.match_id})
    assert "The table is here now, and the match goes on." in await follow_up(outcome)
    await pits.settled()
    assert f"Table {pits.match_id}" in pits.board().text
    for user in pits.people[:2]:
        assert f"<#{pits.channel.id}>" in hand(pits, user).text
        assert question(hand(pits, user))
    assert await clocks(pits)
    await goes_on(pits)


async def test_what_was_told_of_it_goes_when_the_table_goes_on(pits: Pits) -> None:
    arena, pit = pits.local.add_channel("arena"), pits.local.add_channel("pit")
    await pits.deal(2, channel=arena, options=LONG)
    await pits.forge(pits.ben, f"mute:{pits.match_id}", pits.board(arena))
    await delete(pits, arena)
    told = [*pits.notices(pits.ann), *pits.notices(pits.ben)]
    assert [TOLD in message.content for message in told] == [True, True], "silenced or not"
    for place in (pit, pits.channel):
        await pits.command(pits.ann, "table", {"table": pits.match_id}, place)
        await pits.settled()
        assert all(message.deleted for message in told)
        assert await pits.store.notices(pits.match_id) == []
        if place is pit:
            await delete(pits, pit)
            told = [*pits.notices(pits.ann), *pits.notices(pits.ben)]
            assert [TOLD in message.content for message in told] == [True, True], "once more"
    await goes_on(pits)


async def test_what_was_told_of_it_goes_when_it_ends(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    (told,) = pits.notices(pits.ben)
    await later(pits, 60 * DAY)
    assert (await pits.stored()).status == "ended"
    assert told.deleted
    assert "It has ended." in hand(pits, pits.ben).text


async def test_it_goes_on_in_another_server(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    await pits.local.until(lambda: pits.bot.get_guild(away.id) is not None)
    there = pits.local.add_channel("garage", guild=away)
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    await pits.command(pits.ann, "table", {"table": pits.match_id}, there)
    await pits.settled()
    row = await pits.store.match(pits.match_id)
    assert row is not None
    assert (row.guild_id, row.channel_id) == (away.id, there.id)
    assert f"Table {pits.match_id}" in pits.board(there).text
    await goes_on(pits)


async def test_the_lobby_of_a_deleted_channel_closes_and_says_so(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.open(2, channel=arena)
    greeting = hand(pits, pits.ben)
    await delete(pits, arena)
    assert (await pits.stored()).status == "ended"
    assert hand(pits, pits.ben) == greeting, "edited, which rings nobody"
    assert "You have a seat" not in greeting.text
    assert "so it is closed. /play opens another." in greeting.text
    for user in pits.people[:2]:
        (told,) = pits.notices(user)
        assert "so it is closed. /play opens another." in told.content
    await later(pits, DAY)
    assert len(pits.notices(pits.ann)) == 1, "nothing else tells it"


async def test_whose_messages_are_closed_is_not_written_to(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    pits.local.misbehave.close_dms(pits.ben)
    await pits.deal(2, channel=arena)
    await delete(pits, arena)
    paused(pits, hand(pits, pits.ann))
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []
    outcome = await pits.command(pits.ben, "hand")
    assert LOST in outcome.text


async def test_a_board_that_has_no_place_any_more_tells_it_too(pits: Pits) -> None:
    """The event was lost: the next change of the board finds it."""
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    lose(pits, arena)
    for user in pits.people[:2]:
        await pits.press(user, "pick", hand(pits, user), "pass")
    await pits.settled()
    assert (await pits.match()).resting == resting.GONE
    paused(pits, hand(pits, pits.ann))


async def test_a_sleeping_table_whose_channel_goes_is_not_rung(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(1, computers=1, channel=arena, options=LONG)
    await later(pits, 7 * DAY)
    panel = hand(pits, pits.ann)
    await delete(pits, arena)
    assert (await pits.match()).resting == resting.GONE
    assert hand(pits, pits.ann) is panel
    assert pits.notices(pits.ann) == []
    paused(pits, panel)


# -- the server


async def test_a_kick_and_an_invitation_back(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    assert away.bot_inside, "so the players can be reached"
    await pits.deal(2, options=LONG)
    board = pits.board()
    await kick(pits)
    assert (await pits.match()).resting == resting.GONE
    for user in pits.people[:2]:
        paused(pits, hand(pits, user))
        assert len(pits.notices(user)) == 1
    await later(pits, DAY)
    await invite(pits)
    assert (await pits.match()).resting == resting.BACK
    assert pits.notices(pits.ann) == [], "it can be reached"
    shown = board if not board.deleted else pits.board()
    said = "For a while I couldn't reach this channel, so this table is paused until one of its "
    assert said in shown.text
    assert said in hand(pits, pits.ann).text
    outcome = await pits.command(pits.ann, "table")
    assert "The board has been posted again." in await follow_up(outcome)
    await pits.settled()
    await goes_on(pits)


async def test_a_channel_that_is_there_again_without_a_kick_is_noticed(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    # Discord knew no such channel when the board was to be shown.
    await pits.bot.matches.change(pits.match_id, resting.lose)
    await pits.settled()
    paused(pits, hand(pits, pits.ann))
    await pits.stop()
    await pits.start()
    await heard(pits, lambda: inside(pits, pits.local.guild))
    assert (await pits.match()).resting == resting.BACK
    assert "For a while I couldn't reach this channel" in hand(pits, pits.ann).text
    assert "away" not in hand(pits, pits.ann).text, "it was in the server all the time"
    await pits.press(pits.ann, "wake", hand(pits, pits.ann))
    await pits.settled()
    await goes_on(pits)


async def test_a_sleeping_table_is_let_sleep_by_a_start(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    await pits.bot.matches.change(pits.match_id, lambda s: resting.rest(s, resting.ASLEEP))
    await pits.settled()
    before = await pits.stored()
    await pits.stop()
    await pits.start()
    await heard(pits, lambda: inside(pits, pits.local.guild))
    assert (await pits.match()).resting == resting.ASLEEP
    assert await pits.stored() == before


async def test_who_shares_no_server_is_told_nothing_and_loses_nothing(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    panel = hand(pits, pits.ann)
    await kick(pits)
    assert hand(pits, pits.ann) is panel
    assert not (await pits.bot.matches.people.one(pits.ann.id)).closed
    await invite(pits)
    await pits.press(pits.ann, "wake", pits.board())
    await pits.settled()
    await goes_on(pits)


async def test_an_outage_pauses_nothing(pits: Pits) -> None:
    await pits.deal(2)
    pits.local.misbehave.outage(pits.local.guild)
    guild = pits.bot.get_guild(pits.local.guild.id)
    assert guild is not None
    await heard(pits, lambda: guild.unavailable)
    assert (await pits.match()).resting == ""
    pits.local.misbehave.end_outage(pits.local.guild)
    await heard(pits, lambda: inside(pits, pits.local.guild))
    assert (await pits.match()).resting == ""
    assert await pits.store.gone_servers() == {}


@pytest.mark.parametrize("what", ["kick", "channel"])
async def test_what_happened_while_the_bot_was_away_is_found_at_the_start(
    pits: Pits, what: str
) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await pits.stop()
    if what == "kick":
        pits.local.guild.bot_inside = False
    else:
        lose(pits, arena)
    await pits.start()
    await heard(pits, lambda: what == "kick" or inside(pits, pits.local.guild))
    assert (await pits.match()).resting == resting.GONE
    assert (await pits.store.gone_servers() != {}) == (what == "kick")
    if what == "channel":
        paused(pits, hand(pits, pits.ann))
        return
    await pits.stop()
    pits.local.guild.bot_inside = True
    await pits.start()
    await heard(pits, lambda: inside(pits, pits.local.guild))
    assert (await pits.match()).resting == resting.BACK
    assert await pits.store.gone_servers() == {}
    await pits.press(pits.ann, "wake", pits.board(arena))
    await pits.settled()
    await goes_on(pits)


async def test_a_kill_before_anybody_was_told(pits: Pits) -> None:
    """What is to be told is stored with the pause."""
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    old = hand(pits, pits.ann)
    pits.bot.delivery._stopping = True  # as if the process died before anything was sent
    pits.bot.matches.wake()
    await pits.bot.matches.change(pits.match_id, resting.lose)
    assert hand(pits, pits.ann) is old
    await pits.stop()
    lose(pits, arena)
    await pits.start()
    await pits.settled()
    assert TOLD in pits.notices(pits.ann)[-1].content
    assert hand(pits, pits.ann) is old
    paused(pits, hand(pits, pits.ann))


async def test_a_kill_before_the_board_stood_in_the_new_channel(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    pits.bot.delivery._stopping = True
    pits.bot.matches.wake()
    place = (pits.local.guild.id, pits.channel.id)
    await pits.bot.matches.change(pits.match_id, lambda s: resting.move(s, pits.ann.id, *place))
    assert pits.public() == []
    await pits.stop()
    await pits.start()
    await pits.settled()
    assert f"Table {pits.match_id}" in pits.board().text
    await goes_on(pits)


async def test_two_processes_hear_of_it_and_pause_it_once(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    async with second(pits) as other:
        await delete(pits, arena)
        await heard(pits, lambda: other.get_channel(arena.id) is None)
        while sending := [*other.delivery._sending]:
            await asyncio.wait(sending)
        here, there = pits.bot.matches, other.matches
        place = (pits.local.guild.id, pits.channel.id)
        await asyncio.gather(
            here.change(pits.match_id, lambda s: resting.move(s, pits.ann.id, *place)),
            there.change(pits.match_id, lambda s: resting.move(s, pits.ben.id, *place)),
        )
        await pits.settled()
    match = await pits.match()
    assert (match.resting, match.channel_id) == ("", pits.channel.id)
    assert await pits.store.open_match_in(pits.channel.id) == pits.match_id


async def test_two_processes_move_it_at_once_and_one_board_stands(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    place = (pits.local.guild.id, pits.channel.id)
    async with second(pits) as other:
        await delete(pits, arena)
        await heard(pits, lambda: other.get_channel(arena.id) is None)
        bots = (pits.bot, other)
        await asyncio.gather(
            *(
                moving.here(
                    Actor(bot.matches, pits.match_id, user.id, user.id), bot.delivery, *place
                )
                for bot, user in zip(bots, pits.people, strict=False)
            )
        )
        await both_settled(pits, other)
        assert await boards_stand(pits) == [1, 1]
        for bot in (other, pits.bot, other):
            # Each finds what the other one has posted.
            await bot.delivery.board(pits.match_id, anew=True)
            await both_settled(pits, other)
            assert await boards_stand(pits) == [1, 1]
    await goes_on(pits)


async def both_settled(pits: Pits, other: Motordrome) -> None:
    await pits.settled()
    while sending := [*other.delivery._sending]:
        await asyncio.wait(sending)
    await pits.settled()


async def boards_stand(pits: Pits) -> list[int]:
    """How many boards stand in the channel, and how many of them the bot knows."""
    stand = [message.id for message in pits.public() if message.is_v2]
    return [len(stand), stand.count((await pits.match()).board.message)]


async def test_thirty_days_after_a_kick_all_that_is_of_the_server_is_deleted(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    await pits.local.until(lambda: pits.bot.get_guild(away.id) is not None)
    there = pits.local.add_channel("garage", guild=away)
    kept = await pits.deal(2, channel=there)
    over = await pits.open(1)
    await pits.command(pits.ann, "end")
    await pits.deal(2)
    await pits.store.set_note(f"commands:1:{pits.local.guild.id}", "told")
    panel = hand(pits, pits.ann)
    await kick(pits)
    assert await pits.store.purge(NOON + KEPT_MS - 1) is not None
    assert await pits.store.match(pits.match_id) is not None
    await pits.store.purge(NOON + KEPT_MS)
    assert await pits.store.match(pits.match_id) is None
    assert await pits.store.match(over) is None
    assert await pits.store.match(kept) is not None
    assert f"commands:1:{pits.local.guild.id}" not in await pits.store.notes()
    assert await pits.store.gone_servers() == {}
    outcome = await pits.press(pits.ann, "end", hand(pits, pits.ann))
    assert "no such table any more" in outcome.text
    assert not panel.ephemeral


async def test_who_is_back_in_time_keeps_everything(pits: Pits) -> None:
    await pits.deal(2)
    await kick(pits)
    await invite(pits)
    await pits.store.purge(NOON + 10 * KEPT_MS)
    assert await pits.store.match(pits.match_id) is not None
