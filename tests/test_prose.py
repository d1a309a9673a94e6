"""Code holds no prose: what people read stands in the files of texts (`data/words.en.toml`).

A phrase is two words or more with a blank between them. What only programmers, whoever runs the
bot, logs and stored data meet is none: each such place is named here with its reason.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parents[1]
TOPS: Final = ("bot", "games", "images")

PLACES: Final = {
    "bot/__main__.py": "the command line of whoever runs the bot",
    "bot/check.py": "the same: `python -m bot check`",
    "bot/check_database.py": "the same",
    "bot/demo/": "a program that plays the bot and tells what it found",
    "bot/local/": "the local Discord: what Discord itself answers, to whoever writes a bot",
    "bot/health.py": "what is wrong, to whoever runs the bot",
    "bot/metrics.py": "what is measured, to whoever runs the bot",
    "bot/own_postgres.py": "SQL, and the settings of a server for demos and tests",
    "bot/serving.py": "the command line",
    "bot/store/": "SQL, and what is wrong with the database, to whoever runs the bot",
    "games/__main__.py": "the command line of games",
    "games/pace.py": "the same",
    "games/tally.py": "the same",
    "games/engine/cases.py": "what came of a rule case, to whoever writes it",
    "games/engine/notation.py": "the same",
    "games/engine/check.py": "what is wrong with a game, to whoever writes it",
    "games/engine/presets.py": "what is wrong with a file of data, to whoever writes it",
    "games/engine/rows.py": "what is wrong with a file of data, to whoever writes it",
    "games/engine/found.py": "what is wrong with a game, to whoever writes it",
    "games/engine/messages.py": "the same, and the words of the texts' own grammar",
    "games/carwars/arena.py": "what is wrong with an arena, to whoever writes its file",
    "games/world_auto_racing/printed.py": "names of fields in the file of a card set",
    "games/world_auto_racing/sets.py": "what is wrong with a card set, to whoever makes it",
    "games/world_auto_racing/set_cards.py": "the same",
}
"""Modules and rooms that may hold sentences, and why."""

PHRASE: Final = re.compile(
    r"[A-Za-z][a-z'’]*[,;:.!?)]? +\(?[A-Za-z]|\} +[a-z]{3}|[a-z]{3}[,:]? +\{"
)
FOR_PROGRAMMERS: Final = re.compile(
    r"\w*(Error|Exception|_Stop|BadSet|BadData|LogDoesNotFit)"  # for authors
    r"|(.*\.)?_?(log|faults)\.\w+"  # log lines
    r"|re\.\w+|.*\.(split|add_argument|add_parser)|ArgumentParser"
    r"|(.*\.)?(below|shuffled|roll|reroll|rolled|dice|die|_draw|rng)"  # names of draws
    r"|(.*\.)?(_tried|_done|_shown|set_note)"  # what a call to Discord is, in a log; a stored note
    r"|.*\.failed"  # what went wrong, in a log
)
"""Calls whose texts no player reads."""
PLACE: Final = ("Rules: ", "data/")
"""How the name of a rule begins, and of a place in a file of data that has a fault."""
KEYWORDS: Final = ("cite", "tag", "prog", "kind", "thread_name_prefix")
NAMES: Final = ("title", "names", "NOTE", "FIELDS", "state.beat", "draw")
"""A game's title, the texts that a `Speaker` asks for, and the names of a stored note, of options,
of a beat and of a draw."""


def written(node: ast.AST) -> str | None:
    """A string as it stands in the code, with {} for what is filled in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    return None


@cache
def keys() -> frozenset[str]:
    """What is looked up and not read: the values of every Literal, and keys of the texts."""
    found = set()
    for path in (path for top in TOPS for path in (ROOT / top).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("Literal"):
                found |= {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
    tables: list[object] = [
        tomllib.loads(path.read_text(encoding="utf-8"))
        for top in TOPS
        for path in (ROOT / top).rglob("words.en.toml")
    ]
    for table in tables:
        if isinstance(table, dict):
            found |= table.keys()
            tables += table.values()
    return frozenset(map(str, found))


def strings(node: ast.AST, function: str = "") -> Iterator[tuple[int, str]]:
    """Line and text of every string in a tree that somebody might read."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node.name
    if function == "__repr__":
        return
    text = written(node)
    if text is not None:
        yield node.lineno, text  # type: ignore[attr-defined]
    for field, below in ast.iter_fields(node):
        for child in below if isinstance(below, list) else [below]:
            if isinstance(child, ast.AST) and not _unread(node, field, child, function):
                yield from strings(child, function)


def _unread(node: ast.AST, field: str, child: ast.AST, function: str) -> bool:
    """Whether nobody reads what stands in that field of a node."""
    match node:
        case ast.Expr():
            return isinstance(child, ast.Constant)  # a docstring
        case ast.Assert():
            return field == "msg"
        case ast.Call():
            return FOR_PROGRAMMERS.fullmatch(ast.unparse(node.func)) is not None
        case ast.keyword():
            return node.arg in KEYWORDS
        case ast.JoinedStr():
            return isinstance(child, ast.Constant)  # a piece of what is taken whole
        case ast.Dict():
            return field == "keys"
        case ast.Yield() | ast.YieldFrom():
            return "fault" in function or function == "_fails"  # to whoever writes a game
        case ast.Assign():
            return [ast.unparse(each) for each in node.targets] in [[name] for name in NAMES]
        case ast.AnnAssign():
            return field == "annotation" or ast.unparse(node.target) in NAMES
    return field in ("annotation", "returns", "ops", "comparators", "pattern")


def prose(source: str) -> list[str]:
    """The phrases in a module."""
    return [
        f"line {line}: {text}"
        for line, text in strings(ast.parse(source))
        if PHRASE.search(text) and text not in keys() and not text.startswith(PLACE)
    ]


def modules() -> Iterator[Path]:
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(tuple(PLACES)):
                yield path


@pytest.mark.parametrize("path", [*modules()], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_holds_no_prose(path: Path) -> None:
    assert prose(path.read_text(encoding="utf-8")) == []


def test_every_allowed_place_needs_to_be_allowed() -> None:
    for place in PLACES:
        under = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))
        assert any(prose(path.read_text(encoding="utf-8")) for path in under), place


@pytest.mark.parametrize(
    "planted",
    [
        'head = "Your hand is empty."',
        'say(f"{who} wins the race")',
        'raise Refusal("You cannot do that now.")',
        'label = Label("Play it", detail="no cards left")',
        'yield "It was Ann."',
    ],
)
def test_a_planted_phrase_is_found(planted: str) -> None:
    assert len(prose(f"def rule() -> None:\n    {planted}")) >= 1


@pytest.mark.parametrize(
    "spared",
    [
        '"""A docstring of many words."""',
        'raise ValueError("no such seat here")',
        'log.info("a match ended")',
        'face = chance.below(6, "mishap roll")',
        'ask = Ask(cite="Rules: The Speed Deck")',
        'assert seat >= 0, "nobody is asked"',
        'if kind == "line up":\n        return',
    ],
)
def test_what_players_never_read_is_spared(spared: str) -> None:
    assert prose(f"def rule() -> None:\n    {spared}") == []
