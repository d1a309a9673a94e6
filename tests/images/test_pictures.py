"""Sheets, cards and results; and names that mean harm, on all pictures."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from games.carwars_cards.cards import CARDS, NUMBERS
from games.engine.players import Player
from images import Choices, Playable
from images.canvas import Canvas, Redraw, TileCanvas
from images.carwars_cards import ARTIST
from images.carwars_cards.board import picture as board_picture
from images.carwars_cards.card import picture as card_picture
from images.carwars_cards.pieces import Said
from images.carwars_cards.result import picture as result_picture
from images.carwars_cards.sheet import picture as sheet_picture
from images.choices import QUIET, Now
from images.pen import Figure
from images.words import plain
from tests.images.record import Record
from tests.images.tables import EMPTY, HOSTILE, PLAYERS, any_table, car, table
from tests.images.test_board import TOLERANCE, difference


def check(data: bytes) -> None:
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert 300 <= image.height <= 900
    assert len(data) <= 70_000


def assert_twins(page: Figure, draw: Callable[[Canvas], None]) -> None:
    """Tiles draw what a full redraw draws."""
    fast, redraw = TileCanvas(page), Redraw(page)
    draw(fast)
    draw(redraw)
    assert difference(fast.sheet(), redraw.sheet()) <= TOLERANCE


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_sheet_of_any_car(seats: int) -> None:
    for seed in range(4):
        view = any_table(seed, seats)
        check(ARTIST.sheet(view, PLAYERS, seed % seats).png())
        drawn = sheet_picture(view, PLAYERS, seed % seats)
        assert_twins(drawn.page(), drawn.compose)


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_every_card_shows_its_text_and_where_its_figures_are_from(number: int) -> None:
    record = Record()
    card_picture(number).compose(record)
    texts = [words for _, words in record.texts]
    kind = CARDS[number]
    assert kind.text in " ".join(texts)
    house = sum(source == "house" for source in kind.source.values())
    assert sum(words in ("house figure", "house ruling") for words in texts) == house
    review = sum(source == "community" for source in kind.source.values())
    assert texts.count("from a review") == review
    assert len(ARTIST.card(number).alt_text()) <= 1024


def test_card_pictures_are_small_and_tiles_draw_what_a_full_redraw_draws() -> None:
    for kind in ("attack_ramming_front", "debris", "machine_gun_jams", "paint_spray"):
        check(ARTIST.card(NUMBERS[kind]).png())
        drawn = card_picture(NUMBERS[kind])
        assert_twins(drawn.page(), drawn.compose)


def test_a_house_figure_is_told_from_a_house_ruling() -> None:
    assert (
        "in the deck 2 (house figure), effect (house ruling)"
        in ARTIST.card(NUMBERS["ramplate"]).alt_text()
    )


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_result_for_any_table(seats: int) -> None:
    for seed in range(4):
        view = any_table(seed, seats)
        check(ARTIST.result(view, PLAYERS).png())
        drawn = result_picture(view, PLAYERS)
        assert_twins(drawn.page(), drawn.compose)


def test_a_duel_has_a_winner_or_a_tie_and_a_match_has_an_ace() -> None:
    out = car(2, status="escaped")
    won = table([car(0), car(1, status="out"), out], phase="scored")
    tied = table([car(0), car(1), out], phase="scored")
    match = table([car(0), car(1, status="out"), out], phase="over", winner=2)
    said = [Said.of(view, PLAYERS) for view in (won, tied, match)]
    assert [each("poster") for each in said] == ["last car", "tie", "ace"]
    assert [each.shown.first for each in said] == [(0,), (0, 1), (2,)]


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
@pytest.mark.parametrize("seats", range(2, 7))
def test_hostile_names_neither_break_nor_spill(players: tuple[Player, ...], seats: int) -> None:
    view = any_table(11, seats)
    check(ARTIST.board(view, players, QUIET).png())
    check(ARTIST.board(view, players, Now(action_phrase="v" * 500)).png())
    check(ARTIST.sheet(view, players, 1).png())
    check(ARTIST.result(view, players).png())
    own = table(view.players, seat=0, hand=(1, 2))
    choices = Choices("\n" * 9 + "t" * 500, {0: Playable("k" * 99, "f" * 500)}, {1: "\x00日本"})
    check(ARTIST.hand(own, players, choices).png())
    texts = [
        ARTIST.board(view, players, QUIET).alt_text(),
        ARTIST.sheet(view, players, 0).alt_text(),
        ARTIST.result(view, players).alt_text(),
        ARTIST.hand(own, players, choices).alt_text(),
        *ARTIST.board(view, players, QUIET).long_description().split("\n"),
    ]
    for text in texts:
        assert len(text) <= 1024
        assert not set(text) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")


@pytest.mark.parametrize("seats", [2, 6])
def test_long_names_stay_clear_of_their_neighbours(seats: int) -> None:
    wide = tuple(Player("W" * 99, computer) for computer in ("", "easy") * 3)
    view = table([car(seat, score=130, hand_size=10) for seat in range(seats)])
    drawn = board_picture(view, wide, Now(action_phrase="to act"))
    assert_twins(drawn.page(), drawn.compose)


def test_an_empty_name_is_called_by_its_seat() -> None:
    lines = ARTIST.board(table([car(0), car(1)]), EMPTY, QUIET).long_description().split("\n")
    assert lines[2].startswith("B Seat B, ")


def test_a_players_own_text_stays_on_one_line() -> None:
    assert plain("  a\n\tb\u202ec \x00") == "a bc"
    assert plain("é" * 40) == "é" * 31 + "…"
