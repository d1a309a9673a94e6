"""The words beside a picture say what the picture shows: the same numbers and no others."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from games.engine.players import Player
from games.engine.seen import BACK
from games.nascards.cards import TEXTS
from games.nascards.state import State
from images import Choices
from images.choices import QUIET, Now
from images.nascards import ARTIST
from images.nascards.board import picture
from images.nascards.marks import shown
from images.nascards.result import picture as result_picture
from images.nascards.sheet import picture as sheet_picture
from tests.images.nascards.races import EMPTY, HOSTILE, MIXED, PLAYERS, any_race, driver, mods, race
from tests.images.nascards.test_board import troubled
from tests.images.test_words import drawn

DRIVES = Now(action_phrase="plays speed")

SEATS = range(2, 9)
board, hand, result, sheet = ARTIST.board, ARTIST.hand, ARTIST.result, ARTIST.sheet
WHO = re.compile(r"^(?:\d )?([A-H]) ")


def numbers(text: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"\d+", text)))


def board_texts(view: State) -> dict[str, list[str]]:
    return drawn(picture(view, MIXED, DRIVES).compose)


def car_lines(view: State) -> dict[str, str]:
    """The twin's lines by the letters of their cars."""
    lines = board(view, MIXED, DRIVES).long_description().split("\n")
    found = [(WHO.match(line), line) for line in lines[1 : 1 + len(view.drivers)]]
    return {match[1]: line for match, line in found if match is not None}


@pytest.mark.parametrize("seats", SEATS)
def test_picture_and_long_description_hold_the_same_numbers_for_every_car(seats: int) -> None:
    for seed in range(60):
        view = any_race(seed, seats)
        parts, lines = board_texts(view), car_lines(view)
        for letter in "ABCDEFGH"[:seats]:
            assert numbers(" ".join(parts[letter])) == numbers(lines[letter]), lines[letter]


def test_a_short_row_says_nothing_that_the_long_description_does_not() -> None:
    view = troubled(5)
    parts, lines = board_texts(view), car_lines(view)
    for letter in "ABCDE":
        assert numbers(" ".join(parts[letter])) < numbers(lines[letter])
        assert "−13" in " ".join(parts[letter])


@pytest.mark.parametrize("seats", SEATS)
def test_picture_and_long_description_hold_the_same_numbers_in_the_header(seats: int) -> None:
    for seed in range(40):
        view = any_race(seed, seats)
        head = board(view, MIXED, DRIVES).long_description().split("\n")[0]
        assert numbers(" ".join(board_texts(view)["header"])) == numbers(head), seed


def test_a_number_left_out_of_the_long_description_would_be_noticed() -> None:
    view = race([driver(0, miles=40), driver(1, miles=30)])
    other = race([driver(0, miles=777), driver(1, miles=30)])
    assert numbers(" ".join(board_texts(other)["A"])) != numbers(car_lines(view)["A"])


def test_the_long_description_reads_a_race_aloud() -> None:
    view = race(
        [
            driver(0, miles=118, hand_size=6, speed=[7], maneuver=12, maneuver_done="played"),
            driver(1, miles=121, hand_size=5, maneuver=14, maneuver_done="discarded", drafted=0),
            driver(2, miles=112, status="pit", forced_pits=1),
            driver(3, miles=71, status="totaled", totaled_turn=9, hand_size=0),
            driver(4, miles=118, speed=[2, 10], crash=2, hit=True, engine_penalty=-2, mods=mods(1)),
        ],
        active=0,
        yellow_flag=True,
    )
    players = (*PLAYERS[:1], Player("Juniper", "easy"), *PLAYERS[2:])
    assert board(view, players, DRIVES).long_description().split("\n") == [
        "Stock car race, 200 miles, turn 12, Speed phase: A Rook plays speed. "
        "Yellow flag: nobody may pass for the rest of the turn.",
        "1 B Juniper (computer): 121 miles, 5 cards, could not play Reckless Driving, no draft.",
        "2 A Rook: 118 miles, 3 back, 6 cards, Safe Driving, Speed 7.",
        "3 E Sable: 118 miles, 3 back, crash: −5 miles, 8 cards, Speed 2, Speed 10, "
        "−2 miles in each Speed Phase until a Pit Stop.",
        "C Marlowe: 112 miles, in the pits, 8 cards, owes 1 pit.",
        "D Odalys: 71 miles, totaled on turn 9.",
        "For the rest of the turn: E Mishap Roll +1.",
        "Speed pile 33, discards 3, the last Speed 7. Maneuver pile 40, discards 15.",
    ]


