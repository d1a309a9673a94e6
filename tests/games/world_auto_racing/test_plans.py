"""A round as the computer would drive it, by one button."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.world_auto_racing import GAME
from games.world_auto_racing.moves import Play
from games.world_auto_racing.plans import PLANS, _warned
from games.world_auto_racing.race import Race

NORMAL = GAME.computers["normal"]


def decided(table: Table[Any], ask: Ask[Any], seed: int = 0) -> Any:
    """What the computer answers."""
    look = partial(table.imagine, ask.seat)
    return NORMAL.decide(table.view(ask.seat), ask, look, random.Random(seed)).answer


def played(seed: int) -> Iterator[tuple[Table[Any], Ask[Any], Race]]:
    """Questions of a race of computers before they are answered."""
    table, _ = Table.start(GAME, 3, SeededChance(seed), GAME.Options(length=60))
    while table.result is None:
        ask = table.asks[0]
        yield table, ask, table.view(ask.seat)
        table.answer(ask.seat, ask.number, decided(table, ask))


def test_a_round_is_driven_as_the_computer_would() -> None:
    plan, answered, over = None, [], 0
    for table, ask, view in played(3):
        if ask.seat or ask.kind in ("car", "mulligan"):
            continue
        if plan is None:
            offer = PLANS.offered(view, ask, None, "computer")
            assert offer is not None
            assert PLANS.offers(view, ask, None) == [offer]
            plan = offer.plan
        if view.round == plan.round:
            assert PLANS.told(view, plan) == "this round as the computer would"
            assert PLANS.answer(view, ask, plan) == decided(table, ask)
            answered.append(ask.kind)
        else:
            over += 1
            assert (PLANS.answer(view, ask, plan), PLANS.told(view, plan)) == (None, "")
    assert answered.count("action") > 1
    assert "scrap" in answered
    assert over > 5


def test_only_a_turn_offers_it() -> None:
    for _, ask, view in played(5):
        assert bool(PLANS.offers(view, ask, None)) == (ask.kind == "action")


def test_it_asks_before_what_the_single_play_warns_of() -> None:
    grave = 0
    for seed in range(4):
        for _, ask, view in played(seed):
            for option in ask.options:
                if isinstance(option, Play):
                    style = GAME.words.part(view, ask, GAME.words.path(option), ()).style
                    assert _warned(view, ask, option) == (style == "grave")
                    grave += style == "grave"
    assert grave > 0
