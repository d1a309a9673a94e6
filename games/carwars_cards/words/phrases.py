"""How names, sides, cards and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from typing import Final

from games.carwars_cards.cards import ARMOR_LIMIT, CARDS, DRIVER_LIMIT, SIDES, TIRE_LIMIT
from games.carwars_cards.match import KILL, TIE, WIN
from games.carwars_cards.view import Car

WEAPON: Final = {
    "flamethrower": "Flamethrower",
    "laser": "Laser",
    "autocannon": "Autocannon",
    "missile": "Missile",
    "machine_gun": "Machine Gun",
}
"""A weapon as it is spoken of."""
PROOF: Final = {
    "flamethrower": "fireproof",
    "laser": "laser-proof",
    "machine_gun": "metal-armored",
}
"""A car that has the gear against a weapon."""
JAMMED: Final = {"machine_gun": "You are jammed", "laser": "You are overheated"}
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
    if CARDS[card].kind == "armor" or words in UNCOUNTED:
        return words
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


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return f"{number} point" if number == 1 else f"{number} points"


def cards(number: int) -> str:
    """ "1 card", "3 cards"."""
    return f"{number} card" if number == 1 else f"{number} cards"


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


def left(damage: int, limit: int, gone: str) -> str:
    """What remains, as the picture shows it: "8 of 12", or the word for nothing."""
    return gone if damage >= limit else f"{limit - damage} of {limit}"


def side_left(car: Car, side: int) -> str:
    """ "8 of 12" or "breached"."""
    return left(car.side_damage[side], ARMOR_LIMIT, "breached")


def tires_left(car: Car) -> str:
    """ "9 of 9" or "destroyed"."""
    return left(car.tire_damage, TIRE_LIMIT, "destroyed")


def driver_left(car: Car) -> str:
    """ "5 of 5" or "disabled"."""
    return left(car.driver_damage, DRIVER_LIMIT, "disabled")


def effect(car: Car, side: int, damage: int) -> str:
    """What `damage` points on a side would do: "8 to 2 of 12", "breached", "driver 5 to 2"."""
    before = car.side_damage[side]
    if before >= ARMOR_LIMIT:
        now = DRIVER_LIMIT - car.driver_damage
        after = max(0, now - damage)
        return f"driver {now} to {after}" if after else "disables the driver"
    after = ARMOR_LIMIT - before - damage
    return (
        f"{SIDES[side]} {ARMOR_LIMIT - before} to {after}"
        if after > 0
        else f"breaches the {SIDES[side]}"
    )


def tire_effect(car: Car, damage: int) -> str:
    """The same for the tires."""
    now = TIRE_LIMIT - car.tire_damage
    return f"tires {now} to {now - damage}" if damage < now else "destroys the tires"
