"""The catalog, the start, Pit Stops, crashes, the finish, cup series, advantages, and leaving."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import automatic
from games.engine.chance import ScriptedChance, SeededChance
from games.engine.errors import Illegal, Stale
from games.engine.game import Result
from games.engine.sums import Part
from games.engine.table import Table
from games.nascards import GAME, effects
from games.nascards import events as e
from games.nascards.cards import ADVANTAGES, FIRST, MANEUVERS, NUMBERS
from games.nascards.moves import Drive, Keep, Leave, Pit, Stay
from games.nascards.options import Options
from games.nascards.tables import CRASH, crash_row, miles_drafted, speed_deck
from tests.games.nascards.racing import Race, card, cards

SAFE = ("mishap roll", 1)
HIT = ("mishap roll", 10)


# -- the catalog


def test_there_are_55_maneuver_cards_numbered_from_11() -> None:
    assert list(MANEUVERS) == list(range(FIRST, FIRST + 55))
    assert len(set(NUMBERS)) == len({kind.name for kind in MANEUVERS.values()}) == 55
    used = {effect.do for kind in MANEUVERS.values() for effect in kind.effects}
    assert used == {*effects.EACH, *effects.AT_ONCE}


def test_each_card_says_in_one_line_what_it_does_and_where_that_is_from() -> None:
    for kind in MANEUVERS.values():
        assert 0 < len(kind.does) <= 100
        assert set(kind.source) == {"name", "restriction", "numbers", "reading"}
        assert set(kind.source.values()) <= {"seed", "inferred", "house"}


def test_the_tables() -> None:
    assert [miles_drafted(roll) for roll in (-3, 0, 4, 5, 7, 8, 9, 10, 15)] == [
        *(0, 0, 0, 1, 1, 2, 2, 3, 3)
    ]
    assert [crash_row(roll) for roll in (-2, 0, 6, 10, 13)] == [0, 0, 6, 10, 10]
    assert [row.n for row in CRASH] == [-1, -3, -5, 1, 2, -1, -2, 1, 2, 3, 0]
    assert [(row.low, row.high) for row in ADVANTAGES] == [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]


@pytest.mark.parametrize(("players", "copies"), [(2, 6), (6, 6), (7, 7), (8, 8)])
def test_many_players_have_more_speed_cards(players: int, copies: int) -> None:
    assert Counter(speed_deck(players)) == dict.fromkeys(range(1, 11), copies)
    table, _ = Table.start(GAME, players, SeededChance(0))
    assert len(GAME.cards(table.context.state)) == 10 * copies + 55


# -- the start and the pits


def test_the_start() -> None:
    draws = [
        ("race 1 grid", [2, 0, 1]),
        ("race 1 speed deck", None),
        ("race 1 maneuver deck", None),
    ]
    table, told = Table.start(GAME, 3, ScriptedChance(draws))
    assert [ask.kind for ask in table.asks] == ["pit"] * 3
    started = next(one.event for one in told if isinstance(one.event, e.RaceStarted))
    assert started == e.RaceStarted(1, 1, 200, (2, 0, 1))
    view = table.view(2)
    assert view.order == [2, 0, 1]
    assert view.hand == (9, 9, *[10] * 6)
    assert view.history == [[0, 0, 0]]
    assert [one.seats for one in told if isinstance(one.event, e.SpeedCards)] == [(2,), (0,), (1,)]


def test_with_nobody_on_the_track_the_turn_is_over() -> None:
    race = Race(30, 20, beat="pit").begin()
    race.give(0, Pit()).give(1, Pit())
    assert race.state.turn == 4
    assert [(ended.turn, ended.miles) for ended in race.told(e.TurnEnded)] == [(3, (30, 20))]
    assert race.open == [(0, "pit"), (1, "pit")]


def test_cars_come_back_from_the_pits_behind_all_with_as_many_miles() -> None:
    race = Race(30, 20, 20, 10, beat="end", order=[2, 3], pits=[0, 1])
    race.driver(0, status="pit").driver(1, status="pit").begin()
    assert race.state.order == [0, 2, 1, 3]
    assert {driver.status for driver in race.state.drivers} == {"track"}


def test_several_turns_owed_are_as_many_pit_stops() -> None:
    race = Race(30, 20, beat="pit").driver(0, forced_pits=2).begin()
    assert race.open == [(1, "pit")]
    race.give(1, Pit())
    assert race.open == [(1, "pit")]
    assert race.state.drivers[0].forced_pits == 1
    race.give(1, Pit())
    assert race.open == [(0, "pit"), (1, "pit")]
    assert race.state.drivers[0].pit_stops == 2


@pytest.mark.parametrize(
    ("forced", "hand", "why"),
    [(1, [], "crash"), (1, [3, 4], "crash"), (0, [], "empty")],
)
def test_why_a_pit_stop_had_to_be(forced: int, hand: list[int], why: str) -> None:
    """Who owes a turn after a crash pits for that, also with no card left."""
    race = Race(30, 20, beat="pit").driver(0, forced_pits=forced, hand=hand).begin()
    race.give(1, Stay())
    assert [(pitted.seat, pitted.why) for pitted in race.told(e.Pitted)] == [(0, why)]


def test_what_holds_for_the_turn_ends_with_it() -> None:
    race = Race(30, 20, beat="end", yellow_flag=True, acted=[0, 1])
    race.driver(0, momentum=5, speed_max=2, blocked_by=[1], defensive=-2, hit=True, crash=5)
    race.driver(0, engine_penalty=-1, forced_pits=1)
    before = race.state.drivers[1]
    race.begin()
    assert not race.state.yellow_flag
    after = race.state.drivers[0]
    assert (after.engine_penalty, after.forced_pits) == (-1, 1)
    after.miles, after.engine_penalty, after.forced_pits, after.crash = 20, 0, 0, -1
    after.seat = 1
    assert after == before


def test_what_moved_a_car_is_in_sight_until_the_next_maneuver_cards_are_shown() -> None:
    def shown(race: Race) -> tuple[Any, ...]:
        car = GAME.view(race.state, None).drivers[0]
        return car.maneuver, car.maneuver_done, car.speed, car.drafted, car.crash

    told: tuple[Any, ...] = (20, "played", [7], 2, 1)
    nothing: tuple[Any, ...] = (-1, "", [], -1, -1)
    race = Race(30, 20, beat="end", phase="crash", maneuver_pile=cards("clean air") * 8)
    race.driver(0, maneuver=20, maneuver_done="played", speed=[7], drafted=2, crash=1).begin()
    assert race.open == [(0, "pit"), (1, "pit")]
    assert shown(race) == told
    for seat, _ in race.open:
        race.give(seat, Stay())
    assert race.open == [(0, "keep"), (1, "keep")]
    assert shown(race) == told, "for who has wished not to be asked about pits"
    for seat, _ in race.open:
        race.give(seat, race.ask(seat).default)
    assert shown(race)[2:] == nothing[2:]
    alone = Race(30, 20, beat="end", phase="crash").driver(0, speed=[7], drafted=2, crash=1).begin()
    for seat, _ in alone.open:
        alone.give(seat, Pit())
    assert alone.open == [(0, "pit"), (1, "pit")]
    assert shown(alone) == nothing, "that is two turns ago by now"


# -- crashes


def test_only_cars_ahead_at_the_moment_of_the_roll_add_to_it() -> None:
    race = Race(30, 28, beat="crash", draws=[HIT, ("severity roll", 1), SAFE]).begin()
    # The former Leader is 3 miles back, and so behind the other one now.
    assert race.miles == [27, 28]
    assert race.told(e.MishapRolled)[1].roll.parts == (Part(1, "roll"),)


def test_a_wreck_stays_ahead_of_those_that_were_behind_it_until_the_turn_ends() -> None:
    race = Race(30, 30, 20, beat="crash", draws=[SAFE, HIT, ("severity roll", 10), SAFE])
    race.state.order = [0, 1, 2]
    race.begin()
    assert [len(rolled.roll.parts) for rolled in race.told(e.MishapRolled)] == [1, 1, 2]
    race = Race(30, 30, 30, draws=[HIT, ("severity roll", 10), SAFE, SAFE], beat="crash")
    race.state.order = [1, 0, 2]
    race.begin()
    assert [len(rolled.roll.parts) for rolled in race.told(e.MishapRolled)] == [1, 2, 2]


def test_a_car_hit_twice_counts_once() -> None:
    race = Race(30, 20, beat="crash", draws=[HIT, ("severity roll", 1), SAFE]).driver(0, hit=True)
    race.begin()
    assert race.told(e.MishapRolled)[1].roll.parts[1] == Part(1, "hit ahead")


def test_what_crashes_cost() -> None:
    draws = [HIT, ("severity roll", 4), ("random card", 1), ("random card", 0), SAFE]
    race = Race(30, 20, beat="crash", draws=draws).driver(0, hand=[3, 5, 9]).begin()
    assert race.told(e.SpeedDiscarded) == [e.SpeedDiscarded(0, (5, 3))]
    race = Race(30, 20, beat="crash", draws=[HIT, ("severity roll", 6), SAFE])
    race.driver(0, engine_penalty=-3).begin()
    assert race.told(e.EnginePenalised) == [e.EnginePenalised(0, -2, -5)]
    race = Race(30, 20, beat="crash", draws=[HIT, ("severity roll", 7), SAFE])
    race.driver(0, forced_pits=3).begin()
    assert race.told(e.PitsOwed) == [e.PitsOwed(0, 3)]


@pytest.mark.parametrize(("miles", "last"), [(60, (0, 2)), (90, (2, 0)), (95, (2, 0))])
def test_final_places_put_wrecks_last_by_miles_and_level_ones_the_last_first(
    miles: int, last: tuple[int, int]
) -> None:
    race = Race(90, 50, miles, 97, options=Options(goal=100), order=[3], pits=[1], wrecks=[0, 2])
    for seat in (0, 2):
        race.driver(seat, status="totaled", hand=[])
    race.driver(1, status="pit").shows(3, "inside track").begin()
    places = ((3,), (1,), *((seat,) for seat in last))
    assert race.table.result == Result(places, (90, 50, miles, 100))
    assert [seat for (seat,) in race.table.view(None).places] == [3, 1, *last]


# -- advantages


def test_advantages_are_rolled_for_before_the_first_race() -> None:
    draws: list[tuple[str, int | None]]
    draws = [("advantage", 0), ("advantage", 9), ("advantage", 5), ("advantage", 5)]
    draws += [("race 1 grid", None), ("race 1 speed deck", None), ("race 1 maneuver deck", None)]
    table, told = Table.start(GAME, 2, ScriptedChance(draws), Options(advantages=2))
    rolled = [one.event for one in told if isinstance(one.event, e.AdvantageRolled)]
    assert rolled == [
        *(e.AdvantageRolled(0, 1, 0), e.AdvantageRolled(0, 10, 4)),
        *(e.AdvantageRolled(1, 6, 2), e.AdvantageRolled(1, 6, 2)),
    ]
    assert [driver.advantages for driver in table.view(None).drivers] == [[0, 4], [2, 2]]
    assert len(table.view(None).drivers[0].hand) == 8


def test_what_advantages_change_and_repeats_add_up() -> None:
    experience, skill, engine, team, crew = range(5)
    race = Race(30, 20, beat="pit").driver(0, advantages=[crew, crew])
    race.driver(1, advantages=[experience, experience]).begin().give(0, Pit()).give(1, Stay())
    assert len(race.state.drivers[0].hand) == 10
    race = Race(30, 20, beat="speed").driver(0, advantages=[engine, engine, team]).begin()
    race.give(0, Drive((6,)))
    assert race.miles[0] == 38
    dice = [("drafting roll", 4), ("drafting roll", 1), HIT, ("severity roll", 4), SAFE]
    race = Race(30, 20, beat="drafting", draws=dice)
    race.driver(0, advantages=[skill, skill, team]).begin()
    assert race.told(e.Drafted)[0].miles == 1
    assert race.told(e.CrashRolled)[0].row == 2


def test_driver_experience_shows_more_cards_of_which_one_is_kept() -> None:
    dealt = "spotters, keep up, momentum, bump, shove, blocking, support"
    race = Race(30, 20, beat="pit", maneuver_pile=cards(dealt)[::-1])
    race.driver(1, advantages=[0]).begin().give(0, Stay()).give(1, Stay())
    assert [len(race.ask(seat).options) for seat in (0, 1)] == [2, 4]
    assert race.ask(1).default == Keep(card("bump"))


# -- a cup series


def test_a_cup_series_is_won_by_points_and_the_next_grid_follows_them() -> None:
    draws = [("race 2 speed deck", None), ("race 2 maneuver deck", None)]
    race = Race(90, 97, 50, options=Options(goal=100, races=2), draws=draws)
    race.driver(0, cup_points=5, wins=0).driver(2, cup_points=5, advantages=[1])
    race.shows(1, "inside track").begin()
    ended = race.told(e.RaceEnded)[0]
    assert (ended.race, ended.why, ended.places) == (1, "goal", ((1,), (0,), (2,)))
    assert ended.cup == (5, 1, 5)
    # Zero and two have as many points and wins; zero came in before two.
    assert race.told(e.RaceStarted) == [e.RaceStarted(2, 2, 100, (0, 2, 1))]
    view = race.table.view(None)
    assert (view.race, view.turn, view.winners, view.places) == (2, 1, [1], [[1], [0], [2]])
    assert [driver.seat for driver in view.drivers] == [0, 1, 2]
    assert [driver.miles for driver in view.drivers] == [0, 0, 0]
    assert view.drivers[2].advantages == [1]
    assert [driver.wins for driver in view.drivers] == [0, 1, 0]


def test_the_cup_goes_to_most_points_not_to_the_last_winner() -> None:
    race = Race(90, 97, options=Options(goal=100, races=2), race=2, winners=[0])
    race.driver(0, cup_points=5, wins=1).driver(1, cup_points=2).shows(1, "inside track").begin()
    assert race.told(e.CupWon) == [e.CupWon((0,), (5, 3))]
    assert race.table.result == Result(((0,), (1,)), (5, 3))
    assert race.table.view(None).places == [[0], [1]]


# -- leaving


def test_a_leaver_is_out_at_the_next_beat_and_in_a_cup_for_good() -> None:
    draws = [("race 2 speed deck", None), ("race 2 maneuver deck", None)]
    race = Race(30, 20, 10, options=Options(goal=100, races=2), draws=draws, beat="speed").begin()
    race.table.order(1, Leave())
    assert not GAME.orders(race.state, 1)
    assert GAME.leave_order(race.state, 1) is None
    with pytest.raises(Illegal):
        race.table.order(1, Leave())
    race.give(0, Drive((8,)))
    assert race.told(e.Totaled) == [e.Totaled(1, 20, True)]
    assert race.open == [(2, "drive")]
    race.table.order(2, Leave())
    race.give(2, Drive((6,)))
    # Nobody is left to race against, in this race or a later one.
    assert race.told(e.RaceEnded)[0].why == "alone"
    assert race.table.result is not None
    assert race.table.result.places[0] == (0,)
    with pytest.raises(Stale):
        race.table.order(0, Leave())


def test_a_leaver_is_not_dealt_into_the_next_race_and_comes_last_in_the_cup() -> None:
    draws = [("race 2 speed deck", None), ("race 2 maneuver deck", None)]
    race = Race(97, 90, 10, options=Options(goal=100, races=2), draws=draws)
    race.driver(2, cup_points=9, status="totaled", left=True, hand=[])
    race.state.order, race.state.wrecks = [0, 1], [2]
    race.shows(0, "inside track").begin()
    assert race.told(e.RaceStarted)[0].grid == (0, 1)
    view = race.table.view(None)
    assert (view.drivers[2].status, view.drivers[2].hand) == ("totaled", [])
    assert view.standings == [0, 1, 2]


def test_who_leaves_as_the_race_is_decided_is_placed_in_it_and_not_dealt_into_the_next() -> None:
    draws = [("race 2 speed deck", None), ("race 2 maneuver deck", None)]
    race = Race(93, 30, 20, options=Options(goal=100, races=2), draws=draws, beat="speed").begin()
    race.table.order(1, Leave())
    race.give(0, Drive((8,)))
    assert race.told(e.RaceEnded)[0].places == ((0,), (1,), (2,))
    assert race.told(e.Totaled) == [e.Totaled(1, 30, True)]
    assert race.told(e.RaceStarted)[0].grid == (0, 2)
    assert race.table.view(None).standings == [0, 2, 1]


def test_cards_not_yet_shown_when_the_race_is_decided_are_discarded() -> None:
    race = Race(99, 30, options=Options(goal=100)).shows(0, "inside track").shows(1, "bump, shove")
    race.begin()
    assert [driver.kept for driver in race.table.view(1).drivers] == [-1] * len(race.miles)
    assert race.table.view(1).discarded == 3


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("hand", [[1, 2, 3, 4, 5, 6, 6, 6], [3, 4, 5, 6, 8, 9, 10, 10], [10]])
def test_every_driver_with_a_card_decides_in_every_turn_whether_to_pit(
    turn: int, hand: list[int]
) -> None:
    """ "Each player may decide", whatever his hand is like."""
    race = Race(30, 20, beat="pit", turn=turn).driver(0, hand=hand).begin()
    assert automatic.given(race.table, race.ask(0)) is None
    assert race.state.turn == turn
    race.give(0, Pit()).give(1, Stay())
    assert race.state.pits == [0]


def test_when_all_leave_at_once_the_farthest_wins() -> None:
    race = Race(20, 30, beat="pit").begin()
    race.table.order(0, Leave())
    race.table.order(1, Leave())
    race.give(0, Stay()).give(1, Pit())
    assert race.told(e.RaceEnded)[0].why == "wrecked"
    assert race.table.result is not None
    assert race.table.result.places == ((1,), (0,))


def test_a_leaver_in_the_middle_of_a_card_ends_his_blocking_but_not_the_card() -> None:
    race = Race(30, 20, 10, draws=[SAFE]).shows(0, "shove").driver(2, blocked_by=[0]).begin()
    race.table.order(0, Leave())
    race.give(0, race.ask(0).options[0])
    assert race.state.drivers[2].blocked_by == []
    assert [rolled.seat for rolled in race.told(e.MishapRolled)] == [1]
