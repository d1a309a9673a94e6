"""Maneuver cards that ask, draw, look, steal, or have cars roll in mid-turn."""

from __future__ import annotations

import pytest

from games.engine.errors import Illegal
from games.engine.sums import Part
from games.nascards import events as e
from games.nascards.moves import Aim, Drive, Drop, Follow, Keep
from games.nascards.state import Mod
from tests.games.nascards.racing import Race, card, cards

SAFE = ("mishap roll", 1)
HIT = ("mishap roll", 10)


def pile(names: str) -> list[int]:
    """A Maneuver pile with the first of these cards on top."""
    return cards(names)[::-1]


# -- what may be kept and played


def test_with_drive_fast_any_other_dealt_card_may_be_set_aside() -> None:
    race = Race(30, 20, beat="keep").driver(1, dealt=cards("clean air, drive fast, bump")).begin()
    fast = card("drive fast")
    assert race.ask(1).options == [
        *(Keep(fast), Keep(fast, card("clean air")), Keep(fast, card("bump"))),
        Keep(card("bump")),
    ]
    assert race.ask(1).default == Keep(fast)
    with pytest.raises(Illegal):
        race.give(1, Keep(card("bump"), card("clean air")))
    race.give(1, Keep(fast, card("clean air")))
    # The Leader's card cannot follow: it is thrown away without a question.
    assert race.told(e.FollowDeclined) == [e.FollowDeclined(1, False)]
    assert race.state.drivers[1].thrown == cards("bump, clean air")


def test_a_kept_card_that_has_become_impossible_is_thrown_away() -> None:
    race = Race(30, 29, 28).shows(0, "overheating").shows(1, "battle for the lead").begin()
    race.give(0, Aim((1,)))
    assert race.told(e.ManeuverShown)[1].why_not == "SECOND_ONLY"
    assert race.state.drivers[1].maneuver_done == "discarded"
    assert race.state.maneuver_discard == cards("overheating, battle for the lead")


@pytest.mark.parametrize(
    ("name", "place", "why_not"),
    [
        ("inside track", 0, ""),
        ("aggressive driving", 0, "NL"),
        ("aggressive driving", 2, ""),
        ("clean air", 0, ""),
        ("clean air", 1, "LEADER_ONLY"),
        ("battle for the lead", 1, ""),
        ("battle for the lead", 2, "SECOND_ONLY"),
        ("catch up", 2, ""),
        ("catch up", 1, "LPD"),
        ("cut off", 0, ""),
    ],
)
def test_restrictions(name: str, place: int, why_not: str) -> None:
    race = Race(50, 40, 30).shows(place, name).begin()
    assert race.told(e.ManeuverShown)[0].why_not == why_not


@pytest.mark.parametrize(
    ("name", "why_not"),
    [
        ("shove", "nobody"),
        ("bump", "nobody"),
        ("blocking", "nobody"),
        ("overheating", "nobody"),
        ("keep up", "NL"),
        ("hold back", ""),
        ("cooperation", ""),
        ("mirror driving", ""),
        ("four abreast", ""),
        ("catch up", ""),
        ("clean air", ""),
        ("battle for the lead", "SECOND_ONLY"),
    ],
)
def test_a_car_alone_on_the_track_is_first_and_last(name: str, why_not: str) -> None:
    race = Race(30, 20, order=[1], pits=[0]).driver(0, status="pit").shows(1, name)
    assert race.begin().told(e.ManeuverShown)[0].why_not == why_not


def test_a_car_in_second_place_of_two_cannot_overheat_anybody() -> None:
    race = Race(30, 20).shows(1, "overheating").begin()
    assert race.told(e.ManeuverShown)[0].why_not == "nobody"


# -- choosing cars


def test_three_abreast_asks_for_three_of_four_opponents() -> None:
    race = Race(50, 40, 30, 20, 10, draws=[SAFE] * 3).shows(4, "three abreast").begin()
    ask = race.ask(4)
    assert ask.combination is not None
    assert (ask.combination.items, ask.combination.least, ask.combination.most) == (
        (0, 1, 2, 3),
        3,
        3,
    )
    assert ask.default == Aim((0, 1, 2))
    for wrong in ((0, 1), (0, 1, 1), (0, 1, 4), (0, 1, 2, 3)):
        with pytest.raises(Illegal):
            race.give(4, Aim(wrong))
    race.give(4, Aim((3, 0, 2)))
    assert race.told(e.Aimed) == [e.Aimed(4, card("three abreast"), (0, 2, 3))]
    assert [rolled.seat for rolled in race.told(e.MishapRolled)] == [0, 2, 3]
    assert race.miles == [50, 40, 30, 20, 12]


def test_only_the_last_car_gets_the_miles_of_three_abreast() -> None:
    race = Race(50, 40, 30, draws=[SAFE] * 2).shows(1, "three abreast").begin()
    assert race.miles == [50, 40, 30]


