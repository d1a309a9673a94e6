"""Small fights of Car Wars: `python -m benchmarks.fights [--games 100] [--shortest]`.

Four `normal` seats fight each to the end. Targets: under 10 s of processor a fight, ended by round
30 in 99 of 100, within 25 minutes where a turn takes 25 s and any other step 8 s; no two seats with
the same car; at least speed 2.5 on average. Seconds of processor are of one machine, all else
follows from the seeds.
"""

from __future__ import annotations

import random
from functools import partial
from statistics import fmean
from time import process_time
from typing import Final, NamedTuple

from benchmarks import arguments
from games.engine import automatic
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.pace import SECONDS

SEATS: Final = 4
BY_ROUND: Final = 30


class Fight(NamedTuple):
    """What a fight came to."""

    seconds: float
    """Of processor."""
    rounds: int
    minutes: float
    speeds: list[int]
    alike: bool
    """Two seats have the same car."""


def play(seed: int) -> Fight:
    """A fight of four."""
    game, began = find("carwars"), process_time()
    table, _ = Table.start(game, SEATS, SeededChance(seed), game.Options())
    computer, rng = game.computers["normal"], random.Random(seed)
    waited, speeds, cars = 0, list[int](), set[object]()
    while table.result is None:
        asks = table.asks
        if any((given := automatic.given(table, ask)) is None or not given.at_once for ask in asks):
            waited += max(game.seconds.get(ask.kind, SECONDS) for ask in asks)
        for ask in asks:
            view, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            answer = computer.decide(view, ask, imagine, rng).answer
            table.answer(ask.seat, ask.number, answer)
            speeds += [answer.speed] if ask.kind == "turn" else []
            if ask.kind == "build":
                cars.add(answer)
    rounds = table.view(None).round
    seconds = process_time() - began
    return Fight(seconds, rounds, waited / 60, speeds, len(cars) < SEATS)


def main() -> None:
    """Print a line for every target."""
    parser = arguments.parser("fights", __doc__)
    parser.add_argument("--games", type=int, default=100)
    args = parser.parse_args()
    fights = [play(seed) for seed in range(1 if args.shortest else args.games)]
    late = sum(each.rounds > BY_ROUND for each in fights)
    seconds, minutes = [each.seconds for each in fights], [each.minutes for each in fights]
    print(f"{len(fights)} small fights of {SEATS} normal seats")
    print(f"processor: {fmean(seconds):.1f} s a fight, the longest {max(seconds):.1f}")
    print(f"rounds: {fmean(each.rounds for each in fights):.1f}, the longest "
          f"{max(each.rounds for each in fights)}; {late} after round {BY_ROUND}")  # fmt: skip
    print(f"minutes: {fmean(minutes):.1f}, the longest {max(minutes):.1f}; "
          f"{sum(each > 25 for each in minutes)} over 25")  # fmt: skip
    print(f"speed: {fmean(speed for each in fights for speed in each.speeds):.2f} on average")
    print(f"fights with two cars alike: {sum(each.alike for each in fights)}")


if __name__ == "__main__":
    main()
