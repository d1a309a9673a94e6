"""The texts of a game: a file beside its code, one for each language."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

FILE: Final = "data/words.en.toml"


@cache
def read_texts(module: str) -> Mapping[str, Any]:
    """The sections of the texts of a game that lives in that module; empty for one that says
    everything in its code. Raises ValueError, with the file's name."""
    if not hasattr(sys.modules[module], "__path__"):
        return {}  # a game in one file
    file = files(module).joinpath(FILE)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except ValueError as error:
        raise ValueError(f"{FILE}: {error}") from error


def filled(module: str, section: str, name: str, /, **facts: Any) -> str:
    """A text of a section with what it tells of (`str.format`), where no seat reads it otherwise
    than another."""
    return str(read_texts(module)[section][name]).format(**facts)
