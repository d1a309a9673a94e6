"""The Stock Car List, weapons and accessories, read from `data/catalog.toml`.

A *model* is a stock vehicle with one of its options, or none: what a driver buys, and the number
that saved tables hold. Sides are numbered front, right, back, left, top throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from games.engine.rows import as_structs, meant, read_file

SIDES: Final = ("front", "right", "back", "left", "top")
FRONT, RIGHT, BACK, LEFT, TOP = range(5)
CAR, CYCLE = 1.0, 0.5
"""Lengths of the counters, in inches."""
WIDTH: Final = 0.5
"""Of every counter, in inches."""
PERSON: Final = 3
"""Hits that kill a person."""
COMPACT: Final = ("subcompact", "compact")
"""Bodies that are harder to hit."""


T = TypeVar("T")
Place = tuple[str, int]
"""What is seen of a weapon: its kind, and the side it is on."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of weapon."""

    id: str
    name: str
    short: str
    to_hit: int = 0
    """Roll that hits; 0 for what rolls nothing (a smokescreen)."""
    dice: int = 0
    """Dice of damage."""
    shots: int = 0
    """Shots in a whole fight; 0: no limit."""
    stopped_by_smoke: bool = False


class Mounted(msgspec.Struct, frozen=True):
    """A weapon in its place on a model."""

    kind: str
    mount: int
    """Side it is on; `TOP` is the turret."""
    link: int = 0
    """Weapons of one model with the same number are linked; 0: not linked."""

    @property
    def weapon(self) -> Kind:
        """What it is."""
        return KINDS[self.kind]

    @property
    def spot(self) -> Place:
        """What is seen of it."""
        return self.kind, self.mount


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """A stock vehicle with one option or none."""

    number: int
    vehicle: str
    """Id of the stock vehicle."""
    option: str
    """Letter of the option, or empty."""
    stock: str
    """Its name without the option: "Courier"."""
    stock_number: int
    """The model without its option."""
    size: Literal["cycle", "subcompact", "compact", "mid-size", "luxury"]
    cost: int
    """Dollars, with the option."""
    plant: int
    """Damage points of the power plant."""
    armor: tuple[int, int, int, int, int]
    """As delivered, by side."""
    gunner: bool
    weapons: tuple[Mounted, ...]
    note: str = ""

    @property
    def id(self) -> str:
        """`courier`, `courier_b`."""
        return f"{self.vehicle}_{self.option}" if self.option else self.vehicle

    @property
    def name(self) -> str:
        """With its option: "Courier (b)"."""
        return f"{self.stock} ({self.option})" if self.option else self.stock

    @property
    def cycle(self) -> bool:
        return self.size == "cycle"

    @property
    def length(self) -> float:
        """Of the counter, in inches."""
        return CYCLE if self.cycle else CAR

    @property
    def turret(self) -> bool:
        """Whether a weapon stands in a turret."""
        return any(weapon.mount == TOP for weapon in self.weapons)

    def places(self, seen: Iterable[Place]) -> list[int] | None:
        """Where in its list each weapon that has been seen may stand; None when it has not got
        them all."""
        free = [weapon.spot for weapon in self.weapons]
        out = []
        for one in seen:
            if one not in free:
                return None
            out.append(free.index(one))
            free[out[-1]] = "", -1
        return out

    @property
    def points(self) -> int:
        """Armor in all, which may be rearranged."""
        return sum(self.armor)

    @property
    def armored(self) -> tuple[int, ...]:
        """Sides that may carry armor: cycles have it in front and back only."""
        return (FRONT, BACK) if self.cycle else (FRONT, RIGHT, BACK, LEFT, TOP)


class Accessory(msgspec.Struct, frozen=True, kw_only=True):
    """What may be bought for each person on board."""

    id: str
    name: str
    cost: int
    to_hit: int = 0
    boxes: int = 0


def _models(vehicles: Iterable[dict[str, Any]], kinds: Iterable[str]) -> list[dict[str, Any]]:
    """A row of the list for each vehicle as it is, and for each of its options."""
    out = list[dict[str, Any]]()
    sides, known = {side: at for at, side in enumerate(SIDES)}, {kind: kind for kind in kinds}
    for row in vehicles:
        stock = {"vehicle": row["id"], "stock": row["name"], "stock_number": len(out)}
        for option in ({"id": ""}, *row.get("option", ())):
            name = f"{row['id']} {option['id']}".strip()
            place = f"data/catalog.toml: vehicle {name}: weapons"
            both = row | option | stock
            both |= {"number": len(out), "option": option["id"], "id": name}
            both["weapons"] = [
                {
                    "kind": meant(f"{place}: kind", each.get("kind", ""), known),
                    "mount": meant(f"{place}: mount", each.get("mount", ""), sides),
                    "link": each.get("link", 0),
                }
                for each in both["weapons"]
            ]
            out.append(both)
    return out


def _by_id(data: Mapping[str, Any], section: str, kind: type[T]) -> dict[str, T]:
    rows = data[section]
    found = as_structs(f"data/catalog.toml: {section}", rows, kind)
    return {row["id"]: each for row, each in zip(rows, found, strict=True)}


_DATA: Final = read_file(__package__, "data/catalog.toml")
KINDS: Final = _by_id(_DATA, "weapon", Kind)
EXTRAS: Final = _by_id(_DATA, "accessory", Accessory)
MODELS: Final = as_structs("data/catalog.toml: vehicle", _models(_DATA["vehicle"], KINDS), Model)
CHEAPEST: Final = {
    cycle: min(model.cost for model in MODELS if model.cycle == cycle) for cycle in (False, True)
}
"""Dollars for the cheapest car (False) and cycle (True)."""
BODY_ARMOR: Final = EXTRAS["body_armor"]
COMPUTERS: Final = (
    Accessory(id="", name="", cost=0),
    EXTRAS["targeting_computer"],
    EXTRAS["hires_targeting_computer"],
)
"""By what a computer adds to a roll to hit; the first is none."""
NUMBERS: Final = {
    **{m.id: m.number for m in MODELS},
    **{name: at for at, name in enumerate(SIDES)},
}
"""Names that rule cases may write for models and sides."""
