"""What a position is worth to a driver: progress of this round and of the rounds to come.

One unit is a point of progress. A rival's point counts against it by how near that rival is to
winning; all rivals together weigh as much as the driver. Rounds to come are reckoned on several
roads: the present one, and others, because courses and conditions are soon replaced.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from typing import Final

from games.world_auto_racing import progress
from games.world_auto_racing.ai_promise import Promise
from games.world_auto_racing.ai_road import Road, line_pace, road_of
from games.world_auto_racing.kinds import KINDS, Kind
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import State, racing

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

    def __init__(self, view: Race) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.road = road_of(view)
        self.racing = racing(self.road.state)
        seats = range(len(view.drivers))
        self.pace_now = [self.road.pace(seat) for seat in seats]
        later = self.road.stripped()
        line = progress.lineup(later)
        lasting = [line_pace(later, seat, line) for seat in seats]
        self.round_gain = [self._gain(seat, lasting[seat]) for seat in seats]
        self.rounds = self._rounds()
        """Rounds still to come after this one, as far as can be foreseen."""
        self.weights = self._weights(lasting)
        """+1 for the driver; what a point of each rival counts against it, -1 in all."""
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

    def _weights(self, lasting: Sequence[int]) -> list[float]:
        finish = [
            self.view.drivers[seat].progress
            + self.round_gain[seat]
            + self.rounds * (lasting[seat] + CONTROLS)
            for seat in range(len(lasting))
        ]
        rivals = [seat for seat in self.racing if seat != self.seat]
        weights = [0.0] * len(lasting)
        if rivals:
            spread = 6.0 + 3.0 * self.rounds
            top = max(finish[seat] for seat in rivals)
            shares = {seat: math.exp((finish[seat] - top) / spread) for seat in rivals}
            whole = sum(shares.values())
            for seat in rivals:
                weights[seat] = -shares[seat] / whole
        weights[self.seat] = 1.0
        return weights

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
            line = progress.lineup(state)
            paces = {seat: line_pace(state, seat, line) for seat in self.racing}
            mine = paces.pop(self.seat, 0)
            worth = mine - sum(paces.values()) / max(1, len(paces))
            if worth > best:
                best, chosen = worth, state.courses
        return chosen

    # -- what positions are worth

    def worth(self, road: Road) -> float:
        """What a position is worth, cards gained and lost included."""
        missing = [s for s, weight in enumerate(self.weights) if weight and s not in road.scores]
        if missing:
            self._reckon(road, missing)
        return sum(
            weight * (road.scores[seat] + self.fresh * road.drawn[seat])
            for seat, weight in enumerate(self.weights)
            if weight
        )

    def at_once(self, before: Road, after: Road) -> float:
        """What a change brings this round alone."""
        return sum(
            weight * (after.pace(seat) - before.pace(seat))
            for seat, weight in enumerate(self.weights)
            if weight
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
                    line = progress.lineup(state)
                    for seat in seats:
                        totals[seat] += part * line_pace(state, seat, line)
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
