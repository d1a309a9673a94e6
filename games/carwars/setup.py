"""Building, the first player, and the places at the edge (Rules: Car Construction; Starting
Positions)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from games.carwars.base import Pose
from games.carwars.builds import SAMPLES, Cards, Size, equipped, samples, totals
from games.carwars.catalog import DASHBOARD
from games.carwars.designs import brought
from games.carwars.events import CarBuilt, FirstPlayer, Placed
from games.carwars.ground import laid_out, size_of, standing
from games.carwars.hull import STOP, Form, Hull, apart, base
from games.carwars.moves import Bring, Build, Place, Slot
from games.carwars.plan import said
from games.carwars.state import Car, Equipped, Live, State
from games.engine.ask import Ask, Step, Typed, Walked, asks_once, choose, everyone
from games.engine.errors import Illegal

BUILD: Final = "Rules: Car Construction"
PLACE: Final = "Rules: Starting Positions"
EDGE: Final = 0.5
"""Some part of the base lies so near the edge: the width of the key. Rules: Starting Positions"""
IN: Final = 0.7
"""How far from the edge the middle of a car stands at a usual place, in L. Ruling 40"""
MIDDLES: Final = 4
"""Up to so many seats start at the middles of the walls."""
NUDGE: Final = 0.1
"""By so much a place moves along its wall until it is free, in L. House"""


# -- building


def build(context: Live) -> Step[None]:
    """All choose a car at once and in secret: one that comes with the game, or their own.

    Rules: Car Construction
    """
    return _build(context)


@asks_once
def _build(context: Live) -> Step[None]:
    state = context.state
    size = state.options.size
    options = [Build(number) for number in choice(size)]
    asks: list[Ask[Build | Bring]] = [
        Ask(seat, "build", options, options[0], BUILD, brought=brought(size, Bring))
        for seat in state.alive
    ]
    for seat, answer in (yield from everyone(asks)):
        sample = SAMPLES[answer.number] if isinstance(answer, Build) else None
        name = sample.name if sample is not None else answer.name  # type: ignore[union-attr]
        cards = sample.cards if sample is not None else answer.cards  # type: ignore[union-attr]
        equip(state.cars[seat], name, cards, size)
        told = tuple((card.card, card.side) for card in state.cars[seat].cards)
        context.emit(CarBuilt(seat, name, told, sample is None))
    state.beat = "order"


@lru_cache(64)
def choice(size: Size) -> tuple[int, ...]:
    """The cars that come with the game, those for a game of that size first."""
    return tuple(samples(size))


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
    """The first player is drawn, and the arena is laid out. Rules: Arena Setup"""
    state = context.state
    there = state.alive
    state.first = there[context.chance.below(len(there), "first player")]
    state.things = laid_out(state)
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
    return _place(context)


@asks_once
def _place(context: Live) -> Step[None]:
    state = context.state
    seat, car = state.active, state.cars[state.active]
    slots = usual_places(state, seat)
    spots = Spots(state)
    options = [Slot(number) for number in slots]
    ask: Ask[Slot | Place] = Ask(seat, "place", options, Slot(seat), PLACE, walked=spots.walked)
    answer = yield from choose(ask)
    car.pose = slots[answer.number] if isinstance(answer, Slot) else pose_of(answer)
    car.placed = True
    context.emit(Placed(seat, car.pose))


def pose_of(answer: Place) -> Pose:
    return answer.x / 100, answer.y / 100, float(answer.heading)


def usual_places(state: State, seat: int) -> dict[int, Pose]:
    """The usual places that are free, by number; the seat's own, moved along its wall to the
    nearest free spot where somebody stands there. Rulings 40, 41"""
    size, taken = size_of(state), standing(state)
    out = {}
    for number in range(max(MIDDLES, len(state.cars))):
        pose = usual_place(number, len(state.cars), size)
        if number == seat:
            pose = _nearest_free(pose, size, taken)
        if is_free(pose, taken):
            out[number] = pose
    return out


def usual_place(number: int, seats: int, size: float) -> Pose:
    """A usual place: of up to four seats the middle of the south, north, west and east wall; of
    more evenly along the edge, clockwise from the south. It faces the middle. Rulings 40, 41"""
    middle = size / 2
    if seats <= MIDDLES:
        return (
            (middle, IN, 90.0),
            (middle, size - IN, 270.0),
            (IN, middle, 0.0),
            (size - IN, middle, 180.0),
        )[number]
    along = (middle + 4 * size * number / seats) % (4 * size)
    wall, far = divmod(along, size)
    far = min(max(far, IN), size - IN)
    x, y, facing = (
        (size - far, IN, 90.0),
        (IN, far, 0.0),
        (far, size - IN, 270.0),
        (size - IN, size - far, 180.0),
    )[int(wall)]
    corner = far in (IN, size - IN)
    if corner:
        facing = {(True, True): 225.0, (True, False): 135.0, (False, True): 315.0}.get(
            (x > middle, y > middle), 45.0
        )
    return round(x, 4), round(y, 4), facing


def _nearest_free(pose: Pose, size: float, taken: Sequence[Hull]) -> Pose:
    """The free spot along the same wall that is nearest to a place."""
    x, y, heading = pose
    along_x = y in (IN, size - IN)
    for step in range(int(size / NUDGE)):
        for sign in (1, -1):
            by = sign * step * NUDGE
            spot = (round(x + by, 4), y, heading) if along_x else (x, round(y + by, 4), heading)
            if IN <= spot[0] <= size - IN and IN <= spot[1] <= size - IN and is_free(spot, taken):
                return spot
    return pose


def is_free(pose: Pose, taken: Sequence[Hull]) -> bool:
    """Whether a base there overlaps nothing. Rules: Starting Positions"""
    hull = base(pose)
    return all(apart(hull, other)[0] > STOP for other in taken)


def at_edge(pose: Pose, size: float) -> bool:
    """Whether some part of a base lies within the key's width of the edge, and none beyond it.

    Rules: Starting Positions
    """
    ends = [x for point in base(pose).corners for x in point]
    low, high = min(ends), size - max(ends)
    return min(low, high) >= 0.0 and min(low, high) <= EDGE


# -- anywhere else

_Tree: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""Usual spots: x, y, headings."""


