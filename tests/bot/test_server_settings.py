"""/settings: who may use it, what it sets, and that tables obey; all of a server is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.local import Channel, Message, NotShown, User
from bot.match import resting
from bot.posts import custom_ids, hands
from bot.presses.server_settings import ERASE, KEEP, START, SURE
from tests.bot.pits import Pits, find, follow_up
from tests.bot.test_forgotten import stored

MANAGE = "Only people with the permission Manage Server can do that"


async def panel(pits: Pits) -> Message:
    """What `/settings` shows to Ann, who manages the server."""
    pits.ann.manages = True
    (shown,) = (await pits.command(pits.ann, "settings")).messages
    assert shown.ephemeral
    return shown


async def put(pits: Pits, shown: Message, name: str, *values: object) -> str:
    """Choose on the panel; what it says then."""
    outcome = await pits.answered(await pits.local.select(pits.ann, shown, START + name, values))
    assert outcome.updated
    return shown.text


async def refused(
    pits: Pits, user: User, name: str = "play", channel: Channel | None = None
) -> str:
    """The one private sentence that a command is answered with."""
    outcome = await pits.command(user, name, channel=channel)
    (message,) = outcome.messages
    assert message.ephemeral
    return message.text


def lines(shown: Message) -> dict[str, str]:
    """The settings as the panel says them."""
    found = [line.removeprefix("**").partition(":** ") for line in shown.text.splitlines()]
    return {name: value for name, _, value in found if value}


async def test_only_those_with_manage_server_may(pits: Pits) -> None:
    shown = await panel(pits)
    with pytest.raises(NotShown):
        await pits.command(pits.ben, "settings")
    outcome = await pits.raw_command(pits.ben, "settings", {})
    assert MANAGE in outcome.text
    board = (await pits.command(pits.ann, "play")).messages[0]
    values: Sequence[str] | None
    for name, values in (("most", ["1"]), (ERASE, None), (SURE, None), (KEEP, None)):
        outcome = await pits.forge(pits.ben, START + name, board, values)
        assert MANAGE in await follow_up(outcome)
    # Who has lost the permission meanwhile has a panel, and no more.
    pits.ann.manages = False
    outcome = await pits.answered(await pits.local.select(pits.ann, shown, f"{START}most", ["1"]))
    assert MANAGE in await follow_up(outcome)
    assert stored(pits, '"most"') == []
    assert await pits.store.server_settings(pits.local.guild.id) == b""


async def test_tables_are_opened_where_the_server_wants_them(pits: Pits) -> None:
    arena, other = pits.local.add_channel("arena"), pits.local.add_channel("other")
    shown = await panel(pits)
    assert set(lines(shown).values()) >= {"every channel", "everyone", "no limit"}
    said = await put(pits, shown, "channels", arena, other)
    assert f"opened in:** <#{arena.id}>, <#{other.id}>" in said
    where = f"Tables on this server are opened in <#{arena.id}> or <#{other.id}>."
    assert await refused(pits, pits.ann) == where
    thread = pits.local.add_thread(arena, "a thread")
    await pits.command(pits.ben, "play", channel=thread)
    opened = await pits.store.open_match_in(thread.id)
    assert where in (await pits.command(pits.ben, "table", {"table": opened})).text
    pits.local.misbehave.delete_channel(other)
    assert await refused(pits, pits.ben) == f"Tables on this server are opened in <#{arena.id}>."
    (fresh,) = (await pits.command(pits.ann, "settings")).messages
    assert lines(fresh)["Tables are opened in"] == f"<#{arena.id}>, 1 that no longer exist"
    # An old panel changes what is chosen on it, and says how all stands now.
    await put(pits, fresh, "most", "5")
    assert "5 tables" in await put(pits, shown, "channels", arena)
    pits.local.misbehave.delete_channel(arena)
    assert "no longer exist. Ask someone who manages" in await refused(pits, pits.ben)
    outcome = await pits.forge(pits.ann, f"{START}channels", shown, [str(arena.id)])
    assert "can't be chosen any more" in await follow_up(outcome)
    assert "every channel" in await put(pits, shown, "channels")
    await pits.command(pits.ben, "play")
    assert await pits.store.open_match_in(pits.channel.id)


async def test_tables_are_opened_by_whom_the_server_lets(pits: Pits) -> None:
    local = pits.local
    drivers = local.add_role(local.guild, "Drivers", pits.ben)
    shown = await panel(pits)
    said = await put(pits, shown, "roles", drivers.id)
    assert f"Who may open tables:** <@&{drivers.id}>" in said
    assert f"Only people with <@&{drivers.id}> may open tables" in await refused(pits, pits.cora)
    await pits.command(pits.ben, "play")
    pits.match_id = await pits.store.open_match_in(pits.channel.id) or ""
    # Whoever may open none may play, and who manages the server needs no role.
    await pits.press(pits.cora, "join")
    assert [seat.name for seat in (await pits.match()).seats] == ["Ben", "Cora"]
    local.delete_role(local.guild, drivers)
    arena = local.add_channel("arena")
    said = await refused(pits, pits.ben, channel=arena)
    assert said.startswith("The roles that may open tables no longer exist.")
    (fresh,) = (await pits.command(pits.ann, "settings")).messages
    assert lines(fresh)["Who may open tables"] == "1 that no longer exist"
    await pits.command(pits.ann, "play", channel=arena)
    assert await pits.store.open_match_in(arena.id)


async def test_a_server_has_no_more_tables_than_it_wants(pits: Pits) -> None:
    arena = pits.local.add_channel("arena")
    shown = await panel(pits)
    await put(pits, shown, "most", "1")
    await pits.open(1, people=[pits.ben])
    said = await refused(pits, pits.cora, channel=arena)
    assert said.startswith("This server allows 1 open table at a time.")
    # Two at the same moment: the database decides.
    server = await pits.bot.matches.servers.rules(pits.local.guild.id)
    with pytest.raises(Exception, match="allows 1 open table"):
        await pits.bot.matches.open(
            game="nascards", guild_id=pits.local.guild.id, channel_id=arena.id, user_id=1,
            name="X", server=server,
        )  # fmt: skip
    await pits.command(pits.ben, "end")
    await pits.command(pits.cora, "play", channel=arena)
    assert await pits.store.open_match_in(arena.id)


async def test_no_more_tables_wake_than_the_server_wants(pits: Pits) -> None:
    """A press wakes one only where there is room: of two at the same moment, one."""
    tables: dict[User, str] = {}
    for user, name in ((pits.ben, "east"), (pits.cora, "west")):
        pits.channel = pits.local.add_channel(name)
        tables[user] = await pits.deal(1, computers=1, people=[user])
    await put(pits, await panel(pits), "most", "1")
    matches = pits.bot.matches
    for match_id in tables.values():
        await matches.change(match_id, lambda match: resting.rest(match, resting.ASLEEP))
    await pits.settled()

    async def wakes(user: User) -> None:
        hand = pits.panel(user)
        await pits.press(user, "wake", hand)

    async def rests() -> list[User]:
        return [user for user, each in tables.items() if (await matches.look(each)).resting]

    await asyncio.gather(*map(wakes, tables))
    await pits.settled()
    (user,) = await rests()
    assert "This server allows 1 open table at a time" in pits.panel(user).text
    (other,) = tables.keys() - {user}
    await matches.change(tables[other], lambda match: match.end())
    await pits.settled()
    await wakes(user)
    assert await rests() == []


async def test_pace_is_as_the_server_wants_it(pits: Pits) -> None:
    shown = await panel(pits)
    await put(pits, shown, "pace", "post")
    await pits.open(1, people=[pits.ben])
    assert (await pits.match()).pace == "post"
    await put(pits, shown, "pace", "only-post")
    form = (await pits.press(pits.ben, "options")).modal
    outcome = await pits.submit(pits.ben, form, {"pace": "live"})
    assert "Tables on this server are always by post." in await follow_up(outcome)
    assert (await pits.match()).pace == "post"


async def test_a_table_is_ended_by_whom_the_server_lets(pits: Pits) -> None:
    await pits.deal(2, people=[pits.ben, pits.cora])
    shown = await panel(pits)
    assert "You are not playing at this table." in await refused(pits, pits.ann, "end")
    await put(pits, shown, "enders", "managers")
    outcome = await pits.command(pits.ann, "end", {"table": pits.match_id})
    (asked,) = outcome.messages
    assert "End this table for everyone?" in asked.text
    # Neither the host nor anybody else is let to do it by that button.
    end = find(asked, "end")
    await pits.forge(pits.cora, end, pits.board())
    assert (await pits.match()).status == "live"
    await pits.answered(await pits.local.click(pits.ann, asked, end))
    await pits.settled()
    assert (await pits.match()).status == "ended"
    assert "This match was ended early." in pits.public()[-1].text
    await put(pits, shown, "channels", pits.local.add_channel("arena"))
    again = custom_ids.write("again", pits.match_id)
    outcome = await pits.forge(pits.ben, again, pits.public()[-1])
    assert "Tables on this server are opened in" in await follow_up(outcome)


async def test_nobody_is_mentioned_where_the_server_does_not_want_it(pits: Pits) -> None:
    shown = await panel(pits)
    await put(pits, shown, "calls", "no")
    for user in (pits.ben, pits.cora):
        await pits.command(user, "notify", {"where": "channel"})
    await pits.deal(2, people=[pits.ben, pits.cora])
    pits.clock.now += 600_000
    await pits.bot.clocks.tick()
    await pits.settled()
    assert not [message for message in pits.public() if message.content]


async def test_where_nobody_is_mentioned_no_hand_promises_a_call(pits: Pits) -> None:
    await put(pits, await panel(pits), "calls", "no")
    await pits.lay("gun front, swerve, smoke", "laser left, smoke")
    pits.local.misbehave.close_dms(pits.ben)
    pits.local.misbehave.delete_message(pits.panel(pits.ben))
    hand = (await pits.press(pits.ann, "hand")).ephemeral
    assert hand is not None
    await pits.press(pits.ann, "some", hand, values=["0"])
    await pits.press(pits.ann, "pick", hand, "pass")
    await pits.settled()
    (told,) = [each for each in pits.public() if "could not be delivered" in each.text]
    assert not told.mentions
    hand = (await pits.press(pits.ben, "hand")).ephemeral
    assert hand is not None
    await pits.press(pits.ben, "some", hand, values=["0"])
    await pits.press(pits.ben, "pick", hand, "pass")
    await pits.settled()
    assert hands.NOTHING_NOW in hand.text
    assert hands.CALLED not in hand.text


async def test_everything_of_a_server_is_deleted_at_once(pits: Pits) -> None:
    away = pits.local.add_guild("Elsewhere")
    there = pits.local.add_channel("elsewhere", guild=away)
    pits.ann.manages = True
    kept = await pits.open(1, channel=there, people=[pits.dev])
    over = await pits.deal(2, people=[pits.ben, pits.cora])
    await pits.bot.matches.change(over, lambda match: match.end())
    await pits.settled()
    ended, last = pits.panel(pits.ben), pits.public()[-1]
    pits.channel = pits.local.add_channel("next-lane")
    await pits.deal(2, people=[pits.ben, pits.cora])
    hand, board = pits.panel(pits.ben), pits.board()
    assert hand is not ended
    shown = await panel(pits)
    await put(pits, shown, "most", "3")
    outcome = await pits.answered(await pits.local.click(pits.ann, shown, START + ERASE))
    (asked,) = outcome.messages
    assert "1 table still open" in asked.text
    assert not outcome.updated, "the panel stays where it is"
    await pits.answered(await pits.local.click(pits.ann, asked, START + KEEP))
    assert "Nothing was deleted." in asked.text
    assert (await pits.match()).status == "live"
    outcome = await pits.forge(pits.ann, START + SURE, asked)
    await pits.settled()
    assert "Deleted: 2 tables and this server's settings." in outcome.text
    assert (hand.deleted, ended.deleted) == (True, True)
    assert (board.deleted, last.deleted) == (True, False)
    for secret in (pits.match_id, "Ben", "Cora"):
        assert stored(pits, secret) == []
    assert await pits.store.server_settings(pits.local.guild.id) == b""
    assert (await pits.store.match(kept)) is not None, "another server's stays"
    gone = custom_ids.write("hand", pits.match_id)
    await pits.open(1, people=[pits.ben])
    outcome = await pits.forge(pits.ben, gone)
    assert "There is no such table" in await follow_up(outcome)
