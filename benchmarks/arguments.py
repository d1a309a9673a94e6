"""What every benchmark takes on its command line."""

from __future__ import annotations

import argparse

SHORTEST = "--shortest"


def parser(module: str, doc: str | None) -> argparse.ArgumentParser:
    """The parser of `python -m benchmarks.<module>`, with `--shortest`."""
    made = argparse.ArgumentParser(prog=f"python -m benchmarks.{module}", description=doc)
    made.add_argument(
        SHORTEST, action="store_true", help="everything once: it shows that all runs, not how fast"
    )
    return made