@pytest.mark.parametrize("phase", ["pit", "maneuver", "speed"])
def test_what_moved_each_car_is_told_until_something_moves_it_again(phase: str) -> None:
    drivers = [
        driver(0, miles=26, speed=[10], maneuver=12, maneuver_done="played", drafted=3),
        driver(1, miles=20, speed=[9], drafted=0, crash=1),
        driver(2, miles=14, engine_penalty=-1, crash=5),
    ]
    history = [[0, 0, 0], [13, 14, 14], [26, 20, 14]]
    drivers[0].hand = [4]
    view = race(drivers, phase=phase, active=-1, turn=3, history=history)
    begun = phase == "speed"
    head, *lines = board(view, PLAYERS, QUIET).long_description().split("\n")
    name = TEXTS["values"]["phases"][phase]
    assert head.endswith(", Speed phase." if begun else f", {name}, after turn 2.")
    assert lines[0].endswith("Safe Driving, Speed 10, drafted 3.")
    assert lines[1].endswith(" back, crash: −3 miles, 8 cards, Speed 9, no draft.")
    # What a crash has done to the engine is told once.
    assert lines[2].endswith("crash: −1 engine until a Pit Stop, 8 cards.")
    assert [shown(view, PLAYERS, seat).start for seat in range(3)] == (
        [26, 20, 14] if begun else [13, 14, 14]
    )
    told = sheet(view, PLAYERS, 0).alt_text()
    assert f"{'This' if begun else 'Last'} turn: Safe Driving, " in told
    assert "Speed 10, drafted 3." in told
    own = race(drivers, 0, phase=phase, active=-1, turn=3, history=history)
    assert ("Shown maneuver" in hand(own, PLAYERS, Choices("Wait")).alt_text()) is begun


@pytest.mark.parametrize("phase", ["pit", "maneuver", "speed"])
def test_a_car_that_was_in_the_pits_is_told_from_one_that_stood_still(phase: str) -> None:
    drivers = [driver(0, miles=26, maneuver=12, speed=[10], drafted=0), driver(1, miles=13)]
    history = [[0, 0], [13, 13], [26, 13]]
    view = race(drivers, phase=phase, active=-1, turn=3, history=history)
    begun = phase == "speed"
    assert ("was in pit" in " ".join(board_texts(view)["B"])) is not begun
    for text in (
        board(view, PLAYERS, QUIET).long_description(),
        board(view, PLAYERS, QUIET).alt_text(),
    ):
        assert ("was in the pits" in text) is not begun
    told = sheet(view, PLAYERS, 1).alt_text()
    assert ("Last turn: was in the pits." in told) is not begun
    first = race([driver(0), driver(1)], phase="pit", active=-1, turn=1, history=[[0, 0]])
    assert (
        "in the pits"
        not in board(first, PLAYERS, QUIET).long_description() + sheet(first, PLAYERS, 1).alt_text()
    )


def test_what_is_spent_is_no_longer_told() -> None:
    spent = driver(0, miles=9, speed=[4], speed_max=2, momentum=5, mods=mods(draft=2), drafted=1)
    lines = (
        board(race([spent, driver(1)], phase="crash"), PLAYERS, QUIET)
        .long_description()
        .split("\n")
    )
    assert not any(line.startswith("For the rest") for line in lines)
    ahead = msgspec.structs.replace(spent, speed=[], drafted=-1)
    assert (
        "For the rest of the turn: A up to 2 Speed cards, +5 with a Speed card of 1 to 5, "
        "Drafting Roll +2."
    ) in board(race([ahead, driver(1)]), PLAYERS, QUIET).long_description().split("\n")


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("players", [PLAYERS, MIXED, HOSTILE, EMPTY])
def test_alt_texts_fit_and_start_with_the_moment(seats: int, players: tuple[Player, ...]) -> None:
    for view in (*(any_race(seed, seats) for seed in range(12)), troubled(seats)):
        said = board(view, players, DRIVES).alt_text()
        assert len(said) <= 1024
        assert said.startswith(f"Stock car race, {view.options.goal} miles")
        assert f"turn {view.turn}" in said.split(":")[0]
        for each in view.drivers:
            assert re.search(rf"\b{'ABCDEFGH'[each.seat]} .*?{each.miles}", said), said
        assert len(result(view, players).alt_text()) <= 1024
        assert len(sheet(view, players, 0).alt_text()) <= 1024
        for text in (said, result(view, players).alt_text(), sheet(view, players, 1).alt_text()):
            assert not set(text) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")


def test_the_alt_text_keeps_the_acting_car_whole_where_not_all_fits() -> None:
    view = troubled(8, active=2)
    said = board(view, MIXED, Now(action_phrase="drafts")).alt_text()
    acting = car_lines(view)["C"]
    assert acting in said
    assert "B Juniper 153, 12 cards." in said


