"""Forms as data, and what the fields of one hold that was sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
import msgspec

from games.engine.ask import Typed

TEXT: Final = "text"
"""The one field of a form in which parts of an answer are typed."""
LONG: Final = 100
"""A field for more characters has several lines there."""
MOST_TITLE: Final = 45
"""Discord's limit for a form's title."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """Something to type in."""

    name: str
    """What is sent is found by this."""
    label: str
    about: str = ""
    present: str = ""
    """What stands in it already, cut where it is too long."""
    most: int | None = None
    """Characters that it takes."""
    long: bool = False
    """It has several lines."""
    required: bool = True

    def part(self) -> discord.ui.TextInput[Any]:
        """The field as discord.py has it."""
        style = discord.TextStyle.paragraph if self.long else discord.TextStyle.short
        return discord.ui.TextInput(
            custom_id=self.name,
            style=style,
            default=self.present[: self.most] or None,
            required=self.required,
            max_length=self.most,
        )


class OneOf(msgspec.Struct, frozen=True, kw_only=True):
    """A list to choose one line from."""

    name: str
    label: str
    about: str = ""
    lines: Sequence[tuple[str, str]]
    """What is read, and its value."""
    present: str
    """The value that is chosen already."""

    def part(self) -> discord.ui.Select[Any]:
        """The field as discord.py has it."""
        options = [
            discord.SelectOption(label=line, value=value, default=value == self.present)
            for line, value in self.lines
        ]
        return discord.ui.Select(custom_id=self.name, options=options)


def form(title: str, custom_id: str, *fields: Field | OneOf) -> discord.ui.Modal:
    """A form, sent with that custom id. Must run inside the event loop."""
    modal = discord.ui.Modal(title=title[:MOST_TITLE], custom_id=custom_id, timeout=None)
    for field in fields:
        about = field.about or None
        part = field.part()
        modal.add_item(discord.ui.Label(text=field.label, description=about, component=part))
    return modal


def for_typed(
    custom_id: str, typed: Typed, text: str, *, title: str = "", required: bool = True
) -> discord.ui.Modal:
    """The form in which parts of an answer are typed; a text stands in it. Without a title it is
    called what its field is."""
    field = Field(
        name=TEXT,
        label=typed.label,
        about=typed.about,
        present=text,
        most=typed.most,
        long=typed.most > LONG,
        required=required,
    )
    return form(title or typed.label, custom_id, field)


def typed(data: Any) -> dict[str, str]:
    """What a form's fields hold, by name; the one value of a list. `data` are an interaction's."""
    out: dict[str, str] = {}
    for row in data.get("components", []):
        part: dict[str, Any] = row.get("component") or next(iter(row.get("components", [])), {})
        values = part.get("values")
        text = values[0] if values else part.get("value", "")
        out[str(part.get("custom_id", ""))] = str(text or "").strip()
    return out
