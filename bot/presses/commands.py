"""The slash commands. Each is parsed, acted and answered; the work is done elsewhere."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Literal

import discord
import structlog
from discord import app_commands

from bot.delivery import discord_calls
from bot.delivery.answering import Answering
from bot.delivery.delivery import locked
from bot.delivery.discord_calls import Unable
from bot.delivery.threads import table_at
from bot.designs import garage_show
from bot.match import lobby
from bot.match.match import Match
from bot.match.notices import Where
from bot.posts import boards, rules_menu, takeover
from bot.posts.posts import Post, sentence
from bot.presses import lookup, moving, table_list, table_talk
from bot.presses.client import Client
from bot.presses.fairness import verify_post
from bot.presses.hosting import may_end, may_open, missing_in
from bot.presses.replays import DRAWING
from bot.store import OPEN, AlreadyHandled, Store
from bot.tables.actor import Actor
from bot.tables.matches import NoSuchMatch, OutOfOrder
from bot.words import TEXTS, say
from games.engine.errors import Refusal
from games.engine.found import all_games, find
from games.engine.game import Game

log = structlog.get_logger(__name__)

Answer = Post | str | None
"""What somebody is answered with, alone; None where a command has answered by itself."""
Work = Callable[[Answering], Awaitable[Answer]]
Choices = list[app_commands.Choice[str]]
Completion = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]

MOST_LOOKED_AT: Final = 100
"""Of a user's matches, where none is named."""
ADD_ME: Final = say("commands.im_not")


async def answer(interaction: discord.Interaction, work: Work) -> None:
    """Do a command's work; a refusal becomes one private sentence, a fault one with its number.
    Nothing public is promised for a late answer: it may be a refusal."""
    bot: Any = interaction.client
    bot.matches.people.pressed(interaction.user.id)
    async with Answering(interaction, "private") as answering:
        try:
            said = await work(answering)
            if said is not None:
                await answering.reply(said)
            await bot.matches.keep_press(interaction.user.id)
        except AlreadyHandled:
            return
        except Refusal as error:
            await answering.reply(str(error))
        except Exception as error:
            await answering.failed(bot.matches.faults, "a command failed", error)


def _game_meant(text: str) -> str:
    """The name of the game that is chosen, or whose title is typed. Raises `Refusal` for none."""
    typed = text.strip().casefold()
    for game in all_games():
        # What the list shows begins with the title; with more behind it nothing fits.
        title, listed = game.title.casefold(), _listed(game).casefold()
        if typed == game.name or (typed.startswith(title) and listed.startswith(typed)):
            return game.name
    raise Refusal(say("commands.there_is_no_game"))


def manages(interaction: discord.Interaction) -> bool:
    """Whether this user manages the channel or the server."""
    allowed = interaction.permissions
    return allowed.administrator or allowed.manage_channels or allowed.manage_guild


async def game_choices(interaction: discord.Interaction, typed: str) -> Choices:
    """Games whose name or title holds what was typed."""
    return garage_show.choices_of(all_games(), _listed, typed)


def _listed(game: Game[Any]) -> str:
    """A game as the list shows it."""
    low, high = game.seats
    return say("commands.to_players", title=game.title, low=low, high=high, minutes=game.minutes)[
        :100
    ]


async def _open_table(store: Store, interaction: discord.Interaction) -> str | None:
    """Id of the channel's open table, also of one in a thread of it."""
    return await table_at(store, interaction.channel_id or 0, interaction.user.id)


async def _game_here(interaction: discord.Interaction) -> str:
    """The game of the channel's open table, or nothing."""
    bot: Any = interaction.client
    try:
        match_id = await _open_table(bot.store, interaction)
        return (await bot.matches.look(match_id)).game.name if match_id is not None else ""
    except Refusal:
        return ""


def _topic_choices(kind: lookup.Kind) -> Completion:
    """Rules topics of every game, or cards."""

    async def complete(interaction: discord.Interaction, typed: str) -> Choices:
        return lookup.choices(kind, typed, await _game_here(interaction))

    return complete


async def table_choices(interaction: discord.Interaction, typed: str) -> Choices:
    """The user's own tables."""
    bot: Any = interaction.client
    out = []
    for line in await bot.store.matches_of(interaction.user.id, limit=25):
        name = say("commands.table", title=boards.title(line.game), id=line.id, status=line.status)
        if typed.lower() in name.lower():
            out.append(app_commands.Choice(name=name[:100], value=line.id))
    return out


COMPLETIONS: Final[dict[str, dict[str, Completion]]] = {
    "play": {"game": game_choices},
    "card": {"name": _topic_choices("cards")},
    "rules": {"topic": _topic_choices("rules")},
    "garage": {"game": garage_show.game_choices, "name": garage_show.name_choices},
}
"""What completes options, by command; that of a table is completed alike everywhere."""
IN_SERVERS: Final = frozenset({"play", "table", "undo", "settings"})
"""Commands about a channel's table, or a server."""
FOR_MANAGERS: Final = frozenset({"settings"})
"""Commands that Discord shows to those alone who may manage the server."""


