"""What a table can agree on before the match; the titles are in `data/words.en.toml`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seconds = Annotated[int, Meta(ge=3, le=86_400)]


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a match; the defaults are the rulebook's."""

    points_to_win: Annotated[int, Meta(ge=10, le=300)] = 60
    single_duel: bool = False
    reduced_deck: bool = True
    window_seconds: Seconds = 15
    """In live play, as the next."""
    opening_seconds: Seconds = 20
