"""Results: who has won and why, what is left of whom, and how they stand before."""

from __future__ import annotations

from functools import partial

import pytest

from games.mini_carwars.state import State
from images.mini_carwars.result import compose, page, read_result, result, result_alt
from tests.games.mini_carwars.sights import replaced
from tests.images.mini_carwars.sheets import (
    PLAYERS,
    any_fight,
    car,
    fight,
    hidden,
    model,
    pack,
)
from tests.images.mini_carwars.test_sheet import check, numbers
from tests.images.tables import EMPTY, HOSTILE
from tests.images.test_pictures import assert_twins
from tests.images.test_words import drawn

COURIER = model("courier")


def duel(**changes: object) -> State:
    cars = [
        car(0, 0, "A", COURIER, armor=(4, 0, 25, 11, 0), plant=9),
        car(1, 1, "B", model("rocket_special"), out="crew", hits=(3, 2)),
    ]
    return fight(cars, step="over", **changes)


@pytest.mark.parametrize(
    ("seats", "each"), [(2, 1), (2, 4), (2, 8), (6, 1), (6, 2), (6, 5), (8, 8)]
)
def test_a_result_of_any_fight(seats: int, each: int) -> None:
    for seed in range(3):
        view = any_fight(seed, seats, each)
        ended = replaced(
            view, step="over", ended="survivor", places=tuple((seat,) for seat in range(seats))
        )
        for shown in (view, ended):
            check(result(shown, PLAYERS))
            reading = read_result(shown, PLAYERS)
            assert_twins(page(reading), partial(compose, reading=reading))
            assert len(result_alt(shown, PLAYERS)) <= 1024


def test_a_won_duel_reads_aloud() -> None:
    view = duel(ended="survivor", places=((0,), (1,)))
    assert result_alt(view, PLAYERS) == (
        "Mini Car Wars, road duel, turn 5, over: A Rook wins the fight. "
        "Nobody else is left in action. "
        "1. A Rook: Courier in action, 60 mph (armor 40 of 95, power plant 9 of 12). "
        "2. B Juniper: Rocket Special crew out "
        "(armor 175 of 175, driver dead, gunner unconscious)."
    )
    reading = read_result(view, PLAYERS)
    assert (reading.stamp, [side.won for side in reading.sides]) == ("WINNER", [True, False])
    assert [posed.seat for posed in reading.posed] == [0]


@pytest.mark.parametrize("why", ["both out", "lost touch", "stalemate"])
def test_nobody_wins_a_draw(why: str) -> None:
    reading = read_result(duel(ended=why, places=((0, 1),)), PLAYERS)
    assert (reading.title, reading.stamp) == ("A draw", "DRAW")
    assert [side.place for side in reading.sides] == [1, 1]
    assert not any(side.won for side in reading.sides)
    assert len(reading.posed) == 2


@pytest.mark.parametrize("why", ["lone", "escaped", "pack"])
def test_a_pack_attack_is_won_by_the_car_or_by_all_of_the_pack(why: str) -> None:
    places = ((1, 2), (0,)) if why == "pack" else ((0,), (1, 2))
    view = replaced(pack(3), step="over", ended=why, places=places)
    reading = read_result(view, PLAYERS)
    if why == "pack":
        assert reading.title == "B Juniper and C Marlowe win the fight"
        assert reading.stamp == "WINNERS"
    else:
        assert reading.title == "A Rook wins the fight"
    check(result(view, PLAYERS))


def test_the_poster_shows_what_the_winner_has_left() -> None:
    view = replaced(pack(), step="over", ended="pack", places=((1,), (0,)))
    assert [posed.label for posed in read_result(view, PLAYERS).posed] == ["B1", "B2", "B4"]
    draw = replaced(view, ended="stalemate", places=((0,), (1,)))
    assert [posed.label for posed in read_result(draw, PLAYERS).posed] == ["A"]


def test_before_the_end_there_are_no_places() -> None:
    view = replaced(duel(), step="fire")
    reading = read_result(view, PLAYERS)
    assert reading.stamp == "SO FAR"
    assert reading.why == "1 side in action"
    assert [side.place for side in reading.sides] == [0, 0]


def test_a_result_tells_nothing_of_a_hidden_sheet() -> None:
    view = fight([hidden(car(0, 0, "A", COURIER)), hidden(car(1, 1, "B", COURIER))])
    said = result_alt(view, PLAYERS)
    assert "armor" not in said
    assert "Courier in action, 60 mph" in said
    check(result(view, PLAYERS))


def test_a_fight_before_its_vehicles_are_bought() -> None:
    view = fight([], step="buy", phase=0, turn=0)
    check(result(view, PLAYERS))
    assert "Before the start." in result_alt(view, PLAYERS)


def test_the_words_give_the_same_numbers_for_every_side() -> None:
    for seed in range(30):
        view = any_fight(seed, 2)
        reading = read_result(view, PLAYERS)
        parts = drawn(partial(_compose, reading=reading))
        sentences = result_alt(view, PLAYERS).split(". ")[-2:]
        for side, words in zip(reading.sides, sentences, strict=True):
            assert numbers(" ".join(parts["ABCDEFGH"[side.seat]])) == numbers(words), seed


def _compose(canvas: object, reading: object) -> None:
    compose(canvas, reading)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
def test_hostile_names_neither_break_nor_spill(players: tuple[object, ...]) -> None:
    for seats in (2, 6):
        view = any_fight(seats, seats)
        check(result(view, players))  # type: ignore[arg-type]
        said = result_alt(view, players)  # type: ignore[arg-type]
        assert len(said) <= 1024
        assert not set(said) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")
