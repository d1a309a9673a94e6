"""Races stored under an earlier schema go on as they were."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.engine.chance import SeededChance
from games.engine.players import Player
from games.engine.table import Save, Table
from games.world_auto_racing import GAME
from games.world_auto_racing.events import Progressed
from games.world_auto_racing.moves import Leave
from games.world_auto_racing.options import Options
from tests.games.world_auto_racing.laps import Race, racer, state


def of_schema_2(save: Save) -> Save:
    """The save as it was when those who had left had retired."""
    race = msgspec.json.decode(save.checkpoint)
    for driver in race["drivers"]:
        driver["retired"] = driver.pop("left", False)
    checkpoint = msgspec.Raw(msgspec.json.encode(race))
    return msgspec.structs.replace(save, schema=2, checkpoint=checkpoint)


def of_schema_1(save: Save) -> Save:
    """The save as it was when drivers only noted that they had looked at the top card of their
    garage, and when a search noted nothing."""
    race = msgspec.json.decode(of_schema_2(save).checkpoint)
    race["retiring"] = race.pop("leaving", [])
    searching = any(task[0] == "search" for task in race.get("todo", ()))
    for driver in race["drivers"]:
        driver["peeked"] = bool(driver.pop("found", [])) and not searching
    checkpoint = msgspec.Raw(msgspec.json.encode(race))
    return msgspec.structs.replace(save, schema=1, checkpoint=checkpoint)


def carried_over(
    table: Table[Any], chance: SeededChance, older: Callable[[Save], Save] = of_schema_1
) -> Table[Any]:
    """The table loaded from such a save, found to be as it was."""
    again: Table[Any] = Table.load(older(table.save()), chance)
    assert again.context.state == table.context.state
    assert [*map(repr, again.asks)] == [*map(repr, table.asks)]
    return again


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("older", [of_schema_1, of_schema_2])
def test_a_race_of_an_older_schema_is_carried_over_at_any_question(
    older: Callable[[Save], Save], seats: int
) -> None:
    rng, chance = random.Random(seats), SeededChance(seats)
    table, _ = Table.start(GAME, seats, chance, Options(length=60))
    looks = 0
    while table.result is None:
        if looks % 7 == 0:
            carried_over(table, SeededChance(seats), older)
        if looks == 20:
            table.order(seats - 1, Leave())
        looks += 1
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.number, rng.choice(ask.options))
    assert looks > 20
    assert table.context.state.drivers[-1].left


@pytest.mark.parametrize("card", ["data_engineer", "rally_computer"])
def test_a_driver_who_looks_into_the_garage_sees_the_same_cards(card: str) -> None:
    garage = "redline, drizzle, late_brake"
    if card == "data_engineer":
        race = Race(state(racer(hand=card, garage=garage), racer()))
        race.play(0, card)
    else:
        race = Race(state(racer(mods=card, garage=garage), racer(), beat="beginning"))
    again = carried_over(race.table, SeededChance(1))
    assert again.view(0).found == race.table.view(0).found != ()


def test_a_sum_that_was_stored_with_the_words_of_its_rules_is_told_as_it_was() -> None:
    def step(kind: str, points: float, reason: str, group: str, after: float) -> dict[str, Any]:
        return {"kind": kind, "points": points, "reason": reason, "group": group, "after": after}

    stored = {
        "type": "Progressed",
        "seat": 0,
        "calculation": {
            "power": [
                step("base", 3, "Kazeno Tsubame RS", "car", 3),
                step("sub", -4, "Brake Check", "control", -1),
                step("zero", 0, "a stat is never below 0", "rule", 0),
                step("floor", 5, "Trail Off", "control", 5),
                step("course", 1.5, "Hairpin, at least 1.5 by Big Drum Brakes", "course", 7.5),
                step("down", 0, "rounded down", "rule", 7),
            ],
            "handling": [
                step("base", 2, "Kazeno Tsubame RS", "car", 2),
                step("course", 1, "no course", "course", 2),
            ],
            "power_total": 7,
            "handling_total": 2,
            "total": 9,
        },
        "before": 10,
        "after": 19,
    }
    event = msgspec.json.decode(msgspec.json.encode(stored), type=Progressed)
    assert GAME.words.event(event, [Player("Ann")], None) == (
        "Ann: power 3 −4 controls = −1, raised to 0, raised to 5 by Trail Off, ×1.5 = 7.5, "
        "rounded down to 7; handling 2. +9: 10 to 19."
    )


def test_other_schemas_are_not_known() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(1))
    save = msgspec.structs.replace(table.save(), schema=0)
    with pytest.raises(ValueError, match="schema 0"):
        Table.load(save, SeededChance(1))
