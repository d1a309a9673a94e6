"""Building, the first player, and the places at the edge (Rules: Car Construction; Starting
Positions)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from math import dist
from typing import Final

from games.carwars.arena import INSET, default_places, free_place, start_fault
from games.carwars.builds import SAMPLES, Cards, Size, equipped, samples, totals
from games.carwars.catalog import DASHBOARD
from games.carwars.designs import brought
from games.carwars.driving import said
from games.carwars.events import CarBuilt, FirstPlayer, Placed
from games.carwars.ground import bodies, place_of
from games.carwars.memory import Memory
from games.carwars.moves import Bring, Build, Place, Slot
from games.carwars.state import WALL, Car, Equipped, Live, State
from games.engine.ask import (
    Ask,
    DesignChoice,
    Step,
    Typed,
    Walked,
    asks_once,
    everyone,
    next_parts,
    parts_of,
    put,
)
from games.engine.errors import Illegal
from games.engine.shapes import Hull, Pose

BUILD: Final = "Rules: Car Construction"
PLACE: Final = "Rules: Starting Positions"
MIDDLES: Final = 4
"""Usual places there are at least: the middles of the walls. Ruling 40"""
FULL: Final = 360
"""Degrees all round."""


# -- building


@asks_once
def build(context: Live) -> Step[None]:
    """All choose a car at once and in secret: one that comes with the game, or their own.

    Rules: Car Construction
    """
    state = context.state
    size = state.options.size
    options, any_other = choice(size)
    asks: list[Ask[Build | Bring]] = [
        Ask(seat, "build", options, options[0], BUILD, brought=any_other) for seat in state.alive
    ]
    for seat, answer in (yield from everyone(asks)):
        own = isinstance(answer, Bring)
        built = answer if isinstance(answer, Bring) else SAMPLES[answer.number]
        equip(state.cars[seat], built.name, built.cards, size)
        told = tuple((card.card, card.side) for card in state.cars[seat].cards)
        context.emit(CarBuilt(seat, built.name, told, own))
    state.beat = "order"


@lru_cache(64)
def choice(size: Size) -> tuple[tuple[Build, ...], DesignChoice[Bring]]:
    """The cars that come with the game, those for a game of that size first; and any other."""
    return tuple(map(Build, samples(size))), brought(size)


def equip(car: Car, name: str, cards: Cards, size: Size) -> None:
    """A car as it is built: everything on its dashboard as a fight begins.

    Rules: Car Construction; Sequence Of Play
    """
    car.name = name
    car.cards = [Equipped(card, side) for card, side in equipped(cards)]
    car.armor = [totals(cards, size).armor] * 4
    car.speed, car.limit = DASHBOARD.start_speed, DASHBOARD.most_speed
    car.tires, car.power = DASHBOARD.most_tires, DASHBOARD.most_power


def order(context: Live) -> None:
    """The first player is drawn. Rules: Counters, Turning Keys, And Dice"""
    state = context.state
    state.first = state.alive[context.chance.below(len(state.alive), "first player")]
    state.phase, state.beat = "places", "place"
    context.emit(FirstPlayer(state.first))


# -- places


def place(context: Live) -> Step[None] | None:
    """From the first player on, clockwise, each places a car along the edge.

    Rules: Starting Positions
    """
    state = context.state
    seat = next((seat for seat in state.clockwise if not state.cars[seat].placed), -1)
    if seat < 0:
        state.active, state.beat = -1, "check"
        return None
    if state.active != seat:
        state.active = seat
        return None
    slots, walked = choices(state, seat)
    options = [*map(Slot, slots)]
    usual = Slot(suggested(state, seat, slots))
    ask: Ask[Slot | Place] = Ask(seat, "place", options, usual, PLACE, walked=walked)
    return put(ask, partial(_place, context, slots))


def _place(context: Live, slots: Mapping[int, Pose], answer: Slot | Place) -> None:
    seat, car = context.state.active, context.state.cars[context.state.active]
    car.pose = slots[answer.number] if isinstance(answer, Slot) else pose_of(answer)
    car.placed = True
    context.emit(Placed(seat, car.pose))


def pose_of(answer: Place) -> Pose:
    return answer.x / 100, answer.y / 100, float(answer.heading)


def usual_places(state: State, seat: int) -> dict[int, Pose]:
    """The usual places that are free, by number; where none is, the seat's own, moved along the
    edge to where nobody stands. Rulings 40, 41"""
    where, taken = place_of(state), standing(state)
    every = default_places(where, max(MIDDLES, len(state.cars)))
    free = {n: pose for n, pose in enumerate(every) if not start_fault(where, pose, taken)}
    return free or {seat: free_place(where, every[seat], taken) or every[seat]}


def suggested(state: State, seat: int, places: Mapping[int, Pose]) -> int:
    """The seat's own place; where somebody stands there, the one farthest from all others. Ruling
    40"""
    if seat in places:
        return seat
    there = [car.pose[:2] for car in state.cars if car.placed]
    return max(places, key=lambda number: min(dist(places[number][:2], at) for at in there))


def standing(state: State) -> list[Hull]:
    """What stands in the way of a car that is placed."""
    there = bodies(state).items()
    return [body.hull for number, body in there if number < WALL]


# -- anywhere else


class Spots:
    """Any place along the edge, made part by part: `x600`, `y70` in hundredths of L, `h90`."""

    def __init__(self, state: State) -> None:
        self._where, self._taken = place_of(state), standing(state)

    @cached_property
    def _usual(self) -> list[Place]:
        """Free spots every L along the edge, in eight headings."""
        across, up = map(_row, self._where.size)
        return [
            place
            for x in across
            for y in (up if x in (across[0], across[-1]) else (up[0], up[-1]))
            for heading in range(0, FULL, FULL // 8)
            if not self._fault(place := Place(x, y, heading))
        ]

    def _fault(self, place: Place) -> str:
        return start_fault(self._where, pose_of(place), self._taken)

    @property
    def walked(self) -> Walked[Place] | None:
        if not self._usual:
            return None
        return Walked("place", self.keys, self.read, parts_of(Place), self.typed)

    def keys(self, parts: tuple[str, ...]) -> Sequence[str]:
        """The usual parts that may come next. Raises `Illegal`."""
        if len(parts) >= 3:
            self.read(parts)
            return ()
        found = next_parts((place.path[1:] for place in self._usual), parts)
        if parts and not found:
            raise Illegal(said("unknown_part"), PLACE)
        return found

    def read(self, parts: tuple[str, ...]) -> Place:
        """The place of a whole path. Raises `Illegal`."""
        found = _PARTS.fullmatch(" ".join(parts)) if len(parts) == 3 else None
        if found is None:
            raise Illegal(said("unknown_part"), PLACE)
        place = Place(*map(int, found.groups()))
        fault = self._fault(place)
        if fault or place.heading >= FULL:
            raise Illegal(said("taken" if fault == "taken" else "edge"), PLACE)
        return place

    def typed(self, parts: tuple[str, ...]) -> Typed | None:
        """A place may be typed as three numbers."""
        if parts:
            return None
        place = self._usual[0]
        usual = f"{place.x / 100:g} {place.y / 100:g} {place.heading}"
        return Typed(said("place_label"), said("place_about"), _typed, usual=usual)


_PARTS: Final = re.compile(" ".join(f"{letter}(0|[1-9][0-9]{{0,3}})" for letter in "xyh"))
_TYPED: Final = re.compile(
    r"([0-9]{1,2}(?:\.[0-9]{1,2})?)[ ,;]+([0-9]{1,2}(?:\.[0-9]{1,2})?)[ ,;]+([0-9]{1,3})"
)


def _typed(text: str) -> tuple[str, ...]:
    """The parts of three numbers: x and y in L, and the heading. Raises `Illegal`."""
    found = _TYPED.fullmatch(text.strip())
    if found is None or not text.isascii():
        raise Illegal(said("place"), PLACE)
    x, y = (round(float(found[at]) * 100) for at in (1, 2))
    return f"x{x}", f"y{y}", f"h{int(found[3])}"


@Memory
def choices(state: State, seat: int) -> tuple[dict[int, Pose], Walked[Place] | None]:
    """The usual places, and any other; None where no usual spot is free."""
    return usual_places(state, seat), Spots(state).walked


def _row(length: float) -> list[int]:
    """Where one may stand across the arena: at both edges, and every L between them."""
    far, near = round(length * 100), round(INSET * 100)
    return [near, *range(100, far - 50, 100), far - near]
