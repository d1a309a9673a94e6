"""The words beside a picture tell what the picture shows: no number is missing from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import msgspec
import pytest

from games.engine.players import Player
from games.world_auto_racing.race import Race
from images.canvas import Canvas
from images.choices import QUIET, Now
from images.world_auto_racing import ARTIST
from images.world_auto_racing.board import picture as board_picture
from images.world_auto_racing.drivers import Driver
from images.world_auto_racing.result import picture as result_picture
from images.world_auto_racing.result import places
from images.world_auto_racing.sheet import lists_of
from images.world_auto_racing.sheet import picture as sheet_picture
from tests.images.record import Record
from tests.images.test_words import numbers as numbers_in
from tests.images.world_auto_racing.tables import (
    EMPTY,
    HOSTILE,
    PLAYERS,
    any_view,
    calculation,
    driver,
    knowing,
    number,
    numbers,
    race,
    steps,
)

ACTS = Now(action_phrase="acts")

board, card, result, sheet = ARTIST.board, ARTIST.card, ARTIST.result, ARTIST.sheet

SEATS = range(2, 6)


def drawn(draw: Callable[[Canvas], None]) -> dict[str, list[str]]:
    """The texts of a picture by the part they belong to."""
    record = Record()
    draw(record)
    parts: dict[str, list[str]] = defaultdict(list)
    for part, words in record.texts:
        parts[part].append(words)
    return parts


def board_texts(view: Race, now: Now = ACTS) -> dict[str, list[str]]:
    return drawn(board_picture(view, PLAYERS, now).compose)


@pytest.mark.parametrize("seats", SEATS)
def test_the_long_description_tells_every_number_of_a_row(seats: int) -> None:
    for seed in range(50):
        view = any_view(seed, seats)
        parts = board_texts(view)
        lines = {
            line[0]: line
            for line in board(view, PLAYERS, QUIET).long_description().split("\n")
            if line[1] == " "
        }
        for letter in "ABCDE"[:seats]:
            # What a row counts, the twin lists by name.
            shown = numbers_in(" ".join(t for t in parts[letter] if not t.endswith(" more")))
            own = view.drivers["ABCDE".index(letter)]
            shown -= numbers_in(f"{len(own.teams)} {len(own.controls)}" if seats > 3 else "")
            assert set(shown) <= set(numbers_in(lines[letter])), (seed, letter)


@pytest.mark.parametrize("seats", SEATS)
def test_the_long_description_tells_every_number_of_the_header_and_the_road(seats: int) -> None:
    for seed in range(50):
        view = any_view(seed, seats)
        parts = board_texts(view)
        head, *rest = board(view, PLAYERS, ACTS).long_description().split("\n")
        assert set(numbers_in(" ".join(parts["header"]))) <= set(numbers_in(head)), seed
        road = numbers_in(" ".join(line for line in rest if line.startswith(("C", "No "))))
        assert set(numbers_in(" ".join(parts["shared"]))) <= {*road, 1}, seed


def test_a_number_left_out_of_the_long_description_would_be_noticed() -> None:
    view = any_view(3, 4)
    other = msgspec.structs.replace(view.drivers[0], progress=777)
    changed = msgspec.structs.replace(view, drivers=[other, *view.drivers[1:]])
    said = next(
        line
        for line in board(view, PLAYERS, QUIET).long_description().split("\n")
        if line.startswith("A ")
    )
    assert 777 in numbers_in(" ".join(board_texts(changed)["A"]))
    assert 777 not in numbers_in(said)


def rook() -> Race:
    """The race of the specification's example."""
    mods = [
        numbers("high_rev_head_stage_1", "high_rev_head_stage_2"),
        numbers("piggyback_ecu"),
        numbers("coilover_kit_stage_1"),
    ]
    power = steps(
        ("Kazeno Tsubame RS", 3),
        [
            ("mod", "High-Rev Head Stage 2", 1),
            ("mod", "Piggyback ECU", 3),
            ("condition", "Empty Freeway", 1),
            ("condition", "Bribed Patrol", 2),
        ],
        course=("Harbor Freeway", 1.5),
    )
    handling = steps(
        ("Kazeno Tsubame RS", 2),
        [
            ("mod", "High-Rev Head Stage 2", 1),
            ("mod", "Coilover Kit Stage 1", 1),
            ("condition", "Drizzle", -1),
        ],
        [("cap", "control", "Pinch to the Wall", 4)],
    )
    own = driver(
        0,
        car=number("kazeno_tsubame_rs"),
        mods=mods,
        trait=number("wrench_runner"),
        controls=[(number("brake_check"), 1)],
        teams=numbers("pit_crew"),
        progress=47,
        projected=calculation(power, handling),
        scored=calculation(steps(("car", 9), []), steps(("car", 9), [])),
    )
    other = driver(1, 3, progress=60, passed=True, controls=[(number("pinch_to_the_wall"), 0)])
    return race(
        [own, other],
        order=[1, 0],
        courses=[(number("runway"), 0), (number("harbor_freeway"), 1)],
        conditions=[
            *zip(numbers("drizzle", "empty_freeway", "bribed_patrol"), (1, 0, 0), strict=True)
        ],
    )


