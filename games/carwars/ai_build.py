"""Which car a computer seat builds: a style of its own, as far as the size of the game allows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from games.carwars.builds import Cards, Fitted, Size, filled_up, fits, sorted_cards
from games.carwars.catalog import BY_ID
from games.carwars.designs import of_cards
from games.carwars.moves import Bring, Build
from games.carwars.state import State
from games.engine.ask import Ask

_PLACES: Final = {"c": (-1,), "f": (0,), "r": (1,), "b": (2,), "l": (3,), "s": (1, 3)}
"""The places that a letter stands for: crew area, front, right, back, left, both sides."""

STYLES: Final[Mapping[str, str]] = {
    "Firebrand": """c:amateur_gunner c:amateur_driver f:heat_saber f:flamethrower f:flamethrower
        f:standard_steel_plate s:standard_recoilless_rifle f:superbooster
        c:high_density_radials b:standard_rocket b:standard_rocket s:standard_steel_plate""",
    "Hailstorm": """c:amateur_driver c:amateur_gunner b:hellfire f:heavy_machine_gun
        f:standard_recoilless_rifle f:standard_steel_plate s:standard_recoilless_rifle
        b:light_machine_gun c:high_density_radials s:standard_steel_plate""",
    "Hornet": """c:amateur_gunner c:amateur_driver f:heavy_rocket f:heavy_rocket f:standard_rocket
        f:standard_rocket f:standard_recoilless_rifle s:standard_recoilless_rifle
        f:standard_steel_plate b:standard_rocket b:standard_rocket c:high_density_radials""",
    "Marksman": """c:veteran_gunner c:rookie_driver f:buffalo_gun f:anti_tank_gun
        f:standard_recoilless_rifle s:standard_recoilless_rifle f:standard_steel_plate
        c:high_density_radials b:light_machine_gun s:anti_tank_gun s:standard_steel_plate""",
    "Broadsword": """c:amateur_gunner c:amateur_driver s:standard_recoilless_rifle
        s:standard_recoilless_rifle f:standard_recoilless_rifle f:standard_steel_plate
        c:high_density_radials b:light_machine_gun s:anti_tank_gun s:standard_steel_plate""",
    "Dervish": """c:veteran_driver c:rookie_gunner f:devastator f:standard_recoilless_rifle
        f:standard_recoilless_rifle s:standard_recoilless_rifle c:high_density_radials
        f:standard_steel_plate c:chassis_brace b:advanced_brakes f:superbooster
        s:standard_steel_plate s:heavy_machine_gun""",
    "Bastion": """c:amateur_driver c:amateur_gunner s:standard_steel_plate f:standard_steel_plate
        f:heavy_machine_gun f:standard_recoilless_rifle s:standard_recoilless_rifle
        b:light_machine_gun b:standard_steel_plate s:heavy_machine_gun""",
    "Viper": """c:amateur_gunner c:amateur_driver f:heavy_machine_gun f:standard_rocket
        f:standard_rocket s:flamethrower f:standard_steel_plate c:chassis_brace
        c:high_density_radials f:superbooster s:heavy_machine_gun s:standard_steel_plate""",
}
"""What a car of a style has, what it wants most first; what does not fit is left out."""
_REST: Final = """c:flak_jacket s:standard_recoilless_rifle b:standard_recoilless_rifle
    f:standard_recoilless_rifle c:assault_rifle s:light_machine_gun b:light_machine_gun
    f:light_machine_gun c:holographic_sight f:targeting_computer"""
"""What any style takes in the end."""
LIKED: Final = 6
"""So much more often a driver builds what his temper likes."""


def _wishes(style: str) -> Iterator[Fitted]:
    for wish in f"{STYLES[style]} {_REST}".split():
        place, card = wish.split(":")
        for side in _PLACES[place]:
            yield BY_ID[card].number, side


@lru_cache(64)
def car_of(style: str, size: Size) -> Cards:
    """The car of a style in a game of that size; legal in any. Rules: Car Construction"""
    cards: Cards = sorted_cards(())
    for number, side in _wishes(style):
        among = [card for card in BY_ID.values() if card.number == number]
        if (number, side) in fits(cards, size, among):
            cards = sorted_cards((*cards, (number, side)))
    return filled_up(cards, size, _crew)


def _crew(cards: Cards, choice: Sequence[Fitted]) -> Fitted | None:
    """A crew member of a car that lacks one."""
    crew = [card.number for card in BY_ID.values() if card.type == "crew" and not card.cost]
    return next((each for each in choice if each[0] in crew), None)


def styled(view: State, ask: Ask[Any], rng: random.Random, likes: Sequence[str]) -> Bring | Build:
    """A car of a style that no other seat of the table chooses among: each seat has its share of
    them, and takes what its temper likes more often."""
    size, count = view.options.size, len(view.cars)
    mine = list(STYLES)[ask.seat % len(STYLES) :: count]
    style = rng.choices(mine, [LIKED if each in likes else 1 for each in mine])[0]
    cards = car_of(style, size)
    if ask.brought is None or ask.brought.fits(of_cards(size, cards)):
        return Build(ask.options[ask.seat % len(ask.options)].number)
    return Bring(style, cards)
