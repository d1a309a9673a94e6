"""Cars built at home: step by step, as text, and at a table."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carwars.builds import SAMPLES, STYLES, Size, totals
from games.carwars.catalog import BY_ID, CARDS, CREW, Sets
from games.carwars.designs import (
    DESIGNS,
    FILL,
    MOST,
    BuiltCar,
    about_card,
    brought,
    cards_of,
    made,
    of_cards,
)
from games.engine.errors import Refusal

BARE = DESIGNS.begin("d4")


def told(car: BuiltCar) -> list[str]:
    return [fault.sentence for fault in DESIGNS.faults(car)]


def put(car: BuiltCar, *parts: str, count: int = 1) -> BuiltCar:
    for part in parts:
        car = DESIGNS.put(car, part, count)
    return car


def offered(car: BuiltCar) -> dict[str, int]:
    """How many of each part are in."""
    return {key: count for key, _, _, count in DESIGNS.parts(car)}


# -- the cars there are


def test_every_sample_is_ready_to_begin_with() -> None:
    ready = DESIGNS.ready()
    assert len(ready) == 85
    assert all(told(car) == [] for car in ready)
    assert [DESIGNS.title(car).split(":", maxsplit=1)[0] for car in ready] == [
        s.name for s in SAMPLES
    ]
    bases = DESIGNS.bases()
    assert len({key for key, _ in bases}) == len({name for _, name in bases}) == len(bases) == 96
    assert [DESIGNS.begin(key) for key, name in bases if key[0] == "s"] == ready


def test_a_bare_car_of_a_division_is_legal() -> None:
    for key, name in DESIGNS.bases():
        if key[0] == "d":
            car = DESIGNS.begin(key)
            assert told(car) == []
            sums = f"AP {car.size.ap}, BP {car.size.bp}, CP {car.size.cp}"
            assert name == f"Empty car, division {key[1:]}: {sums}"
            assert offered(car)["crew-rookie_driver"] == 1


def test_every_style_finishes_a_car_that_is_begun() -> None:
    """Begun with nothing but its size, and with a weapon of one's own, which stays."""
    finished = set()
    for begun in (BARE, put(BARE, "left-light_machine_gun")):
        for style in STYLES:
            car = put(begun, f"{FILL}-{style}")
            assert told(car) == []
            assert Counter(car.cards) >= Counter(begun.cards), style
            assert totals(cards_of(car), car.size).bp >= 12, "most of 16 are spent"
            finished.add(car)
    assert len(finished) == 2 * len(STYLES), "no two styles build the same"


@pytest.mark.parametrize(
    ("car", "title"),
    [
        (DESIGNS.begin("s0"), "Bulldog (small): 16 of 16 BP, 4 of 4 CP"),
        (BARE, "0 of 16 BP, 0 of 4 CP"),
        (put(BARE, "crew-stability_controller"), "1 of 16 BP, 0 of 5 CP"),
    ],
)
def test_the_title_has_the_running_totals(car: BuiltCar, title: str) -> None:
    assert DESIGNS.title(car) == title


def test_the_lines_of_a_car() -> None:
    assert DESIGNS.lines(DESIGNS.begin("s1")) == [
        "16 of 16 build points and 4 of 4 crew points spent, 4 armor on each side.",
        "Driver: Rookie",
        "Gunner: Amateur",
        "Sidearms: Assault Rifle",
        "Gear: Flak Jacket",
        "Upgrades: High-Density Radials, Safety Cage",
        "Front: 2x Flamethrower, Superbooster, Standard Steel Plate",
        "Right: Light Machine Gun",
        "Back: 2x Standard Rocket",
        "Left: Light Machine Gun",
        "House car: our own, of the core set.",
        "Strong: it won 83% of its duels against the other small house cars, driven by computers.",
    ]
    house = put(BARE, "crew-turreted_shotgun")
    assert DESIGNS.lines(house)[-1].startswith("House: Turreted Shotgun. Our reading: wrenches")
    assert "Turret: Turreted Shotgun" in DESIGNS.lines(house)


