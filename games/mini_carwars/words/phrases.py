"""How vehicles, weapons, sides and figures are put into a sentence for the seat that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.voice import Voice, count
from games.mini_carwars.catalog import KINDS, MODELS, SIDES, TOP
from games.mini_carwars.events import Tag
from games.mini_carwars.state import State, Vehicle

QUARTERS: Final = {1: "a quarter inch", 2: "half an inch"}
"""How far a drift goes aside, by its quarter inches."""


def plain(number: int) -> str:
    """A number with a true minus: "−2"."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A change with its sign: "+3", "−2", "0"."""
    return f"{number:+}".replace("-", "−") if number else "0"


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
    return ("", "wounded", "unconscious", "dead")[min(hits, 3)]


def points(number: int) -> str:
    """ "1 point", "3 points"."""
    return count(number, "point")


# -- vehicles


def short(label: str, model: int) -> str:
    """How a vehicle is told from the others of its owner: its model, or its label if there are
    several."""
    return label if len(label) > 1 else MODELS[model].stock


def tags(view: State) -> tuple[Tag, ...]:
    """Every vehicle as it is spoken of."""
    return tuple(Tag(car.number, car.owner, car.label, car.look) for car in view.cars)


def own_name(car: Vehicle) -> str:
    """A vehicle among those of its owner: "Courier", "B3"."""
    return short(car.label, car.look)


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

    def owner(self, vehicle: int) -> int:
        """The seat that owns it; where nobody said, the one of that number."""
        tag = self._tags.get(vehicle)
        return tag.owner if tag is not None else vehicle

    def _word(self, vehicle: int) -> str:
        tag = self._tags.get(vehicle)
        return short(tag.label, tag.model) if tag is not None else "vehicle"

    def whose(self, vehicle: int) -> str:
        """ "your Courier", "Ben's B3"."""
        return f"{self.v.whose(self.owner(vehicle))} {self._word(vehicle)}"

    def Whose(self, vehicle: int) -> str:
        """The same at the head of a sentence."""
        return f"{self.v.Whose(self.owner(vehicle))} {self._word(vehicle)}"
