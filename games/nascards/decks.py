"""The two decks and the hands: drawing, discarding, and what drivers know of each other's cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.nascards.events import (
    DealtCards,
    ManeuversDealt,
    Reshuffled,
    SpeedCards,
    SpeedDiscarded,
    SpeedDrawn,
)
from games.nascards.state import Driver, Known, LiveRace, State


def _from_top(pile: list[int], count: int) -> list[int]:
    """Up to `count` cards, at least one, off the top of a pile."""
    cards = pile[: -count - 1 : -1]
    del pile[-count:]
    return cards


def _draw(context: LiveRace, pile: Literal["speed", "maneuver"], count: int) -> list[int]:
    """Cards from the top; when the pile runs out the discards become a new one.

    With no discards either, nothing more is drawn.

    Rules: Pit Stop Phase; Ruling 28
    """
    state = context.state
    drawn = _from_top(getattr(state, f"{pile}_pile"), count)
    if len(drawn) < count:
        discards: list[int] = getattr(state, f"{pile}_discard")
        for driver in state.drivers if pile == "maneuver" else ():
            discards += driver.thrown
            driver.thrown = []
        if discards:
            discards.sort()
            shuffled = context.chance.shuffled(discards, f"{pile} reshuffle")
            setattr(state, f"{pile}_pile", shuffled)
            context.emit(Reshuffled(pile, len(discards)))
            discards.clear()
            drawn += _from_top(shuffled, count - len(drawn))
    return drawn


def deal_maneuvers(context: LiveRace, seat: int, count: int, card: int = -1) -> None:
    """Maneuver cards are laid before a driver, the first drawn first, who alone sees which; `card`
    is the one that lets him draw them."""
    driver = context.state.drivers[seat]
    driver.dealt = _draw(context, "maneuver", count)
    context.emit(ManeuversDealt(seat, len(driver.dealt), card))
    if driver.dealt:
        context.emit(DealtCards(seat, tuple(driver.dealt)), seat)


def draw(context: LiveRace, seat: int, count: int) -> tuple[int, ...]:
    """Draw Speed cards into a hand. Returns them lowest first, for the driver alone to be told.

    In which order they lay in the pile no hand shows, so no event does.
    """
    drawn = sorted(_draw(context, "speed", count))
    driver = context.state.drivers[seat]
    driver.hand = sorted(driver.hand + drawn) if driver.hand else drawn
    driver.hand_changes += 1
    return tuple(drawn)


def draw_for(context: LiveRace, seat: int, count: int, card: int = -1) -> None:
    """A driver draws Speed cards because of a Maneuver card, or before the race."""
    drawn = draw(context, seat, count)
    context.emit(SpeedDrawn(seat, len(drawn), card))
    if drawn:
        context.emit(SpeedCards(seat, drawn), seat)


# -- out of a hand


def lay_down(state: State, seat: int, cards: Sequence[int]) -> None:
    """Speed cards go from a hand to the discards, for all to see."""
    hand = state.drivers[seat].hand
    for card in cards:
        hand.remove(card)
    state.speed_discard += cards
    if state.known:
        for card in cards:
            _seen(state, seat, card)


def discard_random(context: LiveRace, seat: int, count: int, by: int = -1, card: int = -1) -> None:
    """A driver loses so many Speed cards by chance, or as many as there are.

    Rules: The Crash Table; Ruling 31
    """
    state = context.state
    hand = state.drivers[seat].hand
    lost: list[int] = []
    for _ in range(min(count, len(hand))):
        lost.append(hand[context.chance.below(len(hand), "random card")])
        lay_down(state, seat, lost[-1:])
    state.drivers[seat].hand_changes += 1
    context.emit(SpeedDiscarded(seat, tuple(lost), by, card))


def throw_hand(state: State, seat: int) -> int:
    """A whole hand goes to the discards. Returns how many cards it was."""
    driver = state.drivers[seat]
    count = len(driver.hand)
    state.speed_discard += driver.hand
    driver.hand = []
    driver.hand_changes += 1
    state.known = [one for one in state.known if one.of != seat]
    return count


def throw_away(driver: Driver) -> None:
    """Maneuver cards that will not be shown go face down to the discards."""
    driver.thrown += driver.dealt
    driver.dealt = []
    driver.kept = driver.follow = -1


# -- what is known of a hand


def learn(state: State, by: int, of: int, cards: Sequence[int]) -> None:
    """A driver has been shown a whole hand. Ruling 48"""
    state.known = [one for one in state.known if (one.by, one.of) != (by, of)]
    state.known += [Known(by, of, card) for card in cards]


def _seen(state: State, of: int, card: int) -> None:
    """A card has left a hand in the open: whoever knew it there knows it there no longer."""
    for known in {one for one in state.known if one.of == of and one.card == card}:
        state.known.remove(known)


def take_over(state: State, of: int, by: int, card: int) -> None:
    """A card goes unseen from one hand to another; the driver who had it knows where it is.

    Others who knew the hand it came from can no longer tell what is in it.

    Ruling 48
    """
    old, new = state.drivers[of], state.drivers[by]
    old.hand.remove(card)
    new.hand = sorted([*new.hand, card])
    for driver in (old, new):
        driver.hand_changes += 1
    state.known = [one for one in state.known if one.of != of or one.by == by]
    if (known := Known(by, of, card)) in state.known:
        state.known.remove(known)
    state.known.append(Known(of, by, card))