def test_a_neighbor_is_asked_for_only_where_there_are_two() -> None:
    race = Race(50, 40, 30).shows(1, "cooperation").begin()
    assert race.ask(1).options == [Aim((0,)), Aim((2,))]
    assert race.ask(1).default == Aim((2,))
    race = Race(50, 40, 30).shows(1, "hung out to dry").begin()
    assert race.ask(1).default == Aim((0,))
    race = Race(50, 40, 30).shows(0, "cooperation").begin()
    assert race.told(e.Aimed) == [e.Aimed(0, card("cooperation"), (1,))]
    assert race.state.drivers[1].mods == [Mod("draft", 1, card("cooperation"))]


def test_cars_in_the_pits_cannot_be_chosen() -> None:
    race = Race(50, 40, 30, 20, order=[1, 2, 3], pits=[0]).driver(0, status="pit")
    race.shows(2, "bump").begin()
    assert race.ask(2).options == [Aim((1,)), Aim((3,))]


# -- Speed cards


def test_efficient_driving_draws_before_it_discards() -> None:
    race = Race(30, 20, speed_pile=[3, 9]).shows(0, "efficient driving").begin()
    assert race.ask(0).options == [Drop(6), Drop(8), Drop(9)]
    assert race.ask(0).default == Drop(6)
    race.give(0, Drop(9))
    assert race.state.drivers[0].hand == [6, 8]
    assert race.state.speed_discard == [9]


def test_the_only_speed_card_is_dropped_without_a_question() -> None:
    race = Race(30, 20, speed_pile=[3]).driver(0, hand=[]).shows(0, "efficient driving").begin()
    dropped = e.SpeedDiscarded(0, (3,), 0, card("efficient driving"))
    assert race.told(e.SpeedDiscarded) == [dropped]
    # Without a card the car stands still, and the next one is asked.
    assert race.told(e.SpeedPlayed) == [e.SpeedPlayed(0, ())]
    assert race.told(e.Moved) == []
    assert race.open == [(1, "drive")]


def test_a_stolen_card_changes_hands_unseen_by_others() -> None:
    race = Race(30, 20, 10, draws=[("random card", 1)]).shows(1, "exploit opportunity")
    race.driver(0, hand=[4, 5, 9]).begin()
    told = race.table.answer(1, race.ask(1).number, Aim((0,)))
    assert race.state.drivers[0].hand == [4, 9]
    assert race.state.drivers[1].hand == [5, 6, 8]
    seen = {type(one.event): one.seats for one in told}
    assert seen[e.SpeedStolen] is None
    assert seen[e.StolenCards] == (0, 1)


def test_an_empty_hand_can_be_robbed_and_loses_nothing() -> None:
    race = Race(30, 20).driver(1, hand=[]).shows(0, "exploit opportunity").begin()
    assert race.told(e.SpeedStolen) == [e.SpeedStolen(1, 0, 0, card("exploit opportunity"))]
    assert race.told(e.StolenCards) == []


def test_spin_out_costs_every_car_on_the_track_a_random_card() -> None:
    draws = [("random card", 0), ("random card", 1)]
    race = Race(30, 20, 10, order=[0, 1], pits=[2], draws=draws).driver(2, status="pit")
    race.driver(0, hand=[6, 7, 8]).driver(1, hand=[4, 5]).shows(1, "spin out").begin()
    lost = [(one.seat, one.cards) for one in race.told(e.SpeedDiscarded)]
    assert lost == [(0, (6,)), (1, (5,))]
    assert race.state.drivers[2].hand == [6, 8]


def test_hold_back_shows_one_hand_to_one_driver() -> None:
    race = Race(30, 20, 10).shows(0, "hold back").begin()
    assert race.ask(0).default == Aim((2,))
    told = race.table.answer(0, race.ask(0).number, Aim((1,)))
    assert [one.seats for one in told if isinstance(one.event, e.HandSeen)] == [(0,)]
    assert race.table.view(0).drivers[0].looked == [(1, [6, 8])]
    for seat in (1, None):
        assert [driver.looked for driver in race.table.view(seat).drivers] == [[], [], []]


def test_a_pile_that_runs_out_is_made_anew_of_the_discards() -> None:
    draws = [("speed reshuffle", [1, 2])]
    race = Race(30, 20, speed_pile=[], speed_discard=[2, 1], draws=draws).shows(0, "spotters")
    race.begin()
    assert race.told(e.Reshuffled) == [e.Reshuffled("speed", 2)]
    assert race.state.drivers[0].hand == [2, 6, 8]
    race = Race(30, 20, speed_pile=[]).shows(0, "spotters").begin()
    assert race.told(e.SpeedDrawn) == [e.SpeedDrawn(0, 0, card("spotters"))]


# -- further Maneuver cards


def test_radio_chatter_draws_four_of_which_one_that_can_be_must_be_played() -> None:
    drawn = "catch up, breakout, inside track, bump"
    race = Race(30, 20, maneuver_pile=pile(drawn)).shows(0, "radio chatter").begin()
    assert race.table.view(0).dealt == tuple(cards(drawn))
    assert race.ask(0).kind == "pick"
    assert race.ask(0).options == [Keep(card("inside track")), Keep(card("bump"))]
    race.give(0, Keep(card("inside track")))
    assert race.miles == [33, 20]
    assert race.state.maneuver_discard == cards("inside track, radio chatter")
    assert race.state.drivers[0].thrown == cards("catch up, breakout, bump")


