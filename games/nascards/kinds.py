"""The cards as the rules look at them.

Tables are by card number; Speed cards, which have no row of their own, fill the first places.
"""

from __future__ import annotations

from typing import Final

from games.nascards.cards import FIRST, MANEUVERS, NUMBERS, Maneuver

SEATS: Final = 8
"""Most cars in a race."""
CARDS: Final = range(FIRST + len(MANEUVERS))
DECK: Final = tuple(MANEUVERS)
"""The Maneuver deck in the catalog's order. Rules: The Maneuver Deck"""

DRIVE_FAST: Final = NUMBERS["drive_fast"]
SLING_SHOT_PASS: Final = NUMBERS["sling_shot_pass"]
DEFENSIVE_DRIVING: Final = NUMBERS["defensive_driving"]
SLING_SHOT: Final = MANEUVERS[SLING_SHOT_PASS].effects[0].n
"""Miles of a Sling Shot Pass."""

MOMENTUM: Final = frozenset(
    value
    for effect in MANEUVERS[NUMBERS["momentum"]].effects
    for value in range(effect.low, effect.high + 1)
)
"""Speed cards with which Momentum counts."""


# -- what the player of a card chooses

NOBODY: Final = 0
OPPONENT: Final = 1
"""TO, or several target cars."""
BUT_LEADER: Final = 2
"""TO, but not the Leader."""
NEIGHBOR: Final = 3
"""TB or TR."""


def _aims_at(card: Maneuver) -> int:
    if "adj" in card.slots:
        return NEIGHBOR
    if card.slots.isdisjoint(("to", "cars")):
        return NOBODY
    return BUT_LEADER if card.leader_immune else OPPONENT


AIMS_AT: Final = tuple(_aims_at(MANEUVERS[card]) if card in MANEUVERS else 0 for card in CARDS)


# -- what may be played at which place

NOT_THE_LEADER: Final = "NL"
NO_CAR: Final = "nobody"


def _restricted(restriction: str, place: int, cars: int) -> str:
    """The restriction that is not met at a place, 0 being the Leader's; or nothing.

    Whether a Sling Shot Pass goes far enough is for `track` to say.

    Rules: Maneuver Deck Card List Notation
    """
    if restriction in ("NL", "NL_AND_PASSES_LEADER"):
        return NOT_THE_LEADER if place == 0 else ""
    if restriction == "LPD":
        return "" if place == cars - 1 else restriction
    if restriction == "LEADER_ONLY":
        return "" if place == 0 else restriction
    if restriction == "SECOND_ONLY":
        return "" if place == 1 else restriction
    return ""


def _has_work(card: Maneuver, place: int, cars: int) -> bool:
    """Whether some part of the card has a car to work on, and the card the target it needs.

    Rules: Maneuver Phase; Ruling 20; Ruling 29
    """
    others = cars - 1 - (card.leader_immune and place > 0)
    found = {
        "to": others > 0,
        "cars": others > 0,
        "adj": cars > 1,
        "tr": place > 0,
        "tb": place < cars - 1,
        "all_behind": place < cars - 1,
        "self": True,
        "all": True,
    }
    if card.needs_target and not found["to"]:
        return False
    return any(
        found[who]
        for effect in card.effects
        if not effect.if_last or place == cars - 1
        for who in effect.who
    )


def _barred(card: int, place: int, cars: int) -> str:
    if card not in MANEUVERS:
        return ""
    kind = MANEUVERS[card]
    if unmet := _restricted(kind.restriction, place, cars):
        return unmet
    return "" if _has_work(kind, place, cars) else NO_CAR


BARRED: Final = tuple(
    tuple(tuple(_barred(card, place, cars) for card in CARDS) for place in range(cars))
    for cars in range(SEATS + 1)
)
"""By cars on the track, place from 0 and card: why it cannot be played, or an empty text."""
