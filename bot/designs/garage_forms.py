"""The forms of `/garage`: a name, a text to bring in, a share code."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.designs.designs import MOST_NAME, designs_of
from bot.posts import custom_ids
from bot.posts.forms import Field, form
from bot.words import say
from games.engine.game import Game

NAME, TEXT, CODE, NUMBER = "name", "text", "code", "number"
MOST_TEXT: Final = 4000
"""Discord's limit for a text input."""
MOST_DIGITS: Final = 4
_LONGEST_CODE: Final = 20
"""A code with dashes and spaces in it."""


def _form(
    game: Game[Any], action: str, of: str, title: str, *fields: Field, rest: str = ""
) -> discord.ui.Modal:
    return form(title, custom_ids.write_design(action, game.name, of, rest), *fields)


def _name(game: Game[Any], present: str) -> Field:
    about = say("garage_forms.no_other_of_yours", word=designs_of(game).word)
    label = say("garage_forms.name")
    return Field(name=NAME, label=label, about=about, present=present, most=MOST_NAME)


def ask_name(game: Game[Any], action: str, of: str, title: str, present: str) -> discord.ui.Modal:
    """A form for a name alone; `present` stands in it already."""
    return _form(game, action, of, title, _name(game, present))


def ask_text(game: Game[Any], refused: tuple[str, str] | None) -> discord.ui.Modal:
    """The form that brings a design in as text, with the name and text that were refused last."""
    word = designs_of(game).word
    label, about = say("garage_forms.the_as_text", word=word), say("garage_forms.as_export_writes")
    name, typed = refused or ("", "")
    text = Field(name=TEXT, label=label, about=about, present=typed, most=MOST_TEXT, long=True)
    title = say("garage_forms.import", word=word)
    return _form(game, "import", "", title, _name(game, name), text)


def ask_code(game: Game[Any]) -> discord.ui.Modal:
    """The form for a share code."""
    about = say("garage_forms.eight_letters_and_digits")
    code = Field(name=CODE, label="Code", about=about, most=_LONGEST_CODE)
    return _form(game, "take", "", say("garage_forms.share_code"), code)


def ask_number(
    game: Game[Any], of: str, rest: str, part: tuple[str, str, int], most: int
) -> discord.ui.Modal:
    """The form for how many of a part there should be; `rest` says which, `part` its name, what it
    does and how many are in."""
    name, about, present = part
    label = say("garage_forms.how_many", most=most, present=present)
    number = Field(name=NUMBER, label=label, about=about, present=str(present), most=MOST_DIGITS)
    return _form(game, "number", of, name, number, rest=rest)
