"""The texts of a game: a file beside its code, one for each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from games.engine.rows import read_if_there

FILE: Final = "data/words.en.toml"


@cache
def read_texts(module: str) -> Mapping[str, Any]:
    """The sections of the texts of a game that lives in that module; empty for one that says
    everything in its code. Raises `BadData`."""
    return read_if_there(module, FILE) or {}


def filled(module: str, section: str, name: str, /, **facts: Any) -> str:
    """A text of a section with what it tells of (`str.format`), where no seat reads it otherwise
    than another."""
    return str(read_texts(module)[section][name]).format(**facts)
