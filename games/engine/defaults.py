"""What is said of a game that does not say it better: made from its structs and its docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, get_type_hints

import msgspec

from games.engine.ask import Ask, Asks
from games.engine.messages import Messages, Speaker
from games.engine.players import SEAT, Player, Seat
from games.engine.texts import filled, read_texts
from games.engine.voice import Voice, listed, upper

Face = tuple[str, str, str]
"""Text, detail and style of a `Label`."""
PathOf: TypeAlias = Callable[[Any], tuple[str, ...]]
"""The path of an answer."""


def text(docstring: str) -> str:
    """A game in a paragraph: its docstring."""
    return " ".join(inspect.cleandoc(docstring).split())


# -- answers


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


def _told(answer: Any, at: int, players: Sequence[Player]) -> str:
    """One field of an answer in words."""
    field = answer.__struct_fields__[at]
    value = getattr(answer, field)
    hint = get_type_hints(type(answer), include_extras=True)[field]
    if SEAT in getattr(hint, "__metadata__", ()):
        return Voice(players, None).name(value)
    if isinstance(value, bool):
        return (
            upper(field.replace("_", " ")) if value else common("not", said=field.replace("_", " "))
        )
    return listed([str(each) for each in value]) if isinstance(value, tuple) else str(value)


def part(path_of: PathOf, ask: Ask[Any], path: tuple[str, ...], players: Sequence[Player]) -> Face:
    """How the last key of a path is shown: a whole answer by its `label` and `detail`, if its type
    has them, and part of one by that field; a part of an answer that is walked by its name."""
    below = [each for each in ask.options if path_of(each)[: len(path)] == path]
    if not below:
        return upper(path[-1]), "", "plain"
    answer, depth = below[0], len(path) - 1
    whole = getattr(answer, "label", "")
    style = "main" if len(below) == 1 and answer == ask.default else "plain"
    if whole and len(below) == 1 and depth == 0:
        return whole, getattr(answer, "detail", ""), style
    fields = len(answer.__struct_fields__)
    words_of = _told(answer, depth, players) if fields else ""
    head = upper(f"{tag(answer)} {words_of}".strip()) if depth == 0 else words_of
    return head, "", style


def order(order: Any) -> Face:
    """How an order is shown."""
    return (
        getattr(order, "label", upper(tag(order))),
        getattr(order, "detail", ""),
        getattr(order, "style", "plain"),
    )


def playable(path_of: PathOf, view: Any, ask: Ask[Any]) -> dict[int, str]:
    """The cards of the hand, by place, that some option plays as its `card`, with its first key."""
    keys = {option.card: path_of(option)[0] for option in ask.options if hasattr(option, "card")}
    return {at: keys[card] for at, card in enumerate(view.hand) if card in keys}


# -- where the game stands


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


# -- options


def option(kind: type[Any], name: str) -> tuple[str, str]:
    """The title and the description that an option's type carries (`msgspec.Meta`)."""
    title = about = ""
    for meta in getattr(get_type_hints(kind, include_extras=True)[name], "__metadata__", ()):
        title, about = title or meta.title or "", about or meta.description or ""
    return title or upper(name.replace("_", " ")), about


def options(title_of: Callable[[str], str], options: Any) -> str:
    """Every option with its value."""
    names = options.__struct_fields__
    said = [f"{title_of(name)} {_value(getattr(options, name))}" for name in names]
    return ", ".join(said) or common("no_options")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return common("yes" if value else "no")
    return f"{value:,}" if isinstance(value, int) else str(value)
