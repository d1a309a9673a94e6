"""What a card would do if it were played: a new position, with the checks that would answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.world_auto_racing.ai_road import Road
from games.world_auto_racing.area import active, affected
from games.world_auto_racing.kinds import GUARDS, KINDS, LISTENS, SHARED, Deed, Doing, Kind
from games.world_auto_racing.mods import fitting, protector, upgrades
from games.world_auto_racing.state import Bonus, Racer


def play(
    road: Road, seat: int, number: int, on: int = -1, pick: int = -1, given_up: int = -1
) -> Road:
    """The position after a card is completed. Rules: Action"""
    kind = KINDS[number]
    after = road.copy()
    racer = after.own(seat)
    racer.played = [*racer.played, kind.type]
    upgrade = kind.type == "mod" and any(upgrades(kind, KINDS[s[-1]]) for s in racer.mods)
    fired = _before(after, seat, on, kind)
    _fire(after, fired)
    if any(deed.op == "cancel" for _, check in fired for deed in check.deeds):
        return after
    heard = _after(after, seat, kind, upgrade=upgrade)
    _place(after, racer, seat, kind, on, given_up)
    if kind.type in SHARED:
        after.forget()
    elif kind.wide and on >= 0 and kind.type == "control":
        after.scores.pop(on, None)
    elif kind.wide:
        after.forget()
    for doing in kind.plays:
        for deed in doing.deeds:
            do(after, deed, seat, on, pick, number)
    _fire(after, heard)
    return after


def use(road: Road, seat: int, number: int, on: int = -1, pick: int = -1) -> Road:
    """The position after an action ability is used."""
    after = road.copy()
    action = KINDS[number].action
    for deed in action.deeds if action is not None else ():
        if deed.op == "uninstall_this":
            _uninstall(after, after.own(seat), number)
        else:
            do(after, deed, seat, on, pick, number)
    return after


def lose(road: Road, seat: int, number: int) -> Road:
    """The position after a mod is given up, only the top card of its stack."""
    after = road.copy()
    _uninstall(after, after.own(seat), number)
    return after


def _place(road: Road, racer: Racer, seat: int, kind: Kind, on: int, given_up: int) -> None:
    """Put a card where its type goes. Rules: Card Types"""
    number, state = kind.number, road.state
    if kind.type == "control":
        racer.controls = [*racer.controls, (number, on)]
    elif kind.type == "team":
        racer.teams = [*racer.teams, number]
    elif kind.type == "trait":
        racer.trait = number
    elif kind.type == "mod":
        _install(racer, kind, given_up)
    elif kind.type == "condition":
        rest = [one for one in state.conditions if KINDS[one[0]].subtype != kind.subtype]
        state.conditions = [*rest, (number, seat)]
    else:
        state.courses = [*state.courses, (number, seat)]


def _install(racer: Racer, kind: Kind, given_up: int) -> None:
    """Install, upgrade, swap or replace a mod. Rules: Mods"""
    stacks: list[list[int]] = []
    new = [kind.number]
    for stack in racer.mods:
        top = KINDS[stack[-1]]
        if top.subtype != kind.subtype:
            if stack[-1] != given_up:
                stacks.append(stack)
        elif stack[-1] == kind.number:
            new = stack
        elif upgrades(kind, top):
            new = [*stack, kind.number]
    racer.mods = [*stacks, new]


def _uninstall(road: Road, racer: Racer, number: int) -> None:
    """Take off the top card of a stack; the stage below is active again."""
    stacks = list(racer.mods)
    for place, stack in enumerate(stacks):
        if stack[-1] == number:
            stacks[place : place + 1] = [stack[:-1]] if len(stack) > 1 else []
            break
    racer.mods = stacks
    if KINDS[number].wide:
        road.forget()


# -- checks


Fired = list[tuple[int, Doing]]


def _before(road: Road, seat: int, on: int, kind: Kind) -> Fired:
    """Others' checks on a card being played, before it is completed."""
    fired: Fired = []
    for owner, card, _ in active(road.state, LISTENS):
        if owner != seat:
            events = [f"opponent_commits:{kind.type}"]
            if kind.target and owner == on:
                events.append("targeted_by_control")
            fired += _answers(road, owner, card, events)
    return fired


