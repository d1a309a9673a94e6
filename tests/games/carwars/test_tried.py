"""Every card that does something is played by a rule case that fails without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.__main__ import main
from games.carwars.catalog import BY_ID
from games.carwars.effects import EFFECTS

CASES = Path(__file__).parents[2] / "cases" / "carwars"


def test_every_card_has_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    kept = dict(EFFECTS)
    assert main(["effects", "carwars", str(CASES)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "every card has a case"
    assert len(lines) == 1 + sum(map(bool, EFFECTS.values()))
    assert kept == EFFECTS


def test_a_card_without_a_case_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["effects", "carwars", str(CASES / "setup.toml")]) == 1
    out = capsys.readouterr().out
    assert f"{'possum':<45}no case fails without it" in out
    assert EFFECTS[BY_ID["possum"].number]
