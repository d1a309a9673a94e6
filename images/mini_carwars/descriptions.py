"""The board in words, good enough to play by ear: every vehicle with its place, speed and state;
shorter in the alternative text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.plane import Box, Point, crosses, gap
from games.engine.players import SEAT_LETTERS, Player
from games.mini_carwars.catalog import WIDTH
from games.mini_carwars.road import CLOUD
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import hurt
from images.mini_carwars.model import (
    OUT_WORDS,
    Board,
    bearing,
    distance,
    game_of,
    lane,
    long,
    moment_of,
    sides_words,
)
from images.words import counted, listed, name_of, shorten

MOST: Final = 1024
"""Discord's limit for the description of a picture, in characters."""
CROWD: Final = 16
"""Among more vehicles those out of action are only named."""


def plain(value: float) -> str:
    """A coordinate with one decimal and a true minus."""
    return f"{value:.1f}".replace("-", "−").replace("−0.0", "0.0")


def moment_words(model: Board) -> str:
    """The fight, its moment, and who acts: the first sentence of all."""
    moment = moment_of(model.view)
    moment = moment[:1].lower() + moment[1:]
    where = f"{game_of(model.view)}, {moment}".replace(" · ", ", ").replace("Phase", "phase")
    where = where.replace("Speeds", "speeds")
    actors = [f"{SEAT_LETTERS[seat]} {model.names[seat]}" for seat in model.actors]
    deed = " ".join(filter(None, [listed(actors), model.verb]))
    return f"{where}: {deed}." if deed else f"{where}."


def lead_words(model: Board) -> str:
    """The gap of a duel or the lone car's lead; empty where neither counts."""
    if model.view.lead is None:
        return ""
    if model.view.options.scenario == "pack-attack":
        ahead = "ahead of" if model.view.lead >= 0 else "behind"
        words = f"{long(abs(model.view.lead))} {ahead} the foremost cycle"
        return f"The lone car is {words}."
    return f"The gap is {long(model.view.lead)}."


def speed_words(speed: int) -> str:
    """A speed."""
    return f"{-speed} mph in reverse" if speed < 0 else f"{speed} mph"


def place_words(model: Board, x: float, y: float) -> str:
    """Where a place is: its lane and inch, or from the middle of the arena."""
    if model.view.road is not None:
        return f"{lane(x)}, inch {plain(y)}"
    across = f"{plain(abs(x))} {'east' if x >= 0 else 'west'}"
    return f"{across} and {plain(abs(y))} {'north' if y >= 0 else 'south'} of the middle"


def heading_words(model: Board, heading: float) -> str:
    """Which way a nose points."""
    turn = round(heading % 360, 1)
    if model.view.road is None:
        if turn % 90 == 0:
            return f"heading {('north', 'east', 'south', 'west')[int(turn // 90) % 4]}"
        return f"heading {turn:g} degrees clockwise from north"
    if turn == 0:
        return "heading up the road"
    if turn == 180:
        return "heading down the road"
    if turn < 180:
        return f"heading {turn:g} degrees right of up the road"
    return f"heading {360 - turn:g} degrees left of up the road"


def condition_words(model: Board, car: Vehicle) -> list[str]:
    """What everyone knows of its armor, people and power plant."""
    out = []
    if model.view.bare:
        sides = zip(("front", "right", "back", "left", "top"), car.armor, strict=False)
        points = ", ".join(f"{side} {points or 'none'}" for side, points in sides)
        out.append(f"armor {points}")
    elif car.breached:
        out.append(f"breached: {sides_words(car.breached)}")
    out += [f"{person.role} {hurt(person.hits)}" for person in car.crew if person.hits]
    if car.plant_gone:
        out.append("power plant destroyed")
    if car.skip:
        out.append(f"loses {counted(car.skip, 'move')}")
    return out


def clouds_between(model: Board, start: Point, end: Point) -> int:
    """Clouds that a line crosses."""
    return sum(
        count
        for x, y, heading, count in model.heaps
        if crosses(start, end, Box(x, y, heading, *CLOUD))
    )


def center_of(view: State, model: Board) -> Vehicle | None:
    """The vehicle from which distances are told: the acting one, else the reader's, else the
    first."""
    live = [car for car in model.shown if not car.out] or model.shown
    own = [car for car in live if car.owner == view.seat]
    asked = model.view.cars[view.asked] if view.asked >= 0 else None
    return model.acting or asked or next(iter([*own, *live]), None)


def who_words(model: Board, car: Vehicle) -> str:
    """Label, player and model."""
    players, seat = model.players, car.owner
    computer = " (computer)" if seat < len(players) and players[seat].computer else ""
    # An option is its owner's secret where sheets are hidden.
    name = car.name if model.view.bare else car.kind.stock
    return f"{car.label} {name_of(players, seat)}{computer}, {name}"


def _seen_from(where: str) -> str:
    """A bearing with the word that leads to whom it is seen from."""
    if where in ("right", "left"):
        return f"to the {where} of"
    return where if where == "behind" else f"{where} of"


