"""`python -m bot check`: whether settings, account, servers, clock and database are in order.

It goes in as the bot does, by the real client, and says one sentence about each thing it looks at.
It changes nothing on Discord, and never shows the token.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import Callable, Sequence
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot import card_sets, check_database, logs
from bot.app import INTENTS
from bot.check_database import Finding
from bot.presses import commands, hosting
from bot.serving import point_client_at
from bot.settings import LOCAL_URL, Settings, SettingsError, read_settings
from games.engine.voice import listed

PATIENCE: Final = 40.0
"""Seconds that Discord is waited for, each time."""
MOST_WRONG: Final = 5.0
"""Seconds that this machine's clock may be wrong: at ten too fast the bot drops every press."""
MOST_SERVERS: Final = 20
"""Servers that are named although nothing is wrong there."""
INVITED: Final = {
    **hosting.NEEDED,
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
}
"""What the invitation asks for: what a table needs, and what one in a thread needs besides."""
SCOPES: Final = ("bot", "applications.commands")
TROUBLE: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


def run() -> int:
    """Look at everything and print it; 0 when all is in order, else 1."""
    try:
        settings = read_settings()
        card_sets.install(settings.card_sets)
        if local := os.environ.get(LOCAL_URL):
            point_client_at(local)
    except SettingsError as error:
        print(Finding("Settings", False, str(error)))
        return 1
    logs.set_up("ERROR")
    # What goes wrong is told in a sentence, not in discord.py's tracebacks.
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    options: dict[str, Any] = {"guild_ready_timeout": 0} if local else {}
    found = asyncio.run(check(settings, **options))
    for each in found:
        print(each)
    return 0 if all(each.good for each in found) else 1


async def check(
    settings: Settings,
    *,
    now: Callable[[], float] = time.time,
    patience: float = PATIENCE,
    intents: discord.Intents = INTENTS,
    **discord_options: Any,
) -> list[Finding]:
    """Everything, in the order in which it matters.

    `now` is this machine's clock, in seconds; `patience` how long Discord is waited for.
    """
    return [
        *await _of_discord(settings, now, patience, intents, discord_options),
        *await asyncio.to_thread(check_database.look, settings.database_url),
    ]


# -- the clock


