"""The race as a computer seat turns it over in its mind: what is in play, and what that gives.

A position is made of a view, so nothing hidden is in it: hands are only as many cards as they
count. The rules' own calculation reckons it.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from copy import copy
from typing import Final

from games.world_auto_racing import progress
from games.world_auto_racing.area import active
from games.world_auto_racing.kinds import CHECKS, KINDS, LISTENS, SHARED, Deed, Doing, Kind
from games.world_auto_racing.mods import entry, fitting, lay, protector
from games.world_auto_racing.moves import Play, Use
from games.world_auto_racing.progress import InPlay
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Bonus, Racer, State, affected

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


def road_of(view: Race) -> Road:
    """The position of a view: what was played counts as far as it still bars anything, points for
    the round as one sum a stat."""
    state = copy(view)
    state.drivers = [_racer(view, seat) for seat in range(len(view.drivers))]
    if not view.round:
        state.order = list(range(len(view.drivers)))
    return Road(state)


def _racer(view: Race, seat: int) -> Racer:
    racer = copy(view.drivers[seat])
    racer.played = ["control"] * len(racer.controls) + view.spent(seat) * MANY
    racer.extra = []
    racer.bonuses = [
        Bonus(stat, points, racer.car, seat) for stat in (0, 1) if (points := racer.bonus(stat))
    ]
    return racer


# -- what a card would do if it were played


def after(road: Road, seat: int, option: Play | Use) -> Road:
    """The position after a card is completed, or an action ability used. Rules: Action"""
    road = road.copy()
    kind = KINDS[option.card]
    if isinstance(option, Play):
        _play(road, seat, option, kind)
        return road
    for deed in kind.action.deeds if kind.action is not None else ():
        if deed.op == "uninstall_this":
            _uninstall(road, seat, option.card)
        else:
            _do(road, deed, seat, option)
    return road


def _play(road: Road, seat: int, played: Play, kind: Kind) -> None:
    """Play a card, with the checks that would answer it. Changes the position."""
    on = played.on
    racer = road.own(seat)
    racer.played = [*racer.played, kind.type]
    upgrade = kind.type == "mod" and entry(racer, kind)[0] == "upgrade"
    before = {f"opponent_commits:{kind.type}"}
    aimed = before | {"targeted_by_control"} if kind.target else before
    fired = _heard(road.state, {seat: frozenset(), on: aimed}, before)
    _fire(road, fired)
    if any(deed.op == "cancel" for _, check in fired for deed in check.deeds):
        return
    mine = {f"you_play:{kind.type}", "you_upgrade"} if upgrade else {f"you_play:{kind.type}"}
    heard = _heard(road.state, {seat: mine}, {f"opponent_plays:{kind.type}"})
    lay(road.state, seat, kind, on, played.replace)
    if kind.wide and on >= 0 and kind.type == "control":
        road.scores.pop(on, None)
    elif kind.wide or kind.type in SHARED:
        road.forget()
    for doing in kind.plays:
        for deed in doing.deeds:
            _do(road, deed, seat, played)
    _fire(road, heard)


def lose(road: Road, seat: int, number: int) -> Road:
    """The position after a mod is given up, only the top card of its stack."""
    road = road.copy()
    _uninstall(road, seat, number)
    return road


def _uninstall(road: Road, seat: int, number: int) -> None:
    """Take off the top card of a stack; the stage below is active again."""
    racer = road.own(seat)
    stacks = [stack[:-1] if stack[-1] == number else stack for stack in racer.mods]
    racer.mods = [stack for stack in stacks if stack]
    if KINDS[number].wide:
        road.forget()


# -- checks


Fired = list[tuple[int, Doing]]


def _heard(state: State, events: Mapping[int, Set[str]], rest: Set[str]) -> Fired:
    """The checks of active cards on the events that their owner (by seat) answers; `rest`: those
    of everybody else."""
    return [
        (owner, check)
        for owner, card, _ in active(state, LISTENS)
        for check in KINDS[card].checks
        if check.event in events.get(owner, rest) and _may(state, owner, check)
    ]


def _may(state: State, seat: int, check: Doing) -> bool:
    """Whether a check holds and, as far as can be seen, has uses left this round."""
    controls = state.drivers[seat].played.count("control")
    if check.limit and check.event == "you_play:control" and controls > check.limit:
        return False
    return check.holds(state, seat)


def _fire(road: Road, fired: Fired) -> None:
    for seat, check in fired:
        for deed in check.deeds:
            _do(road, deed, seat, KINDS[road.state.drivers[seat].car].alone)


# -- what cards do


GAINS: Final = {"draw": 1.0, "retrieve": 1.1, "search": 1.4, "peek_discard": 0.2}
"""What a card that comes to the hand is worth, in cards drawn blindly."""
LOSS: Final = 0.8
"""What a card that must be discarded is worth: the poorest of the hand, or any by chance."""


def _do(road: Road, deed: Deed, seat: int, of: Play | Use) -> None:
    """Do one thing that a card says, as far as possible. Changes the position."""
    op, state = deed.op, road.state
    if op == "junk_shared":
        if deed.zone == "course":
            state.courses = state.courses[:-1]
        else:
            state.conditions = [one for one in state.conditions if one[0] != of.pick]
        road.forget()
        return
    for whom in affected(state, deed.who, seat, of.on):
        if not deed.holds(state, whom):
            continue
        if op == "uninstall":
            _strip(road, deed, seat, whom, of.pick)
        elif op in ("add", "sub"):
            points = deed.n * deed.times(state, whom) * (1 if op == "add" else -1)
            racer = road.own(whom)
            racer.bonuses = [*racer.bonuses, Bonus(deed.index, points, of.card, seat)]
        elif op in GAINS:
            most = len(state.drivers[whom].garage) if op == "draw" else deed.n
            road.drawn[whom] += GAINS[op] * min(deed.n, most)
        elif op == "discard":
            road.drawn[whom] -= LOSS * deed.n


def _strip(road: Road, deed: Deed, seat: int, whom: int, pick: int) -> None:
    """Uninstall a mod of a driver: the one picked, else the one that counts least or most."""
    state = road.state
    mods = fitting(state, whom, deed)
    if not mods or (whom != seat and protector(state, whom) >= 0):
        return
    mods = sorted(mods, key=lambda card: KINDS[card].points)
    guards = active(state, CHECKS["your_mod_uninstalled"], whom) if whom != seat else []
    _uninstall(road, whom, pick if pick in mods else mods[0 if deed.chooser else -1])
    for _, card, _ in guards:
        checks = KINDS[card].checks
        _fire(road, [(whom, check) for check in checks if check.event == "your_mod_uninstalled"])
