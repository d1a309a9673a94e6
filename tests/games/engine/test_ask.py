"""Questions: what is read as an answer, and what is not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.ask import Ask, Combination, choose, everyone
from games.engine.errors import Illegal
from tests.games.engine.toy import Bid, Keep, Throw


def ask(options: list[Any], some: Combination[Any] | None = None) -> Ask[Any]:
    return Ask(0, "bid", options, options[0], "Toy: Bidding", some)


def test_an_answer_is_the_option_equal_to_it() -> None:
    option = Bid(3)
    assert ask([Keep(), option]).read(Bid(3)) is option


@pytest.mark.parametrize("value", [Bid(4), Bid(3, loud=True), Throw((3,)), 3, None, "bid"])
def test_what_is_no_option_is_refused_with_the_rule(value: object) -> None:
    with pytest.raises(Illegal, match=r"do not allow") as refusal:
        ask([Keep(), Bid(3)]).read(value)
    assert refusal.value.cite == "Toy: Bidding"


def test_a_bool_is_not_taken_for_a_number() -> None:
    with pytest.raises(Illegal):
        ask([0, 1]).read(False)


@pytest.mark.parametrize("cards", [(5,), (5, 2), (2, 5), (5, 5), (2, 5, 5)])
def test_a_subset_takes_cards_that_are_there(cards: tuple[int, ...]) -> None:
    some = Combination("throw", [5, 2, 5], Throw)
    assert ask([Keep()], some).read(Throw(cards)) == Throw(cards)


@pytest.mark.parametrize("cards", [(), (3,), (2, 2), (5, 5, 5), (2, 5, 5, 5)])
def test_a_subset_refuses_cards_that_are_not(cards: tuple[int, ...]) -> None:
    some = Combination("throw", [5, 2, 5], Throw)
    with pytest.raises(Illegal):
        ask([Keep()], some).read(Throw(cards))


def test_a_subset_keeps_to_its_bounds() -> None:
    some = Combination("throw", [1, 2, 3], Throw, least=2, limit=2)
    assert [some.holds(Throw(cards)) for cards in ((1,), (1, 2), (1, 2, 3))] == [False, True, False]
    assert not some.holds(Bid(1))


@given(st.lists(st.integers(0, 3), max_size=6), st.lists(st.integers(0, 4), max_size=7))
def test_a_subset_is_held_as_often_as_it_is_there(items: list[int], cards: list[int]) -> None:
    some = Combination("throw", items, Throw, least=0)
    there = len(cards) <= len(items) and Counter(cards) <= Counter(items)
    assert some.holds(Throw(tuple(cards))) is there
    assert some.holds(Throw(tuple(reversed(cards)))) is there


def test_asking_whether_a_subset_is_held_leaves_its_cards_alone() -> None:
    hand = [5, 2, 5]
    some = Combination("throw", hand, Throw)
    assert some.holds(Throw((5, 5)))
    assert not some.holds(Throw((5, 3)))
    assert hand == [5, 2, 5]


@pytest.mark.parametrize("foreign", [None, "5", "", [5], {}, (5,), 5.5, object()])
def test_a_subset_of_other_things_than_cards_is_refused(foreign: Any) -> None:
    some = Combination("throw", [5, 2, 5], Throw)
    assert not some.holds(Throw((foreign,)))
    assert not some.holds(Throw((5, foreign)))
    assert not some.holds(foreign)


def test_choose_asks_once_and_returns_the_answer() -> None:
    question = ask([Keep()])
    step = choose(question)
    assert list(next(step)) == [question]
    question.given = Keep()
    with pytest.raises(StopIteration) as end:
        step.send(None)
    assert end.value.value == Keep()


def test_everyone_asks_all_at_once() -> None:
    questions = [Ask(seat, "bid", [Bid(seat)], Bid(seat), "") for seat in (2, 0)]
    step = everyone(questions)
    assert next(step) == questions
    for question in questions:
        question.given = question.default
    with pytest.raises(StopIteration) as end:
        step.send(None)
    assert end.value.value == [(2, Bid(2)), (0, Bid(0))]


def test_everyone_of_nobody_asks_nothing() -> None:
    with pytest.raises(StopIteration) as end:
        next(everyone([]))
    assert end.value.value == []
