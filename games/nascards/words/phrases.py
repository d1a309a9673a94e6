"""How names, cards, miles and lists are put into a sentence for the seat that reads it."""

from __future__ import annotations

from typing import Final

from games.nascards.cards import MANEUVERS
from games.nascards.state import PIT, State

PLACES: Final = ("", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
"""A place as it is spoken of, by its number."""


def signed(number: int) -> str:
    """A change with its sign: "+3", "−2", "0"."""
    return f"{number:+}".replace("-", "−") if number else "0"


def plain(number: int) -> str:
    """A number with a true minus: "−2"."""
    return str(number).replace("-", "−")


def miles(number: int) -> str:
    """ "1 mile", "3 miles"."""
    return f"{number} mile" if number == 1 else f"{number} miles"


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return f"{number} point" if number == 1 else f"{number} points"


def speed_cards(number: int) -> str:
    """ "1 Speed card", "3 Speed cards", "no Speed cards"."""
    return f"{number or 'no'} Speed card{'' if number == 1 else 's'}"


def maneuver_cards(number: int) -> str:
    """ "1 Maneuver card", "3 Maneuver cards"."""
    return f"{number or 'no'} Maneuver card{'' if number == 1 else 's'}"


def turns(number: int) -> str:
    """ "1 turn", "3 turns"."""
    return f"{number} turn" if number == 1 else f"{number} turns"


def place(number: int) -> str:
    """ "3rd"."""
    return PLACES[number] if 0 < number < len(PLACES) else f"{number}th"


def rank(view: State, number: int) -> str:
    """ "2nd of 3"; "2nd of 2 on the track" while others stand in the pits."""
    pits = any(car.status == PIT for car in view.drivers)
    return f"{place(number)} of {len(view.order)}{' on the track' if pits else ''}"


def name(card: int) -> str:
    """A Maneuver card by its name, a Speed card by its value."""
    return MANEUVERS[card].name if card in MANEUVERS else str(card)
