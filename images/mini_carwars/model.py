"""The readings of a fight: every figure and word that the board shows and its twin says."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.plane import Box, gap
from games.engine.players import Player
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import DRAWS
from images.words import name_of, plain

_VERB: Final = 60
"""Longest verb that is taken over, in characters."""
GAME: Final = "Mini Car Wars"
SCENARIOS: Final = {
    "road-duel": "Road duel",
    "pack-attack": "Pack attack",
    "arena": "Arena",
    "open-fight": "Open fight",
}
LETTERS: Final = "FRBLT"
"""Of the sides, in their order."""
OUT: Final = {"crashed": "WRECK", "crew": "OUT", "stranded": "OUT", "left": "GONE"}
"""What became of a vehicle, on its tag."""
AHEAD: Final = (
    *("ahead", "ahead right", "right", "behind right"),
    *("behind", "behind left", "left", "ahead left"),
)
"""Bearings from a vehicle, clockwise from its nose."""


@dataclass(frozen=True, slots=True)
class Board:
    """A fight as its pictures show it: the view, who plays, and what the acting player does."""

    view: State
    players: Sequence[Player]
    action: str = ""

    @property
    def actors(self) -> Sequence[int]:
        """Seats whose moment it is, or who have won."""
        view = self.view
        if view.step == "over":
            return view.places[0] if view.places and view.ended not in DRAWS else ()
        return (view.active,) if view.active >= 0 else ()

    @property
    def verb(self) -> str:
        """What they do."""
        usual = "moves" if self.actors else ""
        if self.view.step == "over":
            usual = "win" if len(self.actors) > 1 else "wins" if self.actors else "draw"
        return plain(self.action or usual, _VERB)

    @property
    def names(self) -> list[str]:
        """By seat."""
        return [name_of(self.players, seat) for seat in range(self.view.seats)]

    @property
    def framed(self) -> int:
        """The vehicle that moves now, or -1."""
        return self.view.moving if self.view.step != "over" else -1

    @property
    def acting(self) -> Vehicle | None:
        """The same, if any."""
        return next((car for car in self.view.cars if car.number == self.framed), None)

    @property
    def shown(self) -> list[Vehicle]:
        """The vehicles that are on the map."""
        return [car for car in self.view.cars if car.here]

    @property
    def heaps(self) -> Iterable[tuple[float, float, float, int]]:
        """(x, y, heading, clouds): clouds that lie on one another counted together."""
        heaps: dict[tuple[float, float], tuple[float, float, float, int]] = {}
        for x, y, heading in self.view.clouds:
            key = round(x * 4), round(y * 4)
            before = heaps.get(key)
            heaps[key] = (x, y, heading, 1 + (before[3] if before else 0))
        return heaps.values()


def tag(car: Vehicle) -> str:
    """Its speed, or what became of it."""
    return OUT.get(car.out, "OUT") if car.out else mph(car.speed)


def letters(car: Vehicle) -> str:
    """Letters of the sides that everyone knows to be without armor."""
    return "".join(LETTERS[side] for side in car.breached)


def mph(speed: int) -> str:
    """A speed on a tag: "60", "R 10" in reverse."""
    return f"R {-speed}" if speed < 0 else str(speed)


def inches(value: float) -> str:
    """One decimal, and none where it is whole: rounded down, so that no range looks longer."""
    tenths = math.floor(value * 10 + 1e-6)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths / 10:.1f}"


def bearing(box: Box, other: Box) -> str:
    """Where another counter lies as seen from one, in eight directions."""
    right, ahead = box.own((other.x, other.y))
    return AHEAD[round(math.degrees(math.atan2(right, ahead)) / 45) % 8]


def long(value: float) -> str:
    """ "1 inch", "6.1 inches"."""
    words = inches(value)
    return f"{words} inch" if words == "1" else f"{words} inches"


def distance(one: Box, other: Box) -> str:
    """The range between two counters."""
    return long(gap(one, other))


def away(car: Vehicle, other: Vehicle) -> str:
    """Another vehicle as seen from one: "B 6.3 inches ahead"."""
    return f"{other.label} {distance(car.box, other.box)} {bearing(car.box, other.box)}"


def lane(x: float) -> str:
    """Where across the road a place is."""
    side = "right" if x > 0 else "left"
    if abs(x) > EDGE:
        return f"rough ground, {long(abs(x) - EDGE)} {side} of the road"
    return "on the middle line" if abs(x) < 0.01 else f"{side} lane"


def moment_of(view: State) -> str:
    """Turn and phase."""
    if view.step == "over":
        return "The fight is over"
    if view.step == "buy":
        return "Before the start"
    return f"Turn {view.turn} · {f'Phase {view.phase} of 10' if view.phase else 'Speeds'}"


def game_of(view: State) -> str:
    """The scenario's name."""
    return SCENARIOS.get(view.options.scenario, GAME)
