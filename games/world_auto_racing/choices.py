"""Tasks that ask a driver in the middle of a step, and the small ones that ask nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.engine.ask import Ask, Step, asks_once, choose
from games.engine.table import Live
from games.world_auto_racing import deeds, hands, mods, plays
from games.world_auto_racing.deeds import deed_of
from games.world_auto_racing.events import Fetched, FetchedCard, TopLooked
from games.world_auto_racing.kinds import KINDS, Deed
from games.world_auto_racing.moves import Accept, Decline, Fetch, Lose
from games.world_auto_racing.state import State, Task

ACCEPT: Final = Accept()
DECLINE: Final = Decline()


def answer(live: Live[State], ask: Ask[Any]) -> Step[Any]:
    """Put a question; for a driver who has left the default is given. Ruling B23"""
    if live.state.drivers[ask.seat].retired:
        return ask.default
    return (yield from choose(ask))


def _discard(live: Live[State], task: Task) -> Step[None] | None:
    """A driver discards a card to a card's cost or effect."""
    state = live.state
    hand = state.drivers[task.whom].hand
    if len(hand) > 1:
        return _ask_discard(live, task)
    state.todo.pop()
    if hand:
        hands.discard(live, task.whom, hand[0], task.why, task.card)
    return None


@asks_once
def _ask_discard(live: Live[State], task: Task) -> Step[None]:
    state = live.state
    hand = state.drivers[task.whom].hand
    options = [KINDS[card].discard for card in dict.fromkeys(hand)]
    ask = Ask(task.whom, "discard", options, KINDS[hand[-1]].discard, "Rules: Terms to Know")
    chosen = yield from answer(live, ask)
    state.todo.pop()
    hands.discard(live, task.whom, chosen.card, task.why, task.card)


def _lose(live: Live[State], task: Task) -> Step[None] | None:
    """A driver picks a mod that an effect uninstalls. Ruling B22"""
    state = live.state
    fitting = mods.fitting(state, task.whom, deed_of(task), chosen=True)
    if len(fitting) > task.count:
        return _ask_lose(live, task, fitting)
    state.todo.pop()
    for card in reversed(fitting):
        mods.uninstall(live, task.whom, card, task.seat, task.card)
    return None


@asks_once
def _ask_lose(live: Live[State], task: Task, fitting: list[int]) -> Step[None]:
    state = live.state
    options = [Lose(card) for card in fitting]
    default = Lose(mods.weakest(fitting))
    chosen = yield from answer(live, Ask(task.whom, "lose", options, default, "Rules: Mods"))
    state.todo.pop()
    if task.count > 1:
        state.todo.append(task.again(count=task.count - 1))
    mods.uninstall(live, task.whom, chosen.card, task.seat, task.card)


def _cap(live: Live[State], task: Task) -> Step[None] | None:
    """A driver junks mods until the lowered cap is kept. Ruling B18"""
    if mods.over_cap(live.state, task.seat):
        return _ask_cap(live, task)
    live.state.todo.pop()
    return None


def _ask_cap(live: Live[State], task: Task) -> Step[None]:
    state, seat = live.state, task.seat
    while mods.over_cap(state, seat):
        stacks = state.drivers[seat].mods
        cards = [stack[-1] for stack in stacks if not KINDS[stack[-1]].tires]
        default = Lose(mods.weakest(cards))
        options = [Lose(card) for card in cards]
        chosen = yield from answer(live, Ask(seat, "lose", options, default, "Rules: Mods"))
        mods.give_up(live, seat, chosen.card)
    state.todo.remove(task)


def _fits(cards: list[int], deed: Deed) -> list[int]:
    """The cards of the types that an effect looks for, each once, by number."""
    return sorted({card for card in cards if KINDS[card].type in deed.types})


def _retrieve(live: Live[State], task: Task) -> Step[None] | None:
    """A card out of the own junkyard, for all to see."""
    state = live.state
    fits = _fits(state.drivers[task.whom].junkyard, deed_of(task))
    if len(fits) > 1:
        return _ask_retrieve(live, task, fits)
    state.todo.pop()
    if fits:
        _take_back(live, task, fits[0])
    else:
        live.tell(Fetched(task.whom, "junkyard", task.card, found=False))
    return None


