"""How weapons, people and vehicles are called and drawn on sheets and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.mini_carwars.catalog import KINDS, TOP
from games.mini_carwars.words.phrases import mounted
from images.words import counted

GAME: Final = "Mini Car Wars"
ICONS: Final[Mapping[str, str]] = {
    "mg": "rounds",
    "rl": "missile",
    "laser": "laser",
    "hr": "cannon",
    "ss": "smoke",
}
"""By kind of weapon."""
OUT: Final[Mapping[str, str]] = {
    "crashed": "crashed",
    "crew": "crew out",
    "stranded": "stranded",
    "left": "off the map",
}
"""Why a vehicle is out of action, in two or three words."""
ROLE_ICONS: Final = {"driver": "driver", "gunner": "called"}


def figures(kind: str) -> str:
    """What the Weapons Chart says of a kind: "hits on 7 or more, 1 die"."""
    weapon = KINDS[kind]
    if not weapon.to_hit:
        return "drops a cloud, no roll"
    dice = counted(weapon.dice, "die", "dice")
    once = ", 1 shot" if weapon.shots == 1 else ""
    return f"hits on {weapon.to_hit} or more, {dice}{once}"


def called(kind: str, count: int = 1, linked: bool = False) -> str:
    """A weapon, or some alike: "Heavy Rocket", "2 Machine Guns, linked"."""
    name = KINDS[kind].name
    name = f"{count} {name}s" if count > 1 else name
    return f"{name}, linked" if linked else name


def short(kind: str, count: int = 1) -> str:
    """The same in little room: "HR", "2 MG"."""
    name = KINDS[kind].short
    return f"{count} {name}" if count > 1 else name


def place(mount: int) -> str:
    """Where a weapon is."""
    return "in the turret" if mount == TOP else mounted(mount)
