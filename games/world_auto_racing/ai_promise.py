"""What a card in play promises beyond its numbers: later stages, checks and actions to come."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.world_auto_racing.kinds import KINDS, Deed, Doing, Kind
from games.world_auto_racing.mods import upgrades
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer

OFTEN: Final = {
    "beginning": 1.0,
    "scrap": 1.0,
    "you_play:control": 2.0,
    "you_play:mod": 0.9,
    "you_play:trait": 0.2,
    "you_upgrade": 0.4,
}
"""How often a check fires in a round."""
OFTEN_BY_RIVAL: Final = {
    "opponent_plays:course": 0.3,
    "targeted_by_control": 0.15,
    "your_mod_uninstalled": 0.05,
}
"""Likewise, for each rival."""
UNSURE: Final = 0.35
"""How often what a check asks for holds."""
DRAWS: Final = 4.5
"""Cards a driver draws in a round."""
NEVER: Final = 99.0
"""Rounds until a card comes that is gone."""
SOON: Final = 0.85
"""What something that can be had once is worth while it waits."""


class Promise:
    """What cards that stay promise for so many rounds to come."""

    def __init__(self, view: Race, rounds: float, fresh: float) -> None:
        assert view.seat is not None
        self.rounds = rounds
        self.fresh = fresh
        self.rivals = len(view.drivers) - 1
        me = view.drivers[view.seat]
        self._hand = Counter(view.hand)
        left = Counter(view.own_garage(view.seat))
        left.subtract(view.hand)
        left.subtract(me.junkyard)
        left.subtract([card for stack in me.mods for card in stack])
        self.left = left
        """Cards of the own garage and how many of each have not been seen yet, or fewer than 0."""
        self._size = max(1, len(me.garage))
        self._stages: dict[int, float] = {}
        self._kinds: dict[int, float] = {}

    def of(self, racer: Racer, *, mine: bool) -> float:
        """What a driver's trait and mods promise."""
        total = self._kind(racer.trait) if racer.trait >= 0 else 0.0
        for stack in racer.mods:
            total += self._kind(stack[-1])
            if mine:
                total += self._stage(stack[-1])
        return total

    def wait(self, number: int) -> float:
        """Rounds until a card of the own garage is likely to be in the hand."""
        if self._hand[number]:
            return 0.0
        left = self.left[number]
        return self._size / (DRAWS * left) if left > 0 else NEVER

    def below(self, kind: Kind) -> Kind | None:
        """The stage that a mod goes on, where the own cards have it."""
        for number in self.left:
            if upgrades(kind, KINDS[number]):
                return KINDS[number]
        return None

    def _stage(self, number: int) -> float:
        """What the higher stages of a mod promise, that may yet come to the hand."""
        known = self._stages.get(number)
        if known is None:
            one = KINDS[number]
            known = self._climb(one, self.rounds) if one.stage else 0.0
            self._stages[number] = known
        return known

    def _climb(self, one: Kind, rounds: float) -> float:
        best = 0.0
        for number in self.left:
            above = KINDS[number]
            if not upgrades(above, one):
                continue
            wait = 1.0 + self.wait(number)
            if wait < rounds:
                more = above.power + above.handling - one.power - one.handling
                more *= rounds - wait
                best = max(best, 0.7 * (more + self._climb(above, rounds - wait)))
        return best

    def _kind(self, number: int) -> float:
        """What the checks and actions of a card promise."""
        known = self._kinds.get(number)
        if known is None:
            one = KINDS[number]
            known = sum(self._fires(check) for check in one.checks)
            known += self._acts(one.action) if one.action is not None else 0.0
            self._kinds[number] = known
        return known

    def _fires(self, check: Doing) -> float:
        often = OFTEN.get(check.event, OFTEN_BY_RIVAL.get(check.event, 0.0) * self.rivals)
        if check.limit:
            often = min(often, check.limit)
        if check.test is not None:
            often *= UNSURE
        return often * self.rounds * max(0.0, self._brings(check))

    def _acts(self, action: Doing) -> float:
        if any(deed.op == "uninstall_this" for deed in action.deeds):
            return SOON * self._brings(action) * min(1.0, self.rounds + 0.5)
        return max(0.0, self._brings(action)) * self.rounds

    def _brings(self, ability: Doing) -> float:
        return sum(self._worth(deed) for deed in ability.deeds)

    def _worth(self, deed: Deed) -> float:
        if deed.who != "self":
            return 0.0
        if deed.op == "add":
            return float(deed.n)
        if deed.op in ("draw", "retrieve", "search", "discard"):
            return (-0.8 if deed.op == "discard" else 0.8) * self.fresh * deed.n
        return 0.2 * self.fresh if deed.op == "peek_discard" else 0.0