@asks_once
def _ask_retrieve(live: Live[State], task: Task, fits: list[int]) -> Step[None]:
    options = [Fetch(card) for card in fits]
    ask = Ask(task.whom, "fetch", options, options[0], "Rules: Terms to Know")
    chosen = yield from answer(live, ask)
    live.state.todo.pop()
    _take_back(live, task, chosen.card)


def _take_back(live: Live[State], task: Task, card: int) -> None:
    racer = live.state.drivers[task.whom]
    racer.junkyard.remove(card)
    racer.hand.append(card)
    racer.shown.append(card)
    live.tell(Fetched(task.whom, "junkyard", task.card, card))


def _search(live: Live[State], task: Task) -> Step[None] | None:
    """A card out of the own garage. Whether one fits is the driver's secret until it is over."""
    state = live.state
    if state.drivers[task.whom].garage:
        return _ask_search(live, task)
    state.todo.pop()
    live.tell(Fetched(task.whom, "garage", task.card, found=False))
    return None


@asks_once
def _ask_search(live: Live[State], task: Task) -> Step[None]:
    state = live.state
    racer = state.drivers[task.whom]
    fits = _fits(racer.garage, deed_of(task))
    options: list[Fetch | Decline] = [Fetch(card) for card in fits] or [DECLINE]
    ask = Ask(task.whom, "fetch", options, options[0], "Rules: Terms to Know")
    chosen = yield from answer(live, ask)
    state.todo.pop()
    if not isinstance(chosen, Fetch):
        live.tell(Fetched(task.whom, "garage", task.card, found=False))
        return
    racer.garage.remove(chosen.card)
    racer.found = sorted(racer.garage)
    racer.hand.append(chosen.card)
    live.tell(Fetched(task.whom, "garage", task.card))
    live.tell(FetchedCard(task.whom, chosen.card), task.whom)


def _shuffle(live: Live[State], task: Task) -> None:
    """Shuffle a garage that was searched."""
    racer = live.state.drivers[task.seat]
    racer.garage = live.chance.shuffled(racer.garage, f"garage {task.seat}")
    racer.found = []


def _peek(live: Live[State], task: Task) -> Step[None] | None:
    """A driver looks at the top card of the own garage and may junk it."""
    if live.state.drivers[task.whom].garage:
        return _ask_peek(live, task)
    live.state.todo.pop()
    return None


@asks_once
def _ask_peek(live: Live[State], task: Task) -> Step[None]:
    state = live.state
    racer = state.drivers[task.whom]
    ask = Ask(task.whom, "peek", (ACCEPT, DECLINE), DECLINE, "Rules: Terms to Know")
    chosen = yield from answer(live, ask)
    state.todo.pop()
    card = -1
    if isinstance(chosen, Accept):
        racer.found = []
        card = racer.garage.pop()
        racer.junkyard.append(card)
    live.tell(TopLooked(task.whom, task.card, card))


TASKS: Final[dict[str, Callable[[Live[State], Task], None]]] = {
    "do": deeds.do,
    "shuffle": _shuffle,
    "enter": plays.enter,
    "complete": plays.complete,
}
"""Tasks that ask nobody; they are taken off the stack before they are done."""
ASKED: Final[dict[str, Callable[[Live[State], Task], Step[None] | None]]] = {
    "check": plays.check,
    "discard": _discard,
    "lose": _lose,
    "cap": _cap,
    "retrieve": _retrieve,
    "search": _search,
    "peek": _peek,
}
"""Tasks that may ask; they take themselves off the stack when they are done."""


def next_task(live: Live[State]) -> Step[None] | None:
    """Do the next task, or return the coroutine that asks."""
    todo = live.state.todo
    task = todo[-1]
    do = TASKS.get(task.kind)
    if do is None:
        return ASKED[task.kind](live, task)
    todo.pop()
    do(live, task)
    return None


OPEN: Final = frozenset(
    ("add", "sub", "extra_play", "uninstall", "uninstall_this", "junk_shared", "cancel")
)
"""Ops that move nothing hidden."""


def do_open(live: Live[State]) -> None:
    """Do the next tasks as long as they ask nobody and move nothing hidden.

    The others wait for a beat of their own.
    """
    todo = live.state.todo
    while todo:
        task = todo[-1]
        if task.kind == "check":
            if plays.asks(task):
                return
            plays.check(live, task)
            continue
        if task.kind not in ("enter", "complete") and (
            task.kind != "do" or deed_of(task).op not in OPEN
        ):
            return
        todo.pop()
        TASKS[task.kind](live, task)
