"""What a table can agree on before the match."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a match; the defaults are the rulebook's."""

    points_to_win: Annotated[
        int,
        Meta(
            ge=10,
            le=300,
            title="Points to win",
            description="Whoever has the most of so many at a duel's end has won",
        ),
    ] = 60
    single_duel: Annotated[
        bool, Meta(title="One duel only", description="The match is over after a single duel")
    ] = False
    reduced_deck: Annotated[
        bool,
        Meta(
            title="Smaller deck",
            description="With 2 or 3 players, leave out one each of 8 kinds of specials",
        ),
    ] = True
    window_seconds: Annotated[
        int,
        Meta(
            ge=3,
            le=86_400,
            title="Window, seconds",
            description="How long everyone has to answer with a card",
        ),
    ] = 15
    """In live play, as the next."""
    opening_seconds: Annotated[
        int,
        Meta(
            ge=3,
            le=86_400,
            title="Opening, seconds",
            description="How long everyone has to lay cards down before the first turn",
        ),
    ] = 20
