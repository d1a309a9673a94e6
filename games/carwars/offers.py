"""Whole turns that are offered beside the question how to drive, by the computer's eye.

What is offered follows from what lies open. A player takes one with a press, as a plan that counts
where things lie as they did when it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.carwars.ai_drive import STEADY, Judge, Temper
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
            Offer(names[0], _called(names), said(f"{names[0]}_detail"),
                  Ahead(view.round, _lies(view), turn))
            for names, turn in found(view, ask.seat)
        ]  # fmt: skip

    def answer(self, view: State, ask: Ask[Any], plan: Ahead | None) -> Any | None:
        if plan is None or ask.kind != "turn":
            return None
        return plan.turn if (plan.round, plan.lies) == (view.round, _lies(view)) else None

    def told(self, view: State, plan: Ahead | None) -> str:
        """It is driven at once: nothing is left of it."""
        return ""


PLANS: Final = Turns()
said: Final = partial(filled, "games.carwars", "plan")


def _called(names: Sequence[str]) -> str:
    """A turn by its names: "Attack run (also: straight on)"."""
    first, *others = map(said, names)
    more = ", ".join(other.lower() for other in others)
    return said("also", first=first, others=more) if others else first


def _lies(view: State) -> tuple[tuple[float, float, float], ...]:
    return tuple(car.pose for car in view.cars)


def blocked(view: State, seat: int, plain: Turn) -> bool:
    """Whether something is in the way of a car that keeps its speed and drives straight, where
    `plain` is what it would do by itself."""
    return bool(plain.moves) or any(each.meets for each in drawn(view, seat, plain)[0])


_TEMPERS: Final = {"run": STEADY, "away": AWAY}


@Memory
def found(view: State, seat: int) -> Sequence[tuple[Sequence[str], Turn]]:
    """Up to three turns that differ, each with all its names: to shoot, to get away, and straight
    on where nothing is in the way."""
    out, judge = dict[Turn, list[str]](), Judge(view, seat)
    for name, temper in _TEMPERS.items():
        out.setdefault(judge.best(temper), []).append(name)
    plain = usual(view, seat)
    if (plain.speed or plain.reverse) and not blocked(view, seat, plain):
        out.setdefault(plain, []).append("straight")
    return [(names, turn) for turn, names in out.items()]
