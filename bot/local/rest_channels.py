"""REST: channels, direct messages and threads."""

from __future__ import annotations

from typing import Final

import discord

from bot.local import posting, shapes, threads
from bot.local.checks import length
from bot.local.errors import Problem, Refused, refuse_if
from bot.local.hub import Hub
from bot.local.rest import Answer, Asked, Route
from bot.local.rest_messages import MANAGE_THREADS, SEND_IN_THREAD, need
from bot.local.world import HAS_THREAD, Channel, Json, Message, User

_P = discord.Permissions
MANAGE_CHANNELS: Final = _P(manage_channels=True).value
PUBLIC: Final = _P(create_public_threads=True).value
PRIVATE: Final = _P(create_private_threads=True).value
_ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)


async def open_dm(asked: Asked) -> Answer:
    hub = asked.hub
    person = hub.world.users.get(int(asked.body.get("recipient_id") or 0))
    if person is None:
        raise Refused(10013)
    if person.bot:
        raise Refused(50007)
    hub.dm_openings[person.id] += 1
    if hub.mischief.dms_too_fast > 0:
        hub.mischief.dms_too_fast -= 1
        raise Refused(40003, ordered=True)
    if not hub.limits.open_dm():
        raise Refused(40003)
    return 200, shapes.channel_json(hub.world, hub.world.dm(person))


async def get(asked: Asked) -> Answer:
    channel = asked.channel()
    need(asked.hub, channel)
    return 200, shapes.channel_json(asked.hub.world, channel)


async def change(asked: Asked) -> Answer:
    hub, channel, body = asked.hub, asked.channel(), asked.body
    need(hub, channel)
    if channel.kind == "dm":
        raise Refused(50003)
    refuse_if([*length(("name",), body.get("name"), 0, 100)])
    if channel.kind != "thread":
        need(hub, channel, MANAGE_CHANNELS)
        channel.name = body.get("name") or channel.name
        channel.topic = body.get("topic", channel.topic) or ""
        return 200, threads.told(hub, "CHANNEL_UPDATE", channel)
    _change_thread(hub, channel, body)
    return 200, shapes.channel_json(hub.world, channel)


def _change_thread(hub: Hub, thread: Channel, body: Json) -> None:
    """Anyone who can write may take a thread out of the archive, unless it is locked; whoever
    opened it may change the rest, but only moderators lock it."""
    only_unarchives = body.get("archived") is False and set(body) <= {"archived"}
    own = thread.owner_id == hub.world.bot.id and "locked" not in body
    if thread.locked or not (only_unarchives or own):
        need(hub, thread, MANAGE_THREADS)
    else:
        need(hub, thread, SEND_IN_THREAD)
    if thread.archived and body.get("archived") is not False:
        raise Refused(50083)
    minutes = thread.auto_archive
    if body.get("auto_archive_duration") is not None:
        minutes = _archive_after(body)
    wakes = thread.archived and body.get("archived") is False
    if wakes:
        threads.room(hub, thread.guild_id)
    thread.name = body.get("name") or thread.name
    thread.invitable = bool(body.get("invitable", thread.invitable))
    thread.locked = bool(body.get("locked", thread.locked))
    changed, thread.auto_archive = thread.auto_archive != minutes, minutes
    if wakes:
        threads.unarchive(hub, thread)
    elif body.get("archived"):
        threads.archive(hub, thread)
    else:
        if changed:
            threads.active(hub, thread)
        threads.told(hub, "THREAD_UPDATE", thread)


def _archive_after(body: Json) -> int:
    given = body.get("auto_archive_duration")
    minutes = 1440 if given is None else int(given)
    if minutes not in _ARCHIVE_AFTER:
        problem = Problem(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"{_ARCHIVE_AFTER}")
        raise Refused(50035, problems=[problem])
    return minutes


def _open(hub: Hub, parent: Channel, body: Json, number: int, *, private: bool) -> Channel:
    refuse_if([*length(("name",), body.get("name"), 1, 100)])
    return threads.opened(
        hub, parent, body["name"], number, hub.world.bot, private=private,
        minutes=_archive_after(body), invitable=bool(body.get("invitable", True)),
    )  # fmt: skip


def _holds_threads(channel: Channel) -> None:
    if channel.kind != "text":
        raise Refused(50024)


async def open_thread(asked: Asked) -> Answer:
    """A thread that stands by itself."""
    hub, parent, body = asked.hub, asked.channel(), asked.body
    need(hub, parent)
    _holds_threads(parent)
    private = int(body.get("type") or 12) == 12
    need(hub, parent, PRIVATE if private else PUBLIC)
    thread = _open(hub, parent, body, hub.world.new_id(), private=private)
    if not private:
        announce(hub, parent, thread, hub.world.bot)
    return 201, shapes.channel_json(hub.world, thread)


def announce(hub: Hub, parent: Channel, thread: Channel, owner: User) -> None:
    """Discord's own line in the channel about a thread that stands on no message."""
    line = Message(hub.world.new_id(), parent.id, owner, type=18, thread_id=thread.id)
    line.content = thread.name
    posting.post(hub, line)


