"""What the cards of the own hand are worth: played in some way now, or kept for later rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.world_auto_racing.ai_outlook import Outlook
from games.world_auto_racing.ai_plays import play
from games.world_auto_racing.ai_road import Road
from games.world_auto_racing.kinds import KINDS, Kind
from games.world_auto_racing.mods import replaces, upgrades
from games.world_auto_racing.turn import picks, targets

LATER: Final = 0.85
"""What a point of a later round is worth now: the race may end, the road may change."""
STAGED: Final = 0.7
"""Likewise of a higher stage that must wait for a lower one."""
REFILL: Final = {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 0.6, 6: 0.35}
"""How far a card that leaves a hand of that many is made good when refueling to five."""

Way = tuple[int, int, int]
"""On whom, what is picked, what is given up; -1 for none."""


def ways(road: Road, seat: int, number: int) -> Iterator[Way]:
    """The ways in which a card could be played on this position; none for a mod that does not fit.

    Rules: Action; Mods
    """
    kind = KINDS[number]
    if kind.type == "mod":
        for replace in replaces(road.state, seat, kind):
            yield -1, -1, replace
        return
    for on in targets(road.state, seat, kind.target):
        for pick in picks(road.state, seat, on, kind.pick):
            yield on, pick, -1


def gain(outlook: Outlook, road: Road, number: int) -> float:
    """What playing a card in the best way adds to a position; 0 where it cannot be played."""
    seat = outlook.seat
    worths = [outlook.worth(play(road, seat, number, *way)) for way in ways(road, seat, number)]
    return max(worths) - outlook.worth(road) if worths else 0.0


class Hand:
    """What each card of a hand is worth when it is kept."""

    def __init__(self, outlook: Outlook, cards: Sequence[int]) -> None:
        self.outlook = outlook
        self.cards = cards
        self.road = Road(outlook.road.stripped())
        """The position when the next round begins, as far as it can be foreseen."""
        self._known: dict[int, float] = {}

    def keep(self, number: int) -> float:
        """What a card is worth to have in the next round; 0 when there will be none."""
        known = self._known.get(number)
        if known is None:
            known = max(0.0, self._later(number))
            self._known[number] = known
        return known

    def _later(self, number: int) -> float:
        outlook = self.outlook
        odds = min(1.0, outlook.rounds)
        if odds <= 0.05:
            return 0.0
        if KINDS[number].type == "mod" and not self._fits(number):
            return odds * self._higher_stage(number)
        return odds * LATER * gain(outlook, self.road, number)

    def _fits(self, number: int) -> bool:
        return bool(replaces(self.road.state, self.outlook.seat, KINDS[number]))

    def _higher_stage(self, number: int) -> float:
        """A higher stage whose lower one is not active: it waits for that one in the hand."""
        outlook = self.outlook
        tops = [KINDS[stack[-1]] for stack in self.road.state.drivers[outlook.seat].mods]
        kind = step = KINDS[number]
        more, wait = 0.0, 0.0
        while step.stage > 1 and not any(upgrades(step, top) for top in tops):
            lower = outlook.promise.below(step)
            if lower is None:
                return 0.0
            wait += 1.0 + outlook.promise.wait(lower.number)
            more = more or _numbers(kind) - _numbers(lower)
            step = lower
        return STAGED * max(0.0, more) * max(0.0, outlook.rounds - wait)

    def refill(self, held: int) -> float:
        """What it is worth that a card leaves a hand of so many, because another is drawn."""
        if not self.outlook.view.drivers[self.outlook.seat].garage:
            return 0.0
        return REFILL.get(held, 0.2) * self.outlook.fresh * min(1.0, self.outlook.rounds)

    def poorest(self, cards: Sequence[int]) -> int:
        """The card that is worth least to keep; the last of equals."""
        return min(reversed(cards), key=self.keep)


def _numbers(kind: Kind) -> float:
    return kind.power + kind.handling
