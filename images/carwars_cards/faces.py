"""How each card shows itself: its icon, its few words, and what it says lying on a car."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.carwars_cards.cards import ANY_SIDE, CARDS, SIDES, Card
from games.carwars_cards.kinds import IS_JAM


class Figures(NamedTuple):
    """The one number of a card, the two words beside it, and the sides it concerns."""

    number: int
    first: str
    second: str
    sides: frozenset[int]


class Mark(NamedTuple):
    """Something that lies on a car or is true of it."""

    short: str
    """On a chip."""
    words: str
    """In a sentence."""
    icon: str
    bad: bool


ALL_SIDES: Final = frozenset(range(4))
ESCAPING: Final = Mark("Escaping", "escaping", "exit", True)


def mark_of(number: int) -> Mark:
    """A special card lying on a car."""
    card = CARDS[number]
    return Mark(card.mark, card.lying or card.name, card.icon, IS_JAM[number])


def skipping(turns: int) -> Mark:
    """Turns to be lost, in words: the numbers of a board are what is left of a car."""
    if turns == 1:
        return Mark("Skips turn", "skips the next turn", "pause", True)
    many = {2: "two", 3: "three", 4: "four"}.get(turns, "many")
    return Mark(f"Skips {many}", f"skips the next {many} turns", "pause", True)


def figures_of(card: Card, number: int | None = None) -> Figures | None:
    """The number a card shows large, or None for a card that is told in words.

    `number` stands in for the printed one, as when a Ramplate doubles a ram.
    """
    if card.kind == "armor":
        return Figures(number or card.stop, "stopped", SIDES[card.side], frozenset({card.side}))
    if card.damage:
        side = card.side if card.kind == "attack" else ANY_SIDE
        if side == ANY_SIDE:
            return Figures(number or card.damage, "damage", "any side", ALL_SIDES)
        return Figures(number or card.damage, "damage", SIDES[side], frozenset({side}))
    if card.id == "debris":
        return Figures(card.tire_damage, "damage", "tires", frozenset())
    return None
