"""One press, choice or form about designs, and whether its message may be changed."""

from __future__ import annotations

import discord

from bot.delivery.answering import Answering
from bot.delivery.click import Used, is_private, shown_ids
from bot.designs.designs import MyDesigns
from bot.posts import custom_ids
from bot.posts.custom_ids import OfDesign


class Press(Used):
    """One press, choice or form about designs."""

    def __init__(
        self, interaction: discord.Interaction, asked: OfDesign, answering: Answering
    ) -> None:
        super().__init__(interaction, answering)
        self.asked = asked
        self.mine: MyDesigns
        """The designs it is about, once the game is known to have some."""

    @property
    def counted(self) -> list[str]:
        """The page, count and part that the custom id names; empty where it names none."""
        return [*self.asked.rest.split("/", 2), "", ""][:3]


def may_change(interaction: discord.Interaction) -> bool:
    """Whether the message is one of `/garage` that its player alone sees."""
    shown = [custom_ids.read_design(each) for each in shown_ids(interaction)]
    return is_private(interaction) and bool(shown) and None not in shown
