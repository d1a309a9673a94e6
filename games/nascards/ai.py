"""The computer seats: `easy` drives by a sensible whim, `normal` weighs miles against crashes.

A reason follows from the answer and from what lies open: it tells nothing of a hand.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision, Seeing
from games.engine.voice import letters
from games.nascards import ai_cards, ai_speed
from games.nascards.cards import MANEUVERS, TEXTS
from games.nascards.moves import Aim, Decline, Drive, Follow, Keep, Pit, Stay
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import severity
from games.nascards.track import reach

WHY: Final[Mapping[str, str]] = TEXTS["reason"]
"""Why a seat answered so, by name."""


class Temper(NamedTuple):
    """How a driver likes to race."""

    caution: float = 1.0
    """What a crash weighs against miles."""
    malice: float = 1.0
    """What rivals' harm weighs against own miles."""


STEADY: Final = Temper()


def normal(view: State, ask: Ask[Any], rng: random.Random, temper: Temper = STEADY) -> Decision:
    """Weighs miles gained against what a crash would cost, and harms whoever is nearest."""
    car = view.drivers[ask.seat]
    answer, why = ask.default, "nothing"
    cars: tuple[int, ...] = ()
    match ask.kind:
        case "pit" if ai_speed.wants_pit(view, car):
            answer, why = Pit(), "mend" if car.engine_penalty else "pit"
        case "pit":
            answer, why = Stay(), "stay"
        case "keep" | "pick":
            answer, why = _keep(view, ask, rng, temper), "keep"
        case "aim":
            cars = _aim(view, ask)
            answer, why = Aim(cars), "aim"
        case "follow" if ai_cards.worth(view, car, car.follow, temper.malice) > 0:
            answer, why = Follow(), "follow"
        case "follow":
            answer, why = Decline(), "decline"
        case "drop":
            answer, why = min(ask.options, key=lambda drop: drop.card), "drop"
        case "drive":
            most = 1 if ask.combination is None else 2
            cards = ai_speed.best_drive(view, car, most, temper.caution)
            answer, why = Drive(cards), _why_drive(view, car, cards)
    return Decision(answer, WHY[why].format(cars=letters(cars, "and")))


def _keep(view: State, ask: Ask[Any], rng: random.Random, temper: Temper) -> Keep:
    """One of the best cards to keep, with one to follow it."""
    worth = partial(ai_cards.worth, view, view.drivers[ask.seat], malice=temper.malice)

    def value(keep: Keep) -> float:
        follow = worth(keep.follow) if keep.follow >= 0 else 0.0
        return worth(keep.card) + max(0.0, follow)

    best = max(map(value, ask.options))
    equal: list[Keep] = [keep for keep in ask.options if value(keep) >= best - 1e-9]
    return equal[rng.randrange(len(equal))] if len(equal) > 1 else equal[0]


def _aim(view: State, ask: Ask[Any]) -> tuple[int, ...]:
    """The cars that it does most good to aim at."""
    order = ai_cards.targets(view, ask.seat, MANEUVERS[view.drivers[ask.seat].maneuver])
    some = ask.combination
    allowed = some.items if some is not None else [aim.cars[0] for aim in ask.options]
    wanted = [seat for seat in order if seat in allowed]
    return tuple(sorted(wanted[: some.least if some is not None else 1]))


def _why_drive(view: State, car: Driver, cards: Sequence[int]) -> str:
    """Why these Speed cards, a name of `WHY`: from what lies open once they are played, never from
    the others in the hand."""
    after, wall = reach(view, car.seat, driven(car, cards).total)
    reasons = {
        "two": len(cards) == 2,
        "goal": after >= view.options.goal,
        "wall": wall >= 0,
        "slow": severity(cards) < 0,
    }
    return next((name for name, holds in reasons.items() if holds), "miles")


def easy(view: State, ask: Ask[Any], rng: random.Random) -> Decision:
    """Drives fast and thinks little: high cards, any playable maneuver, pits when it must.

    Its fastest card has no reason of its own: that would tell that it holds no faster one.
    """
    some = ask.combination
    if ask.kind == "pit":
        pits = len(view.hand) <= 2 and rng.random() < 0.5
        return Decision(Pit() if pits else Stay(), WHY["few" if pits else "out"])
    if ask.kind == "drive" and rng.random() < 0.6:
        value = max(ask.options, key=lambda drive: drive.cards)
    elif some is not None and not ask.options:
        value = some.wrap(tuple(rng.sample(list(some.items), some.least)))
    else:
        value = ask.options[rng.randrange(len(ask.options))]
    return Decision(value, WHY["whim"])


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": Seeing(easy), "normal": Seeing(normal)}
TEMPERS: Final[Mapping[str, ComputerSeat]] = {
    name: Seeing(partial(normal, temper=temper))
    for name, temper in {
        "racer": Temper(caution=0.5, malice=0.2),
        "careful": Temper(caution=1.8),
        "bold": Temper(caution=0.6, malice=1.5),
        "hunter": Temper(malice=2.5),
    }.items()
}
