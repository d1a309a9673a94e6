"""Numbers that carry their parts."""

from __future__ import annotations

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
