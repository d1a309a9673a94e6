"""Walking a question part by part: card, then target, then side.

An answer with several parts is one option of the rules, and a path of presses to who gives it.
Nothing reaches the rules until a whole answer is left, and parts in which there is nothing to
choose are skipped. Front ends walk paths, and so does whoever counts presses.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.engine.ask import Ask, Typed, Walked, next_parts
from games.engine.words import Words

ALL: Final = "all"
"""Last key of the path that takes every item of a combination."""
PLACE: Final = "-"
"""What the one key of a path begins with that names an option by its place, where the game's words
cannot name it."""
USUAL: Final = "-usual"
"""The one key of the path that leads to a question's default, likewise."""


class Stand(msgspec.Struct, frozen=True):
    """Where a walk has come to: an answer, or the keys to choose from next."""

    path: tuple[str, ...]
    keys: tuple[str, ...] = ()
    answer: Any = None
    found: bool = False
    """`answer` is what the path leads to."""
    typed: Typed | None = None
    """What may be typed beside the keys."""
    before: tuple[str, ...] | None = None
    """The path of the step before, where there was something to choose; None at the first."""


def walk(ask: Ask[Any], words: Words, path: tuple[str, ...]) -> Stand | None:
    """Follow a path through a question's answers; None when no answer lies that way.

    Raises `Illegal` where the rules say why not, as they do of an answer that is made part by part.
    """
    combination, walked = ask.combination, ask.walked
    if combination is not None and path and path[0] == combination.name:
        return _walk_combination(ask, path)
    if walked is not None and path and path[0] == walked.name:
        return _walk_parts(ask, walked, path[1:])
    if len(path) == 1 and path[0].startswith(PLACE):
        return _walk_place(ask, path)
    if walked is not None and not path and not ask.options and combination is None:
        return _walk_parts(ask, walked, ())
    paths = [(words.path(option), option) for option in ask.options]
    left = [each for each in paths if each[0][: len(path)] == path]
    further = () if walked is None or path else (walked.name,)
    if not left:
        # A hand with nothing to play has only its combination to discard from.
        return Stand((), further) if (combination is not None or further) and not path else None
    while path or len(left) > 1:
        before = _choice_before([parts for parts, _ in paths], path)
        if len(left) == 1:
            return Stand(left[0][0], answer=left[0][1], found=True, before=before)
        keys = next_parts((parts for parts, _ in left), path)
        if len(keys) > 1 and path:
            spare = ask.spare([option for _, option in left])
            left = [each for each in left if each[1] not in spare]
            keys = next_parts((parts for parts, _ in left), path)
        if len(keys) > 1 or not path:
            return Stand(path, (*keys, *further), before=before)
        path = (*path, keys[0])
    return Stand((), (left[0][0][0], *further))


def _choice_before(paths: list[tuple[str, ...]], path: tuple[str, ...]) -> tuple[str, ...] | None:
    """The last step before a path in which there was something to choose."""
    for at in range(len(path) - 1, 0, -1):
        if len({parts[at] for parts in paths if parts[:at] == path[:at]}) > 1:
            return path[:at]
    return () if path else None


def _walk_parts(ask: Ask[Any], walked: Walked[Any], parts: tuple[str, ...]) -> Stand:
    """Through an answer that is made part by part. Raises `Illegal`."""
    while True:
        keys, typed = tuple(walked.keys(parts)), walked.typed(parts)
        if len(keys) != 1 or typed is not None:
            break
        parts = (*parts, keys[0])
    path, before = (walked.name, *parts), _parts_before(ask, walked, parts)
    if keys:
        return Stand(path, keys, typed=typed, before=before)
    return Stand(path, answer=walked.read(parts), found=True, before=before)


def _parts_before(
    ask: Ask[Any], walked: Walked[Any], parts: tuple[str, ...]
) -> tuple[str, ...] | None:
    for at in range(len(parts) - 1, -1, -1):
        before = parts[:at]
        if len(walked.keys(before)) > 1 or walked.typed(before) is not None:
            return (walked.name, *before)
    return () if ask.options or ask.combination is not None else None


def _walk_place(ask: Ask[Any], path: tuple[str, ...]) -> Stand | None:
    if path == (USUAL,):
        return Stand(path, answer=ask.default, found=True)
    place = path[0].removeprefix(PLACE)
    if not (_is_number(place) and int(place) < len(ask.options)):
        return None
    return Stand(path, answer=ask.options[int(place)], found=True)


def _is_number(part: str) -> bool:
    """Whether a part of a path is a number: "²" is a digit to Python, and none that it reads."""
    return part.isascii() and part.isdigit()


def _walk_combination(ask: Ask[Any], path: tuple[str, ...]) -> Stand | None:
    combination = ask.combination
    assert combination is not None
    if len(path) == 1:
        return Stand(path, before=())
    if path[1:] == (ALL,):
        places = list(range(len(combination.items)))
    elif len(path) == 2 and all(_is_number(part) for part in path[1].split("-")):
        places = [int(part) for part in path[1].split("-")]
    else:
        return None
    if len(set(places)) != len(places) or any(place >= len(combination.items) for place in places):
        return None
    answer = combination.wrap(tuple(combination.items[place] for place in places))
    return Stand(path, answer=answer, found=True) if combination.holds(answer) else None


def combination_path(name: str, places: list[str]) -> tuple[str, ...]:
    """The path of an answer that takes some items, by place, as a select gives them."""
    return (name, "-".join(sorted(places, key=int)))


def presses(ask: Ask[Any], words: Words, value: Any) -> tuple[tuple[str, ...], ...]:
    """The paths that are pressed one after another to give a legal answer; none for a design, which
    is chosen from those that a player has saved."""
    combination, walked = ask.combination, ask.walked
    if value in ask.options:
        path = words.path(value)
    elif combination is not None and (cards := combination.cards_of(value)) is not None:
        places = list(range(len(combination.items)))
        taken = []
        for card in cards:
            at = next(place for place in places if combination.items[place] == card)
            places.remove(at)
            taken.append(str(at))
        return (combination_path(combination.name, taken),)
    elif walked is not None and (parts := walked.path_of(value)) is not None:
        path = (walked.name, *parts)
    else:
        return ()
    out: list[tuple[str, ...]] = []
    stand = walk(ask, words, ())
    while stand is not None and not stand.found:
        out.append(path[: len(stand.path) + 1])
        stand = walk(ask, words, out[-1])
    if stand is not None and stand.answer != value:
        # It need not be offered, because another comes to the same.
        out[-1] = path
    return tuple(out)
