"""Alternative texts, at most 1024 characters, the first sentence the one that matters most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.players import Player
from games.mini_carwars.state import State, Vehicle
from images.mini_carwars.reading import (
    OUT_WORDS,
    Board,
    bearing,
    distance,
    lane,
)
from images.mini_carwars.twin import (
    buyer_words,
    car_words,
    center_of,
    condition_words,
    ground_words,
    lead_words,
    moment_words,
    ordered,
    speed_words,
)
from images.words import counted, name_of, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


def _brief(reading: Board, car: Vehicle, center: Vehicle | None) -> str:
    """One vehicle without its exact place."""
    parts = [f"{car.label} {name_of(reading.players, car.owner)}"]
    if car.out:
        return f"{parts[0]}, {OUT_WORDS.get(car.out, 'out of action')}."
    parts.append(speed_words(car.speed))
    if center is not None and center is not car:
        parts.append(f"{distance(center.box, car.box)} {bearing(center.box, car.box)}")
    if reading.view.road is not None:
        parts.append(lane(car.x))
    return "; ".join([", ".join(parts), *condition_words(reading, car)]) + "."


def _shortest(car: Vehicle, center: Vehicle | None) -> str:
    """One vehicle among very many."""
    if car.out:
        return f"{car.label} out."
    where = ""
    if center is not None and center is not car:
        where = f", {distance(center.box, car.box)} {bearing(center.box, car.box)}"
    return f"{car.label} {speed_words(car.speed)}{where}."


def alt(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board: the moment, then each vehicle, the acting one first, then what lies around.

    Where all of it is too long, places and what lies around are left to the words beside it.
    """
    reading = Board(view, players, verb)
    head = [each for each in (moment_words(reading), lead_words(reading)) if each]
    if not reading.view.cars:
        return shorten([*head, *buyer_words(reading)], MOST)
    center = center_of(view, reading)
    cars = ordered(reading, center)
    smoke = counted(sum(heap[3] for heap in reading.heaps), "smoke cloud")
    lies = [f"{smoke}, −2 to hit each."] if reading.view.smoke else []
    if reading.view.lying:
        lies.append(f"Debris in {counted(len(reading.view.lying), 'place')}.")
    around = ground_words(reading, center)
    for told in (
        [*(car_words(reading, car, center) for car in cars), *around],
        [*(car_words(reading, car, center) for car in cars), *lies],
        [*(_brief(reading, car, center) for car in cars), *lies],
    ):
        text = " ".join([*head, *told])
        if len(text) <= MOST:
            return text
    return shorten([*head, *(_shortest(car, center) for car in cars), *lies], MOST)
