"""Channels, threads and servers that are gone: the match waits, and goes on where it is taken."""

from __future__ import annotations

import pytest

from bot import resting
from bot.local import Channel, Guild, Message
from bot.store import Store
from bot.store.servers import KEPT_MS
from tests.bot.pits import MINUTE, NOON, Pits, find, follow_up, question, verbs
from tests.bot.test_clicks import nothing_happens
from tests.bot.test_clocks import later
from tests.bot.test_resting import LONG, clocks, goes_on

DAY = 24 * 60 * MINUTE
LOST = "I can't reach this table's channel any more, so the match is paused until one of its "


async def heard(pits: Pits, match: str = "") -> None:
    """Wait until the bot knows that the channel is gone, and has told it."""
    store = pits.store

    async def rests() -> bool:
        row = await store.match(match or pits.match)
        return row is None or row.resting or row.status not in ("lobby", "live")

    for _ in range(1000):
        if await rests():
            break
        await pits.local.until(lambda: not _events())
    assert await rests()
    await pits.settled()


def _events() -> list[str]:
    return []


async def delete(pits: Pits, place: Channel) -> None:
    pits.local.misbehave.delete_channel(place)
    await heard(pits)


async def invited(pits: Pits, guild: Guild) -> None:
    """The bot is invited again, and has heard of it."""
    guild.bot_inside = True
    pits.local.misbehave.end_outage(guild)
    await pits.local.until(lambda: pits.bot.get_guild(guild.id) is not None)
    while pits.local.guild.id in await pits.store.gone_servers():
        await pits.local.until(lambda: not _events())
    await pits.settled()


def paused(pits: Pits, message: Message) -> None:
    """The hand says that the match waits, and how to go on."""
    what = f"players types `/table table:{pits.match}` in another channel; it closes <t:"
    assert LOST + what in message.text
    assert "time runs out" not in message.text


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_who_can_be_reached_is_told_and_no_clock_runs(pits: Pits, kind: str) -> None:
    place = pits.local.add_channel("arena")
    if kind == "thread":
        place = pits.local.add_thread(place, "a table")
    await pits.deal(2, channel=place, options=LONG)
    old = [pits.panel(user) for user in pits.people[:2]]
    await delete(pits, place)
    for user, before in zip(pits.people[:2], old, strict=True):
        told = pits.panel(user)
        assert told is not before, "a new message: an edit would not ring"
        paused(pits, told)
        assert verbs(told) == ["end"]
    moves = (await pits.stored()).moves
    (due,) = await clocks(pits)
    assert due.due_at == pits.clock() + 60 * DAY
    await later(pits, DAY)
    assert (await pits.stored()).moves == moves
    assert len(pits.messages(pits.local.dm(pits.ann), pits.ann)) == 1


async def test_a_parent_takes_its_threads_along(pits: Pits) -> None:
    parent = pits.local.add_channel("arena")
    thread = pits.local.add_thread(parent, "a table")
    await pits.deal(2, channel=thread)
    pits.local.misbehave.delete_channel(parent)
    await heard(pits)
    paused(pits, pits.panel(pits.ann))


async def test_only_the_tables_of_that_channel_wait(pits: Pits) -> None:
    other = await pits.deal(2)
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena)
    await delete(pits, arena)
    assert (await pits.session(other)).resting == ""


