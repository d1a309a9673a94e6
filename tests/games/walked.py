"""What a game owes where answers are made part by part (`games.engine.ask.Walked`)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.engine.ask import Ask, Typed, Walked
from games.engine.errors import Illegal
from games.engine.game import Game
from games.engine.walk import presses, walk
from tests.games.knowledge import Fault, same

NO_PARTS: tuple[tuple[str, ...], ...] = (("",), ("nosuchpart",), ("9" * 5000,), ("\u0663",))
"""What is no part of any answer."""
TEXTS = ("", " ", "x", "-1", "1e9", "0", "9" * 40, "\u0663", "a.b", "1.2.3", "~", "go\ngo")
"""What people type into a form's field."""
KEY = re.compile("[a-z0-9]{1,19}")
"""A part of an answer, as a custom id can carry it."""
MOST_PARTS = 1000
"""Parts after which an answer is taken to have no end."""


def check_walked(
    ask: Ask[Any], walked: Walked[Any], game: Game[Any], kept: Any | None = None
) -> None:
    """The usual parts lead to answers that read back, and what is not the path of an answer is
    refused in one sentence. `kept`: what is walked is a plan, which is kept as this type."""
    rng = random.Random(ask.number)
    ways: tuple[Callable[[Sequence[str]], str], ...] = (
        lambda keys: keys[0],
        lambda keys: keys[-1],
        rng.choice,
        rng.choice,
    )
    for choose in ways:
        path: tuple[str, ...] = ()
        while keys := walked.keys(path):
            _check_step(walked, path, keys)
            path = (*path, choose(keys))
            if len(path) > MOST_PARTS:
                raise Fault(f"an answer of more than {MOST_PARTS} parts: {path[:20]}")
        _check_whole(ask, walked, game, path, kept)


def _check_step(walked: Walked[Any], path: tuple[str, ...], keys: Sequence[str]) -> None:
    if len(set(keys)) != len(keys) or not all(map(KEY.fullmatch, keys)):
        raise Fault(f"parts that are no short words, or there twice: {keys}")
    _refused(walked.read, path)
    for junk in NO_PARTS:
        _refused(walked.keys, (*path, *junk))
        _refused(walked.read, (*path, *junk))
    if (typed := walked.typed(path)) is not None:
        _check_typed(walked, typed, path)


def _check_whole(
    ask: Ask[Any], walked: Walked[Any], game: Game[Any], path: tuple[str, ...], kept: Any | None
) -> None:
    value, named = walked.read(path), (walked.name, *path)
    same("the path of an answer", path, walked.path_of(value))
    if kept is None:
        same("the path of an answer in words", named, game.words.path(value))
    for given in (value, msgspec.convert(msgspec.to_builtins(value), kept or game.Answer)):
        same("an answer that was walked", value, ask.read(given))
    for more in (path[:1], *NO_PARTS):
        _refused(walked.keys, (*path, *more))
        _refused(walked.read, (*path, *more))
    stand = walk(ask, game.words, named)
    if stand is None or not stand.found or stand.answer != value:
        raise Fault(f"the path {named} leads to {stand}")
    last = walk(ask, game.words, presses(ask, game.words, value)[-1])
    same("where the last press leads", stand, last)


def _refused(what: Callable[[tuple[str, ...]], object], path: tuple[str, ...]) -> None:
    try:
        what(path)
    except Illegal as refusal:
        _is_sentence(refusal)
    else:
        raise Fault(f"the parts {path} were accepted")


def _is_sentence(refusal: Illegal) -> None:
    if not str(refusal).endswith(".") or "\n" in str(refusal):
        raise Fault(f"not a sentence: {refusal}") from refusal


def _check_typed(walked: Walked[Any], typed: Typed, path: tuple[str, ...]) -> None:
    """Its usual text can be read, and no text raises."""
    if not (0 < len(typed.label) <= 45 and len(typed.about) <= 100):
        raise Fault(f"a form does not hold its words: {typed.label}: {typed.about}")
    for text in (typed.usual, *TEXTS):
        try:
            parts = typed.read(text)
            walked.keys((*path, *parts))
        except Illegal as refusal:
            _is_sentence(refusal)
            if text and text == typed.usual:
                raise Fault(f"the usual text {text!r} is refused: {refusal}") from refusal
        else:
            if not all(map(KEY.fullmatch, parts)):
                raise Fault(f"{text!r} is read as {parts}")
