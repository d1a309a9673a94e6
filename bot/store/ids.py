"""Ids of matches: short enough to read out, random enough not to be guessed."""

from __future__ import annotations

import secrets
from typing import Final

CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, so that nothing is misread."""
LENGTH: Final = 10
"""50 bits."""


def new_id() -> str:
    """An id that no match has had."""
    return "".join(secrets.choice(CROCKFORD) for _ in range(LENGTH))
