"""What vehicles are called before everyone, and events that carry those names along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine.voice import letter
from games.mini_carwars.events import SpeedsShown, Tag, Tagged
from games.mini_carwars.state import Play, State, Vehicle

FIELDS: Final = ("vehicle", "other", "target", "by")
"""Fields of events that hold a vehicle."""


def labels(owners: Sequence[int]) -> list[str]:
    """By vehicle: the letter of its seat, with a number where that seat has several."""
    return [
        letter(seat) + (str(owners[: at + 1].count(seat)) if owners.count(seat) > 1 else "")
        for at, seat in enumerate(owners)
    ]


def public_model(state: State, vehicle: Vehicle) -> int:
    """What everyone may know a vehicle to be: with hidden sheets no more than the stock car."""
    return vehicle.model if state.bare else vehicle.kind.stock_number


def public_place(state: State, place: int) -> int:
    """The place of a weapon on its vehicle as everyone may know it; -1 with hidden sheets, where
    it would tell the option. Ruling 71"""
    return place if state.bare else -1


def tell(context: Play, event: Tagged) -> None:
    """Tell everyone of vehicles, by the names that everyone may use."""
    state = context.state
    if isinstance(event, SpeedsShown):
        named = list(range(len(state.vehicles)))
    else:
        named = sorted({getattr(event, field, -1) for field in FIELDS} - {-1})
    names = labels([vehicle.owner for vehicle in state.vehicles])
    cars = [(n, state.vehicles[n]) for n in named]
    tags = tuple(
        Tag(n, car.owner, names[n], public_model(state, car), car.called) for n, car in cars
    )
    context.emit(msgspec.structs.replace(event, tags=tags))
