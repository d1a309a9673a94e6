"""A thread of a table's own: opened at the start, found from both places, never in the way."""

from __future__ import annotations

import discord
import pytest

from bot.delivery import threads
from bot.delivery.delivery import locked
from bot.delivery.threads import table_at
from bot.local import Channel, User
from bot.match import sealing
from bot.match.match import Match
from bot.presses.commands import ADD_ME
from games.engine.errors import Refusal
from tests.bot.pits import Pits, follow_up, verbs
from tests.bot.test_panels import links

WANTED = {"own_thread": "true"}
LAST = "Options 2"


async def want(pits: Pits) -> None:
    """The host asks for a thread of the table's own."""
    button = next(b for b in pits.board().pressables if b.label == LAST)
    outcome = await pits.answered(await pits.local.click(pits.ann, pits.board(), button.custom_id))
    await pits.submit(pits.ann, outcome.modal, WANTED)


async def begun(pits: Pits) -> None:
    """A table of two that wants a thread, started."""
    await pits.open(2)
    await want(pits)
    await pits.press(pits.ann, "start", pits.board())
    await pits.settled()


def thread_of(pits: Pits) -> Channel:
    (found,) = [c for c in pits.local.world.channels.values() if c.kind == "thread"]
    return found


async def test_off_unless_it_is_wanted(pits: Pits) -> None:
    await pits.deal(2)
    assert [c for c in pits.local.world.channels.values() if c.kind == "thread"] == []


async def test_the_lobby_says_that_a_thread_is_wanted(pits: Pits) -> None:
    await pits.open(2)
    assert "thread" not in pits.board().text
    await want(pits)
    assert "in a thread of its own" in pits.board().text
    assert (await pits.match()).thread == "wanted"


async def test_the_table_plays_in_its_thread(pits: Pits) -> None:
    await pits.open(2)
    lobby = pits.board()
    await want(pits)
    await pits.press(pits.ann, "start", pits.board())
    await pits.settled()
    thread = thread_of(pits)
    match = await pits.match()
    assert thread.id == lobby.id
    assert (match.channel_id, match.parent_id) == (thread.id, pits.channel.id)
    assert thread.auto_archive == 1440
    call, seal, board = pits.messages(thread)
    assert call.mentions == [pits.ann, pits.ben]
    assert set(thread.members) >= {pits.ann.id, pits.ben.id}
    (push,) = pits.local.pushes(pits.ben)
    assert push.text.startswith("The match has begun"), "the call itself makes no sound"
    assert match.seal_message == seal.id
    assert match.board.message == board.id
    assert "hand" in verbs(board)
    assert not lobby.deleted
    assert lobby.pressables == []
    assert links(lobby) == [f"https://discord.com/channels/{pits.local.guild.id}/{thread.id}"]
    assert pits.public() == [lobby]


async def test_who_wants_no_notices_is_not_rung_by_the_thread(pits: Pits) -> None:
    await pits.command(pits.ben, "notify", {"where": "none"})
    await begun(pits)
    assert pits.ben.id in thread_of(pits).members
    assert pits.local.pushes(pits.ben) == []


async def test_what_one_person_sees_does_not_count_in_a_thread(pits: Pits) -> None:
    await begun(pits)
    thread = thread_of(pits)
    before = pits.local.world.count_in(thread)
    await pits.press(pits.ann, "hand", pits.board(thread))
    assert pits.local.world.count_in(thread) == before
    pits.local.write(pits.cora, thread, "Go!")
    assert pits.local.world.count_in(thread) == before + 1


async def test_several_tables_in_threads_of_one_channel(pits: Pits) -> None:
    await begun(pits)
    first = pits.match_id
    await pits.command(pits.cora, "play")
    second = (await pits.store.open_match_in(pits.channel.id)) or ""
    assert second not in ("", first)


@pytest.mark.parametrize("inside", [True, False])
async def test_table_finds_it_from_both_places(pits: Pits, inside: bool) -> None:
    await begun(pits)
    thread = thread_of(pits)
    old = pits.board(thread)
    place = thread if inside else pits.channel
    outcome = await pits.command(pits.ann, "table", channel=place)
    said = await follow_up(outcome)
    assert "The board has been posted again" in said
    assert (f"<#{thread.id}>" in said) is not inside
    await pits.settled()
    assert old.deleted
    assert pits.board(thread) is not old


@pytest.mark.parametrize("denied", ["create_public_threads", "send_messages_in_threads"])
async def test_without_leave_the_match_goes_on_in_the_channel(pits: Pits, denied: str) -> None:
    await pits.open(2)
    await want(pits)
    pits.local.misbehave.deny(pits.channel, denied)
    outcome = await pits.press(pits.ann, "start", pits.board())
    await pits.settled()
    said = await follow_up(outcome)
    assert threads.NEEDED[denied] in said
    assert threads.HERE in said
    match = await pits.match()
    assert (match.status, match.channel_id) == ("live", pits.channel.id)
    assert pits.board().id > match.seal_message


async def test_too_many_threads(pits: Pits) -> None:
    await pits.open(2)
    await want(pits)
    pits.local.misbehave.fail_next(code=160006)
    outcome = await pits.press(pits.ann, "start", pits.board())
    await pits.settled()
    assert threads.NO_THREAD in await follow_up(outcome)
    assert (await pits.match()).status == "live"
    assert "hand" in verbs(pits.board())


async def test_a_thread_that_is_there_already_is_used(pits: Pits) -> None:
    """As after a crash between opening it and the start."""
    await pits.open(2)
    await want(pits)
    match = await pits.match()
    every = discord.Permissions.all()
    assert await pits.bot.delivery.threads.open(match, every) == (match.board.message, "")
    await pits.press(pits.ann, "start", pits.board())
    await pits.settled()
    assert len(pits.messages(thread_of(pits))) == 3, "nobody was called twice"


