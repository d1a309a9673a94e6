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
