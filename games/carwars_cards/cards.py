"""The deck: what is printed on each kind of card, read from `data/cards.toml`.

A card is the number of its kind, an index into `CARDS`: two Front Armors are the same number.
That keeps a table small and makes copies of a card interchangeable, as they are at a real table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from games.engine.rows import as_structs, meant, read_file
from games.engine.texts import filled, read_texts

TEXTS: Final = read_texts(__package__)
"""What the game says."""
Side = Literal[0, 1, 2, 3]
Role: TypeAlias = Literal[
    "armor", "backfires", "block", "debris", "dud", "eject", "fire", "gear", "guards", "jam",
    "paint", "ram", "ramplate", "reverse", "shaken", "skid", "spin", "swerve", "tires",
]  # fmt: skip
"""What a card does, as rules and texts tell of it."""
FRONT: Final = 0
BACK: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
ANY_SIDE: Final = 4
NO_SIDE: Final = -1
SIDES: Final = ("front", "back", "left", "right")
"""As rule cases and files name them."""
SIDE_NAMES: Final = tuple(str(TEXTS["part"][side]) for side in SIDES)
"""As players read them."""
SIDE_NUMBERS: Final[Mapping[str, int]] = {name: i for i, name in enumerate((*SIDES, "any"))}

OPPOSITE: Final = (1, 0, 3, 2)
"""The side a Bootlegger Reverse turns to the attack."""

ARMOR_LIMIT: Final = 12
"""Points of damage that breach a side (Rules: Breached Armor)."""
TIRE_LIMIT: Final = 9
"""Points of damage that destroy the tires (Rules: Tires)."""
DRIVER_LIMIT: Final = 5
"""Points of damage that disable the driver (Rules: Eliminating an Opponent)."""


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of card. `side` is 0 front, 1 back, 2 left, 3 right, 4 any, -1 none."""

    number: int
    id: str
    name: str
    kind: Literal["attack", "armor", "special"]
    role: Role
    side: int = NO_SIDE
    damage: int = 0
    stop: int = 0
    tire_damage: int = 0
    count: int
    one_less_with_2_or_3: bool = False
    text: str
    source: Mapping[str, str]
    icon: str
    gun: str = ""
    """The weapon that it is, or is for or against."""
    worth: float = 0.0
    bare: bool = False
    """Named without "a"."""
    use: str = ""
    detail: str = ""
    keep: str = ""
    brief: str = ""
    mark: str = ""
    lying: str = ""

    @property
    def sided(self) -> bool:
        """Whether a side is printed on it."""
        return 0 <= self.side < len(SIDES)

    @property
    def guns(self) -> str:
        """Several of that weapon."""
        return filled(__package__, "count", "guns", gun=self.gun)

    @property
    def title(self) -> str:
        """Name with its side, as players say it: `Armor (front)`."""
        return f"{self.name} ({SIDE_NAMES[self.side]})" if self.sided else self.name


def _rows() -> list[dict[str, Any]]:
    """A row of the file for each card: four of one that has a side each."""
    out: list[dict[str, Any]] = []
    for row in read_file(__package__, "data/cards.toml")["card"]:
        side = row.pop("side", "")
        for each in SIDES if side == "each" else (side,):
            given = {**row, "number": len(out)}
            if each:
                place = f"data/cards.toml: card {row.get('id')}: side"
                given["side"] = meant(place, each, SIDE_NUMBERS)
            if side == "each":
                given["id"] = f"{row.get('id')}_{each}"
                given["text"] = row.get("text", "").format(side=TEXTS["part"][each])
            out.append(given)
    return out


CARDS: Final = as_structs("data/cards.toml: card", _rows(), Card)
NUMBERS: Final[Mapping[str, int]] = {card.id: card.number for card in CARDS}
