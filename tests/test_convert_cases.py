"""`tools/convert_cases.py` moves what rule cases expect, and changes nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine.cases import read_cases
from tools.convert_cases import PATHS, convert, moved

MOVES = (
    ("view.cars.*.place", "view.ranks.{0}"),
    ("view.cars.*.hand_size", "view.cars.{0}.hand.count"),
    ("view.pile", "view.pile.count"),
    ("views.*.kept", "views.{0}.cars.{0}.kept"),
)
HEAD = """# A file of cases.
game = "toy"

[[case]]
name = "a case"
rule = "Toy: Bidding"
set.pile = [1, 2]
"""
BEFORE = """expect.view.cars.1 = { miles = 3, place = 2, marks = [[1, "a, b"], []] } # why
expect.view.cars.0.hand_size = 4
expect.view.cars.2 = { place = 1 }
expect.view.pile = 2
expect.views.1.kept = "bump"
expect.events = [
  { event = "moved", place = 2 },
]
"""
AFTER = """expect.view.cars.1 = { miles = 3, marks = [[1, "a, b"], []] }
expect.view.ranks.1 = 2
expect.view.cars.0.hand.count = 4
expect.view.ranks.2 = 1
expect.view.pile.count = 2
expect.views.1.cars.1.kept = "bump"
expect.events = [
  { event = "moved", place = 2 },
]
"""


def test_paths_are_moved_and_nothing_else() -> None:
    before = BEFORE.replace(" # why", "")
    assert convert(HEAD + before, MOVES) == HEAD + AFTER
    assert convert(HEAD + AFTER, MOVES) == HEAD + AFTER


@pytest.mark.parametrize(
    "written",
    [
        BEFORE,
        "expect = { view = { pile = 2 } }\n",
        "expect.view.cars.1 = { marks = { front = 1 }, hand_size = 1}\nexpect.view . pile = 2\n",
    ],
)
def test_what_it_cannot_convert_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="can"):
        convert(HEAD + written, MOVES)


@pytest.mark.parametrize("game", PATHS)
def test_the_cases_of_a_game_have_been_converted(game: str) -> None:
    for file in sorted((Path(__file__).parent / "cases" / game.replace("-", "_")).glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        assert convert(text, PATHS[game]) == text
        assert read_cases(text).game == game


def test_positions_are_moved_too() -> None:
    moves = [("set.quit", "set.left")]
    before = HEAD + 'set.quit = [1]\nset.rolled = { "-1" = 2 }\n'
    assert convert(before, moves) == before.replace("quit", "left")


def test_an_old_path_is_any_beginning_of_a_path() -> None:
    assert moved("view.pile.has", MOVES) == "view.pile.count.has"
    assert moved("view.piles", MOVES) == "view.piles"
