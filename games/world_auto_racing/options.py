"""What a table can agree on before the race."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Options of a race. 60 and 150 are house lengths."""

    length: Annotated[
        Literal[60, 100, 150],
        Meta(
            title="Race length",
            description="Progress that ends the race: 100 in the manual, 60 and 150 by us",
        ),
    ] = 100
    own_garages: Annotated[
        bool,
        Meta(
            title="Own garages",
            description="Drivers may bring a garage they built; else everyone races a ready-made "
            "one",
        ),
    ] = True
