"""Rules help that a game keeps in its `data/help.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from games.engine.words import Topic


@cache
def read_help(package: str) -> dict[str, Any]:
    """The tables of a game's help, by the name of its package."""
    text = files(package).joinpath("data/help.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def topics_of(package: str) -> Sequence[Topic]:
    """Every heading of the rulebook that tells a rule, in its order."""
    return tuple(
        Topic(row["key"], row["title"], row["text"].strip(), row["cite"])
        for row in read_help(package)["topic"]
    )
