"""All benchmarks but those `ASIDE`, in turn: `python -m benchmarks [--shortest]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.arguments import SHORTEST

NAMES = (
    "rules", "geometry", "carwars_plane", "computers", "fights", "pictures", "films", "store",
    "start", "bot", "processes",
)  # fmt: skip
ASIDE = ("against", "shortcuts")
"""They take a quarter of an hour, and the first an environment that it fetches; not in their
shortest forms."""


def failed(names: Sequence[str], *arguments: str) -> list[str]:
    """Run these benchmarks with these arguments; returns those that failed."""
    out = []
    for name in names:
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
    if names := failed((*NAMES, *ASIDE), SHORTEST) if shortest else failed(NAMES):
        sys.exit(f"failed: {', '.join(names)}")


if __name__ == "__main__":
    main()
