"""What is not legal is refused with a sentence of its own, and changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.engine.chance import SeededChance
from games.engine.errors import Illegal
from games.engine.table import Table
from games.mini_carwars import GAME
from games.mini_carwars.catalog import BACK, FRONT, NUMBERS
from games.mini_carwars.moves import Drive, Fire, Speed, Take
from games.mini_carwars.options import Options
from games.mini_carwars.state import State


def duel(kind: str) -> Table[State]:
    """Two Couriers on the road, up to a question of that kind to the first seat."""
    table, _ = Table.start(GAME, 2, SeededChance(4), Options(open_sheets=True))
    for seat in (0, 1):
        give(table, seat, Take(NUMBERS["courier"]))
    while (ask := table.ask_of(0)) is None or ask.kind != kind:
        for each in table.asks:
            table.answer(each.seat, each.number, each.default)
    return table


def give(table: Table[State], seat: int, value: Any) -> None:
    ask = table.ask_of(seat)
    assert ask is not None
    table.answer(seat, ask.number, value)


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("speed", Speed(110), "No vehicle does more than 100 mph."),
        ("speed", Speed(80), "From 60 mph this vehicle can show 70, 60, 50 or 40 mph, not 80."),
        ("speed", Speed(-10), "not -10"),
        ("move", Drive("pivot", 90, "left"), "Only a vehicle at 10 mph can pivot"),
        ("move", Drive("swerve", 45, "left"), "A car swerves by 15 or 30 degrees, not by 45."),
        ("move", Drive("drift", 3), "a quarter or half an inch"),
        ("move", Drive("fly"), "There are four ways to move"),
        ("fire", Fire((9,), 1, FRONT), "There is no such weapon on this vehicle."),
        ("fire", Fire((0, 1), 1, FRONT), "Only linked weapons fire together."),
        ("fire", Fire((0,), 0, FRONT), "That vehicle is on your own side."),
        ("fire", Fire((3,), 1, FRONT), "Nothing of that vehicle can be seen from the back."),
        ("fire", Fire((0,), 7, FRONT), "There is no such target."),
        ("fire", Fire((0,), 1, FRONT, out=True), "cannot be seen"),
    ],
)
def test_what_is_wrong_is_said(kind: str, value: Any, words: str) -> None:
    table = duel(kind)
    before = msgspec.json.encode(table.save())
    with pytest.raises(Illegal) as refused:
        give(table, 0, value)
    assert words in str(refused.value)
    assert refused.value.cite.startswith("Rules: ")
    assert msgspec.json.encode(table.save()) == before


def test_a_side_that_cannot_be_seen_is_no_target() -> None:
    """Rules: 8. Combat, Targeting"""
    table = duel("fire")
    cars = table.context.state.vehicles
    behind = cars[0].y < cars[1].y
    weapon, hidden = (0, FRONT) if behind else (3, BACK)
    with pytest.raises(Illegal, match="side of that vehicle cannot be seen"):
        give(table, 0, Fire((weapon,), 1, hidden))


def test_what_cannot_be_paid_is_not_sold() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(4), Options())
    with pytest.raises(Illegal, match=r"Courier \(b\) for \$23,200 cannot be bought here"):
        give(table, 0, Take(NUMBERS["courier_b"]))
    with pytest.raises(Illegal, match="no such vehicle"):
        give(table, 0, Take(99))
