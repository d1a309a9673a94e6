"""Every car that comes with the game drives in a fight that computers play to its end.

python -m tests.games.carwars.test_samples     tells which car drove in which fight
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import pytest

from games.carwars import GAME
from games.carwars.builds import SAMPLES, faults
from games.carwars.events import CarBuilt
from games.carwars.moves import Build
from games.carwars.options import Options
from games.engine.chance import SeededChance
from games.engine.table import Table

SIZES: Final = (
    Options(crew_points=5, sets="all"),
    Options(crew_points=9, build_points=36, sets="all"),
)
"""A small game, and a large one with as little armor, for all that fit in no small one."""
SEATS: Final = 4


class Fought(NamedTuple):
    """A fight that is over."""

    seed: int
    rounds: int
    cars: tuple[str, ...]
    """The cars that come with the game, by seat, as they were shown when all had built."""
    winner: int


def fights() -> Iterator[tuple[int, Options, Sequence[int]]]:
    """Seed, options, and the car of each seat by its place in `SAMPLES`: each car once, the last
    fights filled up with the first cars."""
    seed, left = 0, [*range(len(SAMPLES))]
    for options in SIZES:
        size = options.size
        fit = [at for at in left if next(faults(SAMPLES[at].cards, size), None) is None]
        left = [at for at in left if at not in fit]
        fit += fit[: -len(fit) % SEATS]
        for first in range(0, len(fit), SEATS):
            yield seed, options, fit[first : first + SEATS]
            seed += 1
    assert not left


def fought(seed: int, options: Options, cars: Sequence[int]) -> Fought:
    """Have computers play a fight with these cars."""
    table, told = Table.start(GAME, len(cars), SeededChance(seed), options)
    rng, computer = random.Random(seed), GAME.computers["normal"]
    for ask in table.asks:
        told += table.answer(ask.seat, ask.number, Build(cars[ask.seat]))
    shown = {one.event.seat: one.event for one in told if isinstance(one.event, CarBuilt)}
    while table.result is None:
        for ask in table.asks:
            view, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            table.answer(ask.seat, ask.number, computer.decide(view, ask, imagine, rng).answer)
    names = tuple(shown[seat].name for seat in range(len(cars)) if not shown[seat].own)
    return Fought(seed, table.view(None).round, names, table.result.places[0][0])


def missing(all_fought: Iterable[Fought]) -> list[str]:
    """Cars that come with the game and have driven in none of these fights."""
    drove = {name for each in all_fought for name in each.cars}
    return [each.name for each in SAMPLES if each.name not in drove]


def test_a_car_that_drove_in_no_fight_is_missed() -> None:
    seed, options, cars = next(fights())
    one = fought(seed, options, cars)
    assert one.cars == tuple(SAMPLES[at].name for at in cars)
    assert missing([one]) == [each.name for at, each in enumerate(SAMPLES) if at not in cars]


@pytest.mark.long
def test_every_car_drives_in_a_fight_to_its_end() -> None:
    assert missing(fought(*each) for each in fights()) == []


if __name__ == "__main__":
    over = []
    for each in fights():
        over.append(fought(*each))
        last = over[-1]
        told = [f"{'*' * (seat == last.winner)}{name}" for seat, name in enumerate(last.cars)]
        print(f"seed {last.seed}: {', '.join(told)} ({last.rounds} rounds)", flush=True)
    print(f"{len(SAMPLES) - len(missing(over))} of {len(SAMPLES)} cars in {len(over)} fights")
