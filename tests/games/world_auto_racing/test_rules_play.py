"""Playing cards: targets, checks, stopping, uninstalling, and choices in mid-turn."""

from __future__ import annotations

import pytest

from games.engine.chance import ScriptedChance
from games.engine.errors import Illegal
from games.engine.walk import walk
from games.world_auto_racing import GAME
from games.world_auto_racing import events as e
from games.world_auto_racing.kinds import KINDS
from games.world_auto_racing.moves import (
    Accept,
    Decline,
    Discard,
    Fetch,
    Lose,
    Pass,
    Play,
    Use,
)
from games.world_auto_racing.state import Used
from tests.games.world_auto_racing.laps import CARS, Race, n, ns, pace, racer, state, view

HARROW = "harrow_marauder_427"
KAZENO = "kazeno_tsubame_rs"
BELLORI = "bellori_saetta_gt"
FJELLMARK = "fjellmark_r4"
YAMABIKO = "yamabiko_kitsune_d"


# -- stopping


def test_lawyers_stop_a_control_once_a_round() -> None:
    """Ruling B21: it still counts as played."""
    race = Race(
        state(
            racer(BELLORI, hand="brake_check, brake_check, chain_drift"),
            racer(KAZENO, teams="lawyers_on_retainer"),
        )
    )
    race.play(0, "brake_check", on=1)
    assert race.driver(0).controls == []
    assert race.driver(0).junkyard == ns("brake_check")
    assert race.driver(0).played == ["control"]
    [stopped] = race.events(e.CardStopped)
    assert (stopped.by, stopped.check) == (1, n("lawyers_on_retainer"))
    race.play(0, "brake_check", on=1)
    assert race.driver(0).controls == [(n("brake_check"), 1)]
    race.play(0, "chain_drift")
    # Three controls have been played, the stopped one among them.
    assert pace(race.state, 0) == (3, 3 + 3)


def test_all_checks_on_being_aimed_at_fire_though_one_stops_the_card() -> None:
    race = Race(
        state(
            racer(YAMABIKO, hand="door_slam"),
            racer(KAZENO, teams="lawyers_on_retainer", mods="widebody_kit"),
        )
    )
    race.play(0, "door_slam", on=1)
    fired = [(one.seat, one.card) for one in race.events(e.CheckFired)]
    # Mods go before teams, and the Kitsune's check on completing a control never comes.
    assert fired == [(1, n("widebody_kit")), (1, n("lawyers_on_retainer"))]
    assert pace(race.state, 1) == (5, 4)


def test_a_stopped_course_is_the_course_of_the_round() -> None:
    """Ruling B16"""
    race = Race(
        state(
            racer(KAZENO, hand="hairpin, chicane"),
            racer(HARROW, teams="closed_road_order", mods="posi_rear_axle"),
        )
    )
    race.play(0, "hairpin")
    assert race.state.courses == []
    assert race.driver(0).junkyard == ns("hairpin")
    # The course is not completed: the axle has nothing to answer.
    assert [one.card for one in race.events(e.CheckFired)] == ns("closed_road_order")
    race.give(1, Pass())
    assert race.options(0) == [Pass()]


def test_cards_on_everybody_aim_at_nobody() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="shortcut"),
            racer(HARROW, mods="widebody_kit", teams="lawyers_on_retainer"),
            courses="hairpin 1",
        )
    )
    race.play(0, "shortcut")
    assert race.events(e.CheckFired) == []
    assert race.state.courses == []


# -- checks on completed cards


def test_checks_on_a_play_come_the_players_first_then_in_racing_order() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="hairpin", mods="posi_rear_axle"),
            racer(HARROW, mods="posi_rear_axle"),
            racer(BELLORI, teams="rival_spy"),
            order=[0, 2, 1],
        )
    )
    race.play(0, "hairpin")
    fired = [(one.seat, one.card) for one in race.events(e.CheckFired)]
    assert fired == [(2, n("rival_spy")), (1, n("posi_rear_axle"))]


