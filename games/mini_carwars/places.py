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
from games.mini_carwars.builds import told
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
_LINE: Final = re.compile(
    rf"([{SEAT_LETTERS[:SEATS]}])([1-9]|1[0-{MOST_VEHICLES - 10}])? ?:(.*)", re.IGNORECASE
)
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
            raise ValueError(told("line", "place", at=number, line=line[:40], why=error)) from None
        found.append(place)
    return tuple(found)


def _place(line: str) -> Place:
    if (named := _LINE.fullmatch(line)) is None:
        raise ValueError(told("label", "place"))
    said = _PART.findall(named[3].lower())
    parts = {what: float(figure.replace("−", "-")) for what, figure in said}
    strange = _PART.sub("", named[3].lower()).strip(", ")
    speed, heading = parts.get("speed"), parts.get("heading", 0.0)
    _check(
        twice=len(parts) < len(said),
        strange=strange[:20],
        speed=speed is not None and (speed % 10 or not 0 <= speed <= TOP_SPEED),
        heading=heading % STEP,
    )
    x, y, mph = parts.get("x", 0.0), parts.get("y", 0.0), None if speed is None else int(speed)
    seat, vehicle = SEAT_LETTERS.index(named[1].upper()), int(named[2] or 0)
    return Place(seat, vehicle, x, y, heading % 360.0, mph)


def _fits(place: Place, others: Sequence[Place]) -> None:
    """Raise ValueError for a place that is not on the road, or taken."""
    mine = [other.vehicle for other in others if other.seat == place.seat]
    _check(
        off_road=beyond(place.box),
        far=abs(place.y) > FAR,
        again=place.vehicle in mine,
        first=place.vehicle < 2 and 1 - place.vehicle in mine,
        taken=any(touching(place.box, other.box) for other in others),
    )


def _check(**wrong: object) -> None:
    """Raise ValueError with the text of the first thing that is wrong."""
    for why, found in wrong.items():
        if found:
            raise ValueError(told(why, "place", found=found))
