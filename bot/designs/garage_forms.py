"""The forms of `/garage`: a name, a text to bring in, a share code."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.designs.workshop import MOST_NAME, designs_of
from bot.posts import custom_ids
from bot.words import say
from games.engine.game import Game

NAME, TEXT, CODE, NUMBER = "name", "text", "code", "number"
MOST_TEXT: Final = 4000
"""Discord's limit for a text input."""
MOST_TITLE: Final = 45
MOST_DIGITS: Final = 4
_LONGEST_CODE: Final = 20
"""A code with dashes and spaces in it."""


def _form(game: Game[Any], action: str, of: str, title: str, rest: str = "") -> discord.ui.Modal:
    return discord.ui.Modal(
        title=title[:MOST_TITLE],
        custom_id=custom_ids.write_design(action, game.name, of, rest),
        timeout=None,
    )


def _name(game: Game[Any], present: str) -> discord.ui.Label[Any]:
    return discord.ui.Label(
        text=say("garage_forms.name"),
        description=say("garage_forms.no_other_of_yours", word=designs_of(game).word),
        component=discord.ui.TextInput(
            custom_id=NAME, max_length=MOST_NAME, default=present[:MOST_NAME] or None
        ),
    )


def ask_name(game: Game[Any], action: str, of: str, title: str, present: str) -> discord.ui.Modal:
    """A form for a name alone; `present` stands in it already."""
    form = _form(game, action, of, title)
    form.add_item(_name(game, present))
    return form


def ask_text(game: Game[Any]) -> discord.ui.Modal:
    """The form that brings a design in as text."""
    word = designs_of(game).word
    form = _form(game, "import", "", say("garage_forms.import", word=word))
    form.add_item(_name(game, ""))
    form.add_item(
        discord.ui.Label(
            text=say("garage_forms.the_as_text", word=word),
            description=say("garage_forms.as_export_writes"),
            component=discord.ui.TextInput(
                custom_id=TEXT, style=discord.TextStyle.paragraph, max_length=MOST_TEXT
            ),
        )
    )
    return form


def ask_code(game: Game[Any]) -> discord.ui.Modal:
    """The form for a share code."""
    form = _form(game, "take", "", say("garage_forms.share_code"))
    form.add_item(
        discord.ui.Label(
            text="Code",
            description=say("garage_forms.eight_letters_and_digits"),
            component=discord.ui.TextInput(custom_id=CODE, max_length=_LONGEST_CODE),
        )
    )
    return form


def ask_number(
    game: Game[Any], of: str, rest: str, name: str, present: int, most: int
) -> discord.ui.Modal:
    """The form for how many of a part there should be; `rest` says which."""
    form = _form(game, "number", of, name, rest)
    form.add_item(
        discord.ui.Label(
            text=say("garage_forms.how_many"),
            description=say("garage_forms.a_whole_number_from", most=most),
            component=discord.ui.TextInput(
                custom_id=NUMBER, max_length=MOST_DIGITS, default=str(present)
            ),
        )
    )
    return form


def typed(data: dict[str, Any]) -> dict[str, str]:
    """What a form's fields hold, by custom id."""
    out: dict[str, str] = {}
    for row in data.get("components", []):
        field: dict[str, Any] = row.get("component") or {}
        out[str(field.get("custom_id", ""))] = str(field.get("value") or "")
    return out
