"""Every numbered ruling of a game's README is named in a rule case, and none is named in vain."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import pytest

from games.engine.cases import read_cases
from games.engine.found import NAMES, find

ROOT: Final = Path(__file__).parents[2]
NUMBER: Final = r"[A-Z]?\d+"
ROW: Final = re.compile(rf"^\| ({NUMBER}) \| ", re.MULTILINE)
"""A ruling in the README: its number opens a row of the table."""
CITED: Final = re.compile(rf"\bRulings? ({NUMBER}(?:(?:, and |, | and ){NUMBER})*)")
""" "Ruling 7", "Rulings 7 and 16", "Ruling 60, 67"."""

BY_TEST: Final[Mapping[str, Mapping[str, str]]] = {
    "carwars": {
        "7": "tests/games/carwars/test_builds.py::test_a_legal_car",
        "52": "tests/games/carwars/test_builds.py::test_the_cars_that_come_with_the_game",
    }
}
"""By game and ruling: the test that holds a ruling which a rule case cannot express, written
`tests/games/nascards/test_words.py::test_of_that_name`."""


def folder(game: str) -> Path:
    """Where a game's README lies."""
    source = sys.modules[type(find(game)).__module__].__file__
    assert source is not None
    return Path(source).parent


def rulings(readme: str) -> list[str]:
    """Numbers of the rulings in a README, as they stand there."""
    _, heading, after = readme.partition("\n## Rulings\n")
    assert heading, "the README has no section Rulings"
    return ROW.findall(after.partition("\n## ")[0])


def cited(texts: Iterable[str]) -> set[str]:
    """Numbers of the rulings that some texts cite."""
    found = {number for text in texts for number in CITED.findall(text)}
    return {number for several in found for number in re.findall(NUMBER, several)}


def of_game(game: str) -> list[str]:
    return rulings((folder(game) / "README.md").read_text(encoding="utf-8"))


def by_case(game: str) -> set[str]:
    """The rulings that a game's rule cases cite."""
    files = (ROOT / "tests" / "cases").rglob("*.toml")
    read = [read_cases(path.read_text(encoding="utf-8")) for path in files]
    return cited(case.rule for cases in read if cases.game == game for case in cases.case)


def by_code(game: str) -> set[str]:
    """The rulings that a game's code cites."""
    files = folder(game).rglob("*.py")
    return cited(re.sub(r"\s+", " ", path.read_text(encoding="utf-8")) for path in files)


def exists(test: str) -> bool:
    """Whether `tests/games/test_rulings.py::test_of_that_name` is a test there."""
    path, _, name = test.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return name.startswith("test_") and name in names


@pytest.mark.parametrize("game", sorted(NAMES))
def test_each_ruling_has_a_case(game: str) -> None:
    held = by_case(game) | BY_TEST.get(game, {}).keys()
    assert [number for number in of_game(game) if number not in held] == []


@pytest.mark.parametrize("game", sorted(NAMES))
def test_no_number_is_given_twice(game: str) -> None:
    numbers = of_game(game)
    assert numbers
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("game", sorted(NAMES))
def test_each_ruling_that_is_cited_exists(game: str) -> None:
    assert (by_case(game) | by_code(game)) - set(of_game(game)) == set()


def test_the_card_game_cites_each_ruling_where_it_bites() -> None:
    code = by_code("carwars-cards")
    assert [number for number in of_game("carwars-cards") if number not in code] == []


def test_a_test_that_stands_for_a_case_exists_and_is_needed() -> None:
    for game, tests in BY_TEST.items():
        assert set(tests) <= set(of_game(game)) - by_case(game)
        assert [test for test in tests.values() if not exists(test)] == []


# -- the count itself


def test_a_readme_is_read_row_by_row() -> None:
    table = "| # | Q |\n|---|---|\n| 1 | a |\n| B2 | b |\n"
    text = f"| 9 | before |\n\n## Rulings\n\n{table}\n## More\n| 3 | after |\n"
    assert rulings(text) == ["1", "B2"]


def test_several_numbers_in_one_citation_all_count() -> None:
    texts = ["Rules: Attack; Ruling 1", "Rulings 7 and 16", "Ruling B4, B5, B6", "Ruling 60, 67; 8"]
    assert cited(texts) == {"1", "7", "16", "B4", "B5", "B6", "60", "67"}
    assert cited(["A ruling 5", "house ruling"]) == set()


def test_a_test_is_found_by_its_name() -> None:
    here = "tests/games/test_rulings.py"
    assert exists(f"{here}::test_no_number_is_given_twice")
    assert not exists(f"{here}::test_of_nothing")
    assert not exists(f"{here}::exists")