class Spots:
    """Any place along the edge, made part by part: `x600`, `y70` in hundredths of L, `h90`."""

    def __init__(self, state: State) -> None:
        self._size, self._taken = size_of(state), standing(state)
        self._key = tuple((hull.form, hull.pose) for hull in self._taken)

    @property
    def walked(self) -> Walked[Place]:
        return Walked("place", self.keys, self.read, _parts_of, self.typed)

    def keys(self, parts: tuple[str, ...]) -> Sequence[str]:
        """The usual parts that may come next. Raises `Illegal`."""
        if len(parts) >= len(_LETTERS):
            self.read(parts)
            return ()
        found: Any = _usual_spots(self._size, self._key)
        for part in parts:
            if part not in found:
                raise Illegal(said("unknown_part"), PLACE)
            found = found[part]
        return tuple(found)

    def read(self, parts: tuple[str, ...]) -> Place:
        """The place of a whole path. Raises `Illegal`."""
        numbers = [_PART.fullmatch(part) for part in parts]
        letters = "".join(found[1] if found else "?" for found in numbers)
        if letters != _LETTERS:
            raise Illegal(said("unknown_part"), PLACE)
        place = Place(*(int(found[2]) for found in numbers if found))
        pose = pose_of(place)
        if place.heading >= 360 or not at_edge(pose, self._size):
            raise Illegal(said("edge"), PLACE)
        if not is_free(pose, self._taken):
            raise Illegal(said("taken"), PLACE)
        return place

    def typed(self, parts: tuple[str, ...]) -> Typed | None:
        """A place may be typed as three numbers."""
        if parts:
            return None
        usual = f"{self._size / 2:g} {IN:g} 90"
        return Typed(said("place_label"), said("place_about"), _typed, usual=usual)


_LETTERS: Final = "xyh"
_PART: Final = re.compile("([xyh])(0|[1-9][0-9]{0,3})")
_TYPED: Final = re.compile(r"([0-9]{1,2}(?:\.[0-9]{1,2})?)[ ,;]+([0-9]{1,2}(?:\.[0-9]{1,2})?)[ ,;]+([0-9]{1,3})")


def _parts_of(value: object) -> tuple[str, ...] | None:
    return value.path[1:] if isinstance(value, Place) else None


def _typed(text: str) -> tuple[str, ...]:
    """The parts of three numbers: x and y in L, and the heading. Raises `Illegal`."""
    found = _TYPED.fullmatch(text.strip())
    if found is None or not text.isascii():
        raise Illegal(said("place"), PLACE)
    x, y = (round(float(found[at]) * 100) for at in (1, 2))
    return f"x{x}", f"y{y}", f"h{int(found[3])}"


@lru_cache(32)
def _usual_spots(size: float, taken: tuple[tuple[Form, Pose], ...]) -> _Tree:
    """Free spots every L along the edge, in eight headings."""
    far, others = round(size * 100), [Hull(form, pose) for form, pose in taken]
    near, rows = (round(IN * 100), far - round(IN * 100)), range(100, far, 100)
    out: dict[str, dict[str, list[str]]] = {}
    for x in sorted({*near, *rows}):
        for y in rows if x in near else near:
            for heading in range(0, 360, 45):
                pose = pose_of(Place(x, y, heading))
                if at_edge(pose, size) and is_free(pose, others):
                    out.setdefault(f"x{x}", {}).setdefault(f"y{y}", []).append(f"h{heading}")
    return out