def test_the_long_description_reads_a_race_aloud() -> None:
    assert board(rook(), PLAYERS, ACTS).long_description().split("\n") == [
        "World Auto Racing, round 6, order B A, to 100: A Rook acts.",
        "B Juniper, Kazeno Tsubame RS, 1st, passed, progress 60, 3 cards in hand, 46 in the "
        "garage, 0 in the junkyard. The car: power 3, handling 2. Mods 0 of 7. In front: Pinch to "
        "the Wall on A.",
        "A Rook, Kazeno Tsubame RS, 2nd, progress 47, 5 cards in hand, 46 in the garage, 0 in the "
        "junkyard. Last round +18. The car: power 3, handling 2. Mods 3 of 8: High-Rev Head stage "
        "2 of 3, +1 power, +1 handling. Piggyback ECU, +3 power. Coilover Kit stage 1 of 2, +1 "
        "handling. Trait: Wrench Runner. In front: Pit Crew. Brake Check on B. Pinch to the Wall, "
        "by B, at most 4 handling. As it stands +18, 47 to 65 of 100: power 3 +4 mods +3 "
        "conditions = 10, ×1.5 = 15; handling 2 +2 mods −1 conditions = 3, limited to 4 by Pinch "
        "to the Wall.",
        "Course: Harbor Freeway (Straight course), power ×1.5, handling ×1, by B, 1 course under "
        "it.",
        "Conditions: Drizzle (Weather condition), −1 handling, by B; Empty Freeway (Traffic "
        "condition), +1 power, by A; Bribed Patrol (Law condition), by A: Owner gains 2 power.",
    ]


def test_the_alt_text_begins_with_the_moment_and_who_acts() -> None:
    said = board(rook(), PLAYERS, ACTS).alt_text()
    assert said.startswith("World Auto Racing, round 6, order B A, to 100: A Rook acts. B Juniper,")
    brief = board_picture(rook(), PLAYERS, ACTS).lines(brief=True)
    assert brief[2] == (
        "A Rook, Kazeno Tsubame RS, 2nd: 47, now +18 (power 15, handling 3), mods 3 of 8, 5 cards, "
        "Wrench Runner."
    )
    assert "Course: Harbor Freeway (Straight course), power ×1.5, handling ×1, by B" in said


def test_the_sheet_lists_what_each_card_gives_now() -> None:
    own, around, front = lists_of(Driver(rook(), PLAYERS, 0))
    assert [(part.name, part.power, part.handling) for part in own] == [
        ("High-Rev Head", "+1", "+1"),
        ("Piggyback ECU", "+3", ""),
        ("Coilover Kit", "", "+1"),
        ("Wrench Runner", "", ""),
    ]
    assert [(part.name, part.power, part.owner) for part in around] == [
        ("Drizzle", "", 1),
        ("Empty Freeway", "+1", 0),
        ("Bribed Patrol", "+2", 0),
    ]
    assert front[-1].name == "Pinch to the Wall"
    assert (front[-1].handling, front[-1].owner) == ("≤4", 1)


@pytest.mark.parametrize("seats", SEATS)
def test_the_sheet_and_its_words_tell_the_same(seats: int) -> None:
    for seed in range(25):
        view = any_view(seed, seats)
        shown_sheet = sheet_picture(view, PLAYERS, seed % seats)
        parts = drawn(shown_sheet.compose)
        said = numbers_in(shown_sheet.long_description())
        for part in ("car", "sum"):
            shown = " ".join(t for t in parts[part] if t != "0*")  # told as "by its text"
            assert set(numbers_in(shown)) <= {*said, 1}, (seed, part)


def test_before_there_is_a_sum_a_sheet_shows_printed_numbers() -> None:
    mods = [numbers("coilover_kit_stage_1")]
    view = race([driver(0, mods=mods), driver(1)], phase="mulligan", round=0)
    driver_shown = Driver(view, PLAYERS, 0)
    assert driver_shown.sum is None
    own, _, _ = lists_of(driver_shown)
    assert [(part.name, part.handling) for part in own] == [("Coilover Kit", "+1")]


