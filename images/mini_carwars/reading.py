"""The readings of a fight: every figure and word that the board shows and its twin says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from games.engine.plane import Box, gap
from games.engine.players import Player
from games.mini_carwars.catalog import SIDES
from games.mini_carwars.road import EDGE
from games.mini_carwars.state import Person, State, Vehicle
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
OUT_WORDS: Final = {
    "crashed": "crashed and burned",
    "crew": "out, its crew down",
    "stranded": "out, stranded",
    "left": "off the map",
    "quit": "out, left by its player",
}
AHEAD: Final = (
    *("ahead", "ahead right", "right", "behind right"),
    *("behind", "behind left", "left", "ahead left"),
)
"""Bearings from a vehicle, clockwise from its nose."""


class CarReading(msgspec.Struct, frozen=True, kw_only=True):
    """One vehicle as shown to everyone."""

    number: int
    seat: int
    label: str
    name: str
    """Of the model."""
    player: str
    computer: bool
    cycle: bool
    box: Box
    speed: int
    out: str
    words: str
    """Its speed, or what became of it, on its tag."""
    breached: Sequence[int]
    crew: Sequence[Person]
    plant_gone: bool
    skip: int
    acts: bool
    armor: Sequence[int]
    """Points left by side where sheets are open, else empty."""

    @property
    def bare(self) -> str:
        """Letters of the sides that everyone knows to be without armor."""
        return "".join(LETTERS[side] for side in self.breached)

    @property
    def on_map(self) -> bool:
        return self.out != "left"


class BoardReading(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board as shown."""

    game: str
    moment: str
    verb: str
    actors: Sequence[int]
    """Seats whose moment it is, or who have won."""
    names: tuple[str, ...]
    """By seat."""
    scenario: str
    step: str
    cars: tuple[CarReading, ...]
    smoke: tuple[tuple[float, float, float, int], ...]
    """(x, y, heading, clouds) of each heap of clouds."""
    rubble: Sequence[tuple[float, float]]
    walls: Sequence[tuple[float, float, float, float]]
    road: tuple[float, float] | None
    lone: int
    lead: float | None
    budget: Sequence[int]
    bought: Sequence[int]

    @property
    def acting(self) -> CarReading | None:
        """The vehicle that moves now."""
        return next((car for car in self.cars if car.acts), None)

    @property
    def shown(self) -> list[CarReading]:
        """The vehicles that are on the map."""
        return [car for car in self.cars if car.on_map]


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


def lane(x: float) -> str:
    """Where across the road a place is."""
    side = "right" if x > 0 else "left"
    if abs(x) > EDGE:
        return f"rough ground, {long(abs(x) - EDGE)} {side} of the road"
    return "on the middle line" if abs(x) < 0.01 else f"{side} lane"


def sides_words(sides: Sequence[int]) -> str:
    """Names of sides in a row."""
    return ", ".join(SIDES[side] for side in sides)


def read_car(view: State, players: Sequence[Player], car: Vehicle) -> CarReading:
    """One vehicle as shown. Its armor is told only where everyone may see the sheets."""
    return CarReading(
        number=car.number,
        seat=car.owner,
        label=car.label,
        # An option is its owner's secret where sheets are hidden.
        name=car.name if view.bare else car.kind.stock,
        player=name_of(players, car.owner),
        computer=car.owner < len(players) and bool(players[car.owner].computer),
        cycle=car.kind.cycle,
        box=car.box,
        speed=car.speed,
        out=car.out,
        words=OUT.get(car.out, "OUT") if car.out else mph(car.speed),
        breached=car.breached,
        crew=car.crew,
        plant_gone=car.plant_gone,
        skip=car.skip,
        acts=car.number == view.moving and view.step != "over",
        armor=car.armor if view.bare else (),
    )


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


def _heaps(view: State) -> tuple[tuple[float, float, float, int], ...]:
    """Clouds that lie on one another counted together."""
    heaps: dict[tuple[float, float], tuple[float, float, float, int]] = {}
    for x, y, heading in view.clouds:
        key = round(x * 4), round(y * 4)
        before = heaps.get(key)
        heaps[key] = (x, y, heading, 1 + (before[3] if before else 0))
    return tuple(heaps.values())


def read(view: State, players: Sequence[Player], verb: str = "") -> BoardReading:
    """Everything the board shows. `verb` says what the acting vehicle's owner does."""
    over = view.step == "over"
    actors: Sequence[int] = ()
    if over and view.places and view.ended not in ("both out", "lost touch", "stalemate"):
        actors = view.places[0]
    elif not over and view.active >= 0:
        actors = (view.active,)
    if not verb:
        verb = ("win" if len(actors) > 1 else "wins" if actors else "draw") if over else ""
        verb = verb or ("moves" if actors else "")
    return BoardReading(
        game=game_of(view),
        moment=moment_of(view),
        verb=plain(verb, _VERB),
        actors=actors,
        names=tuple(name_of(players, seat) for seat in range(len(view.budget))),
        scenario=view.options.scenario,
        step=view.step,
        cars=tuple(read_car(view, players, car) for car in view.cars),
        smoke=_heaps(view),
        rubble=view.lying,
        walls=view.walls,
        road=view.road,
        lone=view.lone,
        lead=view.lead,
        budget=view.budget,
        bought=view.bought,
    )
