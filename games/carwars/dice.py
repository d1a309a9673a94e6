"""The dice: their faces, how they are rolled, and what is likely to come of them.

A *pool* is how many dice there are of each colour. What is likely is exact: counts are convolved,
not sampled. Rules: Dice (p. 6), Driving Rolls (p. 12), Attack, Defense (p. 18 to 20)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, cast, get_args

import msgspec

from games.engine.chance import Chance
from games.engine.rows import BadData, read_file

Colour = Literal["red", "yellow", "green", "blue", "white", "black"]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
Icon = Literal["hit", "skid_shield", "wrench"]
Wrench = Literal["none", "basic", "tire", "fire", "explosion", "paint"]
"""What wrenches of an attack become: nothing, damage each, or the first of them something else."""
FIRST: Final = ("fire", "explosion")
"""Those whose first wrench is no damage; every further one is basic damage."""
Pool = tuple[int, int, int, int, int, int]
"""How many dice of each colour, in the order of `COLOURS`."""
Spread = tuple[float, ...]
"""How likely each number is, from 0 on: a distribution."""
SIDES: Final = 6
NO_DICE: Final[Pool] = (0, 0, 0, 0, 0, 0)


class Icons(NamedTuple):
    """How many icons of each kind dice show."""

    hit: int = 0
    skid_shield: int = 0
    wrench: int = 0


class Die(msgspec.Struct, frozen=True, array_like=True):
    """A die as it lies."""

    colour: Colour
    face: int
    """Which of the colour's `FACES` it shows."""
    why: str = ""
    """What it is rolled for: `speed`, `d1` to `d4`, `terrain`, `weapon`, or the id of a card or
    hazard."""
    was: tuple[int, ...] = ()
    """Faces it showed before it was re-rolled, the first one first."""

    @property
    def shows(self) -> Icons:
        return FACES[self.colour][self.face]


def pool(dice: Mapping[Any, int]) -> Pool:
    """A pool by names of colours. Raises `BadData` for a colour there is not.

    >>> pool({"yellow": 2, "black": 1})
    (0, 2, 0, 0, 0, 1)
    """
    if strange := sorted(set(dice).difference(COLOURS)):
        raise BadData([f"There is no die of the colour {strange[0]!r}."])
    return cast(Pool, tuple(dice.get(colour, 0) for colour in COLOURS))


def of(colour: Colour, count: int) -> Pool:
    """A pool of one colour."""
    return pool({colour: count})


def plus(*pools: Pool) -> Pool:
    """All the dice together."""
    return cast(Pool, tuple(map(sum, zip(NO_DICE, *pools, strict=True))))


def minus(dice: Pool, out: Pool) -> Pool:
    """The dice without those, as far as they are there."""
    return cast(Pool, tuple(max(0, a - b) for a, b in zip(dice, out, strict=True)))


def colours(dice: Pool) -> list[Colour]:
    """Each of the dice by its colour."""
    return [colour for colour, count in zip(COLOURS, dice, strict=True) for _ in range(count)]


# -- rolling

FACES: Final[Mapping[Colour, tuple[Icons, ...]]] = {
    colour: tuple(Icons(*face) for face in faces)
    for colour, faces in read_file(__package__, "data/dice.toml")["faces"].items()
}
"""Icons on the faces of each colour."""
MEANS: Final[Mapping[Colour, Mapping[Icon, float]]] = {
    colour: {icon: sum(getattr(face, icon) for face in faces) / SIDES for icon in get_args(Icon)}
    for colour, faces in FACES.items()
}
"""Icons to be expected of a die of each colour."""


def roll(chance: Chance, name: str, **pools: Pool) -> list[Die]:
    """Roll pools, each by what it is rolled for (`Die.why`), with a draw for each die. `name` says
    whose roll it is."""
    return [
        Die(colour, chance.below(SIDES, f"{name}: {colour} die"), why)
        for why, each in pools.items()
        for colour in colours(each)
    ]


def reroll(chance: Chance, name: str, dice: list[Die], at: int) -> None:
    """Roll one of the dice again; the newest result stands. Rules: Re-Rolling Dice; Ruling 19"""
    die = dice[at]
    face = chance.below(SIDES, f"{name}: {die.colour} die again")
    dice[at] = Die(die.colour, face, die.why, (*die.was, die.face))


def blank(dice: Sequence[Die], *icons: Icon) -> int:
    """The first of the dice that shows none of these icons, the likeliest to show one first; -1 for
    none."""
    means = [sum(MEANS[die.colour][icon] for icon in icons) for die in dice]
    shown = [sum(getattr(die.shows, icon) for icon in icons) for die in dice]
    without = [at for at, count in enumerate(shown) if not count]
    return max(without, key=lambda at: (means[at], -at), default=-1)


def total(dice: Iterable[Die]) -> Icons:
    """The icons that dice show together."""
    return Icons(*map(sum, zip(*(die.shows for die in dice), strict=True)))


# -- what is likely


@lru_cache(maxsize=8192)
def spread(dice: Pool, rerolls: int = 0) -> Spread:
    """How likely each number of skid-shields of a roll is. Dice that show none are rolled again as
    often as there are re-rolls, one at a time, the likeliest colours first.

    Rules: Driving Rolls (p. 12); Defense (p. 20)
    """
    # A row for each number of re-rolls that are left, from die to die.
    rows = [[1.0 if left == rerolls else 0.0] for left in range(rerolls + 1)]
    for colour in sorted(colours(dice), key=lambda each: _SHIELDS[each][0]):
        weights = _SHIELDS[colour]
        again = [0.0] * len(rows[0])
        for left in range(rerolls, -1, -1):
            rolled = [first + more for first, more in zip(rows[left], again, strict=True)]
            rows[left] = _convolved(rolled, (0.0, *weights[1:]) if left else weights)
            again = [weights[0] * chance for chance in rolled]
    return tuple(map(sum, zip(*rows, strict=True)))


def _chances(faces: Iterable[Icons]) -> Spread:
    shown = [face.skid_shield for face in faces]
    return tuple(shown.count(n) / SIDES for n in range(max(shown) + 1))


_SHIELDS: Final = {colour: _chances(faces) for colour, faces in FACES.items()}
"""How likely one die shows each number of skid-shields."""


def _convolved(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """How likely each sum of two independent numbers is."""
    out = [0.0] * (len(one) + len(other) - 1)
    for at, a in enumerate(one):
        for by, b in enumerate(other, at):
            out[by] += a * b
    return out


@lru_cache(4096)
def damage_of(dice: Pool, wrench: float) -> float:
    """Damage to be expected of an attack's dice, where a wrench is worth so many hits."""
    means = (MEANS[colour]["hit"] + wrench * MEANS[colour]["wrench"] for colour in COLOURS)
    return sum((count * mean for count, mean in zip(dice, means, strict=True)), 0.0)


def less(one: Spread, other: Spread) -> Spread:
    """How likely each difference of two independent numbers is, what is under 0 counted as 0."""
    out = [0.0] * len(one)
    for at, a in enumerate(one):
        for by, b in enumerate(other):
            out[max(0, at - by)] += a * b
    return tuple(out)


def mean(numbers: Spread) -> float:
    """The number to be expected."""
    return sum(at * chance for at, chance in enumerate(numbers))


def at_least(numbers: Spread, least: int) -> float:
    """How likely the number is not less than that."""
    return sum(numbers[max(0, least) :])
