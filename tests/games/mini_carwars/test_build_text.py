"""Vehicles built at home as text: written, and read however they are typed."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import Refusal
from games.mini_carwars.builds import stock
from games.mini_carwars.catalog import MODELS
from games.mini_carwars.designs import DESIGNS
from tests.games.mini_carwars.test_builds import COURIER, LASERS, LOADED, changed, told


def test_the_text_of_a_vehicle() -> None:
    design = changed(
        COURIER, armor=(40, 10, 25, 20, 0), driver_computer=2, driver_armor=True, gunner_computer=1
    )
    assert DESIGNS.write(design) == (
        "# Courier, $18,250\n"
        "Courier\n"
        "Armor: front 40, right 10, back 25, left 20, top 0\n"
        "Driver: hi-res targeting computer, body armor\n"
        "Gunner: targeting computer\n"
    )
    assert DESIGNS.write(LASERS) == (
        "# Courier (b), $23,200\n"
        "Courier (b)\n"
        "Armor: front 30, right 20, back 25, left 20, top 0\n"
        "Driver: no accessories\n"
    )
    assert DESIGNS.lines(LASERS) == [
        "Luxury, 12 DP power plant, driver only",
        "Weapons: 2 linked Lasers front",
        "Armor: front 30, right 20, back 25, left 20, top 0",
        "Driver: no accessories",
        "Costs $23,200",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "courier a\nF40 R10 L20 B25 T0\ndriver hi-res, body armor\ngunner computer",
        "Courier, option (a)\nArmor front 40; right 10; rear 25; left 20\n"
        "Driver: High-Res Computer and body armour\nGunner: a targeting computer",
        "Vehicle: COURIER\nOption: A\nfront armor: 40\nright: 10\nback 25 points\nleft = 20\n"
        "driver's: hires computer + body armor\nGunner: Computer, no body armor",
        "Gunner: computer\nDriver: body armor\nDriver: hi res\n\n# mine\n"
        "Armor: 40 front, 10 right, 25 back, 20 left, 0 top\n  - Courier_a  # the best",
        "```\n**Courier (a)**, $18,000.\n• Armor: F 40 / R 10 / B 25 / L 20\n"
        "> Driver: 1 hi-res targeting computer; 1x body armor\nGunner: computer.\n```",
    ],
)
def test_a_text_is_read_however_it_is_typed(text: str) -> None:
    assert DESIGNS.read(text) == LOADED


def test_armor_that_is_not_told_is_as_delivered() -> None:
    for model in MODELS:
        assert DESIGNS.read(model.name) == stock(model)
        assert DESIGNS.read(f"{model.name}\nDriver: none\nGunner: none") == stock(model)
    assert told(DESIGNS.read("Mini Sherman\nFront 100")) == [
        "Mini Sherman has 118 points of armor: 18 are left to place."
    ]


def test_an_option_there_is_not_is_read_and_told_with_the_other_faults() -> None:
    for text in ("Courier (c)", "courier c", "Courier\noption c", "courier, option c"):
        assert told(DESIGNS.read(text)) == [
            "Courier has no option (c): the Stock Car List gives it only (a) and (b)."
        ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No line names the vehicle, such as Courier (b)."),
        ("# Courier", "No line names the vehicle, such as Courier (b)."),
        ("Armor: front 30", "No line names the vehicle, such as Courier (b)."),
        (
            "Mini Shermann",
            "Line 1: 'Mini Shermann' cannot be understood; did you mean 'Mini Sherman'?",
        ),
        ("Courier\nzzz", "Line 2: 'zzz' cannot be understood."),
        (
            "Courier\nMini Sherman",
            "Line 2: Mini Sherman beside Courier: one vehicle is built at a time.",
        ),
        (
            "Courier (a)\nOption: b",
            "Line 2: option (b) beside (a): a vehicle has one at most.",
        ),
        (
            "Courier\nGunner: computer, hi-res computer",
            "Line 2: two computers for the gunner: a person uses one.",
        ),
        ("Courier\nDriver: body armor, body armor", "Line 2: body armor for the driver twice."),
        ("Courier\nDriver: jet pack", "Line 2: 'jet pack' is no accessory."),
        (
            "Courier\nDriver: body armr",
            "Line 2: 'body armr' is no accessory; did you mean 'body armor'?",
        ),
        ("Courier\nFront 3\nArmor: front 4", "Line 3: armor front is told twice."),
        ("Courier\nArmor: frnt 4", "Line 2: 'frnt' is no side; did you mean 'front'?"),
        ("Courier\nArmor: left", "Line 2: how many points are on the left?"),
        (
            "Courier\nArmor: 40 10 25 20 0",
            "Line 2: name the side of every number of points, such as front 40.",
        ),
        ("Courier\nArmor", "Line 2: name the side of every number of points, such as front 40."),
        ("Courier\nArmor: top 99999", "Line 2: '99999': no vehicle has so many points."),
        ("Courier\nArmor: top 9" + "9" * 150, "no vehicle has so many points."),
        ("Courier\nArmor: top 9" + "9" * 5000, " is longer than 200 characters."),
        ("Courier\n" + ", " * 120 + "!", " is longer than 200 characters."),
        (
            "Courirr\nArmor: back -3\nfoo",
            "Line 1: 'Courirr' cannot be understood; did you mean 'Courier'? "
            "Line 2: '-3': points are whole numbers from 0. "
            "Line 3: 'foo' cannot be understood.",
        ),
        ("\n" * 200, "200 lines: a vehicle is told in at most 100."),
        ("foo\n" * 10, "Line 8: 'foo' cannot be understood."),
    ],
)
def test_a_text_that_cannot_be_understood_says_where(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        DESIGNS.read(text)
    assert str(refused.value).endswith(sentence)


WORDS = st.sampled_from(
    ["courier", "(b)", "armor", "front", "f40", "-3", "12", ":", ",", "driver", "gunner", "and",
     "body armor", "hi-res", "computer", "option", "\n", "$5", "#", "top", "shogun 100", "é"]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(WORDS, max_size=20).map(" ".join) | st.text(max_size=80))
def test_any_text_is_a_vehicle_or_a_sentence(text: str) -> None:
    design, sentence = None, ""
    try:
        design = DESIGNS.read(text)
    except Refusal as error:
        sentence = str(error)
    assert (design is None) == sentence.endswith((".", "?"))
    if design is not None:
        assert DESIGNS.read(DESIGNS.write(design)) == design
        assert all(not line.startswith("Unknown vehicle") for line in told(design))


@pytest.mark.parametrize(
    "line", ["Courirr", "Driver: body armr", "Armor: frnt 4"], ids=["vehicle", "extras", "armor"]
)
def test_near_names_are_looked_for_in_the_lines_that_are_told_alone(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(word: str, *rest: Any) -> list[str]:
        asked.append(word)
        return get_close_matches(word, *rest)

    monkeypatch.setattr("games.engine.voice.get_close_matches", counted)
    with pytest.raises(Refusal, match=r"Line 8: .* did you mean [^:]*$"):
        DESIGNS.read(f"{line}\n" * 100)
    assert len(asked) == 8


def test_a_comment_may_be_long() -> None:
    assert DESIGNS.read(f"Courier # {'x' * 500}") == DESIGNS.read("Courier")
