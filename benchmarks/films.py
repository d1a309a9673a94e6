"""What a film costs beyond the drawing of its frames.

    python -m benchmarks.films [--matches 3] [--shortest] [game ...]

Whole matches of computers, of every seat count of a default table, filmed as `/replay` films them.
Processor time of the thread. A take that comes out too large is drawn for nothing, and counts as
more than the drawing. Target: at most 0.25 s more than the drawing.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from PIL import Image

import images.film
from benchmarks import arguments
from games.engine.chance import SeededChance
from games.engine.found import NAMES, find
from games.engine.players import Player
from games.engine.table import Table
from images import artist
from images.film import Reel

PLAYERS: Final = [Player(f"Driver {number}") for number in range(1, 14)]


class Cost(NamedTuple):
    """Of one film."""

    drawn: float
    """Seconds that the frames of its last take took to draw."""
    beyond: float
    """Seconds for everything else."""
    size: int
    """Bytes."""


class TimedReel(Reel):
    """A reel that tells when it was taken and how long it worked."""

    last: TimedReel

    def __init__(self) -> None:
        super().__init__()
        self.began, self.own = time.thread_time(), 0.0
        TimedReel.last = self

    def show(self, sheet: Image.Image, ms: int) -> None:
        """As a reel does."""
        began = time.thread_time()
        super().show(sheet, ms)
        self.own += time.thread_time() - began

    def gif(self) -> bytes:
        """As a reel does; the film is drawn by then."""
        self.drawn = time.thread_time() - self.began - self.own
        return super().gif()


def played(name: str, seats: int, seed: int) -> list[Any]:
    """What everybody was told in a match of `normal` seats."""
    game = find(name)
    table, told = Table.start(game, seats, SeededChance(seed), game.Options())
    rng, computer, news = random.Random(seed), game.computers["normal"], [*told]
    while table.result is None:
        for ask in table.asks:
            view, imagine = table.view(ask.seat), partial(table.imagine, ask.seat)
            made = computer.decide(view, ask, imagine, rng)
            news += table.answer(ask.seat, ask.number, made.answer)
    return [each.event for each in news if each.reaches(None)]


def filmed(name: str, seats: int, seed: int) -> Cost:
    """Film one match."""
    events, film = played(name, seats, seed), artist(name).film
    assert film is not None
    began = time.thread_time()
    data = film.replay(events, PLAYERS[:seats], find(name).Options())
    whole, drawn = time.thread_time() - began, TimedReel.last.drawn
    return Cost(drawn, whole - drawn, len(data))


def lines(name: str, matches: int, *, shortest: bool) -> Iterator[str]:
    """What the films of a game cost, a line for each seat count."""
    low, high = find(name).room(find(name).Options())
    for seats in (low,) if shortest else range(low, high + 1):
        costs = [filmed(name, seats, seed) for seed in range(1, matches + 1)]
        beyond = [cost.beyond for cost in costs]
        yield (
            f"{name}, {seats} seats: {min(beyond):.2f} to {max(beyond):.2f} s beyond the drawing"
            f" (target 0.25), which takes {max(cost.drawn for cost in costs):.2f} at most;"
            f" at most {max(cost.size for cost in costs) / 1000:.0f} KB, {len(costs)} films"
        )


def main() -> None:
    """All games, or those that are named."""
    parser = arguments.parser("films", __doc__)
    parser.add_argument("game", nargs="*", choices=[*NAMES, []], help="all games without any")
    parser.add_argument("--matches", type=int, default=3, help="of each seat count")
    args = parser.parse_args()
    setattr(images.film, "Reel", TimedReel)  # noqa: B010 - films look it up there, and it is a type
    for name in args.game or NAMES:
        for line in lines(name, 1 if args.shortest else args.matches, shortest=args.shortest):
            print(line, flush=True)


if __name__ == "__main__":
    main()
