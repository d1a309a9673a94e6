"""Servers that the bot leaves and comes back to, people who go, and what a bot may read."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.local import NotShown
from tests.local.fixtures import COMMAND, Rig, bare, connected, talk


class Traveller(Rig):
    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, **options)
        super().__init__([COMMAND], intents=intents)
        self.noted: list[str] = []
        self.read: list[tuple[str, int]] = []

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.noted.append(f"join {guild.name}")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.noted.append(f"remove {guild.name}")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.noted.append(f"deleted {channel.name}")

    async def on_raw_member_remove(self, gone: discord.RawMemberRemoveEvent) -> None:
        self.noted.append(f"gone {gone.user.name}")

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot:
            self.read.append((message.content, len(message.attachments)))


async def test_a_bot_that_was_thrown_out_and_invited_again() -> None:
    async with connected(Traveller) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        thread = local.add_thread(pits, "Game 7")
        channel = rig.get_partial_messageable(pits.id)
        board = await channel.send("The board")
        private = await rig.create_dm(discord.Object(ann.id))
        local.misbehave.kick_bot(local.guild)
        await local.until(lambda: rig.noted == ["remove Local Speedway"])
        for act in (channel.send("x"), board.edit(content="x"), rig.fetch_channel(thread.id)):
            with pytest.raises(discord.Forbidden) as refused:
                await act
            assert refused.value.code == 50001
        with pytest.raises(discord.NotFound) as unknown:
            await rig.fetch_guild(local.guild.id)
        assert unknown.value.code == 10004
        with pytest.raises(discord.Forbidden) as closed:
            await private.send("x")
        assert closed.value.code == 50278
        with pytest.raises(NotShown, match="not in this server"):
            await local.command(ann, pits, "go")
        local.write(ann, pits, "nobody hears this")
        local.invite_bot(local.guild)
        await local.until(lambda: rig.noted[-1] == "join Local Speedway")
        await board.edit(content="The board again")
        await private.send("x")
        assert local.world.bot.id not in thread.members
        local.write(ann, pits, "hello")
        await local.until(lambda: rig.read == [("", 0)])


async def test_an_old_button_of_a_bot_that_is_gone_fails() -> None:
    async with talk(interaction_seconds=0.05) as (local, rig, ann, pits):
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Join", custom_id="join"))
        view.stop()
        await rig.get_partial_messageable(pits.id).send("x", view=view)
        local.misbehave.kick_bot(local.guild)
        outcome = await local.click(ann, local.messages(pits, ann)[0], "join")
        assert outcome.failed
        assert rig.heard == []
        assert local.waits[-1].answer is None


async def test_channels_that_are_deleted_are_told_of() -> None:
    async with connected(Traveller) as (local, rig):
        pits = local.add_channel("pits")
        await local.until(lambda: rig.get_channel(pits.id) is not None)
        local.delete_channel(pits)
        await local.until(lambda: rig.noted == ["deleted pits"])


async def test_a_bot_hears_of_nobody_who_leaves_but_cannot_write_to_them() -> None:
    async with connected(Traveller) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        thread = local.add_thread(pits, "Game 7")
        local.write(ann, thread, "hello")
        channel = await rig.create_dm(discord.Object(ann.id))
        local.misbehave.leave_guild(ann, local.guild)
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send("x")
        assert refused.value.code == 50278
        assert ann.id not in thread.members
        local.misbehave.join_guild(ann, local.guild)
        await channel.send("x")
        assert rig.noted == []


async def test_with_the_privileged_intent_it_hears_who_leaves() -> None:
    privileged = discord.Intents(members=True).value
    async with connected(lambda: Traveller(members=True), privileged_intents=privileged) as (
        local,
        rig,
    ):
        ann = local.add_user("Ann")
        local.misbehave.leave_guild(ann, local.guild)
        await local.until(lambda: rig.noted == ["gone ann"])


async def test_what_people_say_to_others_comes_empty() -> None:
    async with connected(Traveller) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        secret = local.add_channel("secret", deny=["view_channel"])
        local.write(ann, pits, "to all")
        local.write(ann, pits, f"<@{local.world.bot.id}> to you")
        local.write(ann, secret, "behind its back")
        local.write(ann, local.dm(ann), "in private")
        await local.until(lambda: len(rig.read) == 3)
        assert [text for text, _ in rig.read] == [
            "", f"<@{local.world.bot.id}> to you", "in private",
        ]  # fmt: skip


async def test_with_the_privileged_intent_it_reads_all() -> None:
    privileged = discord.Intents(message_content=True).value
    async with connected(
        lambda: Traveller(message_content=True), privileged_intents=privileged
    ) as (local, rig):
        ann, pits = local.add_user("Ann"), local.add_channel("pits")
        local.write(ann, pits, "to all")
        await local.until(lambda: rig.read == [("to all", 0)])


async def test_plain_messages_may_have_rows_of_buttons() -> None:
    async with talk() as (local, rig, ann, _):
        view = discord.ui.View(timeout=None)
        here = f"https://discord.com/channels/@me/{local.dm(ann).id}/1"
        view.add_item(discord.ui.Button(label="Hand", url=here))
        view.add_item(discord.ui.Button(label="Pass", custom_id="pass"))
        view.stop()
        channel = await rig.create_dm(discord.Object(ann.id))
        await channel.send("Your move", view=view)
        (message,) = local.messages(local.dm(ann), ann)
        assert (message.text, message.labels, message.flags) == ("Your move", ["Pass"], 0)
        assert message.components[0]["components"][0]["url"] == here
        assert local.problems == []


@pytest.mark.parametrize("url", ["javascript:alert(1)", "", "https://" + "x" * 510])
async def test_links_of_buttons_are_checked(url: str) -> None:
    async with bare() as call:
        row = {"type": 1, "components": [{"type": 2, "style": 5, "label": "Hand", "url": url}]}
        path = f"/channels/{call.local.add_channel('pits').id}/messages"
        status, body = await call("POST", path, {"content": "x", "components": [row]})
        assert (status, body["code"]) == (400, 50035)


async def test_how_long_presses_waited() -> None:
    async with talk() as (local, rig, ann, pits):

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message("x")

        outcome = await local.command(ann, pits, "go")
        (wait,) = local.waits
        assert (wait.interaction, wait.type, wait.answer) == (outcome.interaction.id, 2, 4)
        assert 0 <= wait.seconds < 3
        assert all(call.took is not None and call.took >= 0 for call in local.calls)
