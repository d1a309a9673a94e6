"""Whether the bot may host a table in a channel, and whether the server lets somebody open or end
one."""

from __future__ import annotations

from typing import Final

import discord

from bot.match.match import Match
from bot.match.server_rules import ServerRules
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal
from games.engine.voice import listed

NEEDED: Final = {
    "view_channel": say("hosting.view_channel"),
    "send_messages": say("hosting.send_messages"),
    "attach_files": say("hosting.attach_files"),
    "read_message_history": say("hosting.read_message_history"),
}
"""What the bot must be allowed in a channel to host a table there."""
THREAD_LOCKED: Final = say("hosting.this_thread_is_locked")


def missing_in(interaction: discord.Interaction) -> None:
    """Raise a `Refusal` where the bot may not host a table."""
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = say("threads.send_messages_in_threads")
    elif isinstance(interaction.channel, discord.VoiceChannel | discord.StageChannel):
        needed["connect"] = "Connect"
    if missing := [name for flag, name in needed.items() if not getattr(allowed, flag)]:
        raise Refusal(say("hosting.i_cannot_host", missing=listed(missing)))
    locked = isinstance(interaction.channel, discord.Thread) and interaction.channel.locked
    if locked and not allowed.manage_threads:
        raise Refusal(THREAD_LOCKED)


def runs_server(interaction: discord.Interaction) -> bool:
    """Whether this user has Manage Server."""
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.administrator or allowed.manage_guild)


async def may_open(
    matches: Matches, interaction: discord.Interaction, moved: Match | None = None
) -> ServerRules:
    """The rules of the server, by which this user may open a table here, or take one that was
    `moved` here. Raises a `Refusal` where he may not."""
    guild = interaction.guild
    if guild is None:
        return ServerRules()
    rules = await matches.servers.rules(guild.id)
    channel = interaction.channel
    here = {interaction.channel_id or 0, getattr(channel, "parent_id", None) or 0}
    rules.check_place(here, {each.id for each in guild.channels})
    if not runs_server(interaction):
        has = {role.id for role in getattr(interaction.user, "roles", ())}
        rules.check_roles(has, {role.id for role in guild.roles})
    if rules.most:
        counts = moved is not None and moved.guild_id == guild.id and not moved.resting
        rules.check_room(await matches.store.tables_in(guild.id) - counts)
    return rules


async def may_end(matches: Matches, interaction: discord.Interaction, match: Match) -> bool:
    """Whether this user may end a table at once, by the rules of its server."""
    rules = await matches.servers.rules(match.guild_id)
    manages = runs_server(interaction) and interaction.guild_id == match.guild_id
    return rules.may_end(host=match.host_id == interaction.user.id, manages=manages)
