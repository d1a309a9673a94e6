"""What is said of a game that does not say it better: made from its structs and its docstring."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, get_type_hints

import msgspec

from games.engine.ask import Asks
from games.engine.messages import Messages, Speaker
from games.engine.players import SEAT, Player, Seat
from games.engine.texts import filled, read_texts
from games.engine.voice import Voice, listed, upper


def tag(answer: Any) -> str:
    """The tag of an answer, as it is stored: "roll"."""
    return str(type(answer).__struct_config__.tag or type(answer).__name__.lower())


def _key(value: object) -> str:
    """A value as letters and digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return "x".join(_key(each) for each in value)
    plain = str(value).replace("-", "m") if isinstance(value, int) else str(value)
    return re.sub(r"[^A-Za-z0-9]", "", plain)


def path(answer: Any) -> tuple[str, ...]:
    """The path that an answer says it has; else its tag with its first field, then each other
    field."""
    if own := getattr(answer, "path", None):
        return tuple(own)
    first, *rest = [_key(each) for each in msgspec.structs.astuple(answer)] or [""]
    return (tag(answer) + first, *rest)


def told(answer: Any, at: int, players: Sequence[Player]) -> str:
    """One field of an answer in words."""
    field = answer.__struct_fields__[at]
    value = getattr(answer, field)
    hint = get_type_hints(type(answer), include_extras=True)[field]
    if SEAT in getattr(hint, "__metadata__", ()):
        return Voice(players, None).name(value)
    if isinstance(value, bool):
        said = field.replace("_", " ")
        return upper(said) if value else common("not", said=said)
    return listed([str(each) for each in value]) if isinstance(value, tuple) else str(value)


def headline(best: Sequence[int], view: Any, asked: Asks, players: Sequence[Player]) -> str:
    """Who has won (`best`), or who is awaited."""
    seats = tuple(best or [ask.seat for ask in asked])
    if not seats:
        return ""
    name = "won" if best else "turn" if len(seats) == 1 else "choose"
    voice = Voice(players, view.seat)
    return _HEADLINES.say(f"headline.{name}", _Headline(view, voice, seats), voice)


class _Headline(Speaker):
    """What the headlines that all games share may name."""

    section = "headline"

    seats: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        return self.seats[0]


TEXTS: Final = read_texts("games.engine")
"""The engine's own file of texts."""
_HEADLINES: Final = Messages((), TEXTS, {}, {"headline": _Headline})
common: Final = partial(filled, "games.engine", "plain")
"""A text that all games share and every seat reads alike."""


def option(kind: type[Any], name: str) -> tuple[str, str]:
    """The title and the description that an option's type carries (`msgspec.Meta`)."""
    title = about = ""
    for meta in getattr(get_type_hints(kind, include_extras=True)[name], "__metadata__", ()):
        title, about = title or meta.title or "", about or meta.description or ""
    return title or upper(name.replace("_", " ")), about


def value(value: object) -> str:
    """What an option is set to."""
    if isinstance(value, bool):
        return common("yes" if value else "no")
    return f"{value:,}" if isinstance(value, int) else str(value)
