"""Vehicles and fights to draw sheets and results of: each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.engine.players import Player
from games.mini_carwars.catalog import BODY_ARMOR, MODELS, NUMBERS, Model
from games.mini_carwars.state import Person, State, Vehicle
from tests.games.mini_carwars import sights
from tests.games.mini_carwars.sights import replaced

# Names without figures: every number on a picture is then one of the game's.
NAMES = ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren", "Petra", "Hollis")
PLAYERS = tuple(Player(name) for name in NAMES)
STATES = ("ready", "fired", "spent", "gone")


def model(name: str) -> Model:
    """A model by its name in rule cases: "courier_a"."""
    return MODELS[NUMBERS[name]]


def person(role: str, of: int = 0, **changes: Any) -> Person:
    """Somebody on board with so many boxes of body armor at the start."""
    return Person(gunner=role == "gunner", body_armor=of > 0, **changes)


def car(number: int, owner: int, label: str, kind: Model, **changes: Any) -> Vehicle:
    """A vehicle on the road at 60 mph with an open sheet, with changes."""
    facts = {"label": label, "x": 1.0 + number, "y": 4.0, "speed": 60, "hidden": False}
    return sights.car(number, owner, kind.number, **(facts | changes))


def hidden(one: Vehicle, **changes: Any) -> Vehicle:
    """The same vehicle as others see it, of whom nobody has seen a weapon."""
    return replaced(one, hidden=True, **changes)


def fight(cars: Sequence[Vehicle], **changes: Any) -> State:
    """A fight under way, as a spectator sees it, with changes."""
    seats = 1 + max((each.owner for each in cars), default=1)
    facts: dict[str, Any] = {
        "asked": -1,
        "order": tuple(each.number for each in cars),
        "budget": (15_000,) * seats,
    }
    return sights.sight(changes.pop("seat", None), cars, **(facts | changes))


def pack(seats: int = 2) -> State:
    """PACK ATTACK: a lone Courier against eight cycles, one of them crashed."""
    lone = car(0, 0, "A", model("courier"))
    kinds = ["shogun_100", "shogun_220", "firelight_deluxe_a"]
    cycles = [
        car(1 + i, 1 + i % (seats - 1), f"{'BCDEFGH'[i % (seats - 1)]}{1 + i // (seats - 1)}",
            model(kinds[i % 3]), speed=80)
        for i in range(8)
    ]  # fmt: skip
    cycles[2] = replaced(cycles[2], out="crashed", speed=0, hits=(3,))
    return fight([lone, *cycles], scenario="pack-attack", lone=0)


def any_car(dice: random.Random, number: int, owner: int, label: str) -> Vehicle:
    """A vehicle in any state that a fight can show."""
    kind = dice.choice(MODELS)
    bought = [0] * 5
    for _ in range(kind.points):
        bought[dice.choice(kind.armored)] += 1
    armor = tuple(dice.choice((0, points, dice.randint(0, points))) for points in bought)
    crew = []
    for role in ("driver", "gunner")[: 1 + kind.gunner]:
        hits, of = dice.choice((0, 0, 1, 2, 3)), dice.choice((0, BODY_ARMOR.boxes))
        boxes = dice.randint(0, of) if not hits else 0
        crew.append(
            person(
                role,
                of=of,
                hits=hits,
                boxes=boxes,
                computer=dice.choice((0, 1, 2)),
                acted=dice.random() < 0.3,
            )
        )
    states = [dice.choice(STATES) for _ in kind.weapons]
    one = car(
        number,
        owner,
        label,
        kind,
        speed=dice.choice((-20, -10, 0, 10, 30, 60, 80, 100)),
        maneuvers=dice.choice((0, 0, 1, 2, 3)),
        skip=dice.choice((0, 0, 0, 1, 2)),
        out=dice.choice(("", "", "", "crashed", "crew", "stranded", "left")),
        crew=crew,
        plant=dice.choice((0, kind.plant, dice.randint(0, kind.plant))),
        breached=[side for side in range(5) if bought[side] and not armor[side]],
        lost=[was - left for was, left in zip(bought, armor, strict=True)],
        armor=armor,
        bought=bought,
        states=states,
    )
    for weapon, state in zip(one.weapons, states, strict=True):
        weapon.seen = state in ("fired", "gone")
    return hidden(one) if dice.random() < 0.4 else one


def any_fight(seed: int, seats: int, each: int = 1) -> State:
    """A fight in any moment, with so many vehicles a seat."""
    dice = random.Random(seed)
    cars: list[Vehicle] = []
    for seat in range(seats):
        for at in range(each):
            letter = "ABCDEFGH"[seat]
            label = letter if each == 1 else f"{letter}{at + 1}"
            cars.append(any_car(dice, len(cars), seat, label))
    order = list(range(len(cars)))
    dice.shuffle(order)
    step = dice.choice(("speed", "move", "fire"))
    return fight(
        cars,
        order=tuple(order),
        step=step,
        phase=0 if step == "speed" else dice.randint(1, 10),
        moving=order[0] if step == "move" else -1,
        scenario="arena" if seats * each > 2 else "road-duel",
    )
