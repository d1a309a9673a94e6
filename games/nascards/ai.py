"""The computer seats: `easy` drives by a sensible whim, `normal` weighs miles against crashes.

A reason follows from the answer and from what lies open: it tells nothing of a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision
from games.engine.table import Table
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


class NormalSeat:
    """Weighs miles gained against what a crash would cost, and harms whoever is nearest."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        rng: random.Random,
    ) -> Decision:
        """Answer the question from the view alone; nothing is imagined at this level."""
        car = view.drivers[ask.seat]
        match ask.kind:
            case "pit":
                if ai_speed.wants_pit(view, car):
                    return Decision(Pit(), WHY["mend" if car.engine_penalty else "pit"])
                return Decision(Stay(), WHY["stay"])
            case "keep" | "pick":
                return Decision(_keep(view, ask, rng), WHY["keep"])
            case "aim":
                cars = _aim(view, ask)
                return Decision(Aim(cars), WHY["aim"].format(cars=letters(cars, "and")))
            case "follow":
                if ai_cards.worth(view, car, car.follow) > 0:
                    return Decision(Follow(), WHY["follow"])
                return Decision(Decline(), WHY["decline"])
            case "drop":
                return Decision(min(ask.options, key=lambda drop: drop.card), WHY["drop"])
            case "drive":
                cards = ai_speed.best_drive(view, car, 1 if ask.combination is None else 2)
                return Decision(Drive(cards), _why_drive(view, car, cards))
        return Decision(ask.default, WHY["nothing"])


def _keep(view: State, ask: Ask[Any], rng: random.Random) -> Keep:
    """One of the best cards to keep, with one to follow it."""
    car = view.drivers[ask.seat]

    def value(keep: Keep) -> float:
        follow = ai_cards.worth(view, car, keep.follow) if keep.follow >= 0 else 0.0
        return ai_cards.worth(view, car, keep.card) + max(0.0, follow)

    best = max(map(value, ask.options))
    equal: list[Keep] = [keep for keep in ask.options if value(keep) >= best - 1e-9]
    return equal[rng.randrange(len(equal))] if len(equal) > 1 else equal[0]


def _aim(view: State, ask: Ask[Any]) -> tuple[int, ...]:
    """The cars that it does most good to aim at."""
    order = ai_cards.targets(view, ask.seat, MANEUVERS[view.drivers[ask.seat].maneuver])
    if ask.combination is not None:
        wanted = [seat for seat in order if seat in ask.combination.items]
        return tuple(sorted(wanted[: ask.combination.least]))
    allowed = [aim.cars[0] for aim in ask.options]
    return (next(seat for seat in order if seat in allowed),)


def _why_drive(view: State, car: Driver, cards: Sequence[int]) -> str:
    """Why these Speed cards: from what lies open once they are played, never from the others in the
    hand."""
    after, wall = reach(view, car.seat, driven(car, cards).total)
    reasons = {
        "two": len(cards) == 2,
        "goal": after >= view.options.goal,
        "wall": wall >= 0,
        "slow": severity(cards) < 0,
    }
    return WHY[next((name for name, holds in reasons.items() if holds), "miles")]


WHIM: Final = WHY["whim"]
"""Said of its fastest card, too: a reason of its own would tell that it holds no faster one."""


class EasySeat:
    """Drives fast and thinks little: high cards, any playable maneuver, pits when it must."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        rng: random.Random,
    ) -> Decision:
        """Answer by a whim that prefers what looks fast."""
        if ask.kind == "pit":
            pits = len(view.hand) <= 2 and rng.random() < 0.5
            why = WHY["few"] if pits else WHY["out"]
            return Decision(Pit() if pits else Stay(), why)
        if ask.kind == "drive" and rng.random() < 0.6:
            fastest = max(ask.options, key=lambda drive: drive.cards)
            return Decision(fastest, WHIM)
        if ask.combination is not None and not ask.options:
            items = rng.sample(list(ask.combination.items), ask.combination.least)
            return Decision(ask.combination.wrap(tuple(sorted(items))), WHIM)
        value = ask.options[rng.randrange(len(ask.options))]
        return Decision(value, WHIM)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": EasySeat(), "normal": NormalSeat()}
