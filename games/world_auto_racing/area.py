"""The play area: what is active, how often it was used, and how cards leave it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from games.world_auto_racing.events import Junked
from games.world_auto_racing.kinds import FAR, KINDS, STATICS, Deed, Doing
from games.world_auto_racing.state import RaceContext, Racer, State, Used, affected

InPlay = tuple[int, int, int]
"""(owner, card, copy): `copy` counts its owner's cards of that kind in play, from 0."""


def active(state: State, wanted: AbstractSet[int], only: int | None = None) -> list[InPlay]:
    """The active cards that are among these, of all drivers or of one `only`: covered ones have no
    effect.

    Rules: Terms to Know
    """
    found: list[InPlay] = []
    if not wanted:
        return found
    for seat in range(len(state.drivers)) if only is None else (only,):
        racer = state.drivers[seat]
        cards = [racer.car, racer.trait]
        for stack in racer.mods:
            cards.append(stack[-1])
        cards += racer.teams
        for card, _ in racer.controls:
            cards.append(card)
        # Most often none is.
        if not wanted.isdisjoint(cards):
            among = [(at, card) for at, card in enumerate(cards) if card in wanted]
            found += [(seat, card, cards[:at].count(card)) for at, card in among]
    for card, owner in (*state.conditions, *state.courses[-1:]):
        if card in wanted and only in (None, owner):
            found.append((owner, card, max(0, state.courses.count((card, owner)) - 1)))
    return found


def bearing(state: State, seat: int, wanted: AbstractSet[int]) -> list[InPlay]:
    """The active cards among these that may bear on a driver. Most cards bear on their owner."""
    return active(state, wanted, None if FAR else seat)


def aim_of(state: State, owner: int, card: int, copy: int) -> int:
    """The seat that a control in play is aimed at, or -1."""
    aims = [on for other, on in state.drivers[owner].controls if other == card]
    return aims[copy] if 0 <= copy < len(aims) else -1


def standing(
    state: State, seat: int, op: str, among: Iterable[InPlay] | None = None
) -> Iterator[tuple[int, Deed]]:
    """The static deeds of active cards that are true of a driver, each with its card.

    `among` are the active cards that may bear on that, for one who has looked for them.
    """
    for owner, card, copy in bearing(state, seat, STATICS[op]) if among is None else among:
        for deed in KINDS[card].others:
            if deed.op != op or not deed.asks(state, owner):
                continue
            on = aim_of(state, owner, card, copy) if deed.who == "target" else -1
            if seat in affected(state, deed.who, owner, on) and deed.holds(state, seat):
                yield card, deed


# -- limits


def uses(racer: Racer, card: int, copy: int, effect: int) -> int:
    """How often an ability of a card in play has been used this round."""
    key = (card, copy, effect)
    return next((one.count for one in racer.used if (one.card, one.copy, one.effect) == key), 0)


def has_use(racer: Racer, card: int, copy: int, doing: Doing) -> bool:
    """Whether an ability has a use left this round. Ruling B3"""
    return not doing.limit or uses(racer, card, copy, doing.place) < doing.limit


def count_use(racer: Racer, card: int, copy: int, effect: int) -> None:
    """Count one more use."""
    if before := uses(racer, card, copy, effect):
        racer.used.remove(Used(card, copy, effect, before))
    racer.used.append(Used(card, copy, effect, before + 1))


def usable(state: State, owner: int, card: int, copy: int, doing: Doing) -> bool:
    """Whether an action or check may be used: its limit, its test, and its cost in full.

    A card that has left play since its check was set off has no limit any more.

    Rules: Action; Ruling B3
    """
    racer = state.drivers[owner]
    if copy >= 0 and not has_use(racer, card, copy, doing):
        return False
    if not doing.holds(state, owner):
        return False
    for deed in doing.deeds[: len(doing.cost)]:
        if deed.op == "discard" and len(racer.hand) < deed.n:
            return False
        if deed.op == "uninstall_this" and card not in racer.tops:
            return False
    return True


# -- plays of a type


def spent(state: State, seat: int, among: Sequence[InPlay] | None = None) -> list[str]:
    """Types of card that the driver may play no more of this round.

    `among` are the active cards that may bear on that, for one who has looked for them.

    Rules: Action
    """
    played = state.drivers[seat].played
    out = [kind for kind in dict.fromkeys(played) if kind != "control"]
    if not out:
        return out
    extra = list(state.drivers[seat].extra)
    for _, deed in standing(state, seat, "extra_play", among):
        extra += deed.type * deed.n
    return [kind for kind in out if played.count(kind) > extra.count(kind)]


# -- leaving play


def gone(state: State, owner: int, card: int, copy: int = 0) -> None:
    """A card in play has left it: a copy that comes after starts fresh.

    Rules: Terms to Know; checks that it has set off are still done.
    """
    racer = state.drivers[owner]
    if not (racer.used or state.todo or state.playing):
        return
    if racer.used:
        racer.used = [
            replace(used, copy=_shift(used.copy, copy)) if used.card == card else used
            for used in racer.used
            if used.card != card or used.copy != copy
        ]
    if state.playing is not None and state.playing.heard:
        state.playing.heard = [
            (who, what, _shift(nth, copy) if (who, what) == (owner, card) else nth, effect)
            for who, what, nth, effect in state.playing.heard
        ]
    for at, task in enumerate(state.todo):
        if task.kind == "check" and task.seat == owner and task.card == card:
            state.todo[at] = task.again(count=_shift(task.count, copy))


def _shift(nth: int, copy: int) -> int:
    """The number of a copy when another has left; -1 for the one that has left."""
    return nth - 1 if nth > copy else -1 if nth == copy else nth


def junk(context: RaceContext, owner: int, cards: list[int], why: str, because: int = -1) -> None:
    """Cards that have left play go to their owner's junkyard. Rules: Terms to Know; Ruling B7"""
    context.state.drivers[owner].junkyard += cards
    context.emit(Junked(owner, tuple(cards), why, because))


def junk_course(context: RaceContext, because: int) -> bool:
    """Junk the active course: the one below is active again. False when there is none.

    Rules: Course
    """
    state = context.state
    if not state.courses:
        return False
    card, owner = state.courses[-1]
    copy = state.courses.count((card, owner)) - 1
    state.courses.pop()
    gone(state, owner, card, copy)
    junk(context, owner, [card], "effect", because)
    return True


def junk_condition(context: RaceContext, card: int, why: str, because: int) -> bool:
    """Junk that active condition. False when it is not there."""
    state = context.state
    for at, (other, owner) in enumerate(state.conditions):
        if other == card:
            del state.conditions[at]
            gone(state, owner, card)
            junk(context, owner, [card], why, because)
            return True
    return False
