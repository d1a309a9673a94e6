"""All benchmarks but those `ASIDE`, in turn, each shorter than by itself: `python -m
benchmarks [--shortest]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Final

from benchmarks.arguments import SHORTEST

NAMES: Final[Mapping[str, Sequence[str]]] = {
    "rules": ("--rounds", "11"),
    "geometry": ("--rounds", "11"),
    "carwars_plane": ("--rounds", "11"),
    "computers": ("--games", "3"),
    "fights": ("--games", "20"),
    "pictures": ("--views", "60"),
    "films": ("--matches", "1"),
    "store": ("--rounds", "3"),
    "start": (),
    "bot": (),
}
"""In their order, each with what makes it shorter here than by itself."""
ASIDE: Final = ("against", "shortcuts", "processes")
"""They take up to a quarter of an hour each, and the first an environment that it fetches; not in
their shortest forms."""


def failed(runs: Mapping[str, Sequence[str]]) -> list[str]:
    """Run these benchmarks with their arguments; returns those that failed."""
    out = []
    for name, arguments in runs.items():
        print(f"== {name}", flush=True)
        began = time.perf_counter()
        command = [sys.executable, "-m", f"benchmarks.{name}", *arguments]
        if subprocess.run(command, check=False).returncode:
            out.append(name)
        print(f"== {name} took {time.perf_counter() - began:.0f} s", flush=True)
    return out


def main() -> None:
    """All of them, also after one has failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(SHORTEST, action="store_true", help="every part once, in a minute in all")
    shortest = parser.parse_args().shortest
    if names := failed(dict.fromkeys((*NAMES, *ASIDE), (SHORTEST,)) if shortest else NAMES):
        sys.exit(f"failed: {', '.join(names)}")


if __name__ == "__main__":
    main()
