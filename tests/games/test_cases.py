"""Every rule case in tests/cases holds, and the games' command line plays and checks them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.__main__ import main
from games.engine.cases import Case, Cases, read_cases, run
from games.tally import Tally

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "cases"
FILES = sorted(FOLDER.rglob("*.toml"))


def every_case() -> list[tuple[Cases, Case]]:
    files = [read_cases(path.read_text(encoding="utf-8")) for path in FILES]
    return [(cases, case) for cases in files for case in cases.case]


CASES = every_case()


@pytest.mark.parametrize(("cases", "case"), CASES, ids=[case.name for _, case in CASES])
def test_rule_case(cases: Cases, case: Case) -> None:
    wrong = run(cases, case)
    assert not wrong, f"{case.rule}\n" + "\n".join(wrong)


def test_each_name_tells_one_case() -> None:
    names = [case.name for _, case in CASES]
    assert len(set(names)) == len(names)


def test_the_example_of_the_page_holds() -> None:
    page = (ROOT / "docs" / "rule-cases.md").read_text(encoding="utf-8")
    cases = read_cases(page.split("```toml")[1].split("```")[0])
    assert [run(cases, case) for case in cases.case] == [[]]


# -- the command line


def test_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert "carwars-cards       Car Wars: The Card Game: 2 to 6 seats" in capsys.readouterr().out


def test_a_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "carwars-cards", "--seats", "3", "--seed", "7", "--level", "mixed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 30
    places = [
        re.fullmatch(r"(\d)\. (\w+) \((easy|normal)\): (\d+) points", line) for line in lines[-3:]
    ]
    assert all(places)
    assert {place[2] for place in places if place} == {"Ann", "Ben", "Cleo"}


def test_quiet_play_shows_only_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "carwars-cards", "--seed", "3", "--single-duel", "--quiet"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert len(first.splitlines()) == 2
    assert main(arguments) == 0
    assert capsys.readouterr().out == first


def test_the_draws_of_a_match_can_be_verified(tmp_path: Path) -> None:
    log = tmp_path / "match.json"
    arguments = ["play", "carwars-cards", "--seed", "11", "--seats", "6", "--level", "easy"]
    assert main([*arguments, "--quiet", "--log", str(log)]) == 0
    script = ROOT / "tools" / "verify.py"
    done = subprocess.run(
        [sys.executable, str(script), str(log)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads(log.read_text(encoding="utf-8"))
    assert {draw["kind"] for draw in written["draws"]} == {"below", "shuffle"}
    written["draws"][1]["result"].reverse()
    log.write_text(json.dumps(written), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), str(log)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "draw 1" in done.stdout


def test_levels_are_matched_turned_round_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "carwars-cards", "--duels", "6", "--levels", "normal,easy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Car Wars: The Card Game: 6 games of 2"
    assert main(["match", "carwars-cards", "--games", "6", "--levels", "easy,normal"]) == 0
    # The same deals with the levels named the other way round: each won what it won before.
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(lines)


def test_a_tally_shares_what_is_shared() -> None:
    tally = Tally()
    tally.add(((0, 2), (1,)), ["normal", "easy", "easy"], ["red", "blue", "green"])
    tally.add(((1,), (0,), (2,)), ["normal", "easy", "easy"], ["red", "blue", "green"])
    lines = {line.split()[0]: line for line in tally.lines() if " won " in line}
    assert list(lines) == ["normal", "easy", "blue", "green", "red"]
    assert "won 0.5 of 2 games (25.0 %" in lines["normal"]
    assert "average place 1.75" in lines["normal"]
    assert "won 1.5 of 2 games (75.0 %" in lines["easy"]
    assert "average place 2.12" in lines["easy"]  # 1.5, 3, 1 and 3
    assert "won 1 of 2 games (50.0 %" in lines["blue"]
    tally.drove("easy", 60, "mph")
    tally.drove("easy", -10, "mph")
    told = list(tally.lines())
    assert f"{'normal':<19} played with 1: red 100.0 %" in told
    assert f"{'easy':<19} played with 2: blue 50.0 %, green 50.0 %" in told
    speeds = "chose 2 speeds: 35.0 mph on average, 50.0 % of them 10 mph or less"
    assert f"{'easy':<19} {speeds}" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "the following arguments are required: command"),
        (["paint"], "invalid choice: 'paint'"),
        (["play"], "required: game"),
        (["play", "chess"], "invalid choice: 'chess'"),
        (["play", "carwars-cards", "--seats", "9"], "2 to 6 seats, not 9"),
        (["play", "carwars-cards", "--seats", "none"], "'none' is not a number from 1"),
        (["play", "carwars-cards", "--seed", "x"], "invalid int value: 'x'"),
        (["play", "carwars-cards", "--level", "grand"], "has the levels easy, normal"),
        (["play", "carwars-cards", "--points-to-win", "3"], "points_to_win"),
        (["play", "carwars-cards", "--laps", "3"], "unrecognized arguments: --laps 3"),
        (["match", "carwars-cards", "--levels", "grand"], "has the levels easy, normal"),
        (["match", "carwars-cards", "--seats", "7"], "2 to 6 seats, not 7"),
        (["match", "carwars-cards", "--duels", "0"], "'0' is not a number from 1"),
        (["cases", "nowhere.toml"], "nowhere.toml"),
        (["list", "all"], "unknown argument all"),
    ],
)
def test_a_bad_value_is_one_line_and_exit_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


GOOD = """
game = "carwars-cards"
seats = 2
[[case]]
name = "Nobody is out at the beginning"
rule = "Rules: Starting the Game"
expect.view.turn = 0
"""


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (GOOD, 0, "1 cases, 0 failed"),
        (GOOD.replace("turn = 0", "turn = 5"), 1, "view.turn: expected 5, came 0"),
        (GOOD.replace("view.turn", "view.trun"), 1, "makes no sense: view has no part trun"),
        (GOOD.replace("seats", "chairs"), 1, "unknown field `chairs`"),
    ],
)
def test_cases_are_run_from_a_file(
    text: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "case.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["cases", str(tmp_path)]) == code
    assert said in capsys.readouterr().out


def test_a_folder_without_cases_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["cases", str(tmp_path)])
    assert "no cases in" in capsys.readouterr().err
