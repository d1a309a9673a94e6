"""Rule engines: a random duel against RLCard's uno, and what a fork, a checkpoint, a save cost.

    python -m benchmarks.rules [--rounds 21] [--shortest]

Only ratios taken in one run count: the same machine moves by up to 1.8x between runs, so both
engines play in turn and the median of the rounds' ratios is reported. Time is that of the process,
so that other work on the machine counts for neither. Both sides ask for the legal choices at each
action, take a random one, and play whole games; RLCard is run raw, without its environment.
Targets: at most 0.7x for the card game, 0.8x for NASCARDS, 1.5x for World Auto Racing; for the
card game a fork of at most 30 us at the median depth and a checkpoint of at most 5 us; for Car
Wars, Sixth Edition, a fork of at most 150 us.
"""

from __future__ import annotations

import gc
import random
import statistics
import warnings
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeVar

import msgspec

from benchmarks import arguments
from games.engine.chance import SealedChance, SeededChance
from games.engine.found import find
from games.engine.game import Game
from games.engine.table import Save, Table

with warnings.catch_warnings():
    # RLCard's dependencies warn about themselves when they are imported.
    warnings.simplefilter("ignore")
    import numpy
    from rlcard.games.uno import Game as Uno

T = TypeVar("T")

UNO_GAMES = 12
"""Games in one round, of 2 to 6 players in turn."""
SAMPLES = 2000


class Workload(NamedTuple):
    """What is played at random, and how much of it makes a round."""

    title: str
    game: str
    options: dict[str, Any]
    games: int
    """Of the fewest to the most seats in turn."""


WORKLOADS = (
    # Nobody orders an escape, so nobody drives away.
    Workload("duels, fought out", "carwars-cards", {"single_duel": True}, 15),
    Workload("NASCARDS, 100 miles", "nascards", {"goal": 100}, 7),
    Workload("World Auto Racing", "world-auto-racing", {}, 4),
)


def games_of(game: Game[Any], load: Workload, seed: int) -> tuple[int, float]:
    """Random games to their end: answers given, and seconds."""
    rng = random.Random(seed)
    options = game.Options(**load.options)
    low, high = game.room(options)
    answers = 0
    began = process_time()
    for n in range(load.games):
        seats = low + n % (high - low + 1)
        table, _ = Table.start(game, seats, SeededChance(seed + n), options)
        while table.result is None:
            for ask in table.asks:
                value = random_answer(ask, rng)
                table.answer(ask.seat, ask.number, value)
                answers += 1
                if table.result is not None:
                    break
    return answers, process_time() - began


def random_answer(ask: Any, rng: random.Random) -> Any:
    """Any option as likely; of cards of which several may be taken, the fewest; of an answer made
    part by part, any of the usual parts."""
    options, some = ask.options, ask.combination
    if some is not None:
        at = int(rng.random() * (len(options) + len(some.items)))
        if at >= len(options):
            if some.least == 1:
                return some.wrap((some.items[at - len(options)],))
            return some.wrap(tuple(rng.sample(list(some.items), some.least)))
        return options[at]
    if ask.walked is not None and rng.random() * (len(options) + 1) >= len(options):
        return ask.walked.made(rng.choice)
    return options[int(rng.random() * len(options))]


def uno_games(seed: int) -> tuple[int, float]:
    """Random games of raw uno to their end: actions, and seconds."""
    rng = random.Random(seed)
    actions = 0
    began = process_time()
    for n in range(UNO_GAMES):
        uno = Uno(num_players=2 + n % 5)
        uno.np_random = numpy.random.RandomState(seed + n)
        uno.init_game()
        while not uno.is_over():
            legal = uno.get_legal_actions()
            uno.step(legal[int(rng.random() * len(legal))])
            actions += 1
    return actions, process_time() - began


def positions(game: Game[Any], options: Any, wanted: int) -> list[Table[Any]]:
    """Tables met in random play, copied as they stood."""
    rng = random.Random(1)
    found: list[Table[Any]] = []
    seed = 0
    while len(found) < wanted:
        seed += 1
        low, high = game.room(options)
        table, _ = Table.start(game, low + seed % (high - low + 1), SeededChance(seed), options)
        while table.result is None:
            if rng.random() < 0.1:
                found.append(table.fork())
            ask = rng.choice(table.asks)
            table.answer(ask.seat, ask.number, random_answer(ask, rng))
    return found