def test_a_limit_counts_down_and_a_fresh_copy_starts_anew() -> None:
    """Ruling B3"""
    race = Race(
        state(
            racer(YAMABIKO, hand="redline, redline, redline"),
            racer(KAZENO),
        )
    )
    for _ in range(3):
        race.play(0, "redline")
    assert len(race.events(e.CheckFired)) == 2
    assert pace(race.state, 0) == (1 + 6, 2 + 2)
    used_up = state(
        racer(KAZENO, hand="quick_spool_turbo_stage_3, redline", garage="drizzle, drizzle"),
        racer(HARROW),
    )
    own = used_up.drivers[0]
    turbo = n("quick_spool_turbo_stage_3")
    own.mods = [
        ns("quick_spool_turbo_stage_1, quick_spool_turbo_stage_2, quick_spool_turbo_stage_3")
    ]
    own.used = [Used(turbo, 0, 0, 1)]
    again = Race(used_up)
    again.play(0, "quick_spool_turbo_stage_3")
    again.play(0, "redline")
    assert [one.card for one in again.events(e.CheckFired)] == [turbo]
    assert n("drizzle") in again.driver(0).hand


def test_no_check_answers_the_play_of_its_own_card() -> None:
    race = Race(state(racer(KAZENO, hand="wrench_runner, hood_scoop"), racer(HARROW)))
    race.play(0, "wrench_runner")
    assert race.events(e.CheckFired) == []
    race.play(0, "hood_scoop")
    assert [one.card for one in race.events(e.CheckFired)] == ns("wrench_runner")
    assert [(one.stat, one.points) for one in race.events(e.Bonus)] == [("power", 1)]


def test_an_owner_checks_with_his_condition() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="lead_foot", garage="redline"),
            racer(HARROW, hand="silk_hands", garage="redline"),
            conditions="spectator_crowd 1",
        )
    )
    race.play(0, "lead_foot")
    assert race.events(e.CheckFired) == []
    race.play(1, "silk_hands")
    assert race.driver(1).hand == ns("redline")


# -- uninstalling


def test_roll_cage_answers_its_own_uninstalling() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="bent_tie_rod"),
            racer(BELLORI, mods="roll_cage, semi_slicks", garage="redline, redline, redline"),
            order=[1, 0],
            active=0,
        )
    )
    race.play(0, "bent_tie_rod", on=1, pick="roll_cage")
    assert race.driver(1).mods == [ns("semi_slicks")]
    assert race.driver(1).hand == ns("redline, redline")
    assert [one.why for one in race.events(e.CheckFired)] == ["your_mod_uninstalled"]


def test_uninstalling_takes_the_top_card_only() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="bent_tie_rod"),
            racer(HARROW, mods="big_bore_block_stage_1 > big_bore_block_stage_2"),
            order=[1, 0],
        )
    )
    race.play(0, "bent_tie_rod", on=1, pick="big_bore_block_stage_2")
    assert race.driver(1).mods == [ns("big_bore_block_stage_1")]
    [told] = race.events(e.Uninstalled)
    assert (told.by, told.again) == (0, n("big_bore_block_stage_1"))


def test_skid_plate_protects_and_lug_nut_trick_may_be_played_in_vain() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="lug_nut_trick, lug_nut_trick"),
            racer(FJELLMARK, mods="skid_plate, studded_gravel_tires"),
            racer(HARROW),
        )
    )
    assert Play(n("lug_nut_trick"), 2) in race.options(0)
    race.play(0, "lug_nut_trick", on=1, pick="studded_gravel_tires")
    assert len(race.driver(1).mods) == 2
    [told] = race.events(e.Protected)
    assert told.card == n("skid_plate")
    race.play(0, "lug_nut_trick", on=2)
    assert [one.why for one in race.events(e.NoEffect)] == ["mod"]


def test_scrutineers_ask_each_driver_with_more_than_two_mods_in_racing_order() -> None:
    """Ruling B22: what an opponent's card makes one choose is an opponent's doing."""
    three = "hood_scoop, semi_slicks, carbon_rotors"
    race = Race(
        state(
            racer(KAZENO, hand="scrutineers", mods=three),
            racer(HARROW, mods="skid_plate, drag_slicks, posi_rear_axle"),
            racer(
                BELLORI, mods=three.replace("hood_scoop", "roll_cage"), garage="redline, redline"
            ),
            racer(FJELLMARK, mods="semi_slicks, carbon_rotors"),
            order=[2, 0, 1, 3],
        )
    )
    race.play(0, "scrutineers")
    assert race.asked() == [(2, "lose")]
    assert race.table.asks[0].default == Lose(n("roll_cage"))
    assert view(race.state, None).checking == n("scrutineers")
    race.give(2, Lose(n("semi_slicks")))
    assert race.driver(2).hand == ns("redline, redline")
    assert race.asked() == [(0, "lose")]
    race.give(0, Lose(n("carbon_rotors")))
    assert race.driver(0).junkyard == ns("carbon_rotors")
    # Seat 1 is protected, seat 3 has but two.
    assert len(race.events(e.Protected)) == 1
    assert race.asked() == [(1, "action")]