def test_a_car_without_a_weapon_says_so() -> None:
    hint = "No weapon yet: this car has only its Hand Cannon."
    assert DESIGNS.lines(BARE)[-1] == hint
    for armed in (put(BARE, "front-light_machine_gun"), put(BARE, "crew-assault_rifle")):
        assert hint not in DESIGNS.lines(armed)


# -- step by step


def test_a_car_is_built_step_by_step() -> None:
    car = put(BARE, "crew-amateur_driver", "crew-veteran_gunner")
    assert told(car) == ["The crew and its gear cost 6 CP. You have 4 CP."]
    car = put(car, "crew-rookie_driver", "front-thresher", "front-standard_steel_plate")
    assert told(car) == []
    assert [name for name, place in car.cards if place == "crew"] == [
        "rookie_driver",
        "veteran_gunner",
    ]
    parts = offered(car)
    assert parts["front-thresher"] == parts["front-standard_steel_plate"] == 1
    # 4 points are left: no third Thresher; and of the core set only.
    car = put(car, "left-thresher")
    parts = offered(car)
    assert "back-thresher" not in parts
    assert parts["back-standard_steel_plate"] == 0
    assert "front-wasp" not in parts
    assert "crew-chassis_brace" in parts
    assert "crew-amateur_driver" not in parts
    assert parts["crew-amateur_gunner"] == 0


def test_what_is_in_can_be_taken_out_however_wrong_it_is() -> None:
    car = made(Size(), [("rookie_driver", "crew"), ("gone_gun", "front"), ("superbooster", "back")])
    assert told(car) == [
        "There is no card 'gone_gun'.",
        "Superbooster only fits on the front.",
        "The car needs a gunner.",
    ]
    names = {key: (name, about) for key, name, about, _ in DESIGNS.parts(car)}
    assert names["front-gone_gun"] == ("Front: gone_gun", "This card is gone. Take it out.")
    car = put(car, "front-gone_gun", "back-superbooster", count=0)
    assert car.cards == (("rookie_driver", "crew"),)


def test_a_structure_card_takes_the_place_of_the_one_on_its_side() -> None:
    car = put(
        DESIGNS.put(BARE, "sets-core", 0), "left-light_steel_plate", "right-light_steel_plate"
    )
    assert offered(car)["left-carbon_laminate"] == 0
    car = put(car, "left-carbon_laminate")
    assert [each for each in car.cards if each[1] != "crew"] == [
        ("light_steel_plate", "right"), ("carbon_laminate", "left"),
    ]  # fmt: skip


def test_several_copies_of_a_weapon() -> None:
    assert DESIGNS.most(BARE, "front-light_machine_gun") == 4
    assert DESIGNS.most(BARE, "front-superbooster") == DESIGNS.most(BARE, "crew-flak_jacket") == 1
    # 16 points pay three Threshers for 5 each; one is left for nothing more of it.
    assert DESIGNS.most(BARE, "front-thresher") == 3
    assert DESIGNS.most(DESIGNS.put(BARE, "front-thresher", 4), "front-thresher") == 4
    car = DESIGNS.put(BARE, "front-light_machine_gun", 3)
    assert totals(cards_of(car), car.size).bp == 3
    assert DESIGNS.put(car, "front-light_machine_gun", 0) == BARE


def test_the_size_of_the_game() -> None:
    assert DESIGNS.most(BARE, "bp") == 60
    car = BARE
    for key, count in (("ap", 9), ("bp", 36), ("cp", 9), ("sets-core", 0)):
        car = DESIGNS.put(car, key, count)
        assert offered(car)[key] == count
    assert car.size == Size(9, 36, 9)
    assert "front-heat_saber" in offered(car)
    assert "front-heat_saber" not in offered(DESIGNS.put(car, "bp", 24))
    assert "front-wasp" in offered(car)
    car = DESIGNS.put(car, "sets-miniatures_4", 1)
    assert ("front-wasp" in offered(car), "front-peppermill" in offered(car)) == (True, False)
    assert DESIGNS.put(car, "sets-miniatures_4", 0).size == Size(9, 36, 9)


