"""What a table can agree on before the match; the titles are in `data/words.en.toml`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.carwars_cards.cards import ARMOR_LIMIT

Seconds = Annotated[int, Meta(ge=3, le=86_400)]


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a match; the defaults are the rulebook's."""

    points_to_win: Annotated[int, Meta(ge=10, le=300)] = 60
    single_duel: bool = False
    reduced_deck: bool = True
    window_seconds: Seconds = 15
    """In live play, as the next."""
    opening_seconds: Seconds = 20
    armor: Literal[6, 8, 10, 12] = 12
    """Points of armor on each side at the start of a duel; fewer than the book's 12 are house."""

    @property
    def worn(self) -> bool:
        """Whether cars begin with less armor than the book gives them."""
        return self.armor < ARMOR_LIMIT
