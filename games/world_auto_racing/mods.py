"""Mods on a car: stages, replacing, the mod cap, and coming off again (Rules: Mods)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from games.world_auto_racing.area import InPlay, active, bearing, gone, junk, standing
from games.world_auto_racing.events import CapFell, ModPlaced, Protected, Uninstalled
from games.world_auto_racing.kinds import CHECKS, KINDS, LOWERS, STATICS, Deed, Kind
from games.world_auto_racing.printed import Filter
from games.world_auto_racing.state import Playing, RaceContext, Racer, State, Task, racing

How: TypeAlias = Literal["new", "upgrade", "swap", "replace"]
"""How a mod comes on a car: beside the others, on the next lower stage, instead of the same card,
or instead of another of its subtype with all its stages."""
NONE: Final[Sequence[int]] = (-1,)
"""No other mod, or nothing, is chosen."""


def mod_cap(state: State, seat: int, among: Sequence[InPlay] | None = None) -> int:
    """How many active mods the driver may have, Tires not counted.

    `among` are the active cards that may bear on that, for one who has looked for them.

    Rules: Car
    """
    cap = KINDS[state.drivers[seat].car].mod_cap
    if among is None:
        among = bearing(state, seat, STATICS["mod_cap"])
    if among:
        cap += sum([deed.n for _, deed in standing(state, seat, "mod_cap", among)])
    return max(cap, 0)


def counted(racer: Racer) -> int:
    """Active mods that the cap counts. Rules: Mods"""
    return sum([not KINDS[top].tires for top in racer.tops])


def upgrades(kind: Kind, top: Kind) -> bool:
    """Whether a mod is the next stage of another. Rules: Mods"""
    return kind.stage > 1 and kind.line == top.line and kind.stage == top.stage + 1


def entry(racer: Racer, kind: Kind) -> tuple[How, list[int]]:
    """How a mod comes on a car, and the stack of its subtype that is there. Rules: Mods"""
    for old in racer.mods:
        top = KINDS[old[-1]]
        if top.subtype == kind.subtype:
            if upgrades(kind, top):
                return "upgrade", old
            return "swap" if top.number == kind.number else "replace", old
    return "new", []


def replaces(
    state: State, seat: int, kind: Kind, among: Sequence[InPlay] | None = None
) -> Sequence[int]:
    """The other mods of which one may be given up for a mod, -1 for none; empty where the mod
    cannot be played.

    `among` are the active cards that may bear on the mod cap, for one who has looked for them.

    Rules: Mods; Ruling B4, B5, B6
    """
    racer = state.drivers[seat]
    how = entry(racer, kind)[0]
    if how != "new" or kind.stage > 1:
        return NONE if how in ("upgrade", "swap") or kind.stage < 2 else ()
    if kind.tires or counted(racer) < mod_cap(state, seat, among):
        return [-1, *racer.tops]
    return [top for top in racer.tops if not KINDS[top].tires]


def fitted(racer: Racer, kind: Kind, given_up: int) -> list[list[int]]:
    """The stacks of a car once a mod is on it, its own the last: on top of the next lower stage,
    or instead of whatever has its subtype and of the mod that is given up for it.

    Rules: Mods; Ruling B4, B5, B6
    """
    how, old = entry(racer, kind)
    new = old if how == "swap" else [*old * (how == "upgrade"), kind.number]
    return [*(s for s in racer.mods if s is not old and s[-1] != given_up), new]


def lay(state: State, seat: int, kind: Kind, on: int, given_up: int) -> None:
    """Put a card where its type goes. Lists are replaced, not changed. Rules: Card Types"""
    number, racer = kind.number, state.drivers[seat]
    if kind.type == "control":
        racer.controls = [*racer.controls, (number, on)]
    elif kind.type == "team":
        racer.teams = [*racer.teams, number]
    elif kind.type == "trait":
        racer.trait = number
    elif kind.type == "mod":
        racer.mods = fitted(racer, kind, given_up)
    elif kind.type == "condition":
        rest = [one for one in state.conditions if KINDS[one[0]].subtype != kind.subtype]
        state.conditions = [*rest, (number, seat)]
    else:
        state.courses = [*state.courses, (number, seat)]


def make_room(context: RaceContext, playing: Playing) -> None:
    """Junk what a mod takes the place of on its player's car, and tell how it comes there.

    Rules: Mods
    """
    seat, card = playing.seat, playing.card
    racer, kind = context.state.drivers[seat], KINDS[card]
    playing.how, old = entry(racer, kind)
    gone_for_it = [stack for stack in racer.mods if stack[-1] == playing.replace]
    if playing.how in ("swap", "replace"):
        gone_for_it.append([card] if playing.how == "swap" else old)
    for stack in gone_for_it:
        _junk_stack(context, seat, stack, "replaced", card)
    context.emit(ModPlaced(seat, card, playing.how))


def _junk_stack(
    context: RaceContext, seat: int, stack: list[int], why: str, because: int = -1
) -> None:
    """Junk a mod that is off its car, with all the stages below it. Rules: Mods"""
    for card in stack:
        gone(context.state, seat, card)
    junk(context, seat, stack[::-1], why, because)


# -- uninstalling


ANY: Final = Filter()


def fitting(state: State, seat: int, deed: Deed, *, chosen: bool = False) -> list[int]:
    """The active mods of a driver that a card may uninstall; none for one with too few mods.

    How many mods a driver has is asked once: `chosen` says that it was.
    """
    tops, filters = state.drivers[seat].tops, deed.filter or ANY
    if len(tops) < filters.min_active and not chosen:
        return []
    subtypes = filters.subtypes
    return [card for card in tops if not subtypes or KINDS[card].subtype in subtypes]


def protector(state: State, seat: int) -> int:
    """The active card that protects a driver's mods from opponents' cards, or -1."""
    return next((card for card, _ in standing(state, seat, "protect_mods")), -1)


def is_safe(context: RaceContext, seat: int, by: int, because: int) -> bool:
    """Whether a driver's mods cannot be uninstalled by that card, told to all.

    Rules: Mods; Ruling B22
    """
    if by == seat:
        return False
    card = protector(context.state, seat)
    if card >= 0:
        context.emit(Protected(seat, card, because))
    return card >= 0


def uninstall(context: RaceContext, seat: int, card: int, by: int, because: int) -> None:
    """Take the top card of a stack off a car; the stage below is active again.

    The checks on it, the mod's own too, are next to be done.

    Rules: Mods; Ruling B22
    """
    state = context.state
    racer = state.drivers[seat]
    checks: list[Task] = []
    if by != seat and seat in racing(state):
        for _, guard, copy in active(state, CHECKS["your_mod_uninstalled"], seat):
            for check in KINDS[guard].checks:
                if check.event == "your_mod_uninstalled":
                    checks.append(Task("check", seat, guard, check.place, count=copy))
    stack = racer.mods[racer.tops.index(card)]
    stack.pop()
    again = stack[-1] if stack else -1
    if not stack:
        racer.mods.remove(stack)
    racer.junkyard.append(card)
    checks.sort(key=lambda task: KINDS[task.card].turn)
    state.todo += reversed(checks)
    gone(state, seat, card)
    context.emit(Uninstalled(seat, card, by, because, again))
    watch_caps(context)


# -- a cap that falls


def watch_caps(context: RaceContext) -> None:
    """Have drivers with more mods than the cap allows junk some, at once.

    Rules: Mods; Ruling B18
    """
    state = context.state
    for seat in reversed(racing(state)):
        racer = state.drivers[seat]
        # Most often nothing lowers a cap, and few cars have more mods than is printed on them.
        if not LOWERS and len(racer.mods) <= KINDS[racer.car].mod_cap:
            continue
        if over_cap(state, seat) and (task := Task("cap", seat)) not in state.todo:
            context.emit(CapFell(seat, mod_cap(state, seat), counted(racer)))
            state.todo.append(task)


def over_cap(state: State, seat: int) -> bool:
    """Whether the driver has more active mods than the cap allows."""
    return counted(state.drivers[seat]) > mod_cap(state, seat)


def give_up(context: RaceContext, seat: int, card: int) -> None:
    """Junk a mod with its stages to a lowered cap. Ruling B18"""
    racer = context.state.drivers[seat]
    stack = racer.mods.pop(racer.tops.index(card))
    _junk_stack(context, seat, stack, "cap")
    watch_caps(context)


def weakest(cards: list[int]) -> int:
    """The mod with the lowest power and handling, the first of several."""
    return min(cards, key=lambda card: KINDS[card].points)