async def test_the_crash_between_the_move_and_the_seal(pits: Pits) -> None:
    await pits.open(2)
    await want(pits)
    match = await pits.match()
    thread, _ = await pits.bot.delivery.threads.open(match, discord.Permissions.all())

    def begin(match: Match) -> None:
        sealing.seal(match, pits.ann.id)
        threads.move(match, thread)

    await pits.bot.matches.change(pits.match_id, begin)
    await pits.settled()
    match = await pits.match()
    assert match.status == "live"
    assert "hand" in verbs(pits.board(thread_of(pits)))
    sign = pits.messages()[-1]
    assert links(sign), "the lobby has become the sign all the same"


async def test_the_sign_follows_seldom_and_tells_the_end(pits: Pits) -> None:
    await begun(pits)
    sign = pits.messages()[-1]
    for user in (pits.ann, pits.ben):
        await pits.command(user, "end", channel=thread_of(pits))
        if user is pits.ann:
            await pits.settled()
    await pits.settled()
    assert "ended" in sign.text


async def test_a_table_in_a_thread_has_no_such_option(pits: Pits) -> None:
    thread = pits.local.add_thread(pits.channel, "table")
    await pits.open(2, channel=thread)
    match = await pits.match()
    assert match.parent_id == pits.channel.id
    outcome = await pits.forge(pits.ann, f"options:{pits.match_id}:1", pits.board(thread))
    assert outcome.modal is not None
    assert "own_thread" not in str(outcome.modal.body)


async def test_a_private_thread_that_the_bot_is_not_in(pits: Pits) -> None:
    pits.local.misbehave.deny(pits.channel, "manage_threads")
    thread = pits.local.add_thread(pits.channel, "secret", owner=pits.ann, private=True)
    outcome = await pits.command(pits.ann, "play", channel=thread)
    assert ADD_ME in await follow_up(outcome)
    assert await pits.store.open_lines() == []
    pits.local.write(pits.ann, thread, f"<@{pits.local.world.bot.id}> come in")
    await pits.command(pits.ann, "play", channel=thread)
    assert await pits.store.open_match_in(thread.id)


async def test_a_locked_thread_is_told_in_the_hands(pits: Pits) -> None:
    await begun(pits)
    pits.local.misbehave.archive(thread_of(pits), locked=True)
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()
    for user in (pits.ann, pits.ben):
        # The words themselves, which a phone's push shows.
        told = [m.content for m in pits.messages(pits.local.dm(user), user)]
        said = locked(await pits.match())
        assert len([text for text in told if said in text]) == 1
        assert said not in told[-1], "the hand stands below it"


async def test_an_archived_thread_gets_a_new_board(pits: Pits) -> None:
    await begun(pits)
    thread = thread_of(pits)
    pits.local.misbehave.archive(thread)
    for user in (pits.ann, pits.ben):
        await pits.press(user, "pick", pits.panel(user), "pass")
    await pits.settled()
    assert not thread.archived
    assert (await pits.match()).board.message == pits.board(thread).id


async def test_the_sign_does_not_tell_that_somebody_has_answered(pits: Pits) -> None:
    """Nor is it edited to say the same again: an edit would tell it too."""
    await begun(pits)
    (sign,) = pits.public()
    pits.clock.now += threads.SIGN_MS
    pits.bot.matches.wake()
    await pits.settled()
    before = (sign.text, sign.edits)
    match = await pits.match()
    assert len(match.running().asks) > 1
    await pits.press(pits.ben, "pick", pits.panel(pits.ben), "pass")
    assert len((await pits.match()).running().asks) == 1
    pits.clock.now += threads.SIGN_MS
    pits.bot.matches.wake()
    await pits.settled()
    assert (sign.text, sign.edits) == before


async def test_the_sign_of_a_table_that_moved_out_of_its_thread_leads_on(pits: Pits) -> None:
    await begun(pits)
    sign, arena = pits.public()[0], pits.local.add_channel("arena")
    pits.local.misbehave.lock(thread_of(pits))
    await pits.command(pits.ann, "table", {"table": pits.match_id}, arena)
    await pits.settled()
    assert f"The table is in <#{arena.id}> now." in sign.text
    assert links(sign) == [f"https://discord.com/channels/{pits.local.guild.id}/{arena.id}"]
    assert "turn" not in sign.text, "what the sign says stays true"


async def test_of_several_threads_ones_own_table_is_meant(pits: Pits) -> None:
    lanes = [pits.local.open_thread(pits.ann, pits.channel, name) for name in ("one", "two")]
    first = await pits.open(2, channel=lanes[0], people=[pits.ann, pits.ben])
    assert await meant(pits, pits.stranger) == first, "there is no other"
    second = await pits.open(2, channel=lanes[1], people=[pits.cora, pits.ben])
    assert await meant(pits, pits.ann) == first
    assert await meant(pits, pits.cora) == second
    for user in (pits.ben, pits.stranger):
        with pytest.raises(Refusal, match="Several"):
            await meant(pits, user)
    here = await pits.open(1, people=[pits.dev])
    for user in (pits.ann, pits.ben, pits.stranger):
        assert await meant(pits, user) == here, "the channel's own goes before those in threads"
    assert await table_at(pits.store, lanes[1].id, pits.ann.id) == second


async def meant(pits: Pits, user: User) -> str | None:
    """The table that a user means who names none, in the channel of the threads."""
    return await table_at(pits.store, pits.channel.id, user.id)
