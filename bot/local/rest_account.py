"""REST: the bot's account, its gateway, people and servers."""

from __future__ import annotations

from typing import Final

from bot.local import shapes
from bot.local.errors import Refused
from bot.local.hub import Hub
from bot.local.rest import Answer, Asked, Route
from bot.local.world import Guild

UNLIMITED: Final = 100_000
"""What max_concurrency is where no limit holds: each shard has a turn of its own."""


async def me(asked: Asked) -> Answer:
    return 200, shapes.me_json(asked.hub.world.bot)


async def application(asked: Asked) -> Answer:
    return 200, shapes.application_json(asked.hub.world)


async def gateway(asked: Asked) -> Answer:
    return 200, {"url": gateway_url(asked.hub.url)}


async def gateway_bot(asked: Asked) -> Answer:
    rate = asked.hub.limits.rates.identify
    at_once = UNLIMITED if rate is None else rate.requests
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": at_once}
    url, shards = gateway_url(asked.hub.url), asked.hub.wanted_shards
    return 200, {"url": url, "shards": shards, "session_start_limit": limit}


def gateway_url(url: str) -> str:
    return url.replace("http", "ws", 1) + "/gateway"


async def user(asked: Asked) -> Answer:
    found = asked.hub.world.users.get(asked.number("user_id"))
    if found is None:
        raise Refused(10013)
    return 200, shapes.user_json(found)


def _guild(asked: Asked) -> Guild:
    found = asked.hub.world.guilds.get(asked.number("guild_id"))
    if found is None or not found.bot_inside:
        raise Refused(10004)
    return found


async def guild(asked: Asked) -> Answer:
    return 200, shapes.guild_json(asked.hub.world, _guild(asked))


async def guild_channels(asked: Asked) -> Answer:
    world, found = asked.hub.world, _guild(asked)
    inside = [c for c in world.channels.values() if c.guild_id == found.id and c.kind != "thread"]
    return 200, [shapes.channel_json(world, c) for c in inside]


async def active_threads(asked: Asked) -> Answer:
    """The active threads that the bot may see, with its own memberships."""
    world, found = asked.hub.world, _guild(asked)
    threads = [
        c for c in world.channels.values()
        if c.guild_id == found.id and c.kind == "thread" and not c.archived
        and world.bot_may_see(c)
    ]  # fmt: skip
    mine = [shapes.thread_member_json(c, world.bot.id) for c in threads
            if world.bot.id in c.members]  # fmt: skip
    told = [shapes.channel_json(world, c) for c in threads]
    return 200, {"threads": told, "members": mine}


async def guild_roles(asked: Asked) -> Answer:
    return 200, shapes.roles_json(asked.hub.world, _guild(asked))


async def member(asked: Asked) -> Answer:
    world, found, number = asked.hub.world, _guild(asked), asked.number("user_id")
    if number not in world.users:
        raise Refused(10013)
    if number != world.bot.id and number not in found.members:
        raise Refused(10007)
    return 200, shapes.member_json(world.users[number], found)


async def leave(asked: Asked) -> Answer:
    thrown_out(asked.hub, _guild(asked))
    return 204, None


def thrown_out(hub: Hub, guild: Guild) -> None:
    """The bot is no longer in a server: its commands there are gone, and its threads."""
    guild.bot_inside = False
    hub.world.commands.pop(guild.id, None)
    for channel in hub.world.channels.values():
        if channel.guild_id == guild.id:
            channel.members.pop(hub.world.bot.id, None)
    hub.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, 1)
    hub.tell("state", {})
    hub.changed()


_GUILD: Final = "/guilds/{guild_id}"
ROUTES: Final[list[Route]] = [
    ("GET", "/users/@me", me),
    ("GET", "/applications/@me", application),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/users/{user_id}", user),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave),
    ("GET", _GUILD, guild),
    ("GET", f"{_GUILD}/channels", guild_channels),
    ("GET", f"{_GUILD}/threads/active", active_threads),
    ("GET", f"{_GUILD}/roles", guild_roles),
    ("GET", f"{_GUILD}/members/{{user_id}}", member),
]
