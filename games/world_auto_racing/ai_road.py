"""The race as a computer seat turns it over in its mind: what is in play, and what that gives.

A position is made of a view, so nothing hidden is in it: hands are only as many cards as they
count. The rules' own calculation reckons it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final

from games.world_auto_racing import progress
from games.world_auto_racing.progress import InPlay
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Bonus, Racer, State

MANY: Final = 9
"""Plays of a spent type, more than any extra plays allow: how many there were cannot be seen."""


class Road:
    """A position of the race. Lists in it are never changed, only replaced."""

    __slots__ = ("_later", "_line", "drawn", "scores", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.drawn = [0.0] * len(state.drivers)
        """Cards gained or lost by each driver since the position that was thought from."""
        self.scores: dict[int, float] = {}
        """What the position gives each driver, kept by whoever reckons it."""
        self._later: State | None = None
        self._line: list[InPlay] | None = None

    def copy(self) -> Road:
        """One that can be changed; its drivers are taken by `own` before they are."""
        other = Road(copy(self.state))
        other.state.drivers = list(self.state.drivers)
        other.drawn = list(self.drawn)
        other.scores = dict(self.scores)
        return other

    def own(self, seat: int) -> Racer:
        """That driver, to be changed; whatever else is known of the others stays."""
        racer = copy(self.state.drivers[seat])
        self.state.drivers[seat] = racer
        self.scores.pop(seat, None)
        self._later = self._line = None
        return racer

    def forget(self) -> None:
        """Something that bears on everyone has changed."""
        self.scores.clear()
        self._later = self._line = None

    def pace(self, seat: int) -> int:
        """The progress that the progress step would give a driver now."""
        if self._line is None:
            self._line = progress.lineup(self.state)
        return progress.total(progress.short(self.state, seat, self._line))

    def stripped(self) -> State:
        """The position without what does not outlast the round."""
        if self._later is None:
            state = copy(self.state)
            state.drivers = [stripped(racer) for racer in state.drivers]
            self._later = state
        return self._later


def stripped(racer: Racer) -> Racer:
    """A driver at the beginning of a round: teams, controls and bonuses are gone."""
    racer = copy(racer)
    racer.teams, racer.controls, racer.bonuses, racer.played = [], [], [], []
    return racer


def line_pace(state: State, seat: int, line: Sequence[InPlay]) -> int:
    """The progress of a driver in a state whose line-up is known."""
    return progress.total(progress.short(state, seat, line))


def road_of(view: Race) -> Road:
    """The position of a view: what was played counts as far as it still bars anything, points for
    the round as one sum a stat."""
    state = State(
        view.options,
        [_racer(view, seat) for seat in range(len(view.drivers))],
        order=list(view.order) if view.round else list(range(len(view.drivers))),
        tied=list(view.tied),
        conditions=list(view.conditions),
        courses=list(view.courses),
        round=view.round,
    )
    return Road(state)


def _racer(view: Race, seat: int) -> Racer:
    driver = view.drivers[seat]
    bonuses = [
        Bonus(stat, points, driver.car, seat)
        for stat, points in enumerate((driver.bonus_power, driver.bonus_handling))
        if points
    ]
    return Racer(
        car=driver.car,
        hand=list(driver.hand),
        garage=list(driver.garage),
        mods=[list(stack) for stack in driver.mods],
        trait=driver.trait,
        teams=list(driver.teams),
        controls=list(driver.controls),
        progress=driver.progress,
        passed=driver.passed,
        played=["control"] * len(driver.controls) + view.spent(seat) * MANY,
        bonuses=bonuses,
    )
