"""Walking a question part by part: card, then target, then side.

A choice with several parts is one option of the rules. The panel walks its path; nothing reaches
the rules until one option is left, and parts in which there is nothing to choose are skipped.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.engine.ask import Ask
from games.engine.words import Words

ALL: Final = "all"
"""Last key of the path that takes every item of a subset."""
PLACE: Final = "-"
"""What the one key of a path begins with that names an option by its place, where the game's words
cannot name it."""


class Stand(msgspec.Struct, frozen=True):
    """Where a walk has come to: an answer, or the keys to choose from next."""

    path: tuple[str, ...]
    keys: tuple[str, ...] = ()
    value: Any = None
    found: bool = False
    """`value` is the answer the path leads to."""


def walk(ask: Ask[Any], words: Words, path: tuple[str, ...]) -> Stand | None:
    """Follow a path through a question's options; None when no option lies that way."""
    some = ask.some
    if some is not None and path and path[0] == some.name:
        return _walk_subset(ask, path)
    if len(path) == 1 and (place := path[0].removeprefix(PLACE)) != path[0] and place.isdigit():
        return _walk_place(ask, path, int(place))
    left = [
        (parts, option)
        for option in ask.options
        if (parts := words.path(option))[: len(path)] == path
    ]
    if not left:
        # A hand with nothing to play has only its subset to discard from.
        return Stand(()) if some is not None and not path else None
    while path or len(left) > 1:
        if len(left) == 1:
            return Stand(left[0][0], value=left[0][1], found=True)
        keys = tuple(dict.fromkeys(parts[len(path)] for parts, _ in left))
        if len(keys) > 1 or not path:
            return Stand(path, keys)
        path = (*path, keys[0])
    return Stand((), (left[0][0][0],))


def _walk_place(ask: Ask[Any], path: tuple[str, ...], place: int) -> Stand | None:
    if place >= len(ask.options):
        return None
    return Stand(path, value=ask.options[place], found=True)


def _walk_subset(ask: Ask[Any], path: tuple[str, ...]) -> Stand | None:
    some = ask.some
    assert some is not None
    if len(path) == 1:
        return Stand(path)
    if path[1:] == (ALL,):
        places = list(range(len(some.items)))
    elif len(path) == 2 and all(part.isdigit() for part in path[1].split("-")):
        places = [int(part) for part in path[1].split("-")]
    else:
        return None
    if len(set(places)) != len(places) or any(place >= len(some.items) for place in places):
        return None
    value = some.wrap(tuple(some.items[place] for place in places))
    return Stand(path, value=value, found=True) if some.holds(value) else None


def subset_path(name: str, places: list[str]) -> tuple[str, ...]:
    """The path of some items by place, as a select gives them."""
    return (name, "-".join(sorted(places, key=int)))
