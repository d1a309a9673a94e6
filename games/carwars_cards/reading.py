"""What can be read off a view: the own car, the rivals, and which cards are barred by what."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import CARDS, Card
from games.carwars_cards.view import Car, CardsView, Hit, Incoming

GEAR_WEAPON: Final = {gear: kinds.WEAPONS[n] for gear, n in kinds.WEAPON_OF_PROOF.items()}
"""The weapon each gear makes a car immune to."""
JAM_WEAPON: Final = {jam: kinds.WEAPONS[n] for jam, n in kinds.WEAPON_OF_JAM.items()}
"""The weapon each jam or overheat keeps from firing."""
NEEDS_TIRES: Final = frozenset(
    (kinds.SWERVE, kinds.SPIN, kinds.BOOTLEGGER, kinds.SMOKESCREEN, kinds.PAINT_SPRAY)
)
"""Answers that are gone with the tires (Rules: Tires)."""


def mine(view: CardsView) -> Car:
    """The seat's own car."""
    assert view.seat is not None
    return view.cars[view.seat]


def rivals(view: CardsView) -> list[Car]:
    """The other cars still in the duel."""
    return [car for car in view.cars if car.status == "in" and car.seat != view.seat]


def power(view: CardsView, card: Card) -> int:
    """Damage of the seat's own attack before armor; a Ramplate doubles a ram."""
    if card.weapon == "ramming" and view.seat is not None and kinds.RAMPLATE in mine(view).specials:
        return 2 * card.damage
    return card.damage


def barred(view: CardsView) -> list[str]:
    """Weapons the seat cannot fire until it discards its hand."""
    if view.seat is None:
        return []
    return [JAM_WEAPON[card] for card in mine(view).specials if card in JAM_WEAPON]


def aimed_at(hit: Incoming) -> int:
    """The side on which a hit would do its damage, -1 for the tires."""
    return -1 if hit.tire_shot else hit.side


def still_to_come(hit: Incoming) -> int:
    """Points on their way after the armor laid so far."""
    return max(0, hit.points - hit.stopped)


def hits_on(car: Car) -> list[Hit]:
    """Every hit that lies on a car."""
    stacks = (*car.side_hits, car.driver_hits, car.tire_hits)
    return [hit for hits in stacks for hit in hits]


def weapons_on(car: Car) -> set[str]:
    """Weapons that have damaged the car in this duel: their cards lie on it."""
    return {CARDS[hit.card].weapon for hit in hits_on(car) if hit.points}


def seen(view: CardsView) -> Counter[int]:
    """Every card the seat can see, wherever it lies."""
    cards = Counter((*view.hand, *view.discard, *(card for _, card in view.played)))
    for car in view.cars:
        cards.update(car.specials)
        for hit in hits_on(car):
            cards[hit.card] += 1
            cards.update(hit.armor)
    return cards
