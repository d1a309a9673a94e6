"""Progress, exactly: the order of the calculation and every effect that bears on it."""

from __future__ import annotations

from typing import Any

import pytest

from games.world_auto_racing.events import Progressed
from games.world_auto_racing.progress import calculation, lineup, pack, short, unpack
from games.world_auto_racing.state import Bonus, Racer
from tests.games.world_auto_racing.laps import Race, n, ns, pace, racer, state, view

HARROW = "harrow_marauder_427"
KAZENO = "kazeno_tsubame_rs"
BELLORI = "bellori_saetta_gt"
FJELLMARK = "fjellmark_r4"


def beside() -> Racer:
    """Somebody else on the road."""
    return racer(HARROW)


def test_a_bare_car_makes_its_printed_numbers() -> None:
    assert pace(state(racer(KAZENO), beside()), 0) == (3, 2)


@pytest.mark.parametrize(
    ("car", "parts", "conditions", "courses", "made"),
    [
        # own cards
        (KAZENO, {"mods": "coilover_kit_stage_1 > coilover_kit_stage_2"}, "", "", (3, 4)),
        (KAZENO, {"trait": "lead_foot", "teams": "home_crowd"}, "", "", (6, 3)),
        (KAZENO, {"mods": "side_pipes"}, "", "", (4, 2)),
        (HARROW, {"mods": "side_pipes"}, "", "", (8, 2)),  # +1 printed, +1 make, +1 car
        (KAZENO, {"mods": "piggyback_ecu"}, "", "", (4, 2)),
        (KAZENO, {"mods": "piggyback_ecu, roll_cage, street_sport_tires"}, "", "", (7, 4)),
        (KAZENO, {"teams": "dyno_day", "mods": "hood_scoop, semi_slicks"}, "", "", (7, 3)),
        # what is on the road
        (KAZENO, {}, "drizzle 1, clear_skies 0", "", (4, 1)),
        (KAZENO, {}, "black_ice 1, sun_glare 1", "", (3, 0)),  # 2 − 2 − 1 is not below 0
        (FJELLMARK, {}, "cloudburst 1, ground_fog 1, speed_trap 1", "", (4, 1)),
        (KAZENO, {"trait": "storm_chaser"}, "drizzle 1", "", (4, 2)),
        (KAZENO, {"mods": "straight_through_muffler"}, "bribed_patrol 0", "", (5, 2)),
        (KAZENO, {"mods": "straight_through_muffler"}, "bribed_patrol 1", "", (3, 2)),
        (KAZENO, {"mods": "studded_gravel_tires"}, "loose_gravel 1", "", (2, 3)),
        (KAZENO, {"mods": "center_lock_awd"}, "cloudburst 1", "", (3, 3)),
        # courses
        (KAZENO, {}, "", "quarter_mile_strip 1", (6, 1)),
        (KAZENO, {}, "", "hairpin 1", (1, 3)),  # 1.5 is rounded down, 3 is not
        (KAZENO, {}, "", "hairpin 1, runway 1", (6, 1)),  # only the top one
        (KAZENO, {"mods": "big_drum_brakes"}, "", "hairpin 1", (3, 6)),
        (KAZENO, {"mods": "big_drum_brakes"}, "", "harbor_freeway 1", (4, 4)),
        (KAZENO, {"trait": "quarter_mile_mind"}, "", "runway 1", (10, 1)),
        (KAZENO, {"trait": "apex_hunter"}, "", "chicane 1", (3, 4)),
        (HARROW, {"mods": "drag_springs"}, "", "touge_switchbacks 1", (7, 3)),
        (HARROW, {"mods": "drag_springs"}, "", "chicane 1", (7, 1)),
        (KAZENO, {}, "black_ice 1, fresh_asphalt 1", "forest_stage 1", (3, 0)),
        (KAZENO, {"teams": "home_crowd"}, "loose_gravel 1", "forest_stage 1", (2, 1)),
        (KAZENO, {}, "", "grand_prix_loop 1", (4, 3)),
        (KAZENO, {"mods": "hood_scoop, roll_cage, semi_slicks"}, "", "grand_prix_loop 1", (5, 4)),
        # set, limited, multiplied
        (KAZENO, {"trait": "perfect_launch"}, "", "", (7, 2)),
        (HARROW, {"trait": "perfect_launch", "mods": "big_bore_block_stage_1"}, "", "", (9, 2)),
        (KAZENO, {"controls": "full_send, redline"}, "", "harbor_freeway 1", (15, 0)),
        (KAZENO, {"controls": "four_wheel_slide"}, "", "long_sweeper 1", (0, 6)),
        (KAZENO, {"controls": "redline, redline, redline"}, "rush_hour 1", "", (9, 2)),
        (KAZENO, {"controls": "redline, redline, redline, redline"}, "", "chicane 1", (8, 2)),
        (KAZENO, {"controls": "redline, redline, cut_the_governor"}, "rush_hour 1", "", (9, 2)),
        (
            KAZENO,
            {"controls": "redline, redline, redline, cut_the_governor"},
            "rush_hour 1",
            "",
            (11, 2),
        ),
        (KAZENO, {"controls": "trail_off"}, "", "", (5, 3)),
        # speed trap looks at the sum after every other subtraction
        (KAZENO, {"controls": "redline, redline"}, "speed_trap 1", "", (7, 2)),
        (KAZENO, {"controls": "redline, redline, heel_and_toe"}, "speed_trap 1", "", (6, 3)),
        (
            KAZENO,
            {"controls": "redline, redline, heel_and_toe"},
            "speed_trap 1, cloudburst 1",
            "",
            (7, 2),
        ),
    ],
)
def test_what_a_driver_makes(
    car: str, parts: dict[str, Any], conditions: str, courses: str, made: tuple[int, int]
) -> None:
    start = state(
        racer(car, **parts), racer(BELLORI), conditions=conditions, courses=courses, order=[1, 0]
    )
    assert pace(start, 0) == made


