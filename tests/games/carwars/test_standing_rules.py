"""Standing rules are each seat's secret, and all that is hidden once the cars are shown."""

from __future__ import annotations

import copy
import random
from collections import Counter

import msgspec

from games.carwars import GAME
from games.carwars.attack import unasked
from games.carwars.moves import RULES, Fires, Standing, StandingRules
from games.carwars.rounds import managing, reordered
from games.carwars.state import Car, State
from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.table import Table
from games.engine.walk import presses, walk


def driving(seats: int = 3) -> Table[State]:
    """A table in its first round."""
    table, _ = Table.start(GAME, seats, SeededChance(1))
    while table.context.state.phase in ("build", "places"):
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, ask.default)
    return table


def test_the_usual_rules_are_the_first_of_each() -> None:
    assert {rule: values[0] for rule, values in RULES.items()} == msgspec.structs.asdict(
        StandingRules()
    )


def test_rules_that_hang_on_a_card_are_offered_with_that_card() -> None:
    table = driving()
    with_radials = [
        seat
        for seat, car in enumerate(table.context.state.cars)
        if any(car.kind(place).id == "high_density_radials" for place in range(len(car.cards)))
    ]
    for seat in range(3):
        rules = {o.rule for o in GAME.orders(table.context.state, seat) if isinstance(o, Standing)}
        assert {"defense", "attack", "second", "lone", "damage", "fires", "look"} <= rules
        assert ("wrench" in rules) == (seat in with_radials)
    assert GAME.orders(table.context.state, 0)[-1] == GAME.Leave()


def test_others_take_them_for_the_usual_ones() -> None:
    table = driving()
    table.order(1, Standing("damage", "ask"))
    cars: list[Car] = table.view(0).cars
    assert cars[1].standing == StandingRules()
    assert table.view(1).cars[1].standing.damage == "ask"
    assert table.view(None).cars[1].standing == StandingRules()


def test_dealing_anew_leaves_ones_own_and_changes_those_of_others() -> None:
    table = driving()
    table.order(1, Standing("damage", "ask"))
    seen = {1: set[str](), 2: set[str]()}
    for seed in range(40):
        state = table.imagine(1, seed).context.state
        assert state.cars[1].standing.damage == "ask"
        for seat, values in seen.items():
            values.add(state.cars[seat].standing.damage)
    assert seen == {1: {"ask"}, 2: {"usual", "ask"}}


def test_a_question_that_a_rule_led_to_stands_in_the_state() -> None:
    """Whoever imagines the table finds the same question, whatever rules are dealt."""
    table, rng = driving(), random.Random(3)
    for seat in range(3):
        for rule in ("defense", "damage", "second", "lone", "fires"):
            table.order(seat, Standing(rule, "ask"))
    met = Counter[str]()
    while table.result is None:
        ask = table.asks[0]
        usual = copy.deepcopy(table.context.state)
        usual.cars[ask.seat].standing = StandingRules()
        goes_on = ask.kind == "attack" and unasked(usual, ask.seat)
        if (ask.kind in ("defend", "fires", "pick") or goes_on) and met[ask.kind] < 4:
            met[ask.kind] += 1
            for seed in range(5):
                other = table.imagine((ask.seat + 1) % 3, seed)
                assert [(a.seat, a.kind) for a in other.asks] == [(ask.seat, ask.kind)]
        options = [*(ask.options if ask.kind != "attack" else ()), ask.default]
        table.answer(ask.seat, ask.number, rng.choice(options))
    assert met == {"attack": 4, "defend": 4, "fires": 4, "pick": 4}


def test_every_way_to_manage_fires_can_be_pressed() -> None:
    """Another order of burning is not offered, because it comes nearly to the same."""
    table = driving(2)
    car = table.context.state.cars[0]
    car.fires, car.control = [0, 1, 3], 3
    options = managing(car)
    ask = Ask(0, "fires", options, options[0], spare=reordered)
    for option in options:
        stand = walk(ask, GAME.words, presses(ask, GAME.words, option)[-1])
        assert stand is not None
        assert stand.answer == option
    first = walk(ask, GAME.words, ("o0",))
    assert first is not None
    assert first.answer == Fires((0,), (1, 3))
