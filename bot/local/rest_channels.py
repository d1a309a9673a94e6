"""REST: channels, direct messages and threads."""

from __future__ import annotations

from typing import Final

import discord

from bot.local import posting, shapes
from bot.local.checks import length
from bot.local.errors import Problem, Refused, refuse_if
from bot.local.hub import Hub
from bot.local.rest import Answer, Asked, Route
from bot.local.rest_messages import MANAGE_THREADS, SEND_IN_THREAD, need
from bot.local.world import Channel, Json, Message

_P = discord.Permissions
MANAGE_CHANNELS: Final = _P(manage_channels=True).value
PUBLIC: Final = _P(create_public_threads=True).value
PRIVATE: Final = _P(create_private_threads=True).value
_GUILDS: Final = discord.Intents(guilds=True).value
_ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)


async def open_dm(asked: Asked) -> Answer:
    hub = asked.hub
    person = hub.world.users.get(int(asked.body.get("recipient_id") or 0))
    if person is None:
        raise Refused(10013)
    if person.bot:
        raise Refused(50007)
    if hub.mischief.dms_too_fast > 0:
        hub.mischief.dms_too_fast -= 1
        raise Refused(40003)
    return 200, shapes.channel_json(hub.world, hub.world.dm(person))


async def get(asked: Asked) -> Answer:
    channel = asked.channel()
    need(asked.hub, channel)
    return 200, shapes.channel_json(asked.hub.world, channel)


def told(hub: Hub, event: str, channel: Channel) -> Json:
    """Tell bot and page of a channel, and give its JSON."""
    body = shapes.channel_json(hub.world, channel)
    hub.dispatch(event, body, channel.guild_id, _GUILDS)
    hub.tell("state", {})
    hub.changed()
    return body


async def change(asked: Asked) -> Answer:
    hub, channel, body = asked.hub, asked.channel(), asked.body
    need(hub, channel)
    if channel.kind == "dm":
        raise Refused(50003)
    refuse_if([*length(("name",), body.get("name"), 0, 100)])
    if channel.kind == "text":
        need(hub, channel, MANAGE_CHANNELS)
        channel.name = body.get("name") or channel.name
        channel.topic = body.get("topic", channel.topic) or ""
        return 200, told(hub, "CHANNEL_UPDATE", channel)
    _change_thread(hub, channel, body)
    return 200, told(hub, "THREAD_UPDATE", channel)


def _change_thread(hub: Hub, channel: Channel, body: Json) -> None:
    """Anyone who can write may take a thread out of the archive, unless it is locked."""
    only_unarchives = body.get("archived") is False and set(body) <= {"archived"}
    if channel.locked or not only_unarchives:
        need(hub, channel, MANAGE_THREADS)
    else:
        need(hub, channel, SEND_IN_THREAD)
    if channel.archived and body.get("archived") is not False:
        raise Refused(50083)
    if body.get("auto_archive_duration") is not None:
        channel.auto_archive = _archive_after(body)
    channel.name = body.get("name") or channel.name
    channel.locked = bool(body.get("locked", channel.locked))
    if body.get("archived") is not None and channel.archived != body["archived"]:
        channel.archived = bool(body["archived"])
        channel.changed_at = hub.world.wall()


def _archive_after(body: Json) -> int:
    given = body.get("auto_archive_duration")
    minutes = 1440 if given is None else int(given)
    if minutes not in _ARCHIVE_AFTER:
        problem = Problem(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"{_ARCHIVE_AFTER}")
        raise Refused(50035, problems=[problem])
    return minutes


def _open(hub: Hub, parent: Channel, body: Json, number: int, *, private: bool) -> Channel:
    refuse_if([*length(("name",), body.get("name"), 1, 100)])
    thread = Channel(
        number, "thread", body["name"], guild_id=parent.guild_id, parent_id=parent.id,
        owner_id=hub.world.bot.id, private=private, auto_archive=_archive_after(body),
    )  # fmt: skip
    return hub.world.add_channel(thread)


async def open_thread(asked: Asked) -> Answer:
    """A thread that stands by itself."""
    hub, parent, body = asked.hub, asked.channel(), asked.body
    if parent.kind != "text":
        raise Refused(50024)
    private = int(body.get("type") or 12) == 12
    need(hub, parent, PRIVATE if private else PUBLIC)
    thread = _open(hub, parent, body, hub.world.new_id(), private=private)
    if not private:
        notice = Message(hub.world.new_id(), parent.id, hub.world.bot, type=18)
        notice.content = thread.name
        posting.post(hub, notice)
    return 201, told(hub, "THREAD_CREATE", thread)


async def open_thread_on_message(asked: Asked) -> Answer:
    """A thread under a message; it has the message's id."""
    hub, parent = asked.hub, asked.channel()
    if parent.kind != "text":
        raise Refused(50024)
    need(hub, parent, PUBLIC)
    message = asked.message(parent)
    if message.id in hub.world.channels:
        raise Refused(160004)
    thread = _open(hub, parent, asked.body, message.id, private=False)
    return 201, told(hub, "THREAD_CREATE", thread)


async def delete(asked: Asked) -> Answer:
    hub, channel = asked.hub, asked.channel()
    need(hub, channel)
    if channel.kind == "dm":
        return 200, shapes.channel_json(hub.world, channel)
    need(hub, channel, MANAGE_THREADS if channel.kind == "thread" else MANAGE_CHANNELS)
    event = "THREAD_DELETE" if channel.kind == "thread" else "CHANNEL_DELETE"
    body = shapes.channel_json(hub.world, channel)
    forget(hub, channel)
    hub.dispatch(event, body, channel.guild_id, _GUILDS)
    hub.tell("state", {})
    return 200, body


def forget(hub: Hub, channel: Channel) -> None:
    """Take a channel away, with its threads and all that was in them."""
    inside = [c for c in hub.world.channels.values() if c.parent_id == channel.id]
    for gone in (*inside, channel):
        for message in hub.world.messages.pop(gone.id, {}).values():
            message.deleted = True
            for attachment in message.attachments:
                hub.world.attachments.pop(attachment.id, None)
        hub.world.channels.pop(gone.id, None)
    hub.changed()


async def join_thread(asked: Asked) -> Answer:
    channel = asked.channel()
    need(asked.hub, channel)
    if channel.kind != "thread":
        raise Refused(50024)
    if channel.archived:
        raise Refused(50083)
    return 204, None


_CHANNEL: Final = "/channels/{channel_id}"
ROUTES: Final[list[Route]] = [
    ("POST", "/users/@me/channels", open_dm),
    ("GET", _CHANNEL, get),
    ("PATCH", _CHANNEL, change),
    ("DELETE", _CHANNEL, delete),
    ("POST", f"{_CHANNEL}/threads", open_thread),
    ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", open_thread_on_message),
    ("PUT", f"{_CHANNEL}/thread-members/@me", join_thread),
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}", join_thread),
]
