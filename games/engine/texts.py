"""The texts of a game: a file beside its code, `data/words.en.toml`."""

from __future__ import annotations

import sys
import tomllib
from importlib.resources import files
from typing import Any, Final

FILE: Final = "data/words.en.toml"


def read_texts(module: str) -> dict[str, Any]:
    """The texts of a game that lives in that module, by the event's name; empty for one that says
    everything in its code."""
    if not hasattr(sys.modules[module], "__path__"):
        return {}  # a game in one file
    file = files(module).joinpath(FILE)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
