"""One press, choice or form about designs, and whether its message may be changed."""

from __future__ import annotations

from typing import Any

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import parts
from bot.designs import garage_forms
from bot.posts import custom_ids
from bot.posts.custom_ids import OfDesign
from bot.words import say
from games.engine.errors import Refusal
from games.engine.game import Game


class Press:
    """One press, choice or form about designs."""

    __slots__ = ("answering", "asked", "changes", "game", "interaction", "user", "values")

    def __init__(
        self, interaction: discord.Interaction, asked: OfDesign, answering: Answering
    ) -> None:
        self.interaction = interaction
        self.asked = asked
        self.answering = answering
        self.changes = answering.kind == "change"
        """The answer may change the message that was clicked."""
        self.user = interaction.user.id
        data: Any = interaction.data or {}
        self.values: list[str] = [str(value) for value in data.get("values", [])]
        self.game: Game[Any]
        """The game it is about, once that is known to have designs."""

    @property
    def value(self) -> str:
        """The one line of a select that was chosen."""
        if len(self.values) != 1:
            raise Refusal(say("garage_press.choose_one_line"))
        return self.values[0]

    @property
    def counted(self) -> list[str]:
        """The page, count and part that the custom id names; empty where it names none."""
        return [*self.asked.rest.split("/", 2), "", ""][:3]

    @property
    def typed(self) -> dict[str, str]:
        """What a form's fields hold."""
        data: Any = self.interaction.data or {}
        return garage_forms.typed(data)


def may_change(interaction: discord.Interaction) -> bool:
    """Whether the message is one of `/garage` that its player alone sees."""
    message = interaction.message
    if message is None or not (interaction.guild_id is None or message.flags.ephemeral):
        return False
    ids = [getattr(part, "custom_id", None) for part in parts(message.components)]
    return all(custom_ids.read_design(each) is not None for each in ids if each)
