"""Record sheets: what they show, that everything fits, and that their words say the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from games.mini_carwars.catalog import MODELS, Model
from games.mini_carwars.state import State, Vehicle
from images.mini_carwars import ARTIST
from images.mini_carwars.sheet import Boxes, boxes, control, picture, shown, sides, skipped
from tests.games.mini_carwars.sights import replaced
from tests.images.mini_carwars.sheets import (
    PLAYERS,
    any_car,
    any_fight,
    car,
    fight,
    hidden,
    model,
    pack,
    person,
)
from tests.images.tables import EMPTY, HOSTILE
from tests.images.test_pictures import assert_twins
from tests.images.test_words import drawn

COURIER = model("courier")
sheet = ARTIST.sheet


def check(data: bytes) -> None:
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.width) == ("PNG", "P", 1200)
    assert 300 <= image.height <= 900
    assert len(data) <= 70_000


def numbers(text: str) -> Counter[int]:
    """Every number in a text; what has run out is told by its word and drawn as 0."""
    found = Counter(map(int, re.findall(r"\d+", text)))
    found[0] += len(re.findall(r"\bbreached\b", text))
    return +found


def texts(view: State, seat: int = 0) -> list[str]:
    """What is written on a sheet, below its header."""
    return drawn(picture(view, PLAYERS, seat).compose)["body"]


@pytest.mark.parametrize("each", [1, 2, 8])
def test_a_sheet_of_any_vehicle_is_small_and_tiles_draw_what_a_redraw_draws(each: int) -> None:
    for seed in range(6):
        view = any_fight(seed, 2, each)
        check(sheet(view, PLAYERS, 1).png())
        whole = picture(view, PLAYERS, 1)
        assert_twins(whole.page(), whole.compose)


@pytest.mark.parametrize("each", [1, 3])
def test_the_words_give_the_numbers_of_the_picture(each: int) -> None:
    for seed in range(80):
        view = any_fight(seed, 2, each)
        said = sheet(view, PLAYERS, 0).alt_text()
        written = texts(view)
        first = 1 + ("lost" in written[1])
        # The plates of the ten phases, which are told from the first to the last.
        del written[first : first + 10]
        shown_ = numbers(" ".join(words for words in written if "hits on" not in words))
        assert set(shown_) - set(numbers(said)) <= {0}, seed
        armor = re.findall(r"Armor: ([^.]*)\.", said)[0].split("; ")
        car = shown(view, 0)
        assert car is not None
        assert [words.split()[0] for words in armor] == [side.name for side in sides(car)]


def test_a_sheet_reads_aloud() -> None:
    half: dict[str, Any] = {
        "armor": (24, 0, 25, 11, 0),
        "breached": [1],
        "plant": 9,
        "states": ["fired", "gone", "ready", "ready"],
        "crew": [
            person("driver", hits=1, of=3, computer=2, acted=True),
            person("gunner", hits=2),
        ],
    }
    one = car(0, 0, "A", COURIER, speed=40, maneuvers=2, skip=1, **half)
    view = fight([one], phase=3, moving=-1)
    assert sheet(view, PLAYERS, 0).alt_text() == (
        "Record sheet, Road duel, turn 5, phase 3: Rook, Courier. "
        "A: 40 mph, moves in phases 1 to 4, now phase 3, 1 move lost to skids, "
        "2 maneuvers made this turn, control roll 2d6 + 2. "
        "Armor: front 24 of 30; right breached, of 20; back 25; left 11 of 20. Luxury. $17,250. "
        "Driver, wounded, fired, body armor 0 of 3, computer +2, 2 left. "
        "Gunner, unconscious, 1 left. Power plant, 9 of 12. "
        "Rocket Launcher, front, fired. Machine Gun, right, gone. Machine Gun, left, ready. "
        "Machine Gun, back, ready."
    )


def test_a_hidden_sheet_tells_only_what_all_have_seen() -> None:
    dice = random.Random(5)
    for _ in range(40):
        one = any_car(dice, 0, 0, "A")
        courier = car(0, 0, "A", COURIER, plant=one.plant, seen=[("rl", 0, "ready")])
        seen = hidden(courier, breached=(1,), lost=(6, 20, 0, 9, 0), computers=(2, 0))
        assert all(side.left is None or side.breached for side in sides(seen))
        said = sheet(fight([seen]), PLAYERS, 0).alt_text()
        assert said.startswith("Record sheet hidden")
        assert "$" not in said
        assert "Rocket Launcher, front, ready. Other weapons not seen" in said
        assert "Machine Gun" not in said
        assert "computer" not in said
        assert ("not known" in said) != one.plant_gone
    said = sheet(
        fight([hidden(car(0, 0, "A", COURIER), lost=(6, 0, 0, 0, 0))]), PLAYERS, 0
    ).alt_text()
    assert "front at least 6 lost; right none seen lost" in said
    assert "No weapon seen yet" in said
    linked = car(0, 0, "A", model("mini_sherman"), seen=[("mg", 0, "ready")])
    assert "linked" not in sheet(fight([hidden(linked)]), PLAYERS, 0).alt_text()


def test_a_hidden_picture_does_not_hang_on_the_armor() -> None:
    one = car(0, 0, "A", COURIER)
    plain = sheet(fight([hidden(one)]), PLAYERS, 0).png()
    hurt = replaced(one, armor=(1, 1, 1, 1, 0))
    assert sheet(fight([hidden(hurt)]), PLAYERS, 0).png() == plain
    assert sheet(fight([hurt]), PLAYERS, 0).png() != sheet(fight([one]), PLAYERS, 0).png()


def test_which_vehicle_is_shown() -> None:
    view = pack()

    def label(view: State, seat: int) -> str:
        found = shown(view, seat)
        assert found is not None
        return found.label

    assert label(view, 1) == "B1"
    assert label(replaced(view, seat=1, asked=4), 1) == "B4"
    assert label(replaced(view, seat=1, asked=4), 0) == "A"
    out = [replaced(each, out="crew") for each in view.cars[:2]]
    assert label(replaced(view, cars=(*out, *view.cars[2:])), 1) == "B2"
    assert shown(fight([]), 0) is None


def test_a_pack_lists_its_other_vehicles_with_speed_and_state() -> None:
    view = replaced(pack(), seat=1, asked=5)
    words = texts(view, 1)
    at = words.index("B1")
    assert [each for each in words[at:] if re.fullmatch(r"B\d", each)] == [
        f"B{number}" for number in (1, 2, 3, 4, 6, 7, 8)
    ]
    assert words[at : at + 3] == ["B1", "80 mph", "Shogun 100"]
    assert words[words.index("B3") :][:3] == ["B3", "0 mph", "CRASHED"]
    said = sheet(view, PLAYERS, 1).alt_text()
    assert "B3, 0 mph, Firelight Deluxe (a), out of action: crashed." in said
    assert "B1" not in sheet(pack(), PLAYERS, 0).alt_text()


@pytest.mark.parametrize(
    ("step", "phase", "speed", "skip", "lost", "carried"),
    [
        ("speed", 0, 60, 0, (), 0),
        ("speed", 0, 60, 1, (1,), 0),
        ("fire", 3, 60, 2, (4, 5), 0),
        ("fire", 5, 60, 2, (6,), 1),
        ("fire", 7, 60, 1, (), 1),
        ("fire", 1, -20, 3, (2,), 2),
    ],
)
def test_moves_lost_to_skids(
    step: str, phase: int, speed: int, skip: int, lost: tuple[int, ...], carried: int
) -> None:
    one = car(0, 0, "A", COURIER, speed=speed, skip=skip)
    view = fight([one], step=step, phase=phase, moving=-1)
    assert tuple(skipped(view, one)) == lost
    assert skip - len(lost) == carried
    assert (f"{skip} lost" in texts(view)) == (skip > 0)


def test_a_vehicle_still_to_move_loses_the_move_of_this_phase() -> None:
    cars = [car(number, number, "AB"[number], COURIER, skip=1) for number in range(2)]
    view = fight(cars, phase=3, moving=0, order=(0, 1))
    assert [list(skipped(view, car)) for car in view.cars] == [[4], [3]]


@pytest.mark.parametrize(
    ("kind", "speed", "roll"),
    [
        ("courier", 60, "2d6 + 3"),
        ("courier", -10, "2d6"),
        ("shogun_100", 10, "2d6 + 2"),
        ("shogun_100", 100, "2d6 + 7"),
        ("courier", 0, "no roll"),
    ],
)
def test_the_control_roll(kind: str, speed: int, roll: str) -> None:
    one = car(0, 0, "A", model(kind), speed=speed)
    assert control(one) == roll
    assert roll in texts(fight([one]))


def test_out_of_action_has_a_stamp_in_place_of_the_control_roll() -> None:
    for out, stamp in (("crashed", "CRASHED"), ("crew", "CREW OUT"), ("left", "OFF THE MAP")):
        words = texts(fight([car(0, 0, "A", COURIER, out=out)]))
        assert stamp in words
        assert "control" not in words


def test_any_number_of_boxes_keeps_within_its_room() -> None:
    for cells in range(1, 221):
        for wide, tall in ((265, 105), (130, 213), (130, 176), (157, 132), (250, 26)):
            if (wide, tall) == (250, 26) and cells > 12:
                continue
            found = boxes(cells, cells, wide, tall)
            assert found.width <= wide
            assert found.height <= tall
    assert boxes(40, 31, 265, 105) == Boxes(40, 31, 10)
    assert boxes(40, 12, 130, 213) == Boxes(40, 12, 5)
    assert boxes(118, 118, 265, 105).size >= 11


ARMORED = {(kind.points, kind.armored): kind for kind in MODELS}
"""A model for each way to have armor."""


@pytest.mark.parametrize(
    "kind", ARMORED.values(), ids=[kind.vehicle + kind.option for kind in ARMORED.values()]
)
def test_all_armor_on_one_side_is_drawn(kind: Model) -> None:
    for side in kind.armored:
        armor = tuple(kind.points if at == side else 0 for at in range(5))
        one = car(0, 0, "A", kind, armor=armor, bought=armor)
        view = fight([one, car(1, 0, "A2", COURIER)])
        whole = picture(view, PLAYERS, 0)
        assert_twins(whole.page(), whole.compose)
        assert str(kind.points) in texts(view)


def test_a_top_is_shown_where_it_has_armor_or_a_turret() -> None:
    def names(one: Vehicle) -> list[str]:
        return [side.name for side in sides(one)]

    assert names(car(0, 0, "A", COURIER)) == ["front", "right", "back", "left"]
    turret = model("rocket_special")
    assert names(car(0, 0, "A", turret))[-1] == "top"
    assert names(hidden(car(0, 0, "A", turret)))[-1] == "top"
    assert names(car(0, 0, "A", model("shogun_100"))) == ["front", "back"]


def test_linked_weapons_share_a_row_while_their_state_is_the_same() -> None:
    kind = model("mini_sherman")
    said = sheet(fight([car(0, 0, "A", kind)]), PLAYERS, 0).alt_text()
    assert "2 Machine Guns, front, linked, ready. Smokescreen, back, ready." in said
    fired = car(0, 0, "A", kind, states=["fired", "ready", "ready"])
    said = sheet(fight([fired]), PLAYERS, 0).alt_text()
    assert "Machine Gun, front, linked, fired. Machine Gun, front, linked, ready." in said


def test_a_seat_without_a_vehicle_has_no_sheet_yet() -> None:
    view = fight([], seat=0, mine=(0, 7), budget=(18_000, 18_000), step="buy")
    check(sheet(view, PLAYERS, 0).png())
    said = sheet(view, PLAYERS, 0).alt_text()
    assert "Killer Kart, Courier." in said
    assert "$1,250 left to spend." in said
    assert "No vehicle yet." in sheet(view, PLAYERS, 1).alt_text()
    assert not any("1,250" in words for words in texts(view, 1))


@pytest.mark.parametrize("players", [HOSTILE, EMPTY])
def test_hostile_names_neither_break_nor_spill(players: tuple[object, ...]) -> None:
    for seed in range(4):
        view = any_fight(seed, 6, 1 + seed % 2)
        for seat in range(6):
            check(sheet(view, players, seat).png())  # type: ignore[arg-type]
            said = sheet(view, players, seat).alt_text()  # type: ignore[arg-type]
            assert len(said) <= 1024
            assert not set(said) & set("\n\r\t\x00\x07\x1b\u202e\u2066\u200b\ufeff")
