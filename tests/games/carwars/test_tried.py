"""Every card that does something is played by a rule case that fails without it.

The command runs in a process of its own: what other tests have had reckoned with the cards as they
are would stand in for a card's effects.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games.carwars.effects import EFFECTS

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "carwars"


def effects(cases: Path) -> tuple[int, list[str]]:
    """What `python -m games effects carwars` says of these cases: its exit code, and its lines."""
    words = (sys.executable, "-m", "games", "effects", "carwars", str(cases))
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=ROOT)
    return done.returncode, done.stdout.splitlines()


def test_every_card_has_a_case() -> None:
    code, lines = effects(CASES)
    assert (code, lines[-1]) == (0, "every card has a case")
    assert len(lines) == 1 + sum(map(bool, EFFECTS.values()))


def test_a_card_without_a_case_is_told() -> None:
    code, lines = effects(CASES / "setup.toml")
    assert code == 1
    assert f"{'possum':<45}no case fails without it" in lines
