"""When a driver at the table may say something: what a game's texts tell of it.

[talk]
turn = "TurnBegan"                    # the event that begins a turn

[talk.DamageTaken]                    # occasions by event, and the field with the seat or seats
hurt = "seat"
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, get_args

if TYPE_CHECKING:
    from games.engine.game import Game

OCCASIONS: Final = ("hits", "hurt", "out", "wins")
"""He does harm, takes it, is out of the match, or wins."""


def begins_turn(game: Game[Any], event: Any) -> bool:
    """Whether a turn begins with that event."""
    return bool(type(event).__name__ == game.texts.get("talk", {}).get("turn"))


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
        event = row if name == "turn" else name
        if event not in told:
            yield f"talk.{name}: There is no event {event}."
        elif name != "turn":
            yield from (
                f"talk.{name}: There is no occasion {occasion}."
                for occasion in row
                if occasion not in OCCASIONS
            )
            yield from (
                f"talk.{name}: The event {name} has no {field}."
                for field in row.values()
                if not hasattr(told[name], field.split(".")[0])
            )
