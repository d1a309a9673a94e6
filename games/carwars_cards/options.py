"""What a table can agree on before the match."""

from __future__ import annotations

from typing import Annotated

import msgspec

PointsToWin = Annotated[int, msgspec.Meta(ge=10, le=300)]
Seconds = Annotated[int, msgspec.Meta(ge=3, le=86_400)]


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a match; the defaults are the rulebook's."""

    points_to_win: PointsToWin = 60
    """Points that make an Ace at the end of a duel (10 to 300)."""
    single_duel: bool = False
    """One duel is the whole match."""
    reduced_deck: bool = True
    """With two or three players, leave out one each of eight kinds of cards."""
    window_seconds: Seconds = 15
    """How long a window for everybody's answers stays open in live play."""
    opening_seconds: Seconds = 20
    """How long the pause before the first turn lasts in live play."""
