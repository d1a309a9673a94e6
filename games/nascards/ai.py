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
from games.nascards.moves import Aim, Decline, Drive, Drop, Follow, Keep, Pit, Stay
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import severity
from games.nascards.track import reach

WHY: Final[Mapping[str, str]] = TEXTS["reason"]
"""Why a seat answered so, by name."""
PATIENCE: Final = 0.2
"""Miles a turn that a stint must fall short of a fresh one before `normal` pits."""


class NormalSeat:
    """Weighs miles gained against what a crash would cost, and harms whoever is nearest."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer the question from the view alone; nothing is imagined at this level."""
        match ask.kind:
            case "pit":
                return self._pit(view)
            case "keep" | "pick":
                return self._keep(view, ask, whim)
            case "aim":
                return self._aim(view, ask)
            case "follow":
                return self._follow(view)
            case "drop":
                card = min(ask.options, key=lambda drop: drop.card).card
                return Decision(Drop(card), WHY["drop"])
            case "drive":
                return self._drive(view, ask)
        return Decision(ask.default, WHY["nothing"])

    def _pit(self, view: State) -> Decision:
        assert view.seat is not None
        car = view.drivers[view.seat]
        if ai_speed.wants_pit(view, car, view.hand, PATIENCE):
            return Decision(Pit(), WHY["mend" if car.engine_penalty else "pit"])
        return Decision(Stay(), WHY["stay"])

    def _keep(self, view: State, ask: Ask[Any], whim: random.Random) -> Decision:
        assert view.seat is not None
        me = view.seat

        def value(keep: Keep) -> float:
            total = ai_cards.worth(view, me, keep.card, view.hand)
            if keep.follow >= 0:
                total += max(0.0, ai_cards.worth(view, me, keep.follow, view.hand))
            return total

        best = max(map(value, ask.options))
        equal = [keep for keep in ask.options if value(keep) >= best - 1e-9]
        keep = equal[whim.randrange(len(equal))] if len(equal) > 1 else equal[0]
        return Decision(keep, WHY["keep"])

    def _aim(self, view: State, ask: Ask[Any]) -> Decision:
        assert view.seat is not None
        order = ai_cards.targets(view, view.seat, MANEUVERS[view.drivers[view.seat].maneuver])
        if ask.some is not None:
            wanted = [seat for seat in order if seat in ask.some.items]
            cars = tuple(sorted(wanted[: ask.some.least]))
        else:
            allowed = [aim.cars[0] for aim in ask.options]
            cars = (next(seat for seat in order if seat in allowed),)
        names = letters(cars, "and")
        return Decision(Aim(cars), WHY["aim"].format(cars=names))

    def _follow(self, view: State) -> Decision:
        assert view.seat is not None
        aside = view.drivers[view.seat].follow
        if ai_cards.worth(view, view.seat, aside, view.hand) > 0:
            return Decision(Follow(), WHY["follow"])
        return Decision(Decline(), WHY["decline"])

    def _drive(self, view: State, ask: Ask[Any]) -> Decision:
        assert view.seat is not None
        car = view.drivers[view.seat]
        most = 2 if ask.some is not None else 1
        cards = ai_speed.best_drive(view, car, view.hand, most)
        return Decision(Drive(cards), _why_drive(view, car, cards))


def _why_drive(view: State, car: Driver, cards: Sequence[int]) -> str:
    """Why these Speed cards: from what lies open once they are played, never from the others in the
    hand."""
    if len(cards) == 2:
        return WHY["two"]
    after, wall = reach(view, car.seat, driven(car, cards).total)
    if after >= view.options.goal:
        return WHY["goal"]
    if wall >= 0:
        return WHY["wall"]
    if severity(cards) < 0:
        return WHY["slow"]
    return WHY["miles"]


WHIM: Final = WHY["whim"]
"""Said of its fastest card, too: a reason of its own would tell that it holds no faster one."""


class EasySeat:
    """Drives fast and thinks little: high cards, any playable maneuver, pits when it must."""

    def decide(
        self,
        view: State,
        ask: Ask[Any],
        imagine: Callable[[int], Table[Any]],
        whim: random.Random,
    ) -> Decision:
        """Answer by a whim that prefers what looks fast."""
        if ask.kind == "pit":
            pits = len(view.hand) <= 2 and whim.random() < 0.5
            why = WHY["few"] if pits else WHY["out"]
            return Decision(Pit() if pits else Stay(), why)
        if ask.kind == "drive" and whim.random() < 0.6:
            fastest = max(ask.options, key=lambda drive: drive.cards)
            return Decision(fastest, WHIM)
        if ask.some is not None and not ask.options:
            items = whim.sample(list(ask.some.items), ask.some.least)
            return Decision(ask.some.wrap(tuple(sorted(items))), WHIM)
        value = ask.options[whim.randrange(len(ask.options))]
        return Decision(value, WHIM)


COMPUTERS: Final[Mapping[str, ComputerSeat]] = {"easy": EasySeat(), "normal": NormalSeat()}
