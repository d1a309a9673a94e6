"""What a position is worth to a driver: progress of this round and of the rounds to come.

One unit is a point of progress. A rival's point counts against it by how near that rival is to
winning; all rivals together weigh as much as the driver. Rounds to come are reckoned on several
roads: the present one, and others, because courses and conditions are soon replaced.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import Final

from games.world_auto_racing.ai_road import Road, after, road_of
from games.world_auto_racing.kinds import KINDS, Deed, Doing, Kind
from games.world_auto_racing.mods import replaces, upgrades
from games.world_auto_racing.progress import lineup, pace
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer, State, racing
from games.world_auto_racing.turn import ways

COURSE_STAYS: Final = {2: 0.65, 3: 0.5, 4: 0.4, 5: 0.35}
"""How likely a course still lies on top a round later, by drivers racing."""
CONDITION_STAYS: Final = {2: 0.85, 3: 0.8, 4: 0.75, 5: 0.7}
"""How likely a condition is still there a round later."""
FAVOURITE: Final = 0.4
"""Part of the rounds without a known course that are reckoned on the driver's own best one."""
GROWTH: Final = 1.3
"""How much more progress a car makes from round to round, on average."""
CONTROLS: Final = 2.5
"""What controls and teams still to be played this round may add for one who has not passed."""
FRESH: Final = 1.5
"""What a card drawn blindly is worth while there are rounds to play it in."""

COVERS: Final = 0.2
"""How likely a rival who may still play a course, with five cards in the hand, does so."""

PRESENT, WET, OWN, BARE = range(4)
"""Roads of later rounds: as now; conditions without a course; the own best course; nothing."""


class Outlook:
    """A driver's judgement of positions that follow from one view."""

    def __init__(self, view: Race, spite: float = 1.0) -> None:
        assert view.seat is not None
        self.view, self.spite = view, spite
        self.seat = view.seat
        self.road = road_of(view)
        self.racing = racing(self.road.state)
        seats = range(len(view.drivers))
        self.pace_now = [self.road.pace(seat) for seat in seats]
        later = self.road.stripped()
        line = lineup(later)
        lasting = [pace(later, seat, line) for seat in seats]
        self.round_gain = [self._gain(seat, lasting[seat]) for seat in seats]
        self.rounds = self._rounds()
        """Rounds still to come after this one, as far as can be foreseen."""
        self._weighed = self._weights(lasting)
        """By seat, +1 for the driver; what a point of each rival counts against it."""
        self.fresh = FRESH * min(1.0, 0.35 + 0.25 * self.rounds)
        """What a card drawn blindly is worth."""
        self._favourite = self._best_course(later)
        self._parts = self._share()
        self.promise = Promise(view, self.rounds, self.fresh)

    # -- where the race stands

    def _gain(self, seat: int, lasting: int) -> float:
        """The progress a driver may be expected to make this round."""
        driver = self.view.drivers[seat]
        now = float(self.pace_now[seat])
        if driver.passed or not self.view.races(seat):
            return now
        return max(now, (now + lasting) / 2 + CONTROLS)

    def _rounds(self) -> float:
        if self.view.tied:
            return 0.3
        best = math.inf
        for seat in self.racing:
            left = (
                self.view.options.length - self.view.drivers[seat].progress - self.round_gain[seat]
            )
            gain, rounds = max(3.0, self.round_gain[seat]), 0.0
            if left <= 0:
                rounds = max(0.0, 0.5 + left / 6)
            while left > 0 and rounds < 30:
                gain += GROWTH
                rounds += min(1.0, (left + gain / 2) / gain)
                left -= gain
            best = min(best, rounds)
        return best

    def _weights(self, lasting: Sequence[int]) -> Sequence[tuple[int, float]]:
        finish = [
            driver.progress + gain + self.rounds * (now + CONTROLS)
            for driver, gain, now in zip(self.view.drivers, self.round_gain, lasting, strict=True)
        ]
        rivals = [seat for seat in self.racing if seat != self.seat]
        spread = 6.0 + 3.0 * self.rounds
        top = max((finish[seat] for seat in rivals), default=0.0)
        shares = {seat: math.exp((finish[seat] - top) / spread) for seat in rivals}
        whole = sum(shares.values())
        weights = {seat: -self.spite * share / whole for seat, share in shares.items()}
        return sorted({**weights, self.seat: 1.0}.items())

    def _share(self) -> tuple[float, float, float, float]:
        """How many of the rounds to come will be raced on each of the roads."""
        count = min(5, max(2, len(self.racing)))
        course, condition = COURSE_STAYS[count], CONDITION_STAYS[count]
        left, away = self.rounds, 0
        present = wet = 0.0
        while left > 0:
            away += 1
            part = min(1.0, left)
            present += part * course**away
            wet += part * (condition**away - course**away)
            left -= part
        rest = self.rounds - present - wet
        own = rest * FAVOURITE if self._favourite else 0.0
        return present, wet, own, rest - own

    def _best_course(self, later: State) -> list[tuple[int, int]]:
        """The course of the own garage that suits the car best on a dry road."""
        own = sorted(
            {card for card in self.view.own_garage(self.seat) if KINDS[card].type == "course"}
        )
        best, chosen = -math.inf, []
        for card in own:
            state = copy(later)
            state.conditions, state.courses = [], [(card, self.seat)]
            line = lineup(state)
            paces = {seat: pace(state, seat, line) for seat in self.racing}
            mine = paces.pop(self.seat, 0)
            worth = mine - sum(paces.values()) / max(1, len(paces))
            if worth > best:
                best, chosen = worth, state.courses
        return chosen

    # -- what positions are worth

    def worth(self, road: Road) -> float:
        """What a position is worth, cards gained and lost included."""
        missing = [seat for seat, _ in self._weighed if seat not in road.scores]
        if missing:
            self._reckon(road, missing)
        return sum(
            weight * (road.scores[seat] + self.fresh * road.drawn[seat])
            for seat, weight in self._weighed
        )

    def at_once(self, before: Road, after: Road) -> float:
        """What a change brings this round alone."""
        return sum(
            weight * (after.pace(seat) - before.pace(seat)) for seat, weight in self._weighed
        )

    def covered(self, kind: Kind) -> float:
        """How likely rivals still replace a shared card this round."""
        stays = 1.0
        for seat in self.racing:
            driver = self.view.drivers[seat]
            if seat == self.seat or driver.passed or kind.type in self.view.spent(seat):
                continue
            stays *= 1.0 - min(COVERS, COVERS * len(driver.hand) / 5)
        return 1.0 - stays

    def _reckon(self, road: Road, seats: Sequence[int]) -> None:
        """What some drivers make of a position: this round, and the rounds to come."""
        totals = {seat: float(road.pace(seat)) for seat in seats}
        if self.rounds > 0.05:
            stripped = road.stripped()
            for which, part in enumerate(self._parts):
                if part:
                    state = self._later(stripped, which)
                    line = lineup(state)
                    for seat in seats:
                        totals[seat] += part * pace(state, seat, line)
            for seat in seats:
                racer = stripped.drivers[seat]
                totals[seat] += self.promise.of(racer, mine=seat == self.seat)
        road.scores.update(totals)

    def _later(self, stripped: State, which: int) -> State:
        """A road of later rounds."""
        if which == PRESENT:
            return stripped
        state = copy(stripped)
        state.courses = self._favourite if which == OWN else []
        if which != WET:
            state.conditions = []
        return state


