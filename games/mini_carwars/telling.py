"""What vehicles are called before everyone, and events that carry those names along."""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.table import Live
from games.engine.voice import letter
from games.mini_carwars.events import SpeedsShown, Tag, Tagged
from games.mini_carwars.state import State, Vehicle

FIELDS: Final = ("vehicle", "other", "target", "by")
"""Fields of events that hold a vehicle."""


def labels(state: State) -> list[str]:
    """By vehicle: the letter of its seat, with a number where that seat has several."""
    owners = [vehicle.owner for vehicle in state.vehicles]
    out, had = [], [0] * state.seats
    for owner in owners:
        had[owner] += 1
        out.append(letter(owner) + (str(had[owner]) if owners.count(owner) > 1 else ""))
    return out


def public_model(state: State, vehicle: Vehicle) -> int:
    """What everyone may know a vehicle to be: with hidden sheets no more than the stock car."""
    if state.options.open_sheets or state.ended:
        return vehicle.model
    return vehicle.kind.stock_number


def public_place(state: State, place: int) -> int:
    """The place of a weapon on its vehicle as everyone may know it; -1 with hidden sheets, where
    it would tell the option. Ruling 71"""
    return place if state.options.open_sheets or state.ended else -1


def tell(live: Live[State], event: Tagged) -> None:
    """Tell everyone of vehicles, by the names that everyone may use."""
    state = live.state
    if isinstance(event, SpeedsShown):
        named = list(range(len(state.vehicles)))
    else:
        named = sorted({getattr(event, field, -1) for field in FIELDS} - {-1})
    names = labels(state)
    tags = tuple(
        Tag(n, state.vehicles[n].owner, names[n], public_model(state, state.vehicles[n]))
        for n in named
    )
    live.tell(msgspec.structs.replace(event, tags=tags))
