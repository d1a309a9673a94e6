"""Whether the bot may host a table in a channel."""

from __future__ import annotations

from typing import Final

import discord

from bot.words import say
from games.engine.errors import Refusal

NEEDED: Final = {
    "view_channel": say("hosting.view_channel"),
    "send_messages": say("hosting.send_messages"),
    "attach_files": say("hosting.attach_files"),
    "read_message_history": say("hosting.read_message_history"),
}
"""What the bot must be allowed in a channel to host a table there."""
THREAD_LOCKED: Final = say("hosting.this_thread_is_locked")


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """Names of what the bot may not do in this channel."""
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = say("threads.send_messages_in_threads")
    elif isinstance(interaction.channel, discord.VoiceChannel | discord.StageChannel):
        needed["connect"] = "Connect"
    return [name for flag, name in needed.items() if not getattr(allowed, flag)]


def missing_in(interaction: discord.Interaction) -> None:
    """Raise a `Refusal` where the bot may not host a table."""
    if missing := missing_permissions(interaction):
        raise Refusal(say("hosting.i_cannot_host", missing=" and ".join(missing)))
    locked = isinstance(interaction.channel, discord.Thread) and interaction.channel.locked
    if locked and not interaction.app_permissions.manage_threads:
        raise Refusal(THREAD_LOCKED)
