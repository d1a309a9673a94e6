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
    kept += [kinds.EXTRA, kinds.CAPS, kinds.LOWERS, kinds.PROTECTS, kinds.ACTS, kinds.FAR]
    kept += [kinds.BEARS, kinds.LISTENS, kinds.AIMED, kinds.GUARDS, kinds.PAUSES]
    kept.append(kinds.SHIFTS)
    for by_type in (kinds.OWN_PLAYS, kinds.THEIR_PLAYS, kinds.COMMITS):
        kept += by_type.values()
    before = [one.copy() for one in kept]
    yield
    for one, old in zip(kept, before, strict=True):
        one.clear()
        one.update(old)
