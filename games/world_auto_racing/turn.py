"""Turns of the action step: what a driver may do, and whose turn is next (Rules: Action)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from msgspec.structs import replace

from games.engine.ask import Ask, Step, asks_once, choose
from games.world_auto_racing import mods, plays, progress
from games.world_auto_racing.area import InPlay, bearing, spent, usable
from games.world_auto_racing.choices import do_open
from games.world_auto_racing.events import DriverLeft, Passed
from games.world_auto_racing.kinds import BEARS, KINDS, Deed, Kind
from games.world_auto_racing.mods import NONE
from games.world_auto_racing.moves import Pass, Play, Use
from games.world_auto_racing.state import RaceContext, State, affected, racing

Action: TypeAlias = Play | Use | Pass
PASS: Final = Pass()


def leave(context: RaceContext) -> None:
    """Drivers who have ordered so leave for good. Ruling B23"""
    for seat in context.state.leaving:
        context.state.drivers[seat].left = True
        context.emit(DriverLeft(seat))
    context.state.leaving.clear()


def pass_on(context: RaceContext) -> None:
    """The next driver in racing order who has not passed has the turn; when all have passed, the
    step is over. Nothing is done while a driver has yet to leave.

    Rules: Action
    """
    state = context.state
    if state.leaving:
        return
    order = racing(state)
    count = len(order)
    at = order.index(state.active) if state.active >= 0 else -1
    for step in range(1, count + 1):
        seat = order[(at + step) % count]
        racer = state.drivers[seat]
        if racer.passed:
            continue
        if racer.left:
            racer.passed = True
            context.emit(Passed(seat))
            continue
        state.active = seat
        state.phase = state.beat = "action"
        return
    state.active = -1
    state.beat = "progress"


@asks_once
def action(context: RaceContext) -> Step[None]:
    """A turn: the driver plays a card, uses an action ability, or passes.

    What draws, searches or asks is done in beats of its own before the next turn.

    Rules: Action
    """
    state = context.state
    seat = state.active
    spare = partial(needless, state, seat)
    ask: Ask[Action] = Ask(seat, "action", actions(state, seat), PASS, "Rules: Action", spare=spare)
    chosen = yield from choose(ask)
    state.beat = "turn"
    if isinstance(chosen, Play):
        plays.commit(context, seat, chosen)
    elif isinstance(chosen, Use):
        plays.use(context, seat, chosen)
    else:
        state.drivers[seat].passed = True
        context.emit(Passed(seat))
    if state.todo:
        do_open(context)
    if not state.todo:
        pass_on(context)


def actions(state: State, seat: int) -> list[Action]:
    """Everything a driver may do in a turn."""
    racer = state.drivers[seat]
    out: list[Action] = []
    bear = bearing(state, seat, BEARS)
    used_up = spent(state, seat, bear) if racer.played else ()
    for card in dict.fromkeys(racer.hand):
        if KINDS[card].type not in used_up:
            out += ways(state, seat, KINDS[card], bear)
    for owner, card, copy in bear:
        doing = KINDS[card].action
        if doing is not None and owner == seat and usable(state, seat, card, copy, doing):
            _uses(state, seat, KINDS[card], out)
    out.append(PASS)
    return out


def ways(state: State, seat: int, kind: Kind, among: Sequence[InPlay] | None = None) -> list[Play]:
    """Every way to play a card of a type that is not spent; none for a mod that does not fit.

    `among` are the active cards that may bear on a mod cap, for one who has looked for them.
    """
    if kind.simple:
        return [kind.alone]
    replaces = mods.replaces(state, seat, kind, among) if kind.type == "mod" else NONE
    return [
        Play(kind.number, on, pick, mod)
        for on in targets(state, seat, kind.target)
        for pick in picks(state, seat, on, kind.pick)
        for mod in replaces
    ]


def needless(state: State, seat: int, options: Sequence[Action]) -> list[Action]:
    """Of some ways to play a card those that give up a mod though there is room for both, and the
    round comes to no more without it. They stay legal, but need not be asked about: a mod may be
    given up just as well once its room is needed. For `Ask.spare`, as long as nothing moves.

    Rules: Mods; Ruling B4
    """
    out: list[Action] = []
    for play in options:
        if isinstance(play, Play) and play.replace >= 0:
            both = replace(play, replace=-1)
            if both in options and _pace(state, seat, play) <= _pace(state, seat, both):
                out.append(play)
    return out


def _pace(state: State, seat: int, play: Play) -> int:
    """What the round would come to for a driver once a mod is on the car."""
    drivers, racer = [*state.drivers], state.drivers[seat]
    drivers[seat] = replace(racer, mods=mods.fitted(racer, KINDS[play.card], play.replace))
    then = replace(state, drivers=drivers)
    return progress.pace(then, seat, progress.lineup(then))


def _uses(state: State, seat: int, kind: Kind, out: list[Action]) -> None:
    """Every way to use an action ability."""
    for on in targets(state, seat, kind.target if kind.use_target else ""):
        for pick in picks(state, seat, on, kind.use_pick):
            use = Use(kind.number, on, pick)
            if use not in out:
                out.append(use)


def targets(state: State, seat: int, target: str) -> Sequence[int]:
    """The drivers a card may be aimed at; -1 where it aims at nobody or nobody is there.

    Rules: Control; Ruling B20
    """
    if not target:
        return NONE
    order = racing(state)
    at = order.index(seat)
    if target == "opponent_ahead":
        return order[:at] or NONE
    if target == "opponent_behind":
        return order[at + 1 :] or NONE
    return [other for other in order if other != seat] or NONE


def picks(state: State, seat: int, on: int, deed: Deed | None) -> Sequence[int]:
    """The cards in play that the player of a card may choose; -1 where there is none.

    Rules: Action; Ruling B20
    """
    if deed is None:
        return NONE
    if deed.op == "junk_shared":
        return [card for card, _ in state.conditions] or NONE
    whom = affected(state, deed.who, seat, on)
    return [card for each in whom for card in mods.fitting(state, each, deed)] or NONE
