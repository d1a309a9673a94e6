"""The facts of the game, read from its data files. What cards do is written out in this package
from their printed rules; the vocabulary of effects is not used."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import games

_DATA: Final = Path(games.__file__).parent / "carwars" / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_DATA / name).read_text(encoding="utf-8"))


CARDS: Final[dict[int, dict[str, Any]]] = {
    row["number"]: row for row in _read("cards.toml")["card"]
}
"""Build cards by number."""
FACES: Final[dict[str, list[tuple[int, int, int]]]] = {
    colour: [(hits, shields, wrenches) for hits, shields, wrenches in rows]
    for colour, rows in _read("dice.toml")["faces"].items()
}
"""Of each die, by face: hits, skid-shields, wrenches."""
DASHBOARD: Final = _read("dashboard.toml")
DAMAGE: Final[list[dict[str, Any]]] = _read("damage.toml")["card"]
THINGS: Final[dict[str, dict[str, Any]]] = {row["id"]: row for row in _read("things.toml")["thing"]}
BUILDS: Final[dict[str, dict[str, Any]]] = {
    row["name"]: row for row in _read("builds.toml")["build"]
}
"""Cars that come with the game, by name."""
HAZARD_SIZE: Final = (0.85, 0.55)
"""Length and width of a hazard card, in L (hazard_cards.json)."""


@cache
def arena(name: str, seats: int) -> dict[str, Any]:
    """The arena by its id, or what stands in for it with so many players. Ruling 41"""
    plan = _read(f"arenas/{name}.toml")
    if seats > plan.get("seats", 4):
        return arena(plan["larger"], seats)
    return plan
