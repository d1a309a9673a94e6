"""Tasks that ask a driver in the middle of a step, and the small ones that ask nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.ask import Ask, Step
from games.world_auto_racing import deeds, hands, mods, plays
from games.world_auto_racing.deeds import DECLINE, EITHER, answer, ask_then, deed_of
from games.world_auto_racing.events import Fetched, FetchedCard, TopLooked
from games.world_auto_racing.kinds import KINDS, Deed
from games.world_auto_racing.moves import Accept, Decline, Discard, Fetch, Lose
from games.world_auto_racing.state import RaceContext, Task

TERMS: Final = "Rules: Terms to Know"


def _discard(context: RaceContext, task: Task) -> Step[None] | None:
    """A driver discards a card to a card's cost or effect."""
    hand = context.state.drivers[task.whom].hand

    def done(chosen: Discard) -> None:
        hands.discard(context, task.whom, chosen.card, task.why, task.card)

    options = [KINDS[card].discard for card in dict.fromkeys(hand)]
    if len(hand) > 1:
        default = KINDS[hand[-1]].discard
        return ask_then(context, Ask(task.whom, "discard", options, default, TERMS), done)
    context.state.todo.pop()
    for only in options:
        done(only)
    return None


def _lose(context: RaceContext, task: Task) -> Step[None] | None:
    """A driver picks a mod that an effect uninstalls. Ruling B22"""
    todo = context.state.todo
    fitting = mods.fitting(context.state, task.whom, deed_of(task), chosen=True)

    def done(chosen: Lose) -> None:
        if task.count > 1:
            todo.append(task.again(count=task.count - 1))
        mods.uninstall(context, task.whom, chosen.card, task.seat, task.card)

    if len(fitting) > task.count:
        return ask_then(context, _which_mod(task.whom, fitting), done)
    todo.pop()
    for card in reversed(fitting):
        mods.uninstall(context, task.whom, card, task.seat, task.card)
    return None


def _which_mod(seat: int, cards: list[int]) -> Ask[Lose]:
    options = [Lose(card) for card in cards]
    return Ask(seat, "lose", options, Lose(mods.weakest(cards)), "Rules: Mods")


def _cap(context: RaceContext, task: Task) -> Step[None] | None:
    """A driver junks mods until the lowered cap is kept. Ruling B18"""
    if mods.over_cap(context.state, task.seat):
        return _ask_cap(context, task)
    context.state.todo.pop()
    return None


def _ask_cap(context: RaceContext, task: Task) -> Step[None]:
    state, seat = context.state, task.seat
    while mods.over_cap(state, seat):
        counted = [card for card in state.drivers[seat].tops if not KINDS[card].tires]
        chosen = yield from answer(context, _which_mod(seat, counted))
        mods.give_up(context, seat, chosen.card)
    state.todo.remove(task)


def _fits(cards: list[int], deed: Deed) -> list[Fetch]:
    """The cards of the types that an effect looks for, each once, by number."""
    return [Fetch(card) for card in sorted(set(cards)) if KINDS[card].type in deed.type]


def _retrieve(context: RaceContext, task: Task) -> Step[None] | None:
    """A card out of the own junkyard, for all to see."""
    racer = context.state.drivers[task.whom]
    fits = _fits(racer.junkyard, deed_of(task))

    def done(chosen: Fetch) -> None:
        racer.junkyard.remove(chosen.card)
        racer.hand.append(chosen.card)
        racer.shown.append(chosen.card)
        context.emit(Fetched(task.whom, "junkyard", task.card, chosen.card))

    if len(fits) > 1:
        return ask_then(context, Ask(task.whom, "fetch", fits, fits[0], TERMS), done)
    context.state.todo.pop()
    for only in fits:
        done(only)
    if not fits:
        context.emit(Fetched(task.whom, "junkyard", task.card, found=False))
    return None


def _search(context: RaceContext, task: Task) -> Step[None] | None:
    """A card out of the own garage. Whether one fits is the driver's secret until it is over."""
    racer = context.state.drivers[task.whom]

    def done(chosen: Fetch | Decline) -> None:
        if isinstance(chosen, Decline):
            context.emit(Fetched(task.whom, "garage", task.card, found=False))
            return
        racer.garage.remove(chosen.card)
        racer.found = sorted(racer.garage)
        racer.hand.append(chosen.card)
        context.emit(Fetched(task.whom, "garage", task.card))
        context.emit(FetchedCard(task.whom, chosen.card), task.whom)

    if racer.garage:
        fits: list[Fetch | Decline] = [*_fits(racer.garage, deed_of(task))] or [DECLINE]
        return ask_then(context, Ask(task.whom, "fetch", fits, fits[0], TERMS), done)
    context.state.todo.pop()
    done(DECLINE)
    return None


def _shuffle(context: RaceContext, task: Task) -> None:
    """Shuffle a garage that was searched."""
    racer = context.state.drivers[task.seat]
    racer.garage = context.chance.shuffled(racer.garage, f"garage {task.seat}")
    racer.found = []


def _peek(context: RaceContext, task: Task) -> Step[None] | None:
    """A driver looks at the top card of the own garage and may junk it."""
    racer = context.state.drivers[task.whom]

    def done(chosen: Accept | Decline) -> None:
        card = -1
        if isinstance(chosen, Accept):
            racer.found = []
            card = racer.garage.pop()
            racer.junkyard.append(card)
        context.emit(TopLooked(task.whom, task.card, card))

    if racer.garage:
        return ask_then(context, Ask(task.whom, "peek", EITHER, DECLINE, TERMS), done)
    context.state.todo.pop()
    return None


TASKS: Final[dict[str, Callable[[RaceContext, Task], None]]] = {
    "do": deeds.do,
    "shuffle": _shuffle,
    "enter": plays.enter,
    "complete": plays.complete,
}
"""Tasks that ask nobody; they are taken off the stack before they are done."""
ASKED: Final[dict[str, Callable[[RaceContext, Task], Step[None] | None]]] = {
    "check": plays.check,
    "discard": _discard,
    "lose": _lose,
    "cap": _cap,
    "retrieve": _retrieve,
    "search": _search,
    "peek": _peek,
}
"""Tasks that may ask; they take themselves off the stack when they are done."""


def next_task(context: RaceContext) -> Step[None] | None:
    """Do the next task, or return the coroutine that asks."""
    todo = context.state.todo
    task = todo[-1]
    do = TASKS.get(task.kind)
    if do is None:
        return ASKED[task.kind](context, task)
    todo.pop()
    do(context, task)
    return None


OPEN: Final = frozenset(
    ("add", "sub", "extra_play", "uninstall", "uninstall_this", "junk_shared", "cancel")
)
"""Ops that move nothing hidden."""


def do_open(context: RaceContext) -> None:
    """Do the next tasks as long as they ask nobody and move nothing hidden.

    The others wait for a beat of their own.
    """
    todo = context.state.todo
    while todo:
        task = todo[-1]
        if task.kind == "check":
            if plays.asks(task):
                return
            plays.check(context, task)
            continue
        if task.kind not in ("enter", "complete") and (
            task.kind != "do" or deed_of(task).op not in OPEN
        ):
            return
        todo.pop()
        TASKS[task.kind](context, task)
