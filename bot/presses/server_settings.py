"""/settings: what those with Manage Server set for the tables of their server, and the deletion of
everything that is kept of it.

One private panel. Whatever is used on it changes one thing of the settings as they are then, so
that neither an old panel nor two people at once undo what another has set.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord
import msgspec
import structlog

from bot.delivery.answering import Answering
from bot.delivery.click import ONE_LINE, stands_among
from bot.delivery.delivery import Delivery
from bot.match.server_rules import LIMITS, MOST_CHOSEN, ServerRules
from bot.posts.posts import Button, Choice, Pick, Post, Row, Select
from bot.presses.hosting import runs_server
from bot.store import StoreError
from bot.tables.matches import Matches
from bot.words import say
from games.engine.errors import Refusal, Stale
from games.engine.voice import count

log = structlog.get_logger(__name__)

START: Final = "server:"
"""How custom ids of the panel begin; no table's do."""
ERASE, SURE, KEEP = "erase", "sure", "keep"
KINDS: Final = [0, 2, 5, 13, 15]
"""Types of channels in which, or in threads of which, a table can be."""


# -- what is shown


def _limit(most: int) -> str:
    return count(most, "table") if most else say("server_settings.no_limit")


CHOICES: Final[dict[str, tuple[Choice, ...]]] = {
    "most": tuple(Choice(_limit(most), str(most)) for most in LIMITS),
    "enders": (
        Choice(
            say("server_settings.enders_vote"), "vote", say("server_settings.enders_vote_about")
        ),
        Choice(say("server_settings.enders_host"), "host"),
        Choice(say("server_settings.enders_managers"), "managers"),
        Choice(say("server_settings.enders_both"), "both"),
    ),
    "pace": (
        Choice(say("server_settings.pace_live"), "live", say("server_settings.pace_live_about")),
        Choice(say("server_settings.pace_post"), "post", say("server_settings.pace_post_about")),
        Choice(say("server_settings.pace_only_live"), "only-live"),
        Choice(say("server_settings.pace_only_post"), "only-post"),
    ),
    "calls": (
        Choice(say("server_settings.calls_yes"), "yes"),
        Choice(say("server_settings.calls_no"), "no", say("server_settings.calls_no_about")),
    ),
}
"""What can be chosen from, by setting."""
ASKS: Final = {
    "most": say("server_settings.pick_most"),
    "enders": say("server_settings.pick_enders"),
    "pace": say("server_settings.pick_pace"),
    "calls": say("server_settings.pick_calls"),
}


def _label(name: str, value: str) -> str:
    return next(choice.label for choice in CHOICES[name] if choice.value == value)


def _named(ids: Sequence[int], known: Sequence[int], mention: str, none: str) -> str:
    """Channels or roles in a line; those that are gone are counted."""
    there = [mention.format(each) for each in ids if each in known]
    gone = len(ids) - len(there)
    if gone:
        there.append(say("server_settings.gone", count=gone))
    return ", ".join(there) if ids else none


def panel(rules: ServerRules, guild: discord.Guild, tables: int) -> Post:
    """The settings of a server, with how many tables it has open."""
    channels = [channel.id for channel in guild.channels]
    roles = [role.id for role in guild.roles]
    where = _named(rules.channels, channels, "<#{}>", say("server_settings.everywhere"))
    who = _named(rules.roles, roles, "<@&{}>", say("server_settings.everyone"))
    calls = _label("calls", "yes" if rules.calls else "no")
    lines = (
        say("server_settings.channels", value=where),
        say("server_settings.roles", value=who),
        say("server_settings.most", value=_limit(rules.most)),
        say("server_settings.enders", value=_label("enders", rules.enders)),
        say("server_settings.pace", value=_label("pace", rules.pace)),
        say("server_settings.calls", value=calls),
    )
    rows: list[Row] = [
        Pick(
            of="channel",
            placeholder=say("server_settings.pick_channels"),
            custom_id=f"{START}channels",
            chosen=tuple(each for each in rules.channels if each in channels),
            most=MOST_CHOSEN,
            channel_types=tuple(KINDS),
        ),
        Pick(
            of="role",
            placeholder=say("server_settings.pick_roles"),
            custom_id=f"{START}roles",
            chosen=tuple(each for each in rules.roles if each in roles),
            most=MOST_CHOSEN,
        ),
        *(Select(ASKS[name], f"{START}{name}", choices) for name, choices in CHOICES.items()),
        (Button(say("server_settings.erase"), f"{START}{ERASE}", "grave"),),
    ]
    return Post(
        head=say("server_settings.title"),
        body=lines,
        foot=say("server_settings.open_now", tables=count(tables, "table")),
        rows=tuple(rows),
    )


