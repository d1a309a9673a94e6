"""Sentences about garages, card sets and sums, filled in. They are in `data/words.en.toml`."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.engine.texts import filled, read_texts

TEXTS: Final = read_texts("games.world_auto_racing")
say: Final = partial(filled, "games.world_auto_racing")
"""A section's text of that name, filled in."""