class _Watch:
    """What Discord says the time is, beside what this machine says, at each of our calls."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.least, self.most = -math.inf, math.inf
        """Seconds that this machine is fast by, between these two."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)

    async def _begin(self, _: Any, call: SimpleNamespace, params: Any) -> None:
        call.begun = self._now()

    async def _end(
        self, _: Any, call: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            told = parsedate_to_datetime(params.response.headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        # Discord tells whole seconds, and wrote them between the beginning and the end.
        self.least = max(self.least, call.begun - (told + 1))
        self.most = min(self.most, self._now() - told)

    def findings(self) -> list[Finding]:
        """What is wrong with the clock; nothing where Discord has not said the time."""
        if math.isinf(self.most):
            return []
        if self.most >= -MOST_WRONG and self.least <= MOST_WRONG:
            return [Finding("Clock", True, "This machine's clock and Discord's agree.")]
        middle = (self.least + self.most) / 2
        way = "fast" if middle > 0 else "slow"
        return [
            Finding(
                "Clock", False,
                f"This machine's clock is {abs(middle):.0f} seconds {way}; let it be set from the "
                "network (timedatectl set-ntp true), or presses are dropped and clocks show the "
                "wrong time.",
            )
        ]  # fmt: skip


# -- the account


async def _of_discord(
    settings: Settings,
    now: Callable[[], float],
    patience: float,
    intents: discord.Intents,
    options: dict[str, Any],
) -> list[Finding]:
    if not settings.token:
        return [
            Finding(
                "Token", False,
                "DISCORD_TOKEN is empty, so the bot would play on a local Discord; put the token "
                "from the Bot page of your application into .env.",
            )
        ]  # fmt: skip
    watch = _Watch(now)
    client = _Client(intents, watch.trace, options)
    async with client:
        try:
            async with asyncio.timeout(patience):
                await client.login(settings.token)
        except TROUBLE as error:
            return [Finding("Token", False, _unheard(error)), *watch.findings()]
        mine = client.application
        assert mine is not None
        found = [
            Finding("Token", True, f"It is that of {plain(mine.name)}, application {mine.id}.")
        ]
        found += watch.findings()
        found += await _commands(client, settings, patience)
        found += await _inside(client, mine, patience)
    return found


def why_not(error: Exception) -> str:
    """Why a bot that was to run on Discord has ended, and what to do."""
    return _shut_out(error) if isinstance(error, discord.ConnectionClosed) else _unheard(error)


def _unheard(error: Exception) -> str:
    """Why Discord has not let us in, and what to do."""
    if isinstance(error, discord.LoginFailure):
        return (
            "Discord does not accept DISCORD_TOKEN; reset the token on the Bot page of your "
            "application and copy the new one into .env."
        )
    if isinstance(error, discord.HTTPException):
        if error.status == 429:
            return (
                "Discord turns this machine's address away for now (HTTP 429); stop the bot, wait "
                "an hour, and look into its log for what was refused so often."
            )
        return (
            f"Discord answers with HTTP {error.status}; look at https://discordstatus.com and try "
            "again later."
        )
    return (
        "Discord cannot be reached; check this machine's network, name server and firewall "
        "(discord.com and gateway.discord.gg, port 443)."
    )


class _Client(discord.AutoShardedClient):
    """The bot's way in, with nothing behind it: it hears what the bot would hear, and is silent."""

    def __init__(
        self, intents: discord.Intents, trace: aiohttp.TraceConfig, options: dict[str, Any]
    ) -> None:
        super().__init__(
            intents=intents,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=trace,
            **options,
        )
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        # A command asks for the bot only when somebody types it, and here nobody can.
        bot: Any = self
        commands.Commands(bot).add_to(self.tree)


# -- the commands


async def _commands(client: _Client, settings: Settings, patience: float) -> list[Finding]:
    """Whether Discord knows our commands as this version has them."""
    guild = discord.Object(settings.test_guild) if settings.test_guild else None
    where = "for every server" if guild is None else f"in the server {guild.id} (TEST_GUILD)"
    try:
        async with asyncio.timeout(patience):
            known = await client.tree.fetch_commands(guild=guild)
            everywhere = await client.tree.fetch_commands() if guild else []
    except (discord.Forbidden, discord.NotFound):
        number = settings.test_guild
        return [
            Finding(
                "Commands", False,
                f"TEST_GUILD is {number}, and the bot may not register commands in a server of "
                "that id; invite it there with the scope applications.commands, or leave "
                "TEST_GUILD empty.",
            )
        ]  # fmt: skip
    except TROUBLE as error:
        return [Finding("Commands", False, _unheard(error))]
    there = {command.name: _form(command.name, command.description, command.options)
             for command in known}  # fmt: skip
    ours = {
        command.name: _form(command.name, command.description, command.parameters)
        for command in client.tree.get_commands()
        if isinstance(command, app_commands.Command)
    }
    other = sorted(name for name in ours | there if ours.get(name) != there.get(name))
    if other:
        return [await _untold(client, settings, other, where, none_yet=not there)]
    if everywhere:
        return [
            Finding(
                "Commands", True,
                f"All {len(ours)} are registered {where}, and for every server besides, so they "
                "stand there twice until TEST_GUILD is empty.",
            )
        ]  # fmt: skip
    return [Finding("Commands", True, f"All {len(ours)} are registered {where}.")]


def _form(name: str, description: str, options: Sequence[Any]) -> tuple[Any, ...]:
    """What people see of a command, whether it is ours or as Discord knows it."""
    return name, description, [(each.name, each.type, each.required) for each in options]


async def _untold(
    client: _Client, settings: Settings, other: Sequence[str], where: str, *, none_yet: bool
) -> Finding:
    """Commands that Discord does not know: told by the next start, which must not think that it
    has told them."""
    note = f"commands:{client.application_id}:{settings.test_guild or 0}"
    await asyncio.to_thread(check_database.forget, settings.database_url, note)
    which = "None is" if none_yet else f"/{', /'.join(other)} are not"
    if await asyncio.to_thread(check_database.running, settings.database_url):
        return Finding(
            "Commands", False,
            f"{which} registered {where} as this version has them; stop the bot and start it "
            "again, which registers them.",
        )  # fmt: skip
    return Finding(
        "Commands", True,
        f"{which} registered {where} as this version has them yet; the next start does it.",
    )  # fmt: skip


# -- intents, invitation and servers


async def _inside(client: _Client, mine: discord.AppInfo, patience: float) -> list[Finding]:
    """Go in as the bot does, and look at every server."""
    connecting = asyncio.create_task(client.connect(reconnect=False))
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        async with asyncio.timeout(patience):
            await asyncio.wait((connecting, ready), return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                connecting.result()
    except discord.PrivilegedIntentsRequired:
        return [
            Finding(
                "Intents", False,
                f"Discord refuses {_named(client.intents)}; switch the privileged ones on, on the "
                "Bot page of your application.",
            )
        ]  # fmt: skip
    except TROUBLE as error:
        return [Finding("Intents", False, _shut_out(error))]
    else:
        return [
            Finding("Intents", True, f"Discord accepts {_named(client.intents)}."),
            _invitation(mine),
            *_servers(client, link(mine.id)),
        ]
    finally:
        for task in (ready, connecting):
            task.cancel()
        await asyncio.gather(ready, connecting, return_exceptions=True)


def _shut_out(error: Exception) -> str:
    if isinstance(error, discord.ConnectionClosed):
        return (
            f"Discord closes the connection with {error.code}; look the number up under Gateway "
            "Close Event Codes in Discord's documentation."
        )
    return (
        "Discord's gateway does not let the bot in; let this machine reach gateway.discord.gg on "
        "port 443, and try again in a minute."
    )


def _named(intents: discord.Intents) -> str:
    return ", ".join(name for name, wanted in intents if wanted)


def link(application: int) -> str:
    """The invitation: scopes, and permissions as bits."""
    wanted = discord.Permissions(**dict.fromkeys(INVITED, True))
    return discord.utils.oauth_url(application, permissions=wanted, scopes=SCOPES)


def _invitation(mine: discord.AppInfo) -> Finding:
    """The link to invite the bot with, and whether the application's own asks for as much."""
    own = mine.install_params
    if own is not None:
        lacks = [title for flag, title in INVITED.items() if not getattr(own.permissions, flag)]
        lacks += [scope for scope in SCOPES if scope not in own.scopes]
        if lacks and not own.permissions.administrator:
            return Finding(
                "Invitation", False,
                f"The install link of your application does not ask for {listed(lacks)}; add it on "
                f"the Installation page, or invite with {link(mine.id)}",
            )  # fmt: skip
    return Finding("Invitation", True, f"Invite the bot with {link(mine.id)}")


def _servers(client: discord.Client, invitation: str) -> list[Finding]:
    if not client.guilds:
        return [
            Finding(
                "Servers", False,
                f"The bot is in no server; open {invitation} and choose one.",
            )
        ]  # fmt: skip
    found = [_server(guild) for guild in client.guilds]
    named = [each for each in found if not each.good]
    sound = [each for each in found if each.good]
    if len(sound) > MOST_SERVERS:
        more = len(sound) - MOST_SERVERS
        last = Finding("Servers", True, f"{more} more are in order.")
        return [*named, *sound[:MOST_SERVERS], last]
    return [*named, *sound]


def _server(guild: discord.Guild) -> Finding:
    """Whether tables can be hosted in a server, and in how many of its channels."""
    about = f'Server "{plain(guild.name)}"' if guild.name else f"Server {guild.id}"
    if guild.unavailable:
        return Finding(
            about, True, "Discord cannot show it at present; its tables wait until it is back."
        )
    lacks = [title for flag, title in INVITED.items()
             if not getattr(guild.me.guild_permissions, flag)]  # fmt: skip
    if lacks:
        return Finding(
            about, False,
            f"The bot lacks {listed(lacks)}; open Server Settings, Roles, and give it to the bot's "
            "role.",
        )  # fmt: skip
    channels = guild.text_channels
    if not channels:
        return Finding(about, False, "It shows the bot no text channel; make one for tables.")
    usable = [channel for channel in channels if _may_host(channel, guild.me)]
    if not usable:
        return Finding(
            about, False,
            f"None of its {len(channels)} text channels lets the bot host a table; allow it "
            f"{listed([*hosting.NEEDED.values()])} in one of them.",
        )  # fmt: skip
    return Finding(
        about, True, f"Tables can be hosted in {len(usable)} of its {len(channels)} text channels."
    )


def _may_host(channel: discord.TextChannel, me: discord.Member) -> bool:
    allowed = channel.permissions_for(me)
    return all(getattr(allowed, flag) for flag in hosting.NEEDED)


def plain(name: str) -> str:
    """A name that somebody typed, without what a terminal would obey."""
    return "".join(each if each.isprintable() else "?" for each in name)
