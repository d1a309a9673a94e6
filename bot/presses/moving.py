"""Where tables that rest go on, and what becomes of those whose channel or server is gone.

The bot hears of a deleted channel or a kick by an event, which may be lost with the process. So it
also looks around after each start, and a board that Discord has no place for tells it as well
(`bot.delivery.delivery`). Telling it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import discord
import structlog

from bot.delivery import discord_calls
from bot.delivery.click import ON_PANEL, Click
from bot.delivery.delivery import Delivery
from bot.match import resting
from bot.match.match import Match
from bot.posts.posts import Button, Row
from bot.posts.pressing import press
from bot.store import ChannelTaken
from bot.tables.actor import Actor
from bot.tables.matches import TABLE_THERE, Matches
from bot.words import say
from games.engine.errors import Refusal

log = structlog.get_logger(__name__)

TAKEN: Final = say("moving.another_table")
HERE: Final = say("moving.the_table_is_here")
NOT_POSTED: Final = say("moving.discord_did_not_take")
MOST_OFFERED: Final = 5
_PLAYS: Final = ON_PANEL | {"pass", "undo", "askme", "admit"}
"""Verbs that need a table which is awake; the others only look at it, or end it."""


async def pressed(by: Actor, here: int | None) -> None:
    """A user has pressed something of a table, or named it: if it is his it wakes, or he takes his
    seat back. `here` is the channel where he did so.

    Raises a `Refusal` where the table cannot wake.
    """
    match, matches = await by.look(), by.matches
    if not resting.concerns(match, by.user, matches.now()):
        return
    try:
        await matches.change(match.id, lambda s: resting.wake(s, by.user, here or 0))
    except ChannelTaken:
        raise Refusal(resting.move_hint(match, TAKEN)) from None


async def clicked(click: Click) -> None:
    """The same for a press of a button; one that hands the seat over wakes nothing, and one that
    only looks at the table, or ends it, need not wake it."""
    verb = click.pressed.verb
    if verb in ("leave", "move"):
        return
    try:
        await pressed(click, click.interaction.channel_id)
    except Refusal:
        if verb in _PLAYS:
            raise


async def here(by: Actor, delivery: Delivery, guild: int, channel: int) -> str:
    """Take a table that rests, or is in a locked thread, into a channel of a server, and go on
    there; what to tell.

    Raises a `Refusal` where another table has that channel.
    """
    match = await by.look()
    before, locked = match.board, await delivery.is_locked(match)
    try:
        await by.change(lambda s: resting.move(s, by.user, guild, channel, locked=locked))
    except ChannelTaken:
        raise Refusal(TABLE_THERE) from None
    if before.message and before.channel != channel:
        # Where it cannot be removed it still works: its buttons name the table, not the place.
        await delivery.remove(before.channel, before.message)
    posted = await delivery.board_now(match.id, anew=True)
    return HERE if posted else f"{HERE} {NOT_POSTED}"


async def offers(
    matches: Matches, tables: Sequence[Match], locked: Collection[str]
) -> tuple[Row, ...]:
    """Buttons for a list of tables that wake those which rest, or bring them here; also the
    `locked` ones, by id, whose thread is locked."""
    row: list[Button] = []
    for match in tables:
        shut = match.id in locked
        if not (match.resting or shut) or len(row) == MOST_OFFERED:
            continue
        homeless = match.resting == resting.GONE or (
            shut or await matches.store.open_match_in(match.channel_id) is not None
        )
        verb = "move" if homeless else "wake"
        label = (
            say("moving.move_here", id=match.id) if homeless else say("moving.wake", id=match.id)
        )
        row.append(press(match, verb, label=label))
    return (tuple(row),) if row else ()


class Places:
    """Follows what becomes of channels and servers."""

    def __init__(self, matches: Matches, client: discord.Client) -> None:
        self._matches = matches
        self._client = client

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel or thread has been deleted."""
        for line in await self._matches.store.open_lines_at(guild_id):
            if line.channel_id == channel_id:
                await self._change(line.id, back=False)

    async def server_gone(self, guild_id: int) -> None:
        """The bot has been thrown out of a server."""
        store = self._matches.store
        await store.server_gone(guild_id, self._matches.now())
        for line in await store.open_lines_at(guild_id):
            await self._change(line.id, back=False)

    async def server_there(self, guild: discord.Guild) -> None:
        """The bot is in a server, for the first time since its start, or again after a kick or an
        outage: what has become of its tables' channels meanwhile.

        Those that had lost a channel that is there, by a kick or because Discord did not know it
        for a while, wait for a press.
        """
        store = self._matches.store
        back = guild.id in await store.gone_servers()
        if back:
            await store.server_back(guild.id)
        for line in await store.open_lines_at(guild.id):
            # Threads that are archived are there and not in the list.
            there = guild.get_channel_or_thread(line.channel_id) is not None
            if line.resting:
                if there and (back or await self._is_lost(line.id)):
                    await self._change(line.id, back=True)
            elif not there and not await discord_calls.is_there(self._client, line.channel_id):
                await self._change(line.id, back=False)

    async def look_around(self) -> None:
        """After a start: what has become of servers and channels meanwhile."""
        inside = {guild.id: guild for guild in self._client.guilds}
        for guild_id in await self._matches.store.guilds():
            if not self._matches.member.hears(guild_id):
                continue  # another process is told of it
            guild = inside.get(guild_id)
            if guild is None:
                await self.server_gone(guild_id)
            elif not guild.unavailable:
                await self.server_there(guild)

    async def _is_lost(self, match_id: str) -> bool:
        try:
            return resting.is_lost(await self._matches.look(match_id))
        except Refusal:
            return False  # out of order: it stays as it is

    async def _change(self, match_id: str, *, back: bool) -> None:
        try:
            await self._matches.change(match_id, resting.found if back else resting.lose)
        except Refusal as error:
            log.info("a table was left as it is", match_id=match_id, why=str(error))
        except Exception as error:
            # One table that fails is no reason to leave the others.
            self._matches.faults.tell(match_id, "a table could not be paused", error)
