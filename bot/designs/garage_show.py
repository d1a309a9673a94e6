"""Posts about designs with what the store holds, and what the `/garage` command answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import discord
from discord import app_commands

from bot.designs import garage
from bot.designs.designs import (
    SAVED,
    AllDesigns,
    Gone,
    MyDesigns,
    Nowhere,
    builder,
    builders,
    decode,
    designs_of,
    look_at,
)
from bot.designs.garage import Line
from bot.posts.posts import Post
from bot.store import Store
from bot.words import say
from games.engine.errors import Refusal
from games.engine.game import Game

MOST_CHOICES: Final = 25


async def command(
    every: AllDesigns, user: int, game: str | None, name: str | None, code: str | None
) -> Post:
    """What `/garage` answers; a code goes before a name. Raises `Refusal`."""
    if code is not None:
        return await shown(*await every.by_code(user, code))
    games = builders() if game is None else [builder(game)]
    if not games:
        raise Nowhere(say("garage_show.no_game_here"))
    if name is not None:
        return await shown(*await every.by_name(user, games, name))
    if len(games) > 1:
        return garage.which_game(games)
    return await front(every.of(user, games[0]))


async def front(mine: MyDesigns, note: str = "") -> Post:
    """All of a user's designs for a game."""
    game, lines = mine.game, []
    for row in await mine.saved():
        try:
            title = designs_of(game).title(decode(game, row.body))
        except Refusal:
            title = ""
        lines.append(Line(row.id, row.name, title))
    draft = None
    kept = await mine.draft()
    if kept is not None:
        try:
            draft = look_at(game, kept)
        except Refusal as error:
            # It can be neither edited nor saved any more.
            await mine.discard(kept.id)
            note = note or str(error)
    return garage.front(game, lines, draft, note)


async def shown(mine: MyDesigns, of: str, note: str = "") -> Post:
    """One design. Raises `Refusal` when it is not there."""
    try:
        return garage.shown(mine.game, await mine.look(of), note)
    except Gone:
        raise
    except Refusal as error:
        if of[:1] != SAVED:
            raise
        return garage.unreadable(mine.game, of, str(error))


# -- completion


def choices_of(
    games: Iterable[Game[Any]], named: Callable[[Game[Any]], str], typed: str
) -> list[app_commands.Choice[str]]:
    """Games whose name or title holds what was typed."""
    typed = typed.lower()
    found = [game for game in games if typed in game.title.lower() or typed in game.name]
    return [app_commands.Choice(name=named(each), value=each.name) for each in found[:MOST_CHOICES]]


async def game_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Games for which something is built."""
    return choices_of(builders(), lambda game: game.title, typed)


async def name_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """The user's own saved designs, of the game that has been chosen or of all."""
    bot: Any = interaction.client
    store: Store = bot.store
    chosen = getattr(interaction.namespace, "game", None)
    out = []
    for game in builders():
        if not chosen or chosen == game.name:
            for row in await store.designs(interaction.user.id, game.name):
                if typed.lower() in row.name.lower():
                    name = f"{row.name} · {game.title}"
                    out.append(app_commands.Choice(name=name, value=row.name))
    return out[:MOST_CHOICES]
