"""What a record sheet says, whether it is one's own or hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.players import Player
from games.mini_carwars import GAME
from games.mini_carwars.catalog import MODELS, PERSON, SIDES, TOP
from games.mini_carwars.control import modifier
from games.mini_carwars.state import State, Vehicle
from games.mini_carwars.words.phrases import hurt, mph
from images.mini_carwars.stock import OUT, called, figures, place, short
from images.words import name_of

PHASES: Final = 10
MOST_OTHERS: Final = 7
"""Vehicles of the seat that the strip has room for."""


class SideReading(NamedTuple):
    """The armor of one side."""

    name: str
    left: int | None
    """None: nobody but the owner knows."""
    of: int
    """Points at the start; 0 where that is hidden."""
    lost: int
    """Points that all have seen lost, at least."""
    breached: bool

    @property
    def bare(self) -> bool:
        """It never had armor."""
        return self.left == 0 and self.of == 0 and not self.breached


class PersonReading(NamedTuple):
    """Somebody on board."""

    role: str
    hits: int
    boxes: int
    """Of body armor, left."""
    of: int
    """Of body armor at the start."""
    known: bool
    """Whether body armor and computer are known."""
    computer: int
    acted: bool

    @property
    def left(self) -> int:
        """Boxes left, body armor included."""
        return max(0, PERSON - self.hits) + self.boxes

    @property
    def maybe(self) -> bool:
        """There may be body armor that nobody has seen: it goes before the first hit."""
        return not self.known and not self.hits

    @property
    def state(self) -> str:
        """In words: "wounded, fired"; empty for a person with nothing to tell."""
        fired = "fired" if self.acted and self.hits < 2 else ""
        return ", ".join(filter(None, (hurt(self.hits), fired)))


class WeaponReading(NamedTuple):
    """A weapon, or a linked pair in the same state."""

    kind: str
    name: str
    short: str
    place: str
    figures: str
    state: str


class OtherReading(NamedTuple):
    """Another vehicle of the seat."""

    label: str
    name: str
    speed: str
    state: str
    """Why it is out of action, or empty."""


class SheetReading(NamedTuple):
    """A record sheet as shown."""

    moment: str
    seat: int
    label: str
    owner: str
    name: str
    size: str
    cycle: bool
    cost: int
    """Dollars; 0 where that is hidden."""
    hidden: bool
    out: str
    """Why it is out of action, or empty."""
    speed: str
    moves: int
    """Phases with a move at this speed: 1 up to that."""
    now: int
    """The phase now, 0 for none."""
    skipped: tuple[int, ...]
    """Phases whose move a skid has cost."""
    carried: int
    """Moves lost to skids beyond this turn."""
    maneuvers: int
    control: str
    sides: tuple[SideReading, ...]
    crew: tuple[PersonReading, ...]
    plant: int | None
    """Points left; None where that is hidden."""
    plant_of: int
    weapons: tuple[WeaponReading, ...]
    others: tuple[OtherReading, ...]


class NoSheet(NamedTuple):
    """A seat without a vehicle: what it has bought, as far as the reader may know."""

    moment: str
    seat: int
    owner: str
    bought: tuple[str, ...]
    dollars: int
    """Left to spend; -1 where that is the seat's secret."""


def shown(view: State, seat: int, vehicle: int = -1) -> Vehicle | None:
    """The vehicle whose sheet is meant: the one asked for if it is the seat's, else the one the
    seat is asked about, else its first in action."""
    own = [car for car in view.cars if car.owner == seat]
    for wanted in (vehicle, view.asked):
        for car in own:
            if car.number == wanted:
                return car
    return next((car for car in own if not car.out), own[0] if own else None)


def read_sheet(
    view: State, players: Sequence[Player], seat: int, vehicle: int = -1
) -> SheetReading | NoSheet:
    """Everything a sheet shows."""
    car = shown(view, seat, vehicle)
    owner = name_of(players, seat)
    if car is None:
        mine = view.seat == seat
        bought = tuple(MODELS[model].name for model in view.mine) if mine else ()
        return NoSheet(GAME.words.title(view), seat, owner, bought, view.dollars if mine else -1)
    moves = 0 if car.out == "crashed" else min(PHASES, abs(car.speed) // 10)
    skipped = _skipped(view, car, moves)
    model, sheet = MODELS[car.look], car.sheet
    cycle = car.kind.cycle
    return SheetReading(
        moment=GAME.words.title(view),
        seat=seat,
        label=car.label,
        owner=owner,
        name=car.name,
        size=car.kind.size,
        cycle=cycle,
        cost=sheet.cost if sheet else 0,
        hidden=sheet is None,
        out=OUT.get(car.out, car.out),
        speed=mph(car.speed),
        moves=moves,
        now=view.phase,
        skipped=skipped,
        carried=car.skip - len(skipped),
        maneuvers=car.maneuvers,
        control=_control(car.speed, cycle),
        sides=_sides(car),
        crew=_crew(car),
        plant=0 if car.plant_gone else sheet.plant if sheet else None,
        plant_of=model.plant,
        weapons=_weapons(car),
        others=tuple(
            OtherReading(other.label, other.name, mph(other.speed), OUT.get(other.out, other.out))
            for other in view.cars
            if other.owner == seat and other.number != car.number
        ),
    )


def _control(speed: int, cycle: bool) -> str:
    """The roll on the Control Table at this speed. Rules: Control Table"""
    if not speed:
        return "no roll"
    add = modifier(speed, cycle).total
    return f"2d6 + {add}" if add else "2d6"


def _skipped(view: State, car: Vehicle, moves: int) -> tuple[int, ...]:
    """The next phases with a move that skids have cost. Rules: Control Table"""
    first = max(1, view.phase)
    if view.phase and not view.to_come(car.number):
        first += 1
    return tuple(range(first, moves + 1))[: car.skip]


def _sides(car: Vehicle) -> tuple[SideReading, ...]:
    out = []
    sheet = car.sheet
    for side in MODELS[car.look].armored:
        lost = car.lost[side] if side < len(car.lost) else 0
        if sheet:
            left, of = sheet.armor[side], sheet.bought[side]
            reading = SideReading(SIDES[side], left, of, of - left, left == 0 < of)
        else:
            breached = side in car.breached
            reading = SideReading(SIDES[side], 0 if breached else None, 0, lost, breached)
        if side == TOP and not (car.turret or reading.of or reading.lost or reading.breached):
            continue
        out.append(reading)
    return tuple(out)


def _crew(car: Vehicle) -> tuple[PersonReading, ...]:
    return tuple(
        PersonReading(person.role, person.hits, 0, 0, False, 0, person.acted)
        if car.hidden
        else PersonReading(
            *(person.role, person.hits, person.boxes, person.of, True),
            person.computer,
            person.acted,
        )
        for person in car.crew
    )


def _weapons(car: Vehicle) -> tuple[WeaponReading, ...]:
    """One row for each weapon; what is alike in kind, mount, link and state shares a row. Of a
    hidden sheet nobody knows what is linked."""
    if car.sheet:
        known = [(one.kind, one.mount, one.link, one.state) for one in car.sheet.arms]
    else:
        known = [(one.kind, one.mount, 0, one.state) for one in car.seen]
    groups = Counter(known)
    return tuple(
        WeaponReading(
            kind,
            called(kind, count),
            short(kind, count),
            f"{place(mount)}, linked" if link else place(mount),
            figures(kind),
            state,
        )
        for (kind, mount, link, state), count in groups.items()
    )
