"""Building a car: every rule of it has its sentence, what it costs, and what still fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from games.carwars.builds import (
    SAMPLES,
    Cards,
    Fitted,
    Sample,
    Size,
    Totals,
    bonus,
    division,
    equipped,
    faults,
    filled_up,
    fits,
    samples,
    sorted_cards,
    totals,
)
from games.carwars.catalog import BY_ID, CARDS, CREW, NUMBERS, SET_NAMES, Sets
from games.engine.plane import BACK, FRONT

SMALL, LARGE = Size(4, 16, 4), Size(9, 36, 9)
CREW_OF_TWO = ("rookie_driver", "rookie_gunner")


def cards(*names: str, crew: Sequence[str] = CREW_OF_TWO) -> Cards:
    """A crew that costs nothing and these cards, each as "card" or "card on side"."""
    out = []
    for each in (*crew, *names):
        name, _, side = each.partition(" on ")
        out.append((BY_ID[name].number, NUMBERS[side or "crew"]))
    return sorted_cards(out)


def told(car: Cards, size: Size = SMALL) -> list[str]:
    """What is wrong with a car."""
    return [fault.sentence for fault in faults(car, size)]


# -- what is wrong


@pytest.mark.parametrize(
    ("names", "size", "sentence"),
    [
        (("superbooster on back",), SMALL, "Superbooster only fits on the front."),
        (("advanced_brakes on front",), SMALL, "Advanced Brakes only fits on the back."),
        (("spoiler on left",), SMALL, "Spoiler only fits on the front or the back."),
        (("minigun on right",), LARGE, "Minigun only fits on the front or the back."),
        (("wasp",), SMALL, "Wasp goes on one of the four sides."),
        (("standard_steel_plate",), SMALL, "Standard Steel Plate goes on one of the four sides."),
        (("chassis_brace on left",), SMALL, "Chassis Brace goes in the crew area, not on a side."),
        (("flak_jacket on left",), SMALL, "Flak Jacket goes in the crew area, not on a side."),
        (
            ("turreted_machine_gun on front",),
            SMALL,
            "Turreted Machine Gun goes in the crew area, not on a side.",
        ),
        (
            ("buffalo_gun on front",),
            Size(4, 24, 4),
            "Buffalo Gun costs 6 BP. Weapons of 6 BP or more need a game of more than 24 BP.",
        ),
        (("legend_gunner",), LARGE, "A car has one gunner. Choose Rookie or Legend."),
        (("legend_driver",), LARGE, "A car has one driver. Choose Rookie or Legend."),
        (
            ("light_steel_plate on left", "standard_steel_plate on left"),
            SMALL,
            "One structure card fits on a side. "
            "Choose Standard Steel Plate or Light Steel Plate on the left.",
        ),
        (
            ("radar_jammer on left", "radar_jammer on right"),
            SMALL,
            "Only one Radar Jammer fits on a car.",
        ),
        (("assault_rifle", "assault_rifle"), SMALL, "Only one Assault Rifle fits on a car."),
        (("airless_tires", "airless_tires"), SMALL, "Only one Airless Tires fits on a car."),
        (("taco", "taco"), SMALL, "Only one Taco! fits on a car."),
        (
            ("airless_tires", "off_road_tires"),
            SMALL,
            "One wheels upgrade fits on a car. Choose Airless Tires or Off-Road Tires.",
        ),
        (
            ("flak_jacket", "plated_vest"),
            SMALL,
            "One vest gear fits on a car. Choose Flak Jacket or Plated Vest.",
        ),
        (
            ("turreted_machine_gun", "anti_power_plant_rocket on front"),
            SMALL,
            "One exclusive card fits on a car. "
            "Choose Turreted Machine Gun or Anti-Power Plant Rocket.",
        ),
        (("hand_cannon",), SMALL, "Everyone has the Hand Cannon. Leave it out."),
        (
            ("wasp on front",),
            Size(4, 16, 4, sets="core"),
            "Wasp comes from Miniatures Set 4. Only the core set may be used.",
        ),
        (
            ("peppermill on front", "wasp on front"),
            Size(4, 16, 4, sets="miniatures_1"),
            "Wasp comes from Miniatures Set 4. Only the core set and Miniatures Set 1 may be used.",
        ),
        (("thresher on front",) * 2, Size(4, 9, 4), "The cards cost 10 BP. You have 9 BP."),
        (
            ("assault_rifle", "flak_jacket"),
            Size(4, 16, 1),
            "The crew and its gear cost 2 CP. You have 1 CP.",
        ),
    ],
)
def test_a_rule_that_is_broken_is_told(names: tuple[str, ...], size: Size, sentence: str) -> None:
    assert told(cards(*names), size) == [sentence]


def test_accessories_clash_by_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No accessory has a subtype today."""
    for name in ("autopilot", "radar_jammer"):
        card = msgspec.structs.replace(BY_ID[name], subtype="radar")
        monkeypatch.setitem(CARDS, card.number, card)
    assert told(cards("autopilot on left", "radar_jammer on left")) == []


