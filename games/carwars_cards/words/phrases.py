"""How names, sides, cards and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from typing import Final

from games.carwars_cards import kinds
from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, SIDES, TIRE_LIMIT
from games.carwars_cards.match import KILL, TIE, WIN
from games.carwars_cards.state import Duelist

WEAPON: Final = tuple(weapon.replace("_", " ").title() for weapon in kinds.WEAPONS)
"""A weapon as it is spoken of, by its number: "Machine Gun"."""
PROOF: Final = {
    kinds.FIREPROOF: "fireproof",
    kinds.LASER_REFLECTIVE: "laser-proof",
    kinds.METAL: "metal-armored",
}
"""A car that has the gear against a weapon."""
JAMMED: Final = {
    kinds.MACHINE_GUN_JAMS: "You are jammed",
    kinds.LASER_OVERHEATS: "You are overheated",
}
"""A reader who cannot fire a weapon."""


def name(card: int) -> str:
    """The card's name without its side."""
    return CARDS[card].name


def short(card: int) -> str:
    """The card's name with its side, where many must fit: "Armor front"."""
    side = CARDS[card].side
    return f"{name(card)} {SIDES[side]}" if side in range(len(SIDES)) else name(card)


def a(card: int) -> str:
    """The card's name with its article, where it takes one."""
    words = CARDS[card].name
    return words if CARDS[card].kind == "armor" or words in UNCOUNTED else an(words)


def an(words: str) -> str:
    """ "an Autocannon", "a Missile"."""
    return f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"


UNCOUNTED: Final = {
    "Ramming",
    "Debris",
    "Machine Gun Jams",
    "Laser Overheats",
    "Autocannon Backfires",
    "Fireproof Armor",
    "Laser-Reflective Armor",
    "Metal Armor",
    "Shaken",
    "Wheelguards",
    "Paint Spray",
    "Skid Into A Wall",
}
"""Cards that are named without "a"."""


def place(side: int, tire_shot: bool) -> str:
    """Where a hit goes: "right", "tires", or beside a Tire Shot "tires from the right".

    The side on the card is told there too: it decides about Paint Spray and a backfire.

    Rules: Tire Shot; Ruling 34

    >>> place(3, True)
    'tires from the right'
    """
    if side < 0:
        return "tires"
    return f"tires from the {SIDES[side]}" if tire_shot else SIDES[side]


def earned(kills: int, survived: bool, tied: bool) -> str:
    """How a duel's points came about: "10 for a kill, 20 for the win"; empty for none.

    Rules: Scoring and Winning

    >>> earned(2, True, True)
    '20 for 2 kills, 10 for the tie'
    """
    parts = []
    if kills:
        parts.append(f"{KILL * kills} for {'a kill' if kills == 1 else f'{kills} kills'}")
    if survived:
        parts.append(f"{TIE} for the tie" if tied else f"{WIN} for the win")
    return ", ".join(parts)


def side_left(car: Duelist, side: int) -> str:
    """ "8 of 12" or "breached"."""
    return f"{car.armor[side]} of {ARMOR_LIMIT}" if car.armor[side] else "breached"


def tires_left(car: Duelist) -> str:
    """ "9 of 9" or "destroyed"."""
    return f"{car.tires} of {TIRE_LIMIT}" if car.tires else "destroyed"


def effect(car: Duelist, side: int, damage: int) -> str:
    """What `damage` points on a side would do: "8 to 2 of 12", "breached", "driver 5 to 2"."""
    before = car.armor[side]
    if not before:
        after = max(0, car.driver - damage)
        return f"driver {car.driver} to {after}" if after else "disables the driver"
    if damage >= before:
        return f"breaches the {SIDES[side]}"
    return f"{SIDES[side]} {before} to {before - damage}"


def tire_effect(car: Duelist, damage: int) -> str:
    """The same for the tires."""
    after = car.tires - damage
    return f"tires {car.tires} to {after}" if after > 0 else "destroys the tires"
