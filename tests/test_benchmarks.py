"""`python -m benchmarks` runs every benchmark there is, and fails when one of them does.

Whether each of them runs is shown by `make check`: it runs all in their shortest form.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import benchmarks
from benchmarks.__main__ import ASIDE, NAMES, failed

HERE = Path(benchmarks.__file__).parent
BESIDE = {"bot_process", "against_side"}
"""Started by `benchmarks.bot` and `benchmarks.against`."""


def test_every_benchmark_is_run() -> None:
    runnable = {
        file.stem for file in HERE.glob("[a-z]*.py") if '__name__ == "__main__"' in file.read_text()
    }
    assert runnable - BESIDE == {*NAMES, *ASIDE}


def test_a_benchmark_that_cannot_run_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    assert failed(dict.fromkeys(["geometry", "nothing"], ("--help",))) == ["nothing"]
    assert "--shortest" in capfd.readouterr().out
