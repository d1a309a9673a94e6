"""What a table can agree on before the race."""

from __future__ import annotations

from typing import Literal

import msgspec

Length = Literal[60, 100, 150]


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a race."""

    length: Length = 100
    """Progress that ends the race; 60 and 150 are house lengths."""
    own_garages: bool = True
    """Drivers may bring garages they built; without it everyone races a ready-made one."""
