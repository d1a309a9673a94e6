"""Every Maneuver card is shown in some rule case: none is taken on trust."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from games.engine.cases import read_cases
from games.nascards.cards import NUMBERS

FOLDER: Final = Path(__file__).parents[2] / "cases" / "nascards"


def test_every_maneuver_card_is_kept_and_shown_in_a_case() -> None:
    kept: set[str] = set()
    for file in sorted(FOLDER.glob("*.toml")):
        for case in read_cases(file.read_text(encoding="utf-8")).case:
            drivers = case.set.get("drivers", {}).values()
            kept |= {driver["kept"] for driver in drivers if "kept" in driver}
            kept |= {answer["keep"] for answer in case.answers if "keep" in answer}
    assert sorted(set(NUMBERS) - kept) == []
