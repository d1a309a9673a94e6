"""Fights made by hand: two, four and eight cars at telling moments, and fights in any state."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from games.carwars import builds
from games.carwars import events as e
from games.carwars.base import Move, along, legs_of
from games.carwars.catalog import BY_ID
from games.carwars.dice import Colour, Die
from games.carwars.options import Options
from games.carwars.state import Car, Equipped, State, Thing
from games.engine.players import Player
from games.engine.shapes import Pose, at
from games.engine.sums import Part, Sum

PLAYERS = [Player(name) for name in ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren")] + [
    Player("Petra", "hard"),
    Player("Ash", "easy"),
]
BULLDOG, TORCH, LANCER, STARTER = range(4)
"""Samples that come with the game."""


def car(seat: int, pose: Pose, build: int = BULLDOG, armor: int = 4, **changes: Any) -> Car:
    """A car in the arena as it starts, with control for a round."""
    sample = builds.SAMPLES[build]
    facts: dict[str, Any] = {
        "name": sample.name.split(" (")[0],
        "cards": [Equipped(card, side) for card, side in builds.equipped(sample.cards)],
        "placed": True,
        "armor": [armor] * 4,
        "control": 4,
        "ace": 1,
        "speed": 3,
    }
    x, y, heading = pose
    return Car(seat, x=x, y=y, heading=heading, **(facts | changes))


def hurt(one: Car, damage: dict[str, int], **changes: Any) -> Car:
    """The same with damage tokens on cards, by their ids: as many as destroy one turn it over."""
    cards = []
    for equipped in one.cards:
        known = next(card for card in BY_ID.values() if card.number == equipped.card)
        tokens = damage.get(known.id, 0)
        down = "destroyed" if tokens and tokens >= known.durability else ""
        cards.append(msgspec.structs.replace(equipped, damage=tokens, down=down))
    return msgspec.structs.replace(one, cards=cards, **changes)


def replaced(view: Any, **changes: Any) -> Any:
    return msgspec.structs.replace(view, **changes)


def fight(cars: list[Car], **changes: Any) -> State:
    """A fight in its fifth round, as everyone sees it."""
    facts: dict[str, Any] = {
        "options": Options(),
        "beat": "attack",
        "phase": "combat",
        "round": 5,
        "active": 0,
    }
    return State(cars=cars, **(facts | changes))


BARRELS = [(7.5, 4.6), (7.85, 4.4), (7.75, 4.85), (4.6, 10.6), (4.95, 10.75)]
BARRIERS = [(6.0, 2.9, 0.0), (6.0, 11.1, 0.0), (1.3, 6.6, 90.0), (11.1, 5.4, 90.0)]


def things() -> list[Thing]:
    """Hazards and obstacles as in the arena of the mock-up."""
    return [
        Thing("mud", 6.3, 9.7, 166.0),
        Thing("clay", 8.9, 3.5, 22.0),
        *(Thing("barrier", *place) for place in BARRIERS),
        *(Thing("barrel", *place) for place in BARRELS),
    ]


def four(**changes: Any) -> State:
    """The arena of the mock-up: three attacks, one of them held off; a fire, and a wreck."""
    cars = [
        hurt(
            car(0, (4.2, 5.1, 20.0), armor=4, tires=8, power=9),
            {},
            armor=[4, 4, 2, 3],
            ace=3,
        ),
        hurt(
            car(1, (8.3, 7.0, 165.0), TORCH, tires=6),
            {"amateur_gunner": 1, "rookie_gunner": 1},
            armor=[2, 4, 4, 1],
        ),
        hurt(
            car(2, (3.3, 8.9, 300.0), LANCER, tires=4, power=7, speed=2, fires=[1]),
            {"amateur_driver": 1, "rookie_driver": 1},
            armor=[3, 0, 4, 2],
        ),
        hurt(car(3, (10.2, 9.3, 228.0), STARTER, speed=4), {}, armor=[4, 4, 4, 3]),
    ]
    return fight(cars, **({"things": things()} | changes))


def duel(**changes: Any) -> State:
    """Two cars close to each other."""
    cars = [
        car(0, (3.4, 5.2, 30.0), armor=4, tires=7),
        hurt(car(1, (6.5, 7.3, 140.0), LANCER), {"light_machine_gun": 1}, armor=[3, 4, 4, 0]),
    ]
    return fight(cars, **({"things": things()} | changes))


def three(**changes: Any) -> State:
    """Three cars, one of them a wreck."""
    view = four()
    cars = [*view.cars[:2], replaced(view.cars[2], out="power", speed=0, fires=[], control=0)]
    return fight(cars, **({"things": things(), "fallen": [2]} | changes))


def crowd(count: int = 8, **changes: Any) -> State:
    """So many cars in an arena of 18 L."""
    places = [
        (3.2, 3.1, 40.0), (9.0, 2.4, 90.0), (14.6, 4.2, 135.0), (15.9, 9.1, 185.0),
        (13.4, 14.8, 230.0), (8.2, 15.3, 275.0), (3.0, 12.7, 330.0), (7.1, 8.3, 10.0),
    ]  # fmt: skip
    cars = [
        hurt(
            car(at, places[at], at % 4, speed=at % 6, fires=[2] if at == 3 else []),
            {},
            armor=[(4 - at) % 5, 4, 3, (2 + at) % 5],
        )
        for at in range(count)
    ]
    cars[4] = replaced(cars[4], out="crew", speed=0, fires=[], control=0)
    return fight(cars, **({"phase": "movement", "beat": "turn"} | changes))


def dice(*faces: tuple[Colour, int], why: str = "weapon", again: int = -1) -> tuple[Die, ...]:
    """Dice as they lie, (color, face); one of them was rolled again."""
    return tuple(
        Die(color, face, why, (0,) if at == again else ()) for at, (color, face) in enumerate(faces)
    )


def attacked(seat: int, target: int, side: int, hits: int = 4, **changes: Any) -> e.Attacked:
    """An attack with the first weapon of a car."""
    facts: dict[str, Any] = {
        "crew": 6,
        "card": 16,
        "place": 5,
        "dice": dice(("red", 4), ("yellow", 5), ("yellow", 2), ("white", 2), again=0),
        "basic": Sum((Part(hits, "hits"),)),
        "tire": Sum((Part(1, "wrenches"),)),
        "distance": 2.9,
    }
    return e.Attacked(seat, target=target, side=side, **(facts | changes))


def defended(seat: int, through: int = 3, tire: int = 0, **changes: Any) -> e.Defended:
    """A defense: two shields and what gets through."""
    facts: dict[str, Any] = {
        "dice": dice(("yellow", 0), ("yellow", 1), ("yellow", 2), why="speed", again=1),
        "rolled": 2,
        "cover": 0,
        "ace": 0,
        "tire": 1,
        "basic": 1,
        "through": through,
        "through_tire": tire,
    }
    return e.Defended(seat, **(facts | changes))


def combat() -> list[Any]:
    """The events before `four`: D is held off, then B hits C, and A hits B."""
    return [
        e.RoundBegan(5, 3),
        attacked(3, 1, 1, 1),
        defended(1, 0),
        attacked(1, 2, 3, 3),
        defended(2, 2),
        e.ArmorLost(2, 3, 2, 2),
        e.FireStarted(2, 1),
        attacked(0, 1, 3),
        defended(1, 3),
        e.ArmorLost(1, 3, 3, 1),
    ]


def any_fight(seed: int, seats: int) -> State:
    """A fight in any state."""
    chance = random.Random(f"{seed} {seats}")
    size = 12.0 if seats <= 4 else 18.0
    cars = []
    for seat in range(seats):
        pose = (
            round(chance.uniform(0.7, size - 0.7), 4),
            round(chance.uniform(0.7, size - 0.7), 4),
            round(chance.uniform(0.0, 359.99), 2),
        )
        out = chance.choice(("", "", "", "power", "flipped")) if seat > 1 else ""
        one = car(
            seat, pose, chance.randrange(4), speed=chance.randrange(6),
            tires=chance.randrange(11), power=chance.randrange(1, 11),
            control=chance.randrange(8), ace=chance.randrange(9), out=out,
            fires=sorted(chance.sample(range(4), chance.choice((0, 0, 1, 2)))) if not out else [],
        )  # fmt: skip
        one.reverse = one.speed == 0 and chance.random() < 0.5
        cars.append(replaced(one, armor=[chance.randrange(6) for _ in range(4)]))
    phase = chance.choice(("movement", "combat", "fires"))
    lie = things() if seats <= 4 else []
    return fight(cars, things=lie, round=1 + seed % 20, phase=phase, active=chance.randrange(seats))


def turning(**changes: Any) -> State:
    """The turn of the mock-up: clay beside the way, mud, a barrier and another car ahead."""
    start = 0.72, 5.92, 322.0
    first = along(start, legs_of(start, Move()))
    second = along(first, legs_of(first, Move("turn", 1, 450)))
    lying = [
        Thing("clay", *at(first, -0.12, -0.44), 322.0),
        Thing("mud", *at(second, 0.33, 1.36), 100.0),
        Thing("barrier", *at(second, 1.17, -1.17), 24.0),
        Thing("barrel", 5.62, 4.18),
        Thing("barrel", 5.93, 4.38),
    ]
    cars = [car(0, start, speed=4), car(1, (5.72, 6.12, 200.0), LANCER)]
    facts: dict[str, Any] = {"seat": 0, "phase": "movement", "beat": "turn", "things": lying}
    view: State = replaced(fight(cars, **facts), **changes)
    return view
