"""Cards between garage, hand and junkyard, and who knows of them."""

from __future__ import annotations

from typing import Final

from games.world_auto_racing.events import CardsDrawn, Discarded, DrawnCards, OutOfFuel
from games.world_auto_racing.state import RaceContext, Racer

HAND: Final = 5
"""Cards that are dealt, and up to which one refuels. Rules: Before You Start; Rules: Refuel"""


def leave(racer: Racer, card: int) -> None:
    """Take a card out of the hand, for all to see. Raises ValueError when it is not there."""
    racer.hand.remove(card)
    if card in racer.shown:
        racer.shown.remove(card)
        return
    for _, cards in racer.seen:
        if card in cards:
            cards.remove(card)


def discard(context: RaceContext, seat: int, card: int, why: str, because: int = -1) -> None:
    """Lay a card of the hand on its owner's junkyard. Rules: Terms to Know"""
    racer = context.state.drivers[seat]
    leave(racer, card)
    racer.junkyard.append(card)
    context.emit(Discarded(seat, (card,), why, because))


def draw(context: RaceContext, seat: int, count: int, because: int = -1) -> int:
    """Draw cards, or as many as the garage holds; returns how many.

    Nothing is shuffled back: with an empty garage one is out of fuel.

    Rules: Refuel
    """
    racer = context.state.drivers[seat]
    garage = racer.garage
    count = min(count, len(garage))
    if not count:
        return 0
    cards = garage[: -count - 1 : -1]
    del garage[-count:]
    racer.hand += cards
    racer.found = []
    context.emit(CardsDrawn(seat, count, because))
    context.emit(DrawnCards(seat, tuple(cards)), seat)
    if not garage:
        context.emit(OutOfFuel(seat))
    return count
