"""What can go wrong with Discord, on demand."""

from __future__ import annotations

import random
from typing import Final, get_args

import discord

from bot.local import posting, threads
from bot.local.errors import Refused
from bot.local.gateway import ABORT, Shards
from bot.local.hub import Call, Hub, Loss, RateLimited
from bot.local.limits import Scope
from bot.local.rest_account import thrown_out
from bot.local.rest_channels import vanish
from bot.local.shapes import guild_create_json, member_json, user_json
from bot.local.threads import told
from bot.local.world import Channel, Guild, Message, User, permission_bits

_GUILDS: Final = discord.Intents(guilds=True).value
_MEMBERS: Final = discord.Intents(members=True).value


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

    def lose_calls(
        self, share: float, rng: random.Random, kinds: tuple[Loss, ...] = get_args(Loss)
    ) -> None:
        """From now on lose so many of all calls (0 to 1), in one of these ways (`hub.Loss`)."""
        self._hub.mischief.loses = lambda _: rng.choice(kinds) if rng.random() < share else None

    def lose_next(self, lost: Loss, method: str, route: str, n: int = 1) -> None:
        """Lose the next `n` calls of a route, such as POST /channels/{channel_id}/messages, so."""
        left = [lost] * n

        def loses(call: Call) -> Loss | None:
            return left.pop() if left and (call.method, call.route) == (method, route) else None

        self._hub.mischief.loses = loses

    def open_dms_too_fast(self, n: int = 1) -> None:
        """Refuse the next `n` openings of direct messages with 40003."""
        self._hub.mischief.dms_too_fast = n

    @property
    def bad_media(self) -> int:
        """How many more messages whose components name a file will be refused.

        Discord has been seen to refuse such messages that list their files as they should
        (discord-api-docs#7529); nothing but the code of the refusal tells them from wrong ones.
        """
        return self._hub.mischief.bad_media

    @bad_media.setter
    def bad_media(self, n: int) -> None:
        self._hub.mischief.bad_media = n

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
        threads.archive(self._hub, thread, locked=locked)

    def unarchive(self, thread: Channel) -> None:
        thread.locked = False
        threads.unarchive(self._hub, thread)

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock a thread without archiving it: only moderators write there now."""
        thread.locked = locked
        told(self._hub, "THREAD_UPDATE", thread)

    def most_threads(self, most: int | None) -> None:
        """As many threads may be active in a server, None for as many as one likes."""
        self._hub.thread_cap = most

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
        vanish(self._hub, channel)

    def leave_guild(self, user: User, guild: Guild) -> None:
        """A person leaves a server; with none in common the bot can no longer write to them."""
        guild.members.discard(user.id)
        for channel in self._hub.world.channels.values():
            if channel.guild_id == guild.id and channel.kind == "thread":
                threads.remove(self._hub, channel, user)
        body = {"guild_id": str(guild.id), "user": user_json(user)}
        self._hub.dispatch("GUILD_MEMBER_REMOVE", body, guild.id, _MEMBERS)
        self._hub.tell("state", {})

    def join_guild(self, user: User, guild: Guild) -> None:
        """A person comes into a server, for the first time or again."""
        guild.members.add(user.id)
        body = member_json(user, guild) | {"guild_id": str(guild.id)}
        self._hub.dispatch("GUILD_MEMBER_ADD", body, guild.id, _MEMBERS)
        self._hub.tell("state", {})

    def kick_bot(self, guild: Guild) -> None:
        """The bot is thrown out of a server."""
        thrown_out(self._hub, guild)

    def outage(self, guild: Guild) -> None:
        """The server cannot be reached for a while; the bot has not been thrown out."""
        guild.away = True
        body = {"id": str(guild.id), "unavailable": True}
        self._hub.dispatch("GUILD_DELETE", body, guild.id, _GUILDS)

    def end_outage(self, guild: Guild) -> None:
        guild.away = False
        body = guild_create_json(self._hub.world, guild)
        self._hub.dispatch("GUILD_CREATE", body, guild.id, _GUILDS)
