"""Whether the bot may host a table in a channel."""

from __future__ import annotations

from typing import Final

import discord

from games.engine.errors import Refusal

NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""What the bot must be allowed in a channel to host a table there."""
THREAD_LOCKED: Final = (
    "This thread is locked, so I can't host a table here. Ask who runs the server to unlock it, or "
    "use another channel."
)


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """Names of what the bot may not do in this channel."""
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = "Send Messages in Threads"
    elif isinstance(interaction.channel, discord.VoiceChannel | discord.StageChannel):
        needed["connect"] = "Connect"
    return [name for flag, name in needed.items() if not getattr(allowed, flag)]


def missing_in(interaction: discord.Interaction) -> None:
    """Raise a `Refusal` where the bot may not host a table."""
    if missing := missing_permissions(interaction):
        raise Refusal(
            f"I cannot host a table here: I need the permission {' and '.join(missing)} in "
            "this channel."
        )
    locked = isinstance(interaction.channel, discord.Thread) and interaction.channel.locked
    if locked and not interaction.app_permissions.manage_threads:
        raise Refusal(THREAD_LOCKED)
