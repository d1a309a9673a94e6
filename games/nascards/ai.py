"""The computer seats: `easy` drives by a sensible whim, `normal` weighs miles against crashes.

A reason follows from the answer and from what lies open: it tells nothing of a hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine.ask import Ask
from games.engine.game import ComputerSeat, Decision
from games.engine.players import SEAT_LETTERS
from games.engine.table import Table
from games.nascards import ai_cards, ai_speed
from games.nascards.cards import MANEUVERS
from games.nascards.moves import Aim, Decline, Drive, Drop, Follow, Keep, Pit, Stay
from games.nascards.speed import driven
from games.nascards.state import Driver, State
from games.nascards.tables import severity
from games.nascards.track import reach

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
                return Decision(Drop(card), "The lowest Speed card was the least loss.")
            case "drive":
                return self._drive(view, ask)
        return Decision(ask.default, "There was nothing better to do.")

    def _pit(self, view: State) -> Decision:
        assert view.seat is not None
        car = view.drivers[view.seat]
        if ai_speed.wants_pit(view, car, view.hand, PATIENCE):
            if car.engine_penalty:
                why = "New cards and a mended engine were worth a turn in the pits."
            else:
                why = "A turn in the pits for eight new cards paid better than driving on."
            return Decision(Pit(), why)
        return Decision(Stay(), "Its cards were still good for more than a turn in the pits costs.")

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
        return Decision(keep, "Of its Maneuver cards this one promised the most miles.")

    def _aim(self, view: State, ask: Ask[Any]) -> Decision:
        assert view.seat is not None
        order = ai_cards.targets(view, view.seat, MANEUVERS[view.drivers[view.seat].maneuver])
        if ask.some is not None:
            wanted = [seat for seat in order if seat in ask.some.items]
            cars = tuple(sorted(wanted[: ask.some.least]))
        else:
            allowed = [aim.cars[0] for aim in ask.options]
            cars = (next(seat for seat in order if seat in allowed),)
        names = " and ".join(SEAT_LETTERS[seat] for seat in cars)
        return Decision(Aim(cars), f"It mattered most to aim at {names} as the race stands.")

    def _follow(self, view: State) -> Decision:
        assert view.seat is not None
        aside = view.drivers[view.seat].follow
        if ai_cards.worth(view, view.seat, aside, view.hand) > 0:
            return Decision(Follow(), "The card set aside still did some good.")
        return Decision(Decline(), "The card set aside would have done more harm than good.")

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
        return "Two cards at once saved a turn."
    after, wall = reach(view, car.seat, driven(car, cards).total)
    if after >= view.options.goal:
        return "It was enough for the goal."
    if wall >= 0:
        return "A car was in the way that it could not pass."
    if severity(cards) < 0:
        return "A slow card makes a crash milder."
    return "Its miles were worth the risk of a crash."


WHIM: Final = "Easy picks without weighing."
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
            why = "Few cards were left." if pits else "It stays out while it has cards."
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
