"""Vehicles and fights to draw sheets and results of: each as it could be in play."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from games.engine.players import Player
from games.mini_carwars.catalog import BODY_ARMOR, MODELS, NUMBERS, Model
from games.mini_carwars.view import Car, MiniView, PersonView, Sheet, WeaponView

# Names without figures: every number on a picture is then one of the game's.
NAMES = ("Rook", "Juniper", "Marlowe", "Odalys", "Sable", "Wren", "Petra", "Hollis")
PLAYERS = tuple(Player(name) for name in NAMES)
STATES = ("ready", "fired", "spent", "gone")


def model(name: str) -> Model:
    """A model by its name in rule cases: "courier_a"."""
    return MODELS[NUMBERS[name]]


def weapons(kind: Model, states: Sequence[str] = ()) -> tuple[WeaponView, ...]:
    return tuple(
        WeaponView(at, weapon.kind, weapon.mount, weapon.link, states[at] if states else "ready")
        for at, weapon in enumerate(kind.weapons)
    )


def person(role: str, **changes: object) -> PersonView:
    fresh = PersonView(role, 0, 0, 0, 0, False)
    return msgspec.structs.replace(fresh, **changes)


def sheet_of(kind: Model, **changes: object) -> Sheet:
    """A record sheet as delivered, with changes."""
    crew = [person("driver"), person("gunner")][: 1 + kind.gunner]
    fresh = Sheet(
        kind.number, kind.cost, kind.armor, kind.armor, kind.plant, weapons(kind), tuple(crew)
    )
    return msgspec.structs.replace(fresh, **changes)


def car(number: int, owner: int, label: str, kind: Model, **changes: object) -> Car:
    """A vehicle on the road at 60 mph with an open sheet, with changes."""
    fresh = Car(
        number=number,
        owner=owner,
        label=label,
        model=kind.number,
        name=kind.name,
        size=kind.size,
        length=kind.length,
        x=1.0 + number,
        y=4.0,
        heading=0.0,
        speed=60,
        maneuvers=0,
        skip=0,
        out="",
        crew=(0,) * (1 + kind.gunner),
        acted=(False,) * (1 + kind.gunner),
        plant_gone=False,
        turret=kind.turret,
        breached=(),
        lost=(0,) * 5,
        seen=(),
        sheet=sheet_of(kind),
    )
    return msgspec.structs.replace(fresh, **changes)


def hidden(car: Car, **changes: object) -> Car:
    """The same vehicle as others see it."""
    return msgspec.structs.replace(car, sheet=None, **changes)


def fight(cars: Sequence[Car], **changes: object) -> MiniView:
    """A fight under way, as a spectator sees it, with changes."""
    seats = 1 + max((each.owner for each in cars), default=1)
    view = MiniView(
        seat=None,
        scenario="road-duel",
        ground="plain",
        open_sheets=False,
        turn=5,
        phase=4,
        step="move",
        active=0,
        moving=0,
        asked=-1,
        person=-1,
        budget=(15_000,) * seats,
        left=0,
        bought=(1,) * seats,
        cars=tuple(cars),
        mine=(),
        order=tuple(each.number for each in cars),
        smoke=(),
        rubble=(),
        walls=(),
        road=(-12.0, 36.0),
        lone=-1,
        lead=None,
        quiet=0,
        ended="",
        places=(),
    )
    return msgspec.structs.replace(view, **changes)


def pack(seats: int = 2) -> MiniView:
    """PACK ATTACK: a lone Courier against eight cycles, one of them crashed."""
    lone = car(0, 0, "A", model("courier"))
    kinds = ["shogun_100", "shogun_220", "firelight_deluxe_a"]
    cycles = [
        car(1 + i, 1 + i % (seats - 1), f"{'BCDEFGH'[i % (seats - 1)]}{1 + i // (seats - 1)}",
            model(kinds[i % 3]), speed=80)
        for i in range(8)
    ]  # fmt: skip
    cycles[2] = msgspec.structs.replace(cycles[2], out="crashed", speed=0, crew=(3,))
    return fight([lone, *cycles], scenario="pack-attack", lone=0, lead=6.5)


def any_car(dice: random.Random, number: int, owner: int, label: str) -> Car:
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
                hits=hits,
                of=of,
                boxes=boxes,
                computer=dice.choice((0, 1, 2)),
                acted=dice.random() < 0.3,
            )
        )
    states = [dice.choice(STATES) for _ in kind.weapons]
    plant = dice.choice((0, kind.plant, dice.randint(0, kind.plant)))
    sheet = sheet_of(
        kind,
        armor=armor,
        bought=tuple(bought),
        plant=plant,
        weapons=weapons(kind, states),
        crew=tuple(crew),
    )
    lost = tuple(was - left for was, left in zip(bought, armor, strict=True))
    one = car(
        number,
        owner,
        label,
        kind,
        speed=dice.choice((-20, -10, 0, 10, 30, 60, 80, 100)),
        maneuvers=dice.choice((0, 0, 1, 2, 3)),
        skip=dice.choice((0, 0, 0, 1, 2)),
        out=dice.choice(("", "", "", "crashed", "crew", "stranded", "left")),
        crew=tuple(each.hits for each in crew),
        acted=tuple(each.acted for each in crew),
        plant_gone=plant == 0,
        breached=tuple(side for side in range(5) if bought[side] and not armor[side]),
        lost=lost,
        seen=tuple(weapon for weapon in sheet.weapons if weapon.state in ("fired", "gone")),
        sheet=sheet,
    )
    return hidden(one) if dice.random() < 0.4 else one


def any_fight(seed: int, seats: int, each: int = 1) -> MiniView:
    """A fight in any moment, with so many vehicles a seat."""
    dice = random.Random(seed)
    cars: list[Car] = []
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
