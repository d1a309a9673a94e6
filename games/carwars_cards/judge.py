"""What a position is worth to a computer seat: harm on cars, and cards in the hand.

One unit is about the harm of 2 points on a side that is still whole. Nothing here looks at
anything but a view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from games.carwars_cards import kinds
from games.carwars_cards.anytime import places
from games.carwars_cards.attack import unusable
from games.carwars_cards.cards import (
    ARMOR_LIMIT,
    CARDS,
    DRIVER_LIMIT,
    SIDES,
    TIRE_LIMIT,
)
from games.carwars_cards.damage import force
from games.carwars_cards.state import Duelist, State

Scored = tuple[float, Any, str]
"""What an answer is worth, the answer, and why in one sentence."""
Odds = Sequence[float]
"""By side."""

DRIVER: Final = (0.0, 5.0, 10.5, 16.5, 23.0, 45.0)
"""Harm of damage to the driver: the fifth point puts the car out."""
BREACH: Final = (11.0, 7.5, 5.0, 4.0)
"""Harm of the first breached side, the second, and so on."""
TIRES: Final = (*(0.45 * n for n in range(TIRE_LIMIT)), 8.0)
"""Harm of damage to the tires: without them most answers are gone."""

ARMOR_COST: Final = 0.3
"""What an armor card used up costs: the hand is filled up again every turn."""


@lru_cache(maxsize=4096)
def _harm(sides: tuple[int, ...], driver: int, tires: int) -> float:
    harm = DRIVER[min(driver, DRIVER_LIMIT)] + TIRES[min(tires, TIRE_LIMIT)]
    breached = 0
    for points in sides:
        if points >= ARMOR_LIMIT:
            harm += BREACH[breached]
            breached += 1
        else:
            harm += 7.0 * float((points / ARMOR_LIMIT) ** 1.3)
    return harm


def harm(car: Duelist) -> float:
    """How badly off a car is; 0 when it is whole."""
    return _harm(tuple(car.side_damage), car.driver_damage, car.tire_damage)


def hurt(car: Duelist, side: int, points: int) -> float:
    """The harm that `points` after armor add on a side, or on the tires for side -1."""
    if points <= 0:
        return 0.0
    sides: tuple[int, ...] = tuple(car.side_damage)
    driver, tires = car.driver_damage, car.tire_damage
    if side < 0:
        tires += points
    elif not car.armor[side]:
        driver += points
    else:
        sides = (*sides[:side], sides[side] + points, *sides[side + 1 :])
    return _harm(sides, driver, tires) - harm(car)


def deadly(car: Duelist, side: int, points: int) -> bool:
    """Whether that hit puts the driver out."""
    return side >= 0 and not car.armor[side] and points >= car.driver


# -- what the others may hold


def armor_odds(view: State) -> Odds:
    """How likely one unseen card is to be armor of each side."""
    known = _seen(view)
    unseen = [max(0, card.count - known[card.number]) for card in CARDS]
    total = max(1, sum(unseen))
    odds = [0.0] * len(SIDES)
    for card in CARDS:
        if card.kind == "armor":
            odds[card.side] += unseen[card.number] / total
    return odds


def _seen(view: State) -> Counter[int]:
    """Every card the seat can see, wherever it lies."""
    cards = Counter((*view.hand, *view.discard, *(card for _, card in view.played)))
    for car in view.players:
        cards.update(car.specials)
        for hit in car.hits:
            cards.update((hit.card, *hit.armor))
    return cards


def expected(car: Duelist, side: int, points: int, odds: Odds) -> float:
    """The harm to expect of a hit on a side of a rival, who may hold armor."""
    armored = min(0.75, odds[side] * len(car.hand))
    return (1 - armored) * hurt(car, side, points) + armored * hurt(car, side, points - 3)


# -- the own hand


def can_attack(view: State, card: int, target: Duelist) -> bool:
    """Whether an attack card of the hand could be played on a rival as things stand."""
    return not unusable(view.me, card) and kinds.PROOF_OF[card] not in target.specials


def keep(view: State, number: int) -> float:
    """What holding on to a card is worth; 0 for one that can no longer be used.

    Armor for a side still whole is worth less than the unknown card that replaces it, and stays
    so with another side breached: what the hand then lacks is armor for the breach. Keeping more
    of it wins computers no more duels. The way out is kept once a side is open.
    """
    card, me = CARDS[number], view.me
    others = view.rivals
    if card.kind == "attack":
        targets = [car for car in others if can_attack(view, number, car)]
        sides = (card.side,) if card.sided else range(len(SIDES))
        best = max(
            (hurt(car, side, force(me, number)) for car in targets for side in sides), default=0.0
        )
        return min(best, 8.0) * 0.5
    if card.kind == "armor":
        damage = me.side_damage[card.side]
        return (0.8 + damage / ARMOR_LIMIT) * (1.3 if card.stop > 3 else 1.0)
    if number in kinds.NEEDS_TIRES and not me.tires:
        return 0.0
    if number in kinds.ANYTIME and not any(places(view, me.seat, number)):
        return 0.0
    if number == kinds.EJECTION_SEAT:
        return card.worth + 0.4 * me.armor.count(0) + 0.5 * me.driver_damage
    return card.worth


def discard_worth(view: State, cards: Sequence[int]) -> float:
    """What changing these cards for new ones is worth."""
    return sum(NEW_CARD - keep(view, card) for card in cards)


NEW_CARD: Final = 1.1
"""What a card from the pile is worth before it is seen."""


# -- answering a hit


def armor_plan(
    car: Duelist, side: int, points: int, held: Sequence[int]
) -> tuple[float, list[int]]:
    """The cheapest armor among `held` against a hit: (harm and cards lost, the cards to play).

    `held` are Armor and Heavy Armor cards of that side.
    """
    best, chosen = hurt(car, side, points), list[int]()
    stops = sorted(held, key=lambda number: CARDS[number].stop)
    for plan in _subsets(stops):
        stop = sum(CARDS[number].stop for number in plan)
        spent = sum(ARMOR_COST * (1.6 if CARDS[n].stop > 3 else 1.0) for n in plan)
        cost = hurt(car, side, points - stop) + spent
        if cost < best - 1e-9:
            best, chosen = cost, list(plan)
    return best, chosen


def _subsets(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Every way to take some of a few sorted cards, copies alike."""
    found: set[tuple[int, ...]] = {()}
    for card in cards:
        found |= {(*taken, card) for taken in found}
    return sorted(taken for taken in found if taken)
