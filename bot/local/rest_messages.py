"""REST: messages of channels."""

from __future__ import annotations

from typing import Final

import discord

from bot.local import posting, shapes, threads
from bot.local.errors import Problem, Refused
from bot.local.hub import Hub
from bot.local.rest import Answer, Asked, Route
from bot.local.world import Channel, Json, Message

_P = discord.Permissions
SEE: Final = _P(view_channel=True).value
SEND: Final = _P(send_messages=True).value
SEND_IN_THREAD: Final = _P(send_messages_in_threads=True).value
ATTACH: Final = _P(attach_files=True).value
EMBED: Final = _P(embed_links=True).value
MANAGE_THREADS: Final = _P(manage_threads=True).value
HISTORY: Final = _P(read_message_history=True).value


_OLD: Final = 3600.0
"""Seconds after which a message is old, and its edits are rationed."""


def need(hub: Hub, channel: Channel, *permissions: int) -> None:
    """The bot sees the channel (else 50001) and may do the rest there (else 50013)."""
    held = hub.world.permissions(channel)
    if not hub.world.bot_may_see(channel):
        raise Refused(50001)
    for permission in permissions:
        if not held & permission:
            raise Refused(50013)


def _message_json(hub: Hub, message: Message) -> Json:
    return shapes.message_json(hub.world, hub.url, message)


async def create(asked: Asked) -> Answer:
    hub, channel, body = asked.hub, asked.channel(), asked.body
    if channel.kind == "dm":
        _may_dm(hub, channel)
    else:
        need(hub, channel, SEND_IN_THREAD if channel.kind == "thread" else SEND)
        threads.writable(hub, channel)
        if asked.sent.files:
            need(hub, channel, ATTACH)
        if body.get("embeds"):
            need(hub, channel, EMBED)
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        known = posting.known_nonce(hub, channel, nonce)
        if known is not None:
            return 200, _message_json(hub, known)
    made = posting.draft(hub, channel, asked.sent)
    message = Message(hub.world.new_id(), channel.id, hub.world.bot, nonce=nonce)
    message.tts = bool(body.get("tts"))
    message.reference_id = _reference(hub, channel, body)
    if message.reference_id is not None:
        message.type = 19
    posting.apply(hub, made, message)
    posting.post(hub, message)
    if nonce is not None:
        posting.remember_nonce(hub, channel, nonce, message)
    return 200, _message_json(hub, message)


def _may_dm(hub: Hub, channel: Channel) -> None:
    person = hub.world.users[channel.recipient_id or 0]
    if not hub.world.share_guild(person):
        raise Refused(50278)
    if not person.dms_open:
        raise Refused(50007)


def _reference(hub: Hub, channel: Channel, body: Json) -> int | None:
    given: Json = body.get("message_reference") or {}
    if not given:
        return None
    number = int(given.get("message_id") or 0)
    if hub.world.find_message(channel.id, number) is not None:
        return number
    if given.get("fail_if_not_exists", True):
        problem = Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        raise Refused(50035, problems=[problem])
    return None


async def edit(asked: Asked) -> Answer:
    hub, channel = asked.hub, asked.channel()
    need(hub, channel)
    message = asked.message(channel)
    if message.author is not hub.world.bot:
        raise Refused(50005)
    if channel.archived:
        raise Refused(50083)
    if hub.clock.now() - message.sent_at > _OLD:
        wait = hub.limits.old_edit(channel.id)
        if wait is not None:
            raise Refused(30046, retry_after=wait)
    if asked.sent.files:
        need(hub, channel, ATTACH)
    made = posting.draft(hub, channel, asked.sent, old=message)
    posting.apply(hub, made, message)
    posting.edited(hub, message)
    return 200, _message_json(hub, message)


async def delete(asked: Asked) -> Answer:
    hub, channel = asked.hub, asked.channel()
    need(hub, channel)
    message = asked.message(channel)
    if message.author is not hub.world.bot:
        if channel.kind == "dm":
            raise Refused(50003)
        need(hub, channel, _P(manage_messages=True).value)
    if channel.archived:
        raise Refused(50083)
    posting.remove(hub, message)
    return 204, None


async def get(asked: Asked) -> Answer:
    hub, channel = asked.hub, asked.channel()
    need(hub, channel)
    if not hub.world.permissions(channel) & HISTORY:
        raise Refused(50001)
    return 200, _message_json(hub, asked.message(channel))


async def list_some(asked: Asked) -> Answer:
    hub, channel, query = asked.hub, asked.channel(), asked.query
    need(hub, channel)
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise Refused(50035, problems=[Problem(("limit",), "NUMBER_TYPE_MAX", "From 1 to 100")])
    if not hub.world.permissions(channel) & HISTORY:
        return 200, []
    found = [m for m in hub.world.messages[channel.id].values() if not m.ephemeral]
    found.reverse()
    if "before" in query:
        found = [m for m in found if m.id < int(query["before"])]
    elif "after" in query:
        newer = [m for m in found if m.id > int(query["after"])]
        found = newer[-limit:]
    elif "around" in query:
        middle = int(query["around"])
        found = sorted(found, key=lambda m: abs(m.id - middle))[:limit]
        found.sort(key=lambda m: -m.id)
    return 200, [_message_json(hub, m) for m in found[:limit]]


async def type_(asked: Asked) -> Answer:
    need(asked.hub, asked.channel(), SEND)
    return 204, None


_MESSAGES: Final = "/channels/{channel_id}/messages"
_MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"
ROUTES: Final[list[Route]] = [
    ("POST", _MESSAGES, create),
    ("GET", _MESSAGES, list_some),
    ("GET", _MESSAGE, get),
    ("PATCH", _MESSAGE, edit),
    ("DELETE", _MESSAGE, delete),
    ("POST", "/channels/{channel_id}/typing", type_),
]
