"""Results: who has won and why, what is left of whom, and how they stand before."""

from __future__ import annotations

from typing import Any

import pytest

from games.mini_carwars.state import State
from images.cars import Portrait
from images.mini_carwars import ARTIST
from images.mini_carwars import model as readings
from images.mini_carwars.result import picture
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
result = ARTIST.result


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
            check(result(shown, PLAYERS).png())
            whole = picture(shown, PLAYERS)
            assert_twins(whole.page(), whole.compose)
            assert len(result(shown, PLAYERS).alt_text()) <= 1024


def texts(view: State) -> list[str]:
    """What is written on a poster."""
    return [words for part in drawn(picture(view, PLAYERS).compose).values() for words in part]


def test_a_won_duel_reads_aloud() -> None:
    view = duel(ended="survivor", places=((0,), (1,)))
    assert result(view, PLAYERS).alt_text() == (
        "Mini Car Wars, Road duel, turn 5, over: A Rook wins the fight. "
        "Nobody else is left in action. "
        "1. A Rook: Courier in action, 60 mph (armor 40 of 95, power plant 9 of 12). "
        "2. B Juniper: Rocket Special crew out "
        "(armor 175 of 175, driver dead and gunner unconscious)."
    )
    assert "WINNER" in texts(view)


def test_two_who_fared_alike_are_named_together() -> None:
    one = car(0, 0, "A", COURIER, armor=(4, 0, 25, 11, 0), plant=9)
    other = car(1, 1, "B", model("rocket_special"), out="crew", hits=(3, 3))
    view = fight([one, other], step="over", ended="survivor", places=((0,), (1,)))
    assert "driver and gunner dead)." in result(view, PLAYERS).alt_text()


@pytest.mark.parametrize("why", ["both out", "lost touch", "stalemate"])
def test_nobody_wins_a_draw(why: str) -> None:
    view = duel(ended=why, places=((0, 1),))
    assert {"A draw", "DRAW"} <= set(texts(view))
    said = result(view, PLAYERS).alt_text()
    assert "1. A Rook" in said
    assert "1. B Juniper" in said


@pytest.mark.parametrize("why", ["lone", "escaped", "pack"])
def test_a_pack_attack_is_won_by_the_car_or_by_all_of_the_pack(why: str) -> None:
    places = ((1, 2), (0,)) if why == "pack" else ((0,), (1, 2))
    view = replaced(pack(3), step="over", ended=why, places=places)
    if why == "pack":
        assert {"B Juniper and C Marlowe win the fight", "WINNERS"} <= set(texts(view))
    else:
        assert "A Rook wins the fight" in texts(view)
    check(result(view, PLAYERS).png())


def test_the_poster_shows_what_the_winner_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    posed: list[str] = []

    def pose(*args: Any, **rest: Any) -> Portrait:
        posed.append(rest["label"])
        return Portrait(*args, **rest)

    monkeypatch.setattr(readings, "Portrait", pose)
    view = replaced(pack(), step="over", ended="pack", places=((1,), (0,)))
    picture(view, PLAYERS)
    assert posed == ["B1", "B2", "B4"]
    posed.clear()
    picture(replaced(view, ended="stalemate", places=((0,), (1,))), PLAYERS)
    assert posed == ["A"]


def test_before_the_end_there_are_no_places() -> None:
    view = replaced(duel(), step="fire")
    assert {"SO FAR", "1 side in action", "–"} <= set(texts(view))
    assert "1. " not in result(view, PLAYERS).alt_text()


def test_a_result_tells_nothing_of_a_hidden_sheet() -> None:
    view = fight([hidden(car(0, 0, "A", COURIER)), hidden(car(1, 1, "B", COURIER))])
    said = result(view, PLAYERS).alt_text()
    assert "armor" not in said
    assert "Courier in action, 60 mph" in said
    check(result(view, PLAYERS).png())


def test_a_fight_before_its_vehicles_are_bought() -> None:
    view = fight([], step="buy", phase=0, turn=0)
    check(result(view, PLAYERS).png())
    assert "Before the start." in result(view, PLAYERS).alt_text()


def test_the_words_give_the_same_numbers() -> None:
    for seed in range(30):
        view = any_fight(seed, 2)
        said = set(numbers(result(view, PLAYERS).alt_text()))
        assert set(numbers(" ".join(texts(view)))) == said, seed


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
def test_hostile_names_neither_break_nor_spill(players: tuple[object, ...]) -> None:
    for seats in (2, 6):
        view = any_fight(seats, seats)
        check(result(view, players).png())  # type: ignore[arg-type]
        said = result(view, players).alt_text()  # type: ignore[arg-type]
        assert len(said) <= 1024
        assert not set(said) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")
