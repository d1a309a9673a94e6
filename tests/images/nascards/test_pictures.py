"""Sheets, cards and results; and names that mean harm, on all pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from games.engine.players import Player
from games.nascards.cards import MANEUVERS, NUMBERS
from images.choices import QUIET, Now
from images.nascards import ARTIST
from images.nascards.board import picture as board_picture
from images.nascards.card import picture as card_picture
from images.nascards.result import picture as result_picture
from images.nascards.sheet import picture as sheet_picture
from images.parts import Picture
from tests.images.nascards.races import EMPTY, HOSTILE, PLAYERS, any_race, driver, race
from tests.images.nascards.test_board import troubled
from tests.images.record import Record
from tests.images.test_pictures import assert_twins

SEATS = range(2, 9)
board, card, result, sheet = ARTIST.board, ARTIST.card, ARTIST.result, ARTIST.sheet


def check(data: bytes) -> None:
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert 300 <= image.height <= 900
    assert len(data) <= 70_000


def assert_drawn(picture: Picture) -> None:
    assert_twins(picture.page(), picture.compose)


@pytest.mark.parametrize("seats", SEATS)
def test_a_sheet_of_any_car(seats: int) -> None:
    views = [*(any_race(seed, seats) for seed in range(4)), troubled(seats)]
    for seed, view in enumerate(views):
        check(sheet(view, PLAYERS, seed % seats).png())
        assert_drawn(sheet_picture(view, PLAYERS, seed % seats))


def test_a_sheet_of_a_driver_with_every_advantage() -> None:
    for held in ([0], [0, 1], [2, 3, 4], [0, 0, 0], [0, 1, 2, 3, 4]):
        view = race([driver(0, advantages=held), driver(1, status="totaled", advantages=held)])
        for seat in (0, 1):
            check(sheet(view, PLAYERS, seat).png())
            assert_drawn(sheet_picture(view, PLAYERS, seat))
    assert sheet_picture(view, PLAYERS, 0).lines()[-3].startswith("Powerful Engine: You drive")


def test_neighbours_are_those_on_the_track() -> None:
    drivers = [
        driver(0, miles=50),
        driver(1, miles=49, status="pit"),
        driver(2, miles=48),
        driver(3, miles=48),
    ]
    told = [" ".join(sheet_picture(race(drivers), PLAYERS, seat).lines()) for seat in range(4)]
    assert "C Marlowe is 2 miles behind." in told[0]
    assert "ahead." not in told[0]
    assert not any(words in told[1] for words in ("ahead.", "behind."))
    assert "A Rook is 2 miles ahead. D Odalys is level, one place behind." in told[2]
    assert "C Marlowe is level, one place ahead." in told[3]


@pytest.mark.parametrize(
    ("phase", "history", "idle"),
    [
        ("pit", [[0] * 2, [8, 0]], "off the track"),
        ("pit", [[0] * 2], "no Maneuver card shown yet"),
        ("speed", [[0] * 2, [8, 0]], "no Maneuver card shown yet"),
    ],
    ids=["last turn in the pits", "nothing yet", "not yet in this turn"],
)
def test_a_car_without_a_maneuver_card_says_why(
    phase: str, history: list[list[int]], idle: str
) -> None:
    turns = [list(miles) for miles in history]
    view = race([driver(0, miles=8), driver(1)], phase=phase, history=turns)
    record = Record()
    sheet_picture(view, PLAYERS, 1).compose(record)
    assert idle in [words for _, words in record.texts]


@pytest.mark.parametrize("number", [*range(1, 11), *sorted(MANEUVERS)])
def test_every_card_shows_its_text_and_where_it_is_from(number: int) -> None:
    record = Record()
    card_picture(number).compose(record)
    words = " ".join(text for _, text in record.texts)
    said = card(number).alt_text()
    assert "…" not in words
    assert len(said) <= 1024
    if number in MANEUVERS:
        kind = MANEUVERS[number]
        assert kind.name in words
        for text in (words, said):
            assert kind.does in text
            assert kind.reading in text
        facts = [kind.source[key] for key in ("restriction", "numbers", "reading")]
        assert words.count("our reading") == said.count("our reading") == facts.count("inferred")
        assert words.count("house rule") == said.count("house rule") == facts.count("house")


@pytest.mark.parametrize("kind", ["sling_shot_pass", "three_abreast", "express_train", "go_for_it"])
def test_card_pictures_are_small_and_tiles_draw_what_a_full_redraw_draws(kind: str) -> None:
    check(card(NUMBERS[kind]).png())
    assert_drawn(card_picture(NUMBERS[kind]))


def test_speed_cards_tell_what_they_do_to_a_crash() -> None:
    for number in (1, 5, 7, 10):
        check(card(number).png())
        assert_drawn(card_picture(number))
    assert "your Severity Roll gets −2." in card(3).alt_text()
    assert "your Severity Roll gets −1." in card(4).alt_text()
    assert "Roll gets" not in card(8).alt_text()
    assert "your Severity Roll gets +1." in card(9).alt_text()


@pytest.mark.parametrize("number", [0, -1, 66, 999])
def test_there_are_no_other_cards(number: int) -> None:
    with pytest.raises(KeyError):
        card(number).png()


@pytest.mark.parametrize("seats", SEATS)
def test_a_result_for_any_race(seats: int) -> None:
    for view in (*(any_race(seed, seats) for seed in range(4)), troubled(seats)):
        check(result(view, PLAYERS).png())
        assert_drawn(result_picture(view, PLAYERS))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("races", [1, 3])
def test_a_result_at_the_end(seats: int, races: int) -> None:
    drivers = [driver(seat, miles=200 - 7 * seat, cup_points=seat) for seat in range(seats)]
    places = [[seat] for seat in range(seats)]
    view = race(drivers, races=races, race=races, phase="over", places=places, active=-1)
    check(result(view, PLAYERS).png())
    check(board(view, PLAYERS, QUIET).png())
    picture = result_picture(view, PLAYERS)
    assert ("Championship Cup:" in picture.lines()) == (races > 1)
    assert_drawn(picture)


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
@pytest.mark.parametrize("seats", SEATS)
def test_hostile_names_neither_break_nor_spill(players: tuple[Player, ...], seats: int) -> None:
    view = any_race(11, seats)
    check(board(view, players, QUIET).png())
    check(board(view, players, Now(action_phrase="v" * 500)).png())
    check(sheet(view, players, 1).png())
    check(result(view, players).png())
    for line in board(view, players, QUIET).long_description().split("\n"):
        assert not set(line) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_long_names_stay_clear_of_their_neighbours(seats: int) -> None:
    wide = tuple(Player("W" * 99, computer) for computer in ("", "easy") * 4)
    assert_drawn(
        board_picture(troubled(seats), wide, Now(action_phrase="plays speed and more than that"))
    )


def test_an_empty_name_is_called_by_its_seat() -> None:
    lines = board(race([driver(0), driver(1)]), EMPTY, QUIET).long_description().split("\n")
    assert lines[2].startswith("2 B Seat B: ")
