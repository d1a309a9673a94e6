"""Chance: the sealed stream as docs/fair-play.md tells it, and scripts that must be used up."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games.engine import chance as sealed
from games.engine.chance import (
    Chance,
    ScriptedChance,
    ScriptError,
    SealedChance,
    SeededChance,
    SplicedChance,
    commitment,
)
from games.engine.fair import LoggedChance, as_json

SCRIPT = Path(__file__).parents[3] / "tools" / "verify.py"
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def verify() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def log(words: str = "lucky") -> dict[str, Any]:
    chance = LoggedChance(SEED, "example", words)
    chance.below(6, "mishap of seat 3")
    chance.shuffled(range(10), "deck")
    chance.below(9 * 10**18, "wide")
    logged: dict[str, Any] = json.loads(json.dumps(as_json(chance.reveal())))
    return logged


def test_the_engine_comes_to_the_known_results(verify: ModuleType) -> None:
    assert log() == verify.VECTOR


def test_the_script_comes_to_the_known_results(verify: ModuleType) -> None:
    assert verify.check(verify.VECTOR) == []


def test_the_example_of_the_page_is_a_real_one(verify: ModuleType) -> None:
    page = (SCRIPT.parents[1] / "docs" / "fair-play.md").read_text(encoding="utf-8")
    example = json.loads(page.split("```json")[1].split("```")[0])
    assert len(example["draws"]) == 2
    assert verify.check(example) == []


def test_the_script_agrees_over_a_long_log(verify: ModuleType) -> None:
    chance = LoggedChance(b"another seed of thirty-two bytes", "m", "")
    for n in range(300):
        chance.below(1 + n * n, f"draw {n}")
        chance.shuffled([n % 7] * 3 + list(range(n)), "deck")
    assert verify.check(json.loads(json.dumps(as_json(chance.reveal())))) == []


@pytest.mark.parametrize(
    ("part", "value", "fault"),
    [
        ("words", "other", "draw 0"),
        ("match", "other", "draw 0"),
        ("seed", SEED[::-1].hex(), "promised"),
        ("commitment", "00", "promised"),
    ],
)
def test_the_script_notices(verify: ModuleType, part: str, value: str, fault: str) -> None:
    assert fault in verify.check({**log(), part: value})[0]


def test_the_script_notices_a_changed_and_a_missing_draw(verify: ModuleType) -> None:
    changed, missing = log(), log()
    changed["draws"][1]["result"].reverse()
    del missing["draws"][1]
    assert "draw 1 (deck)" in verify.check(changed)[0]
    assert verify.check(missing) == ["draw 1 is missing"]


def test_the_script_runs_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(log()), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "3 draws, each as the sealed seed gives it\n")


def test_the_commitment_is_sha256() -> None:
    assert commitment(b"abc").startswith("ba7816bf8f01cfea")


def test_a_log_keeps_replayed_draws_once() -> None:
    chance = LoggedChance(SEED, "m")
    first = [chance.below(100, str(n)) for n in range(3)]
    again = chance.at(1)
    assert [again.below(100, "1"), again.below(100, "2"), again.below(100, "3")][:2] == first[1:]
    assert [draw.n for draw in again.reveal().draws] == [0, 1, 2, 3]


def test_a_log_leaves_out_draws_that_were_undone() -> None:
    chance = LoggedChance(SEED, "m")
    for n in range(3):
        chance.below(6, str(n))
    undone = chance.at(1)
    assert [draw.n for draw in undone.reveal().draws] == [0]


def test_the_seed_does_not_reach_a_log_line() -> None:
    assert SEED.hex() not in repr(SealedChance(SEED, "m"))
    assert repr(SEED) not in repr(SealedChance(SEED, "m"))


SOURCES = [SealedChance(SEED, "m"), SeededChance(7)]


@pytest.mark.parametrize("chance", SOURCES, ids=["sealed", "seeded"])
def test_draws_come_of_their_number_alone(chance: Chance) -> None:
    whole, limits = chance.at(0), (2, 6, 10**9, 150, 3)
    results = [whole.below(limit, f"d{n}") for n, limit in enumerate(limits)]
    for n, limit in enumerate(limits):
        part = chance.at(n)
        assert part.below(limit, f"d{n}") == results[n]
        assert part.draws == n + 1
    assert chance.at(9).shuffled(range(40), "deck") == chance.at(9).shuffled(range(40), "deck")


@pytest.mark.parametrize("chance", SOURCES, ids=["sealed", "seeded"])
@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 10])
def test_below_is_fair_and_in_bounds(chance: Chance, limit: int) -> None:
    source = chance.at(0)
    counts = Counter(source.below(limit, "") for _ in range(1200 * limit))
    assert sorted(counts) == list(range(limit))
    # Five standard deviations: the draws are fixed, so this can't fail by bad luck.
    assert all(abs(count - 1200) < 5 * 1200**0.5 for count in counts.values())


@pytest.mark.parametrize("chance", SOURCES, ids=["sealed", "seeded"])
def test_every_order_of_a_shuffle_is_as_likely(chance: Chance) -> None:
    source = chance.at(0)
    counts = Counter(tuple(source.shuffled([0, 1, 2, 3], "deck")) for _ in range(24 * 400))
    assert set(counts) == set(permutations(range(4)))
    assert all(abs(count - 400) < 5 * 400**0.5 for count in counts.values())


def test_below_throws_away_what_would_favour_small_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    top = (1 << 64) - 1
    stream = iter([top, top - 1, (1 << 64) - 4, 5])
    monkeypatch.setattr(sealed, "_numbers", lambda key, wanted: stream)
    # 2**64 is 4 more than a multiple of 6: the top four numbers are no good.
    assert SealedChance(SEED, "m").below(6, "die") == 5


def test_a_spliced_source_keeps_its_past_and_has_another_future() -> None:
    first, then = SeededChance(1), SeededChance(2, 5)
    past = [first.below(100, "") for _ in range(3)]
    spliced = SplicedChance(first, then)
    future = [spliced.below(100, "") for _ in range(3)]
    assert future == [SeededChance(2, n).below(100, "") for n in (5, 6, 7)]
    again = spliced.at(0)
    assert [again.below(100, "") for _ in range(6)] == past + future
    assert spliced.draws == again.draws == 6
    assert spliced.at(4).below(100, "") == future[1]
    assert spliced.rest().draws == 8
    assert spliced.at(3).rest().draws == 5
    assert spliced.at(1).shuffled([1, 2, 3], "") == SeededChance(1, 1).shuffled([1, 2, 3], "")


def test_words_of_the_players_change_every_draw() -> None:
    one, other = SealedChance(SEED, "m", "a"), SealedChance(SEED, "m", "b")
    assert [one.below(10**9, "x") for _ in range(3)] != [other.below(10**9, "x") for _ in range(3)]


def test_a_script_gives_its_results() -> None:
    chance = ScriptedChance([("die", 4), ("", [2, 0, 1]), ("deck", None)])
    assert chance.below(6, "die") == 4
    assert chance.shuffled([0, 1, 2], "deck") == [2, 0, 1]
    assert chance.shuffled([0, 1, 2], "deck") == [0, 1, 2]
    chance.finish()


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ([], "not in the script"),
        ([("coin", 1)], "the script says 'coin'"),
        ([("die", 6)], "below 6"),
        ([("die", [1])], "below 6"),
        ([("die", -1)], "below 6"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(script: Any, fault: str) -> None:
    with pytest.raises(ScriptError, match=fault):
        ScriptedChance(script).below(6, "die")


@pytest.mark.parametrize("result", [3, [0, 1], [0, 1, 1]])
def test_a_scripted_shuffle_has_the_same_cards(result: Any) -> None:
    with pytest.raises(ScriptError, match="not the ones shuffled"):
        ScriptedChance([("deck", result)]).shuffled([0, 1, 2], "deck")


def test_a_script_must_be_used_up() -> None:
    with pytest.raises(ScriptError, match=r"\['die'\]"):
        ScriptedChance([("die", 1)]).finish()


def test_a_script_can_be_taken_up_anywhere() -> None:
    assert ScriptedChance([("a", 0), ("b", 1)]).at(1).below(2, "b") == 1
