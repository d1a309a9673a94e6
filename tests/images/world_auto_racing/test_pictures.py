"""Sheets, cards and results; and names that mean harm, of people and of cards, on all pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from games.engine.players import Player
from games.world_auto_racing import kinds
from games.world_auto_racing.kinds import Kind
from games.world_auto_racing.texts import TEXTS
from images import Choices, Playable, world_auto_racing
from images.canvas import Canvas, Redraw, TileCanvas
from images.cars import BODIES, Running, car_image, longest
from images.choices import QUIET, Now
from images.pen import Figure
from images.world_auto_racing import ARTIST
from images.world_auto_racing.card import picture as card_picture
from images.world_auto_racing.faces import body_of
from images.world_auto_racing.result import picture as result_picture
from images.world_auto_racing.sheet import picture as sheet_picture
from tests.images.record import Record
from tests.images.test_board import TOLERANCE, difference
from tests.images.test_pictures import check
from tests.images.world_auto_racing.tables import (
    EMPTY,
    HOSTILE,
    PLAYERS,
    any_hand,
    any_view,
    number,
    race,
)
from tests.images.world_auto_racing.test_board import crowded, redrawn, tiled

board, card, hand, result, sheet = (
    ARTIST.board,
    ARTIST.card,
    ARTIST.hand,
    ARTIST.result,
    ARTIST.sheet,
)

SEATS = range(2, 6)


def assert_twins(page: Figure, draw: Callable[[Canvas], None]) -> None:
    """Tiles draw what a full redraw draws."""
    fast, redraw = TileCanvas(page), Redraw(page)
    draw(fast)
    draw(redraw)
    assert difference(fast.sheet(), redraw.sheet()) <= TOLERANCE


def test_every_text_of_the_pictures_is_asked_for_and_there() -> None:
    source = "".join(file.read_text() for file in Path(world_auto_racing.__path__[0]).glob("*.py"))
    asked = set(re.findall(r'"([a-z_]+)"', source))
    asked |= {f"state_{state}" for state in ("left", "waits", "chooses", "passed")}
    asked |= {"title_mulligan", "title_beginning"}
    assert set(TEXTS["picture"]) <= asked
    said = re.findall(r'(?:say|tell)\(\s*"([a-z_]+)"', source)
    assert set(said) <= set(TEXTS["picture"])


def test_every_car_of_the_house_has_a_body_of_its_own_that_has_room() -> None:
    kinds_of_body = [body_of(car) for car in kinds.CARS]
    assert len({*kinds_of_body, "car"}) == len(kinds.CARS) + 1
    for body in kinds_of_body:
        along, across = BODIES[body].tile
        left, top, right, foot = car_image(0, 100, 0, False, 0.02, body).getbbox() or (0, 0, 0, 0)
        assert right - left <= 600 * along + 3
        assert foot - top <= 600 * across + 3
        fits = Running(0, longest(body, 228, 132), kind=body)
        assert 220 <= fits.width <= 228
        assert fits.height <= 132


@pytest.mark.parametrize("seats", SEATS)
def test_a_sheet_of_any_driver(seats: int) -> None:
    for seed in range(5):
        view = any_view(seed, seats)
        check(sheet(view, PLAYERS, seed % seats).png())
        shown = sheet_picture(view, PLAYERS, seed % seats)
        assert_twins(shown.page(), shown.compose)


def test_a_sheet_with_everything_on_it() -> None:
    view = crowded(5)
    check(sheet(view, PLAYERS, 0).png())
    shown = sheet_picture(view, PLAYERS, 0)
    assert_twins(shown.page(), shown.compose)


@pytest.mark.parametrize("changes", [{"car": -1}, {"left": True}, {}])
def test_a_sheet_of_a_driver_without_a_car_or_out_of_the_race(changes: dict[str, object]) -> None:
    view = any_view(2, 3)
    own = msgspec.structs.replace(view.drivers[0], projected=None, scored=None, **changes)
    view = race([own, *view.drivers[1:]], active=1, tied=[] if changes else [1, 2])
    check(sheet(view, PLAYERS, 0).png())
    shown = sheet_picture(view, PLAYERS, 0)
    assert_twins(shown.page(), shown.compose)


def test_every_card_shows_its_name_numbers_and_text_and_that_it_is_of_the_house_set() -> None:
    for kind in kinds.KINDS.values():
        record = Record()
        card_picture(kind.number).compose(record)
        said = " ".join(words for _, words in record.texts)
        assert kind.name in said
        assert kind.text in said
        assert kind.make in said
        assert "house set" in said
        assert len(card(kind.number).alt_text()) <= 1024


def test_card_pictures_are_small_and_tiles_draw_what_a_full_redraw_draws() -> None:
    for kind in ("quick_spool_turbo_stage_3", "kazeno_tsubame_rs", "runway", "ground_fog"):
        check(card(number(kind)).png())
        shown = card_picture(number(kind))
        assert_twins(shown.page(), shown.compose)


@pytest.mark.parametrize("seats", SEATS)
def test_a_result_for_any_race(seats: int) -> None:
    for seed in range(4):
        view = any_view(seed, seats)
        check(result(view, PLAYERS).png())
        shown = result_picture(view, PLAYERS)
        assert_twins(shown.page(), shown.compose)


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
@pytest.mark.parametrize("seats", SEATS)
def test_hostile_names_neither_break_nor_spill(players: tuple[Player, ...], seats: int) -> None:
    view = any_view(11, seats)
    check(board(view, players, QUIET).png())
    check(board(view, players, Now(action_phrase="v" * 500)).png())
    check(sheet(view, players, 1).png())
    check(result(view, players).png())
    own = any_hand(11, seats, 2)
    choices = Choices("\n" * 9 + "t" * 500, {0: Playable("k" * 99, "f" * 500)}, {1: "\x00日本"})
    check(hand(own, players, choices).png())
    texts = [
        board(view, players, QUIET).alt_text(),
        sheet(view, players, 0).alt_text(),
        result(view, players).alt_text(),
        hand(own, players, choices).alt_text(),
        *board(view, players, QUIET).long_description().split("\n"),
    ]
    for text in texts:
        assert not set(text) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")


def strange(card: Kind) -> Kind:
    """The same card from a set that a server made without any moderation."""
    if card.type == "course":
        # What all sums are multiplied by stays.
        return msgspec.structs.replace(card, name=f"{card.name} " + "Wide Name " * 30)
    return msgspec.structs.replace(
        card,
        name=f"{card.name} " + "Wide Name " * 30,
        subtype=card.subtype and f"Other {card.subtype} " + "sort" * 20,
        text="A very long text. " * 40,
        make="M" * 90,
        line=card.line and card.line + " and so on" * 12,
        power=card.power * 1000 + 0.125,
        handling=-99999.5,
        power_star=True,
        plan="Plan " * 60,
        source="server",
        set_name="Set " * 40,
    )


@pytest.fixture
def server_set(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every card comes out of an unmoderated set."""
    listed = kinds.CARS[:]
    for at, card in [*kinds.KINDS.items()]:
        monkeypatch.setitem(kinds.KINDS, at, strange(card))
    kinds.CARS[:] = [kinds.KINDS[car.number] for car in listed]
    yield
    kinds.CARS[:] = listed


