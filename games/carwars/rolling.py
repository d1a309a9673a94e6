"""Dice that are rolled at the table: a draw for each, and why it is rolled."""

from __future__ import annotations

from collections.abc import Iterable

from games.carwars.dice import COLOURS, FACES, SIDES, Icons, Pool
from games.carwars.events import Die
from games.carwars.state import Live


def roll(context: Live, dice: Pool, name: str, why: str) -> list[Die]:
    """Roll a pool. `name` is what the draws are called, with the colour of each die."""
    return [
        Die(colour, context.chance.below(SIDES, f"{name}, {COLOURS[colour]} die"), why)
        for colour, count in enumerate(dice)
        for _ in range(count)
    ]


def again(context: Live, dice: list[Die], at: int, name: str) -> None:
    """Roll one of them again; the newest result stands. Rules: Re-Rolling Dice; Ruling 19"""
    die = dice[at]
    face = context.chance.below(SIDES, f"{name}, {COLOURS[die.color]} die again")
    dice[at] = Die(die.color, face, die.why, (*die.was, die.face))


def icons(die: Die) -> Icons:
    """What a die shows."""
    return FACES[die.color][die.face]


def total(dice: Iterable[Die]) -> Icons:
    """What dice show together."""
    hit = skid_shield = wrench = 0
    for die in dice:
        face = FACES[die.color][die.face]
        hit, skid_shield, wrench = (
            hit + face.hit,
            skid_shield + face.skid_shield,
            wrench + face.wrench,
        )
    return Icons(hit, skid_shield, wrench)
