"""How long computer seats think: `python -m benchmarks.computers [--games 10] [--game NAME]`.

Whole games of computer seats, half of them `normal` and half `easy`; the processor time of the
deciding thread for every decision. Targets for both games on a plane: no decision over 50 ms, and
20 ms for 200 candidate moves: of Mini Car Wars each with its lines of fire, of Car Wars each turn
as it is judged at sight. These are absolute figures of one machine; they count no time in which
other programs had the processor.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from functools import partial
from time import thread_time
from typing import Any, Final

from benchmarks import arguments
from games.carwars.ai_drive import Judge, candidates
from games.engine.chance import SeededChance
from games.engine.found import NAMES, find
from games.engine.table import Table

TABLES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("carwars-cards", 4, {"single_duel": True}),
    ("nascards", 4, {"goal": 100}),
    ("world-auto-racing", 4, {"length": 60}),
    ("mini-carwars", 2, {"scenario": "road-duel"}),
    ("mini-carwars", 2, {"scenario": "pack-attack"}),
    ("mini-carwars", 2, {"scenario": "pack-attack", "lone": "last"}),
    ("mini-carwars", 6, {"scenario": "arena"}),
    ("mini-carwars", 4, {"scenario": "open-fight", "budget": 40_000}),
    ("carwars", 4, {}),
    ("carwars", 4, {"sets": "all"}),
)
MANY: Final = 30
"""Questions with so many moves tell what 200 would take: what is done once hardly counts."""


class Thought:
    """Times of decisions, in ms, and of moves with how many there were to choose from."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.moves = 0.0
        self.candidates = 0


def play(name: str, seats: int, options: dict[str, Any], seed: int, by: dict[str, Thought]) -> None:
    """One game; adds what its seats' decisions took, by level."""
    game = find(name)
    levels = ("normal", "easy")
    table, _ = Table.start(game, seats, SeededChance(seed), game.Options(**options))
    rng = random.Random(seed)
    while table.result is None:
        for ask in table.asks:
            level = levels[(ask.seat + seed) % 2]
            view, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            start = thread_time()
            decision = game.computers[level].decide(view, ask, imagine, rng)
            ms = 1000 * (thread_time() - start)
            by[level].times.append(ms)
            if ask.kind == "move" and len(ask.options) >= MANY:
                by[level].moves += ms
                by[level].candidates += len(ask.options)
            if name == "carwars" and ask.kind == "turn":
                start = thread_time()
                judge, turns = Judge(view, ask.seat), candidates(view, ask.seat)
                for turn in turns:
                    judge.looks(turn)
                by[level].moves += 1000 * (thread_time() - start)
                by[level].candidates += len(turns)
            table.answer(ask.seat, ask.number, decision.answer)


def main() -> None:
    """Print a line for every table and level."""
    parser = arguments.parser("computers", __doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--game", choices=NAMES, help="its tables alone")
    args = parser.parse_args()
    games = 1 if args.shortest else args.games
    for name, seats, options in (each for each in TABLES if args.game in (None, each[0])):
        by: dict[str, Thought] = defaultdict(Thought)
        for seed in range(games):
            play(name, seats, options, seed, by)
        words = " ".join(str(value) for value in options.values() if value is not True)
        for level, thought in by.items():
            times = thought.times
            top = statistics.quantiles(times, n=100)[-1]
            line = (
                f"{name} {words}, {seats} seats, {level}: {len(times)} decisions, median "
                f"{statistics.median(times):.2f} ms, p99 {top:.1f}, longest {max(times):.1f}"
            )
            if thought.candidates and name in ("carwars", "mini-carwars"):
                line += f"; 200 candidate moves {200 * thought.moves / thought.candidates:.1f} ms"
            print(line, flush=True)


if __name__ == "__main__":
    main()
