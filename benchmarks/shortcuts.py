"""What one person among `normal` seats is asked who uses the shortcuts beside a question:
`python -m benchmarks.shortcuts [GAME ...] [--matches 300]`.

He answers as `normal` would, presses a shortcut that gives the same answer now, and writes no plan.
In Mini Car Wars a speed is pressed with the moves of the turn, and its fire once; in NASCARDS a Pit
Stop is decided with the card before it, and a whole stint at once where `normal` would pit behind
it; in World Auto Racing the first turn of a round has the computer drive the rest. The same matches
are played once more by somebody who answers every question by itself; the shares of wins are
compared.
Presses are counted by the walk that the bot uses, those of a turn (round) from the first one until
he is out; a turn counts in which he is asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import thread_time
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from benchmarks import arguments
from games.engine import automatic
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.game import Game
from games.engine.table import Table
from games.engine.walk import presses
from games.nascards.ai_speed import REST, wants_pit
from games.nascards.plans import GOOD

TABLES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    ("mini-carwars", 2, {"scenario": "road-duel"}),
    ("mini-carwars", 4, {"scenario": "arena"}),
    *(("nascards", seats, {"goal": 200}) for seats in (2, 4, 8)),
    *(("world-auto-racing", seats, {"length": 100}) for seats in (2, 4, 5)),
)
SPEEDS: Final = {0: "cruise", 10: "quicken", -10: "ease", -20: "slow"}
"""Keys of Mini Car Wars by the change of speed in mph."""
Wanted: TypeAlias = Callable[[], Any]
"""What `normal` answers."""

# -- which shortcut he presses, by its key; empty where he presses none


def mini(view: Any, ask: Ask[Any], wanted: Wanted) -> str:
    """A speed with the moves of the turn; fire."""
    if ask.kind == "speed":
        return SPEEDS.get(abs(wanted().mph) - abs(view.cars[view.asked].speed), "")
    return {"move": "computer", "fire": "gun"}.get(ask.kind, "")


def nascards(view: Any, ask: Ask[Any], wanted: Wanted) -> str:
    """A stint, or his highest card and what `normal` would do next turn, as far as he can tell."""
    if ask.kind != "drive" or wanted().cards != (max(view.hand),):
        return ""
    good = [card for card in view.hand if card >= GOOD]
    if len(good) > 1 and _pits(view, good):
        return "stint"
    return "pit" if _pits(view, wanted().cards) else "stay"


def _pits(view: Any, played: Sequence[int]) -> bool:
    """Whether `normal` would pit once these cards are played, one a turn."""
    hand, miles = list(view.hand), view.me.miles + sum(played) + REST * len(played)
    for card in played:
        hand.remove(card)
    me = replace(view.me, hand=hand, miles=miles)
    drivers = [me if driver is view.me else driver for driver in view.drivers]
    return wants_pit(replace(view, drivers=drivers), me)


def world(view: Any, ask: Ask[Any], wanted: Wanted) -> str:
    return "computer" if ask.kind == "action" else ""


BUTTONS: Final[Mapping[str, Callable[[Any, Ask[Any], Wanted], str]]] = {
    "mini-carwars": mini,
    "nascards": nascards,
    "world-auto-racing": world,
}

# -- playing


class Told(NamedTuple):
    """What became of a match."""

    questions: int
    presses: int
    turns: int
    in_turns: int
    """Presses in turns."""
    won: float
    """His share of the win."""
    slowest: float
    """Longest time from a shortcut's press to its answer, ms."""