def _after(road: Road, seat: int, kind: Kind, *, upgrade: bool) -> Fired:
    """Checks on a card being completed: those that are active before it enters play."""
    fired: Fired = []
    mine = [f"you_play:{kind.type}", "you_upgrade"] if upgrade else [f"you_play:{kind.type}"]
    theirs = [f"opponent_plays:{kind.type}"]
    for owner, card, _ in active(road.state, LISTENS):
        fired += _answers(road, owner, card, mine if owner == seat else theirs)
    return fired


def _answers(road: Road, seat: int, card: int, events: Sequence[str]) -> Fired:
    checks = KINDS[card].checks
    return [(seat, one) for one in checks if one.event in events and _may(road, seat, one)]


def _may(road: Road, seat: int, check: Doing) -> bool:
    """Whether a check holds and, as far as can be seen, has uses left this round."""
    state = road.state
    controls = state.drivers[seat].played.count("control")
    if check.limit and check.event == "you_play:control" and controls > check.limit:
        return False
    return check.test is None or check.test(state, seat)


def _fire(road: Road, fired: Fired) -> None:
    for seat, check in fired:
        for deed in check.deeds:
            do(road, deed, seat, -1, -1, road.state.drivers[seat].car)


# -- what cards do


GAINS: Final = {"draw": 1.0, "retrieve": 1.1, "search": 1.4, "peek_discard": 0.2}
"""What a card that comes to the hand is worth, in cards drawn blindly."""
LOSS: Final = 0.8
"""What a card that must be discarded is worth: the poorest of the hand, or any by chance."""


def do(road: Road, deed: Deed, seat: int, on: int, pick: int, card: int) -> None:
    """Do one thing that a card says, as far as possible. Changes the position."""
    op = deed.op
    if op == "junk_shared":
        _junk(road, deed, pick)
        return
    for whom in affected(road.state, deed.who, seat, on):
        if deed.test is not None and not deed.test(road.state, whom):
            continue
        if op == "uninstall":
            _strip(road, deed, seat, whom, pick)
        elif op in ("add", "sub"):
            _add(road, deed, whom, Bonus(deed.stat, deed.n, card, seat))
        elif op in GAINS:
            most = len(road.state.drivers[whom].garage) if op == "draw" else deed.n
            road.drawn[whom] += GAINS[op] * min(deed.n, most)
        elif op == "discard":
            road.drawn[whom] -= LOSS * deed.n


def _add(road: Road, deed: Deed, whom: int, bonus: Bonus) -> None:
    """Points for the rest of the round."""
    times = 1 if deed.per is None else deed.per(road.state, whom)
    points = bonus.points * times * (1 if deed.op == "add" else -1)
    racer = road.own(whom)
    racer.bonuses = [*racer.bonuses, replace(bonus, points=points)]


def _junk(road: Road, deed: Deed, pick: int) -> None:
    """Junk the active course, or the condition that was picked."""
    state = road.state
    if deed.zone == "course":
        state.courses = state.courses[:-1]
    else:
        state.conditions = [one for one in state.conditions if one[0] != pick]
    road.forget()


def _strip(road: Road, deed: Deed, seat: int, whom: int, pick: int) -> None:
    """Uninstall a mod of a driver: the one picked, else the one that counts least or most."""
    state = road.state
    mods = fitting(state, whom, deed)
    if not mods or (whom != seat and protector(state, whom) >= 0):
        return
    mods = sorted(mods, key=lambda card: KINDS[card].power + KINDS[card].handling)
    taken = pick if pick in mods else mods[0 if deed.by_owner else -1]
    guards = [card for owner, card, _ in active(state, GUARDS) if owner == whom != seat]
    _uninstall(road, road.own(whom), taken)
    for card in guards:
        checks = KINDS[card].checks
        _fire(road, [(whom, check) for check in checks if check.event == "your_mod_uninstalled"])
