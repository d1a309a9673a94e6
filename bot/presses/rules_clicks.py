"""What is chosen from the menu of the rules. It belongs to no match, and shows nothing secret."""

from __future__ import annotations

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import Used, stands_among
from bot.posts import rules_menu
from bot.tables.matches import Matches
from games.engine.errors import Refusal


async def press(interaction: discord.Interaction, game: str, matches: Matches) -> None:
    """A line of one of the menu's lists was chosen: the message shows it, with the menu again."""
    own = stands_among(interaction, lambda each: rules_menu.takes(each) is not None)
    async with Answering(interaction, "change" if own else "private") as answering:
        try:
            line = Used(interaction, answering).value
            await answering.show(rules_menu.chosen(game, line))
        except Refusal as error:
            await answering.reply(str(error))
        except Exception as error:
            await answering.failed(matches.faults, "the rules failed", error)
