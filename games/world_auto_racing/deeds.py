"""What cards do, one op of the vocabulary at a time, as far as it can be done.

A deed asks nobody: where a driver must choose, it leaves a task that asks (`choices`).

Rules: Action; Ruling B20
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from games.engine.ask import Ask, Step, asks_once, choose
from games.world_auto_racing import hands, mods
from games.world_auto_racing.area import junk_condition, junk_course
from games.world_auto_racing.events import (
    Bonus,
    CardStopped,
    HandLooked,
    HandSeen,
    Junked,
    NoEffect,
)
from games.world_auto_racing.kinds import KINDS, Deed, Doing
from games.world_auto_racing.moves import Accept, Decline
from games.world_auto_racing.printed import STATS
from games.world_auto_racing.state import Bonus as Kept
from games.world_auto_racing.state import RaceContext, State, Task, affected

ACCEPT: Final = Accept()
DECLINE: Final = Decline()
EITHER: Final[Sequence[Accept | Decline]] = (ACCEPT, DECLINE)
_T = TypeVar("_T")


def answer(context: RaceContext, ask: Ask[_T]) -> Step[_T]:
    """Put a question; for a driver who has left the default is given. Ruling B23"""
    if context.state.drivers[ask.seat].left:
        return ask.default
    return (yield from choose(ask))


@asks_once
def ask_then(context: RaceContext, ask: Ask[_T], done: Callable[[_T], None]) -> Step[None]:
    """Put the question of the next task; then that is off the stack, and its answer is done."""
    chosen = yield from answer(context, ask)
    context.state.todo.pop()
    done(chosen)


def push(state: State, owner: int, card: int, doing: Doing, on: int, pick: int) -> None:
    """Have an effect done next: its costs, then its deeds, as printed."""
    for at in range(len(doing.deeds) - 1, -1, -1):
        state.todo.append(Task("do", owner, card, doing.place, at, on, pick))


def doing_of(card: int, effect: int) -> Doing:
    """An effect of a card that is done, by its place."""
    return KINDS[card].done[effect]


def deed_of(task: Task) -> Deed:
    """The op that a task is about."""
    return doing_of(task.card, task.effect).deeds[task.at]


def do(context: RaceContext, task: Task) -> None:
    """Do one op of a card. Where nobody is as it asks for, that is told. Ruling B20"""
    deed = deed_of(task)
    if _touched(context.state, task, deed):
        DEEDS[deed.op](context, task, deed)
    else:
        _nothing(context, task, "target" if deed.test is None else "unmet")


def _touched(state: State, task: Task, deed: Deed) -> list[int]:
    """The drivers that the op is done to, in racing order. Ruling B17"""
    seats = affected(state, deed.who, task.seat, task.whom)
    return [seat for seat in seats if deed.holds(state, seat)]


def _nothing(context: RaceContext, task: Task, why: str) -> None:
    context.emit(NoEffect(task.seat, task.card, why))


def _bonus(context: RaceContext, task: Task, deed: Deed) -> None:
    """Points for the rest of the round, whatever becomes of the card. Rules: Progress"""
    state = context.state
    done = False
    for seat in _touched(state, task, deed):
        points = deed.n * deed.times(state, seat) * (1 if deed.op == "add" else -1)
        if points:
            bonus = Kept(deed.index, points, task.card, task.seat)
            state.drivers[seat].bonuses.append(bonus)
            context.emit(Bonus(seat, STATS[deed.index], points, task.card))
            done = True
    if not done:
        _nothing(context, task, "unmet")


def _extra_play(context: RaceContext, task: Task, deed: Deed) -> None:
    for seat in _touched(context.state, task, deed):
        context.state.drivers[seat].extra += deed.type * deed.n


def _draw(context: RaceContext, task: Task, deed: Deed) -> None:
    for seat in _touched(context.state, task, deed):
        if not hands.draw(context, seat, deed.n, task.card):
            _nothing(context, task, "garage")


def _discard(context: RaceContext, task: Task, deed: Deed) -> None:
    """From the hand, by its driver's choice or at random; as many as there are."""
    state = context.state
    why = "cost" if task.at < len(doing_of(task.card, task.effect).cost) else "effect"
    asked: list[Task] = []
    for seat in _touched(state, task, deed):
        hand = state.drivers[seat].hand
        count = min(deed.n, len(hand))
        if not count:
            _nothing(context, task, "hand")
        elif deed.how == "random":
            for _ in range(count):
                card = hand[context.chance.below(len(hand), f"discard {seat}")]
                hands.discard(context, seat, card, why, task.card)
        else:
            asked += [Task("discard", task.seat, task.card, whom=seat, why=why)] * count
    state.todo += reversed(asked)


