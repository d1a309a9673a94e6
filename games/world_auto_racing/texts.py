"""Sentences about garages, card sets and sums, filled in. They are in `data/words.en.toml`."""

from __future__ import annotations

from typing import Any, Final

from games.engine.texts import read_texts

TEXTS: Final = read_texts("games.world_auto_racing")


def say(section: str, name: str, /, **facts: Any) -> str:
    """The text of that name in a section, with what it tells of (`str.format`)."""
    return str(TEXTS[section][name]).format(**facts)
