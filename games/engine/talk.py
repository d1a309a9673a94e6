"""When a turn begins, and when a driver at the table may say something: what a game's texts tell.

[talk]
turn = "TurnBegan.turn"               # the event that begins a turn, and its field with the number

[talk.DamageTaken]                    # occasions by event, and the field with the seat or seats
hurt = "seat"
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, get_args

from games.engine.defaults import common

if TYPE_CHECKING:
    from games.engine.game import Game

COUNTS: Final = ("turn", "round")
"""The fields that count turns."""
OCCASIONS: Final = ("hits", "hurt", "out", "wins")
"""He does harm, takes it, is out of the match, or wins."""


def turn(game: Game[Any], event: Any) -> int:
    """Number of the turn that begins with that event; 0 where none does."""
    name, _, field = game.texts.get("talk", {}).get("turn", "").partition(".")
    return int(getattr(event, field)) if type(event).__name__ == name else 0


def turn_name(game: Game[Any], number: int) -> str:
    """A turn as the game counts it: "Turn 3", "Round 3"."""
    count = game.texts["talk"]["turn"].partition(".")[2]
    return common(count, **{count: number})


def occasions(game: Game[Any], event: Any) -> list[tuple[str, int]]:
    """(occasion, seat) for each seat that may say something about an event; one who did it to
    himself only of what he took."""
    told: dict[int, str] = {}
    for occasion, field in game.texts.get("talk", {}).get(type(event).__name__, {}).items():
        seats = event
        for name in field.split("."):
            seats = getattr(seats, name, -1)
        for seat in seats if isinstance(seats, tuple) else (seats,):
            told.setdefault(seat, occasion)
    return [(occasion, seat) for seat, occasion in told.items() if seat >= 0]


def faults(game: Game[Any]) -> Iterable[str]:
    """What is wrong with the section, a sentence each."""
    told = {kind.__name__: kind for kind in get_args(game.Event) or (game.Event,)}
    for name, row in game.texts.get("talk", {}).items():
        event, _, number = row.partition(".") if name == "turn" else (name, "", "")
        if event not in told:
            yield f"talk.{name}: There is no event {event}."
            continue
        if name == "turn":
            if number not in COUNTS:
                yield f"talk.turn: Turns are counted by {' or '.join(COUNTS)}, not by {number}."
        else:
            for occasion in sorted({*row} - {*OCCASIONS}):
                yield f"talk.{name}: There is no occasion {occasion}."
        for field in [number] if name == "turn" else row.values():
            if not hasattr(told[event], field.split(".")[0]):
                yield f"talk.{name}: The event {event} has no {field}."