def test_a_part_of_which_nobody_has_heard_changes_nothing() -> None:
    for part in ("", "x", "roof-wasp", "fill-nobody"):
        assert DESIGNS.put(BARE, part, 1) == BARE


def test_a_style_keeps_what_it_does_not_know() -> None:
    assert {f"{FILL}-{style}" for style in STYLES} <= set(offered(BARE))
    assert DESIGNS.put(BARE, f"{FILL}-Hornet", 0) == BARE
    gone = made(BARE.size, [*BARE.cards, ("gone_gun", "front")])
    assert ("gone_gun", "front") in put(gone, f"{FILL}-Hornet").cards


@pytest.mark.parametrize(
    ("card", "about"),
    [
        (
            "heavy_machine_gun",
            "3 BP · shred · 1 red, 2 yellow, 1 white · each wrench 1 tire damage · takes 2 damage",
        ),
        ("anti_tank_gun", "4 BP · slug · 2 yellow · +2 damage · takes 2 damage"),
        (
            "firecracker",
            "1 BP · blast · 1 yellow, 1 blue, 1 black · +1 damage · a wrench explodes · one shot"
            " · takes 1 damage",
        ),
        (
            "flamethrower",
            "2 BP · fire · 1 yellow, 2 green · a wrench sets a fire · range 2 · takes 2 damage",
        ),
        ("assault_rifle", "1 CP · 3 blue, 1 black · each wrench 1 damage"),
        ("rookie_driver", "0 CP"),
        ("chassis_brace", "1 BP · A maneuver at speed 4 or 5 earns one ace token more than usual."),
    ],
)
def test_what_a_card_is_in_a_line(card: str, about: str) -> None:
    assert about_card(BY_ID[card]) == about


def test_every_line_about_a_card_fits() -> None:
    assert all(2 < len(about_card(card)) <= 100 for card in CARDS.values())


# -- as text


TORCH = DESIGNS.begin("s1")
EXAMPLE = "Write one line for each side, such as: Front: 2x Flamethrower, Superbooster."
EMPTY = f"The text names no card. {EXAMPLE}"
FOREIGN = f"This is no list of cards. {EXAMPLE}"
SIZE = "Write the size as three numbers: AP up to 12, BP up to 60, CP up to 24."
WHICH = "Is Rookie the driver or the gunner? Write Driver: Rookie, or Gunner: Rookie."


