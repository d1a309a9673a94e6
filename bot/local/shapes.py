"""The world as JSON, in the forms Discord answers with."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.local.world import (
    FILE_LIMIT,
    HAS_THREAD,
    MEMBER_PERMISSIONS,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    Role,
    User,
    World,
    walk,
)


def stamp(seconds: float) -> str:
    """A time of day as Discord writes it.

    >>> stamp(0)
    '1970-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def id_time(number: int) -> float:
    """The time of day an id was made."""
    return ((number >> 22) + 1_420_070_400_000) / 1000


def user_json(user: User) -> Json:
    out: Json = {
        "id": str(user.id),
        "username": user.name if user.bot else user.name.lower(),
        "global_name": None if user.bot else user.name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "bot": user.bot,
    }
    return out


def me_json(bot: User) -> Json:
    """The bot's own account."""
    return {
        **user_json(bot),
        "mfa_enabled": True,
        "locale": "en-US",
        "verified": True,
        "email": None,
    }


def member_json(user: User, guild: Guild, permissions: int | None = None) -> Json:
    out: Json = {
        "user": user_json(user),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(guild.id + 1)] if user.bot else _roles_of(user, guild),
        "joined_at": stamp(id_time(guild.id)),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if permissions is not None:
        out["permissions"] = str(permissions)
    return out


def _roles_of(user: User, guild: Guild) -> list[str]:
    return [str(role.id) for role in guild.roles if user.id in role.members]


def role_json(role: Role, position: int) -> Json:
    """A role that a person made, which gives no permission."""
    return _role_json(role.id, role.name, 0, position, None)


