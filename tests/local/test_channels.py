"""Channels, direct messages and threads through the real discord.py."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local import Message, NotShown
from tests.local.fixtures import board, buttons, connected, file, png, talk


class Other(discord.Client):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            guild_ready_timeout=0,
            **options,
        )
        self.texts: list[str] = []

    async def on_message(self, message: discord.Message) -> None:
        self.texts.append(message.content)


def code(refused: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return refused.value.status, refused.value.code


async def test_a_hand_comes_as_a_direct_message_that_only_its_owner_sees() -> None:
    async with talk() as (local, rig, ann, _):
        channel = await rig.create_dm(discord.Object(ann.id))
        sent = await channel.send(view=board("Your hand", buttons("Play")), files=[file()])
        assert [m.text for m in local.messages(local.dm(ann), ann)] == ["Your hand"]
        await sent.edit(view=board("Less of it"), attachments=[file(colour="blue")])
        hand = local.messages(local.dm(ann), ann)[0]
        assert (hand.text, hand.attachments[0].data) == ("Less of it", png("blue"))
        assert local.messages(local.dm(ann), local.add_user("Ben")) == []
        assert local.problems == []


async def test_closed_direct_messages() -> None:
    async with talk() as (local, rig, _, __):
        shy = local.add_user("Shy", dms_open=False)
        channel = await rig.create_dm(discord.Object(shy.id))
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("psst")
        assert code(refused) == (403, 50007)
        local.misbehave.open_dms(shy)
        await channel.send("hello")
        local.misbehave.close_dms(shy)
        with pytest.raises(discord.Forbidden):
            await channel.send("again")
        assert local.invalid_requests == 2


async def test_no_common_server_and_dms_opened_too_fast() -> None:
    async with talk() as (local, rig, ann, _):
        far = local.add_user("Far", member=False)
        channel = await rig.create_dm(discord.Object(far.id))
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("psst")
        assert code(refused) == (403, 50278)
        local.misbehave.open_dms_too_fast()
        with pytest.raises(discord.HTTPException) as refused_fast:
            await rig.create_dm(discord.Object(ann.id))
        assert code(refused_fast) == (400, 40003)
        with pytest.raises(discord.NotFound) as unknown:
            await rig.create_dm(discord.Object(1))
        assert unknown.value.code == 10013


@pytest.mark.parametrize(
    ("denied", "expected"),
    [
        ("view_channel", (403, 50001)),
        ("send_messages", (403, 50013)),
        ("attach_files", (403, 50013)),
    ],
)
async def test_missing_permissions(denied: str, expected: tuple[int, int]) -> None:
    async with talk() as (local, rig, ann, pits):
        channel = rig.get_partial_messageable(pits.id)
        first = await channel.send("before")
        local.misbehave.deny(pits, denied)
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("x", file=file())
        assert code(refused) == expected
        if denied == "view_channel":
            with pytest.raises(discord.Forbidden):
                await first.edit(content="y")
        local.misbehave.allow(pits, denied)
        await channel.send("x", file=file())
        assert [m.content for m in local.messages(pits, ann)] == ["before", "x"]


async def test_the_interaction_says_what_the_bot_may_do() -> None:
    async with talk() as (local, rig, ann, _):
        quiet = local.add_channel("quiet", deny=["send_messages", "attach_files"])

        @rig.on("go")
        async def _go(i: discord.Interaction) -> None:
            assert not i.app_permissions.send_messages
            assert i.app_permissions.view_channel
            assert isinstance(i.channel, discord.TextChannel)
            assert i.guild is not None
            assert not i.channel.permissions_for(i.guild.me).send_messages
            await i.response.send_message("Missing: send messages.", ephemeral=True)

        assert (await local.command(ann, quiet, "go")).text == "Missing: send messages."
        assert rig.errors == []


async def test_what_is_gone() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = rig.get_partial_messageable(pits.id)
        sent = await channel.send("here")
        local.misbehave.delete_message(local.messages(pits, ann)[0])
        for again in (sent.edit(content="x"), sent.delete(), channel.fetch_message(sent.id)):
            with pytest.raises(discord.NotFound) as refused:
                await again
            assert refused.value.code == 10008
        local.misbehave.delete_channel(pits)
        with pytest.raises(discord.NotFound) as refused:
            await channel.send("x")
        assert refused.value.code == 10003


async def test_an_archived_thread_takes_no_edits_until_something_is_sent() -> None:
    async with talk() as (local, rig, ann, pits):
        thread = local.add_thread(pits, "Game 7")
        channel = rig.get_partial_messageable(thread.id)
        sent = await channel.send("Turn 1")
        local.misbehave.archive(thread)
        with pytest.raises(discord.HTTPException) as refused:
            await sent.edit(content="Turn 2")
        assert code(refused) == (400, 50083)
        with pytest.raises(NotShown, match="archived"):
            await local.command(ann, thread, "go")
        await channel.send("Awake")
        assert not thread.archived
        await sent.edit(content="Turn 2")
        assert [m.content for m in local.messages(thread, ann)] == ["Turn 2", "Awake"]
        local.misbehave.archive(thread, locked=True)
        local.misbehave.deny(pits, "manage_threads")
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send("Awake?")
        assert refused.value.code == 50083


async def test_threads_are_opened_and_archived_by_the_bot() -> None:
    async with talk() as (local, rig, _, pits):
        channel = await rig.fetch_channel(pits.id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.send("A table")
        thread = await message.create_thread(name="Game 7", auto_archive_duration=60)
        assert thread.id == message.id
        await thread.send("Welcome")
        await thread.edit(archived=True)
        assert local.world.channels[thread.id].archived
        await thread.edit(archived=False)
        free = await channel.create_thread(name="Game 8", type=discord.ChannelType.public_thread)
        assert local.world.channels[free.id].parent_id == pits.id
        local.misbehave.deny(pits, "create_public_threads")
        with pytest.raises(discord.Forbidden):
            await channel.create_thread(name="Game 9", type=discord.ChannelType.public_thread)
        local.misbehave.deny(pits, "send_messages_in_threads")
        with pytest.raises(discord.Forbidden):
            await thread.send("x")


async def test_a_nonce_is_posted_once() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = rig.get_partial_messageable(pits.id)
        one = await channel.send("x", nonce=77)
        two = await channel.send("x", nonce=77)
        assert one.id == two.id
        assert len(local.messages(pits, ann)) == 1


async def test_history_leaves_ephemeral_messages_out() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _go(i: discord.Interaction) -> None:
            await i.response.send_message("secret", ephemeral=True)

        channel = rig.get_partial_messageable(pits.id)
        for n in range(4):
            await channel.send(str(n))
        secret = (await local.command(ann, pits, "go")).message
        assert secret is not None
        assert [m.content async for m in channel.history(limit=3)] == ["3", "2", "1"]
        with pytest.raises(discord.NotFound):
            await channel.fetch_message(secret.id)


async def test_mentions_ping_only_whom_the_bot_allows() -> None:
    async with talk() as (local, rig, ann, pits):
        ben = local.add_user("Ben")
        channel = rig.get_partial_messageable(pits.id)
        text = f"<@{ann.id}> <@{ben.id}> @everyone"
        quiet = discord.AllowedMentions(everyone=False, users=[discord.Object(ben.id)])
        await channel.send(text, allowed_mentions=quiet)
        await channel.send(text)
        one, two = local.messages(pits, ann)
        assert (one.mentions, one.mention_everyone) == ([ben], False)
        assert (two.mentions, two.mention_everyone) == ([ann, ben], True)


async def test_what_people_write_reaches_the_bot_by_intent_and_without_content() -> None:
    async with connected(Other) as (local, other):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        local.write(ann, pits, "hello all")
        local.write(ann, local.dm(ann), "hello you")
        await local.until(lambda: len(other.texts) == 2)
        assert other.texts == ["", "hello you"]
        with pytest.raises(NotShown):
            local.write(ann, pits, " ")
        with pytest.raises(NotShown):
            local.write(local.add_user("Far", member=False), pits, "x")


async def test_only_own_messages_can_be_edited() -> None:
    async with talk() as (local, rig, ann, pits):
        written = local.write(ann, pits, "mine")
        message = rig.get_partial_messageable(pits.id).get_partial_message(written.id)
        with pytest.raises(discord.Forbidden) as refused:
            await message.edit(content="yours")
        assert refused.value.code == 50005
        with pytest.raises(discord.Forbidden) as refused:
            await message.delete()
        assert refused.value.code == 50013


async def test_an_edit_keeps_only_the_files_it_lists() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = rig.get_partial_messageable(pits.id)
        sent = await channel.send("x", files=[file("a.png"), file("b.png")])
        kept = await sent.edit(attachments=[sent.attachments[1], file("c.png")])
        message: Message = local.messages(pits, ann)[0]
        assert [a.filename for a in message.attachments] == ["b.png", "c.png"]
        assert [a.filename for a in kept.attachments] == ["b.png", "c.png"]
        assert len(local.world.attachments) == 2
        await kept.edit(attachments=[])
        assert local.world.attachments == {}


async def test_attachments_are_served_where_the_message_says() -> None:
    async with talk() as (_, rig, __, pits):
        sent = await rig.get_partial_messageable(pits.id).send(file=file("a b.png", alt="A car"))
        assert sent.attachments[0].filename == "a_b.png"
        assert sent.attachments[0].description == "A car"
        assert await sent.attachments[0].read() == png()
