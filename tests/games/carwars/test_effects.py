"""What cards do: every pair of the core set, every guard, limits and prices, and faults of the
file."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from games.carwars.catalog import BY_ID, CARDS, NUMBERS
from games.carwars.dice import of, plus, pool
from games.carwars.effects import (
    EFFECTS,
    OPS,
    VOCABULARY,
    Applied,
    Clause,
    Hook,
    Moment,
    Use,
    holds,
    parse,
    read,
)
from games.carwars.state import Car, Equipped
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.rows import BadData

NOW = Moment(speed=3, tires=10)


def car(*cards: str, control: int = 0, ace: int = 0, tires: int = 10) -> Car:
    """A car with cards in slots from 0 on, each as "card" or "card on side"."""
    out = []
    for each in cards:
        name, _, side = each.partition(" on ")
        out.append(Equipped(BY_ID[name].number, NUMBERS[side or "crew"]))
    return Car(0, cards=out, control=control, ace=ace, tires=tires)


def gained(car: Car, hook: Hook, now: Moment = NOW) -> tuple[int, int]:
    """Control and ace that cards give."""
    found = car.automatic(hook, "gain", now)
    return (
        sum(each.n for each in found if each.effect.token == "control"),
        sum(each.n for each in found if each.effect.token == "ace"),
    )


def one(card: str, at: int = 0) -> Applied:
    """An effect of a card in slot 0."""
    effect = EFFECTS[BY_ID[card].number][at]
    return Applied(0, BY_ID[card].number, at, effect, effect.n if isinstance(effect.n, int) else 0)


# -- the core set


@pytest.mark.parametrize(
    ("cards", "tokens"),
    [
        ((), (0, 0)),
        (("rookie_driver", "rookie_gunner"), (0, 0)),
        (("amateur_driver",), (1, 1)),
        (("veteran_driver",), (0, 2)),
        (("high_density_radials",), (0, 2)),
        (("advanced_brakes on back",), (0, 1)),
        (("superbooster on front",), (0, 1)),
        (("strengthened_undercarriage",), (0, 1)),
        (("dynamic_suspension on left",), (1, 0)),
        (("amateur_driver", "high_density_radials", "superbooster on front"), (1, 4)),
    ],
)
def test_take_control_gain(cards: tuple[str, ...], tokens: tuple[int, int]) -> None:
    assert gained(car(*cards), "take_control", NOW) == tokens


def test_dynamic_suspension_counts_the_terrain() -> None:
    cards = car("dynamic_suspension on left")
    assert gained(cards, "take_control", Moment(terrain_level=2)) == (1, 2)


def test_maneuver_gain() -> None:
    cards = car("chassis_brace")
    found = [gained(cards, "maneuver", Moment(speed=speed))[1] for speed in range(6)]
    assert found == [0, 0, 0, 0, 1, 1]


def test_attack_roll_add_dice() -> None:
    """Targeting Computer, Holographic Sight, Veteran gunner."""
    cards = car("rookie_driver", "veteran_gunner", "hand_cannon", "holographic_sight")
    by_driver = Moment(attacker=0, weapon=2, weapon_type="sidearm", range=2.0)
    assert cards.added("attack_roll", by_driver) == {"holographic_sight": of("blue", 1)}
    far = Moment(attacker=1, weapon=2, weapon_type="sidearm", range=2.1)
    assert cards.added("attack_roll", far) == {"veteran_gunner": pool({"yellow": 1, "blue": 1})}
    gun = Moment(attacker=0, weapon=2, weapon_type="weapon", range=1.0)
    assert cards.added("attack_roll", gun) == {}


def test_a_targeting_computer_is_announced_once_a_round() -> None:
    cards = car("targeting_computer on front")
    gun = Moment(attacker=0, weapon=3, weapon_type="weapon")
    assert cards.added("attack_roll", gun) == {}
    (found,) = cards.offered("attack_roll", "add_dice", gun)
    assert (found.effect.dice, found.use) == (of("blue", 1), (Use(0, 0, "round"),))
    assert cards.times(found.effect) == 1
    assert cards.offered("attack_roll", "add_dice", Moment(weapon_type="sidearm")) == []
    cards.uses = [*found.use]
    assert cards.offered("attack_roll", "add_dice", gun) == []
    cards.over("attack", "phase", "turn")
    assert cards.offered("attack_roll", "add_dice", gun) == []
    cards.over("round")
    assert cards.offered("attack_roll", "add_dice", gun) == [found]


def test_attack_roll_reroll() -> None:
    cards = car("rookie_driver", "amateur_gunner")
    assert cards.number("attack_roll", "reroll", Moment(attacker=1)) == 2
    assert cards.number("attack_roll", "reroll", Moment(attacker=0)) == 0


def test_attack_add_damage() -> None:
    cards = car("rookie_driver", "legend_gunner")
    (found,) = cards.automatic("attack", "add_damage", Moment(attacker=1))
    assert (found.n, found.effect.kind) == (2, "basic")
    assert cards.automatic("attack", "add_damage", Moment(attacker=0)) == []


def test_defense_roll_add_dice() -> None:
    cards = car("legend_driver", "standard_steel_plate on left", "standard_steel_plate on back")
    legend = {"legend_driver": of("white", 1)}
    plate = {"standard_steel_plate": of("yellow", 1)}
    assert cards.added("defense_roll", Moment(side=FRONT)) == legend
    assert cards.added("defense_roll", Moment(side=LEFT)) == legend | plate
    cards.cards[0].down = "destroyed"
    assert cards.added("defense_roll", Moment(side=BACK)) == plate
    assert cards.added("defense_roll", Moment()) == {}


def test_dice_of_two_cards_of_a_name_add_up() -> None:
    plates = car("standard_steel_plate on left", "standard_steel_plate on left")
    assert plates.added("defense_roll", Moment(side=LEFT)) == {
        "standard_steel_plate": of("yellow", 2)
    }


def test_defense_roll_ace_reroll_bonus() -> None:
    assert car("veteran_driver").number("defense_roll", "ace_reroll_bonus", NOW) == 1
    assert car("legend_driver").number("defense_roll", "ace_reroll_bonus", NOW) == 0


def test_driving_roll_add_dice() -> None:
    cards = car("armored_beer_refrigerator on right")
    assert cards.added("driving_roll", Moment(maneuver=True)) == {
        "armored_beer_refrigerator": of("blue", 1)
    }
    assert cards.added("driving_roll", Moment()) == {}


def test_driving_roll_ignore() -> None:
    cards = car("high_density_radials")
    for ace, most in ((5, 2), (4, 2), (3, 1), (2, 1)):
        cards.ace = ace
        (found,) = cards.offered("driving_roll", "ignore", NOW)
        n = cards.times(found.effect)
        assert (found.effect.op, found.effect.icon, found.n, n) == ("ignore", "wrench", 1, most)
        assert dict(found.effect.cost) == {"ace": 2}
        assert found.use == ()
    cards.control, cards.ace = 9, 1
    assert cards.offered("driving_roll", "ignore", NOW) == []
    assert cards.automatic("driving_roll", "ignore", NOW) == []


def test_build_free_copy() -> None:
    assert car("standard_rocket on front").number("build", "free_copy", NOW) == 1
    assert car("heavy_rocket on front").number("build", "free_copy", NOW) == 1
    assert car("heavy_machine_gun on front").number("build", "free_copy", NOW) == 0


def test_collision_pay_substitute() -> None:
    cards = car("strengthened_undercarriage", ace=9)
    (found,) = cards.offered("collision", "pay_substitute", NOW)
    assert cards.times(found.effect) == 1
    assert dict(found.effect.cost) == {"ace": 2}
    assert found.use == (Use(0, 1, "collision"),)
    cards.uses = [*found.use]
    assert cards.offered("collision", "pay_substitute", NOW) == []
    cards.over("collision")
    assert cards.offered("collision", "pay_substitute", NOW) == [found]
    cards.control, cards.ace = 9, 1
    assert cards.offered("collision", "pay_substitute", NOW) == []


def test_collision_damage_save() -> None:
    (found,) = car("safety_cage").automatic("collision_damage", "save", NOW)
    assert (found.effect.dice, found.effect.shield) == (of("yellow", 3), 1)


def test_crew_durability_bonus() -> None:
    assert car("flak_jacket").number("crew", "durability_bonus", NOW) == 1


def test_crew_damage_absorb() -> None:
    (found,) = car("armored_beer_refrigerator on right").automatic("crew_damage", "absorb", NOW)
    assert (found.slot, found.use) == (0, ())


def test_manage_fires_absorb_and_extinguish() -> None:
    cards = car("rookie_driver", "automatic_fire_suppressor on back")
    (found,) = cards.automatic("manage_fires", "absorb_and_extinguish", NOW)
    assert (found.slot, found.use) == (1, ())


def test_hard_changes() -> None:
    booster, brakes = car("superbooster on front"), car("advanced_brakes on back")
    assert booster.automatic("hard_accelerate", "ignore_power_damage", NOW)
    assert not booster.automatic("hard_brake", "ignore_tire_damage", NOW)
    assert brakes.automatic("hard_brake", "ignore_tire_damage", NOW)
    assert not brakes.automatic("hard_accelerate", "ignore_power_damage", NOW)


def test_these_are_the_pairs_of_the_core_set() -> None:
    """Each has a test above: a pair that comes to the core set needs one."""
    core = {
        (e.hook, e.op)
        for card in CARDS.values()
        if card.set == "core"
        for e in EFFECTS[card.number]
    }
    assert core == {
        ("take_control", "gain"), ("maneuver", "gain"), ("attack_roll", "add_dice"),
        ("attack_roll", "reroll"), ("attack", "add_damage"), ("defense_roll", "add_dice"),
        ("defense_roll", "ace_reroll_bonus"), ("driving_roll", "add_dice"),
        ("driving_roll", "ignore"), ("build", "free_copy"), ("collision", "pay_substitute"),
        ("collision_damage", "save"), ("crew", "durability_bonus"), ("crew_damage", "absorb"),
        ("manage_fires", "absorb_and_extinguish"), ("hard_accelerate", "ignore_power_damage"),
        ("hard_brake", "ignore_tire_damage"),
    }  # fmt: skip


# -- the vocabulary


def test_every_effect_is_read() -> None:
    every = [effect for number in CARDS for effect in EFFECTS[number]]
    pairs = {(effect.hook, effect.op) for effect in every}
    assert (len(every), sum(map(bool, EFFECTS.values()))) == (179, 151)
    assert len({hook for hook, _ in pairs}) == 31
    assert {op for _, op in pairs} == {*OPS}
    assert pairs == {(hook, op) for op, what in OPS.items() for hook in what.hooks}
    assert len(OPS) == 49
    assert len(pairs) == 60


NEXT = "weapon==this and first_attack and next.same_target and next.weapon.type!=sidearm"
GUARDS: list[tuple[Hook, str, Moment, Moment]] = [
    ("defense_roll", "side_armor>=1", Moment(side_armor=1), Moment()),
    (
        "attack_roll",
        "weapon.type!=sidearm",
        Moment(weapon_type="weapon"),
        Moment(weapon_type="sidearm"),
    ),
    (
        "driving_roll",
        "maneuver and speed>=4",
        Moment(maneuver=True, speed=4),
        Moment(maneuver=True, speed=3),
    ),
    ("driving_roll", "maneuver and speed>=4", Moment(maneuver=True, speed=5), Moment(speed=5)),
    ("attack", "attacker==this", Moment(attacker=7), Moment(attacker=6)),
    ("attack", "weapon==this", Moment(weapon=7), Moment()),
    (
        "attack_end",
        "weapon==this and wrench>=2",
        Moment(weapon=7, wrench=2),
        Moment(weapon=7, wrench=1),
    ),
    ("attack_roll", "target_side_armor>=1", Moment(target_side_armor=3), Moment(side_armor=3)),
    ("driving_roll", "maneuver", Moment(maneuver=True), Moment()),
    ("defense_roll", "side==this.side", Moment(side=RIGHT), Moment(side=LEFT)),
    ("collision", "own_side in (front,back)", Moment(own_side=BACK), Moment(own_side=LEFT)),
    ("collision", "own_side in (front,back)", Moment(own_side=FRONT), Moment()),
    ("maneuver", "speed>=4", Moment(speed=4), Moment(speed=3)),
    ("driving_roll", "turn.difficulty==1", Moment(turn_difficulty=1), Moment(turn_difficulty=2)),
    (
        "defense_roll",
        "side_armor>=1 and weapon.subtype!=shock",
        Moment(side_armor=1, weapon_subtype="slug"),
        Moment(side_armor=1, weapon_subtype="shock"),
    ),
    (
        "defense_roll",
        "side_armor>=1 and weapon.subtype==laser",
        Moment(side_armor=1, weapon_subtype="laser"),
        Moment(weapon_subtype="laser"),
    ),
    ("take_control", "speed==4", Moment(speed=4), Moment(speed=5)),
    (
        "attack_roll",
        "weapon.type==sidearm and range<=2",
        Moment(weapon_type="sidearm", range=2.0),
        Moment(weapon_type="sidearm", range=2.0001),
    ),
    ("attack", "cover_shields>0", Moment(cover_shields=1), Moment()),
    ("defense_roll", "terrain_level>=1 or out_of_control", Moment(terrain_level=1), Moment()),
    ("defense_roll", "terrain_level>=1 or out_of_control", Moment(out_of_control=True), Moment()),
    ("collision", "own_side==front", Moment(own_side=FRONT), Moment(own_side=BACK)),
    (
        "attack",
        NEXT,
        Moment(weapon=7, first_attack=True, next_same_target=True, next_weapon_type="weapon"),
        Moment(weapon=7, first_attack=True, next_same_target=True, next_weapon_type="sidearm"),
    ),
    (
        "driving_roll",
        "maneuver and speed<=2",
        Moment(maneuver=True, speed=2),
        Moment(maneuver=True, speed=3),
    ),
    ("driving_roll", "die.from==maneuver", Moment(die_from="maneuver"), Moment(die_from="terrain")),
    ("driving_roll", "skids>=3", Moment(skids=3), Moment(skids=2)),
    ("round_start", "tires==0", Moment(tires=0), Moment(tires=1)),
    ("round_start", "both_crew_alive", Moment(), Moment(both_crew_alive=False)),
    ("take_control", "speed<4", Moment(speed=3), Moment(speed=4)),
]


@pytest.mark.parametrize(("hook", "written", "yes", "no"), GUARDS)
def test_a_guard(hook: Hook, written: str, yes: Moment, no: Moment) -> None:
    guard = parse(written)
    assert holds(guard, yes, slot=7, side=RIGHT)
    assert not holds(guard, no, slot=7, side=RIGHT)


def test_every_kind_of_test_of_the_cards_is_tried() -> None:
    def shape(test: Clause) -> tuple[str, str]:
        return test.asks, test.how

    written = {
        shape(test)
        for each in EFFECTS.values() for effect in each for tests in effect.guard for test in tests
    }  # fmt: skip
    tried = {
        shape(test)
        for _, text, *_ in GUARDS for tests in parse(text) for test in tests
    }  # fmt: skip
    assert not written - tried


def test_a_distance_may_be_off_by_a_hair() -> None:
    guard = parse("range<=2")
    assert holds(guard, Moment(range=2.0 + 1e-9))
    assert not holds(guard, Moment(range=2.0 + 1e-5))


def test_no_guard_always_holds() -> None:
    assert parse("") == ()
    assert holds((), Moment())


def faults_of(row: dict[str, Any]) -> list[str]:
    """What of an effect, as it is written, the vocabulary does not have."""
    hook, op = VOCABULARY["hook"].get(row["hook"], {}), OPS.get(row["op"])
    if not hook or op is None:
        return [row["op"]]
    own = row.keys() - EVERY
    asked = {each.asks for clauses in parse(row.get("when", "")) for each in clauses}
    words = {word.replace(".", "_") for word in (*VOCABULARY["always"], *hook.get("asks", ()))}
    return [
        *([] if row["hook"] in op.hooks else [row["hook"]]),
        *sorted({*op.needs} - own),
        *sorted(own.difference(op.needs, op.may)),
        *sorted(asked - words),
        *([] if row.get("weapon", "hand_cannon") in BY_ID else [row["weapon"]]),
    ]


EVERY = {"hook", "op", "when", "cost", "per", "once", "repeatable", "optional"}
GAIN: dict[str, Any] = {"hook": "take_control", "op": "gain", "token": "ace", "n": 1}


def test_the_cards_say_nothing_that_the_vocabulary_does_not_have() -> None:
    assert {*VOCABULARY["hook"]} == {*get_args(Hook)}
    words = {word.replace(".", "_") for word in VOCABULARY["word"]}
    assert words <= {*Moment.__struct_fields__}
    assert {word for hook in VOCABULARY["hook"].values() for word in hook.get("asks", ())} <= {
        *VOCABULARY["word"]
    }
    for card in CARDS.values():
        assert [faults_of(dict(row)) for row in card.effects] == [[] for _ in card.effects], card.id


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (GAIN | {"hook": "crew"}, "crew"),
        (GAIN | {"icon": "hit"}, "icon"),
        ({"hook": "take_control", "op": "gain", "token": "ace"}, "n"),
        (GAIN | {"when": "wrench>=1"}, "wrench"),
        ({"hook": "attack", "op": "arc_override", "weapon": "spoon", "arcs": "any"}, "spoon"),
    ],
)
def test_what_the_vocabulary_does_not_have_is_found(row: dict[str, Any], fault: str) -> None:
    assert faults_of(row) == [fault]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (GAIN | {"hook": "tea_time"}, ": 'tea_time'"),
        (GAIN | {"token": "gold"}, " gain: token: 'gold' is none of the words it may be."),
        (GAIN | {"n": "speed"}, " gain: n: 'speed' is none of the words it may be."),
        (GAIN | {"per": "week"}, " gain: period: 'week' is none of the words it may be."),
        (GAIN | {"cost": {"gold": 1}}, " gain: cost: 'gold' is none of the words"),
        (GAIN | {"when": "spede>4"}, ": 'spede'"),
        (GAIN | {"when": "4>=speed"}, ": '4>=speed' is no question."),
        (GAIN | {"when": "speed>=fast"}, ": could not convert string to float: 'fast'"),
        (GAIN | {"when": "side==roof"}, ": 'roof'"),
        (GAIN | {"dice": {"pink": 1}}, ": There is no die of the colour 'pink'."),
    ],
)
def test_an_effect_that_cannot_be_read_is_told(row: dict[str, Any], fault: str) -> None:
    place = "data/cards.toml: card taco: effects[0]"
    with pytest.raises(BadData) as error:
        read(place, row)
    (told,) = error.value.faults
    assert told.startswith(place + fault)


# -- limits, prices and order


@pytest.mark.parametrize(
    ("card", "at", "purse", "most"),
    [
        ("high_density_radials", 1, dict(ace=7), 3),
        ("strengthened_undercarriage", 1, dict(ace=7), 1),
        ("targeting_computer", 0, dict(), 1),
        ("supplemental_power_cell", 0, dict(tires=1), 0),
        ("supplemental_power_cell", 0, dict(tires=5), 1),
        ("thundercat_battery", 0, dict(control=1, ace=1), 1),
        ("thundercat_battery", 0, dict(control=0, ace=9), 0),
        ("reactive_defense_system", 0, dict(), 1),
        ("spoiler", 1, dict(ace=8), 2),
        ("bandit", 0, dict(), 1),
    ],
)
def test_how_often_an_effect_can_be_paid(
    card: str, at: int, purse: dict[str, int], most: int
) -> None:
    assert car(card, **({"tires": 0} | purse)).times(one(card, at).effect) == most


@pytest.mark.parametrize(
    ("card", "at", "use"),
    [
        ("targeting_computer", 0, "round"),
        ("autopilot", 1, "turn"),
        ("thundercat_battery", 0, "phase"),
        ("hud_goggles", 0, "attack"),
        ("bandit", 0, "driving_roll"),
        ("magnetic_dampers", 0, "driving_roll"),
        ("strengthened_undercarriage", 1, "collision"),
        ("fire_extinguisher", 0, "phase"),
        ("high_density_radials", 1, None),
        ("autopilot", 0, None),
    ],
)
def test_how_long_a_use_counts(card: str, at: int, use: str | None) -> None:
    assert [each.until for each in one(card, at).use] == ([use] if use else [])


def test_a_use_of_one_card_leaves_its_twin_alone() -> None:
    twins = car("targeting_computer on front", "targeting_computer on back")
    gun = Moment(weapon_type="weapon")
    first, _ = twins.offered("attack_roll", "add_dice", gun)
    twins.uses = [*first.use]
    assert [each.slot for each in twins.offered("attack_roll", "add_dice", gun)] == [1]
    twins.uses = [Use(5, 0, "round"), *first.use, Use(0, 3, "round")]
    assert [each.slot for each in twins.offered("attack_roll", "add_dice", gun)] == [1]


def test_what_may_be_declined_is_offered_and_the_rest_comes_unasked() -> None:
    free = car("bandit", "rookie_gunner", "chassis_brace", control=5, ace=5)
    assert [each.slot for each in free.offered("driving_roll", "reroll", NOW)] == [0]
    assert free.offered("driving_roll", "add_dice", NOW) == []
    assert free.number("driving_roll", "reroll", NOW) == 1
    boots = car("driving_boots", control=5, ace=5)
    assert boots.number("driving_roll", "reroll", NOW) == 0
    offered = boots.offered("driving_roll", "reroll", NOW)
    assert [each.effect.die for each in offered] == ["yellow"]


def test_effects_of_a_hook_take_their_turn_in_the_order_of_the_file() -> None:
    """Dice before the roll, then re-rolls, results, and payments."""
    cards = car(
        "spoiler on back", "high_density_radials", "bandit", "sharkfin_aero_package on left"
    )
    found = cards.applied("driving_roll", Moment(maneuver=True))
    assert [each.effect.op for each in found] == ["add_dice", "reroll", "ignore", "pay_substitute"]
    assert found[0].effect.then


def test_effects_of_several_cards_add_up() -> None:
    cards = car("rookie_driver", "max", "vandal", "max")
    dice = cards.added("attack_roll", Moment(attacker=0))
    assert dice == {"max": of("yellow", 2), "vandal": of("blue", 1)}
    assert plus(*dice.values()) == pool({"yellow": 2, "blue": 1})


def test_a_card_without_effects_does_nothing() -> None:
    cards = car("rookie_driver", "rookie_gunner", "hand_cannon", "heavy_machine_gun on front")
    asked: list[Hook] = ["take_control", "attack_roll", "defense_roll", "driving_roll", "build"]
    assert [cards.applied(hook, Moment(attacker=0, weapon=3)) for hook in asked] == [[]] * 5


def test_a_card_whose_effects_are_taken_away_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFECTS, BY_ID["amateur_driver"].number, ())
    assert gained(car("amateur_driver"), "take_control", NOW) == (0, 0)
