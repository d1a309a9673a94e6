"""How weapons, people and vehicles are called and drawn on sheets and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.mini_carwars.catalog import KINDS, TOP, Model
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import hurt, mounted
from images.cars import Portrait
from images.words import counted

ICONS: Final[Mapping[str, str]] = {
    "mg": "rounds",
    "rl": "missile",
    "laser": "laser",
    "hr": "cannon",
    "ss": "smoke",
}
"""By kind of weapon."""
OUT: Final[Mapping[str, str]] = {
    "crashed": "crashed",
    "crew": "crew out",
    "stranded": "stranded",
    "left": "off the map",
}
"""Why a vehicle is out of action, in two or three words."""


def fleet(view: State, seat: int) -> Sequence[Vehicle]:
    """A seat's vehicles, once they have lined up."""
    return view.fleet(seat) if view.lined else ()


def body(model: Model) -> str:
    """What a model looks like, as `Portrait.kind`."""
    return "cycle" if model.cycle else "car"


def portrait(car: Vehicle, length: int) -> Portrait:
    """A vehicle so many px long, nose up, with its label on the number board."""
    return Portrait(car.owner, length, bool(car.out), label=car.label, kind=body(car.kind))


def hurts(car: Vehicle) -> list[str]:
    """Who aboard is hurt: "driver wounded"."""
    return [f"{person.role} {hurt(person.hits)}" for person in car.crew if person.hits]


def figures(kind: str) -> str:
    """What the Weapons Chart says of a kind: "hits on 7 or more, 1 die"."""
    weapon = KINDS[kind]
    if not weapon.to_hit:
        return "drops a cloud, no roll"
    once = ", 1 shot" if weapon.shots == 1 else ""
    return f"hits on {weapon.to_hit} or more, {counted(weapon.dice, 'die', 'dice')}{once}"


def called(kind: str, count: int, short: bool = False) -> str:
    """Weapons that are alike: "2 Machine Guns"; in little room "2 MG"."""
    if short:
        return f"{count} {KINDS[kind].short}" if count > 1 else KINDS[kind].short
    return counted(count, KINDS[kind].name) if count > 1 else KINDS[kind].name


def place(mount: int, link: int) -> str:
    """Where weapons are, and whether they are linked."""
    where = "in the turret" if mount == TOP else mounted(mount)
    return f"{where}, linked" if link else where
