"""Messages made, changed and removed: checked first, then done as a whole or not at all."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import discord

from bot.local import checks, shapes, threads
from bot.local.components import keep_components, keep_embeds
from bot.local.errors import Problem, Refused, Where, refuse_if
from bot.local.hub import Hub
from bot.local.rings import push_json
from bot.local.uploads import Sent, Upload, content_type, size_of
from bot.local.world import (
    EPHEMERAL,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    V2,
    Attachment,
    Channel,
    Interaction,
    Json,
    Message,
    User,
    walk,
)

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_NONCE_SECONDS: Final = 180.0
_GUILD_MESSAGES: Final = discord.Intents(guild_messages=True).value
_DM_MESSAGES: Final = discord.Intents(dm_messages=True).value
SETTABLE: Final = checks.SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | V2


@dataclass(slots=True)
class Draft:
    """A message as it will be."""

    content: str
    embeds: list[Json]
    components: list[Json]
    attachments: list[Attachment]
    flags: int
    mentions: list[User]
    mention_everyone: bool


def draft(
    hub: Hub,
    channel: Channel,
    sent: Sent,
    *,
    old: Message | None = None,
    where: Where = (),
    may_set: int = SETTABLE,
) -> Draft:
    """What `sent` would make of `old`, or of nothing. Raises `Refused`; changes nothing.

    The message's own fields are at `where` in the body.
    """
    body: Json = sent.body or {}
    for step in where:
        body = body.get(str(step)) or {}
    flags = int(body.get("flags") or 0)
    kept = _kept(body, old)
    try:
        problems = [
            *checks.check_flags(where, flags, may_set | (old.flags if old is not None else 0)),
            *checks.check_form(where, body),
            *checks.check_attachments(
                where, body, sent.files, [a.id for a in old.attachments] if old else ()
            ),
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(
            50035, problems=[Problem(where, "BASE_TYPE_BAD_TYPE", repr(error))]
        ) from error
    refuse_if(problems)
    flags = _new_flags(flags, old)
    ephemeral = bool(flags & EPHEMERAL)
    attachments = kept + [
        _attach(hub, channel, upload, _listed(body, number), ephemeral)
        for number, upload in sorted(sent.files.items())
    ]
    content = body["content"] or "" if "content" in body else old.content if old else ""
    sent_embeds = body.get("embeds") or []
    embeds = sent_embeds if "embeds" in body else old.embeds if old else []
    refuse_if([*checks.check_v2(where, content, embeds, flags)])
    names = {a.filename: a for a in attachments}
    meant = names if old is None else _meant(body, old, names, sent)
    refuse_if([*_check_parts(where, body, flags, names, meant)])
    refuse_if([*checks.check_listed(where, body, sent.files, edit=old is not None)])
    _refuse_media(hub, where, body)

    def media(url: str) -> Json:
        return _media(hub, url, meant)

    def embedded(url: str) -> Json:
        return _media(hub, url, names)

    components = old.components if old is not None else []
    if "components" in body:
        components = keep_components(body["components"] or [], media)
    if "embeds" in body:
        embeds = keep_embeds(sent_embeds, embedded)
    if flags & V2 and not components:
        raise Refused(50006)
    if not (content or embeds or components or attachments or body.get("sticker_ids")):
        raise Refused(50006)
    mentions, everyone = _mentions(hub, content, components, body)
    return Draft(content, embeds, components, attachments, flags, mentions, everyone)


def _meant(
    body: Json, old: Message, names: dict[str, Attachment], sent: Sent
) -> dict[str, Attachment]:
    """The files that a component may name in an edit: the uploaded ones that are listed, and of
    the old ones those listed with id and filename. An id alone keeps a file, but not its name."""
    listed: list[Json] = body.get("attachments") or []
    known = {a.id for a in old.attachments}
    told = {entry.get("filename") for entry in listed if int(entry.get("id", -1)) in known}
    numbers = {int(entry.get("id", -1)) for entry in listed}
    told |= {upload.filename for number, upload in sent.files.items() if number in numbers}
    return {name: found for name, found in names.items() if name in told}


def _refuse_media(hub: Hub, where: Where, body: Json) -> None:
    """Refuse a component that names a file, where that was ordered."""
    named = (
        str((one.get("media") or one.get("file") or {}).get("url") or "")
        for part in walk(body.get("components") or [])
        for one in (part, *(part.get("items") or ()))
    )
    if hub.mischief.bad_media > 0 and any(url.startswith("attachment://") for url in named):
        hub.mischief.bad_media -= 1
        problem = Problem((*where, "components"), checks.NO_SUCH_FILE, "No such file, as ordered")
        raise Refused(50035, problems=[problem], ordered=True)


def _check_parts(
    where: Where,
    body: Json,
    flags: int,
    names: dict[str, Attachment],
    meant: dict[str, Attachment],
) -> Iterator[Problem]:
    try:
        given: list[Json] = body.get("components") or []
        yield from checks.check_components(where, given, v2=bool(flags & V2), files=meant)
        for n, embed in enumerate(body.get("embeds") or []):
            for key in ("image", "thumbnail"):
                url = str((embed.get(key) or {}).get("url") or "")
                if url.startswith("attachment://") and url[13:] not in names:
                    place = (*where, "embeds", n, key, "url")
                    yield Problem(place, "ATTACHMENT_NOT_FOUND", f"{url} refers to no file")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        yield Problem((*where, "components"), "BASE_TYPE_BAD_TYPE", repr(error))


def _new_flags(given: int, old: Message | None) -> int:
    if old is None:
        return given
    kept = old.flags & (EPHEMERAL | V2 | SUPPRESS_NOTIFICATIONS)
    return kept | (given & (checks.SUPPRESS_EMBEDS | V2))


def _kept(body: Json, old: Message | None) -> list[Attachment]:
    """The old attachments that stay: all when none are listed, else those that are."""
    if old is None:
        return []
    if "attachments" not in body:
        return list(old.attachments)
    listed = {int(entry.get("id", -1)) for entry in body["attachments"] or []}
    return [a for a in old.attachments if a.id in listed]


def _listed(body: Json, number: int) -> Json:
    for entry in body.get("attachments") or []:
        if int(entry["id"]) == number:
            return dict(entry)
    return {}


def _attach(
    hub: Hub, channel: Channel, upload: Upload, listed: Json, ephemeral: bool
) -> Attachment:
    kind = content_type(upload.filename)
    made = Attachment(
        hub.world.moment(), channel.id, upload.filename, upload.data, kind,
        description=listed.get("description") or None, ephemeral=ephemeral,
    )  # fmt: skip
    size = size_of(upload.data, kind)
    if size is not None:
        made.width, made.height = size
    return made


def _media(hub: Hub, url: str, names: dict[str, Attachment]) -> Json:
    found = names.get(url.removeprefix("attachment://"))
    if found is None:
        return {"id": str(hub.world.new_id()), "url": url, "proxy_url": url}
    place = shapes.attachment_url(hub.url, found)
    return {
        "id": str(found.id),
        "url": place,
        "proxy_url": place,
        "width": found.width,
        "height": found.height,
        "content_type": found.content_type,
        "attachment_id": str(found.id),
        "_size": len(found.data),
    }


def _mentions(
    hub: Hub, content: str, components: list[Json], body: Json
) -> tuple[list[User], bool]:
    """Who is pinged, as far as the sender allowed it."""
    text = content + "\n".join(c["content"] for c in walk(components) if c["type"] == 10)
    allowed = body.get("allowed_mentions")
    parse = ("users", "everyone") if allowed is None else allowed.get("parse") or ()
    named = [] if allowed is None else [int(u) for u in allowed.get("users") or []]
    ids = dict.fromkeys(int(found) for found in _MENTION.findall(text))
    users = [
        hub.world.users[n] for n in ids if n in hub.world.users and ("users" in parse or n in named)
    ]
    return users, "everyone" in parse and ("@everyone" in text or "@here" in text)


def mentioned(hub: Hub, content: str) -> list[User]:
    """Everyone a text names."""
    return _mentions(hub, content, [], {})[0]


def apply(hub: Hub, made: Draft, message: Message) -> None:
    """Give a message what the draft says; files no longer on it are gone."""
    stay = {a.id for a in made.attachments}
    for attachment in message.attachments:
        if attachment.id not in stay:
            hub.world.attachments.pop(attachment.id, None)
    for attachment in made.attachments:
        hub.world.attachments[attachment.id] = attachment
    message.content = made.content
    message.embeds = made.embeds
    message.components = made.components
    message.attachments = made.attachments
    message.flags = made.flags
    message.mentions = made.mentions
    message.mention_everyone = made.mention_everyone


def post(hub: Hub, message: Message) -> None:
    """Put a new message into its channel and tell of it."""
    channel = hub.world.channels[message.channel_id]
    message.sent_at = hub.clock.now()
    hub.world.messages[channel.id][message.id] = message
    if message.owner_id is None:
        channel.last_message_id = message.id
    threads.heard(hub, message)
    rung = hub.rings.heard(message)
    _tell(hub, "create", message, message.interaction)
    for user, push in rung:
        hub.tell("push", push_json(push), channel, user)


def refreshed(hub: Hub, message: Message) -> None:
    """Tell of a message that Discord itself has changed: it does not count as edited."""
    _tell(hub, "update", message, None)


def edited(hub: Hub, message: Message, by: Interaction | None = None) -> None:
    """Tell of a message that has been changed, through that interaction's token if any."""
    message.edits += 1
    message.edited_at = hub.world.wall()
    if by is not None and message is by.source:
        by.source_then = dataclasses.replace(message)
    _tell(hub, "update", message, by)


