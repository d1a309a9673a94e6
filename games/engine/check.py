"""What is missing in a game or makes no sense: looked for at start, and by `python -m games check`.

Each fault is a sentence that says what and where.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final, get_args

from games.engine import seen, talk
from games.engine.game import Game, by_marks
from games.engine.messages import VALUES, Event
from games.engine.texts import FILE
from games.engine.words import Label, Words

_SECTIONS: Final = frozenset(
    (
        *("ask_next", "event", "label", "lobby", "option", "options", "order", "preset"),
        *("question", "table", "talk", "topic", VALUES),
    )
)
"""Sections of a file of texts that the engine reads."""
_OF_TOPIC: Final = ("key", "title", "text", "cite")
"""What each `[[topic]]` of the file has."""
_ROOM: Final = {"title": 45, "description": 100}
"""Characters of what a form says of an option, at most."""


def faults_of(game: Game[Any]) -> Iterator[str]:
    """All that is wrong with a game, a sentence each; nothing for one that can be played."""
    seats = getattr(game, "seats", ())
    low, high = seats if isinstance(seats, tuple) and len(seats) == 2 else (0, 0)
    if not getattr(game, "title", ""):
        yield "It has no title."
    form = [*_faults_of_state(game)]
    if not 1 <= low <= high:
        form.append(f"It has seats from {low} to {high}: seats are (fewest, most), from 1.")
    yield from form or _faults_of_setup(game)
    yield from _faults_of_unions(game)
    yield from _faults_of_options(game)
    for kind in sorted(_left_out(type(game))):
        yield f"The event {kind} is not in the game's union `Event`."
    yield from _faults_of_texts(game)
    yield from talk.faults(game)
    yield from game.faults()


def _faults_of_state(game: Game[Any]) -> Iterator[str]:
    """Whether it is known of each part of the state who sees it."""
    kind = type(game)
    if by_marks(kind):
        unmarked, uncovered = seen.unmarked(game.State), seen.uncovered(game.State)
        for field in unmarked:
            yield (
                f"{field} has no mark that says who sees it: Open, Up, Own, Private, Backs or "
                "Secret (games.engine.seen)."
            )
        for field in uncovered:
            yield f"{field} is hidden and has no default: others see that, so give it one."
        undealt = seen.undealt(game.State) if kind.redeal is Game.redeal else []
        for field in undealt if not (unmarked or uncovered) else ():
            yield (
                f"{field} is hidden and holds no cards: say in a method `redeal` of the game what "
                "it might be for whoever cannot see it (docs/add-a-game.md)."
            )
    elif kind.view is Game.view:
        yield (
            f"{game.State.__name__} has no field `seat` for who looks: "
            "base it on games.engine.simple.Leaving."
        )


def _faults_of_setup(game: Game[Any]) -> Iterator[str]:
    """Whether a table can be laid out with the usual options."""
    try:
        options = game.Options()
        game.goal(options)
        for kind in game.windows:
            game.window_seconds(options, kind)
        for seats in sorted({*game.room(options)}):
            state = game.setup(seats, options)
            game.over(state)
            game.view(state, None)
    except Exception as error:
        yield f"setup fails with the usual options: {type(error).__name__}: {error}"


def _faults_of_unions(game: Game[Any]) -> Iterator[str]:
    """Whether what is stored can be told apart: structs, each with a tag."""
    for name, base in (("Answer", "Answer"), ("Order", "Answer"), ("Event", "Event")):
        union = getattr(game, name, None)
        for kind in get_args(union) or (union,):
            if not getattr(getattr(kind, "__struct_config__", None), "tag", None):
                yield (
                    f"`{name}` of the game has {getattr(kind, '__name__', kind)}, which is no "
                    f"struct with a tag: base it on games.engine.simple.{base}."
                )


def _faults_of_options(game: Game[Any]) -> Iterator[str]:
    """Whether the lobby's form can say what each option is."""
    for name in game.Options.__struct_fields__:
        for (what, most), said in zip(_ROOM.items(), game.words.option(name), strict=True):
            where = f"The option {name} of {game.Options.__name__} has"
            if not said:
                yield f"{where} no {what}: give it a `msgspec.Meta`, or a text option.{name}."
            if len(said) > most:
                yield f"{where} a {what} of {len(said)} characters, and there is room for {most}."


def _left_out(kind: type[Game[Any]]) -> set[str]:
    """Events in the modules of a game's others that are not among them, but for those that others
    are built on."""
    told = get_args(kind.Event) or (kind.Event,)
    modules = {kind.__module__, *(each.__module__ for each in told)}
    known: list[type[Any]] = [Event]
    for each in known:
        known += each.__subclasses__()
    return {
        each.__name__
        for each in known
        if each.__module__ in modules
        and not each.__subclasses__()
        and each not in told
        and getattr(sys.modules[each.__module__], each.__name__, None) is each
    }


def _faults_of_texts(game: Game[Any]) -> Iterator[str]:
    """What is wrong with its sentences, in its file or beside its events."""
    words = game.Words
    known = {*_SECTIONS, *game.sections, *(each.section for each in words.speakers)}
    for section in sorted(set(game.texts) - known):
        yield f"{FILE}: Nothing reads the section [{section}]."
    for at, row in enumerate(game.texts.get("topic", ()), 1):
        for part in _OF_TOPIC:
            if part not in row:
                yield f"{FILE}: The topic {row.get('key', at)} has no {part}."
    for tag, row in game.texts.get("order", {}).items():
        try:
            Label(**row)
        except TypeError as error:
            yield f"{FILE}: order.{tag}: {error}."
    for kind in words.Asking.names.split():
        if kind in game.texts.get("question", {}) and not game.messages.has(f"question.{kind}.ask"):
            yield f"{FILE}: There is no text question.{kind}.ask."
    for kind in game.auto_answers:
        if not game.words.button(kind, "auto_answer"):
            yield f"{FILE}: There is no text question.{kind}.auto_answer."
    if words.event is Words.event or words.speakers:
        for fault in game.messages.faults():
            yield f"{FILE}: {fault}" if game.texts else fault
