"""Mods on a car: stages, replacing, the mod cap, and coming off again (Rules: Mods)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.table import Context
from games.world_auto_racing.area import InPlay, gone, junk, own_active, standing
from games.world_auto_racing.events import CapFell, ModPlaced, Protected, Uninstalled
from games.world_auto_racing.kinds import CHECKS, KINDS, LOWERS, Deed, Kind
from games.world_auto_racing.printed import Filter
from games.world_auto_racing.state import Playing, Racer, State, Task, racing


def mod_cap(state: State, seat: int, among: Sequence[InPlay] | None = None) -> int:
    """How many active mods the driver may have, Tires not counted.

    `among` are the active cards that may bear on that, for one who has looked for them.

    Rules: Car
    """
    more = sum([deed.n for _, deed in standing(state, seat, "mod_cap", among)])
    return max(KINDS[state.drivers[seat].car].mod_cap + more, 0)


def counted(racer: Racer) -> int:
    """Active mods that the cap counts. Rules: Mods"""
    return sum(not KINDS[stack[-1]].tires for stack in racer.mods)


def place_of(racer: Racer, kind: Kind) -> int:
    """Where the stack of a mod's subtype lies, or -1."""
    subtype = kind.subtype
    for at, stack in enumerate(racer.mods):
        if KINDS[stack[-1]].subtype == subtype:
            return at
    return -1


def upgrades(kind: Kind, top: Kind) -> bool:
    """Whether a mod is the next stage of another. Rules: Mods"""
    return kind.stage > 1 and kind.line == top.line and kind.stage == top.stage + 1


class Bay:
    """A car that mods may be put on, as it is now: what is on it is looked up once.

    `among` are the active cards that may bear on its mod cap, for one who has looked for them.
    """

    __slots__ = ("_among", "_room", "_seat", "_state", "tops")

    def __init__(self, state: State, seat: int, among: Sequence[InPlay] | None = None) -> None:
        self._state, self._seat, self._among = state, seat, among
        self._room: bool | None = None
        kinds = [KINDS[stack[-1]] for stack in state.drivers[seat].mods]
        self.tops = {kind.subtype: kind for kind in kinds}
        """Active mods by subtype."""

    def replaces(self, kind: Kind) -> Sequence[int]:
        """The other mods of which one may be given up for a mod, -1 for none; empty where the mod
        cannot be played.

        Rules: Mods; Ruling B4, B5, B6
        """
        top = self.tops.get(kind.subtype)
        if top is not None:
            fits = kind.stage < 2 or top.number == kind.number or upgrades(kind, top)
            return NONE if fits else ()
        if kind.stage > 1:
            return ()
        if kind.tires or self._has_room():
            return [-1, *(mod.number for mod in self.tops.values())]
        return [mod.number for mod in self.tops.values() if not mod.tires]

    def _has_room(self) -> bool:
        if self._room is None:
            counted = sum([not top.tires for top in self.tops.values()])
            self._room = counted < mod_cap(self._state, self._seat, self._among)
        return self._room


NONE: Final[Sequence[int]] = (-1,)


def replaces(state: State, seat: int, kind: Kind) -> Sequence[int]:
    """The other mods of which one may be given up for a mod; see `Bay.replaces`."""
    return Bay(state, seat).replaces(kind)


def fitted(stacks: Sequence[list[int]], kind: Kind, given_up: int) -> list[list[int]]:
    """The stacks of a car once a mod is on it, its own the last: on top of the next lower stage,
    or instead of whatever has its subtype and of the mod that is given up for it.

    Rules: Mods; Ruling B4, B5, B6
    """
    kept: list[list[int]] = []
    new = [kind.number]
    for stack in stacks:
        top = KINDS[stack[-1]]
        if top.subtype != kind.subtype:
            if stack[-1] != given_up:
                kept.append(stack)
        elif stack[-1] == kind.number:
            new = stack
        elif upgrades(kind, top):
            new = [*stack, kind.number]
    return [*kept, new]