def remove(hub: Hub, message: Message, by: Interaction | None = None) -> None:
    """Take a message away and tell of it."""
    del hub.world.messages[message.channel_id][message.id]
    for attachment in message.attachments:
        hub.world.attachments.pop(attachment.id, None)
    message.deleted = True
    hub.rings.gone(message)
    _tell(hub, "delete", message, by)


def _tell(hub: Hub, what: str, message: Message, by: Interaction | None) -> None:
    channel = hub.world.channels[message.channel_id]
    if by is not None:
        by.changes += 1
    only = hub.world.users.get(message.owner_id or 0)
    if only is None and hub.world.bot_may_see(channel):
        _to_bot(hub, what, message, channel)
    if what == "delete":
        told: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    else:
        told = page_json(hub, message)
    hub.tell(f"message_{what}", told, channel, only)
    hub.changed()


def _to_bot(hub: Hub, what: str, message: Message, channel: Channel) -> None:
    intent = _DM_MESSAGES if channel.kind == "dm" else _GUILD_MESSAGES
    guild = hub.world.guilds.get(channel.guild_id or 0)
    place: Json = {} if guild is None else {"guild_id": str(guild.id)}
    if what == "delete":
        told: Json = {"id": str(message.id), "channel_id": str(channel.id)}
    else:
        told = shapes.message_json(hub.world, hub.url, message)
        if guild is not None:
            member = shapes.member_json(message.author, guild)
            place["member"] = {k: v for k, v in member.items() if k != "user"}
    bare: Json | None = None
    known = (message.author, *message.mentions)
    if what != "delete" and guild is not None and hub.world.bot not in known:
        # Only with the privileged intent a bot reads what was said to others.
        unread: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
        bare = told | unread | place
    hub.dispatch(f"MESSAGE_{what.upper()}", told | place, channel.guild_id, intent, bare)