def _callback(command: Callable[..., Awaitable[Answer]]) -> Any:
    """A method of `Commands` as discord.py calls it: its options are the method's, without the
    `Answering` that goes before them."""

    async def callback(interaction: discord.Interaction, **given: Any) -> None:
        await answer(interaction, lambda answering: command(answering, **given))

    signature: Any = inspect.signature(command)
    vars(callback)["__signature__"] = signature
    return callback


class Commands:
    """All commands, for one bot: each a public method of that name, in the order of the list. Its
    text is `command.<name>`, that of an option `command.<name>_<option>`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._every = (
            *(self.play, self.table, self.hand, self.card, self.rules, self.games, self.garage),
            *(self.undo, self.leave, self.end, self.verify, self.replay, self.notify),
            *(self.settings, self.privacy, self.help),
        )

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Register every command."""
        for method in self._every:
            name, callback = method.__name__, _callback(method)
            _, *options = inspect.signature(method).parameters
            about = {
                option: TEXTS.get(f"command.{name}_{option}") or TEXTS[f"command_option.{option}"]
                for option in options
            }
            command: app_commands.Command[Any, ..., Any] = app_commands.Command(
                name=name,
                description=TEXTS[f"command.{name}"],
                callback=app_commands.describe(**about)(callback),
                allowed_contexts=app_commands.AppCommandContext(
                    guild=True, dm_channel=None if name in IN_SERVERS else True
                ),
                allowed_installs=app_commands.AppInstallationType(guild=True),
            )
            if name in FOR_MANAGERS:
                command.default_permissions = discord.Permissions(manage_guild=True)
            completions = COMPLETIONS.get(name, {})
            if "table" in options:
                completions = {"table": table_choices}
            for option, complete in completions.items():
                command.autocomplete(option)(complete)
            tree.add_command(command)

    # -- which table

    async def _here(self, interaction: discord.Interaction, *, or_ended: bool = False) -> Match:
        """The open table of the channel, else one of the user's that rests there; with `or_ended`
        rather one that has been dealt, see `_dealt_here`.

        Raises a `Refusal` when there is none.
        """
        match_id = await self._dealt_here(interaction) if or_ended else None
        if match_id is None:
            match_id = await _open_table(self.bot.store, interaction)
        if match_id is None:
            channel = interaction.channel_id or 0
            match_id = await self.bot.store.resting_of(interaction.user.id, channel)
        if match_id is None:
            raise Refusal(say("commands.there_is_no_table"))
        return await self.bot.matches.look(match_id)

    async def _dealt_here(self, interaction: discord.Interaction) -> str | None:
        """Id of the match that the channel's open table plays, else of the user's last one there. A
        lobby is none: nothing has been dealt."""
        store, channel = self.bot.store, interaction.channel_id
        match_id = await _open_table(store, interaction)
        row = await store.match(match_id) if match_id is not None else None
        if row is not None and row.last_move:
            return row.id
        mine = await store.matches_of(interaction.user.id, limit=MOST_LOOKED_AT)
        return next((m.id for m in mine if m.last_move and m.channel_id == channel), None)

    async def _mine(self, interaction: discord.Interaction, table: str | None) -> Match:
        """The table named, or this channel's, or the user's only one."""
        if table:
            return await self.bot.matches.look(table.strip().upper()[:16])
        match_id = await _open_table(self.bot.store, interaction)
        if match_id is None:
            mine = await self.bot.store.matches_of(interaction.user.id)
            live = [line for line in mine if line.status == "live"]
            live = [line for line in live if not line.resting] or live
            if len(live) != 1:
                raise Refusal(
                    say("commands.you_play_at_several") if live else say("table_list.you_are_at_no")
                )
            match_id = live[0].id
        return await self.bot.matches.look(match_id)

    async def _meant(self, interaction: discord.Interaction, table: str | None) -> Match:
        """The table named, which must be one of the user's, or this channel's."""
        if not table:
            return await self._here(interaction)
        match = await self._mine(interaction, table)
        match.my_seat(interaction.user.id)
        return match

    def _by(self, interaction: discord.Interaction, match_id: str) -> Actor:
        """Who does something at a table by a command."""
        return Actor(self.bot.matches, match_id, interaction.user.id, interaction.id)

    async def _pressed(self, interaction: discord.Interaction, match: Match) -> Match:
        """The table once it knows that somebody has named it: one of its people wakes it."""
        by = self._by(interaction, match.id)
        await moving.pressed(by, interaction.channel_id)
        return await by.look()

    # -- the commands

    async def play(
        self,
        answering: Answering,
        game: str,
        seats: app_commands.Range[int, 2, 8] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
        level: Literal["easy", "normal"] = "normal",
        preset: Literal["quick", "standard", "long"] | None = None,
    ) -> Answer:
        interaction = answering.interaction
        game = _game_meant(game)
        low, high = find(game).seats
        wanted = max(seats or 0, computers + 1)
        options = lobby.usual_for(find(game), wanted)
        usual = find(game).room(options)[1]
        # As many as the options will allow, unless so many computers do not fit the usual ones.
        room = seats if seats is not None else 0 if computers < usual else computers + 1
        if not low <= (room or high) <= high or not 0 <= computers < (room or high):
            raise Refusal(say("commands.has_to_seats", title=find(game).title, low=low, high=high))
        if level not in find(game).computers:
            levels = " or ".join(find(game).computers)
            raise Refusal(say("commands.the_computer_plays", levels=levels))
        if preset is not None:
            options = lobby.preset_for(find(game), preset, wanted)
        missing_in(interaction)
        await self._let_in(interaction)
        assert interaction.channel_id is not None
        user = interaction.user
        thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
        if (instead := await self._seats_here(interaction)) is not None:
            return instead
        server = await may_open(self.bot.matches, interaction)

        def furnish(new: Match) -> None:
            new.room = room
            new.level = level
            new.options = options
            for _ in range(computers):
                lobby.add_computer(new, user.id, level)

        match = await self.bot.matches.open(
            game=game,
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id,
            parent_id=thread.parent_id if thread is not None else 0,
            user_id=user.id,
            name=user.display_name,
            interaction=(interaction.id, user.id),
            furnish=furnish,
            server=server,
        )
        # Nobody else posts the board before it is there (`OPENED_MS`).
        async with self.bot.delivery.lock(match.id, "board"):
            post = await self.bot.delivery.board_post(match)
            message = await answering.reply(post, private=False)
            if message is not None:
                now = self.bot.matches.now()
                await self.bot.matches.board_shown(match, message, post.key(), now)
        return await self.bot.delivery.greet(match.id, user.id)

    async def _seats_here(self, interaction: discord.Interaction) -> Post | None:
        """What is offered where a match is running: a computer's seat, if there is one."""
        match_id = await self.bot.store.open_match_in(interaction.channel_id or 0)
        if match_id is None:
            return None
        try:
            match = await self.bot.matches.look(match_id)
        except (OutOfOrder, NoSuchMatch):
            return None
        return takeover.offer(match, interaction.user.id)

    async def _let_in(self, interaction: discord.Interaction) -> None:
        """Raise a `Refusal` in a private thread that the bot is not in: it may answer there, and
        would see nothing of it afterwards."""
        channel = interaction.channel
        if not isinstance(channel, discord.Thread) or not channel.is_private():
            return
        try:
            await discord_calls.look_at(self.bot, channel.id)
        except Unable as error:
            if error.reason == "forbidden":
                raise Refusal(ADD_ME) from None

    async def table(
        self,
        answering: Answering,
        show: Literal["board", "words", "status", "standings", "chart"] = "board",
        table: str | None = None,
    ) -> Answer:
        interaction, pictures = answering.interaction, self.bot.pictures
        ended = show in ("standings", "chart")
        if table:
            match = await self._meant(interaction, table)
        else:
            match = await self._here(interaction, or_ended=ended)
        if show == "words":
            return boards.in_words(match, pictures)
        if show == "status":
            return boards.status(match, self.bot.matches.now())
        if show == "standings":
            return await boards.standings(match, interaction.user.id, pictures)
        if show == "chart":
            return await boards.chart(match, pictures)
        there = match.channel_id != interaction.channel_id
        if table and there:
            missing_in(interaction)
            await may_open(self.bot.matches, interaction, moved=match)
            guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
            by = self._by(interaction, match.id)
            return await moving.here(by, self.bot.delivery, guild, channel)
        await self._pressed(interaction, match)
        if not await self.bot.delivery.board_now(match.id, anew=True):
            is_locked = await self.bot.delivery.is_locked(match)
            return locked(match) if is_locked else moving.NOT_POSTED
        where = say("commands.in", channel_id=match.channel_id) if there else ""
        return say("commands.the_board_has_been", where=where)

    async def hand(self, answering: Answering, table: str | None = None) -> None:
        interaction = answering.interaction
        match = await self._mine(interaction, table)
        seat = match.my_seat(interaction.user.id)
        match.running()
        # What cannot wake says so in the hand itself.
        panels = self.bot.delivery.panels
        async with panels.opening(match.id, interaction.user.id):
            with contextlib.suppress(Refusal):
                match = await self._pressed(interaction, match)
            await panels.open(answering, match, seat)

    async def card(self, answering: Answering, name: str) -> Answer:
        one = lookup.find("cards", name, await _game_here(answering.interaction))
        topic = one.topic
        # Some things have no picture of their own, such as a weapon of a vehicle.
        drawn = topic.card >= 0
        picture = await self.bot.pictures.card(find(one.game), topic.card) if drawn else None
        return one.post(picture)

    async def rules(self, answering: Answering, topic: str | None = None) -> Answer:
        interaction = answering.interaction
        if topic is not None:
            return lookup.find("rules", topic, await _game_here(interaction)).post()
        try:
            match = await self._mine(interaction, None)
        except Refusal:
            return rules_menu.every()
        return rules_menu.of_match(match, interaction.user.id)

    async def games(self, answering: Answering) -> Answer:
        user = answering.user
        return await table_list.post(self.bot.matches, self.bot.delivery, user)

    async def garage(
        self,
        answering: Answering,
        game: str | None = None,
        name: str | None = None,
        code: str | None = None,
    ) -> Answer:
        user = answering.user
        post = await garage_show.command(self.bot.clicks.designs, user, game, name, code)
        return await self.bot.clicks.garage.painted(post)

    async def undo(self, answering: Answering) -> Answer:
        interaction = answering.interaction
        match = await self._pressed(interaction, await self._here(interaction))
        return await table_talk.undo(self._by(interaction, match.id))

    async def leave(
        self,
        answering: Answering,
        how: Literal["computer", "retire"] = "computer",
        table: str | None = None,
    ) -> Answer:
        match = await self._meant(answering.interaction, table)
        by = self._by(answering.interaction, match.id)
        return await (table_talk.leave_for_good(by) if how == "retire" else table_talk.leave(by))

    async def end(self, answering: Answering, table: str | None = None) -> Answer:
        interaction = answering.interaction
        try:
            match = await (self._mine(interaction, table) if table else self._here(interaction))
            if await may_end(self.bot.matches, interaction, match):
                return await table_talk.end_at_once(self._by(interaction, match.id), sure=False)
            if table:
                match.my_seat(interaction.user.id)
        except OutOfOrder as error:
            # A manager of another channel has no say.
            if table or not manages(interaction):
                raise
            by = self._by(interaction, error.match_id)
            await self.bot.matches.close_out_of_order(by.match_id, by.id)
            return say("table_talk.the_table_is_closed")
        return await table_talk.ask_to_end(self._by(interaction, match.id), typed=True)

    async def verify(self, answering: Answering, table: str | None = None) -> Answer:
        match_id = await self._match_meant(answering.interaction, table)
        return await verify_post(self.bot.matches, self.bot.delivery, match_id)

    async def _match_meant(self, interaction: discord.Interaction, table: str | None) -> str:
        """Id of the table named, else of the match that this channel's table plays or the user's
        last one here, else of anybody's that ended here last, else of the user's last one that is
        over, else of any table of theirs. Raises `NoSuchMatch`."""
        if table:
            return table.strip().upper()[:16]
        match_id = await self._dealt_here(interaction)
        match_id = match_id or await self.bot.store.last_match_in(interaction.channel_id or 0)
        if match_id is not None:
            return match_id
        mine = await self.bot.store.matches_of(interaction.user.id, limit=MOST_LOOKED_AT)
        dealt = [line for line in mine if line.last_move]
        over = [line for line in dealt if line.status not in OPEN]
        if dealt:
            return (over or dealt)[0].id
        match_id = await _open_table(self.bot.store, interaction) or (mine[0].id if mine else None)
        if match_id is None:
            raise NoSuchMatch
        return match_id

    async def replay(
        self, answering: Answering, table: str | None = None, show: Literal["me", "everyone"] = "me"
    ) -> Answer:
        film = await self.bot.replays.film(await self._match_meant(answering.interaction, table))
        await answering.reply(DRAWING)
        try:
            post = await self.bot.replays.post(film)
            # Where it may not be posted for everyone, as in a locked thread, it is for who
            # asked.
            if show == "everyone" and await answering.reply(post, private=False):
                post = discord_calls.BELOW
        except Refusal as error:
            post = sentence(str(error))
        await answering.update(post)
        return None

    async def notify(
        self,
        answering: Answering,
        where: Where | None = None,
        quiet: app_commands.Range[str, 1, 40] | None = None,
        now: app_commands.Range[str, 1, 20] | None = None,
    ) -> Answer:
        user = answering.user
        return await self.bot.clicks.notify.command(user, where, quiet, now)

    async def settings(self, answering: Answering) -> Answer:
        return await self.bot.clicks.settings.post(answering.interaction)

    async def privacy(self, answering: Answering) -> Answer:
        return await self.bot.clicks.privacy.post(answering.user)

    async def help(self, answering: Answering) -> Answer:
        return boards.help_post()