def test_a_stat_that_is_set_raised_limited_and_rounded_is_told_step_by_step() -> None:
    power = steps(
        ("car", 1),
        [("condition", "Cloudburst", -3)],
        [("floor", "control", "Trail Off", 5), ("cap", "condition", "Rush Hour", 3)],
        [("control", "Full Send")],
        ("Hairpin", 0.5),
    )
    half = steps(("car", 3), [], course=("Hairpin", 1.5))
    view = race([driver(0, projected=calculation(power, half)), driver(1)])
    said = sheet(view, PLAYERS, 0).alt_text()
    assert (
        "power 1 −3 conditions = −2, raised to 0, raised to 5 by Trail Off, limited to 3 by "
        "Rush Hour, ×2 (Full Send) = 6, ×0.5 = 3; handling 3, ×1.5 = 4.5, rounded down to 4."
    ) in said


def test_a_result_and_its_words_hold_the_same_numbers() -> None:
    last = calculation(steps(("car", 8), []), steps(("car", 4), []))
    drivers = [
        driver(0, progress=104, scored=last),
        driver(1, progress=96, scored=last),
        driver(2, progress=40, left=True),
    ]
    over = race(drivers, phase="over", places=[(0,), (1,), (2,)], active=-1)
    said = result(over, PLAYERS).alt_text()
    assert said.startswith(
        "World Auto Racing, to 100: A Rook wins. 1. A Rook: 104, +12 in the last round, "
        "Harrow Marauder 427, finished. 2. B Juniper: 96, +12 in the last round, "
    )
    assert "left the race" in said
    for view in (over, msgspec.structs.replace(over, phase="action", places=[])):
        parts = drawn(result_picture(view, PLAYERS).compose)
        shown = " ".join(text for texts in parts.values() for text in texts)
        assert numbers_in(shown) == numbers_in(result(view, PLAYERS).alt_text())


def test_in_the_middle_of_a_race_a_result_is_headed_as_standings() -> None:
    drivers = [driver(0, progress=30), driver(1, progress=44), driver(2, progress=44)]
    view = race(drivers, order=[2, 1, 0])
    shown = result_picture(view, PLAYERS)
    assert shown.header.title == "Standings so far, in round 6"
    assert "LEVEL" in drawn(shown.compose)["body"]
    assert places(view) == [(1, 2), (1, 1), (3, 0)]


def test_whoever_a_tie_break_left_behind_stands_behind_it() -> None:
    view = race([driver(seat, progress=(101, 101, 100)[seat]) for seat in range(3)], tied=[0, 1])
    assert [place for place, _ in places(view)] == [1, 1, 3]
    assert "100, " not in result(view, PLAYERS).alt_text().split("B Juniper")[0]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("players", [PLAYERS, HOSTILE, EMPTY])
def test_alt_text_fits_and_starts_with_the_moment(seats: int, players: tuple[Player, ...]) -> None:
    for seed in range(12):
        view = any_view(seed, seats)
        said = board(view, players, QUIET).alt_text()
        assert len(said) <= 1024
        assert said.startswith("World Auto Racing, ")
        assert f"round {view.round}" in said.split(":")[0]
        assert len(result(view, players).alt_text()) <= 1024
        assert all(len(sheet(view, players, seat).alt_text()) <= 1024 for seat in range(seats))


def test_a_hand_never_reaches_the_words_of_the_board() -> None:
    spectator = any_view(9, 4)
    player = msgspec.structs.replace(spectator, seat=1, drivers=knowing(spectator, 1))
    assert (
        board(player, PLAYERS, QUIET).long_description()
        == board(spectator, PLAYERS, QUIET).long_description()
    )
    assert board(player, PLAYERS, QUIET).alt_text() == board(spectator, PLAYERS, QUIET).alt_text()
    assert sheet(player, PLAYERS, 1).alt_text() == sheet(spectator, PLAYERS, 1).alt_text()


def test_a_card_names_its_kind_its_numbers_and_its_set() -> None:
    assert card(number("high_rev_head_stage_2")).alt_text() == (
        "World Auto Racing: High-Rev Head Stage 2. Engine mod. +1 power, +1 handling. "
        "Make: Kazeno. Line: High-Rev Head, stage 2 of 3. From the house set."
    )
    assert "Power ×2, handling ×0.5." in card(number("quarter_mile_strip")).alt_text()
    assert "Mod cap: 7 mods." in card(number("kazeno_tsubame_rs")).alt_text()


def test_while_cars_are_chosen_the_words_tell_which_are_taken() -> None:
    view = race([driver(0), driver(1, car=-1)], phase="car", round=0, active=1)
    said = board(view, PLAYERS, Now(action_phrase="chooses a car")).long_description()
    assert said.startswith("World Auto Racing, before the race, to 100: B Juniper chooses a car.")
    assert "Harrow Marauder 427, power 5, handling 2, mod cap 4, taken by A; " in said
    assert "\nB Juniper, no car yet, chooses." in said
