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
MACHINE_GUN_JAMS: Final = NUMBERS["machine_gun_jams"]
LASER_OVERHEATS: Final = NUMBERS["laser_overheats"]
FIREPROOF: Final = NUMBERS["fireproof_armor"]
LASER_REFLECTIVE: Final = NUMBERS["laser_reflective_armor"]
METAL: Final = NUMBERS["metal_armor"]
BACKFIRES: Final = NUMBERS["autocannon_backfires"]
DUD_MISSILE: Final = NUMBERS["dud_missile"]
EJECTION_SEAT: Final = NUMBERS["ejection_seat"]
SHAKEN: Final = NUMBERS["shaken"]
SMOKESCREEN: Final = NUMBERS["smokescreen"]
PAINT_SPRAY: Final = NUMBERS["paint_spray"]
RAMPLATE: Final = NUMBERS["ramplate"]
WHEELGUARDS: Final = NUMBERS["wheelguards"]

NO_WEAPON: Final = 0
FLAMETHROWER: Final = 1
LASER: Final = 2
AUTOCANNON: Final = 3
MISSILE: Final = 4
MACHINE_GUN: Final = 5
RAMMING: Final = 6
WEAPONS: Final = (
    "",
    "flamethrower",
    "laser",
    "autocannon",
    "missile",
    "machine_gun",
    "ramming",
)

WEAPON: Final = tuple(WEAPONS.index(card.weapon) for card in CARDS)
"""Weapon of each card, 0 for cards that are no attacks. A Called Shot is its weapon's card."""
IS_ARMOR: Final = tuple(card.kind == "armor" for card in CARDS)
SIDE: Final = tuple(card.side for card in CARDS)
"""Side printed on each card: 4 any, -1 none."""
DAMAGE: Final = tuple(card.damage for card in CARDS)
STOP: Final = tuple(card.stop for card in CARDS)

JAM: Final = {MACHINE_GUN: MACHINE_GUN_JAMS, LASER: LASER_OVERHEATS}
"""The special that keeps each weapon from firing."""
PROOF: Final = {FLAMETHROWER: FIREPROOF, LASER: LASER_REFLECTIVE, MACHINE_GUN: METAL}
"""The gear that makes a car immune to each weapon."""
WEAPON_OF_JAM: Final = {jam: weapon for weapon, jam in JAM.items()}
WEAPON_OF_PROOF: Final = {gear: weapon for weapon, gear in PROOF.items()}
AGAINST: Final = {BACKFIRES: AUTOCANNON, DUD_MISSILE: MISSILE, **WEAPON_OF_PROOF}
"""The one weapon that an answer works against (Rules: Autocannon Backfires; Ruling 5)."""
JAM_OF: Final = tuple(JAM.get(WEAPON[card.number], -1) for card in CARDS)
"""By card: the jam or overheat that forbids playing it, or -1."""
PROOF_OF: Final = tuple(PROOF.get(WEAPON[card.number], -1) for card in CARDS)
"""By card: the gear it cannot be played against, or -1."""

IS_GEAR: Final = tuple(
    card.number in (FIREPROOF, LASER_REFLECTIVE, METAL, RAMPLATE, WHEELGUARDS) for card in CARDS
)
IS_JAM: Final = tuple(card.number in WEAPON_OF_JAM for card in CARDS)
ATTACKS: Final = frozenset(card.number for card in CARDS if card.kind == "attack")
RAMS: Final = frozenset(card for card in ATTACKS if WEAPON[card] == RAMMING)
ANYTIME: Final = frozenset(
    card.number
    for card in CARDS
    if IS_GEAR[card.number] or IS_JAM[card.number] or card.number == EJECTION_SEAT
)
"""Cards that may be played at any time: gear, jams and overheats, Ejection Seat."""
ARMOR_OF: Final = tuple(
    frozenset(card.number for card in CARDS if card.kind == "armor" and card.side == side)
    for side in range(len(SIDES))
)
"""By side: Armor and Heavy Armor for it."""

NEEDS_TIRES: Final = frozenset((SWERVE, SPIN, BOOTLEGGER, SMOKESCREEN, PAINT_SPRAY))
"""Answers that are gone with the tires (Rules: Tires)."""

ADJACENT: Final = ((2, 3), (2, 3), (0, 1), (0, 1))
"""The sides a Spin can reach from each side."""
OPPOSITE: Final = (1, 0, 3, 2)
"""The side a Bootlegger Reverse turns to the attack."""


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
NOTHING: Final = (PASS,)
"""The choices of a player who holds nothing that fits."""

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
