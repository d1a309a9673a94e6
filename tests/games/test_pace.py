"""`python -m games pace` counts what a match asks."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from games import pace
from games.__main__ import main
from games.engine import automatic, presets
from games.engine.chance import SeededChance
from games.engine.found import all_games, find
from games.engine.game import Game
from games.engine.rows import BadData
from games.engine.table import Table
from tests.games.engine import toy

NASCARDS = find("nascards")
SHORT = NASCARDS.Options(goal=100)
WITH_LENGTHS = [game for game in all_games() if game.presets]


def test_every_answer_is_a_question_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[int] = []
    answer = Table.answer

    def counted(table: Table[Any], seat: int, number: int, value: object, **more: bool) -> Any:
        answers.append(seat)
        return answer(table, seat, number, value, **more)

    monkeypatch.setattr(Table, "answer", counted)
    match = pace.play(NASCARDS, 3, 5, SHORT)
    for seat, own in enumerate(match.seats):
        assert own.questions + own.unasked == answers.count(seat)
        assert own.questions == own.kinds.total()
        assert own.presses >= own.questions > own.obvious
    assert 0 < match.steps < len(answers)
    assert match.turns > 3


def test_what_nobody_is_asked_is_no_question() -> None:
    mini = find("mini-carwars")
    match = pace.play(mini, 2, 1, mini.Options())
    assert any(own.unasked for own in match.seats)
    assert not any(own.obvious for own in match.seats)
    table, _ = Table.start(mini, 2, SeededChance(1))
    assert not any(automatic.given(table, ask) for ask in table.asks)


def test_a_question_takes_what_the_game_says_of_its_kind() -> None:
    carwars = find("carwars")
    match = pace.play(carwars, 2, 1, carwars.Options())
    turns = sum(own.kinds["turn"] for own in match.seats)
    others = sum(own.questions for own in match.seats) - turns
    assert turns
    assert others
    assert sum(own.seconds for own in match.seats) == 25 * turns + 8 * others
    # One car drives at a time, so each of those turns is a step.
    assert match.seconds == 25 * turns + 8 * (match.steps - turns)


def test_the_same_seed_is_the_same_count() -> None:
    assert pace.play(NASCARDS, 2, 3, SHORT) == pace.play(NASCARDS, 2, 3, SHORT)


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pace", "nascards", "--goal", "100", "--games", "2", "--seats", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(pace.HEAD)
    assert all(part in out for part in ("| 3 |", "seat 3: ", "a seat is asked: "))


def test_too_many_seats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pace", "nascards", "--seats", "9"])
    assert "NASCARDS has 2 to 8 seats, not 9" in capsys.readouterr().err


# -- presets


@pytest.mark.parametrize("game", WITH_LENGTHS, ids=lambda game: game.name)
def test_every_length_says_what_it_is_and_was_measured(game: Game[Any]) -> None:
    assert tuple(game.presets) == presets.NAMES
    assert game.standard == game.presets["standard"].options
    for preset in game.presets.values():
        label, sentence = game.words.preset(preset.name)
        assert label
        assert sentence.endswith(".")
        assert len(sentence) <= 100
        low, high = game.room(preset.options)
        assert {low, high} <= {*preset.minutes} <= {*range(low, high + 1)}
        assert preset.about(low, 1) <= preset.about(high, high)
        assert game.preset_of(preset.options) == preset
    assert game.preset_of(None) is None


def test_minutes_between_what_was_measured() -> None:
    preset = presets.Preset("quick", None, {2: (10.0, 6.0), 4: (20.0, 8.0)})
    assert [preset.about(seats, seats) for seats in (2, 3, 4, 6)] == [10, 15, 20, 20]
    assert [preset.about(4, people) for people in (1, 2, 3, 4)] == [8, 12, 16, 20]
    assert preset.about(3, 1) == 7
    assert preset.span() == "10 to 20"
    assert presets.Preset("quick", None, {}).span() == ""


def test_a_game_of_one_file_has_no_lengths() -> None:
    assert toy.GAME.presets == {}
    assert toy.GAME.standard == toy.GAME.Options()
    assert toy.GAME.minutes == "1 minute"


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ("[quick]\n[standard]", "There is no preset long."),
        ("[quick]\n[standard]\n[long]\n[endless]", "Nothing reads the section [endless]."),
        ("[quick]\nlaps = 3\n[standard]\n[long]", "quick: There is no option laps."),
        ("[quick]\ngoal = 7\n[standard]\n[long]", "quick: Invalid enum value 7"),
    ],
)
def test_presets_that_do_not_fit_are_told(
    wrong: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presets, "read_if_there", lambda module, name: tomllib.loads(wrong))
    monkeypatch.setattr(presets, "_minutes", lambda module: {})
    with pytest.raises(BadData, match=re.escape(fault)):
        presets.read_presets("games.nascards", NASCARDS.Options)


@pytest.mark.long
@pytest.mark.parametrize("game", WITH_LENGTHS, ids=lambda game: game.name)
def test_what_the_lobby_promises_is_what_it_takes(game: Game[Any]) -> None:
    """A third more or less: so much do ten matches differ."""
    for preset in game.presets.values():
        low = game.room(preset.options)[0]
        matches = [pace.play(game, low, seed, preset.options) for seed in range(10)]
        for promised, measured in zip(preset.minutes[low], pace.minutes(matches), strict=True):
            assert measured == pytest.approx(promised, rel=1 / 3)


@pytest.mark.parametrize("game", WITH_LENGTHS, ids=lambda game: game.name)
def test_lengths_keep_to_an_evening(game: Game[Any]) -> None:
    # Six rounds of eight cars take longer; fewer would end most fights before a car falls.
    quick = 26 if game.name == "carwars" else 20
    for name, most in (("quick", quick), ("standard", 45)):
        assert max(every for every, _ in game.presets[name].minutes.values()) < most
    assert all(
        every < 20 for seats, (every, _) in game.presets["quick"].minutes.items() if seats < 8
    )