def each(items: Sequence[T], act: Callable[[T], object]) -> list[float]:
    """Microseconds that `act` takes on each item: the best of three."""
    times = []
    for item in items:
        best = float("inf")
        for _ in range(3):
            began = perf_counter()
            act(item)
            best = min(best, perf_counter() - began)
        times.append(best * 1e6)
    return times


def main() -> None:
    parser = arguments.parser("rules", __doc__)
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    rounds, samples = (1, SAMPLES // 100) if args.shortest else (args.rounds, SAMPLES)
    # What the imports left behind is nobody's action: the collector need not walk through it.
    gc.collect()
    gc.freeze()

    for load in WORKLOADS:
        compare(find(load.game), load, rounds)
    game = find("carwars-cards")
    costs(game, game.Options(single_duel=True), samples)
    game = find("carwars")
    forks(positions(game, game.Options(), samples // 2))


def compare(game: Game[Any], load: Workload, rounds: int) -> None:
    """Our games and uno games in turn; medians of the rounds, the first of which warms both up."""
    ours, theirs, ratios = [], [], []
    for n in range(rounds + 1):
        answers, seconds = games_of(game, load, 1000 * n)
        actions, uno_seconds = uno_games(1000 * n)
        if n == 0:
            continue
        ours.append(seconds / answers * 1e6)
        theirs.append(uno_seconds / actions * 1e6)
        ratios.append(ours[-1] / theirs[-1])
    print(f"{load.title:<26}{statistics.median(ours):8.2f} us an action, everything included")
    print(f"{'RLCard uno, raw':<26}{statistics.median(theirs):8.2f} us an action")
    spread = f"{min(ratios):.2f} to {max(ratios):.2f} in {rounds} rounds"
    print(f"{'ratio':<26}{statistics.median(ratios):8.2f} ({spread})")


def costs(game: Game[Any], options: Any, samples: int) -> None:
    """What is done with a table between two actions."""
    tables = positions(game, options, samples)
    forks(tables)
    encode = msgspec.json.encode
    checkpoints = each(tables, lambda table: encode(table.context.state))
    print(f"checkpoint encode         {statistics.median(checkpoints):8.2f} us")
    decode = msgspec.json.Decoder(game.State).decode
    decodes = each([bytes(table.save().checkpoint) for table in tables], decode)
    print(f"checkpoint decode         {statistics.median(decodes):8.2f} us")
    imagined = each(tables, lambda table: table.imagine(0, 1))
    print(f"imagine                   {statistics.median(imagined):8.2f} us")
    views = each(tables, lambda table: table.view(0))
    print(f"view                      {statistics.median(views):8.2f} us")
    sizes = [len(encode(table.save())) for table in tables]
    print(f"save                      {statistics.median(sizes):8.0f} bytes, at most {max(sizes)}")
    loads = each(tables, lambda table: load(table.save()))
    print(f"save and load             {statistics.median(loads):8.2f} us")
    chance = SealedChance(bytes(32), "benchmark", message=1)
    draws = each(tables[:500], lambda _: chance.below(6, "die"))
    shuffles = each(tables[:500], lambda _: chance.shuffled(range(150), "deck"))
    print(f"sealed draw               {statistics.median(draws):8.2f} us")
    print(f"sealed shuffle, 150       {statistics.median(shuffles):8.2f} us")


def forks(tables: Sequence[Table[Any]]) -> None:
    """What a copy of a table costs."""
    depth = statistics.median(len(table.save().log) for table in tables)
    took = each(tables, lambda table: table.fork())
    deepest = statistics.quantiles(took, n=100)[98]
    name = tables[0].game.name
    print(f"fork, {name:<20}{statistics.median(took):8.2f} us at {depth:.0f} answers deep")
    print(f"fork, deepest 1 %         {deepest:8.2f} us")


def load(save: Save) -> Table[Any]:
    return Table.load(save, SeededChance(0))


if __name__ == "__main__":
    main()
