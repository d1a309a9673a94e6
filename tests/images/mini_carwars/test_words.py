"""The words beside the pictures: within their limit, and with every figure of the board."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from games.mini_carwars.state import State
from images.choices import QUIET, Now
from images.mini_carwars import ARTIST
from images.mini_carwars.model import Board
from tests.images.mini_carwars import fights
from tests.images.mini_carwars.fights import PLAYERS, any_fight, fight
from tests.images.mini_carwars.test_board import SAMPLES
from tests.images.record import Record

MOVES = Now(action_phrase="moves")

drawer = import_module("images.mini_carwars.board")
board = ARTIST.board


@pytest.mark.parametrize("name", SAMPLES)
def test_the_alternative_text_keeps_its_limit_and_begins_with_the_moment(name: str) -> None:
    words = board(SAMPLES[name], PLAYERS, MOVES).alt_text()
    assert len(words) <= 1024
    assert words.startswith(("Road duel", "Pack attack", "Arena"))
    assert (
        board(SAMPLES[name], PLAYERS, MOVES).long_description().startswith(words.partition(". ")[0])
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_every_figure_of_the_board_is_in_its_long_description(name: str) -> None:
    view = SAMPLES[name]
    record = Record()
    drawer.picture(Board(view, PLAYERS, MOVES)).compose(record)
    words = board(view, PLAYERS, MOVES).long_description()
    told = set(re.findall(r"\d+(?:\.\d+)?", words.replace(",", "")))
    for text in record.texts:
        if text.part == "ground":
            continue
        assert set(re.findall(r"\d+(?:\.\d+)?", text.words.replace(",", ""))) <= told, text


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_vehicle_has_its_speed_place_and_distance(seats: int) -> None:
    for seed in range(10):
        view = any_fight(seed, seats)
        lines = board(view, PLAYERS, MOVES).long_description().splitlines()
        for car in view.cars:
            line = next(each for each in lines if each.startswith(f"{car.label} "))
            assert f"{car.speed} mph" in line
            assert car.number == view.moving or "inch" in line


def line_of(view: State, label: str) -> str:
    words = board(view, PLAYERS, MOVES).long_description()
    return next(line for line in words.splitlines() if line.startswith(f"{label} "))


def test_wrecks_smoke_debris_and_the_edge_are_told() -> None:
    view = fights.wreckage()
    assert "crashed" in line_of(view, "C")
    assert "10 mph in reverse" in line_of(view, "B")
    assert "off the map" in line_of(view, "E")
    assert "rough ground, 0.9 inches right of the road" in line_of(view, "A")
    assert "breached (0 left): front, left; driver wounded" in line_of(view, "A")
    words = board(view, PLAYERS, QUIET).long_description()
    assert "2 clouds" in words
    assert words.count("inches ahead") > 6
    assert "Debris:" in words


def test_smoke_between_two_is_counted() -> None:
    assert "smoke cloud" in line_of(fights.duel(), "B")
    assert "to hit" not in line_of(fights.duel(smoke=()), "B")


def test_bearings_are_those_of_the_vehicle_that_acts() -> None:
    cars = [fights.car(0, 0, 0.0, 10.0), fights.car(1, 1, 3.0, 10.0), fights.car(2, 2, 0.0, 5.0)]
    view = fight(cars)
    assert "to the right of A" in line_of(view, "B")
    assert "behind A" in line_of(view, "C")
    turned = fight([fights.car(0, 0, 0.0, 10.0, heading=180.0), *cars[1:]])
    assert "to the left of A" in line_of(turned, "B")
    assert "ahead of A" in line_of(turned, "C")


def test_hidden_armor_is_told_to_nobody_and_open_armor_to_all() -> None:
    own = fights.own(fights.duel(), 0, 0)
    assert "armor front" not in board(own, PLAYERS, QUIET).long_description()
    shown = fights.own(fights.duel(open_sheets=True), 0, 0)
    assert (
        "armor front 30, right 20, back 25, left 20"
        in board(shown, PLAYERS, QUIET).long_description()
    )


def test_what_a_seat_knows_reaches_only_how_far_things_are_from_it() -> None:
    everyones = fights.duel()
    own = fights.own(everyones, 0, 0)
    assert (
        board(own, PLAYERS, MOVES).long_description()
        == board(everyones, PLAYERS, MOVES).long_description()
    )
    assert board(own, PLAYERS, MOVES).alt_text() == board(everyones, PLAYERS, MOVES).alt_text()