# -- action abilities


def test_saetta_discards_a_card_for_power_once_a_round() -> None:
    race = Race(state(racer(BELLORI, hand="drizzle, redline, late_brake"), racer(KAZENO)))
    use = Use(n(BELLORI))
    assert use in race.options(0)
    race.give(0, use)
    assert race.asked() == [(0, "discard")]
    assert race.table.asks[0].default == Discard(n("late_brake"))
    race.give(0, Discard(n("drizzle")))
    assert race.driver(0).junkyard == ns("drizzle")
    assert race.events(e.Discarded)[0].why == "cost"
    assert pace(race.state, 0) == (3 + 1, 3)
    race.give(1, Pass())
    assert use not in race.options(0)


def test_an_ability_whose_cost_cannot_be_paid_is_not_offered() -> None:
    race = Race(state(racer(BELLORI), racer(KAZENO)))
    assert race.options(0) == [Pass()]


def test_a_nitrous_bottle_is_spent() -> None:
    race = Race(state(racer(HARROW, mods="nitrous_bottle"), racer(KAZENO)))
    race.give(0, Use(n("nitrous_bottle")))
    assert race.driver(0).mods == []
    assert race.driver(0).junkyard == ns("nitrous_bottle")
    assert pace(race.state, 0) == (5 + 4, 2)
    [told] = race.events(e.Uninstalled)
    assert (told.by, told.because) == (0, n("nitrous_bottle"))


# -- cards, hands and garages


def test_a_draw_takes_what_is_left_and_nothing_is_no_error() -> None:
    race = Race(state(racer(KAZENO, hand="pit_crew, clutch_kick", garage="redline"), racer(HARROW)))
    race.play(0, "pit_crew")
    assert race.driver(0).hand == ns("clutch_kick, redline")
    assert [one.seat for one in race.events(e.OutOfFuel)] == [0]
    race.play(0, "clutch_kick")
    assert [one.why for one in race.events(e.NoEffect)] == ["garage"]


def test_psych_out_discards_at_random() -> None:
    chance = ScriptedChance([("discard 1", 1)])
    race = Race(
        state(racer(KAZENO, hand="psych_out"), racer(HARROW, hand="redline, drizzle, hairpin")),
        chance,
    )
    race.play(0, "psych_out", on=1)
    assert race.driver(1).hand == ns("redline, hairpin")
    assert race.driver(1).junkyard == ns("drizzle")
    chance.finish()


def test_shot_of_nitrous_wants_a_card_if_there_is_one() -> None:
    race = Race(
        state(racer(HARROW, hand="shot_of_nitrous, shot_of_nitrous, redline"), racer(KAZENO))
    )
    race.play(0, "shot_of_nitrous")
    assert race.asked() == [(0, "discard")]
    race.give(0, Discard(n("redline")))
    race.play(0, "shot_of_nitrous")
    assert [one.why for one in race.events(e.NoEffect)] == ["hand"]
    assert race.driver(0).hand == []


def test_a_hand_that_is_looked_at_is_shown_to_its_looker_alone() -> None:
    race = Race(
        state(
            racer(YAMABIKO, hand="eyes_on_the_mirror"),
            racer(HARROW, hand="redline, drizzle"),
            racer(KAZENO),
        )
    )
    race.play(0, "eyes_on_the_mirror", on=1)
    seen = [one for one in race.told if isinstance(one.event, e.HandSeen)]
    assert [one.seats for one in seen] == [(0,)]
    assert view(race.state, 0).looked == ((1, tuple(ns("redline, drizzle"))),)
    assert view(race.state, 2).looked == ()
    race.play(1, "redline")
    # Shown as it was then; what is known to be left is kept apart.
    assert view(race.state, 0).looked == ((1, tuple(ns("redline, drizzle"))),)
    assert race.driver(1).seen == [(0, ns("drizzle"))]


