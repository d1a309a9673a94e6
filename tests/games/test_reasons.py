"""Why a computer seat did what it did may be asked by everybody, so a reason tells nothing hidden.

What a seat cannot hide is what lies open and what it answered. So of the same open facts and the
same answer there is one reason only, whatever its own hand holds and whatever its whim was.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

import msgspec
import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import all_games
from games.engine.game import Game
from games.engine.table import Table

MATCHES: Final = 2
LOOKED_AT: Final = 3
"""One question in so many is looked at."""
QUESTIONS: Final = {
    "carwars": (40, 2),
    "carwars-cards": (90, 16),
    "mini-carwars": (15, 4),
    "nascards": (120, 30),
    "world-auto-racing": (90, 8),
}
"""Questions looked at in each match, and at each of them other deals of everything hidden, the own
cards too: as many as can be done in a few seconds."""

encode = msgspec.json.encode


def _decide(table: Table[Any], ask: Ask[Any], level: str, rng: int) -> tuple[bytes, str]:
    computer = table.game.computers[level]
    view = table.view(ask.seat)
    decision = computer.decide(view, ask, partial(table.imagine, ask.seat), random.Random(rng))
    return encode(decision.answer), decision.why


def _reasons(table: Table[Any], ask: Ask[Any], level: str, seed: int) -> dict[bytes, set[str]]:
    """By answer: every reason that was given for it, by this hand and by others."""
    found: dict[bytes, set[str]] = {}
    value, why = _decide(table, ask, level, seed)
    found.setdefault(value, set()).add(why)
    for other in range(QUESTIONS[table.game.name][1]):
        dealt = table.imagine(None, seed + other)
        same = dealt.ask_of(ask.seat)
        assert same is not None
        value, why = _decide(dealt, same, level, seed + other)
        found.setdefault(value, set()).add(why)
    return found


def _wrong(game: Game[Any], level: str, match: int) -> list[str]:
    """What can be read out of reasons in one match that is played by whim."""
    low, high = game.room(game.Options())
    seats = min(high, low + match)
    table, _ = Table.start(game, seats, SeededChance(match))
    rng = random.Random(match)
    wrong: list[str] = []
    looked = 0
    while table.result is None and looked < QUESTIONS[game.name][0]:
        for ask in table.asks:
            value = _decide(table, ask, level, rng.randrange(10**6))[0]
            if rng.randrange(LOOKED_AT) == 0:
                looked += 1
                for answer, reasons in _reasons(table, ask, level, rng.randrange(10**6)).items():
                    if len(reasons) > 1:
                        wrong.append(f"{ask.kind}: {answer.decode()}: {sorted(reasons)}")
            table.answer(ask.seat, ask.number, msgspec.json.decode(value, type=game.Answer))
    return wrong


@pytest.mark.by_turns
@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_reason_is_the_same_whatever_the_hand_holds(game: Game[Any], level: str) -> None:
    wrong = [one for match in range(MATCHES) for one in _wrong(game, level, match)]
    assert not wrong, "\n".join(wrong[:20])
