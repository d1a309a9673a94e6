"""Whole answers that are offered by one press, by the computer's eye: turns, and the best attacks.

What is offered follows from what lies open. A player takes one with a press, as a plan that answers
the question beside which it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.carwars.ai_drive import STEADY, Judge, Temper
from games.carwars.arena import KINDS
from games.carwars.driving import usual
from games.carwars.ground import kind_of
from games.carwars.memory import Memory
from games.carwars.moves import Fire, Turn
from games.carwars.outlook import Aim, aims, drawn
from games.carwars.state import THING, State
from games.engine.ask import Ask
from games.engine.plans import Offer, Offered
from games.engine.players import SEAT_LETTERS
from games.engine.texts import filled

AWAY: Final = Temper(wants=0.1, pull=-0.3)
"""Shots count for little, and distance for much."""
ATTACKS: Final = 6
"""So many are offered, each a row of the picture with its number."""


class Ahead(msgspec.Struct, frozen=True):
    """What a player has taken up."""

    number: int
    """Of the question that it answers."""
    answer: Turn | Fire


class Answers(Offered):
    """See `games.engine.plans.Plans`."""

    kept: type[Any] = Ahead

    def offers(self, view: State, ask: Ask[Any], plan: Ahead | None) -> Sequence[Offer]:
        every = list[tuple[str, str, str, Turn | Fire]]()
        if ask.kind in ("turn", "drive"):
            for names, turn in found(view, ask.seat):
                every.append((names[0], _called(names), said(f"{names[0]}_detail"), turn))
        elif ask.kind == "attack":
            for number, each in enumerate(aims(view, ask.seat)[:ATTACKS], 1):
                facts = {"weapon": each.card.short, "target": _target(view, each)}
                text, detail = said("attack", number=number, **facts), said("fire", **facts)
                every.append(("".join(each.fire.path), text, detail, each.fire))
        return [
            Offer(key, text, detail, Ahead(ask.number, answer), best=not at)
            for at, (key, text, detail, answer) in enumerate(every)
        ]

    def answer(self, view: State, ask: Ask[Any], plan: Ahead | None) -> Any | None:
        return plan.answer if plan is not None and plan.number == ask.number else None

    def told(self, view: State, plan: Ahead | None) -> str:
        """It is done at once: nothing is left of it."""
        return ""


PLANS: Final = Answers()
said: Final = partial(filled, "games.carwars", "plan")


def _called(names: Sequence[str]) -> str:
    """A turn by its names: "Attack run (also: straight on)"."""
    first, *others = map(said, names)
    more = ", ".join(other.lower() for other in others)
    return said("also", first=first, others=more) if others else first


def _target(view: State, aim: Aim) -> str:
    """What is attacked, and where: "B front"."""
    body, side = aim.fire.target, aim.fire.side
    if side >= 0:
        return said("side", car=SEAT_LETTERS[body], side=said(f"side_{side}"))
    return KINDS[kind_of(view, body) if body >= THING else "wreck"].name.lower()


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
