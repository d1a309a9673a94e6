"""The temper of a named driver shows in how he plays, in every game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.carwars_cards.moves import Discard as Throw
from games.carwars_cards.moves import Play as Answer
from games.engine.chance import SeededChance
from games.engine.found import all_games, find
from games.engine.game import NORMAL
from games.engine.table import Table
from games.mini_carwars.catalog import MODELS
from games.nascards.cards import MANEUVERS
from games.world_auto_racing.moves import Discard as Scrap

STEADY = "steady"
WITH_TEMPERS = [game for game in all_games() if game.tempers]


def habits(
    name: str,
    kind: str,
    counted: Callable[[Any], float],
    *,
    seeds: int,
    seats: int = 2,
    **options: Any,
) -> dict[str, float]:
    """By temper, how much of something its driver does where `normal` seats have brought the match:
    the sum of `counted` over what it answers to all questions of a kind."""
    game = find(name)
    sums = dict.fromkeys((STEADY, *game.tempers), 0.0)
    for seed in range(seeds):
        table, _ = Table.start(game, seats, SeededChance(seed), game.Options(**options))
        while table.result is None:
            ask = table.asks[0]
            view, look = table.view(ask.seat), partial(table.imagine, ask.seat)

            def answer(temper: str, ask: Any = ask, view: Any = view, look: Any = look) -> Any:
                driver = game.computer(NORMAL, temper)
                return driver.decide(view, ask, look, random.Random(ask.number)).answer

            if ask.kind == kind:
                for temper in sums:
                    sums[temper] += counted(answer(temper))
            table.answer(ask.seat, ask.number, answer(STEADY))
    return sums


def test_every_game_knows_tempers() -> None:
    assert [game.name for game in WITH_TEMPERS] == [game.name for game in all_games()]
    for game in WITH_TEMPERS:
        assert {*game.tempers} == {"racer", "careful", "bold", "hunter"}


def test_the_card_game() -> None:
    options = {"seeds": 12, "seats": 4, "single_duel": True}
    answers = habits("carwars-cards", "answer", lambda one: isinstance(one, Answer), **options)
    assert answers["careful"] > answers[STEADY] > answers["hunter"] > answers["bold"]
    thrown = habits("carwars-cards", "action", lambda one: isinstance(one, Throw), **options)
    assert thrown["careful"] > thrown[STEADY] > thrown["racer"]


def test_nascards() -> None:
    speed = habits("nascards", "drive", lambda one: sum(one.cards), seeds=12, seats=4, goal=200)
    assert speed["careful"] < 0.99 * speed[STEADY]
    harm = habits("nascards", "keep", lambda one: MANEUVERS[one.card].hurts, seeds=12, seats=4)
    assert harm["hunter"] > harm["bold"] > harm[STEADY] > harm["racer"]


@pytest.mark.long
def test_world_auto_racing() -> None:
    scrapped = habits(
        "world-auto-racing",
        "scrap",
        lambda one: isinstance(one, Scrap),
        seeds=4,
        seats=3,
        length=60,
    )
    assert scrapped["bold"] > scrapped[STEADY] >= scrapped["careful"]


def bought(temper: str, model: str, seeds: int = 40) -> int:
    """How often a driver with that temper buys a vehicle of a model first, in so many matches."""
    game, count = find("mini-carwars"), 0
    for seed in range(seeds):
        table, _ = Table.start(game, 2, SeededChance(seed))
        ask = table.asks[0]
        driver, look = game.computer(NORMAL, temper), partial(table.imagine, ask.seat)
        answer = driver.decide(table.view(ask.seat), ask, look, random.Random(seed)).answer
        count += MODELS[answer.model].name.startswith(model)
    return count


def test_mini_car_wars_buys_by_temper() -> None:
    for temper, model in (
        ("racer", "Courier"),
        ("careful", "Mini Sherman"),
        ("bold", "Rocket Special"),
    ):
        assert bought(temper, model) > 1.2 * bought(STEADY, model)


@pytest.mark.long
def test_mini_car_wars() -> None:
    mph = habits("mini-carwars", "speed", lambda one: abs(one.mph), seeds=6)
    assert mph["racer"] > 1.05 * mph[STEADY]
