"""Numbers that carry their parts, and moves between piles."""

from __future__ import annotations

import pytest

from games.engine.piles import holds, move_all, move_card
from games.engine.sums import Part, Sum


def test_a_sum_shows_each_part() -> None:
    points = Sum((Part(6, "Flamethrower"), Part(-3, "Armor"), Part(-3, "Armor")))
    assert str(points) == "6 Flamethrower − 3 Armor − 3 Armor = 0"


def test_a_sum_may_begin_below_nothing() -> None:
    assert str(Sum((Part(-2, "handling"), Part(1, "tires")))) == "−2 handling + 1 tires = −1"


def test_a_floor_holds_the_total_and_not_the_parts() -> None:
    points = Sum((Part(3, "Machine Gun"), Part(-6, "Heavy Armor")), floor=0)
    assert points.total == 0
    assert Sum(points.parts).total == -3


def test_cards_move_one_copy_at_a_time() -> None:
    hand, pile = [4, 7, 4], [1]
    move_card(4, hand, pile)
    assert (hand, pile) == ([7, 4], [1, 4])


def test_a_card_that_is_not_there_is_not_made() -> None:
    hand, pile = [7], [1]
    with pytest.raises(ValueError, match="not in list"):
        move_card(4, hand, pile)
    assert (hand, pile) == ([7], [1])


def test_a_whole_pile_moves_in_order() -> None:
    hand, pile = [4, 7], [1]
    move_all(hand, pile)
    assert (hand, pile) == ([], [1, 4, 7])


@pytest.mark.parametrize(
    ("cards", "there"), [((), True), ((4, 4), True), ((4, 4, 4), False), ((4, 9), False)]
)
def test_a_pile_holds_copies(cards: tuple[int, ...], there: bool) -> None:
    assert holds([4, 7, 4], cards) is there
