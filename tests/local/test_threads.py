"""Threads as Discord keeps them, through the real discord.py."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local import Channel, HandClock, LocalDiscord, NotShown
from tests.local.fixtures import Rig, bare, connected, talk

HOUR = 3600.0


class Watcher(Rig):
    """A bot that notes what it hears of threads and servers."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, **options)
        super().__init__([], intents=intents)
        self.noted: list[str] = []

    async def on_thread_create(self, thread: discord.Thread) -> None:
        self.noted.append(f"create {thread.name}")

    async def on_thread_join(self, thread: discord.Thread) -> None:
        self.noted.append(f"join {thread.name}")

    async def on_thread_update(self, _: discord.Thread, after: discord.Thread) -> None:
        self.noted.append(f"update {after.name} {after.archived} {after.locked}")

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        self.noted.append(f"delete {gone.thread_id}")

    async def on_thread_member_join(self, member: discord.ThreadMember) -> None:
        self.noted.append(f"member {member.id}")

    async def on_raw_thread_member_remove(self, _: discord.RawThreadMembersUpdate) -> None:
        self.noted.append("member gone")


def code(refused: pytest.ExceptionInfo[discord.HTTPException]) -> int:
    return refused.value.code


async def text_channel(rig: Rig, pits: Channel) -> discord.TextChannel:
    channel = await rig.fetch_channel(pits.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


def member_ids(local: LocalDiscord, thread: discord.abc.Snowflake) -> list[int]:
    return list(local.world.channels[thread.id].members)


async def test_a_thread_on_a_message_has_its_id_and_shows_on_it() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = await text_channel(rig, pits)
        lobby = await channel.send("A table")
        thread = await lobby.create_thread(name="Game 7", auto_archive_duration=1440)
        assert thread.id == lobby.id
        assert (thread.parent_id, thread.owner_id) == (pits.id, local.world.bot.id)
        again = await channel.fetch_message(lobby.id)
        assert again.flags.has_thread
        assert again.edited_at is None
        assert again.thread is not None
        assert again.thread.id == lobby.id
        with pytest.raises(discord.HTTPException) as refused:
            await lobby.create_thread(name="Game 8")
        assert code(refused) == 160004
        local.misbehave.delete_channel(local.world.channels[thread.id])
        assert [m.content for m in local.messages(pits, ann)] == ["A table"]


async def test_a_thread_by_itself_is_told_of_in_the_channel() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = await text_channel(rig, pits)
        thread = await channel.create_thread(name="Game 8", type=discord.ChannelType.public_thread)
        (line,) = local.messages(pits, ann)
        assert (line.type, line.content, line.thread_id) == (18, "Game 8", thread.id)
        assert line.id != thread.id


async def test_nothing_but_time_and_only_messages_keep_it_open() -> None:
    clock = HandClock()
    async with talk(clock=clock, limits="off") as (local, rig, ann, pits):
        thread = await (await text_channel(rig, pits)).create_thread(
            name="Game 7", type=discord.ChannelType.public_thread, auto_archive_duration=1440
        )
        held = local.world.channels[thread.id]
        board = await thread.send("Turn 1")

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("psst", ephemeral=True)

        clock.advance(23 * HOUR)
        await board.edit(content="Turn 2")
        await local.command(ann, held, "go")
        clock.advance(0.99 * HOUR)
        assert not held.archived
        clock.advance(0.01 * HOUR)
        assert held.archived, "an edit and a private answer are no activity"
        with pytest.raises(discord.HTTPException) as refused:
            await board.edit(content="Turn 3")
        assert code(refused) == 50083
        await thread.send("Turn 3")
        assert not held.archived
        clock.advance(20 * HOUR)
        local.write(ann, held, "my go")
        clock.advance(23 * HOUR)
        assert not held.archived
        await thread.edit(auto_archive_duration=4320)
        clock.advance(71 * HOUR)
        assert not held.archived, "a change of the time is activity"
        clock.advance(HOUR)
        assert held.archived
        await thread.edit(archived=False)
        clock.advance(71 * HOUR)
        assert not held.archived


async def test_the_bot_hears_of_it_as_far_as_its_intents_go() -> None:
    clock = HandClock()
    async with connected(Watcher, clock=clock) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        thread = local.add_thread(pits, "Game 7")
        await local.until(lambda: "create Game 7" in rig.noted)
        local.write(ann, thread, "hello")
        clock.advance(24 * HOUR)
        await local.until(lambda: "update Game 7 True False" in rig.noted)
        local.misbehave.unarchive(thread)
        await local.until(lambda: rig.noted[-1] == "join Game 7")
        local.misbehave.delete_channel(thread)
        await local.until(lambda: rig.noted[-1] == f"delete {thread.id}")
        assert not any(line.startswith("member") for line in rig.noted), "that is a privilege"


async def test_with_the_privileged_intent_it_hears_of_members() -> None:
    members = discord.Intents(members=True).value
    async with connected(lambda: Watcher(members=True), privileged_intents=members) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        thread = local.add_thread(pits, "Game 7")
        local.write(ann, thread, "hello")
        await local.until(lambda: f"member {ann.id}" in rig.noted)
        held = rig.get_guild(local.guild.id)
        assert held is not None
        found = held.get_thread(thread.id)
        assert found is not None
        assert {member.id for member in await found.fetch_members()} == {ann.id, local.world.bot.id}
        local.leave_thread(ann, thread)
        await local.until(lambda: rig.noted[-1] == "member gone")


async def test_a_mention_adds_people_and_rings_them() -> None:
    async with talk() as (local, rig, ann, pits):
        ben, far = local.add_user("Ben"), local.add_user("Far", member=False)
        thread = local.add_thread(pits, "Game 7")
        channel = rig.get_partial_messageable(thread.id)
        await channel.send("x")
        await channel.send(
            f"<@{ann.id}> <@{far.id}> to the grid", allowed_mentions=discord.AllowedMentions.all()
        )
        assert list(thread.members) == [local.world.bot.id, ann.id]
        assert [push.text for push in local.pushes(ann)] == ["@Ann @Far to the grid"]
        assert local.world.unread(thread, ben) == 2
        await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.all())
        assert (local.pushes(ben), local.pushes(far)) == ([], []), "they are no members"
        assert len(local.pushes(ann)) == 2


