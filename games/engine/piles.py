"""Hands and piles are lists of card numbers; these are the moves between them."""

from __future__ import annotations

from collections.abc import Iterable


def move_card(card: int, source: list[int], target: list[int]) -> None:
    """Take one copy of a card out of a pile and lay it on top of another.

    Raises ValueError when the card is not there: cards are never made of nothing.
    """
    source.remove(card)
    target.append(card)


def move_all(source: list[int], target: list[int]) -> None:
    """Lay a whole pile on top of another."""
    target.extend(source)
    source.clear()


def holds(pile: Iterable[int], cards: Iterable[int]) -> bool:
    """Whether all these cards, copies counted, are in the pile."""
    left = list(pile)
    for card in cards:
        if card not in left:
            return False
        left.remove(card)
    return True
