"""How weapons, sides and figures are put into a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.sums import Sum
from games.engine.voice import counted
from games.mini_carwars import builds
from games.mini_carwars.builds import told
from games.mini_carwars.catalog import KINDS, LEFT, RIGHT, SIDES, TOP

VALUES: Final = builds.VALUES
SCENARIOS, WON, DRAWS = VALUES["scenarios"], VALUES["won"], VALUES["draws"]


def phrase(name: str, /, **facts: object) -> str:
    """Words of a sentence or a picture, by their name in the texts."""
    return told(name, "phrases", **facts)


def dollars(number: int) -> str:
    """ "$13,000"."""
    return f"${number:,}"


def inches(number: float) -> str:
    """ "5.2 inches", "1 inch"; at most one decimal, rounded down so that no range looks longer."""
    tenths = int(abs(number) * 10 + 1e-6)
    words = str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"
    return phrase("inches", inches=words, one=words == "1")


def mph(speed: int) -> str:
    """ "40 mph", "10 mph in reverse"."""
    return phrase("mph", mph=abs(speed), back=speed < 0)


def two_dice(add: int) -> str:
    """ "2d6 + 3", "2d6"."""
    return f"2d6 + {add}" if add else "2d6"


def percent(part: float) -> str:
    """ "42 %"; what is possible but rare is "under 1 %"."""
    if 0.0 < part < 0.01:
        return phrase("rare")
    return f"{round(part * 100)} %"


def side(number: int) -> str:
    """ "left side", "front", "turret"."""
    return phrase("side", side=SIDES[number]) if number in (RIGHT, LEFT) else mounted(number)


def mounted(mount: int) -> str:
    """Where a weapon is: "front", "turret"."""
    return told("turret") if mount == TOP else SIDES[mount]


def weapon(kind: str, mount: int) -> str:
    """ "front MG", "turret laser"."""
    short = KINDS[kind].short
    name = short if short.isupper() else KINDS[kind].name.lower()
    return f"{mounted(mount)} {name}"


def weapons(kinds: Iterable[tuple[str, int]]) -> list[str]:
    """Weapons by kind and mount, alike ones counted: "2 front MGs"."""
    names = counted(weapon(kind, mount) for kind, mount in kinds)
    return [told("some", name=name) if name[0].isdigit() else name for name in names]


def needed(need: int, added: Sum) -> str:
    """A weapon's number with what is added to the roll: "7 to hit, +4 point blank"."""
    parts = (f"{'−' if p.points < 0 else '+'}{abs(p.points)} {p.reason}" for p in added.parts)
    return ", ".join((phrase("to_hit", need=need), *parts))


def hurt(hits: int) -> str:
    """What somebody is after so many hits, "wounded"; empty for nobody hurt.

    Rules: 8. Combat, Calculating Damage
    """
    return VALUES["hurt"][str(min(hits, 3))]