def test_effects_on_the_lead_and_the_last_read_the_racing_order() -> None:
    start = state(
        racer(KAZENO), racer(HARROW), racer(BELLORI), conditions="ground_fog 0", order=[1, 2, 0]
    )
    assert [pace(start, seat)[0] for seat in range(3)] == [2, 3, 2]
    start = state(
        racer(KAZENO), racer(HARROW), racer(BELLORI), conditions="neon_night 0", order=[1, 2, 0]
    )
    assert [pace(start, seat)[0] for seat in range(3)] == [5, 5, 3]
    paced = state(racer(KAZENO, teams="pace_car"), racer(HARROW), order=[1, 0])
    assert (pace(paced, 0)[0], pace(paced, 1)[0]) == (3, 4)


@pytest.mark.parametrize(
    ("trait", "order", "made"),
    [
        ("front_runner", [0, 1], (3, 4)),
        ("front_runner", [1, 0], (3, 3)),
        ("underdog", [1, 0], (5, 4)),
        ("underdog", [0, 1], (3, 3)),
    ],
)
def test_ranks(trait: str, order: list[int], made: tuple[int, int]) -> None:
    assert pace(state(racer(KAZENO, trait=trait), beside(), order=order), 0) == made


def test_between_owners_the_one_further_back_is_applied_last() -> None:
    """Ruling B17: the example of the specification."""

    def drivers() -> list[Racer]:
        return [
            racer(KAZENO, controls="pinch_to_the_wall @ 1"),
            racer(HARROW, controls="gravel_save, late_brake, late_brake"),
        ]

    ahead = state(*drivers(), order=[0, 1])
    behind = state(*drivers(), order=[1, 0])
    assert pace(ahead, 1)[1] == 5
    assert pace(behind, 1)[1] == 4


def test_one_owners_limits_go_by_type_then_by_entering_play() -> None:
    """Ruling B10; Ruling B17"""
    both = racer(KAZENO, controls="box_them_in @ 0, trail_off")
    start = state(both, beside(), conditions="", courses="")
    assert pace(start, 0)[0] == 5
    limited = racer(KAZENO, controls="trail_off, redline, redline", teams="restrictor_rule")
    assert pace(state(limited, beside()), 0)[0] == 7
    # A course is the last of all: the control raises to 5, the course limits after it.
    low = racer(KAZENO, controls="trail_off, full_send")
    assert pace(state(low, beside(), courses="chicane 1"), 0)[0] == 10


def test_opponents_controls_do_not_subtract_from_a_cool_driver() -> None:
    start = state(
        racer(BELLORI, trait="cool_under_pressure"),
        racer(KAZENO, controls="brake_check @ 0, door_slam @ 0"),
    )
    assert pace(start, 0) == (3, 3 + 1)
    start.drivers[0].trait = n("silk_hands")
    assert pace(start, 0) == (1, 3)


