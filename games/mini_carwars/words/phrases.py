"""How vehicles, weapons, sides and figures are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.engine.messages import Filter
from games.engine.texts import read_texts
from games.engine.voice import Voice, count, listed
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, TOP
from games.mini_carwars.events import Collided, Lined, SpeedsShown, Tag
from games.mini_carwars.state import State

VALUES: Final[Mapping[str, Mapping[str, str]]] = read_texts("games.mini_carwars")["values"]
SCENARIOS, WON, DRAWS = VALUES["scenarios"], VALUES["won"], VALUES["draws"]
QUARTERS: Final = VALUES["quarters"]
"""How far a drift goes aside, by its quarter inches."""
FEW: Final = 3
"""So many vehicles are named in full where all are told of; more by their labels."""


def dollars(number: int) -> str:
    """ "$13,000"."""
    return f"${number:,}"


def inches(number: float) -> str:
    """ "5.2 inches", "1 inch"; at most one decimal, rounded down so that no range looks longer."""
    tenths = int(number * 10 + 1e-6)
    words = str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"
    return f"{words} inch" if words == "1" else f"{words} inches"


def mph(speed: int) -> str:
    """ "40 mph", "10 mph in reverse"."""
    return f"{-speed} mph in reverse" if speed < 0 else f"{speed} mph"


def two_dice(add: int) -> str:
    """ "2d6 + 3", "2d6"."""
    return f"2d6 + {add}" if add else "2d6"


def percent(part: float) -> str:
    """ "42 %"; what is possible but rare is "under 1 %"."""
    if 0.0 < part < 0.01:
        return "under 1 %"
    return f"{round(part * 100)} %"


def side(number: int) -> str:
    """ "left side", "front", "turret"."""
    if number == TOP:
        return "turret"
    return SIDES[number] if SIDES[number] in ("front", "back") else f"{SIDES[number]} side"


def mounted(mount: int) -> str:
    """Where a weapon is: "front", "turret"."""
    return "turret" if mount == TOP else SIDES[mount]


def weapon(kind: str, mount: int) -> str:
    """ "front MG", "turret laser"."""
    short = KINDS[kind].short
    name = short if short.isupper() else KINDS[kind].name.lower()
    return f"{mounted(mount)} {name}"


def weapons(kinds: Iterable[tuple[str, int]]) -> list[str]:
    """Weapons by kind and mount, alike ones counted: "2 front MGs"."""
    counts: dict[str, int] = {}
    for kind, mount in kinds:
        name = weapon(kind, mount)
        counts[name] = counts.get(name, 0) + 1
    return [name if number == 1 else f"{number} {name}s" for name, number in counts.items()]


def dice(faces: Sequence[int]) -> str:
    """ "6 dice"."""
    return count(len(faces), "die", "dice")


def hurt(hits: int) -> str:
    """What somebody is after so many hits, "wounded"; empty for nobody hurt.

    Rules: 8. Combat, Calculating Damage
    """
    return VALUES["hurt"][str(min(hits, 3))]


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return count(number, "point")


# -- vehicles


def tags(view: State) -> tuple[Tag, ...]:
    """Every vehicle as it is spoken of."""
    return tuple(Tag(car.number, car.owner, car.label, car.look) for car in view.cars)


class Fleet:
    """Speaks of vehicles to one reader.

    >>> from games.engine.players import Player
    >>> v = Voice([Player("Ann"), Player("Ben")], 0)
    >>> fleet = Fleet(v, (Tag(0, 0, "A", 0), Tag(3, 1, "B3", 9)))
    >>> fleet.Whose(0), fleet.whose(3)
    ('Your Killer Kart', "Ben's B3")
    """

    __slots__ = ("_tags", "v")

    def __init__(self, v: Voice, told: Iterable[Tag]) -> None:
        self.v = v
        self._tags = {tag.vehicle: tag for tag in told}

    @classmethod
    def of_view(cls, view: State, v: Voice) -> Fleet:
        """Every vehicle of a view."""
        return cls(v, tags(view))

    def whose(self, vehicle: int) -> str:
        """ "your Courier", "Ben's B3"."""
        return f"{self.v.whose(self._tags[vehicle].owner)} {self._tags[vehicle].word}"

    def Whose(self, vehicle: int) -> str:
        """The same at the head of a sentence."""
        return f"{self.v.Whose(self._tags[vehicle].owner)} {self._tags[vehicle].word}"


# -- in the texts of events


def fleet(models: Sequence[int]) -> str:
    """Vehicles by model, alike ones counted: "a Courier", "3 Shogun 100 and a Shogun 220"."""
    names = Counter(MODELS[model].name for model in models)
    return listed([f"a {name}" if n == 1 else f"{n} {name}" for name, n in names.items()])


def _fleets(owners: Sequence[int], x: Lined, v: Voice) -> str:
    """Who has what."""
    return ", ".join(
        f"{v.who(seat)} with {fleet([x.models[n] for n, s in enumerate(owners) if s == seat])}"
        for seat in dict.fromkeys(owners)
    )


def _speeds(moving: Sequence[int], x: SpeedsShown, v: Voice) -> str:
    """ "your Courier up to 50 mph, Ben's Courier 60 mph"."""
    told = []
    for n in moving:
        tag, before, after = x.tag(n), x.before[n], x.after[n]
        full = len(moving) <= FEW or not tag.label
        change = "up to " if abs(after) > abs(before) else "down to " if after != before else ""
        name = f"{v.whose(tag.owner)} {tag.word}" if full else tag.label
        told.append(f"{name} {change}{mph(after)}")
    return ", ".join(told)


def _taken(x: Collided, which: int) -> str:
    """ "21 points (6 dice)", "7 points (a third of the 22 on 6 dice, from a cycle)"."""
    faces, taken = x.dice[which], x.points[which]
    if taken != sum(faces):
        return f"{points(taken)} (a third of the {sum(faces)} on {dice(faces)}, from a cycle)"
    return f"{points(taken)} ({dice(faces)})"


def _weapons(kinds: Sequence[tuple[str, int]], x: Any, v: Voice) -> str | None:
    return listed(weapons(kinds)) or None


FILTERS: Final[Mapping[str, Filter]] = {
    "dollars": lambda number, x, v: dollars(number),
    "fleets": _fleets,
    "inches": lambda number, x, v: inches(number),
    "model": lambda model, x, v: MODELS[model].name,
    "mph": lambda speed, x, v: mph(speed),
    "own": lambda seat, x, v: v.own(seat),
    "rival_taken": lambda points, x, v: _taken(x, 1),
    "side": lambda number, x, v: side(number),
    "speeds": _speeds,
    "taken": lambda points, x, v: _taken(x, 0),
    "weapon": lambda kind, x, v: weapon(kind, x.mount),
    "weapons": _weapons,
}
"""How texts put values."""
