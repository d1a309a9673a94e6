"""`python -m tests.games.carwars.referee`: matches are played and judged."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from typing import get_args

from games.carwars import events as told
from tests.games.carwars.referee.play import SIZES, play
from tests.games.carwars.referee.rounds import judge_match


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and judge; returns 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.carwars.referee")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0, help="of the first match")
    parser.add_argument("--seats", type=int, help="2 to 8; by the seed unless told")
    parser.add_argument("--size", choices=SIZES, help="by the seed unless told")
    args = parser.parse_args(arguments)
    judged: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    differences = 0
    for seed in range(args.seed, args.seed + args.games):
        match = play(seed, args.seats, args.size)
        found, counts, left = judge_match(match.events, match.options, match.seats, seed)
        judged += counts
        passed += left
        differences += len(found)
        for each in found:
            print(each, flush=True)
    for kind in sorted({*judged, *passed}):
        missing = f", {passed[kind]} passed by" if passed[kind] else ""
        print(f"{kind:<14} {judged[kind]:>7} judged{missing}")
    kinds = {kind.__name__ for kind in get_args(told.Event)}
    if unseen := sorted(kinds - {*judged, *passed}):
        print(f"in none of them: {', '.join(unseen)}")
    print(f"{args.games} matches, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
