"""What a game owes that says it hides nothing (`Game.hides`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.table import Emitted, Table
from tests.games.knowledge import Fault, encode, same


def _seen_by_all(table: Table[Any], seats: int) -> dict[str, Any]:
    """What everybody sees alike in a game that hides nothing."""
    view: dict[str, Any] = msgspec.to_builtins(table.view(None))
    for seat in range(seats):
        own = msgspec.to_builtins(table.view(seat))
        same(f"view of seat {seat} in a game that hides nothing", view, own | {"seat": None})
    return view


def seem_alike(one: Table[Any], other: Table[Any], seats: int) -> bool:
    """Whether two tables of a game that hides nothing look alike; then they must be alike."""
    if _seen_by_all(one, seats) != _seen_by_all(other, seats):
        return False
    what = "state of tables that look alike in a game that hides nothing"
    same(what, encode(one.context.state), encode(other.context.state))
    return True


def check_told(game: Game[Any], told: Sequence[Emitted]) -> None:
    """A game that hides nothing tells everybody everything."""
    for one in told:
        if not game.hides and one.seats is not None:
            raise Fault(f"a game that says it hides nothing tells {one.seats} alone: {one.event}")


def _swapped(value: Any) -> Iterator[None]:
    """JSON values with two neighbours of one list changed about, in each list in turn."""
    if isinstance(value, list):
        for at in range(len(value) - 1):
            if value[at] != value[at + 1]:
                value[at : at + 2] = value[at + 1], value[at]
                yield
                value[at : at + 2] = value[at + 1], value[at]
                break
    if isinstance(value, list | dict):
        for inside in value if isinstance(value, list) else value.values():
            yield from _swapped(inside)


def check_all_is_shown(table: Table[Any]) -> None:
    """Everybody sees how things lie: a list cannot be in another order and look the same."""
    view, game = table.view(None), table.game
    state = msgspec.to_builtins(table.context.state)
    for _ in _swapped(state):
        if game.view(msgspec.convert(state, game.State), None) == view:
            raise Fault(f"a game that says it hides nothing does not show how this lies: {state}")
