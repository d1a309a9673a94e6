"""What rings, what counts on the badge, and what does neither."""

from __future__ import annotations

from typing import Any, NamedTuple

import discord
import pytest

from bot.local import LocalDiscord, User
from bot.local.rings import PUSH_MOST
from tests.local.fixtures import Rig, board, buttons, file, talk


class Heard(NamedTuple):
    """What a person's phone did."""

    pushes: list[str]
    badge: int


def heard(local: LocalDiscord, user: User) -> Heard:
    return Heard([push.text for push in local.pushes(user)], local.badge(user))


async def dm(rig: Rig, user: User) -> discord.DMChannel:
    return await rig.create_dm(discord.Object(user.id))


def only(*users: User) -> discord.AllowedMentions:
    named: Any = [discord.Object(user.id) for user in users]
    return discord.AllowedMentions(everyone=False, users=named, roles=False)


async def test_a_plain_direct_message_rings_with_its_text() -> None:
    async with talk() as (local, rig, ann, _):
        ben = local.add_user("Ben")
        channel = await dm(rig, ann)
        await channel.send(f"Your move, <@{ann.id}>")
        await channel.send("x" * 400)
        first, second = local.pushes(ann)
        assert (first.title, first.text) == ("Motordrome", "Your move, @Ann")
        assert (len(second.text), second.text[-1]) == (PUSH_MOST, "…")
        assert (local.badge(ann), local.badge(ann, local.dm(ann))) == (2, 2)
        assert heard(local, ben) == ([], 0)


async def test_components_v2_ring_without_a_word() -> None:
    async with talk() as (local, rig, ann, _):
        await (await dm(rig, ann)).send(view=board("Your hand", buttons("Play")), files=[file()])
        assert heard(local, ann) == ([""], 1)


async def test_a_silent_message_counts_and_does_not_ring() -> None:
    async with talk() as (local, rig, ann, pits):
        await (await dm(rig, ann)).send("psst", silent=True)
        assert heard(local, ann) == ([], 1)
        channel = rig.get_partial_messageable(pits.id)
        await channel.send(f"<@{ann.id}>", silent=True, allowed_mentions=only(ann))
        assert heard(local, ann) == ([], 2)


async def test_no_edit_rings_or_counts() -> None:
    async with talk() as (local, rig, ann, pits):
        silent = await (await dm(rig, ann)).send("psst", silent=True)
        await silent.edit(content=f"<@{ann.id}> now")
        assert heard(local, ann) == ([], 1)
        sent = await rig.get_partial_messageable(pits.id).send("The board")
        await sent.edit(content=f"<@{ann.id}>", allowed_mentions=only(ann))
        assert heard(local, ann) == ([], 1)


async def test_silence_cannot_be_set_or_taken_back_by_an_edit() -> None:
    async with talk() as (local, rig, ann, _):
        channel = await dm(rig, ann)
        loud, silent = await channel.send("one"), await channel.send("two", silent=True)
        for message, flags in ((loud, 1 << 12), (silent, 0)):
            await rig.http.request(
                discord.http.Route(
                    "PATCH", "/channels/{channel_id}/messages/{message_id}",
                    channel_id=channel.id, message_id=message.id,
                ),
                json={"flags": flags},
            )  # fmt: skip
        assert [m.flags for m in local.messages(local.dm(ann), ann)] == [0, 1 << 12]


async def test_a_mention_in_a_channel_rings_whom_the_bot_allows() -> None:
    async with talk() as (local, rig, ann, pits):
        ben = local.add_user("Ben")
        channel = rig.get_partial_messageable(pits.id)
        await channel.send(f"<@{ann.id}> <@{ben.id}> go", allowed_mentions=only(ben))
        assert heard(local, ann) == ([], 0)
        assert heard(local, ben) == (["@Ann @Ben go"], 1)
        assert local.pushes(ben)[0].title == "Motordrome (#pits, Local Speedway)"


async def test_a_channel_message_without_a_mention_is_unread_and_no_more() -> None:
    async with talk() as (local, rig, ann, pits):
        await rig.get_partial_messageable(pits.id).send("The board")
        assert heard(local, ann) == ([], 0)
        assert local.world.unread(pits, ann) == 1


async def test_everyone_is_rung_by_everyone_alone() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = rig.get_partial_messageable(pits.id)
        await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.none())
        assert heard(local, ann) == ([], 0)
        await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.all())
        assert heard(local, ann) == (["@everyone"], 1)


async def test_who_looks_there_hears_nothing() -> None:
    async with talk() as (local, rig, ann, pits):
        channel = await dm(rig, ann)
        await channel.send("one")
        local.look(ann, pits, local.dm(ann))
        assert local.badge(ann) == 0, "what is looked at is read"
        await channel.send("two")
        assert heard(local, ann) == (["one"], 0)
        local.look(ann, pits)
        await channel.send("three")
        assert heard(local, ann) == (["one", "three"], 1)
        local.look(ann)
        await rig.get_partial_messageable(pits.id).send(f"<@{ann.id}>", allowed_mentions=only(ann))
        assert heard(local, ann) == (["one", "three", "@Ann"], 2)


async def test_private_answers_and_answers_to_oneself_do_not_ring() -> None:
    async with talk() as (local, rig, ann, pits):
        ben = local.add_user("Ben")

        @rig.on("go")
        async def _(i: discord.Interaction) -> None:
            await i.response.send_message(f"<@{ben.id}>", ephemeral=True)
            await i.followup.send(f"<@{ann.id}> <@{ben.id}>", allowed_mentions=only(ann, ben))

        await (await local.command(ann, pits, "go")).finished()
        await local.until(lambda: len(local.messages(pits, ben)) == 1)
        assert heard(local, ann) == ([], 0)
        assert heard(local, ben) == (["@Ann @Ben"], 1)


@pytest.mark.parametrize("takes", [True, False])
async def test_deleting_takes_the_badge_back_unless_switched_off(takes: bool) -> None:
    async with talk() as (local, rig, ann, _):
        local.rings.deleting_takes_badges = takes
        channel = await dm(rig, ann)
        await channel.send("stays")
        await (await channel.send("goes")).delete()
        assert heard(local, ann) == (["stays", "goes"], 1 if takes else 2)
        assert [push.taken_back for push in local.pushes(ann)] == [False, True]
        local.read(ann, local.dm(ann))
        assert local.badge(ann) == 0


async def test_people_ring_each_other_in_the_same_way() -> None:
    async with talk() as (local, _, ann, pits):
        ben = local.add_user("Ben")
        local.write(ben, pits, f"<@{ann.id}> <@{ben.id}> your turn")
        assert heard(local, ann) == (["@Ann @Ben your turn"], 1)
        assert heard(local, ben) == ([], 0)