def test_a_bonus_stays_though_its_card_is_gone() -> None:
    own = racer(KAZENO, bonuses=[Bonus(0, 4, n("nitrous_bottle"), 0)])
    assert pace(state(own, beside()), 0) == (7, 2)


def test_a_lost_bonus_is_a_subtraction_from_a_card_of_that_type() -> None:
    own = racer(
        BELLORI,
        trait="cool_under_pressure",
        bonuses=[Bonus(1, -2, n("door_slam"), 1), Bonus(1, -1, n("door_slam"), 0)],
    )
    # The trait keeps the opponent's off, not one's own.
    assert pace(state(own, beside()), 0) == (3, 3 + 1 - 1)


def test_chain_drift_counts_what_was_played_this_round() -> None:
    own = racer(KAZENO, controls="chain_drift", played=["control", "mod", "control"])
    assert pace(state(own, beside()), 0) == (3, 4)
    own.played = ["control"] * 7
    assert pace(state(own, beside()), 0) == (3, 5)


def test_every_part_is_named() -> None:
    start = state(
        racer(FJELLMARK, trait="storm_chaser", controls="granny_shift", mods="big_drum_brakes"),
        racer(KAZENO, controls="brake_check @ 0"),
        conditions="drizzle 1",
        courses="hairpin 1",
    )
    made = calculation(short(start, 0, lineup(start)))
    assert [(s.kind, s.points, s.reason, s.group, s.after) for s in made.power] == [
        ("base", 2, "Fjellmark R4", "car", 2),
        ("add", 1, "Fjellmark R4", "car", 3),
        ("add", 1, "Storm Chaser", "trait", 4),
        ("add", 1, "Granny Shift", "control", 5),
        ("sub", -2, "Brake Check", "control", 3),
        ("course", 1, "Hairpin", "course", 3),
    ]
    assert made.power[-1].least == "Big Drum Brakes"
    assert [(s.kind, s.points, s.reason) for s in made.handling] == [
        ("base", 1, "Fjellmark R4"),
        ("add", 1, "Storm Chaser"),
        ("add", 2, "Big Drum Brakes"),
        ("course", 1.5, "Hairpin"),
    ]
    assert (made.power_total, made.handling_total, made.total) == (3, 6, 9)


def test_raised_to_0_and_rounded_down_are_steps_too() -> None:
    start = state(
        racer(KAZENO), beside(), conditions="black_ice 1, sun_glare 1", courses="hairpin 1"
    )
    made = calculation(short(start, 0, lineup(start)))
    assert [(s.kind, s.after) for s in made.handling] == [
        ("base", 2),
        ("sub", 0),
        ("sub", -1),
        ("zero", 0),
        ("course", 0),
    ]
    assert [(s.kind, s.after) for s in made.power][-2:] == [("course", 1.5), ("down", 1)]


def test_the_last_round_is_kept_in_short_and_shown_in_full() -> None:
    start = state(racer(KAZENO, trait="lead_foot"), beside(), courses="hairpin 1")
    steps = short(start, 0, lineup(start))
    assert unpack(pack(steps)) == calculation(steps)
    assert unpack(Racer().last) is None


def test_the_projection_is_what_the_progress_step_then_gives() -> None:
    start = state(
        racer(KAZENO, hand="redline", mods="hood_scoop", trait="wrench_runner"),
        racer(HARROW, hand="lead_foot"),
        courses="hairpin 0",
        conditions="ground_fog 1",
    )
    race = Race(start)
    race.play(0, "redline")
    seats = range(len(race.state.drivers))
    expected = [view(race.state, None).projected(seat) for seat in seats]
    race.passes()
    told = race.events(Progressed)
    assert [one.calculation for one in told] == expected
    assert [view(race.state, None).last(seat) for seat in seats] == expected
    assert [one.after - one.before for one in told] == [one.calculation.total for one in told]


def test_nothing_is_projected_before_the_race() -> None:
    start = state(racer(KAZENO), racer(HARROW), round=0, beat="mulligan", phase="mulligan")
    start.drivers[0].hand = ns("redline")
    assert [view(start, 0).projected(seat) for seat in range(2)] == [None, None]