async def test_people_are_added_and_taken_out_by_name() -> None:
    async with talk(limits="off") as (local, rig, ann, pits):
        far = local.add_user("Far", member=False)
        made = await (await text_channel(rig, pits)).create_thread(
            name="Game 7", type=discord.ChannelType.public_thread
        )
        await made.add_user(discord.Object(ann.id))
        assert member_ids(local, made) == [local.world.bot.id, ann.id]
        assert (await made.fetch_member(ann.id)).id == ann.id
        for act in (made.add_user(discord.Object(far.id)), made.fetch_member(far.id)):
            with pytest.raises(discord.NotFound) as refused:
                await act
            assert code(refused) == 10007
        with pytest.raises(discord.Forbidden) as denied:
            await made.remove_user(discord.Object(ann.id))
        assert code(denied) == 50013, "only moderators take people out"
        with pytest.raises(discord.Forbidden) as denied:
            await made.fetch_members()
        assert code(denied) == 50001, "the list of members is a privilege"
        await made.leave()
        assert member_ids(local, made) == [ann.id]
        await made.join()
        assert member_ids(local, made) == [ann.id, local.world.bot.id]


async def test_threads_are_counted_against_a_cap() -> None:
    async with talk() as (local, rig, _, pits):
        channel = await text_channel(rig, pits)
        lobby = await channel.send("A table")
        old = local.add_thread(pits, "old")
        local.misbehave.archive(old)
        local.misbehave.most_threads(1)
        thread = await lobby.create_thread(name="Game 7")
        sleeper = rig.get_partial_messageable(old.id)
        for act in (
            channel.create_thread(name="Game 8", type=discord.ChannelType.public_thread),
            sleeper.send("wake"),
        ):
            with pytest.raises(discord.HTTPException) as refused:
                await act
            assert code(refused) == 160006
        await thread.edit(archived=True)
        await sleeper.send("wake")
        assert not old.archived


async def test_there_are_places_without_threads() -> None:
    async with bare() as call:
        local = call.local
        ann = local.add_user("Ann")
        pits, box = local.add_channel("pits"), local.add_channel("box", voice=True)
        places = (local.add_thread(pits, "Game 7"), box, local.dm(ann))
        for place in places:
            _, sent = await call("POST", f"/channels/{place.id}/messages", {"content": "x"})
            path = f"/channels/{place.id}/messages/{sent['id']}/threads"
            status, body = await call("POST", path, {"name": "t"})
            assert (status, body["code"]) == (400, 50024)
        local.misbehave.deny(box, "connect")
        status, body = await call("POST", f"/channels/{box.id}/messages", {"content": "x"})
        assert (status, body["code"]) == (403, 50013)


