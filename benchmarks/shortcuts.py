"""How often a person presses in Mini Car Wars: `python -m benchmarks.shortcuts [--fights 300]`.

One person among `normal` seats. He answers as `normal` would, has each turn driven by the button
"Drive as the computer would", and writes no plan. The same fights are played once more by somebody
who answers every question by itself; the shares of wins are compared. Presses are counted by the
walk that the bot uses, from the first speed until he is out; a turn counts in which he is asked.
"""

from __future__ import annotations

import random
from functools import partial
from time import thread_time
from typing import Any, Final, NamedTuple

from benchmarks import arguments
from games.engine import automatic
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.engine.walk import presses
from games.mini_carwars import GAME
from games.mini_carwars.moves import Fire as Shoot
from games.mini_carwars.plan import Plan
from games.mini_carwars.plans import PLANS

TABLES: Final = (("road-duel", 2), ("arena", 4))
DRIVE, FIRE, WAIT = "computer", "fire", "wait"


class Told(NamedTuple):
    """What became of a fight."""

    presses: int
    turns: int
    won: float
    """His share of the win."""
    slowest: float
    """Longest time for the button and all moves that it gives of a turn, ms."""


class Person:
    """Who presses; `quick` by shortcuts, else question by question."""

    def __init__(self, seat: int, quick: bool, seed: int) -> None:
        self.seat, self.quick = seat, quick
        self.rng = random.Random(seed)
        self.plan: Plan | None = None
        self.presses = 0
        self.turns: set[int] = set()
        self.spent: dict[int, float] = {}

    def answer(self, table: Table[Any], ask: Ask[Any]) -> Any:
        """What he answers; a turn's plan is his until the next turn."""
        view = table.view(self.seat)
        self.turns |= {view.turn} - {0}
        alone = automatic.given(table, ask)
        answer = None if alone is None else alone.answer
        if answer is None and self.quick:
            start = thread_time()
            answer = self.planned(view, ask) or self.by_button(table, view, ask)
            if ask.kind == "move":
                spent = self.spent.get(view.turn, 0.0) + thread_time() - start
                self.spent[view.turn] = spent
        if answer is None:
            answer = decided(table, ask, self.rng)
            self.press(view, ask, answer, len(presses(ask, GAME.words, answer)))
        return answer

    def planned(self, view: Any, ask: Ask[Any]) -> Any:
        """What his plan of the turn answers."""
        return PLANS.answer(view, ask, self.plan) if self.plan is not None else None

    def by_button(self, table: Table[Any], view: Any, ask: Ask[Any]) -> Any:
        """What the button answers that he presses here. Where `normal` fires the likeliest shot he
        has it go on so; where it holds its fire he waits for a better one."""
        key, wanted = DRIVE, None
        if ask.kind == "fire":
            wanted = decided(table, ask, self.rng)
            key = FIRE if isinstance(wanted, Shoot) else WAIT
        offer = PLANS.offered(view, ask, self.plan, key)
        if offer is None:
            return None
        answer = PLANS.answer(view, ask, offer.plan)
        if key == FIRE and answer != wanted:
            return None
        self.plan = offer.plan
        self.press(view, ask, answer, 1)
        return answer

    def press(self, view: Any, ask: Ask[Any], answer: Any, count: int) -> None:
        """Count presses; what is grave is asked for once more."""
        if view.turn:
            grave = GAME.words.part(view, ask, GAME.words.path(answer), ()).style == "grave"
            self.presses += count + grave


def decided(table: Table[Any], ask: Ask[Any], rng: random.Random) -> Any:
    """What `normal` answers."""
    imagine = partial(table.imagine, ask.seat)
    return GAME.computers["normal"].decide(table.view(ask.seat), ask, imagine, rng).answer


def fight(scenario: str, seats: int, seed: int, quick: bool) -> Told:
    """One fight; the person's seat changes from fight to fight."""
    table, _ = Table.start(GAME, seats, SeededChance(seed), GAME.Options(scenario=scenario))
    person, rng = Person(seed % seats, quick, seed), random.Random(seed)
    while table.result is None:
        ask = table.asks[0]
        own = ask.seat == person.seat
        answer = person.answer(table, ask) if own else decided(table, ask, rng)
        table.answer(ask.seat, ask.number, answer)
    first = table.result.places[0]
    won = (person.seat in first) / len(first)
    slowest = 1000 * max(person.spent.values(), default=0.0)
    return Told(person.presses, len(person.turns), won, slowest)


def main() -> None:
    """Print a line for every table."""
    parser = arguments.parser("shortcuts", __doc__)
    parser.add_argument("--fights", type=int, default=300)
    args = parser.parse_args()
    fights = range(1, 1 + (2 if args.shortest else args.fights))
    for scenario, seats in TABLES:
        for quick in (True, False):
            told = [fight(scenario, seats, seed, quick) for seed in fights]
            pressed, turns = sum(each.presses for each in told), sum(each.turns for each in told)
            won = 100 * sum(each.won for each in told) / len(told)
            line = (
                f"{scenario}, {seats} seats, {'shortcuts' if quick else 'every question'}: "
                f"{pressed / turns:.2f} presses a turn, {turns / len(told):.1f} turns, "
                f"{won:.1f} % of wins in {len(told)} fights"
            )
            if quick:
                line += f"; a turn's driving at most {max(each.slowest for each in told):.1f} ms"
            print(line, flush=True)


if __name__ == "__main__":
    main()
