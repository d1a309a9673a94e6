"""The computer seats: legal, repeatable, blind to what is hidden, and `normal` the stronger."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from games.engine.ask import Ask
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.world_auto_racing.ai import COMPUTERS
from games.world_auto_racing.moves import Discard, Keep, Lose, Pass, Play, Redraw, Use
from games.world_auto_racing.options import Options
from games.world_auto_racing.state import State
from tests.games.world_auto_racing.laps import CARS, Race, n, racer, state

KAZENO, HARROW, BELLORI, FJELLMARK, _YAMABIKO = CARS
LEVELS = ("easy", "normal")
MODS = ("carbon_rotors", "semi_slicks")


def _start(seats: int, seed: int) -> Table[Any]:
    return Table.start(find("world-auto-racing"), seats, SeededChance(seed), Options(length=60))[0]


def _decide(table: Table[Any], ask: Ask[Any], level: str, rng: random.Random) -> Any:
    view = table.view(ask.seat)
    return COMPUTERS[level].decide(view, ask, partial(table.imagine, ask.seat), rng)


@pytest.mark.parametrize("level", LEVELS)
def test_races_of_computers_end_with_legal_answers_only(level: str) -> None:
    kinds: set[str] = set()
    for seats, seed in [(2, 0), (3, 1), (4, 2), (5, 3), (5, 4), (5, 5)]:
        table, rng = _start(seats, seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                decision = _decide(table, ask, level, rng)
                assert ask.read(decision.answer) == decision.answer
                assert decision.why.endswith(".")
                kinds.add(ask.kind)
                table.answer(ask.seat, ask.number, decision.answer)
    assert kinds >= {"car", "mulligan", "action", "scrap"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_comes_of_the_view_and_the_rng_alone(level: str) -> None:
    table, rng = _start(4, 7), random.Random(7)
    looked = 0
    while table.result is None:
        for ask in table.asks:
            looked += 1
            if looked % 5:
                continue
            decision = _decide(table, ask, level, random.Random(7))
            imagined = table.imagine(ask.seat, 84)
            own = imagined.ask_of(ask.seat)
            assert own is not None
            assert _decide(imagined, own, level, random.Random(7)) == decision
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.number, _decide(table, ask, level, rng).answer)
    assert looked > 50


def test_normal_wins_most_races_against_easy() -> None:
    wins = 0
    for seed in range(12):
        table, rng = _start(2, seed // 2), random.Random(seed)
        levels = ("normal", "easy") if seed % 2 else ("easy", "normal")
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, levels[ask.seat], rng).answer
                table.answer(ask.seat, ask.number, value)
        wins += levels[table.result.places[0][0]] == "normal"
    assert wins >= 9


# -- single decisions


def _normal(start: State, kind: str, seat: int = 0) -> Any:
    """What `normal` answers to the question of that kind that such a race opens."""
    race = Race(start)
    ask = race.table.ask_of(seat)
    assert ask is not None
    assert ask.kind == kind
    return _decide(race.table, ask, "normal", random.Random(0)).answer


def test_five_of_them_take_the_five_cars() -> None:
    table = _start(5, 1)
    taken = set()
    for seat in range(5):
        ask = table.ask_of(seat)
        assert ask is not None
        value = _decide(table, ask, "normal", random.Random(seat)).answer
        taken.add(value.car)
        table.answer(seat, ask.number, value)
    assert taken == {n(name) for name in CARS}


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("redline, late_brake, hood_scoop, carbon_rotors, redline", Keep()),
        ("drizzle, drizzle, drizzle, drizzle, drizzle", Redraw()),
    ],
)
def test_it_redraws_a_hand_that_does_nothing_for_it(hand: str, answer: Any) -> None:
    start = state(racer(BELLORI, hand=hand), racer(KAZENO, hand="redline"))
    start.beat = start.phase = "mulligan"
    assert _normal(start, "mulligan") == answer


def test_it_plays_what_adds_and_passes_with_nothing() -> None:
    assert _normal(state(racer(HARROW, hand="redline"), racer(KAZENO)), "action") == Play(
        n("redline")
    )
    assert _normal(state(racer(HARROW), racer(KAZENO)), "action") == Pass()


def test_it_hits_the_rival_who_can_win() -> None:
    start = state(
        racer(HARROW, hand="brake_check", progress=50),
        racer(KAZENO, progress=52),
        racer(FJELLMARK, progress=5),
    )
    assert _normal(start, "action") == Play(n("brake_check"), on=1)


def _loop(hand: str, mods: str) -> State:
    """The last round on the Grand Prix Loop, which helps cars with two active mods or fewer."""
    own = racer(KAZENO, hand=hand, mods=mods, progress=92)
    return state(own, racer(HARROW, progress=90), courses="grand_prix_loop 1")


def test_it_gives_up_a_mod_of_its_own_will_where_one_more_would_cost_it() -> None:
    start = _loop("titanium_cat_back", ", ".join(MODS))
    given_up = _normal(start, "action")
    assert given_up in [Play(n("titanium_cat_back"), replace=n(m)) for m in MODS]
    dry = state(racer(KAZENO, hand="titanium_cat_back", mods=", ".join(MODS)), racer(HARROW))
    assert _normal(dry, "action") == Play(n("titanium_cat_back"))


def test_easy_gives_up_no_mod_without_need() -> None:
    race = Race(_loop("titanium_cat_back", "semi_slicks"))
    ask = race.table.ask_of(0)
    assert ask is not None
    assert Play(n("titanium_cat_back"), replace=n("semi_slicks")) in ask.options
    for seed in range(60):
        value = _decide(race.table, ask, "easy", random.Random(seed)).answer
        assert value in (Play(n("titanium_cat_back")), Pass())


def test_it_discards_the_poorest_card_for_power() -> None:
    race = Race(state(racer(BELLORI, hand="drizzle, hood_scoop"), racer(KAZENO)))
    race.give(0, Use(n(BELLORI)))
    ask = race.table.ask_of(0)
    assert ask is not None
    assert ask.kind == "discard"
    value = _decide(race.table, ask, "normal", random.Random(0)).answer
    assert value == Discard(n("drizzle"))


def test_it_gives_up_the_mod_that_does_least() -> None:
    """The hood scoop alone adds two."""
    mods = "hood_scoop, semi_slicks, carbon_rotors"
    race = Race(state(racer(KAZENO, hand="scrutineers", mods=mods), racer(HARROW)))
    race.play(0, "scrutineers")
    ask = race.table.ask_of(0)
    assert ask is not None
    assert ask.kind == "lose"
    value = _decide(race.table, ask, "normal", random.Random(0)).answer
    assert value in (Lose(n("semi_slicks")), Lose(n("carbon_rotors")))
