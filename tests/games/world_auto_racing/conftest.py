"""What tests of card sets share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.world_auto_racing import kinds


@pytest.fixture
def catalogue() -> Iterator[None]:
    """The catalogue as it was, after each test: a process adds sets but once."""
    kept: list[Any] = [kinds.KINDS, kinds.NUMBERS, kinds.READY, kinds.STAGES]
    kept += [kinds.LOWERS, kinds.FAR, kinds.BEARS, kinds.LISTENS]
    kept += [*kinds.STATICS.values(), *kinds.CHECKS.values()]
    before, cars = [one.copy() for one in kept], kinds.CARS[:]
    yield
    kinds.CARS[:] = cars
    for one, old in zip(kept, before, strict=True):
        one.clear()
        one.update(old)
