"""Whole turns that are offered beside the question how to drive, by the computer's eye.

What is offered follows from what lies open. A player takes one with a press, as a plan that counts
where things lie as they did when it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.carwars.ai_drive import STEADY, Temper, best_turns
from games.carwars.driving import usual
from games.carwars.memory import Memory
from games.carwars.moves import Turn
from games.carwars.outlook import drawn
from games.carwars.state import State
from games.engine.ask import Ask
from games.engine.plans import Offer, Offered
from games.engine.texts import filled

AWAY: Final = Temper(wants=0.1, pull=-0.3)
"""Shots count for little, and distance for much."""


class Ahead(msgspec.Struct, frozen=True):
    """A turn that a player has taken up."""

    round: int
    lies: tuple[tuple[float, float, float], ...]
    """Where all cars stood when it was shown."""
    turn: Turn


class Turns(Offered):
    """See `games.engine.plans.Plans`."""

    kept: type[Any] = Ahead

    def offers(self, view: State, ask: Ask[Any], plan: Ahead | None) -> Sequence[Offer]:
        if ask.kind != "turn":
            return []
        return [
            Offer(name, said(name), said(f"{name}_detail"), Ahead(view.round, _lies(view), turn))
            for name, turn in found(view, ask.seat)
        ]

    def answer(self, view: State, ask: Ask[Any], plan: Ahead | None) -> Any | None:
        if plan is None or ask.kind != "turn":
            return None
        return plan.turn if (plan.round, plan.lies) == (view.round, _lies(view)) else None

    def told(self, view: State, plan: Ahead | None) -> str:
        """It is driven at once: nothing is left of it."""
        return ""


PLANS: Final = Turns()


def said(name: str) -> str:
    return filled("games.carwars", "plan", name)


def _lies(view: State) -> tuple[tuple[float, float, float], ...]:
    return tuple(car.pose for car in view.cars)


def _found(view: State, seat: int) -> Sequence[tuple[str, Turn]]:
    """Up to three turns that differ, by name: to shoot, to get away, and straight on where nothing
    is in the way."""
    best = best_turns(view, seat, [*_TEMPERS.values()])
    out = {each.turn: name for name, each in zip(_TEMPERS, best, strict=True)}
    plain = usual(view, seat)
    steps, _ = drawn(view, seat, plain)
    if steps and not plain.moves and not any(each.meets for each in steps):
        out.setdefault(plain, "straight")
    return [(name, turn) for turn, name in out.items()]


_TEMPERS: Final = {"run": STEADY, "away": AWAY}
found: Final = Memory(_found)
"""The same, remembered."""
