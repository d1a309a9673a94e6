"""Matches for the referee, played by computer seats through the public engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec

from games.carwars.moves import Standing
from games.carwars.options import Options
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from tests.games.carwars.referee.cars import any_car

ARENAS: Final = ("open", "crossfire", "pit", "yard")
SIZES: Final = {"small": "standard", "large": "long"}
"""The preset of each size of game."""


@dataclass
class Match:
    """A match as the table has told it."""

    seed: int
    seats: int
    options: Options
    events: Sequence[Any]


def play(
    seed: int, seats: int | None = None, size: str | None = None, any_cars: bool = True
) -> Match:
    """A match. Arena, size, seats, durable markers and who sits there hang on the seed: at most
    seats the computer plays, at some it plays badly, and now and then one answers anything.
    `any_cars`: such a seat drives whatever is legal."""
    game = find("carwars")
    rng = random.Random(seed)
    size = size or rng.choice(("small", "small", "large"))
    count = seats or rng.choice((2, 2, 3, 4, 6))
    options = msgspec.structs.replace(
        game.presets[SIZES[size]].options,
        arena=ARENAS[seed % len(ARENAS)],
        durable=rng.random() < 0.4,
        rounds=rng.choice((12, 40, 40)),
    )
    wild = [rng.choice((0.0, 0.0, 0.05, 0.3)) for _ in range(count)]
    levels = [rng.choice(("normal", "normal", "easy")) for _ in range(count)]
    table, emitted = Table.start(game, count, SeededChance(seed), options)
    told = [each.event for each in emitted if each.seats is None]
    for seat in range(count):
        if wild[seat] or not any_cars:
            # Who answers anything is asked for every first attack, as are all in short matches.
            table.order(seat, Standing("lone", "ask"))
    while table.result is None:
        ask = table.asks[0]
        seat = ask.seat
        if ask.kind == "build" and wild[seat] and any_cars:
            answer: Any = any_car(rng, options)
        elif ask.kind != "build" and rng.random() < wild[seat]:
            answer = _anything(ask, rng)
        else:
            computer = game.computers[levels[seat]]
            view, imagine = table.view(seat), partial(table.imagine, seat)
            answer = computer.decide(view, ask, imagine, rng).answer
        emitted = table.answer(seat, ask.number, answer)
        told += [each.event for each in emitted if each.seats is None]
    return Match(seed, count, options, told)


def _anything(ask: Any, rng: random.Random) -> Any:
    """Any legal answer, sensible or not."""
    if ask.walked is not None and (not ask.options or rng.random() < 0.6):
        return ask.walked.made(rng.choice)
    return rng.choice(ask.options)
