"""Rounds: racing order, ties at the finish, scrap, refuel, leaving, and checks of the steps."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chance import SeededChance
from games.engine.table import Table
from games.world_auto_racing import GAME
from games.world_auto_racing import events as e
from games.world_auto_racing.moves import Decline, Keep, Leave, Pass, Redraw, Take
from games.world_auto_racing.options import Options
from games.world_auto_racing.state import Racer, racing
from tests.games.world_auto_racing.laps import CARS, Race, n, ns, racer, state, view

HARROW = "harrow_marauder_427"
KAZENO = "kazeno_tsubame_rs"
BELLORI = "bellori_saetta_gt"
FJELLMARK = "fjellmark_r4"


def at(*progress: int, **parts: Any) -> list[Racer]:
    """Bare Tsubames, 5 progress a round each, with so much progress."""
    return [racer(KAZENO, progress=points, **parts) for points in progress]


# -- racing order


@pytest.mark.parametrize(
    ("before", "progress", "order"),
    [
        ([0, 1, 2], (0, 0, 0), [0, 1, 2]),
        ([2, 0, 1], (5, 5, 5), [2, 0, 1]),
        ([0, 1, 2], (5, 9, 5), [1, 0, 2]),
        ([2, 1, 0], (5, 9, 9), [2, 1, 0]),
        ([0, 1, 2], (1, 2, 3), [2, 1, 0]),
    ],
)
def test_level_drivers_keep_the_order_of_when_one_was_ahead(
    before: list[int], progress: tuple[int, ...], order: list[int]
) -> None:
    """Ruling B1"""
    race = Race(state(*at(*progress), order=before, beat="beginning", round=4))
    assert race.state.order == order
    assert racing(view(race.state, None)) == order
    assert race.asked() == [(order[0], "action")]


def test_the_order_stays_for_the_round() -> None:
    """Ruling B2; Ruling B15"""
    race = Race(state(*at(10, 20), order=[0, 1], beat="action"))
    race.give(0, Pass())
    race.give(1, Pass())
    assert race.events(e.RoundBegan)[0].order == (1, 0)


# -- the finish


def test_only_the_tied_race_on() -> None:
    """Ruling B11"""
    drivers = at(96, 96, 50)
    for own in drivers:
        own.hand = ns("redline")
    drivers[2].teams = ns("home_crowd")
    race = Race(state(*drivers))
    race.passes()
    assert [one.seats for one in race.events(e.TieBegan)] == [(0, 1)]
    # Seat 2 has its place and is asked nothing; its team is junked all the same.
    assert [ask.seat for ask in race.table.asked] == [0, 1]
    assert race.driver(2).teams == []
    race.give(0, Decline())
    race.give(1, Decline())
    seen = view(race.state, None)
    assert [seen.races(seat) for seat in range(3)] == [True, True, False]
    assert seen.tied == [0, 1]
    assert seen.projected(2) is None
    assert race.asked() == [(0, "action")]
    race.play(0, "redline")
    race.passes()
    assert race.table.result is not None
    assert race.table.result.places == ((0,), (1,), (2,))
    assert race.driver(2).progress == 57


def test_who_falls_behind_in_a_tie_is_out_of_it() -> None:
    drivers = at(96, 96, 96)
    drivers[0].hand, drivers[1].hand = ns("redline"), ns("redline")
    race = Race(state(*drivers))
    race.passes()
    while race.asked()[0][1] == "scrap":
        race.give(race.asked()[0][0], Decline())
    race.play(0, "redline")
    race.play(1, "redline")
    race.passes()
    assert [one.seats for one in race.events(e.TieBegan)] == [(0, 1, 2), (0, 1)]


def test_everyone_is_the_tied_alone() -> None:
    """The leader, the last and "every driver" are found among those who race on."""
    drivers = at(100, 100, 90)
    drivers[0].trait = n("underdog")
    drivers[1].trait = n("front_runner")
    race = Race(state(*drivers, tied=[0, 1], order=[1, 0, 2], active=1, conditions="neon_night 2"))
    seen = view(race.state, None)
    zero, one = seen.projected(0), seen.projected(1)
    assert zero is not None
    assert one is not None
    # Last of two: Underdog and the condition of a driver who waits.
    assert (zero.power_total, zero.handling_total) == (3 + 2 + 2, 2 + 1 + 1)
    assert (one.power_total, one.handling_total) == (3, 2 + 1 + 1)


def test_the_race_is_stopped_after_40_rounds() -> None:
    race = Race(state(*at(50, 60, 60), order=[2, 0, 1], round=40, active=2))
    race.passes()
    assert race.events(e.RaceEnded)[0].why == "stopped"
    assert race.table.result is not None
    assert race.table.result.places == ((2,), (1,), (0,))


def test_other_places_go_by_progress_then_by_racing_order() -> None:
    race = Race(state(*at(40, 99, 40, 60), order=[1, 3, 2, 0], active=1))
    race.passes()
    assert race.table.result is not None
    assert race.table.result.places == ((1,), (3,), (2,), (0,))
    assert view(race.state, None).places == [(1,), (3,), (2,), (0,)]


@pytest.mark.parametrize("length", [60, 100, 150])
def test_the_length_of_the_race_is_an_option(length: Any) -> None:
    start = state(*at(length - 5, 0))
    start.options = Options(length=length)
    race = Race(start)
    race.passes()
    assert race.table.result is not None
    shorter = state(*at(length - 6, 0))
    shorter.options = Options(length=length)
    again = Race(shorter)
    again.passes()
    assert again.table.result is None


# -- scrap and refuel


def test_a_film_permit_stays_through_one_scrap_step() -> None:
    race = Race(state(racer(KAZENO, hand="film_permit"), racer(HARROW)))
    race.play(0, "film_permit")
    race.passes()
    assert race.driver(0).teams == ns("film_permit")
    # It counts in the next round, and does not use up that round's team.
    assert view(race.state, 0).spent(0) == []
    race.passes()
    assert race.driver(0).teams == []
    assert race.driver(0).junkyard == ns("film_permit")


def test_of_two_copies_the_older_goes() -> None:
    drivers = [racer(KAZENO, hand="hold_the_wheel, redline"), racer(HARROW)]
    race = Race(state(*drivers))
    race.play(0, "hold_the_wheel")
    race.passes()
    race.give(0, Decline())
    race.driver(0).hand += ns("hold_the_wheel")
    again = Race(race.state)
    again.play(0, "hold_the_wheel")
    again.passes()
    assert again.driver(0).controls == [(n("hold_the_wheel"), -1)]
    assert again.driver(0).junkyard == ns("hold_the_wheel")
    assert [used.count for used in again.driver(0).used] == [1]


def test_scrap_checks_come_after_teams_and_controls_are_gone() -> None:
    drivers = [
        racer(KAZENO, mods="carbon_rotors", garage="redline, redline, redline, redline"),
        racer(HARROW, garage="drizzle, drizzle, drizzle"),
    ]
    race = Race(state(*drivers, courses="city_grid 1", beat="scrap"))
    # In racing order: the lead's rotors, then the grid of the other.
    assert [(one.seat, one.card) for one in race.events(e.CheckFired)] == [
        (0, n("carbon_rotors")),
        (1, n("city_grid")),
    ]
    assert len(race.driver(0).hand) == 1


def test_bonuses_limits_and_plays_end_with_the_round() -> None:
    race = Race(state(racer(BELLORI, hand="drizzle, redline"), racer(HARROW)))
    race.play(0, "drizzle")
    race.passes()
    own = race.driver(0)
    race.give(0, Decline())
    assert (own.played, own.bonuses, own.used, own.passed) == ([], [], [], False)


def test_nobody_is_asked_to_discard_from_an_empty_hand() -> None:
    race = Race(state(racer(KAZENO), racer(HARROW, hand="redline"), beat="discards"))
    assert race.asked() == [(1, "scrap")]


# -- leaving


def test_a_driver_who_leaves_passes_and_scores_on() -> None:
    """Ruling B23"""
    drivers = at(0, 0, 0, hand="redline")
    race = Race(state(*drivers))
    assert GAME.leave_order(race.state, 1) == Leave()
    race.told += race.table.order(1, Leave())
    assert not view(race.state, None).drivers[1].left
    race.give(0, Pass())
    assert [one.seat for one in race.events(e.DriverLeft)] == [1]
    assert race.asked() == [(2, "action")]
    assert view(race.state, None).drivers[1].left
    assert GAME.orders(race.state, 1) == ()
    assert GAME.leave_order(race.state, 1) is None
    race.give(2, Pass())
    assert [ask.seat for ask in race.table.asked] == [0, 2]
    assert [racer.progress for racer in race.state.drivers] == [5, 5, 5]


def test_a_race_that_all_have_left_ends_by_itself() -> None:
    race = Race(state(*at(0, 0)))
    race.told += race.table.order(0, Leave())
    race.told += race.table.order(1, Leave())
    race.give(0, Pass())
    assert race.table.result is not None
    # Level again and again: nobody can get ahead before the last round.
    assert race.events(e.RaceEnded)[0].why == "stopped"
    assert race.state.round == 40


def test_who_leaves_before_the_start_drives_the_first_free_car() -> None:
    table, _ = Table.start(GAME, 3, SeededChance(1))
    table.order(1, Leave())
    table.answer(0, table.asks[0].number, Take(n(HARROW)))
    assert table.context.state.drivers[1].car == n(KAZENO)
    assert [ask.seat for ask in table.asks] == [2]
    table.answer(2, table.asks[0].number, Take(n(FJELLMARK)))
    assert [ask.seat for ask in table.asked] == [0, 2]


def test_mods_of_one_who_left_are_lost_by_default() -> None:
    drivers = [
        racer(KAZENO, hand="scrutineers"),
        racer(HARROW, mods="hood_scoop, drag_slicks, big_drum_brakes", left=True),
    ]
    race = Race(state(*drivers))
    race.play(0, "scrutineers")
    assert race.driver(1).junkyard == ns("drag_slicks")


# -- before the race


def test_first_hands_are_redrawn_together_and_in_secret() -> None:
    table, _ = Table.start(GAME, 3, SeededChance(3))
    for seat in range(3):
        table.answer(seat, table.asks[0].number, Take(n(CARS[seat])))
    assert [(ask.seat, ask.kind) for ask in table.asked] == [(s, "mulligan") for s in range(3)]
    hands = [list(driver.hand) for driver in table.context.state.drivers]
    answers = {0: Keep(), 1: Redraw(), 2: Redraw()}
    for ask in list(table.asks):
        assert [len(driver.hand) for driver in table.context.state.drivers] == [5, 5, 5]
        table.answer(ask.seat, ask.number, answers[ask.seat])
    now = table.context.state.drivers
    assert now[0].hand == hands[0]
    assert now[1].hand != hands[1]
    assert [len(driver.hand) + len(driver.garage) for driver in now] == [55, 56, 52]
    assert table.context.state.round == 1


def test_the_view_before_the_first_round_has_no_order() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(3))
    seen = table.view(1)
    assert (seen.phase, seen.active, seen.round) == ("car", 0, 0)
    assert seen.drivers[0].car == -1
    assert seen.own_garage(1) == ()
    table.answer(0, table.asks[0].number, Take(n(HARROW)))
    assert len(table.view(0).own_garage(0)) == 56
    assert table.view(1).own_garage(1) == ()