class Person:
    """Who presses; `quick` by shortcuts, else question by question."""

    def __init__(self, game: Game[Any], seat: int, quick: bool, seed: int) -> None:
        assert game.plans is not None
        self.game, self.plans, self.seat, self.quick = game, game.plans, seat, quick
        self.rng = random.Random(seed)
        self.plan: Any = None
        self.questions = self.presses = self.in_turns = 0
        self.turns: set[int] = set()
        self.slowest = 0.0

    def answer(self, table: Table[Any], ask: Ask[Any]) -> Any:
        """What he answers."""
        view = table.view(self.seat)
        turn = getattr(view, "turn", 0) or getattr(view, "round", 0)
        self.turns |= {turn} - {0}
        given = automatic.given(table, ask)
        if self.quick and self.plan is not None:
            answer = self.plans.answer(view, ask, self.plan)
            if answer is not None:
                return answer
        if given is not None:
            return given.answer
        count, answer = 1, self.by_button(table, view, ask) if self.quick else None
        if answer is None:
            answer = decided(table, ask, self.rng)
            count = max(1, len(presses(ask, self.game.words, answer)))
        # What is grave is asked for once more.
        path = self.game.words.path(answer)
        count += self.game.words.part(view, ask, path, ()).style == "grave"
        self.questions += 1
        self.presses += count
        self.in_turns += count if turn else 0
        return answer

    def by_button(self, table: Table[Any], view: Any, ask: Ask[Any]) -> Any:
        """What the button answers that he presses here; a move may be any that it makes."""
        known: list[Any] = []

        def wanted() -> Any:
            if not known:
                known.append(decided(table, ask, self.rng))
            return known[0]

        key = BUTTONS[self.game.name](view, ask, wanted)
        start = thread_time()
        offer = self.plans.offered(view, ask, self.plan, key) if key else None
        answer = self.plans.answer(view, ask, offer.plan) if offer is not None else None
        self.slowest = max(self.slowest, 1000 * (thread_time() - start))
        if offer is None or (answer != wanted() and ask.kind != "move"):
            return None
        self.plan = offer.plan
        return answer


def decided(table: Table[Any], ask: Ask[Any], rng: random.Random) -> Any:
    """What `normal` answers."""
    imagine = partial(table.imagine, ask.seat)
    return table.game.computers["normal"].decide(table.view(ask.seat), ask, imagine, rng).answer


def match(game: Game[Any], seats: int, options: Any, seed: int, quick: bool) -> Told:
    """One match; the person's seat changes from match to match."""
    table, _ = Table.start(game, seats, SeededChance(seed), options)
    person, rng = Person(game, seed % seats, quick, seed), random.Random(seed)
    while table.result is None:
        ask = table.asks[0]
        own = ask.seat == person.seat
        answer = person.answer(table, ask) if own else decided(table, ask, rng)
        table.answer(ask.seat, ask.number, answer)
    first = table.result.places[0]
    won = (person.seat in first) / len(first)
    counts = person.questions, person.presses, len(person.turns), person.in_turns
    return Told(*counts, won, person.slowest)


def main() -> None:
    """Print a line for every table and way of answering."""
    parser = arguments.parser("shortcuts", __doc__)
    parser.add_argument("games", nargs="*", choices=[[], *BUTTONS], help="all of them by default")
    parser.add_argument("--matches", type=int, default=300)
    args = parser.parse_args()
    seeds = range(1, 1 + (2 if args.shortest else args.matches))
    for name, seats, given in TABLES:
        if args.games and name not in args.games:
            continue
        game = find(name)
        what, options = " ".join(map(str, given.values())), game.Options(**given)
        for quick in (True, False):
            told = [match(game, seats, options, seed, quick) for seed in seeds]
            count, turns = len(told), sum(each.turns for each in told)
            line = (
                f"{name} {what}, {seats} seats, {'shortcuts' if quick else 'every question'}: "
                f"{sum(each.questions for each in told) / count:.1f} questions, "
                f"{sum(each.presses for each in told) / count:.1f} presses, "
                f"{sum(each.in_turns for each in told) / turns:.2f} a turn of {turns / count:.1f}, "
                f"{100 * sum(each.won for each in told) / count:.1f} % of wins in {count} matches"
            )
            if quick:
                slowest = max(each.slowest for each in told)
                line += f"; a shortcut's answer takes at most {slowest:.1f} ms"
            print(line, flush=True)


if __name__ == "__main__":
    main()
