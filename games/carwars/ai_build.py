"""Which car a computer seat builds: a style of its own, as far as the size of the game allows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from games.carwars.ai_drive import Temper
from games.carwars.builds import SAMPLES, Cards, Fitted, Size, filled_up
from games.carwars.catalog import BY_ID, Sets
from games.carwars.designs import of_cards
from games.carwars.moves import Bring, Build
from games.carwars.state import State
from games.engine.ask import Ask
from games.engine.rows import read_file

_PLACES: Final = {"c": (-1,), "f": (0,), "r": (1,), "b": (2,), "l": (3,), "s": (1, 3)}
"""The places that a letter stands for: crew area, front, right, back, left, both sides."""

_FILE: Final = read_file(__package__, "data/styles.toml")
STYLES: Final[Mapping[str, Sequence[str]]] = _FILE["style"]
"""What a car of a style has, what it wants most first; what does not fit is left out."""
_SETS: Final[Mapping[str, Sequence[str]]] = _FILE["set"]
"""What it may have of each set but the core set."""
_REST: Final[Sequence[str]] = _FILE["rest"]["cards"]
"""What any style takes in the end."""
TEMPERS: Final[Mapping[str, Temper]] = {
    name: msgspec.convert(row, Temper) for name, row in _FILE["temper"].items()
}
READY: Final = 0.5
"""How often a ready-made car is taken where other sets than the core set may be used."""
BESIDE: Final = 3
"""Wishes of other sets that a style has."""
SHARE: Final = 4
"""Of so many ready-made cars for that size a seat chooses one."""
LIKED: Final = 6
"""So much more often a driver builds what his temper likes."""


def _wishes(style: str, sets: Sets) -> Iterator[Fitted]:
    beside = [each for name, some in _SETS.items() if sets in ("all", name) for each in some]
    first = [*STYLES].index(style) * len(beside) // len(STYLES)
    mine = [*beside[first:], *beside[:first]][:BESIDE]
    for wish in (*mine, *STYLES[style], *_REST):
        place, card = wish.split(":")
        for side in _PLACES[place]:
            yield BY_ID[card].number, side


@lru_cache(64)
def car_of(style: str, size: Size) -> Cards:
    """The car of a style in a game of that size; legal in any. Rules: Car Construction"""
    return filled_up((), size, _wishes(style, size.sets))


TASTES: Final = {style: (*_wishes(style, "core"),) for style in STYLES}
"""What finishes a car in the garage, by style."""


def styled(view: State, ask: Ask[Any], rng: random.Random, likes: Sequence[str]) -> Bring | Build:
    """A car of a style that no other seat of the table chooses among: each seat has its share of
    them, and takes what its temper likes more often."""
    size, count = view.options.size, len(view.cars)
    others = [each for each in ask.options if SAMPLES[each.number].source != "house"]
    if others and size.sets != "core" and rng.random() < READY:
        share: Build = rng.choice(others[: SHARE * count][ask.seat :: count])
        return share
    mine = list(STYLES)[ask.seat % len(STYLES) :: count]
    style = rng.choices(mine, [LIKED if each in likes else 1 for each in mine])[0]
    cards = car_of(style, size)
    if ask.brought is None or ask.brought.fits(of_cards(size, cards)):
        return Build(ask.options[ask.seat % len(ask.options)].number)
    return Bring(style, cards)
