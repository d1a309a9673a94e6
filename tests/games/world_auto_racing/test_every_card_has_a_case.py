"""Every card of the house set is in play or played in some rule case: none is taken on trust."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from games.world_auto_racing import kinds
from games.world_auto_racing.sets import PLACES

FOLDER: Final = Path(__file__).parents[2] / "cases" / "world_auto_racing"
HELD: Final = ("hand", "garage", "junkyard", "cards", "expect")
"""Where a card does nothing, and what only looks."""


def _words(tree: Any) -> Iterator[str]:
    """Every text in a position or an answer that names a card in play or played."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key not in HELD:
                yield from _words(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _words(value)
    elif isinstance(tree, str):
        yield tree


def test_every_card_is_in_play_in_a_case() -> None:
    files = sorted(FOLDER.glob("*.toml"))
    named = {
        word for file in files for word in _words(tomllib.loads(file.read_text(encoding="utf-8")))
    }
    every = {card.id for card in kinds.KINDS.values() if card.number < PLACES}
    assert len(every) == 132
    assert sorted(every - named) == []
