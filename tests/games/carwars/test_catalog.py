"""The cards, the damage decks and the dashboard: what there is, and faults of the files."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from games.carwars.catalog import (
    BY_ID,
    CARDS,
    CREW,
    DASHBOARD,
    DECKS,
    HAND_CANNON,
    INCOMPLETE,
    NUMBERS,
    SET_NAMES,
    deck,
)
from games.carwars.dice import pool
from games.engine.plane import BACK, FRONT, LEFT, RIGHT

FIRST = 205
"""Cards whose numbers stand in saved tables."""


def test_there_is_every_card() -> None:
    assert len(CARDS) == 205
    assert len(INCOMPLETE) == 54
    assert len({card.id for card in (*CARDS.values(), *INCOMPLETE)}) == 259
    assert Counter(card.type for card in CARDS.values()) == {
        "weapon": 90, "crew": 30, "upgrade": 25, "accessory": 24, "structure": 19, "gear": 9,
        "sidearm": 8,
    }  # fmt: skip
    assert not {card.id for card in INCOMPLETE} & BY_ID.keys()


def test_a_number_is_never_given_to_another_card() -> None:
    first = "\n".join(f"{number} {CARDS[number].id}" for number in range(1, FIRST + 1))
    digest = hashlib.sha256(first.encode()).hexdigest()
    assert digest[:16] == "8d5e9cce9ac14a5b"


def test_the_core_set_is_fifty_cards_in_the_box() -> None:
    core = [card for card in CARDS.values() if card.set == "core"]
    assert next(iter(SET_NAMES.items())) == ("core", "Core")
    assert len(core) == 35
    copies = {"weapon": 2, "structure": 4}
    assert sum(copies.get(card.type, 1) for card in core) == 50


def test_restrictions() -> None:
    every = CARDS.values()
    assert sum(card.type == "weapon" and card.cost >= 6 for card in every) == 24
    assert sum(card.exclusive for card in every) == 12
    assert sum(card.turret for card in every) == 9
    assert sum(card.one_shot for card in every) == 11
    assert sum(card.side_arc_fire for card in every) == 8
    assert sum(card.drop for card in every) == 6
    assert Counter(card.range for card in every) == {0: 187, 2: 15, 1: 3}
    assert Counter(card.placement for card in every) == {
        "": 173, "front_or_back": 24, "front": 4, "back": 4,
    }  # fmt: skip
    assert {card.id for card in every if card.house} == {
        "light_incendiary_rocket", "linked_brushcutters", "linked_hammerheads",
        "linked_pulse_lasers", "turreted_shotgun", "plated_vest", "the_slab",
        "concussion_mine_dropper", "fire_mine_dropper", "foam_nozzle", "oil_jets",
        "smoke_emitter", "spike_dropper",
        "simple_concealment_system", "complex_concealment_system",
    }  # fmt: skip


def test_a_weapon() -> None:
    gun = BY_ID["heavy_machine_gun"]
    assert (gun.name, gun.subtype, gun.cost, gun.durability) == ("Heavy Machine Gun", "shred", 3, 2)
    assert (gun.dice, gun.basic, gun.wrench) == (
        pool({"red": 1, "yellow": 2, "white": 1}),
        0,
        "tire",
    )
    assert gun.set_name == "Core"
    assert not gun.in_crew


def test_every_attack_is_of_a_weapon_or_a_sidearm() -> None:
    for card in CARDS.values():
        attacks = sum(card.dice) > 0 or card.basic > 0
        assert attacks == (card.type in ("weapon", "sidearm") and not card.drop), card.id
        assert attacks or card.wrench == "none"


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("heavy_machine_gun", (FRONT, RIGHT, BACK, LEFT)),
        ("superbooster", (FRONT,)),
        ("advanced_brakes", (BACK,)),
        ("heat_saber", (FRONT, BACK)),
        ("standard_steel_plate", (FRONT, RIGHT, BACK, LEFT)),
        ("turreted_machine_gun", (CREW,)),
        ("chassis_brace", (CREW,)),
        ("flak_jacket", (CREW,)),
        ("hand_cannon", (CREW,)),
        ("rookie_gunner", (CREW,)),
    ],
)
def test_where_a_card_may_be(card: str, places: tuple[int, ...]) -> None:
    assert BY_ID[card].places == places


def test_names_for_rule_cases() -> None:
    assert NUMBERS["hand_cannon"] == HAND_CANNON == BY_ID["hand_cannon"].number
    assert [NUMBERS[name] for name in ("front", "right", "back", "left", "crew")] == [
        0,
        1,
        2,
        3,
        -1,
    ]


def test_the_damage_decks() -> None:
    assert [len(deck(points)) for points in (0, 24, 25, 60)] == [6, 6, 6, 6]
    assert {DECKS[at].deck for at in deck(24)} == {"A"}
    assert {DECKS[at].deck for at in deck(25)} == {"B"}
    for card in DECKS:
        assert card.items[0].item == "structure"
        assert (card.items[-1].item, card.items[-1].limit) == ("power_plant", 0)
    b4 = next(card for card in DECKS if card.id == "B4")
    assert [(each.item, each.limit) for each in b4.items] == [
        ("structure", 0), ("opposite_armor", 5), ("fire", 1), ("crew", 1), ("power_plant", 0),
    ]  # fmt: skip


def test_the_dashboard() -> None:
    # Two tokens for tires at 10, and two for speed: six at speed 2.
    assert DASHBOARD.control_by_tires[10] + DASHBOARD.control_by_speed[2] == 6
    assert len(DASHBOARD.control_by_tires) == len(DASHBOARD.most_speed_by_tires) == 11
    assert [DASHBOARD.most_speed_by_tires[n] for n in (10, 7, 6, 5, 4, 3, 2, 1, 0)] == [
        5, 5, 4, 4, 3, 3, 2, 2, 1,
    ]  # fmt: skip
    assert [DASHBOARD.control_by_tires[n] for n in (7, 6, 5, 4, 3, 2, 1, 0)] == [
        4, 3, 3, 2, 2, 1, 1, 0,
    ]  # fmt: skip
    assert DASHBOARD.control_by_speed == (2, 2, 2, 1, 0, 0)


def test_every_card_is_of_a_set_that_there_is() -> None:
    assert {card.set for card in (*CARDS.values(), *INCOMPLETE)} == {*SET_NAMES}
