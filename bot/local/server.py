"""The local Discord as one object: its world, its server, and the people in it."""

from __future__ import annotations

import secrets
import time
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Literal

import discord
import yarl
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.local import (
    rest_account,
    rest_channels,
    rest_commands,
    rest_interactions,
    rest_messages,
    shapes,
)
from bot.local.clock import Clock, LoopClock
from bot.local.gateway import Shards
from bot.local.hub import ANSWERED_BY, HANGS, Call, Checker, Hub, Wait
from bot.local.limits import Rates, rates
from bot.local.misbehave import Misbehave
from bot.local.pageapi import PageApi, only_here, protect
from bot.local.rest import Rest
from bot.local.rest_account import gateway_url
from bot.local.rings import Rings
from bot.local.threads import opened, told
from bot.local.threadwork import ThreadWork
from bot.local.world import Channel, Guild, User, World, permission_bits

_BODY_LIMIT: Final = 110 * 1024 * 1024
_ROUTES: Final = [
    *rest_account.ROUTES,
    *rest_commands.ROUTES,
    *rest_interactions.ROUTES,
    *rest_messages.ROUTES,
    *rest_channels.ROUTES,
]


class LocalDiscord(ThreadWork):
    """A Discord of one's own on loopback, that the real discord.py connects to.

    It starts with one server (`guild`), with nobody in it and no channel. What people do are its
    methods: `command`, `autocomplete`, `click`, `select`, `submit`, `forge`, `write`.
    `interaction_seconds` is how long a first answer may take, `token_minutes` how long its token
    works after that, both on `clock`. `limits` are the rate limits. With `count_ids` all ids but
    those of interactions are counted, so that they do not depend on the time. `shards` is how many
    shards the bot is told to begin with; it may begin with others.
    """

    def __init__(
        self,
        *,
        openapi: Checker | None = None,
        interaction_seconds: float = ANSWERED_BY,
        token_minutes: float = 15.0,
        clock: Clock | None = None,
        limits: Rates | Literal["discord", "off"] = "discord",
        guild: str = "Local Speedway",
        privileged_intents: int = 0,
        wall: Callable[[], float] = time.time,
        count_ids: bool = False,
        shards: int = 1,
    ) -> None:
        self.clock: Clock = LoopClock() if clock is None else clock
        self.world = World(self.clock, wall, count_ids=count_ids)
        self.hub = Hub(self.world, openapi, rates(limits), interaction_seconds, token_minutes * 60)
        super().__init__(self.hub)
        self.token = _token(self.world.bot)
        self.hub.token = self.token
        self.hub.privileged_intents = privileged_intents
        self.hub.wanted_shards = shards
        self.shards = Shards(self.hub, privileged_intents)
        self.hub.gateway = self.shards
        self.misbehave = Misbehave(self.hub, self.shards)
        self.guild = self.add_guild(guild)
        self._runner: web.AppRunner | None = None

    # the server

    async def start(self, port: int = 0) -> None:
        """Serve on 127.0.0.1; port 0 takes any free one. `url` says where."""
        app = web.Application(middlewares=[only_here], client_max_size=_BODY_LIMIT)
        app.on_response_prepare.append(protect)
        Rest(self.hub, _ROUTES).add_to(app)
        app.router.add_get("/gateway", self.shards.serve)
        app.router.add_get("/gateway/", self.shards.serve)
        PageApi(self.hub, self, self.shards, self.add_user).add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.hub.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    async def stop(self) -> None:
        """Close every connection and stop serving."""
        await self.shards.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def url(self) -> str:
        """Where it is, such as http://127.0.0.1:8765; empty before the start."""
        return self.hub.url

    def point_client_here(self) -> None:
        """Let discord.py speak to this server, in the whole process, from now on."""
        point_client_at(self.url)

    # the world

    @property
    def bot_online(self) -> bool:
        return self.shards.online

    def add_guild(self, name: str, *, id: int | None = None) -> Guild:
        """A further server with everybody in it. Its id decides its shard: (id >> 22) % count."""
        number = self.world.new_id() if id is None else id
        self.world.new_id()
        people = [u.id for u in self.world.people()]
        guild = Guild(number, name, next(iter(people), number), set(people))
        self.world.guilds[guild.id] = guild
        body = shapes.guild_create_json(self.world, guild, joined=True)
        self.hub.dispatch("GUILD_CREATE", body, guild.id, 1)
        self.hub.tell("state", {})
        return guild

    def add_user(self, name: str, *, dms_open: bool = True, member: bool = True) -> User:
        """A person, who is in every server unless `member` is False."""
        user = self.world.add_user(name, dms_open=dms_open)
        if member:
            for guild in self.world.guilds.values():
                guild.members.add(user.id)
        self.hub.tell("state", {})
        return user

    def add_channel(
        self,
        name: str,
        *,
        deny: Iterable[str] = (),
        topic: str = "",
        guild: Guild | None = None,
        voice: bool = False,
    ) -> Channel:
        """A text channel, or a voice channel, which has a chat too but no threads. `deny` are
        permissions the bot lacks there: "send_messages"."""
        place = self.guild if guild is None else guild
        channel = Channel(
            self.world.new_id(), "voice" if voice else "text", name, guild_id=place.id, topic=topic,
            deny=permission_bits(deny),
        )  # fmt: skip
        self.world.add_channel(channel)
        told(self.hub, "CHANNEL_CREATE", channel)
        return channel

    def add_thread(
        self, channel: Channel, name: str, *, owner: User | None = None, private: bool = False
    ) -> Channel:
        """A thread of a channel, opened by the bot unless an owner is named, without a line about
        it in the channel."""
        return opened(
            self.hub, channel, name, self.world.new_id(), owner or self.world.bot, private=private
        )

    @property
    def rings(self) -> Rings:
        """Everybody's phones, with the switch for what deleting does."""
        return self.hub.rings

    # the records

    @property
    def calls(self) -> list[Call]:
        """Every REST call of the bot so far, oldest first."""
        return self.hub.calls

    @property
    def problems(self) -> list[str]:
        """Bodies that were refused, and why: by Discord's document or by hand."""
        return self.hub.problems

    @property
    def faults(self) -> list[str]:
        """Answers of this server that Discord's document does not allow."""
        return self.hub.faults

    @property
    def filled_by_follow_up(self) -> list[str]:
        """Deferred answers that a follow-up filled instead of an edit: Discord does it still, calls
        it deprecated, and so it is a fault of the run."""
        return self.hub.filled_by_follow_up

    @property
    def limited(self) -> list[Call]:
        """Every call that was refused with 429, those that a test ordered included."""
        return self.hub.limited

    @property
    def waits(self) -> list[Wait]:
        """How long each press, command and form waited for its first answer."""
        return self.hub.waits

    @property
    def dm_openings(self) -> Counter[int]:
        """How often the bot asked to open the direct messages of a person, by user id."""
        return self.hub.dm_openings

    @property
    def invalid_requests(self) -> int:
        """Answers 401, 403 and 429 that count towards Discord's ban of 10,000 in ten minutes."""
        return sum(c.status in (401, 403, 429) and not c.shared for c in self.calls)

    async def until(self, predicate: Callable[[], bool], seconds: float = HANGS) -> None:
        """Wait until `predicate` holds; it is asked after each change of the world.

        Raises `TimeoutError` after so many real seconds.
        """
        await self.hub.until(predicate, seconds)


def point_client_at(url: str) -> None:
    """Let discord.py speak to the local Discord at `url`, in the whole process, from now on.

    Raises `ValueError` unless the host is 127.0.0.1: a real token must not go anywhere else.
    """
    place = yarl.URL(url)
    if place.scheme != "http" or place.host != "127.0.0.1" or not place.explicit_port:
        raise ValueError(f"{url!r} is no local Discord: it must be http://127.0.0.1 with a port.")
    place = place.origin()
    Route.BASE = f"{place}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url(str(place)))
    discord.asset.Asset.BASE = f"{place}/cdn"


def _token(bot: User) -> str:
    """A token of the form that bots have."""
    first = urlsafe_b64encode(str(bot.id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(28)}"
