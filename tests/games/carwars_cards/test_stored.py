"""Matches stored under an earlier schema go on as they were."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.carwars_cards import GAME
from games.carwars_cards.moves import Leave
from games.carwars_cards.options import Options
from games.engine.chance import SeededChance
from games.engine.table import Save, Table


def of_schema(number: int, save: Save) -> Save:
    """The save as it was when players had no seat of their own (1), and when those who had left
    were gone (2)."""
    state = msgspec.json.decode(save.checkpoint)
    for player in state["players"]:
        player["gone"] = player.pop("left", False)
        if number == 1:
            del player["seat"]
    checkpoint = msgspec.Raw(msgspec.json.encode(state))
    return msgspec.structs.replace(save, schema=number, checkpoint=checkpoint)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("schema", [1, 2])
def test_a_match_of_an_older_schema_is_carried_over_at_any_question(
    schema: int, seats: int
) -> None:
    rng, chance = random.Random(seats), SeededChance(seats)
    table, _ = Table.start(GAME, seats, chance, Options(points_to_win=100))
    looks = 0
    while table.result is None:
        if looks % 7 == 0:
            again: Table[Any] = Table.load(of_schema(schema, table.save()), SeededChance(seats))
            assert again.context.state == table.context.state
            assert [player.seat for player in again.context.state.players] == list(range(seats))
            assert [*map(repr, again.asks)] == [*map(repr, table.asks)]
        if looks == 60:
            table.order(seats - 1, Leave())
        looks += 1
        ask = rng.choice(table.asks)
        value = rng.choice(ask.options) if ask.options else ask.default
        table.answer(ask.seat, ask.number, value)
    assert looks > 50


def test_other_schemas_are_not_known() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(1))
    save = msgspec.structs.replace(table.save(), schema=0)
    with pytest.raises(ValueError, match="schema 0"):
        Table.load(save, SeededChance(1))
