"""Places at the start that a host writes down for an open fight (Rules: 9. Scenarios).

A line is a seat's letter, or the name of one of its vehicles, and where that stands:

    A: x -1, y 0, heading 0, speed 60
    B2: x 1, y 20, heading 180

x is inches to the right of the road's middle, y inches up the road, the heading degrees clockwise
from up the road; what is left out is 0, and the speed that of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from games.engine.plane import Box, touching
from games.engine.players import SEAT_LETTERS
from games.mini_carwars.catalog import CAR, WIDTH
from games.mini_carwars.maneuvers import STEP, TOP_SPEED
from games.mini_carwars.road import beyond

MOST: Final = 1000
"""Characters of the text."""
SEATS: Final = 6
MOST_VEHICLES: Final = 13
"""Vehicles a seat may have: as many as the $40,000 of the book's example buys. House."""
FAR: Final = 60.0
"""So far from the start up or down the road a place may lie, in inches. House."""
_LABEL: Final = re.compile(rf"([{SEAT_LETTERS[:SEATS]}])([1-9]|1[0-{MOST_VEHICLES - 10}])?")
_PART: Final = re.compile(r"\b(x|y|heading|speed)[ =]*([-−]?[0-9]{1,9}(?:\.[0-9]{1,4})?)(?![0-9.])")


class Place(msgspec.Struct, frozen=True):
    """Where a vehicle stands at the start, or the first of a seat with its others behind it."""

    seat: int
    vehicle: int
    """Its number among those of the seat, from 1; 0: the seat as a whole."""
    x: float
    y: float
    heading: float
    speed: int | None
    """mph; None: as all the others."""

    @property
    def box(self) -> Box:
        """The counter of a car there."""
        return Box(self.x, self.y, self.heading, CAR, WIDTH)


@lru_cache(64)
def read(text: str) -> tuple[Place, ...]:
    """The places that a text names. Raises ValueError with what is wrong and in which line."""
    found: list[Place] = []
    lines = [" ".join(line.split()) for line in re.split(r"[\r\n;]", text)]
    for number, line in enumerate(filter(None, lines), 1):
        try:
            place = _place(line)
            _fits(place, found)
        except ValueError as error:
            raise ValueError(f"Place {number} ({line[:40]}): {error}") from None
        found.append(place)
    return tuple(found)


def _place(line: str) -> Place:
    label, colon, rest = line.partition(":")
    named = _LABEL.fullmatch(label.strip().upper())
    if not colon or named is None:
        raise ValueError(
            f"begin with a seat from A to {SEAT_LETTERS[SEATS - 1]} and a colon, such as A: (or "
            "A2: for its second vehicle)"
        )
    parts: dict[str, float] = {}
    for what, figure in _PART.findall(rest.lower()):
        if what in parts:
            raise ValueError(f"{what} is there twice")
        parts[what] = float(figure.replace("−", "-"))
    if strange := _PART.sub("", rest.lower()).strip(", "):
        raise ValueError(f"write x, y, heading and speed with a number each, not {strange[:20]}")
    speed = parts.get("speed")
    if speed is not None and (speed % 10 or not 0 <= speed <= TOP_SPEED):
        raise ValueError(f"speeds are multiples of 10 from 0 to {TOP_SPEED}")
    heading = parts.get("heading", 0.0)
    if heading % STEP:
        raise ValueError(f"headings are multiples of {STEP} degrees")
    return Place(
        SEAT_LETTERS.index(named[1]),
        int(named[2] or 0),
        parts.get("x", 0.0),
        parts.get("y", 0.0),
        heading % 360.0,
        None if speed is None else int(speed),
    )


def _fits(place: Place, others: Sequence[Place]) -> None:
    """Raise ValueError for a place that is not on the road, or taken."""
    if beyond(place.box):
        raise ValueError("a car would not be on the road there, which is 4 inches wide")
    if abs(place.y) > FAR:
        raise ValueError(f"y is from -{FAR:g} to {FAR:g} inches")
    for other in others:
        if (other.seat, other.vehicle) == (place.seat, place.vehicle):
            raise ValueError("that one has a place already")
        if other.seat == place.seat and {other.vehicle, place.vehicle} == {0, 1}:
            raise ValueError("the first vehicle of that seat has a place already")
        if touching(place.box, other.box):
            raise ValueError("another one stands there already")