def install(context: Context[State], playing: Playing) -> None:
    """Put a mod on its player's car; what it takes the place of is junked. Rules: Mods"""
    seat, card = playing.seat, playing.card
    racer, kind = context.state.drivers[seat], KINDS[card]
    at = place_of(racer, kind)
    old = racer.mods[at] if at >= 0 else []
    gone_for_it = [stack for stack in racer.mods if stack[-1] == playing.replace]
    if not old:
        playing.how = "new"
    elif upgrades(kind, KINDS[old[-1]]):
        playing.how = "upgrade"
    elif old[-1] == card:
        playing.how = "swap"
        gone_for_it.append([card])
    else:
        playing.how = "replace"
        gone_for_it.append(old)
    racer.mods = fitted(racer.mods, kind, playing.replace)
    for stack in gone_for_it:
        _junk_stack(context, seat, stack, "replaced", card)
    context.emit(ModPlaced(seat, card, playing.how))


def _junk_stack(
    context: Context[State], seat: int, stack: list[int], why: str, because: int = -1
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
    tops, filters = [stack[-1] for stack in state.drivers[seat].mods], deed.filter or ANY
    if len(tops) < filters.min_active and not chosen:
        return []
    subtypes = filters.subtypes
    return [card for card in tops if not subtypes or KINDS[card].subtype in subtypes]


def protector(state: State, seat: int) -> int:
    """The active card that protects a driver's mods from opponents' cards, or -1."""
    return next((card for card, _ in standing(state, seat, "protect_mods")), -1)


def is_safe(context: Context[State], seat: int, by: int, because: int) -> bool:
    """Whether a driver's mods cannot be uninstalled by that card, told to all.

    Rules: Mods; Ruling B22
    """
    if by == seat:
        return False
    card = protector(context.state, seat)
    if card >= 0:
        context.emit(Protected(seat, card, because))
    return card >= 0


def uninstall(context: Context[State], seat: int, card: int, by: int, because: int) -> None:
    """Take the top card of a stack off a car; the stage below is active again.

    The checks on it, the mod's own too, are next to be done.

    Rules: Mods; Ruling B22
    """
    state = context.state
    racer = state.drivers[seat]
    checks: list[Task] = []
    if by != seat and seat in racing(state):
        for _, guard, copy in own_active(state, seat, CHECKS["your_mod_uninstalled"]):
            for check in KINDS[guard].checks:
                if check.event == "your_mod_uninstalled":
                    checks.append(Task("check", seat, guard, check.place, count=copy))
    stack = next(stack for stack in racer.mods if stack[-1] == card)
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


def watch_caps(context: Context[State]) -> None:
    """Have drivers with more mods than the cap allows junk some, at once.

    Rules: Mods; Ruling B18
    """
    for seat in reversed(racing(context.state)):
        watch_cap(context, seat)


def watch_cap(context: Context[State], seat: int) -> None:
    """The same for one driver."""
    state = context.state
    racer = state.drivers[seat]
    # Most often nothing lowers a cap, and few cars have more mods than is printed on them.
    if LOWERS or len(racer.mods) > KINDS[racer.car].mod_cap:
        task = Task("cap", seat)
        if over_cap(state, seat) and task not in state.todo:
            context.emit(CapFell(seat, mod_cap(state, seat), counted(racer)))
            state.todo.append(task)


def over_cap(state: State, seat: int) -> bool:
    """Whether the driver has more active mods than the cap allows."""
    return counted(state.drivers[seat]) > mod_cap(state, seat)


def give_up(context: Context[State], seat: int, card: int) -> None:
    """Junk a mod with its stages to a lowered cap. Ruling B18"""
    stacks = context.state.drivers[seat].mods
    stack = next(stack for stack in stacks if stack[-1] == card)
    stacks.remove(stack)
    _junk_stack(context, seat, stack, "cap")
    watch_caps(context)


def weakest(cards: list[int]) -> int:
    """The mod with the lowest power and handling, the first of several."""
    return min(cards, key=lambda card: KINDS[card].points)