@pytest.mark.parametrize("seats", SEATS)
def test_cards_of_any_name_number_and_text_neither_break_nor_spill(
    seats: int, server_set: None
) -> None:
    choices = Choices("Choose", {0: Playable("1", "now")}, {1: "no"})
    for view in (any_view(seats, seats), crowded(seats)):
        check(board(view, PLAYERS, QUIET).png())
        assert difference(tiled(view), redrawn(view)) <= TOLERANCE
        check(sheet(view, PLAYERS, 0).png())
        shown = sheet_picture(view, PLAYERS, 0)
        assert_twins(shown.page(), shown.compose)
        assert len(board(view, PLAYERS, QUIET).alt_text()) <= 1024
        assert len(sheet(view, PLAYERS, 0).alt_text()) <= 1024
    for count in (3, 7, 11, 14, 23):
        view = any_hand(seats, seats, count)
        check(hand(view, PLAYERS, choices).png())
        assert len(hand(view, PLAYERS, choices).alt_text()) <= 1024
    choosing = race(any_view(1, seats).drivers, seat=0, phase="car", round=0)
    check(board(choosing, PLAYERS, QUIET).png())
    check(hand(choosing, PLAYERS, choices).png())


def test_a_card_of_another_set_names_it(server_set: None) -> None:
    shown = card_picture(number("redline"))
    assert " From Set Set " in " ".join(shown.lines())
    check(card(number("redline")).png())
    assert_twins(shown.page(), shown.compose)
    assert "house" not in card(number("redline")).alt_text()
    assert len(card(number("redline")).alt_text()) <= 1024
