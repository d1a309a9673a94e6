"""The words that code asks for by name: each stands in the texts, with no field but those given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

from games.mini_carwars.builds import VALUES, told

ROOT: Final = Path(__file__).parents[3]
CODE: Final = [
    ast.parse(file.read_text(encoding="utf-8"))
    for package in ("games", "images")
    for file in sorted((ROOT / package / "mini_carwars").rglob("*.py"))
]
TABLES: Final[Mapping[str, str]] = {"phrase": "phrases", "text_of": "planned", "told": "build"}
"""By function: the table it reads where a call names none."""


def calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """Table, name and facts (None: not all of them are named) of each text that is asked for."""
    for node in (node for tree in CODE for node in ast.walk(tree)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        table = TABLES.get(node.func.id)
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if table is None or not all(isinstance(word, str) for word in words):
            continue
        first = node.args[0]
        named = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
        facts = {each.arg for each in node.keywords if each.arg}
        every = None if len(facts) < len(node.keywords) else facts
        for each in named:
            if isinstance(each, ast.Constant):
                inside = str(words[-1]) if len(node.args) > 1 else table
                yield inside, str(each.value), every


def test_every_phrase_that_is_asked_for_stands_in_the_texts_with_the_facts_it_is_given() -> None:
    found = list(calls())
    assert len(found) > 100
    for table, name, facts in found:
        text = VALUES[table][name]
        fields = {(field or "").partition(".")[0] for _, field, _, _ in Formatter().parse(text)}
        assert facts is None or fields - {""} <= facts, (table, name)


@pytest.mark.parametrize("table", ["phrases", "planned", "build", "to_hit"])
def test_no_phrase_is_left_that_nothing_asks_for(table: str) -> None:
    words = {
        node.value
        for tree in CODE
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # Of some a name is put together from its beginning and a key.
    for name in VALUES[table]:
        starts = (name[: at + 1] for at, letter in enumerate(name) if letter == "_")
        plain = name in words or name.removesuffix("s") in words
        assert plain or any(start in words for start in starts), name


def test_forms_go_by_what_is_true_or_how_many_there_are() -> None:
    for rolls, words in ((1, "roll 2d6"), (3, "3 × roll 2d6")):
        assert told("rolls", "phrases", rolls=rolls, dice="2d6") == words
    for back, words in ((True, "10 mph in reverse"), (False, "10 mph")):
        assert told("mph", "phrases", mph=10, back=back) == words
    assert told("compass", "phrases", x=2.0, west=True, y=1.25, south=False) == (
        "2.0 west and 1.2 north of the middle"
    )
