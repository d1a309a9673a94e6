"""Mini Car Wars with hidden record sheets: what a rival sees of the time that a fire step takes."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.match import waits
from bot.match.match import Match
from bot.match.seats import Seat
from games.engine.chance import SeededChance
from games.engine.fair import LoggedChance
from games.engine.table import Table
from games.mini_carwars import GAME, buying
from games.mini_carwars.catalog import NUMBERS
from games.mini_carwars.moves import Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import State

ASIDE = (4.0, 0.0)
"""Where the rival stands, inches from the middle of the other car: to its right."""


def match_of(model: str, lost: int | None) -> Match:
    """Two people at the first fire step of a turn, 0 in a car of that model, 1 in a Killer Kart
    to the right of it. Everybody knows that the weapon `lost` of the first is lost."""
    cars = [buying.built(0, Take(NUMBERS[model])), buying.built(1, Take(NUMBERS["killer_kart"]))]
    for car in cars:
        car.speed = 30
    cars[1].x, cars[1].y = ASIDE
    if lost is not None:
        cars[0].weapons[lost] = msgspec.structs.replace(
            cars[0].weapons[lost], working=False, seen=True
        )
    state = State(
        Options(open_sheets=False, budget=30_000), 2, beat="fire", vehicles=cars, turn=3, phase=1,
        order=[0, 1], starts=[0.0, 0.0], sections=[-1, 0, 1, 2],
    )  # fmt: skip
    match = Match(
        id="TABLE001", game=GAME, guild_id=1, channel_id=2, host_id=1, options=state.options,
        seats=[Seat("A", 1), Seat("B", 2)], floor_ms=waits.FLOOR_MS,
        rng_for=lambda n: random.Random(f"wait {n}"),
    )  # fmt: skip
    table, told = Table.begin(GAME, state, LoggedChance(SeededChance(3)))
    match.deal(table, told)
    match._pass_windows()
    match.set_clocks(0)
    return match


def seen(match: Match) -> Any:
    """All that the rival sees: the table, what waits of his own, who is asked, and the clock."""
    asked = [(ask.seat, ask.number, ask.kind) for ask in match.waiting()]
    return msgspec.json.encode((match.view(1), match.seats[1].held, asked, match.earliest_due(0)))


def test_the_same_is_waited_for_whatever_a_hidden_sheet_says() -> None:
    """A Courier whose right gun is gone has nothing to fire to the right, but for its option with a
    smokescreen, which nobody has seen."""
    gun = 1
    plain, smoker = (match_of(model, gun) for model in ("courier", "courier_a"))
    assert seen(plain) == seen(smoker)
    waiting, asked = plain.seats[0].held, smoker.ask_of(0)
    assert waiting is not None
    assert waiting.at >= waits.FLOOR_MS
    assert plain.ask_of(0) is None
    assert asked is not None
    assert len(asked.options) > 1
    assert waits.closes_from(smoker, asked) == waits.FLOOR_MS


@pytest.mark.parametrize(
    ("model", "lost"), [("killer_kart", None), ("mini_sherman", 2), ("rocket_special", 1)]
)
def test_a_step_in_which_everybody_sees_that_nothing_bears_takes_no_time(
    model: str, lost: int | None
) -> None:
    match = match_of(model, lost)
    assert [seat.held for seat in match.seats] == [None, None]
    assert {move.kind for move in match.moves} == {"start", "forced"}
    assert match.running().context.state.step != "fire"
