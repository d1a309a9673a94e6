"""What a table can agree on before the fight."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.mini_carwars import places

Scenario = Literal["road-duel", "pack-attack", "arena", "open-fight"]
Ground = Literal["plain", "debris", "off-road", "both"]
Budget = Annotated[int, msgspec.Meta(ge=3_750, le=100_000)]
"""The least buys the cheapest car; the most is house."""
Start = Literal["abreast", "chase", "head-on"]
StartSpeed = Literal[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a fight."""

    scenario: Scenario = "road-duel"
    budget: Budget = 15_000
    """Dollars each player may spend; PACK ATTACK has its own two budgets."""
    start: Start = "abreast"
    """Open fight: how all line up."""
    start_speed: StartSpeed = 60
    """Open fight: mph of all at the start."""
    places: Annotated[str, msgspec.Meta(max_length=places.MOST)] = ""
    """Open fight: places of one's own instead, as `places.read` understands them."""
    lone: Literal["first", "last"] = "first"
    """PACK ATTACK: the seat that drives the lone car; all others run the pack."""
    ground: Ground = "plain"
    """The rulebook's two variants: debris on the road, and leaving the road."""
    open_sheets: bool = False
    """Everyone sees every record sheet."""
    arcs: bool = False
    """A weapon on a side fires within 90 degrees only, as in Car Wars. Ruling 77"""

    def __post_init__(self) -> None:
        places.read(self.places)

    @property
    def formation(self) -> bool:
        """Whether how all line up is an option."""
        return self.scenario == "open-fight"

    @property
    def paved(self) -> bool:
        """Whether it is fought out on the road."""
        return self.scenario != "arena"

    @property
    def debris(self) -> bool:
        return self.ground in ("debris", "both") and self.paved

    @property
    def off_road(self) -> bool:
        return self.ground in ("off-road", "both")
