"""Posts about designs with what the store holds, and what the `/garage` command answers."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.designs import garage
from bot.designs.garage import Line
from bot.designs.workshop import (
    DRAFT,
    SAVED,
    Gone,
    Look,
    Nowhere,
    Workshop,
    builder,
    builders,
    decode,
    designs_of,
)
from bot.posts.posts import Post
from bot.store import Store
from bot.words import say
from games.engine.errors import Refusal
from games.engine.game import Game

NOTHING: Final = say("garage_show.no_game_here")
MOST_CHOICES: Final = 25


async def command(
    workshop: Workshop, user: int, game: str | None, name: str | None, code: str | None
) -> Post:
    """What `/garage` answers; a code goes before a name. Raises `Refusal`."""
    if code is not None:
        found, of = await workshop.by_code(code)
        return await shown(workshop, user, found, of)
    games = builders() if game is None else [builder(game)]
    if not games:
        raise Nowhere(NOTHING)
    if name is not None:
        found, of = await workshop.by_name(user, games, name)
        return await shown(workshop, user, found, of)
    if len(games) > 1:
        return garage.which_game(games)
    return await front(workshop, user, games[0])


async def front(workshop: Workshop, user: int, game: Game[Any], note: str = "") -> Post:
    """All of a user's designs for a game."""
    designs = designs_of(game)
    lines = []
    for row in await workshop.saved(user, game):
        try:
            title = designs.title(decode(game, row.body))
        except Refusal:
            title = ""
        lines.append(Line(row.id, row.name, title))
    draft = None
    kept = await workshop.draft(user, game)
    if kept is not None:
        try:
            draft = Look(DRAFT + kept.id, decode(game, kept.body), kept.name)
        except Refusal as error:
            # It can be neither edited nor saved any more.
            await workshop.discard(user, game, kept.id)
            note = note or str(error)
    return garage.front(game, lines, draft, note)


async def shown(workshop: Workshop, user: int, game: Game[Any], of: str, note: str = "") -> Post:
    """One design. Raises `Refusal` when it is not there."""
    try:
        return garage.shown(game, await workshop.look(user, game, of), note)
    except Gone:
        raise
    except Refusal as error:
        if of[:1] != SAVED:
            raise
        return garage.unreadable(game, of, str(error))


# -- completion


async def game_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Games for which something is built."""
    return [
        app_commands.Choice(name=game.title, value=game.name)
        for game in builders()
        if typed.lower() in game.title.lower() or typed.lower() in game.name
    ][:MOST_CHOICES]


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
