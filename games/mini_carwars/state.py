"""The fight as plain data.

Seats are numbers from 0; vehicles are numbered in the order they were bought, by seat; -1 stands
for "none" throughout. Lengths are inches, headings degrees clockwise from up the road (+y), speeds
mph.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.engine.plane import Box
from games.mini_carwars.catalog import MODELS, PERSON, TOP, WIDTH, Model
from games.mini_carwars.options import Options

UNCHOSEN: Final = -1000
"""In `State.speeds`: not chosen yet."""


class Weapon(msgspec.Struct, omit_defaults=True):
    """A weapon on a vehicle. What it is stands in the model, at the same place."""

    working: bool = True
    fired: bool = False
    """In this turn."""
    spent: bool = False
    """Has no shot left for the rest of the fight."""
    seen: bool = False
    """Everyone knows that it is there: it has fired, or its loss was told."""


class Person(msgspec.Struct, omit_defaults=True):
    """Somebody on board."""

    hits: int = 0
    """1 wounded, 2 unconscious, 3 dead."""
    boxes: int = 0
    """Of body armor, left."""
    body_armor: bool = False
    """Wore body armor at the start."""
    computer: int = 0
    """What the targeting computer adds to a roll."""
    acted: bool = False
    """Has fired this turn."""
    seen: bool = False
    """Everyone knows of the body armor, or that there is none: the person has been hit."""
    shown: bool = False
    """Everyone knows the computer, or that there is none: the person has fired."""

    @property
    def able(self) -> bool:
        """Conscious."""
        return self.hits < 2

    @property
    def gone(self) -> bool:
        """Every box is marked: there is nothing left that takes damage."""
        return self.hits >= PERSON


class Vehicle(msgspec.Struct, omit_defaults=True):
    """A vehicle with its record sheet."""

    owner: int
    model: int
    armor: list[int]
    """Points left by side."""
    bought: list[int]
    """Points by side at the start."""
    plant: int
    """Damage points left."""
    weapons: list[Weapon]
    crew: list[Person]
    """The driver, and the gunner if there is one."""
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    speed: int = 0
    maneuvers: int = 0
    """Made this turn."""
    skip: int = 0
    """Moves still to be skipped for skids."""
    shown: int = 0
    """Speed shown at the beginning of this turn, or given to it by a collision since."""
    stood: bool = False
    """Showed speed 0 for the whole of the last turn, or stood at the start of the fight."""
    forward: int = 1
    """Way it rolled last: 1 ahead, -1 in reverse."""
    contact: list[int] = []
    """Vehicles it lies against after a collision in the same direction."""
    leads: list[int] = []
    """Those of them it is in front of: it moves before them."""
    struck_by: int = -1
    """Vehicle that did it damage last."""
    breached: list[int] = []
    """Sides whose armor everyone knows to be gone."""
    lost: list[int] = []
    """Points of armor that everyone has seen lost, by side."""
    out: str = ""
    """Why it is out of action: `crashed`, `crew`, `stranded` (can neither move nor shoot), `quit`;
    empty while it fights. `left` (off the map) is from fights begun when the map had an edge."""

    @property
    def kind(self) -> Model:
        return MODELS[self.model]

    @property
    def wreck(self) -> bool:
        """Crashed and burned: a wreck lies here."""
        return self.out == "crashed"

    @property
    def here(self) -> bool:
        """In play: in a fight begun when the map had an edge it may have left it."""
        return self.out != "left"

    @property
    def box(self) -> Box:
        """Its counter."""
        return Box(self.x, self.y, self.heading, self.kind.length, WIDTH)

    @property
    def turret(self) -> bool:
        """A weapon still works in a turret. Ruling 10"""
        return any(
            mounted.mount == TOP and weapon.working
            for mounted, weapon in zip(self.kind.weapons, self.weapons, strict=True)
        )

    @property
    def driver(self) -> Person:
        return self.crew[0]

    @property
    def steered(self) -> bool:
        """Somebody conscious is at the wheel."""
        return self.driver.able and not self.out

    @property
    def running(self) -> bool:
        """The power plant works."""
        return self.plant > 0

    @property
    def course(self) -> float:
        """Direction of travel: the heading, or its opposite in reverse."""
        return self.heading if self.speed >= 0 else (self.heading + 180.0) % 360.0


class Cloud(msgspec.Struct, frozen=True, array_like=True):
    """A smoke cloud; it does not move."""

    x: float
    y: float
    heading: float
    until: int
    """Last turn in which it lies there."""


class Rubble(msgspec.Struct, frozen=True, array_like=True):
    """A piece of debris, along the road."""

    x: float
    y: float


class Wall(msgspec.Struct, frozen=True, array_like=True):
    """A fixed object of the arena."""

    x: float
    y: float
    width: float
    """Across (along x)."""
    length: float
    """Along y."""


class Shot(msgspec.Struct, frozen=True, array_like=True):
    """A firing action that has been declared."""

    vehicle: int
    person: int
    """0 the driver, 1 the gunner."""
    weapons: tuple[int, ...]
    target: int
    side: int


class State(msgspec.Struct, omit_defaults=True):
    """A fight."""

    options: Options
    seats: int
    beat: str = "buy"
    """What comes next, a key of `BEATS`; or `over`."""
    vehicles: list[Vehicle] = []
    buying: list[int] = []
    """Seats that have not bought all they want; asked together, secretly."""
    turn: int = 0
    phase: int = 0
    """1 to 10; 0 while speeds are chosen."""
    slot: int = 0
    """Which vehicle of each seat (speeds) or which person of each seat (fire) is asked now."""
    speeds: list[int] = []
    """Chosen in secret, by vehicle, while all choose; `UNCHOSEN` for none yet."""
    order: list[int] = []
    """Vehicles in the tie order of this turn."""
    movers: list[int] = []
    """Vehicles still to move in this phase, in order."""
    moving: int = -1
    shots: list[Shot] = []
    """Declared in this fire step."""
    held: int = 0
    """Fire steps running in which all have held, since anything last moved or was fired."""
    starts: list[float] = []
    """Heading of travel of each vehicle when the phase began."""
    rolls: list[tuple[int, str]] = []
    """(vehicle, cause) of the control rolls of this phase: debris and rough ground count once."""
    skidded: list[int] = []
    """Vehicles that have skidded in this phase."""
    wounded: list[int] = []
    """Vehicles whose driver has just been wounded, still to roll for control."""
    sections: list[int] = []
    """Numbers of the road sections that lie out, lowest first; a section is 12 inches."""
    rolled: dict[int, int] = {}
    """The die of each section that was ever laid out."""
    rubble: list[Rubble] = []
    """All debris there ever was, whether its section lies out now or not."""
    smoke: list[Cloud] = []
    walls: list[Wall] = []
    history: list[list[int]] = []
    """Points of armor each seat has been seen to lose, at the end of each turn."""
    quiet: int = 0
    """Turns running without damage."""
    harmed: bool = False
    """Damage was done this turn."""
    quitting: list[int] = []
    """Order field: seats that leave for good at the next beat."""
    quit: list[int] = []
    """Seats that have left for good, the first one first."""
    lone: int = 0
    """PACK ATTACK: the seat of the lone car."""
    ended: str = ""
    """Why the fight is over: `survivor`, `pack`, `lone`, `escaped`, `both out`, `lost touch`,
    `stalemate`."""
    places: list[list[int]] = []
    """Seats from best to worst, once it is over; level seats together."""
    fallen: list[list[int]] = []
    """Seats in the order they lost their last vehicle, those at one moment together."""