def test_a_search_is_secret_and_shuffles_in_any_case() -> None:
    chance = ScriptedChance([("garage 0", None), ("garage 1", None)])
    race = Race(
        state(
            racer(KAZENO, hand="data_engineer", garage="redline, hood_scoop, semi_slicks, drizzle"),
            racer(HARROW, hand="data_engineer", garage="redline"),
        ),
        chance,
    )
    race.play(0, "data_engineer")
    assert race.asked() == [(0, "fetch")]
    assert view(race.state, 0).found == tuple(
        sorted(ns("redline, hood_scoop, semi_slicks, drizzle"))
    )
    assert view(race.state, 1).found == ()
    assert race.options(0) == [Fetch(card) for card in sorted(ns("hood_scoop, semi_slicks"))]
    race.give(0, Fetch(n("semi_slicks")))
    public = [one.event for one in race.told if one.seats is None]
    assert [one.card for one in public if isinstance(one, e.Fetched)] == [-1]
    race.play(1, "data_engineer")
    # Nothing fits, but only the driver may know that: the question comes all the same.
    assert race.options(1) == [Decline()]
    race.give(1, Decline())
    assert race.events(e.Fetched)[-1].found is False
    chance.finish()


def test_a_junkyard_deal_takes_back_a_mod_or_a_control_for_all_to_see() -> None:
    race = Race(
        state(
            racer(
                FJELLMARK, hand="junkyard_deal", junkyard="drizzle, redline, skid_plate, redline"
            ),
            racer(HARROW),
        )
    )
    race.play(0, "junkyard_deal")
    assert race.options(0) == [Fetch(n("skid_plate")), Fetch(n("redline"))]
    race.give(0, Fetch(n("redline")))
    assert race.driver(0).shown == ns("redline")
    race.play(0, "redline")
    assert race.driver(0).shown == []


def test_parts_hoarder_asks_and_wants_its_cost_first() -> None:
    start = state(
        racer(KAZENO, trait="parts_hoarder", hand="hood_scoop, redline", junkyard="roll_cage"),
        racer(HARROW, trait="parts_hoarder"),
        beat="scrap",
    )
    race = Race(start)
    # Seat 1 has no card to pay with.
    assert race.asked() == [(0, "check")]
    assert race.table.asks[0].default == Decline()
    race.give(0, Accept())
    race.give(0, Discard(n("hood_scoop")))
    assert race.options(0) == [Fetch(n("roll_cage")), Fetch(n("hood_scoop"))]
    race.give(0, Fetch(n("roll_cage")))
    assert race.driver(0).hand == ns("redline, roll_cage")


def test_rally_computer_looks_at_the_top_card() -> None:
    start = state(
        racer(FJELLMARK, mods="rally_computer", garage="drizzle, redline"),
        racer(HARROW, hand="redline"),
        beat="beginning",
    )
    race = Race(start)
    assert race.asked() == [(0, "peek")]
    assert view(race.state, 0).found == tuple(ns("redline"))
    assert view(race.state, 1).found == ()
    junk = race.table.fork()
    junk.answer(0, junk.asks[0].number, Accept())
    assert junk.context.state.drivers[0].junkyard == ns("redline")
    race.give(0, Decline())
    assert race.driver(0).garage == ns("drizzle, redline")
    assert len(race.driver(0).found) == 1
    assert race.events(e.TopLooked)[0].junked == -1


def test_showboat_wants_a_hand_larger_than_all_others() -> None:
    for hand, fires in (("redline, drizzle", 1), ("redline", 0)):
        start = state(
            racer(BELLORI, trait="showboat", hand=hand),
            racer(HARROW, hand="redline"),
            beat="beginning",
        )
        assert len(Race(start).events(e.CheckFired)) == fires


# -- targets and choices


def test_who_may_be_aimed_at_follows_the_racing_order() -> None:
    drivers = [racer(KAZENO, hand="block_the_line, bent_tie_rod"), racer(HARROW), racer(BELLORI)]
    race = Race(state(*drivers, order=[0, 1, 2]))
    block, rod = n("block_the_line"), n("bent_tie_rod")
    assert race.options(0) == [Play(block, 1), Play(block, 2), Play(rod), Pass()]


def test_a_card_without_a_target_may_be_played_for_its_own_numbers() -> None:
    """Ruling B20"""
    race = Race(state(racer(KAZENO, hand="block_the_line"), racer(HARROW), order=[1, 0], active=0))
    race.play(0, "block_the_line")
    assert pace(race.state, 0) == (3, 3)
    assert pace(race.state, 1) == (5, 2)