# -- what a card in play promises beyond its numbers


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
        for top in racer.tops:
            total += self._kind(top)
            if mine:
                total += self._stage(top)
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
                more = (above.points - one.points) * (rounds - wait)
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


# -- the own hand


LATER: Final = 0.85
"""What a point of a later round is worth now: the race may end, the road may change."""
STAGED: Final = 0.7
"""Likewise of a higher stage that must wait for a lower one."""
REFILL: Final = {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 0.6, 6: 0.35}
"""How far a card that leaves a hand of that many is made good when refueling to five."""


def gain(outlook: Outlook, road: Road, number: int) -> float:
    """What playing a card in the best way adds to a position; 0 where it cannot be played."""
    seat = outlook.seat
    every = ways(road.state, seat, KINDS[number])
    worths = [outlook.worth(after(road, seat, way)) for way in every]
    return max(worths) - outlook.worth(road) if worths else 0.0


class Hand:
    """What each card of a hand is worth when it is kept."""

    def __init__(self, outlook: Outlook, thrift: float = 1.0) -> None:
        self.outlook, self.thrift = outlook, thrift
        self.road = Road(outlook.road.stripped())
        """The position when the next round begins, as far as it can be foreseen."""
        self._known: dict[int, float] = {}

    def keep(self, number: int) -> float:
        """What a card is worth to have in the next round; 0 when there will be none."""
        known = self._known.get(number)
        if known is None:
            known = self.thrift * max(0.0, self._later(number))
            self._known[number] = known
        return known

    def _later(self, number: int) -> float:
        outlook = self.outlook
        odds = min(1.0, outlook.rounds)
        if odds <= 0.05:
            return 0.0
        kind = KINDS[number]
        if kind.type == "mod" and not replaces(self.road.state, outlook.seat, kind):
            return odds * self._higher_stage(number)
        return odds * LATER * gain(outlook, self.road, number)

    def _higher_stage(self, number: int) -> float:
        """A higher stage whose lower one is not active: it waits for that one in the hand."""
        outlook = self.outlook
        tops = [KINDS[top] for top in self.road.state.drivers[outlook.seat].tops]
        kind = step = KINDS[number]
        more, wait = 0.0, 0.0
        while step.stage > 1 and not any(upgrades(step, top) for top in tops):
            lower = outlook.promise.below(step)
            if lower is None:
                return 0.0
            wait += 1.0 + outlook.promise.wait(lower.number)
            more = more or kind.points - lower.points
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
