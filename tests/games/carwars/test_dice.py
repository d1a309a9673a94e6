"""The dice: what they show, how they are rolled, and what is likely, reckoned twice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carwars.catalog import BY_ID
from games.carwars.dice import (
    COLOURS,
    FACES,
    FIRST,
    MEANS,
    NO_DICE,
    Die,
    Icons,
    Pool,
    Wrench,
    at_least,
    less,
    mean,
    minus,
    of,
    plus,
    pool,
    reroll,
    roll,
    spread,
    total,
)
from games.carwars.outlook import through
from games.engine.chance import ScriptedChance
from games.engine.rows import BadData

few = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 2), max_size=2).map(pool)


def test_pools() -> None:
    assert pool({"black": 1, "red": 2}) == (2, 0, 0, 0, 0, 1)
    assert plus(of("red", 1), of("red", 2), of("white", 1)) == pool({"red": 3, "white": 1})
    assert plus() == NO_DICE
    assert minus(pool({"red": 1, "blue": 2}), pool({"red": 2, "blue": 1})) == of("blue", 1)
    with pytest.raises(BadData, match=r"^There is no die of the colour 'pink'\.$"):
        pool({"pink": 1})


def test_what_a_die_shows_on_average() -> None:
    sixths = {
        colour: {icon: round(6 * MEANS[colour][icon]) for icon in Icons._fields}  # type: ignore[index]
        for colour in COLOURS
    }
    assert sixths == {
        "red": {"hit": 2, "skid_shield": 3, "wrench": 1},
        "yellow": {"hit": 5, "skid_shield": 2, "wrench": 0},
        "green": {"hit": 5, "skid_shield": 1, "wrench": 2},
        "blue": {"hit": 3, "skid_shield": 3, "wrench": 0},
        "white": {"hit": 3, "skid_shield": 3, "wrench": 3},
        "black": {"hit": 1, "skid_shield": 1, "wrench": 4},
    }


def test_the_published_check_of_the_faces() -> None:
    """A Standard Machine Gun deals at most 5 damage, at most 2 of it to tires."""
    gun = BY_ID["standard_machine_gun"]
    sums = [total_of(rolled) for rolled in every(gun.dice)]
    assert gun.basic + max(sum(shown) for shown in sums) == 5
    assert max(wrenches for _, wrenches in sums) == 2


def test_a_roll_takes_a_draw_for_each_die() -> None:
    yellow = "drive of 1: yellow die"
    chance = ScriptedChance([(yellow, 5), (yellow, 0), ("drive of 1: green die", 1)])
    rolled = roll(chance, "drive of 1", speed=of("yellow", 2), d1=of("green", 1), terrain=NO_DICE)
    chance.finish()
    assert rolled == [Die("yellow", 5, "speed"), Die("yellow", 0, "speed"), Die("green", 1, "d1")]
    assert total(rolled) == Icons(hit=2, skid_shield=1, wrench=1)
    assert total([]) == Icons()


def test_a_die_that_is_rolled_again_shows_its_newest_face() -> None:
    chance = ScriptedChance([("x: white die again", 1), ("x: white die again", 4)])
    dice = [Die("red", 0), Die("white", 3, "d4")]
    reroll(chance, "x", dice, 1)
    assert (dice[1], dice[1].shows) == (Die("white", 1, "d4", (3,)), Icons(skid_shield=2))
    reroll(chance, "x", dice, 1)
    assert (dice[1], dice[1].shows) == (Die("white", 4, "d4", (3, 1)), Icons(hit=1))
    assert dice[0] == Die("red", 0)
    chance.finish()


# -- what is likely, against every roll there is


def every(many: Pool) -> Iterator[tuple[Icons, ...]]:
    """Each roll of a pool, all as likely."""
    colours = [colour for colour, n in zip(COLOURS, many, strict=True) for _ in range(n)]
    return product(*(FACES[colour] for colour in colours))


def shares(numbers: list[int]) -> list[float]:
    """How often each number is there, from 0 on."""
    return [numbers.count(n) / len(numbers) for n in range(max(numbers) + 1)]


def total_of(rolled: tuple[Icons, ...]) -> tuple[int, int]:
    """Its hits and wrenches."""
    return sum(face.hit for face in rolled), sum(face.wrench for face in rolled)


@given(few)
@settings(max_examples=60, deadline=None)
def test_a_spread_counts_every_roll(many: Pool) -> None:
    sums = [sum(face.skid_shield for face in rolled) for rolled in every(many)]
    assert spread(many) == pytest.approx(shares(sums))
    assert mean(spread(many)) == pytest.approx(sum(sums) / len(sums))


@given(
    few, st.integers(0, 3), st.sampled_from(["none", "basic", "tire", "fire", "explosion", "paint"])
)
@settings(max_examples=60, deadline=None)
def test_damage_counts_every_roll(many: Pool, basic: int, wrench: Wrench) -> None:
    sums, first = list[int](), 0
    for rolled in every(many):
        hits, wrenches = total_of(rolled)
        first += wrenches > 0 and wrench in (*FIRST, "paint")
        counts = wrenches if wrench not in ("none", "paint") else 0
        got = counts - (counts > 0 and wrench in FIRST)
        sums.append(basic + hits + got)
    armor, tires, special = through(many, basic, wrench, 0, (1.0,))
    assert armor + tires == pytest.approx(sum(sums) / len(sums))
    assert special == pytest.approx(first / len(sums))


def again(colours: tuple[str, ...], left: int) -> dict[int, Fraction]:
    """How likely each sum is when dice that show nothing are rolled again, die after die: reckoned
    as a tree, the likeliest colours first."""

    @cache
    def die(colour: str) -> list[int]:
        return [face.skid_shield for face in FACES[colour]]  # type: ignore[index]

    if not colours:
        return {0: Fraction(1)}
    out: dict[int, Fraction] = {}
    first, *rest = sorted(colours, key=lambda colour: die(colour).count(0))
    for value in die(first):
        if value or not left:
            below = again(tuple(rest), left)
            shift = value
        else:
            below, shift = again((first, *rest), left - 1), 0
        for at, chance in below.items():
            out[at + shift] = out.get(at + shift, Fraction(0)) + chance / 6
    return out


@pytest.mark.parametrize("rerolls", [1, 2, 3])
@pytest.mark.parametrize(
    "many", [{"yellow": 3}, {"white": 1, "blue": 1, "black": 1}, {"yellow": 2, "white": 1}, {}]
)
def test_re_rolls_are_reckoned_exactly(many: dict[str, int], rerolls: int) -> None:
    colours = tuple(colour for colour, n in many.items() for _ in range(n))
    wanted = again(colours, rerolls)
    found = spread(pool(many), rerolls)
    assert found == pytest.approx([float(wanted.get(at, 0)) for at in range(len(found))])


def test_fire_with_re_rolls() -> None:
    # One black die and one re-roll: no icon on 1 face of 6, a wrench on 4, a hit on 1.
    wanted = {"hit": 1 / 6 + 1 / 36, "wrench": 4 / 6 + 4 / 36, "nothing": 1 / 36}
    armor, tires, special = through(of("black", 1), 1, "fire", 1, (1.0,))
    assert armor == pytest.approx(wanted["wrench"] + wanted["nothing"] + 2 * wanted["hit"])
    assert tires == 0.0
    assert special == pytest.approx(wanted["wrench"])


def test_shields_take_damage_away() -> None:
    assert less((0.0, 0.0, 1.0), (0.5, 0.25, 0.0, 0.25)) == pytest.approx((0.25, 0.25, 0.5))
    assert less((1.0,), (0.0, 1.0)) == (1.0,)
    armor, _, _ = through(of("blue", 2), 0, "none", 0, spread(of("blue", 1)))
    assert armor == pytest.approx(0.5 * 1.0 + 0.5 * 0.25)


def test_how_likely_a_car_loses_control() -> None:
    two = spread(of("blue", 2))
    assert [at_least(two, n) for n in (-1, 0, 1, 2, 3)] == pytest.approx([1, 1, 0.75, 0.25, 0])