def car_words(model: Board, car: Vehicle, center: Vehicle | None, brief: bool = False) -> str:
    """One vehicle as the board shows it, with its distance and bearing from another; `brief`: not
    its model and its exact place."""
    parts = [f"{car.label} {name_of(model.players, car.owner)}"]
    if not brief:
        parts = [who_words(model, car)]
    if car.out:
        parts.append(OUT_WORDS.get(car.out, "out of action"))
    if not car.here or (brief and car.out):
        return f"{', '.join(parts)}."
    if not car.out or car.speed:
        parts.append(speed_words(car.speed))
    apart = center is not None and center is not car
    if center is not None and apart:
        away, where = distance(center.box, car.box), bearing(center.box, car.box)
        parts.append(f"{away} {where if brief else f'{_seen_from(where)} {center.label}'}")
    if not brief:
        place = place_words(model, car.x, car.y)
        parts += [place, heading_words(model, car.heading)]
    elif model.view.road is not None:
        parts.append(lane(car.x))
    words = [", ".join(parts), *condition_words(model, car)]
    if center is not None and apart and not car.out and not brief:
        ends = (center.box.x, center.box.y), (car.x, car.y)
        if clouds := clouds_between(model, *ends):
            words.append(f"{counted(clouds, 'smoke cloud')} between, −{2 * clouds} to hit")
    return "; ".join(words) + "."


def _shortest(car: Vehicle, center: Vehicle | None) -> str:
    """One vehicle among very many."""
    if car.out:
        return f"{car.label} out."
    where = ""
    if center is not None and center is not car:
        where = f", {distance(center.box, car.box)} {bearing(center.box, car.box)}"
    return f"{car.label} {speed_words(car.speed)}{where}."


def ordered(model: Board, center: Vehicle | None) -> list[Vehicle]:
    """The vehicles as they are told: the acting one first, those out of action last."""
    return sorted(model.view.cars, key=lambda car: (car is not center, bool(car.out), car.number))


def ground_words(model: Board, center: Vehicle | None) -> list[str]:
    """Smoke, debris and fixed objects, with distances from a vehicle."""

    def told(box: Box) -> str:
        at = place_words(model, box.x, box.y)
        if center is None:
            return at
        return f"{distance(center.box, box)} {bearing(center.box, box)}, {at}"

    out = []
    if model.view.smoke:
        heaps = [
            f"{f'{count} clouds ' if count > 1 else ''}{told(Box(x, y, heading, *CLOUD))}"
            for x, y, heading, count in model.heaps
        ]
        out.append(f"Smoke, −2 to hit a cloud: {'; '.join(heaps)}.")
    if model.view.lying:
        boxes = [Box(x, y, 0.0, 0.25, WIDTH) for x, y in sorted(model.view.lying)]
        if center is not None:
            near = center.box
            boxes.sort(key=lambda box: gap(near, box))
        pieces = [told(box) for box in boxes]
        out.append(f"Debris: {'; '.join(pieces)}.")
    if model.view.walls:
        walls = [
            f"{told(Box(x, y, 0.0, long, wide))}, {wide:g} by {long:g}"
            for x, y, wide, long in model.view.walls
        ]
        out.append(f"Walls, inches east-west by north-south: {'; '.join(walls)}.")
    return out


def buyer_words(model: Board) -> list[str]:
    """Who has bought how much, before the start."""
    return [
        f"{SEAT_LETTERS[seat]} {name}: {counted(model.view.bought[seat], 'vehicle')} bought, "
        f"${model.view.budget[seat]:,} to spend in all."
        for seat, name in enumerate(model.names)
    ]


def alt_text(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board: the moment, then each vehicle, the acting one first, then what lies around.

    Where all of it is too long, places and what lies around are left to the words beside it.
    """
    model = Board(view, players, verb)
    head = [each for each in (moment_words(model), lead_words(model)) if each]
    if not view.cars:
        return shorten([*head, *buyer_words(model)], MOST)
    center = center_of(view, model)
    cars = ordered(model, center)
    smoke = counted(len(view.clouds), "smoke cloud")
    lies = [f"{smoke}, −2 to hit each."] if view.smoke else []
    if view.lying:
        lies.append(f"Debris in {counted(len(view.lying), 'place')}.")
    full = [car_words(model, car, center) for car in cars]
    brief = [car_words(model, car, center, brief=True) for car in cars]
    for told in ([*full, *ground_words(model, center)], [*full, *lies], [*brief, *lies]):
        text = " ".join([*head, *told])
        if len(text) <= MOST:
            return text
    return shorten([*head, *(_shortest(car, center) for car in cars), *lies], MOST)


def long_description(view: State, players: Sequence[Player], verb: str = "") -> str:
    """The board in words, one line for each vehicle, the acting one first.

    `verb` is the one given to the picture.
    """
    model = Board(view, players, verb)
    lines = [" ".join(filter(None, [moment_words(model), lead_words(model)]))]
    if not model.view.cars:
        return "\n".join([*lines, *buyer_words(model)])
    center = center_of(view, model)
    every = ordered(model, center)
    crowd = [car.label for car in every if car.out] if len(every) > CROWD else []
    lines += [car_words(model, car, center) for car in every if car.label not in crowd]
    if crowd:
        lines.append(f"Out of action: {', '.join(crowd)}.")
    lines += ground_words(model, center)
    if view.quiet and view.step != "over":
        lines.append(f"{counted(view.quiet, 'turn')} without damage so far.")
    return "\n".join(lines)
