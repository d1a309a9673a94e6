"""What runs every day: of a test's variants one in four, and never none."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

TREE = Path(__file__).parent.parent
DRAWS = "tests/images/test_lobby.py"
"""Its tests draw, and have from one to 28 variants."""


def collected(marks: str) -> Counter[str]:
    """How many variants of each test are collected."""
    words = (sys.executable, "-m", "pytest", "--collect-only", "-m", marks, DRAWS)
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=TREE)
    return Counter(line.partition("[")[0] for line in done.stdout.splitlines() if "::" in line)


@pytest.mark.long
def test_one_variant_in_four_runs_every_day_and_the_others_are_long() -> None:
    all_of_it, daily, others = (
        collected("long or not long"),
        collected("not long"),
        collected("long"),
    )
    assert len(all_of_it) > 3
    assert daily + others == all_of_it
    for name, variants in all_of_it.items():
        assert variants // 4 <= daily[name] <= -(-variants // 4), name
        assert daily[name] > 0, name