def test_the_text_of_a_car() -> None:
    assert DESIGNS.write(TORCH) == (
        "# Torch (small): 16 of 16 BP, 4 of 4 CP\n"
        "Size: AP 4, BP 16, CP 4\n"
        "Sets: core\n"
        "Driver: Rookie\n"
        "Gunner: Amateur\n"
        "Sidearms: Assault Rifle\n"
        "Gear: Flak Jacket\n"
        "Upgrades: High-Density Radials, Safety Cage\n"
        "Front: 2x Flamethrower, Superbooster, Standard Steel Plate\n"
        "Right: Light Machine Gun\n"
        "Back: 2x Standard Rocket\n"
        "Left: Light Machine Gun\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Driver = rookie\nGUNNER: amateur_gunner\ncrew: Assault rifle; flak jacket, hand cannon\n"
        "upgrade: high density radials. \nUpgrades: Safety Cage\nf: 2 FLAMETHROWER, superbooster\n"
        "Front: standard steel plate\n\nr: light-machine-gun\nrear: standard rocket, "
        "Standard Rocket\nLeft: 1x Light Machine Gun # the best\nSets: core only",
        "- **Rookie Driver**\n- Amateur Gunner\n* Assault Rifle\n> Flak Jacket\n"
        "High-Density Radials, Safety Cage\nFront: flamethrower, flamethrower, superbooster,"
        "standard_steel_plate\n"
        "- Right: Light Machine Gun\n- **Back:** 2× Standard Rocket\n`Left: Light Machine Gun`\n"
        "Accessories: none\nGame: AP 4; BP 16; CP 4\nCards: Core set",
    ],
)
def test_a_text_is_read_however_it_is_typed(text: str) -> None:
    assert DESIGNS.read(text) == TORCH


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", EMPTY),
        ("# nothing\nSize: 4/16/4", EMPTY),
        ('{"cards": []}', FOREIGN),
        ("  <xml/>", FOREIGN),
        ("https://example.org/car", FOREIGN),
        (
            "Front: Flamethrowr",
            "Line 1: There is no card 'Flamethrowr'; did you mean 'Flamethrower'?",
        ),
        (
            "Front: Boost Cell",
            "Line 1: Boost Cell can't be used: only its name and cost are known.",
        ),
        ("Front: zzz", "Line 1: There is no card 'zzz'."),
        (
            "Sets: Gonzo Gear",
            "Line 1: Write the sets as core, as all, or as core and one of Armory, Crew, "
            "Dropped Weapons, Linked Weapons, Miniatures Set 1, Miniatures Set 2, "
            "Miniatures Set 3, Miniatures Set 4, Playmat 1, Road Tiles, Uncle Al's Upgrade.",
        ),
        ("Frnt: Wasp", "Line 1: 'Frnt' is no place on a car; did you mean 'front'?"),
        ("Wasp", "Line 1: Say where Wasp goes, such as: Front: Wasp."),
        ("Rookie", f"Line 1: {WHICH}"),
        ("Front: Rookie", f"Line 1: {WHICH}"),
        ("Front: 0x Wasp", "Line 1: Write how many Wasp you want as a number from 1 to 99."),
        ("Size: 4/16", f"Line 1: {SIZE}"),
        ("Size: 13/16/4", f"Line 1: {SIZE}"),
        (
            "Front: Wasp\nBack: Wsap\nSize: x",
            f"Line 2: There is no card 'Wsap'; did you mean 'Wasp'? Line 3: {SIZE}",
        ),
        ("Front: " + "w" * 500, "Line 1: The line is too long. At most 400 characters are read."),
        ("x\n" * 101, "The text has 101 lines. At most 100 are read."),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as error:
        DESIGNS.read(text)
    assert str(error.value) == sentence


def test_no_more_wrong_lines_are_told_than_can_be_read() -> None:
    with pytest.raises(Refusal) as error:
        DESIGNS.read("Front: Wsap\n" * 30)
    assert str(error.value).count("Line ") == 8


def test_a_text_of_more_cards_than_any_car_has_is_refused() -> None:
    """To find all that is wrong with thousands of cards would take minutes."""
    most = ", ".join(["99 Wasp"] * 2)
    assert len(DESIGNS.read(f"Front: {most}").cards) == 198
    with pytest.raises(Refusal) as error:
        DESIGNS.read(f"Front: {most}, 3 Wasp")
    assert str(error.value) == "The text names 201 cards. At most 200 are read."


def test_a_text_may_be_of_a_car_that_is_not_legal() -> None:
    car = DESIGNS.read("Front: Wasp, Chassis Brace\nTurret: Flamethrower")
    assert told(car) == [
        "Flamethrower goes on one of the four sides.",
        "Chassis Brace goes in the crew area, not on a side.",
        "The car needs a driver.",
        "The car needs a gunner.",
    ]


