"""How each card shows itself: its icon, its few words, and what it says lying on a car."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.carwars_cards.cards import ANY_SIDE, CARDS, SIDES, Card

_WEAPON_ICONS: Final[Mapping[str, str]] = {
    "flamethrower": "fire",
    "laser": "laser",
    "autocannon": "cannon",
    "missile": "missile",
    "machine_gun": "rounds",
    "ramming": "ram",
}
_SPECIAL_ICONS: Final[Mapping[str, str]] = {
    "tire_shot": "called",
    "swerve": "swerve",
    "spin": "spin",
    "skid_into_a_wall": "wall",
    "machine_gun_jams": "jammed",
    "fireproof_armor": "fire",
    "autocannon_backfires": "misfire",
    "dud_missile": "dud",
    "laser_overheats": "overheated",
    "laser_reflective_armor": "mirror",
    "metal_armor": "armor",
    "ejection_seat": "eject",
    "bootlegger_reverse": "reverse",
    "debris": "debris",
    "shaken": "shaken",
    "smokescreen": "smoke",
    "paint_spray": "paint",
    "ramplate": "ram",
    "wheelguards": "tire",
}
_BRIEF: Final[Mapping[str, str]] = {
    "tire_shot": "Add it to an attack: it hits the tires, past all armor.",
    "swerve": "The attack misses you. Costs 1 tire.",
    "spin": "The attack moves to a side next to the one it hits.",
    "machine_gun_jams": "An opponent fires no Machine Guns until the hand is thrown.",
    "laser_overheats": "An opponent fires no Lasers until the hand is thrown.",
    "fireproof_armor": "Flamethrowers can no longer hurt you.",
    "laser_reflective_armor": "Lasers can no longer hurt you.",
    "metal_armor": "Machine Guns can no longer hurt you.",
    "autocannon_backfires": "An Autocannon hits its own gunner.",
    "dud_missile": "A Missile fired at you fails.",
    "ejection_seat": "Leave the duel at once, even under fire.",
    "bootlegger_reverse": "The attack moves to the opposite side.",
    "shaken": "A rammed player loses a turn.",
    "smokescreen": "Blocks one attack on you.",
    "paint_spray": "Blocks a hit on your back; its player loses hand and turn, or swerves.",
    "ramplate": "Your rams do double damage.",
    "wheelguards": "Tire Shots and Debris do nothing to you.",
}


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
_MARKS: Final[Mapping[str, Mark]] = {
    "fireproof_armor": Mark("Fireproof", "Fireproof Armor", "fire", False),
    "laser_reflective_armor": Mark("Reflective", "Laser-Reflective Armor", "mirror", False),
    "metal_armor": Mark("Metal", "Metal Armor", "armor", False),
    "ramplate": Mark("Ramplate", "Ramplate", "ram", False),
    "wheelguards": Mark("Wheelguards", "Wheelguards", "tire", False),
    "machine_gun_jams": Mark("MG jammed", "Machine Guns jammed", "jammed", True),
    "laser_overheats": Mark("Overheated", "Lasers overheated", "overheated", True),
}


def icon_of(card: Card) -> str:
    if card.kind == "attack":
        return _WEAPON_ICONS[card.weapon]
    if card.kind == "armor":
        return "armor" if card.stop <= 3 else "heavy_armor"
    return _SPECIAL_ICONS[card.id]


def mark_of(number: int) -> Mark:
    """A special card lying on a car."""
    card = CARDS[number]
    return _MARKS.get(card.id) or Mark(card.name, card.name, icon_of(card), False)


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


def brief(card: Card) -> str:
    """A card without a large number, in one or two short sentences."""
    return _BRIEF[card.id]