async def test_a_voice_channel_is_one_for_discord_py() -> None:
    async with talk() as (local, rig, ann, _):
        box = local.add_channel("box", voice=True)
        found = await rig.fetch_channel(box.id)
        assert isinstance(found, discord.VoiceChannel)
        await found.send("x")
        assert [m.content for m in local.messages(box, ann)] == ["x"]


async def test_a_private_thread_is_there_for_its_members_alone() -> None:
    async with talk() as (local, rig, ann, pits):
        ben = local.add_user("Ben")
        thread = local.add_thread(pits, "secret", owner=ann, private=True)
        assert (local.world.may_see(ann, thread), local.world.may_see(ben, thread)) == (True, False)
        with pytest.raises(NotShown):
            local.write(ben, thread, "hello")
        channel = rig.get_partial_messageable(thread.id)
        for act in (rig.fetch_channel(thread.id), channel.send("x")):
            with pytest.raises(discord.Forbidden) as refused:
                await act
            assert code(refused) == 50001

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("Add me to this thread.", ephemeral=True)

        assert (await local.command(ann, thread, "go")).text == "Add me to this thread."
        assert "THREAD_CREATE" not in rig.events
        local.add_to_thread(ann, thread, local.world.bot)
        await local.until(lambda: "THREAD_CREATE" in rig.events)
        await channel.send("Here I am.")
        local.add_to_thread(ann, thread, ben)
        assert local.messages(thread, ben)[-1].content == "Here I am."


async def test_moderators_see_private_threads() -> None:
    async with talk() as (local, rig, ann, pits):
        thread = local.add_thread(pits, "secret", owner=ann, private=True)
        local.world.bot_permissions |= discord.Permissions(manage_threads=True).value
        assert (await rig.fetch_channel(thread.id)).id == thread.id


async def test_locked_threads_are_for_moderators() -> None:
    async with talk(limits="off") as (local, rig, ann, pits):
        thread = local.add_thread(pits, "Game 7")
        channel = rig.get_partial_messageable(thread.id)
        sent = await channel.send("x")
        local.misbehave.lock(thread)
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send("y")
        assert code(refused) == 160005
        with pytest.raises(NotShown, match="locked"):
            local.write(ann, thread, "y")
        local.misbehave.archive(thread, locked=True)
        for act in (channel.send("y"), sent.edit(content="y")):
            with pytest.raises(discord.HTTPException) as refused:
                await act
            assert code(refused) == 50083
        held = await rig.fetch_channel(thread.id)
        assert isinstance(held, discord.Thread)
        with pytest.raises(discord.Forbidden):
            await held.edit(archived=False)
        local.world.bot_permissions |= discord.Permissions(manage_threads=True).value
        await held.edit(archived=False, locked=False)
        await sent.edit(content="y")


async def test_whoever_opened_a_thread_archives_it_and_others_do_not() -> None:
    async with talk() as (local, rig, ann, pits):
        theirs = local.add_thread(pits, "Ann's", owner=ann)
        found = await rig.fetch_channel(theirs.id)
        assert isinstance(found, discord.Thread)
        with pytest.raises(discord.Forbidden) as refused:
            await found.edit(archived=True)
        assert code(refused) == 50013
        with pytest.raises(NotShown):
            local.archive_thread(local.add_user("Ben"), theirs)
        local.archive_thread(ann, theirs)
        assert theirs.archived
        await found.edit(archived=False)
        assert not theirs.archived


async def test_a_thread_has_buckets_of_its_own() -> None:
    async with talk() as (local, rig, _, pits):
        thread = local.add_thread(pits, "Game 7")
        for place in (pits, thread):
            for n in range(4):
                await rig.get_partial_messageable(place.id).send(str(n))
        assert local.limited == []
        assert {c.status for c in local.calls} == {200}


async def test_people_open_threads_too() -> None:
    async with talk() as (local, rig, ann, pits):
        written = local.write(ann, pits, "who plays?")
        on_it = local.open_thread(ann, pits, "Table 2", written)
        alone = local.open_thread(ann, pits, "Table 3")
        assert on_it.id == written.id
        assert [m.type for m in local.messages(pits, ann)] == [0, 18]
        await rig.get_partial_messageable(alone.id).send("Welcome")
        assert local.world.bot.id in alone.members, "who writes there is a member"
        for name, message in (("", None), ("x" * 101, None), ("again", written)):
            with pytest.raises(NotShown):
                local.open_thread(ann, pits, name, message)
        with pytest.raises(NotShown):
            local.open_thread(ann, on_it, "thread of a thread")
