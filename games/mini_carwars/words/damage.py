"""The way of damage through a vehicle, in a sentence. Rules: 8. Combat

Nothing here tells how much armor is left: only that a side has none any more, when that shows.
"""

from __future__ import annotations

from typing import Final

from games.engine.voice import listed
from games.mini_carwars import events as e
from games.mini_carwars.catalog import TOP
from games.mini_carwars.words.phrases import Fleet, hurt, points, side, weapons

PARTS: Final = {"driver": "the driver", "gunner": "the gunner", "plant": "the power plant"}
MISSING: Final = ("driver", "gunner", "power plant")
"""What a die would have met inside, two faces each."""


def hit(x: e.Hit, f: Fleet) -> str:
    """ "6 points on the left side of Ben's Courier: its armor is gone, with the left MG; 2 go
    through (die 1) to the driver, who is unconscious."."""
    where = f"{points(x.points)} on the {side(x.side)} of {f.whose(x.vehicle)}"
    told = [_armor(x)]
    if x.through and x.side != TOP:
        told += _inside(x)
    elif x.through:
        told.append("the rest passes over")
    words = f"{where}: {'; '.join(part for part in told if part)}."
    return f"{words[:1].upper()}{words[1:]}"


def _armor(x: e.Hit) -> str:
    """What became of the armor and of the weapons behind it."""
    if not x.points:
        return "no damage"
    if x.through == x.points:
        bare, destroyed = "no armor there", _destroyed(x, x.side)
        return f"{bare}; {destroyed}" if destroyed else bare
    if x.breached:
        names = listed(_lost(x, x.side))
        return f"the last armor there goes{f', and with it the {names}' if names else ''}"
    return "the armor takes it"


def _lost(x: e.Hit, mount: int) -> list[str]:
    """The weapons of one side that were destroyed."""
    return weapons((kind, on) for _, kind, on in x.weapons if on == mount)


def _destroyed(x: e.Hit, mount: int) -> str:
    """ "the left MG is destroyed"; empty where nothing was."""
    names = _lost(x, mount)
    one = sum(on == mount for _, _, on in x.weapons) == 1
    return f"the {listed(names)} {'is' if one else 'are'} destroyed" if names else ""


def _inside(x: e.Hit) -> list[str]:
    """What met the rest: somebody or something inside, then the far side."""
    go = "goes" if x.through == 1 else "go"
    out = [f"{x.through} {go} through"]
    if x.part in PARTS:
        out = [f"{x.through} {go} through{_die(x)} to {PARTS[x.part]}{_state(x)}"]
    elif x.part == "none":
        find, missing = "finds" if x.through == 1 else "find", MISSING[(x.die - 1) // 2]
        out = [f"{x.through} {go} through{_die(x)} and {find} no {missing} to harm"]
    far = (x.side + 2) % 4
    out.append(_destroyed(x, far))
    if taken := x.far - x.off:
        last = ", the last of it" if x.far_breached else ""
        out.append(f"{taken} {'goes' if taken == 1 else 'go'} into the {side(far)} armor{last}")
    if x.off:
        out.append(f"{x.off} {'flies' if x.off == 1 else 'fly'} out on the other side")
    return out


def _die(x: e.Hit) -> str:
    return f" (die {x.die})" if x.die else ""


def _state(x: e.Hit) -> str:
    """What the person or the power plant has taken."""
    if x.part == "plant":
        return ", which is destroyed" if x.state else f", which takes {x.inside}"
    if not x.inside:
        return f", whose body armor stops {x.cloth}" if x.cloth else ""
    stopped = f" (body armor stops {x.cloth})" if x.cloth else ""
    return f", who is {hurt(x.state)}{stopped}"