def _uninstall(context: RaceContext, task: Task, deed: Deed) -> None:
    """Active mods come off cars: the card's player has picked, or each owner picks. That nobody
    has one to lose is told.

    Rules: Mods; Ruling B20; Ruling B22
    """
    state = context.state
    asked: list[Task] = []
    fits = {seat: mods.fitting(state, seat, deed) for seat in _touched(state, task, deed)}
    if not any(fits.values()):
        _nothing(context, task, "mod")
    for seat, fitting in fits.items():
        if not fitting or mods.is_safe(context, seat, task.seat, task.card):
            continue
        if deed.chooser:
            asked.append(task.again(kind="lose", whom=seat, count=min(deed.n, len(fitting))))
        elif task.pick in fitting:
            mods.uninstall(context, seat, task.pick, task.seat, task.card)
        else:
            _nothing(context, task, "mod")
    state.todo += reversed(asked)


def _uninstall_this(context: RaceContext, task: Task, deed: Deed) -> None:
    """Nothing happens when the card has left the car, or is covered, by now. Ruling B20"""
    if task.card in context.state.drivers[task.seat].tops:
        mods.uninstall(context, task.seat, task.card, task.seat, task.card)
    else:
        _nothing(context, task, "mod")


def _junk_shared(context: RaceContext, task: Task, deed: Deed) -> None:
    if deed.zone == "course":
        done = junk_course(context, task.card)
    else:
        done = junk_condition(context, task.pick, "effect", task.card)
    if done:
        mods.watch_caps(context)
    else:
        _nothing(context, task, deed.zone)


def _fetch(context: RaceContext, task: Task, deed: Deed) -> None:
    """A card out of the own junkyard or garage; after a search the garage is shuffled."""
    kind = "search" if deed.op == "search" else "retrieve"
    asked: list[Task] = []
    for seat in _touched(context.state, task, deed):
        asked += [task.again(kind=kind, whom=seat)] * deed.n
        if deed.op == "search":
            racer = context.state.drivers[seat]
            racer.found = sorted(racer.garage)
            asked.append(Task("shuffle", seat))
    context.state.todo += reversed(asked)


def _look_hand(context: RaceContext, task: Task, deed: Deed) -> None:
    state = context.state
    for seat in _touched(state, task, deed):
        if seat == task.seat:
            continue
        racer, looker = state.drivers[seat], state.drivers[task.seat]
        cards = tuple(racer.hand)
        hidden = list(racer.hand)
        for card in racer.shown:
            hidden.remove(card)
        racer.seen = [one for one in racer.seen if one[0] != task.seat]
        racer.seen.append((task.seat, hidden))
        looker.looked.append((seat, cards))
        context.emit(HandLooked(task.seat, seat, task.card))
        context.emit(HandSeen(task.seat, seat, cards), task.seat)


def _peek(context: RaceContext, task: Task, deed: Deed) -> None:
    asked: list[Task] = []
    for seat in _touched(context.state, task, deed):
        racer = context.state.drivers[seat]
        if racer.garage:
            racer.found = racer.garage[-1:]
            asked.append(Task("peek", seat, task.card, whom=seat))
        else:
            _nothing(context, task, "garage")
    context.state.todo += reversed(asked)


def _cancel(context: RaceContext, task: Task, deed: Deed) -> None:
    """The card being played is stopped: it goes to its owner's junkyard and does nothing.

    Rules: Action; Ruling B16; Ruling B21
    """
    state = context.state
    playing = state.playing
    if playing is None or playing.stopped:
        return
    playing.stopped = True
    state.drivers[playing.seat].junkyard.append(playing.card)
    context.emit(CardStopped(playing.seat, playing.card, task.seat, task.card))
    context.emit(Junked(playing.seat, (playing.card,), "stopped", task.card))


DEEDS: Final[dict[str, Callable[[RaceContext, Task, Deed], None]]] = {
    "add": _bonus,
    "sub": _bonus,
    "extra_play": _extra_play,
    "draw": _draw,
    "discard": _discard,
    "uninstall": _uninstall,
    "uninstall_this": _uninstall_this,
    "junk_shared": _junk_shared,
    "retrieve": _fetch,
    "search": _fetch,
    "look_hand": _look_hand,
    "peek_discard": _peek,
    "cancel": _cancel,
}
"""How each op of an effect that is done is done; static ops are reckoned with, not done."""
