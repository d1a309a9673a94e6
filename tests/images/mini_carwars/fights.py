"""Views of fights made by hand, and of fights in any state."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from games.engine.players import Player
from games.mini_carwars.catalog import MODELS, NUMBERS
from games.mini_carwars.ground import walls
from games.mini_carwars.view import Car, MiniView, PersonView, Sheet, WeaponView

PLAYERS = [Player(name) for name in ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren")] + [
    Player("Petra", "hard"),
    Player("Ash", "easy"),
]
COURIER, SPECIAL, SHOGUN = (NUMBERS[n] for n in ("courier", "rocket_special", "shogun_100"))


def sheet(model: int) -> Sheet:
    """A record sheet as delivered."""
    kind = MODELS[model]
    crew = [PersonView("driver", 0, 0, 0, 1, False)]
    if kind.gunner:
        crew.append(PersonView("gunner", 0, 3, 3, 0, False))
    return Sheet(
        model,
        kind.cost,
        kind.armor,
        kind.armor,
        kind.plant,
        tuple(
            WeaponView(at, weapon.kind, weapon.mount, weapon.link, "ready")
            for at, weapon in enumerate(kind.weapons)
        ),
        tuple(crew),
    )


def car(number: int, owner: int, x: float, y: float, **changes: Any) -> Car:
    """A vehicle on the road, unhurt, at 60 mph."""
    model = changes.pop("model", COURIER)
    kind = MODELS[model]
    facts: dict[str, Any] = {
        "number": number,
        "owner": owner,
        "label": "ABCDEFGH"[owner],
        "model": model,
        "name": kind.name,
        "size": kind.size,
        "length": kind.length,
        "x": x,
        "y": y,
        "heading": 0.0,
        "speed": 60,
        "maneuvers": 0,
        "skip": 0,
        "out": "",
        "crew": (0,) * (1 + kind.gunner),
        "acted": (False,) * (1 + kind.gunner),
        "plant_gone": False,
        "turret": kind.turret,
        "breached": (),
        "lost": (0, 0, 0, 0, 0),
        "seen": (),
        "sheet": None,
    }
    return Car(**(facts | changes))


def fight(cars: list[Car], **changes: Any) -> MiniView:
    """A fight in the fourth phase of its fifth turn, as everyone sees it."""
    ys = [each.y for each in cars] or [0.0]
    facts: dict[str, Any] = {
        "seat": None,
        "scenario": "road-duel",
        "ground": "plain",
        "open_sheets": False,
        "turn": 5,
        "phase": 4,
        "step": "move",
        "active": cars[0].owner if cars else -1,
        "moving": 0 if cars else -1,
        "asked": -1,
        "person": -1,
        "budget": (15_000,) * (1 + max((each.owner for each in cars), default=1)),
        "left": 0,
        "bought": (),
        "cars": tuple(cars),
        "mine": (),
        "order": tuple(each.number for each in cars),
        "smoke": (),
        "rubble": (),
        "walls": (),
        "road": (min(ys) // 12 * 12 - 12, max(ys) // 12 * 12 + 36),
        "lone": -1,
        "lead": None,
        "quiet": 0,
        "ended": "",
        "places": (),
    }
    return MiniView(**(facts | changes))


def duel(**changes: Any) -> MiniView:
    """The road duel of the mock-up: smoke between the two, debris ahead."""
    cars = [
        car(0, 0, 0.72, 39.7),
        car(1, 1, -0.64, 47.0, heading=8.0, speed=50, breached=(2,)),
    ]
    facts: dict[str, Any] = {
        "smoke": ((-0.6, 44.7, 0.0), (-0.5, 45.8, 0.0)),
        "rubble": ((-1.3, 42.7), (-1.1, 43.3), (-0.7, 43.0)),
        "lead": 6.1,
    }
    return fight(cars, **(facts | changes))


def pack(cycles: int = 8, spread: float = 1.3, lead: float = 7.0, **changes: Any) -> MiniView:
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
    return fight(cars, scenario="pack-attack", lone=0, lead=lead, **changes)


def wreckage(**changes: Any) -> MiniView:
    """Smoke in heaps, wrecks, a car off the road and one in reverse, debris."""
    cars = [
        car(0, 0, 2.9, 20.0, heading=345.0, breached=(0, 3), crew=(1, 0)),
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


def far(apart: float = 55.0, **changes: Any) -> MiniView:
    """Two cars that lie too far apart for one stretch of road."""
    cars = [car(0, 0, 0.8, 12.0), car(1, 1, -1.0, 12.0 + apart, heading=345.0)]
    return fight(cars, lead=apart - 1, **changes)


def arena(cars: int = 6, **changes: Any) -> MiniView:
    """The arena with so many cars."""
    places = ((-6.0, -7.0), (6.5, -6.0), (-7.0, 5.5), (2.5, 6.5), (0.5, -2.5), (8.4, 2.0))
    all_cars = [
        car(
            *(i, i % 8, places[i % 6][0] + i // 6, places[i % 6][1] + 1.2 * (i // 6)),
            label="ABCDEFGH"[i % 8] + (str(i // 8 + 1) if cars > 8 else ""),
            heading=45.0 * i,
            speed=10 * (i % 10 + 1),
            breached=((), (0,), (1, 2), ())[i % 4],
            crew=((0, 0), (1, 0), (2, 3), (0, 0))[i % 4],
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


def own(view: MiniView, seat: int, number: int, **changes: Any) -> MiniView:
    """A view as a seat sees it that is asked about a vehicle."""
    cars = tuple(
        msgspec.structs.replace(each, sheet=sheet(each.model)) if each.owner == seat else each
        for each in view.cars
    )
    return msgspec.structs.replace(view, seat=seat, asked=number, cars=cars, **changes)


def any_fight(seed: int, seats: int) -> MiniView:
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
        gap = round(abs(cars[0].y - cars[1].y), 1)
        return fight(cars, smoke=smoke, lead=gap, turn=1 + seed % 30, phase=1 + seed % 10)
    if seats == 3:
        return pack(
            *(5 + seed % 5, chance.uniform(0.8, 2.2), chance.uniform(2, 20)),
            turn=1 + seed % 30,
            phase=1 + seed % 10,
            moving=chance.randrange(6),
        )
    view = arena(seats)
    cars = [
        msgspec.structs.replace(
            each,
            x=each.x + chance.uniform(-1, 1),
            y=each.y + chance.uniform(-1, 1),
            heading=chance.randrange(24) * 15.0,
            speed=chance.randrange(0, 11) * 10,
        )
        for each in view.cars
    ]
    return msgspec.structs.replace(
        view, cars=tuple(cars), turn=1 + seed % 30, moving=chance.randrange(seats)
    )


def any_open(seed: int, vehicles: int) -> MiniView:
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