def question(tables: int) -> Post:
    """Whether everything is to be deleted."""
    return Post(
        head=say("server_settings.erase_all"),
        body=(say("server_settings.what_goes", tables=count(tables, "table")),),
        rows=(
            (
                Button(say("privacy.yes_delete"), f"{START}{SURE}", "grave"),
                Button(say("privacy.keep"), f"{START}{KEEP}"),
            ),
        ),
    )


# -- what is set


def _ids(values: Sequence[str], known: Sequence[int]) -> tuple[int, ...]:
    """Channels or roles that were chosen. Raises a `Stale` where one is not there."""
    there = {str(each): each for each in known}
    if len(values) > MOST_CHOSEN or any(value not in there for value in values):
        raise Stale(say("server_settings.it_is_gone"))
    return tuple(dict.fromkeys(there[value] for value in values))


def _change(name: str, values: Sequence[str], guild: discord.Guild) -> dict[str, Any]:
    """The field that was set, with its value. Raises a `Refusal` for what is not offered."""
    if name == "channels":
        places = [c.id for c in guild.channels if c.type.value in KINDS]
        return {name: _ids(values, places)}
    if name == "roles":
        return {name: _ids(values, [role.id for role in guild.roles])}
    if len(values) != 1 or values[0] not in [each.value for each in CHOICES[name]]:
        raise Refusal(ONE_LINE)
    value = values[0]
    return {name: int(value) if name == "most" else value == "yes" if name == "calls" else value}


class ServerSettings:
    """Answers `/settings` and its panel."""

    def __init__(self, matches: Matches, delivery: Delivery) -> None:
        self._matches = matches
        self._delivery = delivery

    @staticmethod
    def takes(custom_id: str) -> bool:
        """Whether something that was pressed is on the panel."""
        return custom_id.startswith(START)

    async def post(self, interaction: discord.Interaction) -> Post:
        """The panel. Raises a `Refusal` for whoever may not see it."""
        return await self._panel(_guild(interaction))

    async def _panel(self, guild: discord.Guild) -> Post:
        rules = await self._matches.servers.rules(guild.id)
        return panel(rules, guild, await self._matches.store.tables_in(guild.id))

    async def component(self, interaction: discord.Interaction, custom_id: str) -> None:
        """Something on the panel was used."""
        data: Any = interaction.data or {}
        name, values = custom_id.removeprefix(START), [str(each) for each in data.get("values", ())]
        # The question has a message of its own beside the panel.
        own = name != ERASE and stands_among(interaction, self.takes)
        async with Answering(interaction, "change" if own else "private") as answering:
            try:
                guild = _guild(interaction)
                await self._act(answering, guild, name, values)
            except Refusal as error:
                await answering.reply(str(error))
            except StoreError as error:
                log.warning("settings could not be kept", why=str(error))
                await answering.reply(say("notify.the_database_is_busy"))
            except Exception as error:
                await answering.failed(self._matches.faults, "/settings failed", error)

    async def _act(
        self, answering: Answering, guild: discord.Guild, name: str, values: Sequence[str]
    ) -> None:
        if name == ERASE:
            tables = await self._matches.store.open_lines_at(guild.id)
            await answering.reply(question(len(tables)))
        elif name == KEEP:
            await answering.show(Post(head=say("privacy.nothing_was_deleted")))
        elif name == SURE:
            await self._erase(answering, guild.id)
        elif name in ("channels", "roles", *CHOICES):
            changed = partial(msgspec.structs.replace, **_change(name, values, guild))
            await self._matches.servers.change(guild.id, changed)
            await answering.show(await self._panel(guild))
        else:
            raise Stale(say("clicks.that_button_is_from"))

    async def _erase(self, answering: Answering, guild: int) -> None:
        """Delete what is kept of a server, then take away what shows its tables."""
        shown = await self._matches.store.shown_in(guild)
        erased = await self._matches.forget_server(guild)
        log.info("a server has deleted its data", tables=erased)
        tables = count(erased, "table")
        await answering.show(Post(head=say("server_settings.erased", tables=tables)))
        for channel, message in shown:
            await self._delivery.remove(channel, message)


def _guild(interaction: discord.Interaction) -> discord.Guild:
    """The server whose settings this user may change. Raises a `Refusal` where he may not."""
    if interaction.guild is None or not runs_server(interaction):
        raise Refusal(say("server_settings.manage_server"))
    return interaction.guild