def test_drawn_cards_of_which_none_can_be_played_are_thrown_away_unseen() -> None:
    race = Race(30, 20, maneuver_pile=pile("catch up, breakout, keep up, drift high"))
    race.shows(0, "radio chatter").begin()
    assert race.open == [(0, "drive")]
    assert race.state.drivers[0].thrown == cards("catch up, breakout, keep up, drift high")


def test_cards_that_bring_cards_can_follow_one_another() -> None:
    drawn = "working the line, bump, spin out, green flag, drive fast, yellow flag, catch up"
    race = Race(30, 20, maneuver_pile=pile(drawn)).shows(1, "radio chatter").begin()
    race.give(1, Keep(card("working the line")))
    assert race.miles == [30, 21]
    assert [play.card for play in race.state.playing] == cards("radio chatter, working the line")
    race.give(1, Keep(card("drive fast"), card("catch up")))
    assert race.open == [(1, "follow")]
    assert race.table.view(1).drivers[1].follow == card("catch up")
    assert race.table.view(0).drivers[1].follow == -1
    race.give(1, Follow())
    assert race.miles == [30, 31]
    assert race.state.playing == []
    assert race.state.maneuver_discard == cards(
        "catch up, drive fast, working the line, radio chatter"
    )
    assert race.state.drivers[1].maneuver == card("catch up")


# -- Mishap Rolls in mid-turn


def test_lose_traction_takes_the_mile_first_and_then_rolls() -> None:
    race = Race(30, 30, draws=[HIT, ("severity roll", 1)]).shows(0, "lose traction").begin()
    assert [(moved.seat, moved.why, moved.after) for moved in race.told(e.Moved)] == [
        (1, "card", 29),
        (1, "crash", 26),
    ]


def test_a_part_for_a_car_totaled_on_the_way_is_left_out() -> None:
    race = Race(40, 30, 20, draws=[HIT, ("severity roll", 10), SAFE]).shows(1, "shove").begin()
    race.give(1, Aim((0,)))
    assert race.state.drivers[0].status == "totaled"
    # The Leader's wreck has more miles, so its hit counts for the shover.
    assert race.told(e.MishapRolled)[1].roll.parts == (Part(1, "roll"), Part(1, "hit ahead"))


def test_when_its_player_is_totaled_a_card_goes_on_for_the_others() -> None:
    race = Race(40, 30, 20, draws=[HIT, ("severity roll", 10), SAFE]).shows(0, "shove").begin()
    race.give(0, Aim((2,)))
    assert race.state.order == [1, 2]
    assert [rolled.seat for rolled in race.told(e.MishapRolled)] == [0, 2]
    assert race.state.maneuver_discard == cards("shove")


def test_multi_car_wreck_makes_all_severity_rolls_of_the_turn_heavier() -> None:
    race = Race(40, 30, draws=[HIT, ("severity roll", 4), SAFE]).shows(0, "multi car wreck").begin()
    assert race.told(e.CrashRolled)[0].row == 5
    assert race.state.drivers[1].mods == [Mod("severity", 1, card("multi car wreck"))]
    # The engine's penalty counts in this turn's Speed Phase.
    race.give(0, Drive((8,)))
    assert race.miles[0] == 47


def test_pits_owed_from_a_roll_in_mid_turn_begin_with_the_next_turn() -> None:
    race = Race(40, 30, draws=[HIT, ("severity roll", 8)]).shows(1, "bump").begin()
    assert race.told(e.PitsOwed) == [e.PitsOwed(0, 2)]
    assert race.open == [(0, "drive")]


# -- flags


def test_two_speed_cards_are_the_most() -> None:
    race = Race(30, 20).shows(0, "green flag").shows(1, "full throttle")
    race.driver(1, hand=[3, 3, 9]).begin()
    race.give(0, Drive((6,)))
    ask = race.ask(1)
    assert ask.options == [Drive((3,)), Drive((9,))]
    assert ask.default == Drive((9,))
    assert ask.combination is not None
    assert ask.combination.most == 2
    with pytest.raises(Illegal):
        race.give(1, Drive((9, 9)))
    assert race.told(e.FlagShown) == [
        e.FlagShown(0, "green", card("green flag")),
        e.FlagShown(1, "throttle", card("full throttle")),
    ]


def test_momentum_adds_5_once_if_a_low_card_is_played() -> None:
    for played, total in (((5, 9), 19), ((3, 4), 12), ((6, 9), 15), ((2,), 7)):
        race = Race(30, 20).driver(0, hand=[*played, 10], momentum=5, speed_max=2).begin()
        race.give(0, Drive(played))
        assert race.told(e.Moved)[0].sum.total == total
