"""What a table can agree on before the fight (Rules: Game Size; Arena Setup)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from games.carwars import arena as arenas
from games.carwars.builds import Size
from games.carwars.catalog import Sets
from games.engine.errors import NotInstalled
from games.engine.texts import filled

Arena = Literal["open", "crossfire", "pit", "yard"]
ArmorPoints = Annotated[int, msgspec.Meta(ge=1, le=12)]
"""An armor slider ends at 12."""
BuildPoints = Annotated[int, msgspec.Meta(ge=0, le=60)]
CrewPoints = Annotated[int, msgspec.Meta(ge=0, le=24)]
Name = Annotated[str, msgspec.Meta(max_length=arenas.MOST_NAME)]
Rounds = Annotated[int, msgspec.Meta(ge=5, le=99)]


SIZES: Final[Mapping[str, Mapping[str, int]]] = {
    name: dict(zip(("armor_points", "build_points", "crew_points"), points, strict=True))
    for name, points in (("small", (4, 16, 4)), ("large", (9, 36, 9)))
}
"""The rulebook's first small and first large game. Rules: Game Size"""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a fight. The defaults are the rulebook's first small game."""

    arena: Arena = "open"
    own_arena: Name = ""
    """An arena that this server has added, in its place."""
    armor_points: ArmorPoints = 4
    build_points: BuildPoints = 16
    crew_points: CrewPoints = 4
    sets: Sets = "core"
    """The card sets that cars are built of."""
    durable: bool = False
    """Wrecks, barriers and barrels lie with their durable side up: they take damage."""
    rounds: Rounds = 40
    """Rounds after which the fight ends. Ruling 43"""

    @property
    def size(self) -> Size:
        """What cars are built for. Rules: Game Size"""
        return Size(self.armor_points, self.build_points, self.crew_points, self.sets)

    def __post_init__(self) -> None:
        if self.own_arena and self.own_arena not in arenas.ARENAS:
            known = ", ".join(arenas.ARENAS)
            raise NotInstalled(
                filled("games.carwars", "refused", "no_arena", name=self.own_arena, known=known)
            )

    @property
    def place(self) -> str:
        """The arena, by its id."""
        return self.own_arena or self.arena
