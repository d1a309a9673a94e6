"""Dice that are rolled at the table: a draw for each, under a name that says whose roll it is."""

from __future__ import annotations

from games.carwars.dice import COLOURS, SIDES, Die, Pool
from games.carwars.state import Live


def rolled(context: Live, name: str, **pools: Pool) -> list[Die]:
    """Roll pools, each by what it is rolled for (`Die.why`)."""
    return [
        Die(colour, context.chance.below(SIDES, f"{name}: {colour} die"), why)
        for why, pool in pools.items()
        for colour, count in zip(COLOURS, pool, strict=True)
        for _ in range(count)
    ]


def again(context: Live, dice: list[Die], at: int, name: str) -> None:
    """Roll one of them again; the newest result stands. Rules: Re-Rolling Dice; Ruling 19"""
    die = dice[at]
    face = context.chance.below(SIDES, f"{name}: {die.colour} die again")
    dice[at] = Die(die.colour, face, die.why, (*die.was, die.face))
