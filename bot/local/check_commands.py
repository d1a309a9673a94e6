"""What Discord refuses in slash commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bot.local.checks import count, length
from bot.local.errors import Problem, Where
from bot.local.world import Json

MOST: Final = {1: 100, 2: 15, 3: 15}
"""Commands of each type: slash, user and message."""
MAX_CHARACTERS: Final = 8000
_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_SUB: Final = (1, 2)
_CHOOSABLE: Final = (3, 4, 10)


def check_commands(commands: list[Json]) -> Iterator[Problem]:
    """A whole list of commands, as a bulk overwrite sends it."""
    seen: set[tuple[int, str]] = set()
    for kind, most in MOST.items():
        number = sum(_type(c) == kind for c in commands)
        if number > most:
            message = f"{number} commands of type {kind}, at most {most}"
            yield Problem((), "APPLICATION_COMMANDS_MAXIMUM", message)
    for n, command in enumerate(commands):
        yield from check_command((n,), command)
        key = (_type(command), str(command.get("name")))
        if key in seen:
            message = "Application command names must be unique"
            yield Problem((n, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)


def _type(command: Json) -> int:
    return int(command.get("type") or 1)


def check_command(place: Where, command: Json) -> Iterator[Problem]:
    """One command with all its options."""
    if _type(command) != 1:
        yield from length((*place, "name"), command.get("name"), 1, 32)
        return
    yield from _check_named(place, command)
    yield from _check_options(place, command.get("options") or [], subs=(1, 2))
    total = _characters(command)
    if total > MAX_CHARACTERS:
        message = f"{total} characters in all, at most {MAX_CHARACTERS}"
        yield Problem(place, "APPLICATION_COMMAND_TOO_LARGE", message)


def _check_named(place: Where, thing: Json) -> Iterator[Problem]:
    name = str(thing.get("name") or "")
    if not _NAME.fullmatch(name) or name != name.lower():
        message = "Name must be lower case, 1 to 32 letters, digits, - or _"
        yield Problem((*place, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)
    yield from length((*place, "description"), thing.get("description"), 1, 100)


def _check_options(place: Where, options: list[Json], subs: tuple[int, ...]) -> Iterator[Problem]:
    """`subs` are the kinds of subcommand that may stand here."""
    yield from count((*place, "options"), options, 0, 25)
    seen: set[str] = set()
    optional_before = False
    nested = [option["type"] in _SUB for option in options]
    if any(nested) and not all(nested):
        message = "Subcommands and other options do not mix"
        yield Problem((*place, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    for n, option in enumerate(options):
        here = (*place, "options", n)
        yield from _check_named(here, option)
        if option["name"] in seen:
            message = "Option name already exists"
            yield Problem(
                (*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message
            )
        seen.add(option["name"])
        if option["type"] in _SUB:
            if option["type"] not in subs:
                yield Problem((*here, "type"), "BASE_TYPE_CHOICES", "Subcommands nest too deep")
            inner = (1,) if option["type"] == 2 else ()
            yield from _check_options(here, option.get("options") or [], inner)
            continue
        if option.get("required") and optional_before:
            message = "Required options must be placed before non-required options"
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            yield Problem((*here, "required"), code, message)
        optional_before = optional_before or not option.get("required")
        yield from _check_choices(here, option)
        yield from _check_range(here, option)


def _check_choices(place: Where, option: Json) -> Iterator[Problem]:
    choices: list[Json] = option.get("choices") or []
    yield from count((*place, "choices"), choices, 0, 25)
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete exclude each other"
        yield Problem((*place, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
    if (choices or option.get("autocomplete")) and option["type"] not in _CHOOSABLE:
        yield Problem((*place, "choices"), "BASE_TYPE_CHOICES", "Only for texts and numbers")
    seen: set[object] = set()
    for n, choice in enumerate(choices):
        here = (*place, "choices", n)
        yield from length((*here, "name"), choice.get("name"), 1, 100)
        if option["type"] == 3:
            yield from length((*here, "value"), choice.get("value"), 1, 100)
        if choice.get("name") in seen:
            message = "Choice names must be unique"
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
            yield Problem((*here, "name"), code, message)
        seen.add(choice.get("name"))


def _check_range(place: Where, option: Json) -> Iterator[Problem]:
    for word in ("value", "length"):
        low, high = option.get(f"min_{word}"), option.get(f"max_{word}")
        if low is not None and high is not None and low > high:
            message = f"min_{word} is more than max_{word}"
            yield Problem((*place, f"min_{word}"), "COMPONENT_MIN_OVER_MAX", message)


def _longest(thing: Json, key: str) -> int:
    texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
    return max(len(text) for text in texts)


def _characters(thing: Json) -> int:
    """Letters of names, descriptions and choice values; of translations the longest counts."""
    total = _longest(thing, "name") + _longest(thing, "description")
    total += sum(_characters(option) for option in thing.get("options") or [])
    for choice in thing.get("choices") or []:
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total


def check_choices_answer(where: Where, choices: list[Json], option_type: int) -> Iterator[Problem]:
    """The answer to an autocompletion."""
    yield from count((*where, "choices"), choices, 0, 25)
    for n, choice in enumerate(choices):
        here = (*where, "choices", n)
        yield from length((*here, "name"), choice.get("name"), 1, 100)
        value = choice.get("value")
        if option_type == 3:
            yield from length((*here, "value"), value, 1, 100)
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            yield Problem((*here, "value"), "NUMBER_TYPE_COERCE", "Must be a number")
