"""Every card that does something, and every pair of hook and op, has a rule case that fails
without it.

The command runs in a process of its own: what other tests have had reckoned with the cards as they
are would stand in for a card's effects.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games.carwars.effects import EFFECTS, OPS

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "carwars"


def effects(cases: Path) -> tuple[int, list[str]]:
    """What `python -m tools.tried` says of these cases: its exit code, and its lines."""
    words = (sys.executable, "-m", "tools.tried", str(cases))
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=ROOT)
    return done.returncode, done.stdout.splitlines()


def test_every_card_and_every_pair_of_hook_and_op_has_a_case() -> None:
    code, lines = effects(CASES)
    assert (code, lines[-1]) == (0, "each of the 211 has a case")
    cards, pairs = sum(map(bool, EFFECTS.values())), sum(len(what.hooks) for what in OPS.values())
    assert (cards, pairs, len(lines)) == (151, 60, 151 + 60 + 1)


def test_what_has_no_case_is_told(tmp_path: Path) -> None:
    """A case that fails whatever a card does is none."""
    cases, wrong = (CASES / "setup.toml").read_text(), tmp_path / "setup.toml"
    wrong.write_text(
        f'{cases}\n[[case]]\nname = "x"\nrule = "x"\nset.active = "possum"\nexpect.asked = []\n'
    )
    code, lines = effects(wrong)
    assert (code, lines[-1].partition(" ")[2]) == (1, "of 211 have no case")
    for name in ("possum", "attack refire"):
        assert f"{name:<45}no case fails without it" in lines
