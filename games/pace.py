"""How much a game asks of its players: questions, presses, steps and minutes, by playing it.

Computer seats answer for people, and every question that the table puts is counted as if a person
had been asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import automatic
from games.engine.chance import SeededChance
from games.engine.game import Game
from games.engine.table import Table
from games.engine.walk import presses

SECONDS: Final = 8
"""What a person takes for a question, where the game says no more (`Game.seconds`)."""
_LEVEL: Final = "normal"
_COUNTERS: Final = ("turn", "round")
"""The field of a state that counts turns or rounds: the first of these that is a number."""


class SeatPace(msgspec.Struct):
    """What one seat was asked in one match."""

    questions: int = 0
    presses: int = 0
    obvious: int = 0
    """Questions with one legal answer that were put all the same; `questions` holds them, too."""
    unasked: int = 0
    """Questions that the table answered by itself."""
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    """Questions by kind."""
    seconds: int = 0
    """What its player took for them."""


class MatchPace(msgspec.Struct):
    """One match: every seat, and what all of them did together."""

    seats: list[SeatPace]
    steps: int = 0
    """Batches of questions put at the same time that take time: at least one was put to its player,
    or waits lest the others learn something (`games.engine.automatic`)."""
    seconds: int = 0
    """What they took: each as long as its longest question."""
    turns: int = 0
    """Turns or rounds of all duels and races of the match together; 0 where the game has none."""


def play(game: Game[Any], seats: int, seed: int, options: Any) -> MatchPace:
    """Play one match and count. Raises ValueError for a number of seats that the game lacks."""
    table, _ = Table.start(game, seats, SeededChance(seed), options)
    computer, rng = game.computers[_LEVEL], random.Random(seed)
    pace = MatchPace([SeatPace() for _ in range(seats)])
    turn = 0
    while table.result is None:
        now = _turn(table.context.state)
        pace.turns += now not in (0, turn)
        turn, longest = now, 0
        for ask in table.asks:
            seat, own = ask.seat, pace.seats[ask.seat]
            given = automatic.given(table, ask)
            # The others wait for an answer that may not come at once as for one of a person.
            seconds = game.seconds.get(ask.kind, SECONDS)
            longest = max(longest, seconds if given is None or not given.at_once else 0)
            view = table.view(seat)
            answer = computer.decide(view, ask, partial(table.imagine, seat), rng).answer
            if given is not None:
                own.unasked += 1
            else:
                own.questions += 1
                own.presses += max(1, len(presses(ask, game.words, answer)))
                own.obvious += ask.forced
                own.kinds[ask.kind] += 1
                own.seconds += seconds
            table.answer(seat, ask.number, answer)
        pace.steps += longest > 0
        pace.seconds += longest
    return pace


def _turn(state: Any) -> int:
    there = (getattr(state, name, None) for name in _COUNTERS)
    return next((count for count in there if isinstance(count, int)), 0)


HEAD: Final = (
    "| length | seats | turns | questions | of one answer | presses | unasked | steps "
    "| min, all people | min, one person |\n|---|---|---|---|---|---|---|---|---|---|"
)
"""Head of a table (Markdown) whose lines `line` makes."""


def minutes(matches: Sequence[MatchPace]) -> tuple[float, float]:
    """Means over matches: with people in all seats, and for one person among computers."""
    count = len(matches)
    together = sum(match.seconds for match in matches)
    each = sum(seat.seconds for match in matches for seat in match.seats)
    return together / count / 60, each / (count * len(matches[0].seats)) / 60


def line(name: str, matches: Sequence[MatchPace]) -> str:
    """Means over matches of one length and number of seats; what a seat does is of all seats."""
    people, one = minutes(matches)
    every = [seat for match in matches for seat in match.seats]
    turns = sum(match.turns for match in matches) / len(matches)
    steps = sum(match.steps for match in matches) / len(matches)
    fields = ("questions", "obvious", "presses", "unasked")
    each = [f"{_mean(every, field):.1f}" for field in fields]
    cells = (f"{turns:.1f}", *each, f"{steps:.0f}", f"{people:.1f}", f"{one:.1f}")
    return f"| {name} | {len(matches[0].seats)} | {' | '.join(cells)} |"


def details(matches: Sequence[MatchPace]) -> Iterator[str]:
    """Each seat by itself, and what kinds of question were put, in lines of text."""
    for seat in range(len(matches[0].seats)):
        own = [match.seats[seat] for match in matches]
        yield (
            f"seat {seat + 1}: {_mean(own, 'questions'):.1f} questions, "
            f"{_mean(own, 'presses'):.1f} presses, {_mean(own, 'unasked'):.1f} unasked"
        )
    every = [seat for match in matches for seat in match.seats]
    kinds: Counter[str] = Counter()
    for each in every:
        kinds.update(each.kinds)
    told = (f"{kind} {count / len(every):.1f}" for kind, count in kinds.most_common())
    yield f"a seat is asked: {', '.join(told)}"


def _mean(seats: Sequence[SeatPace], field: str) -> float:
    total: float = sum(getattr(seat, field) for seat in seats)
    return total / len(seats)