every_card = st.sampled_from([card.id for card in CARDS.values() if card.id != "hand_cannon"])
every_place = st.sampled_from(["crew", "front", "right", "back", "left"])
sizes = st.builds(
    Size,
    st.integers(1, MOST["ap"]),
    st.integers(0, MOST["bp"]),
    st.integers(0, MOST["cp"]),
    sets=st.sampled_from(get_args(Sets)),
)
cars = st.builds(made, sizes, st.lists(st.tuples(every_card, every_place), min_size=1, max_size=20))


@given(cars)
@settings(max_examples=100, deadline=None)
def test_a_car_comes_back_from_its_text(car: BuiltCar) -> None:
    """Any car, legal or not."""
    assert DESIGNS.read(DESIGNS.write(car)) == car
    assert msgspec.json.decode(msgspec.json.encode(car), type=BuiltCar) == car
    assert of_cards(car.size, cards_of(car)) == car


words = st.sampled_from(["Front", ":", ",", "2x", "Wasp", "Rookie", "Size", "4", "\n", "#", "crew"])


@given(st.text(max_size=200) | st.lists(words).map(" ".join))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Refusal):
        assert DESIGNS.read(text).cards


@given(cars, st.data())
@settings(max_examples=15, deadline=None)
def test_whatever_is_put_the_parts_can_be_told(car: BuiltCar, data: st.DataObject) -> None:
    for _ in range(3):
        part = data.draw(st.sampled_from([key for key, *_ in DESIGNS.parts(car)]))
        car = DESIGNS.put(car, part, data.draw(st.integers(0, DESIGNS.most(car, part))))
    keys = [key for key, *_ in DESIGNS.parts(car)]
    assert len(set(keys)) == len(keys)
    assert {f"{place}-{name}" for name, place in car.cards} <= set(keys)
    assert all(
        len(f"all39/60/{key}") <= 60 and len(name) <= 90 for key, name, *_ in DESIGNS.parts(car)
    )
    DESIGNS.faults(car)


def test_what_a_legal_car_is_offered_keeps_it_legal() -> None:
    for base in ("d4", "s0", "s12", "s84"):
        car = DESIGNS.begin(base)
        for key, _, _, count in DESIGNS.parts(car):
            if count == 0 and "-" in key and not key.startswith("sets"):
                assert told(DESIGNS.put(car, key, 1)) == [], key


# -- at a table


def test_a_car_is_brought_to_a_table_of_its_size() -> None:
    choice = brought(Size(4, 16, 4, sets="core"))
    answer: Any = choice.wrap(TORCH, "")
    assert (answer.name, answer.cards) == ("Torch (small)", SAMPLES[1].cards)
    assert choice.design_of(answer) == (TORCH, "Torch (small)")
    assert choice.design_of("no answer") is None
    assert choice.fits(TORCH) == ""
    changed = put(TORCH, "left-light_machine_gun", count=0)
    assert [choice.wrap(changed, name).name for name in ("", "Rusty")] == ["", "Rusty"]


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        (Size(4, 15, 4), "The cards cost 16 BP. You have 15 BP."),
        (Size(4, 16, 3), "The crew and its gear cost 4 CP. You have 3 CP."),
        (Size(2, 30, 9), ""),
    ],
)
def test_a_car_that_does_not_fit_a_table_is_refused(size: Size, sentence: str) -> None:
    assert brought(size).fits(TORCH) == sentence


def test_a_car_with_a_strange_place_cannot_be_kept() -> None:
    body = msgspec.json.encode(TORCH).replace(b"back", b"roof")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=BuiltCar)


def test_a_car_with_unknown_cards_is_refused() -> None:
    choice = brought(Size())
    gone = made(Size(), [*TORCH.cards, ("gone_gun", "front")])
    assert choice.fits(gone) == "There is no card 'gone_gun'."
    only_core = brought(Size(sets="core"))
    wasp = put(BARE, "front-wasp")
    assert (
        only_core.fits(wasp) == "Wasp comes from Miniatures Set 4. Only the core set may be used."
    )
    assert of_cards(Size(), [(9999, CREW)]).cards == (("9999", "crew"),)
