"""What can go wrong with Discord, on demand."""

from __future__ import annotations

from bot.local import posting
from bot.local.errors import Refused
from bot.local.gateway import ABORT, Shards
from bot.local.hub import Hub, RateLimited
from bot.local.limits import Scope
from bot.local.rest_channels import forget, told
from bot.local.shapes import channel_json, guild_create_json
from bot.local.world import Channel, Guild, Message, User, permission_bits

_GUILDS = 1


class Misbehave:
    """Orders for trouble. Those about requests are served first come, first served."""

    def __init__(self, hub: Hub, shards: Shards) -> None:
        self._hub = hub
        self._shards = shards

    # requests

    def fail_next(
        self, n: int = 1, status: int = 500, *, code: int = 0, message: str | None = None
    ) -> None:
        """Refuse the next `n` requests, by status or by JSON code with its usual status."""
        for _ in range(n):
            refused = Refused(code, message=message) if code else Refused(
                0, status=status, message=message or f"{status}: local trouble"
            )  # fmt: skip
            self._hub.mischief.failures.append(refused)

    def rate_limit_next(self, n: int = 1, retry_after: float = 1.0, scope: Scope = "user") -> None:
        """Answer the next `n` requests with 429."""
        self._hub.mischief.limits.extend(RateLimited(retry_after, scope) for _ in range(n))

    def delay_next(self, seconds: float, n: int = 1) -> None:
        """Let the next `n` requests wait on the server's clock before they are looked at."""
        self._hub.mischief.delays.extend([seconds] * n)

    def open_dms_too_fast(self, n: int = 1) -> None:
        """Refuse the next `n` openings of direct messages with 40003."""
        self._hub.mischief.dms_too_fast = n

    # the gateway

    def drop_socket(self, shard: int | None = None, *, code: int = ABORT) -> None:
        """Cut the connection of a shard, or of all: without a word, or with a close code."""
        self._shards.drop(shard, code)

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """Opcode 7: the bot should leave and resume."""
        self._shards.send_op(7, None, shard)

    def invalidate_session(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Opcode 9."""
        self._shards.send_op(9, resumable, shard)

    def ignore_heartbeats(self, *, mute: bool = True) -> None:
        self._shards.mute = mute

    # places and people

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as a moderator or the passing of time does."""
        thread.archived, thread.locked = True, locked
        thread.changed_at = self._hub.world.wall()
        told(self._hub, "THREAD_UPDATE", thread)

    def unarchive(self, thread: Channel) -> None:
        thread.archived = thread.locked = False
        told(self._hub, "THREAD_UPDATE", thread)

    def close_dms(self, user: User) -> None:
        user.dms_open = False
        self._hub.tell("state", {})

    def open_dms(self, user: User) -> None:
        user.dms_open = True
        self._hub.tell("state", {})

    def deny(self, channel: Channel, *permissions: str) -> None:
        """Take permissions from the bot in a channel, by discord.py's names: "send_messages"."""
        channel.deny |= permission_bits(permissions)
        told(self._hub, "CHANNEL_UPDATE", channel)

    def allow(self, channel: Channel, *permissions: str) -> None:
        channel.deny &= ~permission_bits(permissions)
        told(self._hub, "CHANNEL_UPDATE", channel)

    def delete_message(self, message: Message) -> None:
        """A moderator deletes it, or its only reader dismisses it."""
        posting.remove(self._hub, message)

    def delete_channel(self, channel: Channel) -> None:
        event = "THREAD_DELETE" if channel.kind == "thread" else "CHANNEL_DELETE"
        body = channel_json(self._hub.world, channel)
        forget(self._hub, channel)
        self._hub.dispatch(event, body, channel.guild_id, _GUILDS)
        self._hub.tell("state", {})

    def leave_guild(self, user: User, guild: Guild) -> None:
        """A person leaves a server; with none in common the bot can no longer write to them."""
        guild.members.discard(user.id)
        self._hub.tell("state", {})

    def kick_bot(self, guild: Guild) -> None:
        guild.bot_inside = False
        self._hub.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, _GUILDS)
        self._hub.tell("state", {})

    def outage(self, guild: Guild) -> None:
        """The server cannot be reached for a while; the bot has not been thrown out."""
        guild.away = True
        body = {"id": str(guild.id), "unavailable": True}
        self._hub.dispatch("GUILD_DELETE", body, guild.id, _GUILDS)

    def end_outage(self, guild: Guild) -> None:
        guild.away = False
        body = guild_create_json(self._hub.world, guild)
        self._hub.dispatch("GUILD_CREATE", body, guild.id, _GUILDS)
