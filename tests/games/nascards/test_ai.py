"""The computer seats: legal, repeatable, blind to what is hidden, and `normal` the stronger."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import msgspec
import pytest

from games.engine.ask import Ask, Combination
from games.engine.chance import SeededChance
from games.engine.found import find
from games.engine.table import Table
from games.nascards import ai_cards
from games.nascards.ai import COMPUTERS
from games.nascards.cards import NUMBERS
from games.nascards.moves import Aim, Drive, Keep, Pit, Stay
from games.nascards.options import Options
from games.nascards.state import State

LEVELS = ("easy", "normal")


def _start(seats: int, seed: int, **options: Any) -> Table[Any]:
    chosen = Options(**{"goal": 100, **options})
    return Table.start(find("nascards"), seats, SeededChance(seed), chosen)[0]


def _decide(table: Table[Any], ask: Ask[Any], level: str, rng: random.Random) -> Any:
    view = table.view(ask.seat)
    return COMPUTERS[level].decide(view, ask, partial(table.imagine, ask.seat), rng)


@pytest.mark.parametrize("level", LEVELS)
def test_races_of_computers_end_with_legal_answers_only(level: str) -> None:
    kinds: set[str] = set()
    for seats in range(2, 9):
        for seed in range(6):
            table, rng = _start(seats, seed, advantages=seed % 2), random.Random(seed)
            while table.result is None:
                for ask in table.asks:
                    decision = _decide(table, ask, level, rng)
                    assert ask.read(decision.answer) == decision.answer
                    assert decision.why.endswith(".")
                    kinds.add(ask.kind)
                    table.answer(ask.seat, ask.number, decision.answer)
    assert kinds == {"pit", "keep", "aim", "follow", "pick", "drop", "drive"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_comes_of_the_view_and_the_rng_alone(level: str) -> None:
    for seed in range(3):
        table, rng = _start(4, seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                decision = _decide(table, ask, level, random.Random(seed))
                imagined = table.imagine(ask.seat, seed + 77)
                own = imagined.ask_of(ask.seat)
                assert own is not None
                assert _decide(imagined, own, level, random.Random(seed)) == decision
            ask = rng.choice(table.asks)
            table.answer(ask.seat, ask.number, _decide(table, ask, level, rng).answer)


def test_normal_wins_most_races_against_easy() -> None:
    wins = 0
    for seed in range(40):
        table, rng = _start(2, seed // 2), random.Random(seed)
        levels = ("normal", "easy") if seed % 2 else ("easy", "normal")
        while table.result is None:
            for ask in table.asks:
                value = _decide(table, ask, levels[ask.seat], rng).answer
                table.answer(ask.seat, ask.number, value)
        wins += levels[table.result.places[0][0]] == "normal"
    assert wins >= 26


def test_a_fresh_hand_is_never_thrown_away_unplayed() -> None:
    stops = 0
    for seed in range(12):
        table, rng = _start(4, 700 + seed), random.Random(seed)
        while table.result is None:
            for ask in table.asks:
                view = table.view(ask.seat)
                value = _decide(table, ask, "normal", rng).answer
                if isinstance(value, Pit):
                    stops += 1
                    assert not view.pitted(ask.seat)
                table.answer(ask.seat, ask.number, value)
    assert stops


# -- single decisions


def _view(seat: int, **changes: Any) -> State:
    """What a seat sees of a race of three on its first turn, with changes: `miles` and the seat's
    own `hand` and `maneuver` among them."""
    state: State = _start(3, 1).context.state
    for driver, miles in zip(state.drivers, changes.pop("miles", (0, 0, 0)), strict=True):
        driver.miles = miles
    state.order = sorted(range(3), key=lambda one: -state.drivers[one].miles)
    for name in ("hand", "maneuver"):
        if name in changes:
            setattr(state.drivers[seat], name, changes.pop(name))
    view: State = find("nascards").view(msgspec.structs.replace(state, **changes), seat)
    return view


def _answer(view: State, kind: str, options: Any, some: Any = None) -> Any:
    assert view.seat is not None
    ask: Ask[Any] = Ask(view.seat, kind, options, options[0] if options else None, "", some)
    return COMPUTERS["normal"].decide(view, ask, _nothing, random.Random(0)).answer


def _nothing(seed: int) -> Table[Any]:
    raise AssertionError("normal imagines nothing")


@pytest.mark.parametrize(
    ("hand", "answer"), [([1, 2, 3], Pit()), ([8, 9], Stay()), ([1, 1, 9], Stay())]
)
def test_it_pits_when_its_cards_are_poor(hand: list[int], answer: Any) -> None:
    assert _answer(_view(0, hand=hand), "pit", (Stay(), Pit())) == answer


def test_it_does_not_pit_before_the_line() -> None:
    view = _view(0, hand=[2, 3], miles=(95, 90, 90))
    assert _answer(view, "pit", (Stay(), Pit())) == Stay()


def test_it_keeps_the_card_that_gains_most() -> None:
    view = _view(0, hand=[5], miles=(20, 30, 40))
    best, worse = NUMBERS["catch_up"], NUMBERS["outside_track"]
    assert _answer(view, "keep", (Keep(worse), Keep(best))) == Keep(best)
    leading = _view(0, hand=[5], miles=(50, 30, 40))
    assert _answer(leading, "keep", (Keep(best), Keep(worse))) == Keep(worse)


def test_no_green_flag_for_a_rival_with_a_fresh_hand() -> None:
    view = _view(0, hand=[9, 10], miles=(20, 10, 0))
    flag, other = NUMBERS["green_flag"], NUMBERS["blocking"]
    options = Keep(other), Keep(flag)
    fresh = list(view.drivers[1].hand)
    assert len(fresh) >= ai_cards.FRESH
    for rival in view.drivers[1:]:
        rival.hand = fresh[:2]
    assert _answer(view, "keep", options) == Keep(flag)
    view.drivers[1].hand = fresh
    assert _answer(view, "keep", options) == Keep(other)


def test_it_aims_harm_at_the_leader_and_help_at_the_last() -> None:
    for card, seat in (("check_up", 1), ("slipstream", 2)):
        view = _view(0, miles=(40, 50, 10), maneuver=NUMBERS[card])
        assert _answer(view, "aim", (Aim((1,)), Aim((2,)))) == Aim((seat,))


def test_it_wastes_no_fast_card_on_a_wall() -> None:
    view = _view(0, hand=[3, 9], miles=(40, 43, 10), yellow_flag=True, phase="speed")
    assert _answer(view, "drive", (Drive((3,)), Drive((9,)))) == Drive((3,))


def test_it_plays_two_cards_where_it_may() -> None:
    view = _view(0, hand=[6, 7], phase="speed")
    some = Combination("two", (6, 7), Drive, 2, 2)
    assert _answer(view, "drive", (Drive((6,)), Drive((7,))), some) == Drive((6, 7))
