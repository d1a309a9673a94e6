"""`python -m games pace` counts what a match asks."""

from __future__ import annotations

from typing import Any

import pytest

from games import pace
from games.__main__ import main
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table

NASCARDS = find("nascards")
SHORT = NASCARDS.Options(goal=100)


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
    assert not any(pace.is_unasked(table, ask) for ask in table.asks)


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
