"""The race as it might be: what one seat cannot see, dealt anew."""

from __future__ import annotations

from collections import Counter

from games.engine.chance import Chance
from games.world_auto_racing.kinds import READY
from games.world_auto_racing.state import Racer, State


def redeal(then: State, now: State, seat: int | None, chance: Chance) -> State:
    """Deal anew every card of the checkpoint `then` that `seat` cannot know at `now`.

    Between a checkpoint and the questions after it hidden cards leave hands for all to see, and
    none comes in. A seat knows its own hand, and its own garage but for the order; of others it
    knows cards taken out of junkyards, hands it was shown, and what must be left of a ready-made
    garage.
    """
    then.leaving = [other for other in then.leaving if other == seat]
    for other, racer in enumerate(then.drivers):
        if other == seat:
            _own(racer, chance)
        else:
            _others(then, now, other, seat, chance)
    for other, racer in enumerate(then.drivers):
        if other != seat:
            # What others were shown of a third hand is as hidden as that hand.
            racer.looked = [
                (on, held if on == seat else tuple(then.drivers[on].hand))
                for on, held in racer.looked
            ]
    return then


def _own(racer: Racer, chance: Chance) -> None:
    """Shuffle the own garage; a top card that was looked at stays on top."""
    top = [racer.garage.pop()] if len(racer.found) == 1 else []
    racer.garage = chance.shuffled(sorted(racer.garage), "redeal") + top


def _others(then: State, now: State, other: int, seat: int | None, chance: Chance) -> None:
    """Deal another's hand and garage anew, cards aside that are known by now."""
    before, after = then.drivers[other], now.drivers[other]
    known = list(after.shown)
    for viewer, seen in after.seen:
        if viewer == seat:
            known += seen
    hidden = Counter(after.hand)
    hidden.subtract(known)
    left = Counter(before.hand)
    left.subtract(after.hand)
    known += left.elements()
    pool = [*hidden.elements(), *before.garage]
    if before.brought:
        pool = _plausible(before.car, len(pool), known + public(then, other), chance)
        before.brought = sorted(pool + known + public(then, other))
    pool = chance.shuffled(sorted(pool), "redeal")
    count = len(before.hand) - len(known)
    before.hand = known + pool[:count]
    before.garage = pool[count:]
    before.seen = [(viewer, seen if viewer == seat else []) for viewer, seen in before.seen]
    before.found = []


def public(state: State, owner: int) -> list[int]:
    """A driver's cards that lie face up, the car aside."""
    racer = state.drivers[owner]
    out = [*racer.junkyard, *racer.front, *(card for stack in racer.mods for card in stack)]
    if racer.trait >= 0:
        out.append(racer.trait)
    out += [card for card, who in (*state.conditions, *state.courses) if who == owner]
    playing = state.playing
    if playing is not None and playing.seat == owner and playing.waits:
        out.append(playing.card)
    return out


def held(state: State) -> list[int]:
    """The number of every card that the drivers have, cars included, installed or not."""
    out: list[int] = []
    for seat, racer in enumerate(state.drivers):
        if racer.car >= 0:
            out += [racer.car, *racer.hand, *racer.garage, *racer.brought, *public(state, seat)]
    return out


def _plausible(car: int, wanted: int, known: list[int], chance: Chance) -> list[int]:
    """So many cards that an own garage may hold beside known ones: those of the car's ready-made
    garage, and once more from it where they do not suffice."""
    ready = list(READY[car])
    left = Counter(ready)
    left.subtract(known)
    pool = chance.shuffled(sorted(left.elements()), "redeal")
    while len(pool) < wanted:
        pool += ready
    return pool[:wanted]


def astray(state: State) -> list[int]:
    """What is on the table beside the cards that each driver raced with from the start: a lost
    card shows as a negative number."""
    out: list[int] = []
    for seat, racer in enumerate(state.drivers):
        if racer.car >= 0:
            count = Counter([*racer.hand, *racer.garage, *public(state, seat)])
            count.subtract(racer.brought or READY[racer.car])
            out += [*count.elements(), *(-card - 1 for card in (-count).elements())]
    return out
