"""The build cards, the damage cards and the dashboard, read from the files of `data`.

A card's number is what saved tables hold, and stays the same for ever.
Rules: Build Cards (p. 8, 9), Damage Cards (p. 7), Dashboards (p. 5)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from games.carwars.dice import NO_DICE, Pool, Wrench, pool
from games.engine.plane import BACK, FRONT, LEFT, RIGHT
from games.engine.rows import as_structs, read_file
from games.engine.texts import read_texts

CREW: Final = -1
"""Where cards lie that belong to no side: crew, gear, sidearms, upgrades, turrets."""
PLACES: Final = {FRONT: "front", RIGHT: "right", BACK: "back", LEFT: "left", CREW: "crew"}
"""Where a card may be."""
SMALL: Final = 24
"""Most build points of a small game."""

Type = Literal["crew", "sidearm", "gear", "weapon", "accessory", "upgrade", "structure"]
Sets = Literal[
    "core", "all", "armory", "crew", "dropped_weapons", "linked_weapons", "miniatures_1",
    "miniatures_2", "miniatures_3", "miniatures_4", "playmat_1", "road_tiles", "uncle_als",
]  # fmt: skip
"""What cars are built of: the core set alone, every set, or the core set and one other."""
Item = Literal[
    "structure", "weapon", "accessory", "crew", "driver", "gunner", "tires", "opposite_armor",
    "fire", "power_plant",
]  # fmt: skip


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of every card, also of one that cannot be played."""

    id: str
    name: str
    type: Type
    subtype: str = ""
    """The word after the hyphen of the type line, or empty."""
    set: str
    cost: int
    """Build points; crew points for crew, gear and sidearms."""

    @property
    def in_crew(self) -> bool:
        """Whether it costs crew points."""
        return self.type in ("crew", "gear", "sidearm")

    @property
    def set_name(self) -> str:
        """The set as players know it."""
        return SET_NAMES[self.set]


class Card(Named, frozen=True, kw_only=True):
    """A build card."""

    number: int
    durability: int = 0
    """Damage that destroys it; 0: it cannot be hit."""
    dice: Pool = NO_DICE
    basic: int = 0
    """Damage of an attack beside the roll."""
    wrench: Wrench = "none"
    range: int = 0
    """Car lengths at which it can be used; 0: any."""
    placement: Literal["", "front", "back", "front_or_back"] = ""
    one_shot: bool = False
    side_arc_fire: bool = False
    exclusive: bool = False
    turret: bool = False
    drop: bool = False
    """It lays things down and does not attack."""
    rules: str = ""
    house: str = ""
    """What of it no source gives, and what is played; shown to players."""
    effects: tuple[Mapping[str, Any], ...] = ()
    """As they are written; `effects.EFFECTS` has them read and checked."""

    @property
    def short(self) -> str:
        """Its name where there is little room."""
        name = self.name
        for words, shorter in read_texts("games.carwars")["short"].items():
            name = name.replace(words, shorter)
        return name

    @property
    def fires(self) -> bool:
        """Whether it is something to attack with."""
        return self.type in ("weapon", "sidearm") and not self.drop

    @property
    def places(self) -> tuple[int, ...]:
        """Where it may be. Rules: Restrictions (p. 8); Build Cards (p. 8, 9)"""
        if self.turret or self.in_crew or self.type == "upgrade":
            return (CREW,)
        return _PLACEMENTS[self.placement]


class DamageItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a damage card."""

    item: Item
    limit: int = 0
    """Damage that goes into it at most; 0: until nothing of it is left."""


class DamageCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A damage card."""

    id: str
    deck: Literal["A", "B"]
    items: tuple[DamageItem, ...]


class Dashboard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a car starts, and what tires (0 to 10) and speed (0 to 5; reverse is 1) give."""

    start_speed: int
    most_speed: int
    most_tires: int
    most_power: int
    control_by_tires: tuple[int, ...]
    control_by_speed: tuple[int, ...]
    most_speed_by_tires: tuple[int, ...]


_PLACEMENTS: Final = {
    "": (FRONT, RIGHT, BACK, LEFT), "front": (FRONT,), "back": (BACK,),
    "front_or_back": (FRONT, BACK),
}  # fmt: skip
_FILE: Final = "data/cards.toml"


_DATA: Final = read_file(__package__, _FILE)
_CARDS: Final = as_structs(
    f"{_FILE}: card", [row | {"dice": pool(row.get("dice", {}))} for row in _DATA["card"]], Card
)
SET_NAMES: Final[Mapping[str, str]] = {row["id"]: row["name"] for row in _DATA["set"]}
"""The boxes in which cards were sold, as players know them, by id; the core set first."""
CARDS: Final = {card.number: card for card in _CARDS}
"""Every card that can be played, by its number."""
BY_ID: Final = {card.id: card for card in _CARDS}
INCOMPLETE: Final = as_structs(f"{_FILE}: incomplete", _DATA["incomplete"], Named)
"""Cards that cannot be played: dice, durability and text of them are not known."""
HAND_CANNON: Final[int] = BY_ID["hand_cannon"].number
"""Everyone has it. Rules: Crew Point Cards (p. 9)"""
NUMBERS: Final = {
    **{card.id: card.number for card in _CARDS},
    **{name: side for side, name in PLACES.items()},
}
"""Names that rule cases may write for cards and places."""
DECKS: Final = as_structs(
    "data/damage.toml: card", read_file(__package__, "data/damage.toml")["card"], DamageCard
)
"""The damage cards of both decks, a saved table's number being the place here."""
(DASHBOARD,) = as_structs(
    "data/dashboard.toml", [read_file(__package__, "data/dashboard.toml")], Dashboard
)


def deck(build_points: int) -> list[int]:
    """The damage cards of a game of that size, by their places in `DECKS`.

    Rules: Game Size (p. 10)
    """
    letter = "A" if build_points <= SMALL else "B"
    return [at for at, card in enumerate(DECKS) if card.deck == letter]
