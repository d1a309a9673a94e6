"""The seat that stood still stays as it was, so that later ones can be measured against it."""

from __future__ import annotations

import hashlib
import random
from functools import partial

import msgspec
import pytest

from benchmarks.opponents.parked import SEAT
from games.__main__ import main
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.mini_carwars import GAME
from games.mini_carwars.options import Options, Scenario

DECIDED: dict[Scenario, tuple[int, str]] = {
    "road-duel": (221, "8bd2515a"),
    "arena": (187, "7c0d2dfb"),
}
"""By scenario: answers of a fight against itself, and a hash of them all. Of shots that are worth
the same it takes the first, so they hang on the order in which shots are put to a seat, too."""


@pytest.mark.parametrize("scenario", DECIDED)
def test_it_decides_as_it_did(scenario: Scenario) -> None:
    table, _ = Table.start(GAME, 2, SeededChance(5), Options(scenario=scenario))
    rng, count, mark = random.Random(5), 0, hashlib.sha256()
    while table.result is None:
        for ask in table.asks:
            seen, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            value = SEAT.decide(seen, ask, imagine, rng).answer
            mark.update(msgspec.json.encode((ask.seat, ask.number, value)))
            count += 1
            table.answer(ask.seat, ask.number, value)
    assert (count, mark.hexdigest()[:8]) == DECIDED[scenario]


def test_it_can_be_met(capsys: pytest.CaptureFixture[str]) -> None:
    parked = "benchmarks.opponents.parked"
    assert main(["match", "mini-carwars", "--games", "2", "--levels", f"easy,{parked}"]) == 0
    told = capsys.readouterr().out
    assert f"{parked} chose " in told
    assert f"{parked} played with 1: Rocket Special 100.0 %" in told
    assert "mph on average" in told


def test_a_module_without_a_seat_is_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("benchmarks.opponents", "no.such.module", "hard", ""):
        with pytest.raises(SystemExit):
            main(["match", "mini-carwars", "--levels", f"easy,{wrong}"])
        assert f"hunter, not {wrong!r}" in capsys.readouterr().err
