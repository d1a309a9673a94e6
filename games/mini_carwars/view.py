"""What one seat may see of the fight: what is public, and its own record sheets."""

from __future__ import annotations

import msgspec

from games.engine.plane import Box
from games.mini_carwars.catalog import WIDTH


class SeenWeapon(msgspec.Struct, frozen=True):
    """A weapon that everyone knows of: nothing that tells what else is on board, or how it is
    linked."""

    kind: str
    mount: int
    state: str
    """As in `WeaponView`."""


class WeaponView(msgspec.Struct, frozen=True):
    """A weapon on a record sheet."""

    place: int
    """Number on the vehicle."""
    kind: str
    mount: int
    link: int
    state: str
    """`ready`, `fired` (this turn), `spent` (no shot left) or `gone`."""


class PersonView(msgspec.Struct, frozen=True):
    """Somebody on board, as the record sheet shows it."""

    role: str
    """`driver` or `gunner`."""
    hits: int
    boxes: int
    """Of body armor, left; with `of` 0 there is none."""
    of: int
    """Of body armor at the start."""
    computer: int
    acted: bool


class Sheet(msgspec.Struct, frozen=True):
    """A record sheet."""

    model: int
    cost: int
    """Dollars, accessories included."""
    armor: tuple[int, ...]
    """Points left by side: front, right, back, left, top."""
    bought: tuple[int, ...]
    """Points by side at the start."""
    plant: int
    weapons: tuple[WeaponView, ...]
    crew: tuple[PersonView, ...]


class Car(msgspec.Struct, frozen=True, kw_only=True):
    """One vehicle as everyone sees it, and its sheet where the seat may see that."""

    number: int
    owner: int
    label: str
    """"A", or "B3" where a seat has several."""
    model: int
    """Without its option where the sheet is hidden."""
    name: str
    size: str
    length: float
    x: float
    y: float
    heading: float
    speed: int
    maneuvers: int
    skip: int
    out: str
    crew: tuple[int, ...]
    """Hits of the driver and of the gunner if there is one."""
    acted: tuple[bool, ...]
    """Who of them has fired this turn."""
    plant_gone: bool
    turret: bool
    """A weapon still works in a turret: it may be shot at."""
    computers: tuple[int, ...] = ()
    """What each one's computer adds, as everyone knows since it was used; -1: nobody knows."""
    cloth: tuple[int, ...] = ()
    """Boxes of body armor left on each of them, as everyone knows since a hit; -1: nobody knows;
    -2: known to wear none."""
    contact: tuple[int, ...] = ()
    """Vehicles it lies against after a collision in the same direction."""
    breached: tuple[int, ...]
    """Sides whose armor everyone knows to be gone."""
    lost: tuple[int, ...]
    """Points of armor everyone has seen lost, by side."""
    seen: tuple[SeenWeapon, ...]
    """Weapons that everyone knows of, by mount, kind and state."""
    sheet: Sheet | None
    """The whole sheet: one's own, open ones, and all once the fight is over."""

    @property
    def course(self) -> float:
        """Direction of travel: the heading, or its opposite in reverse."""
        return self.heading if self.speed >= 0 else (self.heading + 180.0) % 360.0

    @property
    def here(self) -> bool:
        """In play: in a fight begun when the map had an edge it may have left it."""
        return self.out != "left"

    @property
    def box(self) -> Box:
        """Its counter."""
        return Box(self.x, self.y, self.heading, self.length, WIDTH)


class MiniView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole fight as one seat sees it (`seat` None: as a spectator does)."""

    seat: int | None
    scenario: str
    ground: str
    open_sheets: bool
    arcs: bool = False
    """A weapon on a side fires within 90 degrees only."""
    turn: int
    phase: int
    """1 to 10; 0 while vehicles are bought or speeds are chosen."""
    step: str
    """`buy`, `speed`, `move`, `fire` or `over`."""
    active: int
    """Seat that moves a vehicle now, or -1."""
    moving: int
    """Vehicle that moves now, or -1."""
    asked: int
    """Vehicle this seat is asked about now, or -1."""
    person: int
    """Person on it who may fire: 0 the driver, 1 the gunner; -1 else."""
    budget: tuple[int, ...]
    """Dollars each seat has to spend; only this seat's own knows what is left."""
    left: int
    """Dollars this seat has left."""
    bought: tuple[int, ...]
    """Vehicles each seat has bought."""
    cars: tuple[Car, ...]
    """In the order of numbers; empty until all have bought."""
    mine: tuple[int, ...]
    """Models this seat has bought so far, while it buys."""
    order: tuple[int, ...]
    """Vehicles in moving order of this turn."""
    last: bool = False
    """In a fire step: the turn has no other after it, unless somebody fires in this one."""
    smoke: tuple[tuple[float, float, float], ...]
    rubble: tuple[tuple[float, float], ...]
    """Debris on the sections that lie out."""
    walls: tuple[tuple[float, float, float, float], ...]
    """(x, y, width, length)."""
    road: tuple[float, float] | None
    """Ends of the road that lies out along y, in inches; None in the arena."""
    lone: int
    """PACK ATTACK: seat of the lone car, else -1."""
    lead: float | None
    """PACK ATTACK: inches the lone car leads by; ROAD DUEL: the gap; else None."""
    quiet: int
    """Turns running without damage."""
    history: tuple[tuple[int, ...], ...] = ()
    """Points of armor each seat has been seen to lose, at the end of each turn."""
    ended: str
    places: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...] = ()
    """No cards: there is nothing here to count. The record sheets are in `cars`."""