def page_json(hub: Hub, message: Message) -> Json:
    """A message as the page gets it."""
    out = shapes.message_json(hub.world, hub.url, message, whole=True)
    author = message.author
    out["ephemeral"] = message.ephemeral
    out["thinking"] = message.thinking
    thread = hub.world.channels.get(message.thread_id or 0)
    if thread is not None:
        out["thread"] = {
            "id": str(thread.id), "name": thread.name, "archived": thread.archived,
            "count": hub.world.count_in(thread),
        }  # fmt: skip
    out["author"] |= {"username": author.name, "bot": author.bot}
    interaction = message.interaction
    if interaction is not None:
        out["interaction_id"] = str(interaction.id)
        if interaction.called:
            out["interaction"] = {
                "id": str(interaction.id),
                "user": interaction.user.name,
                "command": interaction.called,
            }
    return out


def loading(hub: Hub, interaction: Interaction, *, ephemeral: bool) -> Message:
    """The message that says the bot is thinking."""
    return Message(
        hub.world.new_id(), interaction.channel.id, hub.world.bot, type=20,
        flags=LOADING | (EPHEMERAL if ephemeral else 0),
        owner_id=interaction.user.id if ephemeral else None, interaction=interaction,
    )  # fmt: skip


def remember_nonce(hub: Hub, channel: Channel, nonce: object, message: Message) -> None:
    now = hub.clock.now()
    hub.nonces = {k: v for k, v in hub.nonces.items() if now - v[0] < _NONCE_SECONDS}
    hub.nonces[channel.id, str(nonce)] = (now, message.id)


def known_nonce(hub: Hub, channel: Channel, nonce: object) -> Message | None:
    """The message that was sent with this nonce in the last minutes."""
    at, number = hub.nonces.get((channel.id, str(nonce)), (float("-inf"), 0))
    if hub.clock.now() - at >= _NONCE_SECONDS:
        return None
    return hub.world.find_message(channel.id, number)