def test_a_car_needs_a_driver_and_a_gunner() -> None:
    assert told(()) == ["The car needs a driver.", "The car needs a gunner."]
    assert told(cards(crew=("rookie_gunner",))) == ["The car needs a driver."]
    assert told(cards(crew=("rookie_driver",))) == ["The car needs a gunner."]


def test_a_card_that_there_is_not() -> None:
    car = (*cards(), (9999, FRONT))
    assert told(car) == ["There is no card with the number 9999."]
    assert totals(car, SMALL) == totals(cards(), SMALL)


def test_every_fault_is_told_at_once() -> None:
    car = cards("superbooster on back", "superbooster on left", "buffalo_gun on left", crew=())
    assert len(told(car, Size(4, 6, 4))) == 2 + 1 + 2 + 2 + 1


@pytest.mark.parametrize(
    "names",
    [
        (),
        ("wasp on front",) * 8,
        ("dynamic_suspension on left", "rugged_suspension on left", "off_road_suspension on back"),
        ("standard_steel_plate on front", "standard_steel_plate on back"),
        ("wheel_hubs", "wheel_guards"),
        ("first_aid_kit", "taco", "flak_jacket"),
        ("targeting_computer on left", "autopilot on left", "radar_jammer on left"),
        ("standard_rocket on front",),
    ],
)
def test_a_legal_car(names: tuple[str, ...]) -> None:
    assert told(cards(*names)) == []


def test_weapons_of_six_points_are_for_large_games() -> None:
    gun = cards("buffalo_gun on front")
    assert told(gun, Size(4, 25, 4)) == []
    assert told(cards("complex_concealment_system"), SMALL) == []


# -- what it costs


@pytest.mark.parametrize(
    ("names", "bp", "cp"),
    [
        ((), 0, 0),
        (("heavy_machine_gun on front", "flak_jacket", "assault_rifle"), 3, 2),
        (("standard_rocket on front",), 3, 0),
        (("standard_rocket on front", "standard_rocket on left"), 3, 0),
        (("standard_rocket on front",) * 3, 6, 0),
        (("heavy_rocket on front", "light_rocket on left"), 9, 0),
        (("hand_cannon",), 0, 0),
        (("legend_driver",), 0, 6),
    ],
)
def test_what_a_car_costs(names: tuple[str, ...], bp: int, cp: int) -> None:
    found = totals(cards(*names), SMALL)
    assert (found.bp, found.cp, found.most_bp, found.most_cp) == (bp, cp, 16, 4)


def test_cards_that_give_points_while_building() -> None:
    assert totals(cards("stability_controller"), SMALL) == Totals(1, 0, 16, 5, 4)
    assert totals(cards("cadmium_alloy_fasteners"), SMALL) == Totals(2, 0, 16, 4, 5)
    assert totals(cards("cadmium_alloy_fasteners"), Size(12, 48, 12)).armor == 12
    assert bonus(NUMBERS["light_rocket"], "free_copy") == 1
    assert bonus(NUMBERS["wasp"], "free_copy") == 0
    five = ("assault_rifle", "flak_jacket", "taco", "first_aid_kit", "holographic_sight")
    assert told(cards(*five)) == ["The crew and its gear cost 5 CP. You have 4 CP."]
    assert told(cards(*five, "stability_controller")) == []


def test_divisions() -> None:
    assert division(4) == SMALL
    assert division(9) == LARGE
    assert [division(n).small for n in (6, 7)] == [True, False]


def test_what_is_equipped_begins_with_the_crew() -> None:
    car = cards("wasp on left", "flak_jacket", crew=("rookie_gunner", "hyperion", "bandit"))
    legal = cards("wasp on left", "flak_jacket", crew=("hyperion", "bandit"))
    assert len(car) == len(legal) + 1
    names = [CARDS[number].id for number, _ in equipped(legal)]
    assert names == ["bandit", "hyperion", "hand_cannon", "flak_jacket", "wasp"]


# -- what still fits


@pytest.mark.parametrize(
    ("names", "size"),
    [
        ((), SMALL),
        ((), Size(9, 36, 9, sets="core")),
        ((), Size(9, 36, 9, sets="armory")),
        (("thresher on front", "standard_steel_plate on left", "airless_tires"), SMALL),
        (("turreted_machine_gun", "standard_rocket on front", "flak_jacket"), LARGE),
        (("minigun on front", "minigun on back", "taco", "radar_jammer on left"), LARGE),
    ],
)
def test_what_fits_is_legal_and_what_does_not_is_not(names: tuple[str, ...], size: Size) -> None:
    """Every card on every side: told twice, once by what fits and once by what is wrong."""
    car = cards(*names)
    assert told(car, size) == []
    found = [*fits(car, size)]
    assert max(Counter(found).values()) == 1
    for number in CARDS:
        for side in (CREW, 0, 1, 2, 3):
            legal = told(sorted_cards((*car, (number, side))), size) == []
            assert legal == ((number, side) in found)


