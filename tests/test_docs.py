"""Tests that the documentation names are there: whoever renames one finds the sentence about it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))
NAMED = re.compile(r"`((?:tests/)?[\w/]+\.py)(?:::(\w+))?`")


def named(page: str) -> list[tuple[str, str]]:
    """Files of tests that a page names, each with the test in it, or without one."""
    found = [(path, test) for path, test in NAMED.findall(page) if test or path[:6] == "tests/"]
    return [(path if "/" in path else f"tests/bot/{path}", test) for path, test in found]


@cache
def functions_in(file: Path) -> frozenset[str]:
    """The functions of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in tree.body if isinstance(node, kinds))


def missing(page: str) -> list[str]:
    """What a page names that is not there."""
    return [
        f"{path}::{test}"
        for path, test in named(page)
        if not (ROOT / path).is_file() or (test and test not in functions_in(ROOT / path))
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_is_named_is_there(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_a_name_that_is_wrong_is_found() -> None:
    assert missing("`tests/test_docs.py::test_gone` `test_none.py::test_x` `tests/no.py`") == [
        "tests/test_docs.py::test_gone",
        "tests/bot/test_none.py::test_x",
        "tests/no.py::",
    ]
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert len([test for _, test in named(page) if test]) > 30


GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/README.md"))
FILE = re.compile(r"`([\w/]+\.(?:py|toml))`")


def laid_out(game: Path) -> tuple[set[str], set[str]]:
    """Files that a game's README names under "How the code is laid out", and its modules."""
    page = (game / "README.md").read_text(encoding="utf-8")
    part = page.partition("\n## How the code is laid out\n")[2].partition("\n## ")[0]
    modules = {path.name for path in game.glob("*.py")} - {"__init__.py"}
    return set(FILE.findall(part)), modules


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_a_games_readme_names_each_of_its_modules_and_no_other(game: Path) -> None:
    named_there, modules = laid_out(game)
    assert modules - named_there == set()
    assert [name for name in sorted(named_there) if not (game / name).is_file()] == []


DOTTED = re.compile(r"`((?:bot|games|images|benchmarks|tools)(?:\.\w+)+)`")


def is_there(name: str) -> bool:
    """Whether a name such as `bot.match.names.bare_name` is that of a package, of a module, or of
    something that its file holds."""
    place, (*parts,) = ROOT, name.split(".")
    while parts and (place / parts[0]).is_dir():
        place /= parts.pop(0)
    file = place / "__init__.py"
    if parts and (place / f"{parts[0]}.py").is_file():
        file = place / f"{parts.pop(0)}.py"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return all(re.search(rf"\b{part}\b", text) for part in parts)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_modules_that_are_named_are_there(page: Path) -> None:
    said = DOTTED.findall(page.read_text(encoding="utf-8"))
    assert [name for name in said if not is_there(name)] == []


def test_a_module_that_has_moved_is_found() -> None:
    there = ("bot.match", "bot.match.names", "bot.match.names.bare_name", "games.engine.seen")
    gone = ("bot.sealer", "bot.match.plain_name", "bot.match.names.gone", "games.engine.see")
    assert [name for name in (*there, *gone) if not is_there(name)] == [*gone]
