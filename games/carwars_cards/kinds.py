"""The deck as the rules look at it: kinds by name, printed figures as tuples by card number.

Options are values that never change, so every play there can be is made once, here.
"""

from __future__ import annotations

from typing import Final

from games.carwars_cards.cards import ANY_SIDE, CARDS, NUMBERS, SIDES
from games.carwars_cards.moves import Declare, Pass, Play

SEATS: Final = range(6)

TIRE_SHOT: Final = NUMBERS["tire_shot"]
SWERVE: Final = NUMBERS["swerve"]
SPIN: Final = NUMBERS["spin"]
BOOTLEGGER: Final = NUMBERS["bootlegger_reverse"]
SKID: Final = NUMBERS["skid_into_a_wall"]
DEBRIS: Final = NUMBERS["debris"]
BACKFIRES: Final = NUMBERS["autocannon_backfires"]
DUD_MISSILE: Final = NUMBERS["dud_missile"]
EJECTION_SEAT: Final = NUMBERS["ejection_seat"]
SHAKEN: Final = NUMBERS["shaken"]
SMOKESCREEN: Final = NUMBERS["smokescreen"]
PAINT_SPRAY: Final = NUMBERS["paint_spray"]
RAMPLATE: Final = NUMBERS["ramplate"]
WHEELGUARDS: Final = NUMBERS["wheelguards"]

WEAPONS: Final = ("", *dict.fromkeys(card.gun for card in CARDS if card.kind == "attack"))
"""A weapon is its place in this list, as the deck has them."""
WEAPON: Final = tuple(WEAPONS.index(card.gun) if card.kind == "attack" else 0 for card in CARDS)
"""Weapon of each card, 0 for cards that are no attacks. A Called Shot is its weapon's card."""
IS_ARMOR: Final = tuple(card.kind == "armor" for card in CARDS)
SIDE: Final = tuple(card.side for card in CARDS)
"""Side printed on each card: 4 any, -1 none."""
DAMAGE: Final = tuple(card.damage for card in CARDS)
STOP: Final = tuple(card.stop for card in CARDS)


def _for_weapons(*roles: str) -> dict[int, int]:
    """The specials of these roles, each with the weapon that it is for or against."""
    return {card.number: WEAPONS.index(card.gun) for card in CARDS if card.role in roles}


def _by_weapon(role: str) -> tuple[int, ...]:
    """By card: the special of that role for the weapon of an attack, or -1."""
    special = {weapon: number for number, weapon in _for_weapons(role).items()}
    return tuple(special.get(weapon, -1) for weapon in WEAPON)


WEAPON_OF_PROOF: Final = _for_weapons("gear")
AGAINST: Final = _for_weapons("gear", "backfires", "dud")
"""The one weapon that an answer works against (Rules: Autocannon Backfires; Ruling 5)."""
JAM_OF: Final = _by_weapon("jam")
"""By card: the jam or overheat that forbids playing it, or -1."""
PROOF_OF: Final = _by_weapon("gear")
"""By card: the gear it cannot be played against, or -1."""

IS_GEAR: Final = tuple(card.role in ("gear", "ramplate", "guards") for card in CARDS)
IS_JAM: Final = tuple(card.role == "jam" for card in CARDS)
ATTACKS: Final = frozenset(card.number for card in CARDS if card.kind == "attack")
RAMS: Final = frozenset(card.number for card in CARDS if card.role == "ram")
ANYTIME: Final = frozenset(
    card.number
    for card in CARDS
    if IS_GEAR[card.number] or IS_JAM[card.number] or card.number == EJECTION_SEAT
)
"""Cards that may be played at any time: gear, jams and overheats, Ejection Seat."""
ARMOR_OF: Final = tuple(
    tuple(card.number for card in CARDS if card.kind == "armor" and card.side == side)
    for side in range(len(SIDES))
)
"""By side: Armor and Heavy Armor for it."""

NEEDS_TIRES: Final = frozenset((SWERVE, SPIN, BOOTLEGGER, SMOKESCREEN, PAINT_SPRAY))
"""Answers that are gone with the tires (Rules: Tires)."""

ADJACENT: Final = ((2, 3), (2, 3), (0, 1), (0, 1))
"""The sides a Spin can reach from each side."""


def _deck(reduced: bool) -> tuple[int, ...]:
    cards: list[int] = []
    for card in CARDS:
        cards += [card.number] * (card.count - (reduced and card.one_less_with_2_or_3))
    return tuple(cards)


DECK: Final = _deck(reduced=False)
"""The 150 cards in the catalog's order (Rules: Components)."""
REDUCED_DECK: Final = _deck(reduced=True)
"""The 142 cards for two or three players (Rules: Starting the Game)."""

PASS: Final = Pass()
DECLARE: Final = Declare()

ALONE: Final = tuple(Play(card.number, -1, card.side if card.side >= 0 else -1) for card in CARDS)
"""By card: played on oneself, or on the card being answered."""
ON: Final = tuple(tuple(Play(card.number, seat) for seat in SEATS) for card in CARDS)
"""By card and seat: played on that seat."""
SPINS: Final = tuple(tuple(Play(SPIN, -1, to) for to in ADJACENT[side]) for side in range(4))
"""By side that would be hit: the two ways to spin."""
SKIDS: Final = tuple(tuple(Play(SKID, seat, side) for side in range(4)) for seat in SEATS)
"""By maneuvering seat: into a wall with each side."""


def _aimed(card: int, seat: int, tire_shot: bool) -> tuple[Play, ...]:
    printed = SIDE[card]
    sides = range(len(SIDES)) if printed == ANY_SIDE else (printed,)
    return tuple(Play(card, seat, side, tire_shot) for side in sides)


AIMED: Final = tuple(
    tuple(_aimed(card.number, seat, False) for seat in SEATS) if card.kind == "attack" else ()
    for card in CARDS
)
"""By Attack card and target: on the printed side, or on each side for a Called Shot."""
AT_TIRES: Final = tuple(
    tuple(_aimed(card.number, seat, True) for seat in SEATS) if card.kind == "attack" else ()
    for card in CARDS
)
"""The same with a Tire Shot."""