def test_the_second_rocket_of_a_purchase_fits_when_nothing_is_left() -> None:
    car = cards("standard_rocket on front")
    rocket = NUMBERS["standard_rocket"]
    assert {side for number, side in fits(car, Size(4, 3, 0)) if number == rocket} == {0, 1, 2, 3}
    both = sorted_cards((*car, (rocket, BACK)))
    assert rocket not in [number for number, _ in fits(both, Size(4, 3, 0))]


def test_a_car_that_is_full_takes_what_is_free() -> None:
    free = [CARDS[number].id for number, _ in fits(cards(), Size(4, 0, 0))]
    assert sorted(set(free)) == ["armored_beer_refrigerator"]


def dearest() -> list[Fitted]:
    """Every card on every side, the dearest first."""
    found = [(card, side) for card in CARDS.values() for side in card.places]
    found.sort(key=lambda each: (-each[0].cost, each[0].number))
    return [(card.number, side) for card, side in found]


def test_wishes_fill_a_car_up() -> None:
    for start in (cards(), cards("wasp on left")):
        made = filled_up(start, LARGE, dearest())
        assert told(made, LARGE) == []
        assert set(start) <= set(made)
        spent = totals(made, LARGE)
        assert spent.bp == spent.most_bp


def test_what_is_there_or_does_not_fit_is_left_out() -> None:
    assert filled_up(cards(), SMALL, ()) == cards()
    assert filled_up(cards(), SMALL, [(NUMBERS["wasp"], CREW)]) == cards()
    wasp = (NUMBERS["wasp"], NUMBERS["left"])
    assert filled_up(cards("wasp on left"), SMALL, [wasp]) == cards("wasp on left")
    twice = cards("wasp on left", "wasp on left")
    assert filled_up(cards("wasp on left"), SMALL, [wasp, wasp]) == twice


# -- the cars that come with the game


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_car_that_comes_with_the_game_is_legal(sample: Sample) -> None:
    assert told(sample.cards, sample.size) == []


def test_the_cars_that_come_with_the_game() -> None:
    assert len(SAMPLES) == 85
    assert Counter(each.source for each in SAMPLES) == {"guide": 64, "sheet": 12, "house": 9}
    assert len({each.cards for each in SAMPLES}) == len({each.name for each in SAMPLES}) == 85
    spent = Counter(totals(each.cards, each.size)[:2] for each in SAMPLES)
    assert spent == {
        (16, 4): 32, (32, 8): 30, (25, 6): 6, (10, 3): 6, (32, 9): 3, (16, 5): 2, (11, 4): 1,
        (36, 9): 1, (34, 9): 1, (35, 9): 1, (14, 4): 1, (0, 0): 1,
    }  # fmt: skip
    assert [each.name for each in SAMPLES if each.note] == ["Torch (small)", "Lancer (small)"]
    assert [SAMPLES[at].name for at in (0, 8, 84)] == [
        "Bulldog (small)", "Apollo (Division 4)", "Runabout",
    ]  # fmt: skip


def test_a_sample_has_what_its_row_says() -> None:
    torch = SAMPLES[1]
    assert torch.cards == cards(
        "high_density_radials", "safety_cage", "flamethrower on front", "flamethrower on front",
        "superbooster on front", "standard_steel_plate on front", "light_machine_gun on right",
        "standard_rocket on back", "standard_rocket on back", "light_machine_gun on left",
        "flak_jacket", "assault_rifle", crew=("rookie_driver", "amateur_gunner"),
    )  # fmt: skip


def test_every_size_of_game_has_a_legal_car() -> None:
    for bp in (0, 3, 10, 16, 24, 25, 60):
        for cp in (0, 4, 9, 24):
            for sets in get_args(Sets):
                size = Size(4, bp, cp, sets)
                found = samples(size)
                assert 84 in found
                assert all(told(SAMPLES[at].cards, size) == [] for at in found)


def test_every_set_with_cards_may_be_used() -> None:
    there = {card.set for card in CARDS.values()}
    assert [*get_args(Sets)] == [
        "core",
        "all",
        *(each for each in [*SET_NAMES][1:] if each in there),
    ]
    for sets in get_args(Sets)[2:]:
        found = {number for number, _ in fits((), Size(12, 60, 24, sets))}
        assert {CARDS[number].set for number in found} == {"core", sets}


def test_cars_for_a_size_come_first() -> None:
    assert samples(SMALL)[:4] == [0, 1, 2, 3]
    assert samples(LARGE)[:4] == [4, 5, 6, 7]
    assert SAMPLES[samples(Size(8, 32, 8))[0]].name == "Apollo (Division 8)"
    best = SAMPLES[samples(Size(4, 17, 5))[0]]
    assert sum(totals(best.cards, SMALL)[:2]) == 21
    assert samples(Size(4, 0, 0)) == [84]