async def test_what_is_pressed_on_an_old_hand_is_not_played(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    late = find(pits.panel(pits.ann), "pick", "pass")
    await delete(pits, arena)
    panel = pits.panel(pits.ann)
    async with nothing_happens(pits, pits.ann):
        await pits.forge(pits.ann, late, panel)
    assert panel.text.count(LOST) == 1
    outcome = await pits.command(pits.ann, "hand")
    assert LOST in outcome.text


async def test_they_end_it_by_their_usual_vote_from_their_hands(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(3, channel=arena)
    await delete(pits, arena)
    outcome = await pits.press(pits.ann, "end", pits.panel(pits.ann))
    assert "when most people at the table agree" in await follow_up(outcome)
    await pits.settled()
    panel = pits.panel(pits.ben)
    assert "**A** Ann asks to end this match. Agreed: **A** Ann" in panel.text
    assert verbs(panel) == ["agree", "refuse"]
    await pits.press(pits.ben, "agree", panel)
    await pits.settled()
    assert (await pits.stored()).status == "ended"
    for user in pits.people[:3]:
        assert "It has ended." in pits.panel(user).text
        assert pits.panel(user).alts, "how they stood"
        assert verbs(pits.panel(user)) == []


async def test_they_end_or_leave_it_by_its_id(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(3, channel=arena)
    await delete(pits, arena)
    dm = pits.local.dm(pits.ann)
    for command in ("end", "leave"):
        outcome = await pits.command(pits.stranger, command, {"table": pits.match})
        assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.command(pits.ann, "leave", {"table": pits.match}, dm)
    assert "The computer plays your seat now." in await follow_up(outcome)
    assert (await pits.session()).resting == resting.GONE
    await pits.command(pits.ben, "end", {"table": pits.match.lower()})
    assert (await pits.stored()).status == "live"
    await pits.command(pits.cora, "end", {"table": pits.match}, pits.local.dm(pits.cora))
    assert (await pits.stored()).status == "ended"


async def test_one_of_them_takes_it_into_another_channel_and_it_goes_on(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    outcome = await pits.command(pits.stranger, "table", {"table": pits.match})
    assert "You are not playing at this table." in await follow_up(outcome)
    outcome = await pits.command(pits.ben, "table", {"table": pits.match})
    assert "The table is here now, and the match goes on." in await follow_up(outcome)
    await pits.settled()
    assert f"Table {pits.match}" in pits.board().text
    for user in pits.people[:2]:
        assert f"<#{pits.channel.id}>" in pits.panel(user).text
        assert question(pits.panel(user))
    assert await clocks(pits)
    await goes_on(pits)


async def test_it_goes_on_in_another_server(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    await pits.local.until(lambda: pits.bot.get_guild(away.id) is not None)
    there = pits.local.add_channel("garage", guild=away)
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    await delete(pits, arena)
    await pits.command(pits.ann, "table", {"table": pits.match}, there)
    await pits.settled()
    row = await pits.store.match(pits.match)
    assert row is not None
    assert (row.guild_id, row.channel_id) == (away.id, there.id)
    assert f"Table {pits.match}" in pits.board(there).text
    await goes_on(pits)


async def test_the_lobby_of_a_deleted_channel_closes_and_says_so(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.open(2, channel=arena)
    await delete(pits, arena)
    assert (await pits.stored()).status == "ended"
    for user in pits.people[:2]:
        assert "so it is closed. /play opens another." in pits.panel(user).text


async def test_whose_messages_are_closed_is_not_written_to(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    pits.local.misbehave.close_dms(pits.ben)
    await pits.deal(2, channel=arena)
    await delete(pits, arena)
    paused(pits, pits.panel(pits.ann))
    assert pits.messages(pits.local.dm(pits.ben), pits.ben) == []
    outcome = await pits.command(pits.ben, "hand")
    assert LOST in outcome.text


async def test_a_board_that_has_no_place_any_more_tells_it_too(pits: Pits) -> None:
    """The event was lost: the next change of the board finds it."""
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    pits.local.world.channels.pop(arena.id)
    pits.local.world.messages.pop(arena.id)
    await pits.press(pits.ann, "pick", pits.panel(pits.ann), "pass")
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    await heard(pits)
    assert (await pits.session()).resting == resting.GONE
    paused(pits, pits.panel(pits.ann))


async def test_a_sleeping_table_whose_channel_goes_is_not_rung(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    await pits.deal(1, computers=1, channel=arena, options=LONG)
    await later(pits, 7 * DAY)
    panel = pits.panel(pits.ann)
    pits.local.misbehave.delete_channel(arena)
    while (await pits.session()).resting != resting.GONE:
        await pits.local.until(lambda: not _events())
    await pits.settled()
    assert pits.panel(pits.ann) is panel
    paused(pits, panel)


# -- the server


async def test_a_kick_and_an_invitation_back(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    assert away.bot_inside, "so the players can be reached"
    await pits.deal(2, options=LONG)
    board = pits.board()
    pits.local.misbehave.kick_bot(pits.local.guild)
    await heard(pits)
    assert (await pits.session()).resting == resting.GONE
    for user in pits.people[:2]:
        paused(pits, pits.panel(user))
    await later(pits, DAY)
    await invited(pits, pits.local.guild)
    assert (await pits.session()).resting == resting.BACK
    shown = board if not board.deleted else pits.board()
    said = "I was away from this server, so this table is paused until one of its players presses "
    assert said in shown.text
    assert said in pits.panel(pits.ann).text
    outcome = await pits.command(pits.ann, "table")
    assert "The board has been posted again." in await follow_up(outcome)
    await pits.settled()
    await goes_on(pits)


async def test_who_shares_no_server_is_told_nothing_and_loses_nothing(pits: Pits) -> None:
    await pits.deal(2, options=LONG)
    panel = pits.panel(pits.ann)
    pits.local.misbehave.kick_bot(pits.local.guild)
    await heard(pits)
    assert pits.panel(pits.ann) is panel
    assert not await pits.bot.sessions.dms_closed(pits.ann.id)
    await invited(pits, pits.local.guild)
    await pits.press(pits.ann, "wake", pits.board())
    await pits.settled()
    await goes_on(pits)


async def test_an_outage_pauses_nothing(pits: Pits) -> None:
    await pits.deal(2)
    pits.local.misbehave.outage(pits.local.guild)
    guild = pits.bot.get_guild(pits.local.guild.id)
    assert guild is not None
    await pits.local.until(lambda: guild.unavailable)
    assert (await pits.session()).resting == ""
    pits.local.misbehave.end_outage(pits.local.guild)
    await pits.settled()
    assert (await pits.session()).resting == ""
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
        pits.local.world.channels.pop(arena.id)
        pits.local.world.messages.pop(arena.id)
    await pits.start()
    await heard(pits)
    assert (await pits.session()).resting == resting.GONE
    assert (await pits.store.gone_servers() != {}) == (what == "kick")
    if what == "channel":
        paused(pits, pits.panel(pits.ann))
        return
    await pits.stop()
    pits.local.guild.bot_inside = True
    await pits.start()
    while (await pits.session()).resting != resting.BACK:
        await pits.local.until(lambda: not _events())
    assert await pits.store.gone_servers() == {}
    await pits.press(pits.ann, "wake", pits.board(arena))
    await pits.settled()
    await goes_on(pits)


async def test_a_kill_before_anybody_was_told(pits: Pits) -> None:
    """What is to be told is stored with the pause."""
    arena = pits.local.add_channel("arena")
    await pits.deal(2, channel=arena, options=LONG)
    old = pits.panel(pits.ann)
    await pits.stop()
    store = await Store.open(pits.url)
    await store.close()
    await pits.start()
    pits.bot.delivery._stopping = True  # as if the process died before anything was sent
    pits.bot.sessions.wake()
    await pits.bot.sessions.change(pits.match, resting.lose)
    assert pits.panel(pits.ann) is old
    await pits.stop()
    pits.local.misbehave.delete_channel(arena)
    await pits.start()
    await pits.settled()
    assert pits.panel(pits.ann) is not old
    paused(pits, pits.panel(pits.ann))


async def test_thirty_days_after_a_kick_all_that_is_of_the_server_is_deleted(pits: Pits) -> None:
    away = pits.local.add_guild("Away Day")
    await pits.local.until(lambda: pits.bot.get_guild(away.id) is not None)
    there = pits.local.add_channel("garage", guild=away)
    kept = await pits.deal(2, channel=there)
    over = await pits.open(1)
    await pits.command(pits.ann, "end")
    await pits.deal(2)
    await pits.store.set_note(f"commands:1:{pits.local.guild.id}", "told")
    panel = pits.panel(pits.ann)
    pits.local.misbehave.kick_bot(pits.local.guild)
    await heard(pits)
    assert await pits.store.purge(NOON + KEPT_MS - 1) is not None
    assert await pits.store.match(pits.match) is not None
    await pits.store.purge(NOON + KEPT_MS)
    assert await pits.store.match(pits.match) is None
    assert await pits.store.match(over) is None
    assert await pits.store.match(kept) is not None
    assert f"commands:1:{pits.local.guild.id}" not in await pits.store.notes()
    assert await pits.store.gone_servers() == {}
    outcome = await pits.press(pits.ann, "end", pits.panel(pits.ann))
    assert "no such table any more" in outcome.text
    assert not panel.ephemeral


async def test_who_is_back_in_time_keeps_everything(pits: Pits) -> None:
    await pits.deal(2)
    pits.local.misbehave.kick_bot(pits.local.guild)
    await heard(pits)
    await invited(pits, pits.local.guild)
    await pits.store.purge(NOON + 10 * KEPT_MS)
    assert await pits.store.match(pits.match) is not None
