"""Vehicles built at home: what is legal, the text of one, editing, and bringing it to a table."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.ask import Ask
from games.engine.errors import Illegal, Refusal
from games.mini_carwars.builds import Build, cost, model_of, stock
from games.mini_carwars.catalog import MODELS, SIDES
from games.mini_carwars.designs import DESIGNS, brought
from games.mini_carwars.moves import Bring, Enough, Take
from tests.games.mini_carwars.sights import replaced

COURIER = DESIGNS.begin("courier")
HUGE = 10**5000


def told(design: Build) -> list[str]:
    """Every fault of a vehicle."""
    return [fault.sentence for fault in DESIGNS.faults(design)]


def changed(design: Build, **fields: Any) -> Build:
    """The vehicle with other fields."""
    return replaced(design, **fields)


def put(design: Build, *changes: tuple[str, int]) -> Build:
    """The vehicle with parts put in and taken out."""
    for part, count in changes:
        design = DESIGNS.put(design, part, count)
    return design


LOADED = changed(
    COURIER, option="a", armor=(40, 10, 25, 20, 0), driver_computer=2, driver_armor=True,
    gunner_computer=1,
)  # fmt: skip


# -- what is legal


def test_the_stock_car_list_is_legal_and_costs_what_it_says() -> None:
    ready = DESIGNS.ready()
    assert [told(design) for design in ready] == [[]] * 14
    assert [DESIGNS.title(design) for design in ready] == [
        "Killer Kart, $3,750",
        "Mini Sherman, $7,500",
        "Mini Sherman (a), $6,000",
        "Mini Sherman (b), $6,250",
        "Rocket Special, $12,250",
        "Rocket Special (a), $16,500",
        "Rocket Special (b), $10,750",
        "Courier, $13,000",
        "Courier (a), $12,050",
        "Courier (b), $23,200",
        "Shogun 100, $3,000",
        "Shogun 220, $4,000",
        "Firelight Deluxe, $11,250",
        "Firelight Deluxe (a), $5,250",
    ]


NO_GUNNER = "Courier (b) has no gunner: nobody can"
COMPUTERS = "it is 0 for none, 1 for a targeting computer or 2 for a hi-res targeting computer."
ALL_SIDES = "Armor is told for 5 sides: front, right, back, left and top."
FRONT_AND_BACK = "Shogun 100 is a cycle: it has armor in front and back only, and none"
SHOGUN = DESIGNS.begin("shogun_100")
LASERS = put(COURIER, ("option-b", 1))


@pytest.mark.parametrize(
    ("design", "faults"),
    [
        (changed(COURIER, armor=(95, 0, 0, 0, 0)), []),
        (changed(COURIER, armor=(0, 0, 0, 0, 95), gunner_computer=2, driver_armor=True), []),
        (Build(), ["No vehicle: choose one from the Stock Car List."]),
        (Build("zeppelin"), ["Unknown vehicle 'zeppelin'."]),
        (Build("couriers"), ["Unknown vehicle 'couriers'; did you mean 'courier'?"]),
        (
            changed(COURIER, option="c"),
            ["Courier has no option (c): the Stock Car List gives it only (a) and (b)."],
        ),
        (
            changed(DESIGNS.begin("killer_kart"), option="a"),
            ["Killer Kart has no option (a): the Stock Car List gives it none."],
        ),
        (
            changed(DESIGNS.begin("firelight_deluxe"), option="b"),
            ["Firelight Deluxe has no option (b): the Stock Car List gives it only (a)."],
        ),
        (
            changed(COURIER, armor=(30, 20, 25, 10, 0)),
            ["Courier has 95 points of armor: 10 are left to place."],
        ),
        (
            changed(COURIER, armor=(30, 20, 25, 21, 0)),
            ["Courier has 95 points of armor: 1 is too many."],
        ),
        (
            changed(COURIER, armor=(HUGE, 0, 0, 0, 0)),
            ["Courier has 95 points of armor: more than 9,999 are too many."],
        ),
        (
            changed(COURIER, armor=(-5, 20, 25, 55, -HUGE)),
            [
                "Armor front -5: points are whole numbers from 0.",
                "Armor top less than -9,999: points are whole numbers from 0.",
            ],
        ),
        (changed(COURIER, armor=(95,)), [ALL_SIDES]),
        (changed(COURIER, armor=(30, 20, 25, 20, 0, 0)), [ALL_SIDES]),
        (changed(SHOGUN, armor=(12, 0, 0, 0, 0)), []),
        (
            changed(SHOGUN, armor=(6, 3, 2, 0, 1)),
            [f"{FRONT_AND_BACK} on the right (3).", f"{FRONT_AND_BACK} on top (1)."],
        ),
        (
            changed(SHOGUN, armor=(6, 0, 6, 1, 0)),
            [
                f"{FRONT_AND_BACK} on the left (1).",
                "Shogun 100 has 12 points of armor: 1 is too many.",
            ],
        ),
        (
            changed(LASERS, gunner_computer=1, gunner_armor=True),
            [
                f"{NO_GUNNER} use the gunner's targeting computer.",
                f"{NO_GUNNER} wear the gunner's body armor.",
            ],
        ),
        (
            changed(COURIER, driver_computer=3, gunner_computer=-1),
            [f"Computer of the driver 3: {COMPUTERS}", f"Computer of the gunner -1: {COMPUTERS}"],
        ),
        (
            changed(COURIER, gunner_computer=HUGE),
            [f"Computer of the gunner more than 9,999: {COMPUTERS}"],
        ),
    ],
)
def test_every_broken_rule_is_a_sentence(design: Build, faults: list[str]) -> None:
    assert told(design) == faults
    assert all(fault.cite.startswith("Rules: ") for fault in DESIGNS.faults(design))


def test_accessories_are_paid_for_each_person() -> None:
    assert cost(COURIER) == 13_000
    assert cost(changed(COURIER, driver_computer=1)) == 14_000
    assert cost(changed(COURIER, driver_computer=2, gunner_computer=1)) == 18_000
    assert cost(changed(COURIER, driver_armor=True, gunner_armor=True)) == 13_500
    assert cost(Build("zeppelin")) == 0


INTS = st.integers(-3, 60) | st.sampled_from([HUGE, -HUGE, 2**63])
BUILDS = st.builds(
    Build,
    vehicle=st.sampled_from([*{m.vehicle for m in MODELS}, "", "zeppelin", "#", "a\nb"]),
    option=st.sampled_from(["", "a", "b", "c", "#", "\n"]),
    armor=st.lists(INTS, min_size=4, max_size=6).map(tuple),
    driver_computer=st.integers(-1, 3),
    gunner_computer=st.integers(-1, 3),
    driver_armor=st.booleans(),
    gunner_armor=st.booleans(),
)


@pytest.mark.long
@settings(max_examples=500)
@given(BUILDS)
def test_anything_can_be_told_and_its_faults_are_sentences(design: Build) -> None:
    for sentence in told(design):
        assert sentence.endswith((".", "?"))
        assert len(sentence) < 250
        assert "\n" not in sentence
    words = [DESIGNS.title(design), *DESIGNS.lines(design), DESIGNS.write(design)]
    assert all(words)
    for part, name, about, _ in DESIGNS.parts(design):
        assert 0 < len(about) <= 100, part
        assert len(name) <= 100
        assert DESIGNS.most(design, part) >= 1
    sentence = brought(100_000).fits(design)
    assert sentence == next(iter(told(design)), "")


def random_legal(dice: random.Random) -> Build:
    """A legal vehicle."""
    model = dice.choice(MODELS)
    armor = [0] * len(SIDES)
    for _ in range(model.points):
        armor[dice.choice(model.armored)] += 1
    gunner = model.gunner
    return Build(
        model.vehicle, model.option, tuple(armor), dice.randrange(3),
        dice.randrange(3) if gunner else 0, dice.random() < 0.5, gunner and dice.random() < 0.5,
    )  # fmt: skip


def test_thousands_of_legal_vehicles_keep_as_json_as_text_and_as_answers() -> None:
    dice = random.Random(1987)
    ask = brought(50_000)
    for _ in range(3000):
        design = random_legal(dice)
        assert told(design) == []
        assert msgspec.json.decode(msgspec.json.encode(design), type=Build) == design
        text = DESIGNS.write(design)
        assert DESIGNS.read(text) == design
        assert DESIGNS.read(text.upper().replace("\n", "\r\n")) == design
        assert ask.fits(design) == ""
        answer = ask.wrap(design, "Rusty")
        assert ask.design_of(answer) == (design, "Rusty")
        kept = msgspec.json.decode(msgspec.json.encode(answer), type=Bring)
        assert ask.design_of(kept) == (design, "Rusty")
        model = model_of(design)
        assert model is not None
        assert cost(design) - model.cost == 1000 * (
            sum((0, 1, 4)[n] for n in answer.computers) + sum(answer.body_armor) / 4
        )


def test_thousands_of_small_mistakes_are_all_found() -> None:
    dice = random.Random(1988)
    for _ in range(3000):
        design = random_legal(dice)
        at, by = dice.randrange(5), dice.choice([-200, -1, 1, 7, 1000])
        armor = list(design.armor)
        armor[at] += by
        wrong = told(changed(design, armor=tuple(armor)))
        assert 1 <= len(wrong) <= 2
        # The text of what is wrong says the same, or is refused where it is no number of points.
        text = DESIGNS.write(changed(design, armor=tuple(armor)))
        if armor[at] < 0:
            with pytest.raises(Refusal, match=r"^Line 3: .* points are whole numbers from 0\.$"):
                DESIGNS.read(text)
        else:
            assert told(DESIGNS.read(text)) == wrong


# -- editing


def test_the_bases_are_the_stock_vehicles() -> None:
    bases = DESIGNS.bases()
    assert len(bases) == 7
    for key, name in bases:
        design = DESIGNS.begin(key)
        assert told(design) == []
        assert DESIGNS.title(design).startswith(f"{name}, $")
    with pytest.raises(Refusal, match=r"^There is no such vehicle\.$"):
        DESIGNS.begin("zeppelin")


def test_the_parts_of_a_vehicle() -> None:
    assert [(key, count) for key, _, _, count in DESIGNS.parts(LOADED)] == [
        ("option-a", 1), ("option-b", 0),
        ("armor-front", 40), ("armor-right", 10), ("armor-back", 25), ("armor-left", 20),
        ("armor-top", 0),
        ("computer-driver-1", 0), ("computer-driver-2", 1), ("body-driver", 1),
        ("computer-gunner-1", 1), ("computer-gunner-2", 0), ("body-gunner", 0),
    ]  # fmt: skip
    assert [key for key, *_ in DESIGNS.parts(SHOGUN)] == [
        "armor-front", "armor-back", "computer-driver-1", "computer-driver-2", "body-driver",
    ]  # fmt: skip
    abouts = {key: about for key, _, about, _ in DESIGNS.parts(put(LOADED, ("armor-front", 35)))}
    assert abouts["option-b"] == "2 linked Lasers front; no gunner; $23,200"
    assert abouts["armor-top"] == "5 of 95 points left to place"
    assert DESIGNS.most(COURIER, "armor-top") == 95
    assert DESIGNS.most(COURIER, "option-a") == 1


def test_what_should_not_be_in_can_be_taken_out() -> None:
    wrong = changed(SHOGUN, armor=(6, 0, 6, 4, 0), gunner_computer=1, gunner_armor=True)
    assert told(put(wrong, ("armor-left", 0), ("computer-gunner-1", 0), ("body-gunner", 0))) == []
    assert {"armor-left", "computer-gunner-1", "body-gunner"} <= {
        key for key, *_ in DESIGNS.parts(wrong)
    }


def test_armor_as_delivered_goes_along_with_the_option_and_placed_armor_stays() -> None:
    sherman = DESIGNS.begin("mini_sherman")
    better = put(sherman, ("option-a", 1))
    assert better == DESIGNS.read("Mini Sherman (a)")
    assert put(better, ("option-b", 1)) == DESIGNS.read("Mini Sherman (b)")
    assert put(better, ("option-a", 0)) == sherman
    assert put(better, ("option-b", 0)) == better
    placed = put(sherman, ("armor-front", 60), ("armor-right", 0))
    assert told(placed) == []
    assert told(put(placed, ("option-a", 1))) == [
        "Mini Sherman (a) has 143 points of armor: 25 are left to place."
    ]
    assert put(placed, ("option-a", 1), ("option-a", 0)) == placed


def test_a_gunner_who_goes_takes_his_accessories_along() -> None:
    assert told(put(LOADED, ("body-gunner", 1), ("option-b", 1))) == []
    assert put(LOADED, ("option-b", 1)).computers == (2, 0)


def test_one_computer_takes_the_place_of_the_other() -> None:
    design = put(COURIER, ("computer-driver-1", 1))
    assert design.computers == (1, 0)
    assert put(design, ("computer-driver-2", 0)) == design
    assert put(design, ("computer-driver-2", 1)).computers == (2, 0)
    assert put(design, ("computer-driver-1", 0)) == COURIER
    assert put(COURIER, ("body-gunner", 1)).body_armor == (False, True)


def test_parts_put_in_at_random_are_counted_as_they_are_put() -> None:
    dice = random.Random(7)
    for _ in range(300):
        design = stock(dice.choice(MODELS))
        for _ in range(8):
            part = dice.choice([key for key, *_ in DESIGNS.parts(design)])
            count = dice.randint(0, DESIGNS.most(design, part))
            design = DESIGNS.put(design, part, count)
            counts = {key: there for key, _, _, there in DESIGNS.parts(design)}
            assert counts.get(part, 0) == count


@pytest.mark.parametrize("part", ["", "x", "armor-floor", "option", "computer-cook-1", "body-x"])
def test_a_part_there_is_not_changes_nothing_that_is_legal(part: str) -> None:
    assert put(COURIER, (part, 0)) == COURIER


# -- at the table


@pytest.mark.parametrize(
    ("design", "budget", "cycles", "sentence"),
    [
        (COURIER, 13_000, None, ""),
        (COURIER, 13_000, False, ""),
        (COURIER, 12_999, None, "This Courier costs $13,000; you have $12,999."),
        (
            changed(COURIER, driver_armor=True, gunner_computer=1),
            10_000,
            None,
            "This Courier with a targeting computer and body armor costs $14,250; you have "
            "$10,000.",
        ),
        (
            changed(LOADED, driver_computer=1, gunner_armor=True),
            10_000,
            None,
            "This Courier (a) with 2 targeting computers and body armor for two costs $14,550; "
            "you have $10,000.",
        ),
        (COURIER, 50_000, True, "Only cycles may be bought here (PACK ATTACK)."),
        (SHOGUN, 50_000, True, ""),
        (SHOGUN, 50_000, False, "A car is needed here."),
        (
            changed(COURIER, armor=(0, 0, 0, 0, 0)),
            1,
            True,
            "Courier has 95 points of armor: 95 are left to place.",
        ),
    ],
)
def test_what_may_be_brought(
    design: Build, budget: int, cycles: bool | None, sentence: str
) -> None:
    assert brought(budget, cycles).fits(design) == sentence


def test_what_must_stay_is_told() -> None:
    own = brought(4_000, cycles=True, kept=12_000)
    assert own.fits(DESIGNS.begin("shogun_220")) == ""
    assert own.fits(DESIGNS.begin("firelight_deluxe")) == (
        "This Firelight Deluxe costs $11,250; you have $16,000, and $12,000 of it must stay for "
        "the vehicles you still have to buy."
    )


def test_a_question_takes_what_fits_and_nothing_else() -> None:
    ask: Ask[Any] = Ask(0, "vehicle", (Take(7), Enough()), Take(7), "Rules", None, brought(20_000))
    answer = Bring(8, (40, 10, 25, 20, 0), (1, 0), (False, True))
    assert ask.read(answer) == answer
    assert ask.read(Take(7)) == Take(7)
    for bad, sentence in (
        (Bring(9, (30, 20, 25, 20, 0)), "This Courier (b) costs $23,200; you have $20,000."),
        (Bring(8, (0, 0, 0, 0, 0)), "Courier (a) has 95 points of armor: 95 are left to place."),
        (Bring(-1, (0, 0, 0, 0, 0)), "Unknown vehicle '-1'."),
        (Bring(99, (0, 0, 0, 0, 0)), "Unknown vehicle '99'."),
        (Take(8), "The rules do not allow that here."),
    ):
        with pytest.raises(Illegal) as refused:
            ask.read(bad)
        assert str(refused.value) == sentence
