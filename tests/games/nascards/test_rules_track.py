"""Places, passing, what bars it, what it costs, and winning by it."""

from __future__ import annotations

from typing import Any

from games.engine.sums import Part, Sum
from games.nascards import events as e
from games.nascards.moves import Drive
from games.nascards.options import Options
from tests.games.nascards.racing import Race, card


def test_a_car_that_loses_miles_drops_behind_all_with_more() -> None:
    race = Race(30, 29, 29, 27).shows(1, "drift high").begin()
    assert race.miles == [28, 30, 29, 27]
    assert race.state.order == [1, 2, 0, 3]
    assert race.told(e.Moved)[1] == e.Moved(
        0, "card", Sum((Part(-2, "Drift High"),)), 30, 28, -1, card("drift high"), 1, 1, 3
    )


def test_miles_never_fall_below_0() -> None:
    race = Race(5, 1).shows(0, "check up").begin()
    assert race.miles == [5, 0]
    assert race.told(e.Moved)[0].after == 0


def test_under_a_yellow_flag_only_the_car_directly_ahead_is_a_wall() -> None:
    race = Race(30, 28, 10, yellow_flag=True).shows(2, "catch up").begin()
    assert race.miles == [30, 28, 18]
    race = Race(30, 15, 10, yellow_flag=True).shows(2, "catch up").begin()
    assert race.miles == [30, 15, 15]
    assert race.state.order == [0, 1, 2]
    assert race.told(e.Moved)[0].wall == 1


def test_a_gain_made_before_the_flag_came_out_stays() -> None:
    race = Race(30, 29, 10)
    race.shows(0, "inside track").shows(1, "yellow flag").shows(2, "catch up").begin()
    assert race.miles == [33, 29, 18]
    assert race.state.yellow_flag


def test_with_flag_and_blocker_the_nearer_one_stops_the_gain() -> None:
    race = Race(16, 13, 10, yellow_flag=True).driver(2, blocked_by=[0]).shows(2, "catch up")
    assert race.begin().miles == [16, 13, 13]
    race = Race(16, 13, 10).driver(2, blocked_by=[0, 1]).shows(2, "catch up").begin()
    assert race.miles == [16, 13, 13]
    assert race.told(e.Moved)[0].wall == 1


def test_a_blocker_behind_holds_nobody() -> None:
    race = Race(30, 28).driver(0, blocked_by=[1]).shows(0, "inside track").begin()
    assert race.miles == [33, 28]


def test_blocking_counts_for_the_rest_of_the_turn_whenever_the_blocker_is_ahead() -> None:
    dice = [("drafting roll", 1), ("drafting roll", 10), ("mishap roll", 1), ("mishap roll", 1)]
    race = Race(30, 29, draws=dice).shows(1, "blocking")
    race.driver(0, hand=[1, 2]).driver(1, hand=[3, 9]).begin()
    # The blocker was behind when the card was shown and has driven past since.
    race.give(0, Drive((1,))).give(1, Drive((3,)))
    assert race.miles == [32, 32]
    assert race.told(e.Drafted)[1] == e.Drafted(0, Sum((Part(10, "roll"),)), 3)
    assert [moved.wall for moved in race.told(e.Moved)] == [-1, -1, 1]


def test_keep_up_comes_level_and_stays_behind_even_under_a_yellow_flag() -> None:
    race = Race(30, 22, 20, yellow_flag=True).shows(1, "keep up").begin()
    assert race.miles == [30, 30, 20]
    assert race.state.order == [0, 1, 2]
    assert race.told(e.Moved)[0].wall == -1


def test_keep_up_of_a_car_already_level_is_played_and_moves_nothing() -> None:
    race = Race(30, 30).shows(1, "keep up").begin()
    assert race.told(e.ManeuverShown)[0].why_not == ""
    assert race.told(e.Moved) == []


def test_a_sling_shot_pass_must_go_past_the_leader() -> None:
    def reason(*miles: int, **state: Any) -> str:
        race = Race(*miles, **state).shows(1, "sling shot pass").begin()
        return str(race.told(e.ManeuverShown)[0].why_not)

    assert reason(30, 24) == ""
    assert reason(30, 23) == "NL_AND_PASSES_LEADER"
    assert reason(24, 30) == "NL"
    assert reason(30, 24, yellow_flag=True) == "NL_AND_PASSES_LEADER"


