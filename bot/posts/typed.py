"""The form in which parts of an answer are typed (`games.engine.ask.Typed`)."""

from __future__ import annotations

from typing import Final

import discord

from games.engine.ask import Typed

TEXT: Final = "text"
LONG: Final = 100
"""A field for more characters has several lines."""


def form(custom_id: str, typed: Typed, text: str, *, required: bool = True) -> discord.ui.Modal:
    """The form, with a text that stands in it; what is sent comes with the custom id."""
    modal = discord.ui.Modal(title=typed.label, custom_id=custom_id, timeout=None)
    style = discord.TextStyle.paragraph if typed.most > LONG else discord.TextStyle.short
    modal.add_item(
        discord.ui.Label(
            text=typed.label,
            description=typed.about or None,
            component=discord.ui.TextInput(
                custom_id=TEXT,
                style=style,
                required=required,
                max_length=typed.most,
                default=text[: typed.most] or None,
            ),
        )
    )
    return modal
