"""What a table can agree on before the fight."""

from __future__ import annotations

from typing import Literal

import msgspec

Scenario = Literal["road-duel", "pack-attack", "arena"]
Ground = Literal["plain", "debris", "off-road", "both"]
Budget = Literal[10_000, 15_000, 25_000]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a fight."""

    scenario: Scenario = "road-duel"
    budget: Budget = 15_000
    """Dollars each player may spend; PACK ATTACK has its own two budgets."""
    lone: Literal["first", "last"] = "first"
    """PACK ATTACK: the seat that drives the lone car; all others run the pack."""
    ground: Ground = "plain"
    """The rulebook's two variants: debris on the road, and leaving the road."""
    open_sheets: bool = False
    """Everyone sees every record sheet."""

    @property
    def debris(self) -> bool:
        return self.ground in ("debris", "both") and self.scenario != "arena"

    @property
    def off_road(self) -> bool:
        return self.ground in ("off-road", "both")