def on_message(hub: Hub, thread: Channel, message: Message) -> None:
    """Let a message show the thread that was opened on it."""
    message.thread_id = thread.id
    message.flags |= HAS_THREAD
    posting.refreshed(hub, message)


async def open_thread_on_message(asked: Asked) -> Answer:
    """A thread under a message; it has the message's id."""
    hub, parent = asked.hub, asked.channel()
    need(hub, parent)
    _holds_threads(parent)
    need(hub, parent, PUBLIC)
    message = asked.message(parent)
    if message.id in hub.world.channels:
        raise Refused(160004)
    thread = _open(hub, parent, asked.body, message.id, private=False)
    on_message(hub, thread, message)
    return 201, shapes.channel_json(hub.world, thread)


async def delete(asked: Asked) -> Answer:
    hub, channel = asked.hub, asked.channel()
    need(hub, channel)
    if channel.kind == "dm":
        return 200, shapes.channel_json(hub.world, channel)
    need(hub, channel, MANAGE_THREADS if channel.kind == "thread" else MANAGE_CHANNELS)
    body = shapes.channel_json(hub.world, channel)
    vanish(hub, channel)
    return 200, body


def vanish(hub: Hub, channel: Channel) -> None:
    """Delete a channel or thread and tell of it."""
    seen = hub.world.bot_may_see(channel)
    forget(hub, channel)
    threads.told_gone(hub, channel, seen=seen)


def forget(hub: Hub, channel: Channel) -> None:
    """Take a channel away, with its threads and all that was in them."""
    inside = [c for c in hub.world.channels.values() if c.parent_id == channel.id]
    for gone in (*inside, channel):
        for message in hub.world.messages.pop(gone.id, {}).values():
            message.deleted = True
            for attachment in message.attachments:
                hub.world.attachments.pop(attachment.id, None)
        hub.world.channels.pop(gone.id, None)
        threads.still(gone)
    hub.changed()


def _thread(asked: Asked, *, awake: bool = False) -> Channel:
    thread = asked.channel()
    need(asked.hub, thread)
    if thread.kind != "thread":
        raise Refused(50024)
    if awake and thread.archived:
        raise Refused(50083)
    return thread


async def join_thread(asked: Asked) -> Answer:
    threads.add(asked.hub, _thread(asked, awake=True), [asked.hub.world.bot])
    return 204, None


async def leave_thread(asked: Asked) -> Answer:
    threads.remove(asked.hub, _thread(asked, awake=True), asked.hub.world.bot)
    return 204, None


def _person(asked: Asked) -> User:
    user = asked.hub.world.users.get(asked.number("user_id"))
    if user is None:
        raise Refused(10013)
    return user


async def add_to_thread(asked: Asked) -> Answer:
    hub, thread, user = asked.hub, _thread(asked, awake=True), _person(asked)
    need(hub, thread, SEND_IN_THREAD)
    if thread.private and not thread.invitable and thread.owner_id != hub.world.bot.id:
        need(hub, thread, MANAGE_THREADS)
    if user.id not in hub.world.guilds[thread.guild_id or 0].members:
        raise Refused(10007)
    threads.add(hub, thread, [user])
    return 204, None


async def remove_from_thread(asked: Asked) -> Answer:
    hub, thread, user = asked.hub, _thread(asked, awake=True), _person(asked)
    if not (thread.private and thread.owner_id == hub.world.bot.id):
        need(hub, thread, MANAGE_THREADS)
    threads.remove(hub, thread, user)
    return 204, None


async def thread_member(asked: Asked) -> Answer:
    thread, number = _thread(asked), asked.number("user_id")
    if number not in thread.members:
        raise Refused(10007)
    return 200, shapes.thread_member_json(thread, number)


async def thread_members(asked: Asked) -> Answer:
    """All members of a thread, for bots with the privileged intent alone."""
    thread = _thread(asked)
    if not asked.hub.privileged_intents & discord.Intents(members=True).value:
        raise Refused(50001)
    return 200, [shapes.thread_member_json(thread, number) for number in thread.members]


_CHANNEL: Final = "/channels/{channel_id}"
ROUTES: Final[list[Route]] = [
    ("POST", "/users/@me/channels", open_dm),
    ("GET", _CHANNEL, get),
    ("PATCH", _CHANNEL, change),
    ("DELETE", _CHANNEL, delete),
    ("POST", f"{_CHANNEL}/threads", open_thread),
    ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", open_thread_on_message),
    ("GET", f"{_CHANNEL}/thread-members", thread_members),
    ("PUT", f"{_CHANNEL}/thread-members/@me", join_thread),
    ("DELETE", f"{_CHANNEL}/thread-members/@me", leave_thread),
    ("GET", f"{_CHANNEL}/thread-members/{{user_id}}", thread_member),
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}", add_to_thread),
    ("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}", remove_from_thread),
]
