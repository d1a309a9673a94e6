"""The bot: one discord.py client over the store, the matches and the outbox."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import itertools
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord
import msgspec
import structlog
from discord import app_commands

import images
from bot.delivery import one_write
from bot.delivery.delivery import Delivery
from bot.delivery.pacing import Pace
from bot.posts.hands import kept_key
from bot.posts.pictures import Pictures
from bot.presses.clicks import Clicks
from bot.presses.client import Client
from bot.presses.commands import Commands
from bot.presses.door import Door
from bot.presses.moving import Places
from bot.presses.replays import Replays
from bot.settings import Settings, SettingsError
from bot.store import DatabaseAway, Store, StoreError
from bot.tables.clocks import Clocks
from bot.tables.fixed import Fixed
from bot.tables.matches import Matches
from bot.tables.membership import Membership, wall
from bot.words import say
from games.engine.found import all_games, refused

log = structlog.get_logger(__name__)

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True)
"""What the bot wants to hear of; none of it is privileged."""
LOOK_SECONDS: Final = 0.25
"""How often the outbox is looked at where other processes put things in and cannot tell."""
DRAIN_SECONDS: Final = 5.0
"""How long a stop may wait for what is under way."""
CONNECT_SECONDS: Final = 60.0
"""How long one try to connect a shard may take, its wait for its turn included: no answer to a
heartbeat is read meanwhile, and after 80 seconds the connection counts as dead."""
LONGEST_WAIT: Final = 30.0
"""Seconds that discord.py may wait for a limit by itself; it takes no less."""


def warm_up() -> None:
    """Load what the first click would have to wait for; once, before the bot connects.

    Importing a game with its pictures takes a tenth of a second, and so does a full collection of
    garbage over all that has been imported: either would stall every table's event loop.
    """
    for game in all_games():
        images.artist(game.name)
    for name, faults in refused().items():
        why = " ".join(faults)
        log.error("a game is refused; its tables sleep until it is back", game=name, why=why)
    gc.collect()
    gc.freeze()
    # A press makes hundreds of objects that live for a moment: looked at after every 700, as by
    # default, they took a tenth of the processor's time. A look at 5,000 takes some 4 ms.
    gc.set_threshold(5_000, 20, 20)


class Tree(app_commands.CommandTree["Motordrome"]):
    """The commands, behind the door."""

    async def interaction_check(self, interaction: discord.Interaction[Motordrome], /) -> bool:
        return await self.client.door.admits(interaction)


class Motordrome(Client):
    """The bot. Needs no privileged intent: interactions carry all it has to know, and of other
    messages it only counts how many came."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        now: Callable[[], int] = wall,
        member: Membership | None = None,
        rng: random.Random | None = None,
        fixed: Fixed | None = None,
        post_anew: bool = False,
        pace: Pace | None = None,
        **discord_options: Any,
    ) -> None:
        pace = pace or Pace()
        shards: dict[str, Any] = {"shard_ids": [*settings.shard_ids]} if settings.shard_ids else {}
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
            shard_count=settings.shard_count or None,
            shard_connect_timeout=CONNECT_SECONDS,
            **shards,
            **discord_options,
        )
        self.settings = settings
        self.member = member or Membership(store, now)
        self.member.renewed = self._renewed
        now = self.member.now
        self._post_anew = post_anew
        self.store = store
        self.matches = Matches(store, self.member, hand_key=kept_key, rng=rng, fixed=fixed)
        self.pictures = Pictures()
        self.delivery = Delivery(self.matches, self.pictures, self, pace)
        self.replays = Replays(self.matches)
        self.clicks = Clicks(self.matches, self.delivery, self.pictures, self.replays)
        self.clocks = Clocks(self.matches)
        self.places = Places(self.matches, self)
        self.delivery.pace.alive = self.member.alive
        self._living = 1
        """How many shared Discord's limit when that was last looked up."""
        self._renewed()
        self.door = Door(now)
        self.tree = Tree(self)
        Commands(self).add_to(self.tree)
        self.tree.error(self._command_error)
        self._running: list[asyncio.Task[None]] = []
        self._missed = False
        """What Discord has told could not be noted, because the database was away."""
        self._at_once = 1
        """Discord's max_concurrency: shards whose numbers leave the same rest by it take turns."""

    @property
    def is_at_work(self) -> bool:
        """Whether everything that runs in the background does."""
        return bool(self._running) and not any(task.done() for task in self._running)

    async def setup_hook(self) -> None:
        """Before the gateway opens: commands, then the matches that were open."""
        one_write.begin(self, self.delivery.pace)
        # discord.py would make a message of each, with all that stands in it, and nobody reads it.
        del self._connection.parsers["MESSAGE_UPDATE"]
        self._connection.parsers["MESSAGE_CREATE"] = self._wrote
        if 0 in (self.settings.shard_ids or (0,)):
            await self._sync_commands()
        await self.delivery.keeping.start(wanted=self.settings.keep_pictures)
        if self.member.shared:
            self._at_once = (await self.fetch_session_start_limits()).max_concurrency
            if not await self.store.listen(self._told):
                self.delivery.every = min(self.delivery.every, LOOK_SECONDS)
        resumed = await self.matches.resume(post_anew=self._post_anew)
        if self.door.is_shut:
            return  # it was told to stop meanwhile, and nobody would end what began now
        log.info("ready to play", open_matches=resumed)
        self._running = [
            asyncio.create_task(self.delivery.run(), name="delivery"),
            asyncio.create_task(self.clocks.run(), name="clocks"),
            asyncio.create_task(self._keep_house(), name="housekeeping"),
        ]
        if self.member.shared:
            following = self.delivery.panels.follow_far(self.delivery.every)
            self._running.append(asyncio.create_task(following, name="panels"))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """A shard is about to send IDENTIFY: wait for its turn. discord.py alone paces the shards
        of one process, and several share Discord's limit."""
        if self.member.shared:
            await self.member.may_identify((shard_id or 0) % self._at_once)
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    def _renewed(self) -> None:
        """Who else is alive has been looked up: Discord's limit over all is shared with them, and
        until the next time with who has just left, whose last calls may be of this second."""
        living = self.member.living
        self.delivery.pace.share(max(living, self._living))
        self._living = living
        self.matches.wake()

    def _told(self, guilds: Sequence[int]) -> None:
        """Another process has put something into the outbox, about tables in these servers; none
        are named where it may be any."""
        self.delivery.panels.heard(guilds)
        if not guilds or any(map(self.member.is_home, guilds)):
            self.matches.wake()

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, only when they have changed: creations are limited.

        Raises `SettingsError` when they cannot be told to the server of `TEST_GUILD`.
        """
        number = self.settings.test_guild or 0
        guild = discord.Object(number) if number else None
        await self._clear_test_guilds(but=number)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        wanted = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        key = hashlib.sha256(msgspec.json.encode(wanted)).hexdigest()
        name = f"{self._told_to}:{number}"
        if await self.store.note(name) == key and self.settings.token:
            return
        await self.store.set_note(name, "being told")
        try:
            await self.tree.sync(guild=guild)
        except (discord.Forbidden, discord.NotFound):
            if guild is None:
                raise
            raise SettingsError(say("app.test_guild", id=guild.id)) from None
        await self.store.set_note(name, key)

    async def _clear_test_guilds(self, *, but: int) -> None:
        """Take our commands out of a server that was `TEST_GUILD` before: they would stand there
        twice, and for ever."""
        for name, key in (await self.store.notes()).items():
            start, _, old = name.rpartition(":")
            if start != self._told_to or int(old) in (0, but) or not key:
                continue
            # Where the bot is no longer a member there is nothing of it.
            with contextlib.suppress(discord.Forbidden, discord.NotFound):
                await self.tree.sync(guild=discord.Object(int(old)))
            await self.store.set_note(name, "")

    @property
    def _told_to(self) -> str:
        """The beginning of the notes that tell which commands a server has been told, by server."""
        return f"commands:{self.application_id}"

    async def _keep_house(self) -> None:
        for minute in itertools.count(1):
            await asyncio.sleep(60)
            await self.keep_house(minute)

    async def keep_house(self, minute: int) -> None:
        """What is done once a minute: the database's log is copied, and every 60 minutes what was
        kept for long enough goes. What was not noted of servers and channels is looked up."""
        try:
            if self._missed:
                await self.places.look_around()
                self._missed = False
            await self.store.copy_log()
            if minute % 60 == 0:
                await self.matches.purge()
        except (StoreError, discord.DiscordException, OSError) as error:
            log.warning("housekeeping waits", why=str(error) or type(error).__name__)
        except Exception as error:
            self.matches.faults.tell("", "housekeeping failed", error)

    async def on_ready(self) -> None:
        """All servers are known: look what has become of them."""
        await self.places.look_around()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been invited, maybe again."""
        await self.places.server_there(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there after an outage; at a start `on_ready` looks at all of them."""
        if self.is_ready():
            await self.places.server_there(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has been thrown out. An outage is none of these."""
        await self.places.server_gone(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel has been deleted."""
        await self.places.channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread has been deleted, also one that was archived."""
        await self.places.channel_gone(payload.guild_id, payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Components and forms; commands go through the tree."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in kinds and await self.door.admits(interaction):
            await self.clicks.press(interaction)

    def _wrote(self, message: dict[str, Any]) -> None:
        """Something was written; what it says does not come with it."""
        channel, number = int(message["channel_id"]), int(message["id"])
        self.matches.sight.wrote(channel, number, self.matches.now())

    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        self.matches.sight.gone(gone.channel_id, [gone.message_id])

    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        """A moderator has deleted many at once."""
        self.matches.sight.gone(gone.channel_id, gone.message_ids)

    async def _command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """What the tree itself refuses: commands of another version, values out of range."""
        log.warning("a command was refused", why=type(error).__name__)
        with contextlib.suppress(discord.HTTPException):
            if not interaction.response.is_done():
                await interaction.response.send_message(
                    say("app.i_do_not_know"),
                    ephemeral=True,
                )

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """A fault in an event: logged without values, never shown."""
        error = sys.exception()
        if isinstance(error, DatabaseAway):
            log.warning(f"an event waits: {event_method}", why=str(error))
            self._missed = True
        elif error is not None:
            self.matches.faults.tell("", f"an event failed: {event_method}", error)

    async def close(self) -> None:
        """Finish what is under way, then leave Discord. The store is its owner's.

        New interactions are told that the bot restarts; those that have been let in are answered,
        and what is being stored or sent is stored and sent, for at most `DRAIN_SECONDS`.
        """
        self.door.shut()
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self.door.empty()
                await self.clocks.finish()
                await self.matches.finish()
                await self.delivery.finish()
        except TimeoutError:
            log.warning("stopped before everything was done")
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._running = []
        await self.delivery.cancel()
        await self.matches.close()
        self.pictures.close()
        await super().close()