def test_what_a_seat_holds_never_reaches_the_words_of_the_board() -> None:
    spectator, player = any_race(9, 4), any_race(9, 4)
    player.seat, own = 1, player.drivers[1]
    own.hand = [*range(1, 1 + len(own.hand))]
    own.dealt, own.kept, own.follow, own.looked = [12, 13], 14, 15, [(2, [9])]
    spectator.drivers[1].dealt = [BACK] * 2
    assert (
        board(player, PLAYERS, QUIET).long_description()
        == board(spectator, PLAYERS, QUIET).long_description()
    )
    assert board(player, PLAYERS, QUIET).alt_text() == board(spectator, PLAYERS, QUIET).alt_text()
    assert sheet(player, PLAYERS, 1).alt_text() == sheet(spectator, PLAYERS, 1).alt_text()


@pytest.mark.parametrize("seats", SEATS)
def test_a_sheet_and_its_alt_text_hold_the_same_numbers(seats: int) -> None:
    for seed in range(30):
        view = any_race(seed, seats)
        seat = seed % seats
        parts = drawn(sheet_picture(view, PLAYERS, seat).compose)
        texts = " ".join(text for texts in parts.values() for text in texts)
        said = sheet(view, PLAYERS, seat).alt_text()
        if len(said) < 900:
            assert set(numbers(texts)) == set(numbers(said)), (seed, texts, said)


@pytest.mark.parametrize("seats", SEATS)
def test_a_result_and_its_alt_text_hold_the_same_numbers(seats: int) -> None:
    for seed in range(30):
        view = any_race(seed, seats)
        parts = drawn(result_picture(view, PLAYERS).compose)
        texts = " ".join(text for texts in parts.values() for text in texts)
        said = result(view, PLAYERS).alt_text()
        if len(said) < 900:
            assert numbers(texts) == numbers(said), (seed, texts, said)


def test_a_race_in_progress_has_standings_so_far() -> None:
    drivers = [
        driver(0, miles=90, cup_points=3),
        driver(1, miles=95, cup_points=7, wins=1),
        driver(2, miles=60),
    ]
    said = result(race(drivers, races=3, race=2), PLAYERS).alt_text()
    assert said == (
        "Stock car race, 200 miles, race 2 of 3: Standings so far, turn 12, Speed phase. "
        "This race: 1. B Juniper: 95 miles, ahead. "
        "2. A Rook: 90 miles, 5 behind. 3. C Marlowe: 60 miles, 35 behind. "
        "Championship Cup: 1. B Juniper: 7 points, 1 race won. 2. A Rook: 3 points, 0 races won. "
        "3. C Marlowe: 0 points, 0 races won."
    )


def test_a_car_in_the_pits_stands_where_its_miles_put_it() -> None:
    drivers = [driver(0, miles=27), driver(1, miles=35, status="pit"), driver(2, miles=27)]
    assert result_picture(race(drivers), PLAYERS).lines()[1:] == [
        "This race:",
        "1. B Juniper: 35 miles, in the pits, ahead.",
        "2. A Rook: 27 miles, 8 behind.",
        "3. C Marlowe: 27 miles, 8 behind.",
    ]


def test_who_has_left_comes_last_in_the_cup() -> None:
    drivers = [driver(0, cup_points=9, left=True), driver(1, cup_points=7, wins=1), driver(2)]
    assert result_picture(race(drivers, races=3, race=2), PLAYERS).lines()[-3:] == [
        "1. B Juniper: 7 points, 1 race won.",
        "2. C Marlowe: 0 points, 0 races won.",
        "3. A Rook: 9 points, left.",
    ]


def test_the_end_of_a_race_is_told_by_its_places() -> None:
    drivers = [
        driver(0, miles=190),
        driver(1, miles=203),
        driver(2, miles=190),
        driver(3, miles=77, status="totaled", totaled_turn=4),
    ]
    said = result(
        race(drivers, phase="over", places=[[1], [0], [2], [3]], active=-1), PLAYERS
    ).alt_text()
    assert said == (
        "Stock car race, 200 miles: B Juniper wins the race. This race: "
        "1. B Juniper: 203 miles, reached the goal. 2. A Rook: 190 miles, 13 behind. "
        "3. C Marlowe: 190 miles, 13 behind. 4. D Odalys: 77 miles, totaled on turn 4."
    )


def test_a_cup_may_be_shared() -> None:
    drivers = [
        driver(0, miles=90, cup_points=9),
        driver(1, miles=203, cup_points=9),
        driver(2, miles=88),
    ]
    view = race(drivers, races=2, race=2, phase="over", places=[[0, 1], [2]], active=-1)
    lines = result_picture(view, PLAYERS).lines()
    assert lines[0].endswith("A Rook and B Juniper share the Championship Cup.")
    assert [line[:4] for line in lines[-3:]] == ["1. A", "1. B", "3. C"]