def _role_json(number: int, name: str, permissions: int, position: int, bot: User | None) -> Json:
    out: Json = {
        "id": str(number),
        "name": name,
        "description": None,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": bot is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if bot is not None:
        out["tags"] = {"bot_id": str(bot.id)}
    return out


def roles_json(world: World, guild: Guild) -> list[Json]:
    """Everyone, the role that came with the bot, and the others."""
    return [
        _role_json(guild.id, "@everyone", MEMBER_PERMISSIONS, 0, None),
        _role_json(guild.id + 1, world.bot.name, world.bot_permissions, 1, world.bot),
        *(role_json(role, at) for at, role in enumerate(guild.roles, 2)),
    ]


def channel_json(world: World, channel: Channel) -> Json:
    last = None if channel.last_message_id is None else str(channel.last_message_id)
    out: Json = {"id": str(channel.id), "flags": 0, "last_message_id": last}
    if channel.kind == "dm":
        person = world.users[channel.recipient_id or 0]
        return {**out, "type": 1, "recipients": [user_json(person)]}
    out["guild_id"] = str(channel.guild_id)
    out["name"] = channel.name
    out["rate_limit_per_user"] = 0
    out["parent_id"] = None if channel.parent_id is None else str(channel.parent_id)
    if channel.kind == "thread":
        return {**out, **_thread_json(world, channel)}
    overwrites: list[Json] = []
    if channel.deny:
        overwrites.append(
            {"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(channel.deny)}
        )
    if channel.kind == "voice":
        sound: Json = {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        out |= {"type": 2, **sound, "video_quality_mode": 1}
    else:
        out |= {"type": 0, "topic": channel.topic or None}
    return {**out, "position": 0, "nsfw": False, "permission_overwrites": overwrites}


def _thread_json(world: World, thread: Channel) -> Json:
    count = world.count_in(thread)
    metadata: Json = {
        "archived": thread.archived,
        "archive_timestamp": stamp(thread.changed_at),
        "auto_archive_duration": thread.auto_archive,
        "locked": thread.locked,
        "create_timestamp": stamp(thread.opened_at),
    }
    if thread.private:
        metadata["invitable"] = thread.invitable
    out: Json = {
        "type": 12 if thread.private else 11,
        "owner_id": str(thread.owner_id),
        "message_count": count,
        "total_message_sent": count,
        "member_count": min(len(thread.members), 50),
        "thread_metadata": metadata,
    }
    if world.bot.id in thread.members:
        out["member"] = thread_member_json(thread, world.bot.id)
    return out


def thread_member_json(thread: Channel, user_id: int) -> Json:
    """Somebody's membership of a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": stamp(thread.members[user_id]),
        "flags": 0,
    }


def guild_json(world: World, guild: Guild) -> Json:
    """A server as GET answers it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "discovery_splash": None,
        "home_header": None,
        "roles": roles_json(world, guild),
        "emojis": [],
        "stickers": [],
        "features": [],
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "application_id": None,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "incidents_data": None,
        "max_members": 500_000,
        "max_presences": None,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "premium_progress_bar_enabled_user_updated_at": None,
        "premium_subscription_count": 0,
        "premium_tier": 0,
        "public_updates_channel_id": None,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "system_channel_flags": 0,
        "system_channel_id": None,
        "vanity_url_code": None,
        "verification_level": 0,
        "widget_channel_id": None,
        "widget_enabled": False,
    }


def guild_create_json(world: World, guild: Guild, *, joined: bool = False) -> Json:
    """A server as the gateway tells it: with channels and threads, and the bot as only member.
    Where the bot has just been invited (`joined`) it does not say that it is available."""
    inside = [c for c in world.channels.values() if c.guild_id == guild.id]
    return {
        **guild_json(world, guild),
        "large": False,
        **({} if joined else {"unavailable": False}),
        "joined_at": stamp(id_time(guild.id)),
        "member_count": len(guild.members) + 1,
        "members": [member_json(world.bot, guild)],
        "channels": [channel_json(world, c) for c in inside if c.kind != "thread"],
        "threads": [
            channel_json(world, c)
            for c in inside
            if c.kind == "thread" and not c.archived and world.bot_may_see(c)
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment_url(url: str, attachment: Attachment) -> str:
    return f"{url}/attachments/{attachment.channel_id}/{attachment.id}/{attachment.filename}"


def attachment_json(url: str, attachment: Attachment) -> Json:
    place = attachment_url(url, attachment)
    out: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": place,
        "proxy_url": place,
        "content_type": attachment.content_type,
    }
    if attachment.width is not None:
        out |= {"width": attachment.width, "height": attachment.height}
    if attachment.description is not None:
        out["description"] = attachment.description
    if attachment.ephemeral:
        out["ephemeral"] = True
    return out


def _metadata(interaction: Interaction, message: Message) -> Json:
    out: Json = {
        "id": str(interaction.id),
        "type": interaction.type,
        "user": user_json(interaction.user),
        "authorizing_integration_owners": interaction.payload["authorizing_integration_owners"],
    }
    if interaction.original is not None and interaction.original is not message:
        out["original_response_message_id"] = str(interaction.original.id)
    if interaction.type == 3 and interaction.source is not None:
        out["interacted_message_id"] = str(interaction.source.id)
    if interaction.type == 5 and interaction.trigger is not None:
        out["triggering_interaction_metadata"] = _metadata(interaction.trigger, message)
    return out


def _apart(message: Message) -> list[Attachment]:
    """The files that no component shows: Discord lists only these as attachments."""
    shown = {
        media["attachment_id"]
        for part in walk(message.components)
        for one in (part, *(part.get("items") or ()))
        if "attachment_id" in (media := one.get("media") or one.get("file") or {})
    }
    return [a for a in message.attachments if str(a.id) not in shown]


def message_json(
    world: World, url: str, message: Message, *, referenced: bool = True, whole: bool = False
) -> Json:
    """A message as Discord answers it. `referenced` adds the one it replies to; `whole` lists
    the files that components show too, as the page wants them."""
    attachments = message.attachments if whole else _apart(message)
    out: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.type,
        "author": user_json(message.author),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": [attachment_json(url, a) for a in attachments],
        "mentions": [user_json(u) for u in message.mentions],
        "mention_roles": [],
        "mention_everyone": message.mention_everyone,
        "timestamp": stamp(id_time(message.id)),
        "edited_timestamp": None if message.edited_at is None else stamp(message.edited_at),
        "flags": message.flags,
        "pinned": False,
        "tts": message.tts,
    }
    if message.nonce is not None:
        out["nonce"] = message.nonce
    interaction = message.interaction
    if interaction is not None:
        out["application_id"] = str(world.bot.id)
        out["webhook_id"] = str(world.bot.id)
        out["interaction_metadata"] = _metadata(interaction, message)
    thread = world.channels.get(message.thread_id or 0)
    if message.flags & HAS_THREAD and thread is not None:
        out["thread"] = channel_json(world, thread)
    if message.reference_id is not None:
        out["message_reference"] = {
            "type": 0,
            "channel_id": str(message.channel_id),
            "message_id": str(message.reference_id),
        }
        other = world.find_message(message.channel_id, message.reference_id)
        if referenced:
            out["referenced_message"] = (
                None if other is None else message_json(world, url, other, referenced=False)
            )
    return out


def application_json(world: World) -> Json:
    """The bot's application, as its own token reads it."""
    owner = next(world.people(), world.bot)
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def place_json(world: World, interaction_channel: Channel) -> Json:
    """The parts of an interaction that say where it happened."""
    channel = interaction_channel
    out: Json = {
        "channel_id": str(channel.id),
        "channel": {**channel_json(world, channel), "permissions": str(MEMBER_PERMISSIONS)},
        "app_permissions": str(world.permissions(channel)),
        "attachment_size_limit": FILE_LIMIT,
    }
    if channel.guild_id is None:
        return {**out, "context": 1, "authorizing_integration_owners": {"0": "0"}}
    return {
        **out,
        "context": 0,
        "guild_id": str(channel.guild_id),
        "guild": {"id": str(channel.guild_id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "authorizing_integration_owners": {"0": str(channel.guild_id)},
    }
