"""What tests of card sets share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.world_auto_racing import cards, kinds


@pytest.fixture
def catalogue() -> Iterator[None]:
    """The catalogue as it was, after each test: a process adds sets but once."""
    kept: list[Any] = [cards._cards, cards._cars, cards._numbers, cards._ready, kinds.KINDS]
    kept += [kinds.LOWERS, kinds.SHIFTS, kinds.ACTS, kinds.FAR, kinds.BEARS, kinds.LISTENS]
    kept += [*kinds.STATICS.values(), *kinds.CHECKS.values()]
    before = [one.copy() for one in kept]
    yield
    for one, old in zip(kept, before, strict=True):
        one.clear()
        one.update(old)
