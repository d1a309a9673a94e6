"""What was stored by earlier rules is read and played on."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from games.engine.chance import SeededChance
from games.engine.table import Save, Table
from games.mini_carwars import GAME
from games.mini_carwars.events import Event, Fired, Hit, WentOut
from games.mini_carwars.moves import Hold
from games.mini_carwars.options import Options
from games.mini_carwars.state import State
from tests.games.mini_carwars.sights import PLAYERS

KART = {
    "model": 0,
    "armor": [6, 4, 4, 4, 0],
    "bought": [6, 4, 4, 4, 0],
    "plant": 8,
    "weapons": [{}],
    "crew": [{}],
}
OLD = {
    "options": {"scenario": "open-fight"},
    "seats": 3,
    "beat": "fire",
    "vehicles": [
        {"owner": 0, "speed": 30, **KART},
        {"owner": 1, "speed": 30, "y": 4.0, **KART},
        {"owner": 2, "x": 5.2, "out": "left", **KART},
    ],
    "turn": 3,
    "phase": 3,
    "order": [0, 1, 2],
    "fired": True,
    "starts": [0.0, 0.0, 0.0],
    "sections": [-1, 0, 1, 2],
}
"""A fight of the first rules: something was fired in the last step, and somebody is off the map."""


def test_a_fight_of_the_first_rules_goes_on() -> None:
    state = msgspec.json.decode(json.dumps(OLD), type=State)
    table, _ = Table.begin(GAME, state, SeededChance(1))
    for _ in range(60):
        if not table.asks:
            break
        ask = table.asks[0]
        table.answer(ask.seat, ask.number, ask.default)
    assert table.context.state.turn > 4
    gone = table.view(None).cars[2]
    assert (gone.out, gone.here, gone.x) == ("left", False, 5.2)


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Options(scenario="open-fight"), 3),
        (Options(scenario="pack-attack"), 3),
        (Options(scenario="pack-attack", lone="last"), 2),
    ],
)
def test_a_fight_of_the_first_schema_is_carried_over_at_any_question(
    options: Options, seats: int
) -> None:
    rng = random.Random(seats)
    table, _ = Table.start(GAME, seats, SeededChance(seats), options)
    for look in range(120):
        if table.result is not None:
            break
        if look == 60:
            table.order(1, GAME.Leave())
        if look % 7 == 0:
            again: Table[Any] = Table.load(of_schema_1(table.save()), SeededChance(seats))
            assert again.context.state == table.context.state
            assert [*map(repr, again.asks)] == [*map(repr, table.asks)]
        ask = rng.choice(table.asks)
        table.answer(ask.seat, ask.number, rng.choice(ask.options))
    assert look > 20


def of_schema_1(save: Save) -> Save:
    """The save as it was when a fight had its own words for leaving, and lost armor was written
    down once there was any."""
    state = msgspec.json.decode(save.checkpoint)
    state["quit"], state["quitting"] = state.pop("left", []), state.pop("leaving", [])
    if state.setdefault("lone", 0) == 0:
        del state["lone"]
    for vehicle in state.get("vehicles", ()):
        if not any(vehicle["lost"]):
            del vehicle["lost"]
        for person in vehicle["crew"]:
            person.pop("gunner", None)
    checkpoint = msgspec.Raw(msgspec.json.encode(state))
    return msgspec.structs.replace(save, schema=1, checkpoint=checkpoint)


def test_other_schemas_are_not_known() -> None:
    table, _ = Table.start(GAME, 2, SeededChance(1))
    save = msgspec.structs.replace(table.save(), schema=0)
    with pytest.raises(ValueError, match="schema 0"):
        Table.load(save, SeededChance(1))


def test_its_step_of_fire_is_asked_once_more_and_no_oftener() -> None:
    state = msgspec.json.decode(json.dumps(OLD), type=State)
    table, _ = Table.begin(GAME, state, SeededChance(1))
    phases = []
    while table.asks[0].kind == "fire":
        phases.append(table.context.state.phase)
        for ask in list(table.asks):
            table.answer(ask.seat, ask.number, Hold())
    assert phases == [3, 4]


def test_its_events_are_read() -> None:
    fired = (
        '{"type":"fired","vehicle":0,"person":0,"weapon":2,"kind":"mg","mount":0,"target":1,'
        '"side":2,"start":[0.0,0.5],"end":[0.0,3.5],"range":3.0,"sum":{"parts":[]},"need":7,'
        '"dice":[4,5],"hit":true,"tags":[]}'
    )
    hit = (
        '{"type":"hit","vehicle":1,"side":2,"by":0,"dice":[6],"points":6,"breached":true,'
        '"through":0,"part":"","die":0,"cloth":0,"inside":0,"state":0,"weapons":[[2,"ss",2]],'
        '"far":0,"far_breached":false,"off":0}'
    )
    out = '{"type":"out","vehicle":2,"why":"left"}'
    read = [msgspec.json.decode(text, type=Event) for text in (fired, hit, out)]
    assert isinstance(read[0], Fired)
    assert read[0].weapon == 2
    assert isinstance(read[1], Hit)
    assert read[1].weapons == ((2, "ss", 2),)
    assert isinstance(read[2], WentOut)
    assert "left the map" in GAME.words.event(read[2], PLAYERS, None)
