"""Fights that were stored by earlier versions go on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.carwars import GAME
from games.carwars.events import Collided, Touched
from games.carwars.phrases import FILTERS
from games.carwars.state import THING, Crash


def test_a_collision_that_was_stored_body_by_body_goes_on() -> None:
    old = {"bodies": [0, THING + 3], "sides": [2, -1], "side": 1, "at": [1.5, 2.0], "asks": 1}
    state = GAME.migrate({"beat": "substitute", "turn": {"seat": 1, "crashes": [old]}}, 1)
    (crash,) = msgspec.convert(state["turn"]["crashes"], list[Crash])
    assert crash == Crash((Touched(0, 2), Touched(THING + 3, -1)), 1)


@pytest.mark.parametrize("state", [{}, {"turn": None}, {"turn": {"seat": 1}}])
def test_what_has_no_collision_stays_as_it_is(state: dict[str, object]) -> None:
    assert GAME.migrate(dict(state), 1) == state


def test_an_earlier_event_does_not_say_what_kind_of_thing_it_was() -> None:
    raw = {"seat": 0, "side": 1, "other": [THING + 3, -1], "at": [1.0, 2.0], "kind": "barrel"}
    event = msgspec.convert({"type": "Collided", **raw}, Collided, strict=False)
    voice: Any = None
    assert FILTERS["body"](event.other, event, voice) == "an obstacle"
