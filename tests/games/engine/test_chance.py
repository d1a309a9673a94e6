"""Chance: the sealed stream as docs/fair-play.md tells it, and scripts that must be used up."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
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
from games.engine.fair import LoggedChance, reveal, sealed_chance

SCRIPT = Path(__file__).parents[3] / "tools" / "verify.py"
SEED = bytes(range(32))
MESSAGE = 1442531289751552000


@pytest.fixture(scope="module")
def verify() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def log(words: str = "lucky") -> dict[str, Any]:
    chance = LoggedChance(sealed_chance(SEED, "example", MESSAGE, words))
    chance.below(6, "mishap of seat 3")
    chance.shuffled(range(10), "deck")
    chance.below(9 * 10**18, "wide")
    return exported(SEED, "example", words, chance)


def exported(seed: bytes, match: str, words: str, chance: LoggedChance) -> dict[str, Any]:
    revealed = reveal(seed, match, MESSAGE, words, chance.logged())
    written: dict[str, Any] = json.loads(msgspec.json.encode(revealed))
    return written


def test_the_engine_comes_to_the_known_results(verify: ModuleType) -> None:
    assert log() == verify.VECTOR


def test_the_script_comes_to_the_known_results(verify: ModuleType) -> None:
    assert verify.check(verify.read(json.dumps(verify.VECTOR)), verify.VECTOR["digest"][:16]) == []


def test_the_example_of_the_page_is_a_real_one(verify: ModuleType) -> None:
    page = (SCRIPT.parents[1] / "docs" / "fair-play.md").read_text(encoding="utf-8")
    example = verify.read(page.split("```json")[1].split("```")[0])
    assert len(example["draws"]) == 2
    assert verify.check(example) == []


def test_the_script_agrees_over_a_long_log(verify: ModuleType) -> None:
    seed = b"another seed of thirty-two bytes"
    chance = LoggedChance(sealed_chance(seed, "m", MESSAGE, "Zoë"))
    for n in range(300):
        chance.below(1 + n * n, f"draw {n}")
        chance.shuffled([n % 7] * 3 + list(range(n)), "deck")
    assert verify.check(verify.read(json.dumps(exported(seed, "m", "Zoë", chance)))) == []


def test_the_script_reads_logs_from_before_there_were_sealing_messages(verify: ModuleType) -> None:
    """Their draws are keyed by their names too; the numbers are those of the page of that time."""
    chance = LoggedChance(sealed_chance(SEED, "example", 0, "lucky"))
    assert chance.below(6, "mishap of seat 3") == 5
    assert chance.shuffled(range(10), "deck") == [8, 6, 1, 0, 2, 3, 4, 5, 7, 9]
    assert chance.below(9 * 10**18, "wide") == 3389708582342892895
    old = msgspec.to_builtins(reveal(SEED, "example", 0, "lucky", chance.logged()))
    assert "message" not in old
    assert verify.check(verify.read(json.dumps(old))) == []
    old["draws"][0]["name"] = "another"
    assert "draw 0 (another)" in verify.check(verify.read(json.dumps(old)))[0]


@pytest.mark.parametrize(
    ("part", "value", "fault"),
    [
        ("words", "other", "draw 0"),
        ("match", "other", "draw 0"),
        ("message", "1442531289751552001", "draw 0"),
        ("seed", SEED[::-1].hex(), "sealed"),
        ("commitment", "0" * 64, "sealed"),
        ("digest", "0" * 64, "digest"),
    ],
)
def test_the_script_notices(verify: ModuleType, part: str, value: str, fault: str) -> None:
    assert fault in verify.check(verify.read(json.dumps({**log(), part: value})))[0]


def test_the_script_notices_a_changed_and_a_missing_draw(verify: ModuleType) -> None:
    changed, missing, cut = log(), log(), log()
    changed["draws"][1]["result"].reverse()
    del missing["draws"][1]
    del cut["draws"][2]
    assert "draw 1 (deck)" in verify.check(changed)[0]
    assert verify.check(missing)[0] == "draw 1 is missing"
    assert verify.check(cut) == [
        "the draws do not give the log's own digest: it was cut off or changed"
    ]


def test_a_log_forged_as_a_whole_does_not_have_the_boards_digest(verify: ModuleType) -> None:
    """Who has the seed can write another log in which each draw is as the seed gives it."""
    board = log()["digest"][:16]
    chance = LoggedChance(sealed_chance(SEED, "example", MESSAGE, "lucky"))
    chance.below(20, "mishap of seat 3")
    chance.shuffled([*range(8), 9, 9], "deck")
    forged = exported(SEED, "example", "lucky", chance)
    assert verify.check(forged) == []
    assert "the channel shows " + board in verify.check(forged, board)[0]
    assert verify.check(log(), board) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda log: log["draws"].clear(), "empty"),
        (lambda log: log.pop("digest"), "digest"),
        (lambda log: log.update(more=1), "more"),
        (lambda log: log.update(seed="00"), "seed"),
        (lambda log: log.update(words=7), "words"),
        (lambda log: log.update(match="\ud800"), "match"),
        (lambda log: log.update(message=5), "message"),
        (lambda log: log.update(message="\u0661"), "message"),
        (lambda log: log["draws"][0].update(name="\x1b[2J"), "draw 0: it is not a draw"),
        (lambda log: log.update(message="9" * 99), "message"),
        (lambda log: log.update(draws={}), "empty"),
        (lambda log: log["draws"].append(7), "draw 3: it is not a draw"),
        (lambda log: log["draws"][0].update(limit=0), "draw 0: its limit"),
        (lambda log: log["draws"][0].update(limit=True), "draw 0: its limit"),
        (lambda log: log["draws"][0].update(limit=2**64 + 1), "draw 0: its limit"),
        (lambda log: log["draws"][0].update(result=6), "draw 0: its result"),
        (lambda log: log["draws"][0].update(cards=[1]), "draw 0: it has other fields"),
        (lambda log: log["draws"][0].update(kind="roll"), "draw 0: it is neither"),
        (lambda log: log["draws"][1].update(limit=3), "draw 1: it is neither"),
        (lambda log: log["draws"][1].update(cards="abc"), "draw 1: its cards"),
        (lambda log: log["draws"][1].update(cards=[*range(9), 99]), "draw 1: its result"),
    ],
)
def test_the_script_refuses_what_is_no_log(
    verify: ModuleType, change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    odd = log()
    change(odd)
    with pytest.raises(verify.Unreadable, match=fault):
        verify.read(json.dumps(odd))


@pytest.mark.parametrize("text", ["", "[]", "7", '{"match": "m"', "[" * 100_000])
def test_the_script_refuses_what_is_no_json_of_a_log(verify: ModuleType, text: str) -> None:
    with pytest.raises(verify.Unreadable):
        verify.read(text)


@pytest.mark.parametrize(
    ("text", "more", "code", "said"),
    [
        (json.dumps, [], 0, "3 draws, each as the sealed seed gives it\ncompare with the message"),
        (json.dumps, ["--digest", "a92e66e660b08cd4"], 0, "3 draws"),
        (json.dumps, ["--digest", "b92e66e660b08cd4"], 1, "the channel shows b92e66e660b08cd4"),
        (json.dumps, ["--digest", "92e66e660b08cd40"], 1, "the channel shows 92e66e660b08cd40"),
        (json.dumps, ["--digest", "zz"], 2, "--digest: 16 to 64"),
        (json.dumps, ["--digest", ""], 2, "--digest: 16 to 64"),
        (lambda log: json.dumps(log)[:400], [], 2, "cut off"),
        (lambda log: json.dumps({**log, "draws": []}), [], 2, "empty"),
        (lambda log: json.dumps({**log, "words": ""}), [], 1, "draw 0 (mishap of seat 3) came to"),
    ],
)
def test_the_script_runs_alone(
    tmp_path: Path, text: Callable[[Any], str], more: list[str], code: int, said: str
) -> None:
    file = tmp_path / "match.json"
    file.write_text(text(log()), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(file), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (code, "")
    assert said in done.stdout


def test_the_script_says_what_its_reader_cannot_show(tmp_path: Path) -> None:
    """A terminal or file that does not know all letters is no fault of the log."""
    chance = LoggedChance(sealed_chance(SEED, "example", MESSAGE, "Zoë 🍀"))
    chance.below(6, "die")
    file = tmp_path / "match.json"
    file.write_text(json.dumps(exported(SEED, "example", "Zoë 🍀", chance)), encoding="utf-8")
    command, env = [sys.executable, str(SCRIPT), str(file)], os.environ
    done = subprocess.run(
        command, capture_output=True, text=True, check=False,
        env={**env, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 draws, each as the sealed seed gives it" in done.stdout


def test_the_commitment_is_sha256() -> None:
    assert commitment(b"abc").startswith("ba7816bf8f01cfea")


def test_a_log_keeps_replayed_draws_once() -> None:
    chance = LoggedChance(SeededChance(5))
    first = [chance.below(100, str(n)) for n in range(3)]
    again = chance.at(1)
    assert [again.below(100, "1"), again.below(100, "2"), again.below(100, "3")][:2] == first[1:]
    assert [draw.n for draw in again.logged()] == [0, 1, 2, 3]
    assert [draw.n for draw in again.logged(2)] == [2, 3]


def test_a_log_leaves_out_draws_that_were_undone() -> None:
    chance = LoggedChance(SeededChance(5))
    for n in range(3):
        chance.below(6, str(n))
    assert [draw.n for draw in chance.at(1).logged()] == [0]


def test_a_logged_draw_holds_for_its_source_alone() -> None:
    source = sealed_chance(SEED, "m", MESSAGE, "")
    chance = LoggedChance(source.at(0))
    chance.below(10**9, "die")
    chance.shuffled(range(40), "deck")
    other = sealed_chance(SEED, "m", MESSAGE + 1, "")
    assert [draw.holds(source) for draw in chance.logged()] == [True, True]
    assert [draw.holds(other) for draw in chance.logged()] == [False, False]


def test_an_undo_cannot_change_the_luck() -> None:
    """Another question at the same number is answered by the same stream, whatever its name."""
    chance = sealed_chance(SEED, "m", MESSAGE, "")
    assert chance.at(4).below(10**9, "to hit") == chance.at(4).below(10**9, "skid")
    assert chance.at(4).shuffled(range(9), "a") == chance.at(4).shuffled(range(9), "b")


def test_the_sealing_message_changes_every_draw() -> None:
    """Who knows seed and words beforehand still cannot know a draw."""
    sources = [sealed_chance(SEED, "m", MESSAGE + n, "words") for n in range(50)]
    assert len({source.below(10**9, "x") for source in sources}) == 50


def test_the_seed_does_not_reach_a_log_line() -> None:
    assert SEED.hex() not in repr(SealedChance(SEED, "m", MESSAGE))
    assert repr(SEED) not in repr(SealedChance(SEED, "m", MESSAGE))


SOURCES = [SealedChance(SEED, "m", MESSAGE), SeededChance(7)]


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
    assert SealedChance(SEED, "m", MESSAGE).below(6, "die") == 5


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
    one, other = (SealedChance(SEED, "m", MESSAGE, words) for words in "ab")
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