def test_a_condition_is_picked_when_the_card_is_played() -> None:
    race = Race(
        state(
            racer(YAMABIKO, hand="tow_truck"),
            racer(HARROW),
            conditions="drizzle 0, black_ice 1",
            courses="hairpin 1",
        )
    )
    assert race.options(0)[:2] == [
        Play(n("tow_truck"), pick=n("drizzle")),
        Play(n("tow_truck"), pick=n("black_ice")),
    ]
    race.play(0, "tow_truck", pick="black_ice")
    assert race.state.conditions == [(n("drizzle"), 0)]
    assert race.state.courses == []
    assert race.driver(1).junkyard == ns("hairpin, black_ice")


def test_what_is_not_in_the_hand_is_refused() -> None:
    race = Race(state(racer(KAZENO, hand="redline"), racer(HARROW)))
    ask = race.table.asks[0]
    with pytest.raises(Illegal):
        race.table.answer(0, ask.number, Play(n("drizzle")))
    with pytest.raises(Illegal):
        race.table.answer(0, ask.number, Play(n("redline"), on=1))


def test_parts_sponsor_allows_a_mod_more_while_it_is_in_play() -> None:
    race = Race(state(racer(HARROW, hand="parts_sponsor, hood_scoop, drag_slicks"), racer(KAZENO)))
    race.play(0, "hood_scoop")
    assert view(race.state, 0).spent(0) == ["mod"]
    race.play(0, "parts_sponsor")
    assert view(race.state, 0).spent(0) == ["team"]
    race.play(0, "drag_slicks")
    assert view(race.state, 0).spent(0) == ["mod", "team"]


def asked_of_mods(mods: str, card: str = "roll_cage", **shared: str) -> list[str]:
    """What a driver with these mods is asked of mods to give up for a new one: their names, "" for
    none of them; nothing where he is not asked. Every mod stays a legal choice."""
    race = Race(state(racer(mods=mods, hand=card), racer(CARS[1]), **shared))
    ask, car = race.table.asks[0], race.driver(0)
    legal = [option.replace for option in ask.options if isinstance(option, Play)]
    assert [each for each in legal if each >= 0] == car.tops
    found = walk(ask, GAME.words, (f"c{n(card)}",))
    assert found is not None
    if found.answer is not None:
        assert found.answer == Play(n(card))
    return [KINDS[int(key[1:])].id if key != "r" else "" for key in found.keys]


@pytest.mark.parametrize("card", ["roll_cage", "semi_slicks"])
def test_below_the_cap_nobody_is_asked_for_a_mod_that_does_no_harm(card: str) -> None:
    assert asked_of_mods("side_pipes, high_rev_head_stage_1", card) == []
    assert asked_of_mods("drag_springs", card) == [], "more power than it costs handling"


def test_a_mod_without_which_the_round_scores_more_is_asked_about_below_the_cap() -> None:
    """With at most two mods a driver gains a power and a handling on the Grand Prix Loop."""
    loop = {"courses": "grand_prix_loop 1"}
    assert asked_of_mods("side_pipes, nitrous_bottle", **loop) == [
        "",
        "side_pipes",
        "nitrous_bottle",
    ]
    assert asked_of_mods("side_pipes", **loop) == []


def test_at_the_cap_every_mod_is_asked_about() -> None:
    mods = "side_pipes, high_rev_head_stage_1"
    race = Race(state(racer(CARS[2], mods=mods, hand="roll_cage"), racer(CARS[1])))
    found = walk(race.table.asks[0], GAME.words, (f"c{n('roll_cage')}",))
    assert found is not None
    assert [key[1:] for key in found.keys] == [str(n(mod)) for mod in mods.split(", ")]


def test_replacing_a_mod_is_not_uninstalling_it() -> None:
    race = Race(
        state(
            racer(KAZENO, hand="carbon_aero_kit", mods="roll_cage", garage="redline, redline"),
            racer(HARROW),
        )
    )
    race.play(0, "carbon_aero_kit")
    assert race.driver(0).mods == [ns("carbon_aero_kit")]
    assert race.events(e.CheckFired) == []
    assert race.events(e.ModPlaced)[0].how == "replace"