def test_a_sling_shot_pass_pays_for_a_defensive_leader_and_may_fall_behind_again() -> None:
    race = Race(30, 24).driver(0, defensive=-2).shows(1, "sling shot pass").begin()
    assert race.miles == [30, 29]
    assert race.state.order == [0, 1]


def test_each_move_past_a_defensive_driver_costs() -> None:
    dice = [("drafting roll", 1), ("drafting roll", 10), ("mishap roll", 1), ("mishap roll", 1)]
    race = Race(30, 28, draws=dice).driver(0, hand=[3]).driver(1, hand=[4, 6])
    race.shows(0, "defensive driving").shows(1, "inside track").begin()
    assert race.open == [(1, "drive")]
    race.give(1, Drive((4,)))
    # By its card to 31 and back to 29, while zero drives to 33; by its Speed card to 33, which is
    # level and no pass; by its draft to 36 and back to 34.
    assert [(moved.why, moved.after) for moved in race.told(e.Moved) if moved.seat == 1] == [
        *[("card", 31), ("passer", 29), ("speed", 33), ("draft", 36), ("passer", 34)]
    ]


def test_dropping_back_behind_a_defensive_driver_is_no_pass_by_him() -> None:
    race = Race(30, 29).driver(0, defensive=-2).shows(1, "resistor plates").begin()
    assert race.miles == [29, 29]
    race = Race(30, 29).driver(1, defensive=-2).shows(1, "check up").begin()
    assert race.miles == [28, 29]
    assert [moved.why for moved in race.told(e.Moved)] == ["card"]


def test_express_train_takes_all_cars_behind_along_by_one_roll() -> None:
    race = Race(30, 25, 20, 19, draws=[("miles roll", 7)]).shows(1, "express train").begin()
    assert race.miles == [30, 32, 27, 26]
    assert race.told(e.MilesRolled) == [e.MilesRolled(1, card("express train"), 7)]


def test_express_train_moves_each_car_against_the_walls_as_they_then_stand() -> None:
    race = Race(30, 25, 24, draws=[("miles roll", 10)])
    race.driver(1, blocked_by=[0]).shows(1, "express train").begin()
    assert race.miles == [30, 30, 34]
    assert race.state.order == [2, 0, 1]


def test_of_several_at_the_goal_at_the_same_moment_the_one_with_most_miles_wins() -> None:
    race = Race(99, 93, 94, options=Options(goal=100), draws=[("miles roll", 10)])
    race.shows(2, "express train").begin()
    assert race.table.result is not None
    assert race.table.result.places == ((2,), (1,), (0,))


def test_of_several_level_at_the_goal_the_better_placed_wins() -> None:
    race = Race(94, 94, 20, 96, options=Options(goal=100), draws=[("miles roll", 6)])
    race.shows(0, "express train").begin()
    assert race.table.result is not None
    assert race.table.result.places == ((0,), (1,), (3,), (2,))
    assert race.miles == [100, 100, 26, 96]


def test_the_goal_is_reached_in_any_phase() -> None:
    race = Race(99, 92, options=Options(goal=100), draws=[("drafting roll", 5)])
    race.state.beat = "drafting"
    race.begin()
    assert race.told(e.RaceEnded)[0].places == ((0,), (1,))
    assert race.told(e.MishapRolled) == []
    race = Race(99, 92, options=Options(goal=100)).driver(0, hand=[4, 5]).begin()
    race.give(0, Drive((4,)))
    assert race.state.phase == "over"
    assert race.told(e.SpeedPlayed) == [e.SpeedPlayed(0, (4,))]


def test_who_acts_next_is_looked_up_afresh() -> None:
    # One passes zero by its card, so it plays its Speed card first.
    race = Race(30, 28).shows(1, "inside track").begin()
    assert race.open == [(1, "drive")]
    # A car that has driven and is passed does not drive again.
    race.give(1, Drive((6,)))
    assert race.open == [(0, "drive")]
