"""What a table can agree on before the race; the words are in `data/words.en.toml`."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a race. 60 and 150 are house lengths."""

    length: Literal[60, 100, 150] = 100
    """Progress that ends it."""
    own_garages: bool = True
    """Drivers may bring a garage they built."""
