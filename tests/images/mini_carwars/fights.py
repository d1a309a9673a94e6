"""Views of fights made by hand, and of fights in any state."""

from __future__ import annotations

import random
from typing import Any

from games.engine.players import Player
from games.mini_carwars.catalog import NUMBERS
from games.mini_carwars.ground import walls
from games.mini_carwars.state import State, Vehicle
from tests.games.mini_carwars import sights
from tests.games.mini_carwars.sights import replaced

PLAYERS = [Player(name) for name in ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren")] + [
    Player("Petra", "hard"),
    Player("Ash", "easy"),
]
COURIER, SPECIAL, SHOGUN = (NUMBERS[n] for n in ("courier", "rocket_special", "shogun_100"))


def car(number: int, owner: int, x: float, y: float, **changes: Any) -> Vehicle:
    """A vehicle on the road, unhurt, at 60 mph, its sheet hidden."""
    facts = {"model": COURIER, "x": x, "y": y, "speed": 60, "hidden": True}
    return sights.car(number, owner, **(facts | changes))


def fight(cars: list[Vehicle], **changes: Any) -> State:
    """A fight in the fourth phase of its fifth turn, as everyone sees it."""
    ys = [each.y for each in cars] or [0.0]
    facts: dict[str, Any] = {
        "asked": -1,
        "order": tuple(each.number for each in cars),
        "road": (min(ys) // 12 * 12 - 12, max(ys) // 12 * 12 + 36),
        "budget": (15_000,) * (1 + max((each.owner for each in cars), default=1)),
    }
    return sights.sight(changes.pop("seat", None), cars, **(facts | changes))


def duel(**changes: Any) -> State:
    """The road duel of the mock-up: smoke between the two, debris ahead."""
    cars = [
        car(0, 0, 0.72, 39.7),
        car(1, 1, -0.64, 47.0, heading=8.0, speed=50, breached=(2,)),
    ]
    facts: dict[str, Any] = {
        "smoke": ((-0.6, 44.7, 0.0), (-0.5, 45.8, 0.0)),
        "rubble": ((-1.3, 42.7), (-1.1, 43.3), (-0.7, 43.0)),
    }
    return fight(cars, **(facts | changes))


def pack(cycles: int = 8, spread: float = 1.3, lead: float = 7.0, **changes: Any) -> State:
    """A lone car chased by cycles of two players."""
    cars = [car(0, 0, 0.5, 30.0 + lead, speed=80, model=SPECIAL)]
    for i in range(cycles):
        owner = 1 + i % 2
        cars.append(
            car(
                *(i + 1, owner, (-1.4, 0.2, 1.3, -0.6)[i % 4], 29.5 - (i // 2) * spread),
                label=f"{'ABC'[owner]}{i // 2 + 1}",
                heading=(0.0, 15.0, 345.0, 0.0, 30.0)[i % 5],
                speed=80 - 10 * (i % 3),
                model=SHOGUN,
            )
        )
    return fight(cars, scenario="pack-attack", lone=0, **changes)


def wreckage(**changes: Any) -> State:
    """Smoke in heaps, wrecks, a car off the road and one in reverse, debris."""
    cars = [
        car(0, 0, 2.9, 20.0, heading=345.0, breached=(0, 3), hits=(1, 0)),
        car(1, 1, 0.3, 24.0, heading=180.0, speed=-10),
        car(2, 2, -1.1, 22.0, heading=75.0, speed=0, out="crashed"),
        car(3, 3, 1.2, 26.0, heading=300.0, speed=0, out="crew", model=SHOGUN),
        car(4, 4, 6.0, 23.0, out="left"),
        car(5, 5, -3.4, 25.5, heading=22.5, speed=20),
    ]
    smoke = ((0.0, 22.4, 0.0), (0.05, 22.42, 0.0), (0.4, 21.6, 45.0), (2.6, 24.4, 90.0))
    rubble = tuple(
        (x / 4 - 1.6, 27.0 + y / 3) for x, y in ((0, 1), (3, 4), (5, 0), (9, 6), (11, 2))
    )
    return fight(cars, scenario="road-duel", smoke=smoke, rubble=rubble, **changes)


def far(apart: float = 55.0, **changes: Any) -> State:
    """Two cars that lie too far apart for one stretch of road."""
    cars = [car(0, 0, 0.8, 12.0), car(1, 1, -1.0, 12.0 + apart, heading=345.0)]
    return fight(cars, **changes)


def arena(cars: int = 6, **changes: Any) -> State:
    """The arena with so many cars."""
    places = ((-6.0, -7.0), (6.5, -6.0), (-7.0, 5.5), (2.5, 6.5), (0.5, -2.5), (8.4, 2.0))
    all_cars = [
        car(
            *(i, i % 8, places[i % 6][0] + i // 6, places[i % 6][1] + 1.2 * (i // 6)),
            label="ABCDEFGH"[i % 8] + (str(i // 8 + 1) if cars > 8 else ""),
            heading=45.0 * i,
            speed=10 * (i % 10 + 1),
            breached=((), (0,), (1, 2), ())[i % 4],
            hits=((0, 0), (1, 0), (2, 3), (0, 0))[i % 4],
        )
        for i in range(cars)
    ]
    around = tuple((w.x, w.y, w.width, w.length) for w in walls())
    facts: dict[str, Any] = {
        "scenario": "arena",
        "road": None,
        "walls": around,
        "smoke": ((1.2, -4.2, 30.0),),
    }
    return fight(all_cars, **(facts | changes))


def own(view: State, seat: int, number: int, **changes: Any) -> State:
    """A view as a seat sees it that is asked about a vehicle, its crew equipped."""
    cars = [
        replaced(each, hidden=False, computers=(1, 0), boxes=(None, 3))
        if each.owner == seat
        else each
        for each in view.cars
    ]
    return replaced(view, seat=seat, asked=number, cars=cars, **changes)


def any_fight(seed: int, seats: int) -> State:
    """A fight in any state: a duel, a pack of cycles or an arena, by the number of seats."""
    chance = random.Random(f"{seed} {seats}")
    if seats == 2:
        cars = [
            car(
                *(i, i, chance.randrange(-7, 8) / 4, 100 + seed * 0.7 + chance.random() * 12),
                heading=chance.choice((0.0, 15.0, 345.0, 30.0)),
                speed=chance.randrange(0, 11) * 10,
                breached=(chance.randrange(4),) if chance.random() < 0.4 else (),
            )
            for i in range(2)
        ]
        smoke = tuple(
            (chance.uniform(-1.5, 1.5), 100 + seed * 0.7 + chance.random() * 12, 0.0)
            for _ in range(chance.randrange(4))
        )
        return fight(cars, smoke=smoke, turn=1 + seed % 30, phase=1 + seed % 10)
    if seats == 3:
        return pack(
            *(5 + seed % 5, chance.uniform(0.8, 2.2), chance.uniform(2, 20)),
            turn=1 + seed % 30,
            phase=1 + seed % 10,
            moving=chance.randrange(6),
        )
    view = arena(seats)
    cars = [
        replaced(
            each,
            x=each.x + chance.uniform(-1, 1),
            y=each.y + chance.uniform(-1, 1),
            heading=chance.randrange(24) * 15.0,
            speed=chance.randrange(0, 11) * 10,
        )
        for each in view.cars
    ]
    return replaced(view, cars=tuple(cars), turn=1 + seed % 30, moving=chance.randrange(seats))


def any_open(seed: int, vehicles: int) -> State:
    """An open fight of two to four players with so many vehicles, in any state."""
    chance = random.Random(f"open {seed} {vehicles}")
    seats = 2 + seed % 3
    start = seed * 0.7
    cars = [
        car(
            *(i, i % seats, chance.uniform(-1.7, 1.7), start + chance.uniform(0, vehicles * 1.2)),
            label=f"{'ABCD'[i % seats]}{i // seats + 1}",
            heading=chance.choice(
                (0.0, 0.0, 15.0, 345.0, 30.0, 180.0, chance.randrange(24) * 15.0)
            ),
            speed=chance.randrange(0, 9) * 10,
            model=chance.choice((SHOGUN, SPECIAL, 0)),
            out=chance.choice(("", "", "", "crew", "crashed")) if i >= seats else "",
            breached=(chance.randrange(4),) if chance.random() < 0.3 else (),
        )
        for i in range(vehicles)
    ]
    return fight(
        sorted(cars, key=lambda each: each.number),
        scenario="open-fight",
        turn=1 + seed % 30,
        phase=1 + seed % 10,
        moving=chance.randrange(seats),
    )
