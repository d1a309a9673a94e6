"""What a table can agree on before the race."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Goal = Literal[100, 200, 300, 400, 500]
Races = Annotated[int, msgspec.Meta(ge=1, le=10)]
Rolls = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a race or a cup series."""

    goal: Goal = 200
    """Miles to win. The rulebook's race is 500; 100 and 200 are house lengths for chat."""
    races: Races = 1
    """Races of the cup series; 1 is a single race without championship points."""
    advantages: Rolls = 0
    """Rolls each driver makes on the table of driver advantages; 0 plays without them."""
    race_on: bool = False
    """The last car left races on to the goal, as in the rulebook; else it wins at once."""
