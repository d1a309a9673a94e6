"""The form in which parts of an answer are typed (`games.engine.ask.Typed`)."""

from __future__ import annotations

from typing import Final

import discord

from bot.posts import custom_ids
from bot.posts.custom_ids import Pressed
from games.engine.ask import Typed

TEXT: Final = "text"
LONG: Final = 100
"""A field for more characters has several lines."""


def form(pressed: Pressed, typed: Typed, text: str) -> discord.ui.Modal:
    """The form, with a text that stands in it. Its custom id is that of the press: what is sent is
    checked as if it were pressed then."""
    modal = discord.ui.Modal(
        title=typed.label,
        custom_id=custom_ids.write("type", pressed.match, pressed.number, pressed.path),
        timeout=None,
    )
    style = discord.TextStyle.paragraph if typed.most > LONG else discord.TextStyle.short
    modal.add_item(
        discord.ui.Label(
            text=typed.label,
            description=typed.about or None,
            component=discord.ui.TextInput(
                custom_id=TEXT,
                style=style,
                max_length=typed.most,
                default=text[: typed.most] or None,
            ),
        )
    )
    return modal
