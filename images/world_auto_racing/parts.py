"""What each card in play gives a driver now: the parts of a sum by the cards they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.engine.players import SEAT_LETTERS, Player
from games.engine.voice import ordinal
from games.world_auto_racing import cards
from games.world_auto_racing.cards import Card
from games.world_auto_racing.progress import Calculation, Step
from games.world_auto_racing.race import Race
from games.world_auto_racing.state import Racer
from games.world_auto_racing.words.phrases import plain, times
from games.world_auto_racing.words.sums import stats_of
from images.world_auto_racing.faces import icon_of, numbers_of, signed
from images.world_auto_racing.reading import (
    DriverReading,
    SharedReading,
    acting_of,
    mod_of,
    moment_of,
    read_course,
    read_driver,
)
from images.world_auto_racing.sums import SumReading

_ICONS: Final = {
    "car": "traffic",
    "trait": "trait",
    "mod": "nut",
    "team": "team",
    "control": "control",
    "condition": "surface",
    "course": "road",
}
_WORDS: Final = {"set_base": "=", "set": "=", "cap": "≤", "floor": "≥"}


class Part(NamedTuple):
    """A card that lies in play, or has left it, with what it does to each stat now."""

    icon: str
    name: str
    power: str
    """Such as "+2", "≤7" or "×2"; empty for nothing."""
    handling: str
    stage: int = 0
    stages: int = 0
    owner: int = -1
    """Whose it is, where that is not the driver, or -1."""


class SheetReading(NamedTuple):
    """One driver's sheet as shown."""

    moment: str
    driver: DriverReading
    status: str
    power: str
    """The car's printed power, or what a card sets it to."""
    handling: str
    mods: tuple[Part, ...]
    """The car's own ability where it counts, the mods, then the trait."""
    conditions: tuple[Part, ...]
    """With the course, where it does more than multiply."""
    front: tuple[Part, ...]
    """Teams and controls in front of the driver, then whatever else counts now."""
    course: SharedReading
    length: int
    sum: SumReading | None


class _Given:
    """What each card gives in a sum, by its name; what is asked for is crossed out."""

    def __init__(self, calculation: Calculation | None) -> None:
        self.known = calculation is not None
        self._found: dict[str, tuple[str, tuple[list[Step], list[Step]]]] = {}
        both = (calculation.power, calculation.handling) if calculation else ((), ())
        for i, steps in enumerate(both):
            for step in steps:
                if step.kind in ("add", "sub", "mul", *_WORDS):
                    _, lists = self._found.setdefault(step.reason, (step.group, ([], [])))
                    lists[i].append(step)

    def of(self, name: str) -> tuple[str, str]:
        """What it does to power and handling, as it is shown."""
        _, (power, handling) = self._found.pop(name, ("", ([], [])))
        return _effect(power), _effect(handling)

    def rest(self) -> list[tuple[str, str, str, str]]:
        """(name, group, power, handling) of everything not asked for yet."""
        return [
            (name, group, _effect(power), _effect(handling))
            for name, (group, (power, handling)) in self._found.items()
        ]


def _effect(steps: Iterable[Step]) -> str:
    """Points of one card on one stat: "+2", "≤7", "×2", or several of them."""
    points, out = 0.0, []
    for step in steps:
        if step.kind in ("add", "sub"):
            points += step.points
        elif step.kind == "mul":
            out.append(times(step.points))
        else:
            out.append(f"{_WORDS[step.kind]}{plain(step.points)}")
    return " ".join(([signed(points)] if points else []) + out)


def _given(given: _Given, card: Card) -> tuple[str, str]:
    """What a card gives by the sum; before there is one, its printed numbers."""
    if given.known:
        return given.of(card.name)
    power, handling = numbers_of(card)
    return power, handling


def _mods(driver: Racer, given: _Given) -> tuple[Part, ...]:
    out = []
    car = cards.card(driver.car) if driver.car >= 0 else None
    if car is not None:
        effect = given.of(car.name)
        if any(effect):
            out.append(Part("power", "The car's ability", *effect))
    for stack in driver.mods:
        card = cards.card(stack[-1])
        icon, name, stage, stages = mod_of(card)
        out.append(Part(icon, name, *_given(given, card), stage if stages else 0, stages))
    if driver.trait >= 0:
        card = cards.card(driver.trait)
        out.append(Part("trait", card.name, *_given(given, card)))
    return tuple(out)


def _front(view: Race, seat: int, given: _Given) -> tuple[Part, ...]:
    driver = view.drivers[seat]
    lying = Counter([(each, -1) for each in driver.teams] + list(driver.controls))
    out = []
    for (number, on), count in lying.items():
        card = cards.card(number)
        name = f"{count} {card.name}" if count > 1 else card.name
        at = f" on {SEAT_LETTERS[on]}" if on >= 0 else ""
        out.append(Part(icon_of(card), f"{name}{at}", *_given(given, card)))
    for name, group, power, handling in given.rest():
        owner = _owner(view, seat, name)
        out.append(Part(_ICONS.get(group, "power"), name, power, handling, owner=owner))
    return tuple(out)


def _owner(view: Race, seat: int, name: str) -> int:
    """The one other driver in front of whom a card of that name lies, or -1."""
    found = {
        at
        for at, other in enumerate(view.drivers)
        if at != seat
        for number in (*other.teams, *(control for control, _ in other.controls), other.trait)
        if number >= 0 and cards.card(number).name == name
    }
    return found.pop() if len(found) == 1 else -1


def _conditions(view: Race, given: _Given) -> tuple[Part, ...]:
    """The conditions, and the course where it does more than multiply."""
    out = []
    for number, owner in view.conditions:
        card = cards.card(number)
        out.append(Part(icon_of(card), card.name, *_given(given, card), owner=owner))
    if view.courses:
        number, owner = view.courses[-1]
        card = cards.card(number)
        effect = given.of(card.name)
        if any(effect):
            out.append(Part(icon_of(card), card.name, *effect, owner=owner))
    return tuple(out)


def _status(view: Race, reading: DriverReading, acting: int) -> str:
    if reading.state in ("passed", "left", "waits"):
        return {"left": "left the race", "waits": "looks on"}.get(reading.state, "passed")
    if reading.seat == acting:
        return "acts"
    if reading.order:
        return f"{ordinal(reading.order)} of {len(view.drivers)}"
    return ""


def read_own_sum(view: Race, reading: DriverReading) -> SumReading | None:
    """The sum of a driver as it stands, or None while there is none."""
    if reading.shown is None:
        return None
    way = reading.before, reading.after, view.options.length, reading.scored
    return SumReading(stats_of(reading.shown), reading.shown.total, *way)


def read_sheet(view: Race, players: Sequence[Player], seat: int) -> SheetReading:
    """Everything a sheet shows."""
    driver = view.drivers[seat]
    acting = acting_of(view)
    reading = read_driver(view, players, seat, acting)
    given = _Given(reading.shown)
    car = cards.card(driver.car) if driver.car >= 0 else None
    power, handling = numbers_of(car) if car else ("", "")
    conditions = _conditions(view, given)
    mods = _mods(driver, given)
    return SheetReading(
        moment=moment_of(view),
        driver=reading,
        status=_status(view, reading, acting),
        power=power,
        handling=handling,
        mods=mods,
        conditions=conditions,
        front=_front(view, seat, given),
        course=read_course(view),
        length=view.options.length,
        sum=read_own_sum(view, reading),
    )
