"""Threads: opened, joined, archived by the clock and taken out of the archive again.

What counts as activity is Discord's: a message, taking the thread out of the archive, or changing
the time after which it is archived. Edits and presses are none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord

from bot.local import shapes
from bot.local.errors import Refused
from bot.local.hub import Hub
from bot.local.world import Channel, Json, Message, User

_P = discord.Permissions
_GUILDS: Final = discord.Intents(guilds=True).value
_MEMBERS: Final = discord.Intents(members=True).value
_MANAGE: Final = _P(manage_threads=True).value


def told(hub: Hub, event: str, channel: Channel, **more: Any) -> Json:
    """Tell bot and page of a channel or thread, and give its JSON."""
    body = shapes.channel_json(hub.world, channel)
    if channel.kind != "thread" or hub.world.bot_may_see(channel):
        hub.dispatch(event, body | more, channel.guild_id, _GUILDS)
    hub.tell("state", {})
    hub.changed()
    return body


def told_gone(hub: Hub, channel: Channel, *, seen: bool = True) -> None:
    """Tell of a channel or thread that has been deleted; `seen` says whether the bot saw it."""
    body = shapes.channel_json(hub.world, channel)
    if channel.kind == "thread":
        short = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
        if seen:
            hub.dispatch("THREAD_DELETE", short, channel.guild_id, _GUILDS)
    else:
        hub.dispatch("CHANNEL_DELETE", body, channel.guild_id, _GUILDS)
    hub.tell("state", {})
    hub.changed()


def room(hub: Hub, guild_id: int | None) -> None:
    """Raise 160006 when as many threads are active in the server as may be."""
    if hub.thread_cap is None:
        return
    active = (
        c for c in hub.world.channels.values()
        if c.kind == "thread" and c.guild_id == guild_id and not c.archived
    )  # fmt: skip
    if sum(1 for _ in active) >= hub.thread_cap:
        raise Refused(160006)


def opened(
    hub: Hub,
    parent: Channel,
    name: str,
    number: int,
    owner: User,
    *,
    private: bool = False,
    minutes: int = 1440,
    invitable: bool = True,
) -> Channel:
    """A new thread with its owner as first member, told to all who may know. Raises 160006."""
    room(hub, parent.guild_id)
    thread = Channel(
        number, "thread", name, guild_id=parent.guild_id, parent_id=parent.id, owner_id=owner.id,
        private=private, auto_archive=minutes, invitable=invitable,
    )  # fmt: skip
    thread.members[owner.id] = hub.world.wall()
    hub.world.add_channel(thread)
    active(hub, thread)
    told(hub, "THREAD_CREATE", thread, newly_created=True)
    return thread


def active(hub: Hub, thread: Channel) -> None:
    """There was activity: the time until the thread is archived begins anew."""
    thread.active_at = hub.clock.now()
    if thread.alarm is not None:
        thread.alarm.cancel()
    when = thread.active_at + thread.auto_archive * 60
    thread.alarm = hub.clock.call_at(when, lambda: archive(hub, thread))


def still(thread: Channel) -> None:
    """Stop the clock of a thread that is archived or gone."""
    if thread.alarm is not None:
        thread.alarm.cancel()
        thread.alarm = None


def archive(hub: Hub, thread: Channel, *, locked: bool | None = None) -> None:
    """Archive a thread, and lock or unlock it where that is said."""
    still(thread)
    thread.archived = True
    thread.locked = thread.locked if locked is None else locked
    thread.changed_at = hub.world.wall()
    told(hub, "THREAD_UPDATE", thread)


def unarchive(hub: Hub, thread: Channel) -> None:
    """Take a thread out of the archive. Raises 160006."""
    room(hub, thread.guild_id)
    thread.archived = False
    thread.changed_at = hub.world.wall()
    active(hub, thread)
    told(hub, "THREAD_UPDATE", thread)


def writable(hub: Hub, channel: Channel) -> None:
    """The bot may write there. Raises 50083, 160005 or 160006 for a thread in which it may not."""
    if channel.kind != "thread":
        return
    if channel.locked and not hub.world.permissions(channel) & _MANAGE:
        raise Refused(50083 if channel.archived else 160005)
    if channel.archived:
        room(hub, channel.guild_id)


def heard(hub: Hub, message: Message) -> None:
    """A message that others see was written: it opens the thread, and adds writer and named."""
    thread = hub.world.channels[message.channel_id]
    if thread.kind != "thread" or message.owner_id is not None:
        return
    if thread.archived:
        unarchive(hub, thread)
    else:
        active(hub, thread)
    add(hub, thread, (message.author, *message.mentions))


def add(hub: Hub, thread: Channel, users: Iterable[User]) -> None:
    """Make people members of a thread, as far as they are in its server."""
    guild = hub.world.guilds[thread.guild_id or 0]
    new = [
        user for user in dict.fromkeys(users)
        if user.id not in thread.members and (user.id in guild.members or user is hub.world.bot)
    ]  # fmt: skip
    for user in new:
        thread.members[user.id] = hub.world.wall()
    if thread.private and hub.world.bot in new:
        told(hub, "THREAD_CREATE", thread)
    if new:
        _told_members(hub, thread, added=new)


def remove(hub: Hub, thread: Channel, user: User) -> None:
    """Take somebody out of a thread."""
    if thread.members.pop(user.id, None) is not None:
        _told_members(hub, thread, removed=[user])


def _told_members(
    hub: Hub, thread: Channel, added: list[User] | None = None, removed: list[User] | None = None
) -> None:
    """Without the privileged intent a bot hears only of itself."""
    both = [*(added or ()), *(removed or ())]
    intent = _GUILDS if hub.world.bot in both else _MEMBERS
    body: Json = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": len(thread.members),
        "added_members": [shapes.thread_member_json(thread, user.id) for user in added or ()],
        "removed_member_ids": [str(user.id) for user in removed or ()],
    }
    hub.dispatch("THREAD_MEMBERS_UPDATE", body, thread.guild_id, intent)
    hub.tell("state", {})
    hub.changed()
