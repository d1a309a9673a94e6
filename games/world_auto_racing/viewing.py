"""What one seat may see, built up from what is public and that seat's own cards."""

from __future__ import annotations

from typing import Final

from games.world_auto_racing import cards
from games.world_auto_racing.area import spent
from games.world_auto_racing.mods import mod_cap
from games.world_auto_racing.progress import calculation, lineup, short, unpack
from games.world_auto_racing.state import Racer, State, Task, racing
from games.world_auto_racing.view import Driver, WarView

ASKING: Final = frozenset(("check", "discard", "lose", "retrieve", "search", "peek"))
"""Tasks in which a card asks a driver."""


def view(state: State, seat: int | None) -> WarView:
    """The race as `seat` sees it; None is a spectator, who sees no hand."""
    own = None if seat is None else state.drivers[seat]
    playing = state.playing
    task = state.todo[-1] if state.todo else None
    asks = task is not None and task.kind in ASKING
    return WarView(
        seat=seat,
        length=state.options.length,
        round=state.round,
        phase=state.phase,
        active=state.active,
        drivers=drivers(state),
        order=tuple(state.order) if state.round else (),
        conditions=tuple(state.conditions),
        courses=tuple(state.courses),
        playing=(-1, -1, -1) if playing is None else (playing.seat, playing.card, playing.on),
        checking=task.card if task is not None and asks else -1,
        choosing=-1 if task is None else _chooser(task),
        tied=tuple(state.tied),
        history=tuple(state.history),
        places=tuple(state.places),
        hand=() if own is None else tuple(own.hand),
        found=() if task is None or seat is None else _found(state, task, seat),
        looked=() if own is None else tuple(own.looked),
        own_garage=() if own is None else own_garage(own),
    )


def _chooser(task: Task) -> int:
    """Whom a task asks, or -1."""
    if task.kind in ("check", "cap"):
        return task.seat
    return task.whom if task.kind in ASKING else -1


def own_garage(racer: Racer) -> tuple[int, ...]:
    """Every card of a driver's garage, sorted: the one that was brought, or the ready-made one."""
    if racer.car < 0:
        return ()
    return tuple(racer.brought) or cards.ready(racer.car)


def _found(state: State, task: Task, seat: int) -> tuple[int, ...]:
    """The cards a seat looks through in its garage, or the one on top that it looks at."""
    if task.whom == seat and task.kind == "search":
        return tuple(sorted(state.drivers[seat].garage))
    if task.whom == seat and task.kind == "peek":
        return (state.drivers[seat].garage[-1],)
    return ()


def drivers(state: State) -> tuple[Driver, ...]:
    """What everyone sees of every driver."""
    under_way = state.round > 0
    line = lineup(state) if under_way and state.phase != "over" else None
    seats = racing(state)
    return tuple(
        Driver(
            seat=seat,
            car=racer.car,
            hand_size=len(racer.hand),
            garage_size=len(racer.garage),
            junkyard=tuple(racer.junkyard),
            mods=tuple([tuple(stack) for stack in racer.mods]),
            mod_cap=mod_cap(state, seat) if racer.car >= 0 else 0,
            trait=racer.trait,
            teams=tuple(racer.teams),
            controls=tuple(racer.controls),
            progress=racer.progress,
            passed=racer.passed,
            spent=tuple(spent(state, seat)),
            bonus_power=sum(bonus.points for bonus in racer.bonuses if bonus.stat == 0),
            bonus_handling=sum(bonus.points for bonus in racer.bonuses if bonus.stat == 1),
            order=state.order.index(seat) + 1 if under_way else 0,
            racing=not state.tied or seat in state.tied,
            projected=(
                calculation(short(state, seat, line))
                if line is not None and seat in seats
                else None
            ),
            last=unpack(racer.last),
            retired=racer.retired,
            place=_place(state, seat),
        )
        for seat, racer in enumerate(state.drivers)
    )


def _place(state: State, seat: int) -> int:
    """Final place from 1; 0 before the end."""
    for at, seats in enumerate(state.places):
        if seat in seats:
            return 1 + sum(len(group) for group in state.places[:at])
    return 0
